"""One table from start to stop: the log, the table, the pins, the pages, and the words on the terminal."""

import os
import secrets
import signal
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from companion.boards.library import Boards
from companion.game.entries import StoreError
from companion.hardware.panel import Panel
from companion.hardware.teaching import Teaching
from companion.hardware.tray import Tray
from companion.host import health, journal, memory, systemd
from companion.host.address import for_phones
from companion.host.hotspot import Hotspot, page
from companion.host.mdns import LocalName
from companion.language import text
from companion.rules.model import Message
from companion.settings import Settings
from companion.store import snapshots
from companion.store.store import Store
from companion.table import app_seats, reveal
from companion.table.app_seats import AppSeats
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from companion.upkeep import terminal
from companion.upkeep.local_socket import Local
from companion.web import Machines, WebServer, create_app
from companion.web.server import why_closed

if TYPE_CHECKING:
    from flask import Flask

    from companion.book.delivery import Delivery

# How often to look for a changed address of this computer, in seconds; everything else wakes the table by itself.
LOOK_AROUND = 5.0
STOPPING = (signal.SIGTERM, signal.SIGINT)


def run(
    settings: Settings,
    *,
    beside: Callable[[TableService, threading.Event], None] | None = None,
    choose: Callable[[Sequence[str]], str] = secrets.choice,
    sleep: float = 0.0,
) -> None:
    """Run one table until SIGTERM or Ctrl-C, then end it cleanly.

    `beside` runs in a thread of its own as long as the table is open, and ends when its event is set. `choose` draws
    for the companion. After `sleep` seconds without a phone or a screen the table ends too; 0: it never does. Raises
    ClickException with a sentence for people when the table cannot be opened.
    """
    memory.one_heap()
    journal.begin()
    snapshots.before_new_tables(settings.data)
    try:
        store = Store(settings.data)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    if store.notice:
        click.echo(text.say(store.notice))
    try:
        # lgpio leaves its pipes in the working directory, which may be one where nothing can be written.
        os.chdir(settings.data)
        _run(settings, store, beside, choose, sleep)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    finally:
        store.close()


def _run(
    settings: Settings,
    store: Store,
    beside: Callable[[TableService, threading.Event], None] | None,
    choose: Callable[[Sequence[str]], str],
    sleep: float,
) -> None:
    port = settings.port
    # Versions go on after a restart, so that no phone takes the first states for older ones.
    hub = Hub(settings.streams, first=store.run << 20)
    boards = Boards(settings.data)
    # A demo leaves the network of its computer alone.
    alone = settings.hotspot == "auto" and beside is None
    hotspot = Hotspot(settings.data, alone=alone, tell=lambda sentence: tell("hotspot", sentence))
    panels: list[Panel] = []  # the panel, once there is one: it presses at the table, which is made before it
    table = TableService(
        Session(
            store,
            hub,
            address=lambda: address(settings, hotspot, port),
            dealing=settings.dealing,
            boards=boards,
            choose=choose,
            wifi=hotspot.wifi,
            button=lambda: any(each.has_button() for each in panels),
        )
    )

    def tell(source: str, sentence: Message | None) -> None:
        table.session.tell(source, sentence)
        if sentence:
            click.echo(text.say(sentence))

    def rolled(pips: int, request: str, asked: str | None) -> None:
        table.die.rolled(pips, "tray", request, old=asked is None, asked=asked)

    def blink(pips: int) -> None:
        panel.answer(pips)
        tray.answer(pips)

    panel = Panel(
        settings,
        press=table.press,
        long_press=hotspot.toggle,
        # Not when only the service restarts: a press then means a roll, or the approval at a table with one phone.
        long_press_counts=lambda: hotspot.here and health.starting(),
        tell=tell,
    )
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
        app = create_app(table, hub, settings, machines, hotspot, show=beside is not None)
        book = None if beside else _book(settings, table, app)
        server = WebServer(
            app, hub, settings.host, settings.port, settings.streams, settings.path, proxy=settings.proxy
        )
    except OSError as error:
        raise click.ClickException(why_closed("The table", settings.host, settings.port, error)) from None
    port = server.port
    table.session.look_around()

    local = _at_this_computer(table, settings)
    name = LocalName(settings.local_name, tell=lambda sentence: tell("name", sentence))
    ending = threading.Event()

    def alive(patience: float) -> bool:
        # The first needs the table's lock and the store, the second the web server's threads and the table again.
        table.session.look_around()
        return systemd.answers(settings.host, port, patience)

    def moved() -> None:
        name.follow(for_phones(port))
        hotspot.follow()

    def fall_asleep() -> None:
        if hub.deserted(sleep):
            server.stop()

    threads = [
        threading.Thread(target=_follow, args=(table, hub, panel, tray, moved), name="lights"),
        threading.Thread(target=reveal.keep, args=(table, hub), name="reveal"),
        threading.Thread(target=app_seats.keep, args=(AppSeats(table.session), hub), name="seats"),
        threading.Thread(target=snapshots.keep, args=(settings.data, ending), name="copies"),
        threading.Thread(target=systemd.keep_telling, args=(alive, ending), name="alive"),
    ]
    if sleep:
        threads.append(threading.Thread(target=fall_asleep, name="sleep"))
    if book:
        threads.append(threading.Thread(target=book.keep, name="book"))
    if beside:
        threads.append(threading.Thread(target=beside, args=(table, ending), name="beside"))

    _stop_on_signals(server)
    _welcome(table, settings)
    panel.start()
    panels.append(panel)
    table.session.look_around()
    tray.start()
    for thread in threads:
        thread.start()
    memory.keep_all()
    try:
        server.run()
    finally:
        systemd.notify("STOPPING=1")
        ending.set()
        hub.close()
        if book:
            book.end()
        panel.close()
        tray.close()
        if local:
            local.close()
        for thread in threads:
            thread.join()
        name.close()
    click.echo("The table is closed. The game continues from here when you open it again.")


