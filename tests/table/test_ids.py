"""The id of an act counts once in the life of a log: sent again in a later game, it does nothing and is answered."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from companion.game.permissions import Changed
from companion.rules.commands import Stop
from tests.table.sitting import Sitting, sitting


class Played(NamedTuple):
    """A second game of three; the ids of the first one's acts with the answers that they got."""

    three: Sitting
    asked: str
    rows: dict[str, int]


@pytest.fixture
def played(three: Sitting) -> Played:
    """In the first game Ben counts; Ann picks a combo, takes a conquest back, and asks to stop, which Ben approves."""
    table = three.table
    rows = {"count": table.count_purse("ben", "count", 1, 31)["row"]}
    rows["pick"] = table.act("ann", "pick", 0, three.offer("pick").command)["row"]
    rows["back"] = table.take_back("ann", "back", 0, three.do("conquer"))["row"]
    asked = table.act("ann", "stop", 0, Stop())["ask"]
    rows["yes"] = table.approvals.consent("ben", "yes", 1, asked, True)["row"]
    table.seats.new("ann", 0)
    table.seats.start("ann")
    return Played(three, asked, rows)


def test_a_count_of_an_earlier_game_sets_no_coins(played: Played) -> None:
    """Sent again it has its first row, and Ben's coins stay."""
    table, store = played.three.table, played.three.store
    before, last = table.queries.purse("ben", 1), store.last_row()
    assert table.count_purse("ben", "count", 1, 31) == {"row": played.rows["count"]}
    assert (table.queries.purse("ben", 1), store.last_row()) == (before, last)
    assert before != 31


@pytest.mark.parametrize("restarted", [False, True], ids=["at once", "after a restart"])
def test_every_act_of_an_earlier_game_is_done(played: Played, restarted: bool) -> None:
    """Each is answered as it was the first time, and the log does not grow."""
    three, rows = played.three, played.rows
    if restarted:
        three.again()
    table, last, offered = three.table, three.store.last_row(), three.offer("pick").command
    assert table.count_purse("ben", "count", 1, 31) == {"row": rows["count"]}
    assert table.act("ann", "pick", 0, offered) == {"row": rows["pick"]}
    assert table.take_back("ann", "back", 0, last) == {"row": rows["back"]}
    assert table.act("ann", "stop", 0, Stop()) == {"ask": played.asked}
    assert table.approvals.consent("ben", "yes", 1, played.asked, True) == {"row": rows["yes"]}
    assert three.store.last_row() == last


def test_a_roll_of_an_earlier_game_fell_as_it_did(three: Sitting) -> None:
    """A phone that sends its roll again in the next game reads the same pips, and nothing is rolled."""
    occasion = three.to_attempt()
    first = three.table.die.roll("ann", 0, occasion, request="roll")
    three.say("ben", 1, three.act("ann", 0, Stop())["ask"])
    three.table.seats.new("ann", 0)
    three.table.seats.start("ann")
    last = three.store.last_row()
    assert three.table.die.roll("ann", 0, occasion, request="roll") == first
    assert three.store.last_row() == last


def test_a_join_of_an_earlier_game_has_its_seat(tmp_path: Path) -> None:
    """Who sits there still is told the seat; who has given it up sits down nowhere by it."""
    with sitting(tmp_path) as three:
        for phone in ("ann", "ben", "cid"):
            three.table.seats.join(phone, phone.title(), request=f"join-{phone}")
        three.table.seats.start("ann")
        three.say("ben", 1, three.act("ann", 0, Stop())["ask"])
        three.table.seats.stand_up("cid", 2)
        three.table.seats.new("ann", 0)
        last = three.store.last_row()
        assert three.table.seats.join("ben", "Ben", request="join-ben") == 1
        assert three.table.seats.joined("join-ben") == (1, "ben")
        with pytest.raises(Changed, match="no_seat"):
            three.table.seats.join("cid", "Cid", request="join-cid")
        assert three.store.last_row() == last


def test_the_id_of_something_else_takes_no_seat(three: Sitting) -> None:
    """An act's id of an earlier game is no join."""
    three.table.count_purse("ben", "count", 1, 31)
    three.say("ben", 1, three.act("ann", 0, Stop())["ask"])
    three.table.seats.new("ann", 0)
    with pytest.raises(Changed, match="no_seat"):
        three.table.seats.join("dee", "Dee", request="count")
