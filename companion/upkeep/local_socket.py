"""The socket through which a person at this computer gives a phone a seat at the running table.

A Unix socket in the data folder, so that nobody in the network can say it. One line of JSON in, one line out: null asks
which seats are asked for; a text is the number that a phone shows which asks for one, or a player's name. By a name
alone a stranger's phone could get the seat that it asked for, so a name gives a link to open on the right one.
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

from companion.store.store import NotStored
from companion.upkeep import terminal

if TYPE_CHECKING:
    from companion.table.service import TableService

SOCKET = "table.sock"
LONGEST = 1000  # bytes of a question


class Answer(Struct, frozen=True):
    """`allowed` is the name of the seat that was handed over; `waiting` those still asked for, with their signs.

    `link` is the address at which a phone gets the seat that was named.
    """

    allowed: str | None
    waiting: list[tuple[str, str]]
    why_not: str | None = None
    link: str | None = None


class Local:
    """The server side of the socket in a data folder. Raises OSError if the socket cannot be created."""

    def __init__(self, table: TableService, folder: Path) -> None:
        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                # Only who runs the table, or may do everything here anyway.
                if _user(self.connection) not in (os.getuid(), 0):
                    return
                with contextlib.suppress(OSError, ValueError, RecursionError):
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
    """Give a seat at the table of a data folder; None only asks. Raises OSError where no table runs."""
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(str(folder / SOCKET))
        # A terminal may give letters that are none. No name is as long as that.
        asked = seat if seat is None else seat.encode(errors="replace").decode()[: LONGEST // 10]
        wire.sendall(msgspec.json.encode(asked) + b"\n")
        with wire.makefile("rb") as answer:
            line = answer.readline()
    if not line:
        raise ConnectionError("the table did not answer")
    return msgspec.json.decode(line, type=Answer)


def run(folder: Path, seat: str | None) -> int:
    """Give a seat, or list who asks, on the terminal. Returns the exit status: 1 when nobody gets it.

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
    elif answer.link:
        terminal.invite(answer.link)
        click.echo("The phone that opens it has the seat. It works once, and for ten minutes.")
    elif seat is not None:
        click.echo(f"Nobody got a seat: no phone shows {seat}, and no player is called so.", err=True)
    for name, sign in answer.waiting:
        click.echo(f"{name}: asked for by the phone that shows {sign}")
    if seat is None and not answer.waiting:
        click.echo('No phone asks for a seat. On the phone, tap the name under "I was already here" first.')
    return int(seat is not None and not answer.allowed and not answer.link)


def _answer(table: TableService, seat: str | None) -> Answer:
    if seat is None:
        return Answer(None, table.approvals.asked_for())
    try:
        allowed = table.approvals.allow(seat)
    except NotStored as error:
        return Answer(None, table.approvals.asked_for(), str(error))
    secret = table.seats.link(seat) if allowed is None else None
    return Answer(allowed, table.approvals.asked_for(), link=secret and f"{table.session.address()}/#seat={secret}")


def _user(connection: socket.socket) -> int:
    """Who opened the other end, by user id."""
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", told)[1])