def _stop_on_signals(server: WebServer) -> None:
    """Have the first SIGTERM or Ctrl-C end the server."""

    def stop(*_: object) -> None:
        # Once is enough: an impatient second Ctrl-C must not interrupt the shutdown.
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)
        server.stop()

    for number in STOPPING:
        signal.signal(number, stop)


def _welcome(table: TableService, settings: Settings) -> None:
    """Print where the table is: one line for the journal, or the QR code and more for a person at a terminal."""
    if systemd.listening():
        click.echo(f"The table is open at {table.session.address()}; the games are kept in {settings.data}.")
    else:
        terminal.welcome(table.session.address(), settings.data)


def _follow(table: TableService, hub: Hub, panel: Panel, tray: Tray, tell_name: Callable[[], None]) -> None:
    """Keep the lights of button and tray, and the mDNS name, in step with the table's state."""
    tell_name()
    seen, last = -1, table.queries.last_roll()
    while (version := hub.wait(seen, LOOK_AROUND)) >= 0:
        if version == seen:
            # Only while nothing happens: those who wait for a new state come first.
            table.session.look_around()
            tell_name()
        seen = version
        roll = table.queries.last_roll()
        if roll and (last is None or roll["row"] > last["row"]):
            panel.answer(roll["pips"])
            if roll["source"] != "tray":
                tray.answer(roll["pips"])
        last = roll
        due = table.queries.roll_due()
        panel.show(due is not None)
        tray.show(due)


def address(settings: Settings, hotspot: Hotspot, port: int) -> str:
    """What the QR code says: in the hotspot a configured address leads nowhere."""
    if hotspot.on:
        return page(port)
    # Whoever serves the table below a path has the port of the web.
    host = settings.address or for_phones(80 if settings.path else port)
    return host.rstrip("/") + settings.path if settings.path else host


def _book(settings: Settings, table: TableService, app: "Flask") -> "Delivery | None":
    """The post to the club's book, where there is one: a table at home loads nothing of it.

    Without its secret the table opens all the same, and says why nobody is remembered.
    """
    if not settings.book:
        return None
    from companion.book import at_table, signature

    try:
        post = at_table.opened(settings, table.session)
    except signature.NoSecret as error:
        table.session.tell("book", Message("notice.book", {"why": str(error)}))
        click.echo(str(error))
        return None
    at_table.add(app, post)
    return post


def _at_this_computer(table: TableService, settings: Settings) -> Local | None:
    """Let `companion seat` speak to the table; without it everything else goes on."""
    try:
        return Local(table, settings.data)
    except OSError as error:
        click.echo(f"The command companion seat will not reach this table: {error.strerror or error}.")
        return None
