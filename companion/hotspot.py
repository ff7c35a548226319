"""The Pi's own Wi-Fi for a table without one: its name and password, whether it is on, and switching it.

The table may not touch the network itself. It says a word to a helper with root's rights (companion/radio.py), through
a socket that systemd opens for it; where there is no such socket, there is no hotspot.
"""

import contextlib
import os
import re
import secrets
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.address import Interface, interfaces, web_address
from companion.keeping import keep
from companion.rules.model import Say

NAME = "Small World"
# A network of its own (RFC 1918) that hardly any home has.
ADDRESS = "10.83.87.1"
SOCKET = Path("/run/smallworld-hotspot.sock")
PASSWORD_FILE = "hotspot.password"  # noqa: S105  A file's name.
PASSWORD = re.compile(r"[a-z]{8,10}")
# Five syllables are read out and typed without a mistake. A billion of them keeps neighbours out of a network that
# leads nowhere.
_CONSONANTS, _VOWELS, _SYLLABLES = "bdfgkmnprstvz", "aeiou", 5
# Seconds in which NetworkManager has started or stopped a network, or says why not.
PATIENCE = 60.0
# What the helper says when it has done what it was asked for.
DONE = "done"
_ESTABLISHED = "01"


def password(folder: Path) -> str:
    """The Wi-Fi's password, made once for each table and kept in its data folder. Raises OSError."""
    path = folder / PASSWORD_FILE
    with contextlib.suppress(FileNotFoundError, UnicodeDecodeError):
        kept = path.read_text(encoding="ascii").strip()
        if PASSWORD.fullmatch(kept):
            return kept
    fresh = "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(_SYLLABLES))
    keep(path, f"{fresh}\n".encode())
    return fresh


def join_code(password: str) -> str:
    """What a phone's camera reads to join the Wi-Fi. Neither name nor password has a sign that must be escaped."""
    return f"WIFI:T:WPA;S:{NAME};P:{password};;"


def page(port: int) -> str:
    """The table's address in the hotspot."""
    return web_address(ADDRESS, port)


def visited(tcp: str) -> bool:
    """Whether a phone talks to the table over the hotspot, from the text of /proc/net/tcp."""
    # The kernel writes addresses as they lie in memory, so the bytes are the other way round.
    local = socket.inet_aton(ADDRESS)[::-1].hex().upper()
    rows = (line.split() for line in tcp.splitlines()[1:])
    return any(row[1].startswith(f"{local}:") and row[3] == _ESTABLISHED for row in rows)


class ByItself:
    """When the hotspot begins and ends without being asked. Times are seconds of one clock.

    It begins when there was no network for a while. As long as no phone has come it makes room again now and then: a
    router may take longer to start than a Pi. What a person switched stays as it is.
    """

    ALONE, UNUSED = 60.0, 300.0

    def __init__(self) -> None:
        self._since: float | None = None
        self._begun = False
        self._unwanted = False

    def asked(self, on: bool) -> None:
        """Somebody switched it."""
        self._begun, self._unwanted, self._since = False, not on, None

    def wish(self, now: float, *, on: bool, networked: bool, visited: bool) -> bool | None:
        """Whether it should be switched on or off now, None for neither."""
        if (on and (visited or not self._begun)) or (not on and (networked or self._unwanted)):
            self._begun, self._since = False, None
            return None
        if self._since is None:
            self._since = now
        if now - self._since < (self.UNUSED if on else self.ALONE):
            return None
        self._begun, self._since = not on, None
        return not on


class Hotspot:
    """The switch of one table. Nothing here raises but `password`; any thread may call.

    `tell` is called with a sentence when switching failed, and with None when it worked.
    """

    def __init__(
        self,
        folder: Path,
        *,
        alone: bool = True,
        tell: Callable[[Say | None], None] = lambda _: None,
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
        self._worker: threading.Thread | None = None

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
        return self._worker is not None and self._worker.is_alive()

    def password(self) -> str:
        """The password. Raises OSError when there is none and none can be kept."""
        # Two phones that ask for the card at once must not make two.
        with self._making:
            return password(self._folder)

    def wifi(self) -> dict[str, str] | None:
        """The name and the password, for the screens, while it is on."""
        if not self.on:
            return None
        try:
            return {"name": NAME, "password": self.password()}
        except OSError:
            return None

    def report(self) -> dict[str, Any]:
        """How it is, for the status page."""
        return {"here": self.here, "on": self.on, "busy": self.busy, "alone": self._by_itself is not None}

    def switch(self, on: bool) -> None:
        """Switch it on or off in the background, as somebody wants it."""
        if self._by_itself:
            self._by_itself.asked(on)
        self._start(on)

    def toggle(self) -> None:
        """Switch it on if it is off, and off if it is on."""
        self.switch(not self.on)

    def follow(self) -> None:
        """Look around: begin where there is no network, make room where nobody came."""
        if self._by_itself is None or not self.here or self.busy:
            return
        found = self._look()
        wish = self._by_itself.wish(
            self._clock(),
            on=any(str(one.address) == ADDRESS for one in found),
            networked=any(one.card and str(one.address) != ADDRESS and not one.address.is_link_local for one in found),
            visited=visited(Path("/proc/net/tcp").read_text()),
        )
        if wish is not None:
            self._start(wish)

    def _start(self, on: bool) -> None:
        with self._lock:
            if not self.busy:
                # The end of the table waits for no radio.
                self._worker = threading.Thread(target=self._work, args=(on,), name="hotspot", daemon=True)
                self._worker.start()

    def _work(self, on: bool) -> None:
        try:
            said = self._say(f"on {self.password()}" if on else "off")
            wrong = Say("status.said", {"sentence": said}) if said else Say("notice.hotspot.mute")
        except OSError as error:
            said, wrong = "", Say("notice.hotspot", {"why": error.strerror or str(error)})
        self._tell(None if said == DONE else wrong)

    def _say(self, words: str) -> str:
        """Say something to the helper; returns what it answers, "" when it does not work."""
        with socket.socket(socket.AF_UNIX) as wire:
            wire.settimeout(PATIENCE)
            wire.connect(str(self._helper))
            wire.sendall(f"{words}\n".encode())
            with wire.makefile(encoding="utf-8") as answer:
                return answer.readline().strip()
