"""The silent clock: it counts each seat's time by a clock that knows no time of day, and stands still in a break."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.lobby import Change
from companion.game.permissions import Changed
from companion.rules.model import Refused
from companion.table.hub import Stream
from tests.table.sitting import NAMES, Sitting
from tests.table.test_late import Clock


@pytest.fixture
def clock() -> Clock:
    """A clock in the test's hand."""
    return Clock()


@pytest.fixture
def streams() -> list[Stream]:
    """What the phones at that table have open."""
    return []


@pytest.fixture
def timed(tmp_path: Path, clock: Clock, streams: list[Stream]) -> Iterator[Sitting]:
    """Ann, Ben and Cid, whose phones are all there, at a table that counts their time."""
    sitting = Sitting(tmp_path, clock=clock)
    for name in NAMES[:3]:
        sitting.table.seats.join(name.lower(), name)
    sitting.table.seats.change("ann", Change(clock=True))
    sitting.table.seats.start("ann")
    streams += come(sitting, "ann", "ben", "cid")
    yield sitting
    sitting.store.close()


def come(sitting: Sitting, *phones: str) -> list[Stream]:
    """Phones open the table's page; returns their streams."""
    opened = [sitting.hub.enter(phone) for phone in phones]
    sitting.table.session.look_around()
    return opened


def seconds(sitting: Sitting) -> list[int]:
    """What each seat has used."""
    found: list[int] = sitting.table.queries.times()["seconds"]
    return found


def test_each_seat_uses_its_own_time(timed: Sitting, clock: Clock) -> None:
    """Time is used by the seat whose turn it is, whoever enters what is done, and stays where it was used."""
    clock.now += 20
    assert seconds(timed) == [20, 0, 0]
    timed.turn()
    assert timed.table.queries.times() == {"seconds": [20, 0, 0], "running": 1}
    clock.now += 7
    timed.act("ann", 0, timed.offer("pick").command)
    clock.now += 5
    assert seconds(timed) == [20, 12, 0]


def test_a_restart_keeps_the_time(timed: Sitting, clock: Clock) -> None:
    """What was used until the last thing done is in the log; a new start's own clock begins anywhere."""
    clock.now += 20
    timed.do("pick")
    clock.now = 3.0
    timed.again()
    assert seconds(timed) == [20, 0, 0]
    come(timed, "ann")
    clock.now += 4
    assert seconds(timed) == [24, 0, 0]


def test_nobody_thinks_while_nobody_is_there(timed: Sitting, clock: Clock, streams: list[Stream]) -> None:
    """From when the last phone has gone until the first is back the clock stands."""
    clock.now += 10
    for stream in streams:
        timed.hub.leave(stream)
    timed.table.session.look_around()
    clock.now += 100_000
    come(timed, "ben")
    clock.now += 1
    assert seconds(timed) == [11, 0, 0]


def test_a_break_needs_everybodys_yes(timed: Sitting, clock: Clock) -> None:
    """It begins with the last yes, and whoever has said it is not asked again; one is enough to go on."""
    ask = timed.table.approvals.pause("ann", "p", 0, True)["ask"]
    assert timed.state["asks"][0]["may"] == [1, 2]
    timed.say("ben", 1, ask)
    assert timed.state["asks"][0]["may"] == [2]
    assert timed.state["clock"] == {"paused": False}
    clock.now += 3
    timed.say("cid", 2, ask)
    assert timed.state["clock"] == {"paused": True}
    clock.now += 600
    assert timed.table.queries.times() == {"seconds": [3, 0, 0], "running": None}
    timed.again()
    assert timed.state["clock"] == {"paused": True}
    timed.table.approvals.pause("cid", "on", 2, False)
    assert timed.state["clock"] == {"paused": False}


def test_a_no_ends_the_question(timed: Sitting) -> None:
    """One who wants to play on is enough."""
    timed.say("cid", 2, timed.table.approvals.pause("ann", "p", 0, True)["ask"], False)
    assert timed.state["asks"] == []
    assert timed.state["clock"] == {"paused": False}


def test_a_break_does_not_wait_for_who_is_away(timed: Sitting) -> None:
    """Of three, Cid's phone hears nothing: Ben's yes is enough."""
    timed.again()
    come(timed, "ann", "ben")
    timed.say("ben", 1, timed.table.approvals.pause("ann", "p", 0, True)["ask"])
    assert timed.state["clock"] == {"paused": True}


def test_the_button_says_yes_to_a_break_and_nothing_else(timed: Sitting) -> None:
    """A press does nothing by itself; with somebody's question for a break open it is everybody's yes."""
    assert not timed.table.press()
    assert timed.state["clock"] == {"paused": False}
    timed.table.approvals.pause("ann", "p", 0, True)
    assert timed.state["asks"][0]["button"]
    assert timed.table.press()
    assert timed.state["clock"] == {"paused": True}
    assert not timed.table.press()
    assert timed.state["clock"] == {"paused": True}


def test_whoever_plays_on_ends_the_break(timed: Sitting, clock: Clock) -> None:
    """Nobody can play on a clock that stands, and nothing is refused for it."""
    timed.table.approvals.pause("ann", "p", 0, True)
    timed.table.press()
    clock.now += 50
    timed.do("pick")
    assert timed.state["clock"] == {"paused": False}
    clock.now += 2
    assert seconds(timed) == [2, 0, 0]
    with pytest.raises(Changed):
        timed.table.approvals.pause("ann", "on", 0, False)


def test_without_it_no_time_is_kept(tmp_path: Path) -> None:
    """A table that did not choose it has no clock, in the log neither."""
    clock = Clock()
    sitting = Sitting(tmp_path, clock=clock)
    sitting.sit("ann", "ben")
    come(sitting, "ann", "ben")
    clock.now += 20
    sitting.do("pick")
    assert sitting.table.queries.times() == {}
    assert sitting.state["clock"] is None
    assert not list(sitting.store.of_kind("clock"))
    with pytest.raises(Refused, match="no_clock"):
        sitting.table.approvals.pause("ann", "p", 0, True)
    sitting.store.close()
