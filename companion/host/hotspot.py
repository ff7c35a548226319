"""The hotspot, the Pi's own Wi-Fi for a table without one: name, password, state and switching.

The table may not change the network itself. It sends a command to a helper with root's rights (hotspot_helper.py),
through a socket that systemd opens for it; without that socket there is no hotspot.
"""

import contextlib
import os
import re
import secrets
import socket
import threading
import time
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.files import write_atomically
from companion.host.address import Interface, interfaces, web_address
from companion.host.home_wifi import Wifi
from companion.host.iw import iw
from companion.rules.model import Message

NAME = "Small World"
# A network of its own (RFC 1918) that hardly any home has.
ADDRESS = "10.83.87.1"
NETWORK = ip_network(f"{ADDRESS}/24", strict=False)
SOCKET = Path("/run/smallworld-hotspot.sock")
PASSWORD_FILE = "hotspot.password"  # noqa: S105  A file's name.
PASSWORD = re.compile(r"[a-z]{8,10}")
# Five syllables are easy to read out and type. A billion combinations keep neighbours out of a network that leads
# nowhere.
_CONSONANTS, _VOWELS, _SYLLABLES = "bdfgkmnprstvz", "aeiou", 5
# Seconds allowed to NetworkManager: to start or stop a network, or say why not; and to try out another one.
PATIENCE, TRYING = 60.0, 150.0
# The helper's answer when it has succeeded, and the word before a Wi-Fi that it should try.
DONE, JOIN = "done", "join"
_ESTABLISHED = "01"


def password(folder: Path) -> str:
    """The Wi-Fi's password, made once for each table and kept in its data folder. Raises OSError."""
    path = folder / PASSWORD_FILE
    with contextlib.suppress(FileNotFoundError, UnicodeDecodeError):
        kept = path.read_text(encoding="ascii").strip()
        if PASSWORD.fullmatch(kept):
            return kept
    fresh = "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(_SYLLABLES))
    write_atomically(path, f"{fresh}\n".encode())
    return fresh


def join_code(password: str) -> str:
    """What a phone's camera reads to join the Wi-Fi. No character of name or password has to be escaped."""
    return f"WIFI:T:WPA;S:{NAME};P:{password};;"


def page(port: int) -> str:
    """The table's address in the hotspot."""
    return web_address(ADDRESS, port)


def visited(tcp: str) -> bool:
    """Whether a phone is connected to the table over the hotspot, from the text of /proc/net/tcp."""
    # The kernel prints addresses in the byte order of its memory, so the bytes are reversed.
    local = socket.inet_aton(ADDRESS)[::-1].hex().upper()
    rows = (line.split() for line in tcp.splitlines()[1:])
    return any(row[1].startswith(f"{local}:") and row[3] == _ESTABLISHED for row in rows)


def phones(interface: str) -> int | None:
    """How many phones have joined the Wi-Fi of an interface, awake or asleep; None if that cannot be determined."""
    said = iw("dev", interface, "station", "dump")
    return None if said is None else sum(line.startswith("Station ") for line in said.splitlines())


class ByItself:
    """When the hotspot begins and ends without being asked, and when the home's Wi-Fi is tried. Times are seconds.

    It begins when there has been no network for a while: a longer while if there was a network before, since a router
    that restarts comes back. A radio that makes a Wi-Fi cannot look for another one. So whenever no phone has been on
    the hotspot for a while it ends, and the home's Wi-Fi is tried; while one is on it, it stays. What a person switched
    stays as it is.
    """

    ALONE, LOST = 60.0, 180.0
    UNUSED, LEFT = 120.0, 300.0
    # NetworkManager itself looks around less and less often, down to once in two minutes.
    SEEK = 30.0

    def __init__(self) -> None:
        self._since: float | None = None
        self._begun = False
        self._unwanted = False
        self._lost = False
        self._joined = False
        self._sought: float | None = None

    def asked(self, on: bool) -> None:
        """Note that somebody switched it."""
        self._begun, self._unwanted, self._since = False, not on, None

    def wish(self, now: float, *, on: bool, networked: bool, phones: bool) -> bool | None:
        """Whether it should be switched on or off now, None for neither; `phones` says whether one is on it."""
        if on and phones:
            self._joined, self._since = True, None
            return None
        if not on and networked:
            self._lost = True
        if (on and not self._begun) or (not on and (networked or self._unwanted)):
            self._begun, self._since = False, None
            return None
        if self._since is None:
            self._since = now
        unused, alone = self.LEFT if self._joined else self.UNUSED, self.LOST if self._lost else self.ALONE
        if now - self._since < (unused if on else alone):
            return None
        self._begun, self._since = not on, None
        self._lost = self._joined = False
        return not on

    def seeks(self, now: float, *, on: bool, networked: bool) -> bool:
        """Whether the home's Wi-Fi should be tried now."""
        if on or networked or self._sought is None:
            self._sought = now
        due = now - self._sought >= self.SEEK
        if due:
            self._sought = now
        return due


class Tried(Struct, frozen=True):
    """A Wi-Fi that somebody had this computer try: its name, and what came of it, "" as long as it is tried.

    That is DONE, or the helper's answer (hotspot_helper.try_out); "mute" where it gave none, and "switched" where
    somebody switched the hotspot before it was its turn.
    """

    name: str
    said: str = ""


