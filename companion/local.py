"""What a person at this computer may say to the running table: yes to a phone that asks for a seat.

A Unix socket in the data folder, so that nobody in the network can say it. One line of JSON in, one line out: null asks
which seats are asked for, a text is the name of one of them or the number that its phone shows.
"""

from __future__ import annotations

import contextlib
import os
import socket
import socketserver
import struct
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec import Struct

from companion.store import NotStored

if TYPE_CHECKING:
    from companion.table import TableService

SOCKET = "table.sock"
LONGEST = 1000  # bytes of a question


class Answer(Struct, frozen=True):
    """`allowed` is the name of the seat that was handed over; `waiting` those still asked for, with their signs."""

    allowed: str | None
    waiting: list[tuple[str, str]]
    why_not: str | None = None


class Local:
    """Answers at the socket of a data folder. Raises OSError if the socket cannot be made."""

    def __init__(self, table: TableService, folder: Path) -> None:
        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                # Only who runs the table, or may do everything here anyway.
                if _user(self.connection) not in (os.getuid(), 0):
                    return
                with contextlib.suppress(OSError, msgspec.DecodeError):
                    seat = msgspec.json.decode(self.rfile.readline(LONGEST), type=str | None)
                    self.wfile.write(msgspec.json.encode(_answer(table, seat)) + b"\n")

        self._path = folder / SOCKET
        self._path.unlink(missing_ok=True)  # A killed table leaves its socket behind.
        self._server = _Server(str(self._path), Handler)
        self._path.chmod(0o600)
        self._thread = threading.Thread(target=self._server.serve_forever, name="this computer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the socket and remove it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._path.unlink(missing_ok=True)


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    # A program that keeps its connection open must not keep the table from ending.
    daemon_threads = True
    block_on_close = False


def say(folder: Path, seat: str | None) -> Answer:
    """Say yes to a seat at the table of a data folder; None only asks. Raises OSError where no table runs."""
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(str(folder / SOCKET))
        wire.sendall(msgspec.json.encode(seat) + b"\n")
        with wire.makefile("rb") as answer:
            line = answer.readline()
    if not line:
        raise ConnectionError("the table did not answer")
    return msgspec.json.decode(line, type=Answer)


def run(folder: Path, seat: str | None) -> int:
    """Say yes to a seat, or list who asks, on the terminal. Returns the exit status: 1 when nobody got it.

    Raises ClickException where no table runs.
    """
    try:
        answer = say(folder, seat)
    except OSError:
        raise click.ClickException(
            f"No table of yours runs with the games in {folder}. Ask as the user who runs it, or name its folder with"
            " --data."
        ) from None
    if answer.allowed:
        click.echo(f"The seat of {answer.allowed} is on the phone that asked for it.")
    elif answer.why_not:
        click.echo(answer.why_not, err=True)
    elif seat is not None:
        click.echo(f"Nobody got a seat: it must be one phone alone that asks for {seat}.", err=True)
    for name, sign in answer.waiting:
        click.echo(f"{name}: asked for by the phone that shows {sign}")
    if seat is None and not answer.waiting:
        click.echo('No phone asks for a seat. On the phone, tap the name under "I was already here" first.')
    return int(seat is not None and not answer.allowed)


def _answer(table: TableService, seat: str | None) -> Answer:
    try:
        allowed = table.allow(seat) if seat is not None else None
    except NotStored as error:
        return Answer(None, table.asked_for(), str(error))
    return Answer(allowed, table.asked_for())


def _user(connection: socket.socket) -> int:
    """Who opened the other end, by user id."""
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", told)[1])
