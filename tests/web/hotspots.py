"""A hotspot that is on without a radio: only the list of this computer's addresses says so."""

from __future__ import annotations

from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

from companion.address import Interface
from companion.hotspot import ADDRESS, Hotspot

HOME = Interface("eth0", IPv4Address("192.0.2.7"), card=True, routed=True)
OWN = Interface("wlan0", IPv4Address(ADDRESS), card=True, routed=False)


class Interfaces(list[Interface]):
    """What this computer has; a test changes it. `on` says whether the hotspot is among it."""

    def __call__(self) -> list[Interface]:
        return list(self)

    @property
    def on(self) -> bool:
        """Whether the hotspot is there."""
        return OWN in self

    @on.setter
    def on(self, wanted: bool) -> None:
        self[:] = [HOME, OWN] if wanted else [HOME]


def hotspot(folder: Path, *, on: bool = True, **other: Any) -> tuple[Hotspot, Interfaces]:
    """A hotspot of a table whose data folder this is, and what it sees."""
    folder.mkdir(exist_ok=True)
    found = Interfaces()
    found.on = on
    return Hotspot(folder, look=found, **other), found
