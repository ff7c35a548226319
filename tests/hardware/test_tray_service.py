"""The tray with a real table: a whole game's rolls, and the service as people start it."""

import itertools
import random
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.files import KEY_BYTES, write_atomically
from companion.hardware.board import Memory
from companion.hardware.finding import Port
from companion.hardware.panel import SOCKET as PINS
from companion.hardware.tray import KEY_FILE, Tray
from companion.hardware.virtual import SOCKET, VirtualTray
from companion.rules.engine import offers
from companion.settings import Settings
from companion.store.store import Store
from companion.table.bots import NAMES
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from tests.bench.former import choose
from tests.deploy.test_serve import Service, play_until_a_roll_is_due, state
from tests.hardware.heard import ask, knows


def test_a_whole_games_rolls(tmp_path: Path) -> None:
    """Every roll of a game is the tray's, on a line that loses, doubles and adds noise: none is missing or double."""
    store, hub, dice, ids = Store(tmp_path), Hub(6), random.Random(5), itertools.count(1)
    table = TableService(Session(store, hub, address=str, choose=dice.choice))

    def rolled(pips: int, request: str, asked: str | None) -> None:
        table.die.rolled(pips, "tray", request, old=asked is None, asked=asked)

    # The numbers of both sides, which nobody else can foresee.
    write_atomically(tmp_path / KEY_FILE, dice.randbytes(KEY_BYTES))
    board = VirtualTray(tmp_path)
    board.board.memory, board.board.random = Memory("1a2b3c4d", secret=dice.randbytes(16)), dice.randbytes

    def plugged() -> list[Port]:
        return [Port(board.port, True)] if board.port else []

    tray = Tray(Settings(data=tmp_path), rolled=rolled, tell=table.session.tell, find=plugged)
    tray.start()
    try:
        for name in NAMES:
            table.seats.join("phone", name)
        table.seats.start("phone")
        knocks = 0
        tricks = ("lose 1", "double 3", "deaf 1", "noise", "reset", "unplug", "light")
        while (game := table.queries.game()) and not game.over:
            if occasion := table.queries.roll_due():
                tray.show(occasion)
                assert knows(tmp_path, occasion)
                trick = tricks[knocks % len(tricks)]
                knocks += 1
                # The tray hears nothing until the trick is done: else the roll might be over before it.
                ask(tmp_path / SOCKET, "deaf 9999", "knock", trick, "plug")
                ask(tmp_path / SOCKET, trick if trick == "deaf 1" else "deaf 0")
                version = -1
                while table.queries.roll_due() == occasion:
                    version = hub.wait(version, 30)
                last = table.queries.last_roll()
                assert last
                assert (last["source"], last["occasion"]) == ("tray", occasion)
                assert ask(tmp_path / SOCKET, f"until pips {last['pips']}") == ["ok"]
                tray.show(table.queries.roll_due())
            else:
                command = choose(game, dice)
                assert command
                seat = next(seat for seat in range(len(game.seats)) if offers(game, seat))
                table.act("phone", str(next(ids)), seat, command)
        about = tray.status().about
        assert about
        assert knocks > 5
    finally:
        tray.close()
        board.close()
        store.close()
    log = Store(tmp_path)
    rows = [row for row in log.rows(1) if (row.request or "").startswith("tray:")]
    log.close()
    assert [row.request for row in rows] == [f"tray:{about.id}:{n}" for n in range(1, knocks + 1)]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., tuple[Service, str]]]:
    """Start a service with a virtual tray; returns it and its address."""
    running: list[Service] = []

    def one(*options: str) -> tuple[Service, str]:
        running.append(Service(tmp_path, "--tray", "virtual", *options))
        address = running[-1].opened()
        running[-1].prints("The dice tray is only simulated")
        return running[-1], address

    yield one
    for service in running:
        service.process.kill()
        service.process.communicate()


