"""One table from start to stop: the log, the table, the pins, the pages, and the words on the terminal."""

import os
import signal
import threading
from collections.abc import Callable

import click

from companion import copies, logs, systemd, terminal, text, unveiling
from companion.address import for_phones
from companion.avahi import LocalName
from companion.boards import Boards
from companion.hardware.panel import Panel
from companion.hardware.teaching import Teaching
from companion.hardware.tray import Tray
from companion.hotspot import Hotspot, page
from companion.hub import Hub
from companion.local import Local
from companion.rules.model import Say
from companion.settings import Settings
from companion.store import Store, StoreError
from companion.table import TableService
from companion.web import Machines, WebServer, create_app

# How often to look for a changed address of this computer, in seconds; everything else wakes the table by itself.
LOOK_AROUND = 5.0
STOPPING = (signal.SIGTERM, signal.SIGINT)


def run(settings: Settings, *, beside: Callable[[TableService, threading.Event], None] | None = None) -> None:
    """Run one table until SIGTERM or Ctrl-C, then end it cleanly.

    `beside` runs in a thread of its own as long as the table is open, and ends when its event is set. Raises
    ClickException with a sentence for people when the table cannot be opened.
    """
    logs.begin()
    copies.before_new_tables(settings.data)
    try:
        store = Store(settings.data)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    try:
        # lgpio leaves its pipes in the working directory, which may be one where nothing can be written.
        os.chdir(settings.data)
        _run(settings, store, beside)
    finally:
        store.close()


def _run(settings: Settings, store: Store, beside: Callable[[TableService, threading.Event], None] | None) -> None:
    port = settings.port
    # Versions go on after a restart, so that no phone takes the first states for older ones.
    hub = Hub(settings.streams, first=store.run << 20)
    boards = Boards(settings.data)
    # By itself only where a table belongs to its computer.
    alone = settings.hotspot == "auto" and beside is None
    hotspot = Hotspot(settings.data, alone=alone, tell=lambda sentence: tell("hotspot", sentence))
    table = TableService(
        store,
        hub,
        address=lambda: _address(settings, hotspot, port),
        dealing=settings.dealing,
        boards=boards,
        wifi=hotspot.wifi,
    )

    def tell(source: str, sentence: Say | None) -> None:
        table.tell(source, sentence)
        if sentence:
            click.echo(text.say(sentence))

    def rolled(pips: int, request: str, old: bool) -> None:
        table.rolled(pips, "tray", request, old=old)

    def blink(pips: int) -> None:
        panel.answer(pips)
        tray.answer(pips)

    panel = Panel(settings, press=table.press, long_press=hotspot.toggle, tell=tell)
    try:
        tray = Tray(settings, rolled=rolled, tell=tell)
        teaching = Teaching(tray)
        machines = Machines(
            report=lambda: {**panel.report(), "tray": teaching.report(), "hotspot": hotspot.report()},
            blink=blink,
            learn=teaching.learn,
            read=teaching.read,
            forget=teaching.forget,
        )
        app = create_app(table, hub, settings, machines, hotspot)
        server = WebServer(app, hub, settings.host, settings.port, settings.streams)
    except OSError as error:
        raise click.ClickException(_why_closed(settings, error)) from None
    port = server.port
    table.look_around()

    local = _at_this_computer(table, settings)
    name = LocalName(settings.local_name, tell=lambda sentence: tell("name", sentence))
    ending = threading.Event()

    def alive(patience: float) -> bool:
        # The first needs the table's lock and the store, the second the web server's threads and the table again.
        table.look_around()
        return systemd.answers(settings.host, port, patience)

    def moved() -> None:
        name.follow(for_phones(port))
        hotspot.follow()

    threads = [
        threading.Thread(target=_follow, args=(table, hub, panel, tray, moved), name="lights"),
        threading.Thread(target=unveiling.keep, args=(table, hub), name="reveal"),
        threading.Thread(target=copies.keep, args=(settings.data, ending), name="copies"),
        threading.Thread(target=systemd.keep_telling, args=(alive, ending), name="alive"),
    ]
    if beside:
        threads.append(threading.Thread(target=beside, args=(table, ending), name="beside"))

    def stop(*_: object) -> None:
        # Once is enough: the second Ctrl-C of somebody impatient must not tear the end apart.
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)
        server.stop()

    for number in STOPPING:
        signal.signal(number, stop)
    if systemd.listening():
        click.echo(f"The table is open at {table.address()}; the games are kept in {settings.data}.")
    else:
        terminal.welcome(table.address(), settings.data)
    panel.start()
    tray.start()
    for thread in threads:
        thread.start()
    try:
        server.run()
    finally:
        systemd.notify("STOPPING=1")
        ending.set()
        hub.close()
        panel.close()
        tray.close()
        if local:
            local.close()
        for thread in threads:
            thread.join()
        name.close()
    click.echo("The table is closed; the game goes on where it was when it is opened again.")


def _follow(table: TableService, hub: Hub, panel: Panel, tray: Tray, tell_name: Callable[[], None]) -> None:
    """Let the lights of button and tray follow the table, and the table and its name follow this computer's address."""
    tell_name()
    seen, last = -1, table.last_roll()
    while (version := hub.wait(seen, LOOK_AROUND)) >= 0:
        if version == seen:
            # Only while nothing happens: those who wait for a new state come first.
            table.look_around()
            tell_name()
        seen = version
        roll = table.last_roll()
        if roll and (last is None or roll["row"] > last["row"]):
            panel.answer(roll["pips"])
            if roll["source"] != "tray":
                tray.answer(roll["pips"])
        last = roll
        due = table.roll_due() is not None
        panel.show(due)
        tray.show(due)


def _address(settings: Settings, hotspot: Hotspot, port: int) -> str:
    """What the QR code says: in the hotspot a configured address leads nowhere."""
    return page(port) if hotspot.on else settings.address or for_phones(port)


def _at_this_computer(table: TableService, settings: Settings) -> Local | None:
    """Let `companion seat` speak to the table; without it everything else goes on."""
    try:
        return Local(table, settings.data)
    except OSError as error:
        click.echo(f"The command companion seat cannot reach this table: {error.strerror or error}.")
        return None


def _why_closed(settings: Settings, error: OSError) -> str:
    """Why the pages cannot be served, and what to do."""
    where = f"port {settings.port}" + ("" if settings.host == "0.0.0.0" else f" of {settings.host}")  # noqa: S104
    if isinstance(error, PermissionError) and error.filename is None:
        return f"You may not open {where}, which is kept for root: set another with --port, such as 8000."
    if error.filename is not None:
        return f"{error.filename} cannot be used: {error.strerror}. Nothing was changed."
    return (
        f"The table cannot be opened at {where}: {error.strerror or error}. End the program that has it, or set another"
        " with --port."
    )
