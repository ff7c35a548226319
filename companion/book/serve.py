"""The book's own process, and what its owner does with the book at the computer."""

from __future__ import annotations

import signal
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

import click

from companion.book import seasons, signature
from companion.book.ledger import Ledger, NotKnown
from companion.book.message import LARGEST
from companion.host import journal
from companion.table.hub import Hub


def opened(folder: Path) -> Ledger:
    """The book in a folder. Raises ClickException with a sentence for people."""
    try:
        return Ledger(folder)
    except (OSError, sqlite3.Error) as error:
        raise click.ClickException(f"The book in {folder} cannot be opened: {error}. Nothing was changed.") from None


def run(folder: Path, host: str, port: int, address: str, club: str, named: Sequence[str]) -> None:
    """Serve a book until SIGTERM or Ctrl-C. Raises ClickException with a sentence for people."""
    from companion.book.pages import create_book
    from companion.web.server import WebServer, why_closed

    journal.begin()
    folder = folder.expanduser().absolute()
    ledger = opened(folder)
    try:
        ledger.name_seasons([seasons.read(each) for each in named])
        secret = signature.made(folder / signature.FILE)
    except (seasons.BadSeason, signature.NoSecret) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"The book's secret cannot be kept in {folder}: {error.strerror}.") from None
    changed, ending = threading.Event(), threading.Event()
    app = create_book(ledger, secret, address, changed.set, club)
    try:
        # Nothing is streamed here.
        server = WebServer(app, Hub(0), host, port, streams=0, most=lambda _: LARGEST)
    except OSError as error:
        raise click.ClickException(why_closed("The book", host, port, error)) from None
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    rating = threading.Thread(target=_keep_rating, args=(ledger, changed, ending), name="rating")
    rating.start()
    click.echo(f"The club's book is open on port {server.port}; it is kept in {ledger.path}.")
    click.echo(f"Tables need its address and the file {folder / signature.FILE}.")
    try:
        server.run()
    finally:
        ending.set()
        changed.set()
        rating.join()
    click.echo("The book is closed.")


def _keep_rating(ledger: Ledger, changed: threading.Event, ending: threading.Event) -> None:
    """Renew the standings after results have come, so that whoever opens the file finds them."""
    changed.set()
    while changed.wait() and not ending.is_set():
        changed.clear()
        ledger.renew()


def forget(folder: Path, name: str) -> None:
    """Forget a player."""
    games = opened(folder).forget(name)
    if games:
        click.echo(f"{name} is forgotten: {games} games keep their results as somebody's.")
    else:
        click.echo(f"Nobody in the book is called {name}. A result that is still on its way comes without that name.")
    click.echo("Backups and copies of the book still have the name: delete them, or forget it there too.")


def merge(folder: Path, name: str, into: str) -> None:
    """Make two names one player."""
    try:
        opened(folder).merge(name, into)
    except NotKnown as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{name} and {into} are one player now, called {into}.")