class Hotspot:
    """The switch of one table. Nothing here raises but `password`; any thread may call.

    `tell` is called with a sentence when switching failed, and with None when it worked.
    """

    def __init__(
        self,
        folder: Path,
        *,
        alone: bool = True,
        tell: Callable[[Message | None], None] = lambda _: None,
        helper: Path = SOCKET,
        look: Callable[[], list[Interface]] = interfaces,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`alone` lets it begin without being asked; `look` lists the interfaces, `clock` gives seconds."""
        self._folder = folder
        self._tell = tell
        self._helper = helper
        self._look = look
        self._clock = clock
        self._by_itself = ByItself() if alone else None
        self._making, self._lock = threading.Lock(), threading.Lock()
        # What the helper is doing, and what somebody wants after that: on, off, or join with a Wi-Fi.
        self._said, self._next = "", ""
        self._visited = False
        self.tried: Tried | None = None

    @property
    def here(self) -> bool:
        """Whether there is a helper that can switch it."""
        return os.access(self._helper, os.W_OK)

    @property
    def on(self) -> bool:
        """Whether this computer has the hotspot's address."""
        return any(str(one.address) == ADDRESS for one in self._look())

    @property
    def busy(self) -> bool:
        """Whether it is being switched now."""
        return self._said.partition(" ")[0] in ("on", "off", JOIN)

    def password(self) -> str:
        """The password. Raises OSError when there is none and none can be kept."""
        # Two phones that ask for the card at once must not make two.
        with self._making:
            return password(self._folder)

    def wifi(self) -> str | None:
        """Its name, while it is on. The password is for those who may have it (companion/web/routes/hotspot.py)."""
        return NAME if self.on else None

    def report(self) -> dict[str, Any]:
        """Its state, for the status page."""
        return {"here": self.here, "on": self.on, "busy": self.busy, "alone": self._by_itself is not None}

    def switch(self, on: bool) -> None:
        """Switch it on or off in the background, as somebody wants it."""
        if self._by_itself:
            self._by_itself.asked(on)
        self._start("on" if on else "off")

    def join(self, wifi: Wifi) -> None:
        """Have this computer try another Wi-Fi in the background, and come back to the hotspot if it does not work."""
        self._start(f"{JOIN} {wifi.words()}", Tried(wifi.name))

    def toggle(self) -> None:
        """Switch it on if it is off, and off if it is on; nothing where there is no helper."""
        if self.here:
            self.switch(not self.on)

    def follow(self) -> None:
        """Check the network: start without one, stop when nobody uses it, try the home's Wi-Fi."""
        if self._by_itself is None or not self.here or self._said:
            return
        found, now = self._look(), self._clock()
        ours = next((one.name for one in found if str(one.address) == ADDRESS), None)
        seen = {
            "on": ours is not None,
            "networked": any(one.card and one.name != ours and not one.address.is_link_local for one in found),
        }
        wish = self._by_itself.wish(now, **seen, phones=ours is not None and self._used(ours))
        if wish is not None:
            self._start("on" if wish else "off", waits=False)
        elif self._by_itself.seeks(now, **seen):
            self._start("home", waits=False)

    def _used(self, interface: str) -> bool:
        """Whether a phone is on the hotspot. Where nobody can tell, a phone that joined counts as still there."""
        if (count := phones(interface)) is not None:
            return count > 0
        self._visited = self._visited or visited(Path("/proc/net/tcp").read_text())
        return self._visited

    def _start(self, word: str, tried: Tried | None = None, *, waits: bool = True) -> None:
        """Carry out a command; while another one is running, the last one that a person gave `waits` for it to end."""
        with self._lock:
            if self._said and not waits:
                return
            if tried:
                self.tried = tried
            elif self.tried and self._next.startswith(JOIN):
                self.tried = Tried(self.tried.name, "switched")
            if self._said:
                self._next = word
                return
            self._said, self._visited = word, False
        # Closing the table does not wait for a radio.
        threading.Thread(target=self._work, args=(word,), name="hotspot", daemon=True).start()

    def _work(self, word: str) -> None:
        while word:
            self._do(word)
            with self._lock:
                word = self._said = self._next
                self._next = ""

    def _try(self, words: str) -> None:
        before = self.on
        try:
            said = self._say(words, TRYING)
        except OSError:
            said = ""
        if before and said != DONE:
            self._do("on")
        # Only now, so that whoever reads it finds the hotspot again.
        if self.tried:
            self.tried = Tried(self.tried.name, said or "mute")

    def _do(self, word: str) -> None:
        if word.startswith(JOIN):
            self._try(word)
            return
        try:
            said = self._say(f"on {self.password()}" if word == "on" else word)
            wrong = Message("status.said", {"sentence": said}) if said else Message("notice.hotspot.mute")
        except OSError as error:
            said, wrong = "", Message("notice.hotspot", {"why": error.strerror or str(error)})
        if word != "home":  # The address that it gives shows whether that was found.
            self._tell(None if said == DONE else wrong)

    def _say(self, words: str, patience: float = PATIENCE) -> str:
        """Send a command to the helper; returns its answer, "" when that fails."""
        with socket.socket(socket.AF_UNIX) as wire:
            wire.settimeout(patience)
            wire.connect(str(self._helper))
            wire.sendall(f"{words}\n".encode())
            with wire.makefile(encoding="utf-8") as answer:
                return answer.readline().strip()
