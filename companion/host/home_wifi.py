"""The home's own Wi-Fi, as the owner types it: for the card, and for a computer that cannot find that Wi-Fi.

The card's is kept only if somebody types it there, in files that only this user may read, and a fault report leaves the
password out as it does all others. What is typed for the computer itself to join is kept by NetworkManager alone.
"""

import contextlib
from pathlib import Path

from msgspec import Struct

from companion.files import write_atomically

NAME_FILE = "home.wifi"
PASSWORD_FILE = "home.password"  # noqa: S105  A file's name.
# Bytes of a name, and characters of a password, that there can be (IEEE 802.11, WPA).
LONGEST_NAME, SHORTEST, LONGEST = 32, 8, 63
# Characters with a special meaning in the code that a camera reads.
_ESCAPED = '\\;,:"'


class Wifi(Struct, frozen=True):
    """A Wi-Fi; the `password` of an open one is "" ."""

    name: str
    password: str

    def code(self) -> str:
        """What a phone's camera reads to join it."""
        name, password = (
            "".join(f"\\{sign}" if sign in _ESCAPED else sign for sign in word) for word in (self.name, self.password)
        )
        return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"

    def can_be(self) -> bool:
        """Whether a radio can join a Wi-Fi of such a name and with such a password."""
        known = self.password.isascii() and self.password.isprintable()
        return 0 < len(self.name.encode()) <= LONGEST_NAME and (
            not self.password or (known and SHORTEST <= len(self.password) <= LONGEST)
        )

    def words(self) -> str:
        """The Wi-Fi on one line, for the hotspot's helper, so that no blank or other character can be misread."""
        return f"{self.name.encode().hex()} {self.password.encode().hex()}".strip()


def typed(words: list[str]) -> Wifi | None:
    """The Wi-Fi of such a line; None for what is none."""
    try:
        name, password, *more = [bytes.fromhex(word).decode() for word in words] + ["", ""][len(words) :]
    except ValueError:
        return None
    found = Wifi(name, password)
    return found if not more and found.can_be() else None


def kept(folder: Path) -> Wifi | None:
    """The Wi-Fi that is kept in a data folder; None where nobody typed it, or its files are damaged."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        name = (folder / NAME_FILE).read_text(encoding="utf-8")
        return Wifi(name, (folder / PASSWORD_FILE).read_text(encoding="utf-8")) if name else None
    return None


def keep(folder: Path, wifi: Wifi | None) -> None:
    """Keep a Wi-Fi, or forget the one that is kept. Raises OSError."""
    if wifi is None:
        for file in (PASSWORD_FILE, NAME_FILE):
            (folder / file).unlink(missing_ok=True)
        return
    write_atomically(folder / PASSWORD_FILE, wifi.password.encode())
    write_atomically(folder / NAME_FILE, wifi.name.encode())
