"""A book and tables in processes of their own, and the wire between them, which can be cut at any point."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO

from tests.faults.served import Served
from tests.ports import kept
from tests.program import Program
from tests.web.house import NAMES, Phone

# Seconds in which whatever is waited for comes, on a busy computer too.
PATIENCE = 90.0


def until(done: Callable[[], bool], poke: Callable[[], object] = int) -> None:
    """Wait until something is so, and poke whoever should do it meanwhile."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "it has not come to that"
        poke()
        threading.Event().wait(0.1)


class Book:
    """A book on a port that stays its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.words = words
        self._port = kept()
        self.port: int = self._port.getsockname()[1]
        self.program: Program | None = None

    def start(self) -> None:
        """Start it, and wait until it is open."""
        words = ("--folder", str(self.folder), "--host", "127.0.0.1", "--port", str(self.port), *self.words)
        self.program = Program("book", "serve", *words)
        said = self.program.says("book.secret")
        assert "is open on port" in said, said

    def kill(self) -> None:
        """Kill it, wherever it is."""
        if self.program:
            self.program.kill()
            self.program = None

    def close(self) -> None:
        """Kill it for good."""
        self.kill()
        self._port.close()

    def told_to(self, data: Path) -> None:
        """Make the settings in the data folder of a table, which is to deliver to this book."""
        settings_of_a_table(data, self.port, self.folder / "book.secret")

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What a plain SQLite tool finds in it, also while it runs."""
        with closing(sqlite3.connect(self.folder / "book.db")) as db:
            return db.execute(query).fetchall()

    def coins(self) -> dict[str, list[int]]:
        """The coins of each player, game by game."""
        found: dict[str, list[int]] = {}
        for name, coins in self.rows("SELECT name, coins FROM player_games ORDER BY name, date, game"):
            found.setdefault(str(name), []).append(int(str(coins)))
        return found

    def page(self, path: str = "/") -> str:
        """A page, as a browser gets it."""
        phone = Phone(self.port)
        with closing(phone.connection):
            return phone.ask("GET", path, Accept="text/html").body.decode()


def settings_of_a_table(data: Path, port: int, secret: Path) -> None:
    """Make the data folder of a table whose settings name the book at a port."""
    data.mkdir(parents=True)
    (data / "companion.toml").write_text(f'book = "http://127.0.0.1:{port}"\nbook_secret = "{secret}"\n')


class Table(Served):
    """A table of the club, whose settings name the book at a port."""

    def __init__(self, data: Path, port: int, secret: Path) -> None:
        super().__init__(data)
        settings_of_a_table(data, port, secret)
        self.phones: list[Phone] = []

    def arrive(self, count: int = 2) -> list[Phone]:
        """So many phones of players who come back, or for the first time."""
        cookies = [phone.cookie for phone in self.phones] or [""] * count
        for phone in self.phones:
            phone.connection.close()
        self.phones = [Phone(self.port, f"{name}-{time.monotonic_ns()}") for name in NAMES[: len(cookies)]]
        for phone, cookie in zip(self.phones, cookies, strict=True):
            phone.cookie = cookie
        return self.phones

    def poke(self) -> None:
        """Somebody looks at the book's sheet, so the table asks the book now."""
        self.phones[0].get("/api/book?seat=0")

    def close(self) -> None:
        """Kill it for good."""
        for phone in self.phones:
            phone.connection.close()
        super().close()


def whole(_asked: bytes, _answer: bytes) -> bool:
    """The wire stays as it is."""
    return False


class Wire:
    """What a table takes for the book: it passes on what is said, notes it, and is cut where a test says so.

    `cut` is called with what was passed on so far of a request to deliver something, and with the answer or b"": it
    says whether the wire is cut there, after `kill` was called.
    """

    def __init__(self, port: int) -> None:
        self.said: list[bytes] = []
        self.cut = whole
        self._book = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def close(self) -> None:
        """Take it down."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()

    def _listen(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            with line, suppress(OSError):
                self._pass_on(line)

    def _pass_on(self, line: socket.socket) -> None:
        asked = b""
        with line.makefile("rb") as reading:
            head, body = message(reading)
        self.said.append(head + body)
        cut = self.cut if head.startswith(b"POST") else whole
        if cut(b"", b""):
            return
        half = len(body) // 2
        with socket.create_connection(("127.0.0.1", self._book), timeout=PATIENCE) as book:
            for piece in (head, body[:half], body[half:]):
                book.sendall(piece)
                asked += piece
                if cut(asked, b""):
                    return
            with book.makefile("rb") as reading:
                answer = b"".join(message(reading))
            if answer and not cut(asked, answer):
                line.sendall(answer)


def message(reading: BinaryIO) -> tuple[bytes, bytes]:
    """The head and the body of a message of HTTP, as far as they came."""
    head = b""
    while (part := reading.readline()) not in (b"", b"\r\n"):
        head += part
    sizes = (each[15:] for each in head.split(b"\r\n") if each.lower().startswith(b"content-length"))
    return head + part, reading.read(int(next(sizes, b"0")))