def shown(address: str, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Follow the stream as a phone does, until what it shows meets the condition."""
    with urllib.request.urlopen(f"{address}/api/stream", timeout=30) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                view: dict[str, Any] = msgspec.json.decode(line[6:])
                if condition(view):
                    return view
    raise AssertionError


def says(view: dict[str, Any], words: str) -> bool:
    """Whether a notice has these words."""
    return any(words in notice for notice in view["table"]["notices"])


def test_the_roll_of_a_game_and_practice(start: Any, tmp_path: Path) -> None:
    """A game waits for the die: the first knock counts and names the tray, the next is practice."""
    play_until_a_roll_is_due(tmp_path)
    service, address = start()
    before = state(address)
    assert ask(tmp_path / SOCKET, "until breathes", "knock") == ["ok", "ok"]
    view = shown(address, lambda view: view["last_roll"] and view["last_roll"]["source"] == "tray")
    assert "dice tray" in view["last_roll"]["text"]
    assert view["last_roll"]["row"] > max(line["row"] for line in before["log"])
    pips = view["last_roll"]["pips"]
    assert ask(tmp_path / SOCKET, f"until pips {pips}", "knock") == ["ok", "ok"]
    after = shown(address, lambda view: view["practice"])
    assert after["practice"]["source"] == "tray"
    assert after["last_roll"] == view["last_roll"]
    assert after["game"] == view["game"]
    assert service.ends() == 0


def test_the_tray_shows_what_the_button_rolled(start: Any, tmp_path: Path) -> None:
    """Everybody looks at the tray, wherever the roll came from."""
    play_until_a_roll_is_due(tmp_path)
    _, address = start()
    assert ask(tmp_path / SOCKET, "until breathes") == ["ok"]
    assert ask(tmp_path / PINS, "press", "release") == ["ok", "ok"]
    view = shown(address, lambda view: view["last_roll"])
    assert view["last_roll"]["source"] == "button"
    assert ask(tmp_path / SOCKET, f"until pips {view['last_roll']['pips']}") == ["ok"]


def test_what_happens_to_the_tray_is_told_on_every_phone(start: Any, tmp_path: Path) -> None:
    """Unplugged in the middle of a roll, plugged in, of another version: a sentence each, and the table goes on."""
    play_until_a_roll_is_due(tmp_path)
    service, address = start()
    tray = tmp_path / SOCKET
    assert knows(tmp_path, state(address)["game"]["chances"][0]["occasion"])
    ask(tray, "lose 100", "knock", "unplug")
    shown(address, lambda view: says(view, "plug it in again"))
    ask(tray, "lose 0", "plug")
    plugged = time.monotonic()
    view = shown(address, lambda view: view["last_roll"] and view["last_roll"]["source"] == "tray")
    print(f"back and counted {time.monotonic() - plugged:.2f} s after it was plugged in")
    assert ask(tray, f"until pips {view['last_roll']['pips']}", "version 7") == ["ok", "ok"]
    shown(address, lambda view: says(view, "newer than the app"))
    assert service.ends() == 0


def test_a_service_that_is_killed_keeps_the_trays_rolls(start: Any, tmp_path: Path) -> None:
    """What the lights have shown is in the log, however the service ended."""
    play_until_a_roll_is_due(tmp_path)
    service, address = start()
    assert ask(tmp_path / SOCKET, "until breathes", "knock") == ["ok", "ok"]
    rolled = shown(address, lambda view: view["last_roll"] and view["last_roll"]["source"] == "tray")["last_roll"]
    service.process.kill()
    service.process.wait()
    _, address = start()
    assert state(address)["last_roll"] == rolled


def test_no_tray_no_word(tmp_path: Path) -> None:
    """A table that was told to leave the ports alone says nothing of trays."""
    service = Service(tmp_path, "--tray", "off")
    try:
        address = service.opened()
        assert not says(state(address), "dice tray")
        assert not (tmp_path / SOCKET).exists()
        assert service.ends() == 0
    finally:
        service.process.kill()
        service.process.communicate()
