"""A hotspot that is on without a radio: only the list of this computer's addresses says so."""

from __future__ import annotations

import socketserver
import threading
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any, Self

from companion.host.address import Interface
from companion.host.hotspot import ADDRESS, Hotspot

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


class Helper:
    """In the helper's place: it notes each word and answers as it is told to, in turn, and DONE after that.

    It answers when it may. A word that succeeds changes what the table `sees`.
    """

    def __init__(self, path: Path, sees: Interfaces | None = None) -> None:
        self.words: list[str] = []
        self.answers: list[str] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        helper = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                helper.words.append(self.rfile.readline().decode().strip())
                helper.may_answer.wait(60)
                said = helper.answers.pop(0) if helper.answers else "done"
                if sees is not None and said == "done":
                    sees.on = helper.words[-1].startswith("on")
                self.wfile.write(f"{said}\n".encode())

        self.server = socketserver.ThreadingUnixStreamServer(str(path), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
