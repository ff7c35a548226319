"""A club: Debian's nginx, the front page and tables, each a process of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import msgspec

from companion.club.proxy import configuration
from companion.club.tables import FILE, Table, Tables
from tests.book.processes import Book
from tests.faults.served import Served
from tests.ports import kept
from tests.program import Program
from tests.web.house import Phone

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
NAMES = ("window", "corner")
PATIENCE = 60  # seconds
# What a Debian nginx says around a configuration, but for its places.
AROUND = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 768; }}
http {{
    include /etc/nginx/mime.types;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/club.conf;
}}
"""


class Part(Protocol):
    """A process of a club, which can be killed and started again at any time."""

    def start(self) -> None:
        """Start it, and wait until it is open."""

    def kill(self) -> None:
        """Kill it, wherever it is."""

    def close(self) -> None:
        """Kill it for good."""


class Proxy:
    """nginx with the configuration of a club, on a port that stays its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = kept()
        self.port: int = self._port.getsockname()[1]
        self._program: subprocess.Popen[bytes] | None = None

    def lays(self, tables: list[Table], front: int, before: str = "") -> None:
        """Write what it is to read. `before` is the address of another proxy in front of it."""
        self._folder.mkdir(exist_ok=True)
        # Its workers are another user where this one may do everything.
        self._folder.chmod(0o755)
        (self._folder / "nginx.conf").write_text(AROUND.format(folder=self._folder))
        said = configuration(tables, listen=f"127.0.0.1:{self.port}", front=front, before=before)
        (self._folder / "club.conf").write_text(said)

    def start(self) -> None:
        """Start it, and wait until it listens."""
        words = [NGINX, "-e", str(self._folder / "error.log"), "-c", str(self._folder / "nginx.conf")]
        # A group of its own, which a kill ends together.
        self._program = subprocess.Popen(words, start_new_session=True)
        _wait(self.port)

    def reads_again(self) -> None:
        """Have it read its configuration anew."""
        assert self._program
        self._program.send_signal(signal.SIGHUP)

    def kill(self) -> None:
        """Kill it with its workers, wherever they are."""
        if self._program:
            os.killpg(self._program.pid, signal.SIGKILL)
            self._program.wait()
            self._program = None

    def close(self) -> None:
        """Kill it for good."""
        self.kill()
        self._port.close()


class Front:
    """The front page on a port that stays its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = kept()
        self.port: int = self._port.getsockname()[1]
        self._program: Program | None = None

    def start(self) -> None:
        """Start it, and wait until it is open."""
        self._program = Program("club", "front", "--folder", str(self._folder), "--port", str(self.port))
        said = self._program.says("is open")
        assert "is open" in said, said

    def kill(self) -> None:
        """Kill it, wherever it is."""
        if self._program:
            self._program.kill()
            self._program = None

    def close(self) -> None:
        """Kill it for good."""
        self.kill()
        self._port.close()


class Club:
    """Tables below one address. All is in the folder, where `companion club` finds its list of tables.

    With a book it lies beside that folder, and every table delivers to it.
    """

    def __init__(self, folder: Path, names: tuple[str, ...] = NAMES, *, book: bool = False) -> None:
        self.folder = folder
        folder.mkdir()
        self.book = Book(folder.with_name("book")) if book else None
        self.proxy = Proxy(folder.with_name("nginx"))
        self.front = Front(folder)
        self.address = f"http://127.0.0.1:{self.proxy.port}"
        self.tables = {name: Served(folder / name, "--path", f"/t/{name}", address=self.address) for name in names}
        (folder / "companion.toml").write_text(f'address = "{self.address}"\n')
        if self.book:
            for table in self.tables.values():
                self.book.told_to(table.data)
        entries = [{"name": name, "port": table.port} for name, table in self.tables.items()]
        (folder / FILE).write_bytes(msgspec.json.encode(entries))
        self.listed = Tables(folder).all()
        self._guests: list[Phone] = []

    def begin(self) -> None:
        """Open everything."""
        self.proxy.lays(self.listed, self.front.port)
        for part in self.parts.values():
            part.start()

    @property
    def parts(self) -> dict[str, Part]:
        """Every process of the club by its name. The book comes first: it makes the secret that the tables read."""
        book: dict[str, Part] = {"book": self.book} if self.book else {}
        return {**book, **self.tables, "front": self.front, "proxy": self.proxy}

    def guest(self, name: str, address: str = "127.0.0.2") -> Phone:
        """A phone in the club's network, at a table; without a name at the front page."""
        self._guests.append(Phone(self.proxy.port, address=address, path=name and f"/t/{name}"))
        return self._guests[-1]

    def at(self, name: str) -> str:
        """The address of a table, as its code says it."""
        return f"{self.address}/t/{name}"

    def close(self) -> None:
        """End everything."""
        for phone in self._guests:
            phone.connection.close()
        for part in reversed(self.parts.values()):
            part.close()


@contextmanager
def club(folder: Path, names: tuple[str, ...] = NAMES, *, book: bool = False) -> Iterator[Club]:
    """A club whose tables are open, and which is closed at the end."""
    found = Club(folder, names, book=book)
    try:
        found.begin()
        yield found
    finally:
        found.close()


def _wait(port: int) -> None:
    """Wait until somebody listens at a port."""
    for _ in range(PATIENCE * 50):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        threading.Event().wait(0.02)
    raise AssertionError(f"nobody listens at {port}")
