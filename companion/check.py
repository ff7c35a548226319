"""`companion check`: whether this release can take a data folder over, tried on a copy before an update does."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import click
import msgspec

from companion import __version__
from companion.boards.library import Boards
from companion.game.entries import StoreError
from companion.host import systemd
from companion.language import text
from companion.settings import Settings
from companion.store.recovery import damaged
from companion.store.rows import Damaged
from companion.store.store import FILE, Store
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from companion.web import Machines, WebServer, create_app

HOME = "127.0.0.1"
# Seconds: a small Pi that has just started is slow.
PATIENCE = 30.0


def run(settings: Settings) -> None:
    """Open the log, which brings it up to this release, play its last game again, and answer a request for the state.

    Pins, tray and network are left to the table that may run meanwhile. Raises ClickException with what failed.
    """
    log = settings.data / FILE
    try:
        if log.exists() and damaged(log):
            raise Damaged(log)
        store = Store(settings.data)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise click.ClickException(f"{log} cannot be read: {why}.") from None
    alone = msgspec.structs.replace(settings, host=HOME, port=0, pins="off", tray="off")
    with closing(store):
        try:
            _answers(store, alone, settings.data)
        except StoreError as error:
            raise click.ClickException(str(error)) from None
    click.echo(f"Version {__version__} works with these games.")


def _answers(store: Store, settings: Settings, data: Path) -> None:
    hub = Hub(settings.streams)
    table = TableService(Session(store, hub, address=lambda: f"http://{HOME}", boards=Boards(data)))
    server = WebServer(create_app(table, hub, settings, Machines()), hub, HOME, 0, settings.streams)
    for notice in table.session.notices().values():
        # Such as that a key is damaged: that speaks against the card, and not against the release.
        click.echo(text.say(notice))
    thread = threading.Thread(target=server.run, name="pages")
    thread.start()
    try:
        if not systemd.answers(HOME, server.port, PATIENCE):
            raise click.ClickException("The pages do not answer.")
    finally:
        server.stop()
        hub.close()
        thread.join()
