"""`companion check`: whether this release can take a data folder over, tried on a copy before an update does."""

import threading
from contextlib import closing
from pathlib import Path

import click
import msgspec

from companion import __version__, systemd, text
from companion.boards import Boards
from companion.hub import Hub
from companion.settings import Settings
from companion.store import Store, StoreError
from companion.table import TableService
from companion.web import Machines, WebServer, create_app

HOME = "127.0.0.1"
# Seconds: a small Pi that has just started is slow.
PATIENCE = 30.0


def run(settings: Settings) -> None:
    """Open the log, which brings it up to this release, play its last game again, and answer a request for the state.

    Pins, tray and network are left to the table that may run meanwhile. Raises ClickException with what failed.
    """
    try:
        store = Store(settings.data)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    with closing(store):
        if store.notice:
            raise click.ClickException(text.sentence(store.notice))
        _answers(store, msgspec.structs.replace(settings, host=HOME, port=0, pins="off", tray="off"), settings.data)
    click.echo(f"Version {__version__} is well with these games.")


def _answers(store: Store, settings: Settings, data: Path) -> None:
    hub = Hub(settings.streams)
    table = TableService(store, hub, address=lambda: f"http://{HOME}", boards=Boards(data))
    server = WebServer(create_app(table, hub, settings, Machines()), hub, HOME, 0, settings.streams)
    thread = threading.Thread(target=server.run, name="pages")
    thread.start()
    try:
        if not systemd.answers(HOME, server.port, PATIENCE):
            raise click.ClickException("The pages do not answer with the state of the table.")
    finally:
        server.stop()
        hub.close()
        thread.join()
