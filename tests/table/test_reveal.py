"""The reveal as a ceremony: it goes on by itself from the first tap, and waits where people come between."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.rules import commands
from companion.rules.model import Refused
from companion.store.store import NotStored
from companion.table import reveal
from tests.table.sitting import Sitting, sitting


@pytest.fixture
def over(tmp_path: Path) -> Iterator[Sitting]:
    """Ann, Ben and Cid have stopped their game; every purse is closed."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben", "cid")
        ask = table.act("ann", 0, commands.Stop())["ask"]
        table.say("ben", 1, ask)
        yield table


@contextmanager
def ceremony(table: Sitting, pace: float) -> Iterator[None]:
    """The thread of the running table that opens purses."""
    thread = threading.Thread(target=reveal.keep, args=(table.table, table.hub, pace))
    thread.start()
    try:
        yield
    finally:
        table.hub.close()
        thread.join(30)
        assert not thread.is_alive()


def opened(table: Sitting, count: int) -> None:
    """Wait until so many purses are open."""
    while len(table.game.unveiled) < count:
        assert table.hub.wait(table.hub.version, 30) >= 0


def test_the_purses_are_offered_once(over: Sitting) -> None:
    """Anybody may open the next one, and everybody's phones show one button."""
    assert [(offer["id"], offer["seat"]) for offer in over.state["game"]["offers"]] == [("unveil", 0)]


def test_the_others_follow_by_themselves(over: Sitting) -> None:
    """One tap opens the first purse; the others open one after the other, each a row of the log that nobody entered."""
    with ceremony(over, 0.01):
        over.act("cid", 2, commands.Unveil())
        opened(over, 3)
    found = [row for row in over.store.rows(1) if row.command.get("type") == "unveil"]
    assert [row.entered_by for row in found] == [2, None, None]
    assert over.state["game"]["winner"] is not None
    over.again()
    assert len(over.game.unveiled) == 3


def test_nothing_opens_before_the_first_tap(over: Sitting) -> None:
    """While all purses are closed, and while nothing is over, none is due."""
    assert over.table.unveiling() is None
    over.table.unveil_next(0)
    assert over.game.unveiled == ()


def test_a_tap_hurries(over: Sitting) -> None:
    """However slow the pace, every tap opens one more at once; with the last it is over."""
    with ceremony(over, 1000):
        for phone, seat in (("ann", 0), ("ben", 1), ("cid", 2)):
            over.act(phone, seat, commands.Unveil())
        assert over.table.unveiling() is None
    with pytest.raises(Refused):
        over.act("ann", 0, commands.Unveil())


def test_a_tap_and_the_ceremony_open_one_together(over: Sitting) -> None:
    """What the ceremony meant to open after the first purse, a tap has opened: it opens no further one at once."""
    over.act("ann", 0, commands.Unveil())
    assert over.table.unveiling() == (1, 3)
    over.act("ben", 1, commands.Unveil())
    over.table.unveil_next(1)
    assert len(over.game.unveiled) == 2


@pytest.mark.parametrize("between", ["coins", "back", "second back"])
def test_it_waits_when_people_come_between(over: Sitting, between: str) -> None:
    """Coins put right, or a purse taken back, stop it until somebody taps again."""
    if between == "second back":
        over.act("ann", 0, commands.Unveil())
    row = int(over.act("ann", 0, commands.Unveil())["row"])
    if between == "coins":
        over.act("ann", 0, commands.SetCoins(1, 2))
    else:
        over.say("ben", 1, over.back("ann", 0, row)["ask"])
    assert over.table.unveiling() is None
    over.act("ann", 0, commands.Unveil())
    assert over.table.unveiling() == (len(over.game.unveiled), 3)


def test_it_goes_on_after_a_restart(over: Sitting) -> None:
    """A power cut in the middle leaves what was open, and the next one follows."""
    over.act("ann", 0, commands.Unveil())
    over.again()
    with ceremony(over, 0.01):
        opened(over, 3)


def test_a_disk_that_takes_nothing_stops_it(over: Sitting) -> None:
    """Nothing opens that is not stored, and the ceremony neither ends nor asks again and again."""
    over.act("ann", 0, commands.Unveil())
    over.store._db.execute("PRAGMA query_only=1")
    with pytest.raises(NotStored):
        over.table.unveil_next(1)
    tried = threading.Event()
    count = []
    original = over.table.unveil_next

    def watched(before: int) -> None:
        count.append(before)
        tried.set()
        original(before)

    over.table.unveil_next = watched  # type: ignore[method-assign]
    with ceremony(over, 0.01):
        assert tried.wait(30)
        over.hub.publish()
    assert count == [1]
    assert len(over.game.unveiled) == 1


def test_the_whole_takes_less_than_twenty_seconds() -> None:
    """From the first purse to the last, for as many players as there may be."""
    for seats in range(2, 7):
        assert (seats - 1) * min(reveal.PACE, reveal.LONGEST / seats) < 20
