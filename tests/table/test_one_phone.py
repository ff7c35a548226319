"""Where one phone holds every seat, the table's button says yes; and seats that go from phone to phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.permissions import Changed, NoSeat, NotYours
from companion.rules.commands import Stop
from companion.rules.model import Refused
from tests.table.sitting import Sitting, sitting


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Sitting]:
    """Ann and Ben share Ann's phone."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ann")
        yield table


def test_the_button_says_yes_where_there_is_one_phone(one: Sitting) -> None:
    """A press is the yes that no other phone can give, and the log says whose yes it was."""
    row = one.do("pick")
    assert not one.table.press()
    one.do("conquer")
    one.do("finish")
    one.do("redeploy")
    one.do("accept")
    assert "ask" in one.back("ann", 1, row)
    assert one.state["asks"][0]["button"]
    assert one.table.press()
    assert one.state["asks"] == []
    assert one.game.turn.seat == 0
    undone, approved = (line["text"] for line in one.state["log"][:2])
    assert undone.startswith("Ben undoes: ")
    assert approved.endswith(" – approved with the die button")


def test_a_roll_comes_before_a_question(one: Sitting) -> None:
    """While a roll is due a press rolls; the next one says yes."""
    one.to_attempt()
    one.act("ann", 0, Stop())
    assert one.table.press()
    assert len(one.state["asks"]) == 1
    assert one.table.press()
    assert one.state["phase"] == "reveal"


def test_the_button_says_nothing_for_a_second_phone(three: Sitting) -> None:
    """Where somebody else's phone can say yes, a press does nothing at all."""
    three.act("ann", 0, Stop())
    version = three.hub.version
    assert not three.state["asks"][0]["button"]
    assert not three.table.press()
    assert three.hub.version == version
    three.table.seats.rejoin("new", 1)
    assert not three.table.press()
    assert three.table.queries.seats("new") == []


def test_a_press_brings_back_every_seat_of_the_lost_phone(one: Sitting) -> None:
    """The only phone was lost: a new one asks for one seat, somebody presses, and it has them all."""
    one.table.seats.rejoin("new", 1)
    assert one.state["asks"][0]["button"]
    assert one.table.press()
    assert one.table.queries.seats("new") == [0, 1]
    assert one.table.queries.seats("ann") == []
    one.again()
    assert one.table.queries.seats("new") == [0, 1]


def test_a_press_chooses_nobody_of_two(one: Sitting) -> None:
    """Two phones ask for a seat: a press does not tell which one is the table's, but the sign does."""
    one.table.seats.rejoin("new", 0)
    one.table.seats.rejoin("stranger", 0)
    assert not one.table.press()
    assert one.table.queries.seats("new") == one.table.queries.seats("stranger") == []
    assert one.table.approvals.allow(str(one.table.queries.waiting("new"))) == "Ann"
    assert one.table.queries.seats("new") == [0]


def test_who_asks_for_a_seat_does_not_say_yes_to_it(three: Sitting) -> None:
    """A phone with a seat cannot take a second one by a yes of its own."""
    three.table.seats.rejoin("ann", 1)
    ask = three.state["asks"][0]
    assert ask["may"] == [1, 2]
    with pytest.raises(NotYours):
        three.say("ann", 0, ask["id"])
    three.say("cid", 2, ask["id"])
    assert three.table.queries.seats("ann") == [0, 1]


def test_a_seat_is_given_up_and_taken_by_the_next(three: Sitting) -> None:
    """What was taken by a wrong tap is free again; the first has it at once, the second asks."""
    three.table.seats.stand_up("ben", 1)
    assert three.table.queries.seats("ben") == []
    assert not three.state["seats"][1]["phone"]
    assert three.state["log"][0]["text"] == "Ben’s seat is free"
    three.table.seats.rejoin("right", 1)
    three.table.seats.rejoin("late", 1)
    assert three.table.queries.seats("right") == [1]
    assert three.table.queries.seats("late") == []
    assert three.table.queries.waiting("late")
    three.again()
    assert three.table.queries.seats("right") == [1]


def test_nobody_gives_up_the_seat_of_another(three: Sitting) -> None:
    """A seat is given up from its own phone."""
    with pytest.raises(NotYours):
        three.table.seats.stand_up("ann", 1)
    assert three.table.queries.seats("ben") == [1]


def test_in_the_lobby_a_seat_is_not_given_up_but_removed(tmp_path: Path) -> None:
    """Before the game there is no seat without a player."""
    with sitting(tmp_path) as table:
        table.table.seats.join("ann", "Ann")
        with pytest.raises(Refused, match="not_began"):
            table.table.seats.stand_up("ann", 0)


def test_of_two_that_ask_for_a_seat_one_has_it(three: Sitting) -> None:
    """Two phones ask for Ann's seat; after one yes the other question is no more, and a late yes to it does nothing."""
    three.table.seats.rejoin("new", 0)
    three.table.seats.rejoin("other", 0)
    first, second = (ask["id"] for ask in three.state["asks"])
    three.say("ben", 1, first)
    with pytest.raises(Changed, match="no_ask"):
        three.say("cid", 2, second)
    assert three.table.queries.seats("new") == [0]
    assert three.table.queries.waiting("other") is None
    assert three.state["asks"] == []
    three.again()
    assert three.table.queries.seats("new") == [0]
    assert three.state["asks"] == []


def test_a_phone_knows_that_its_seat_moved_on(three: Sitting) -> None:
    """The old phone is told so, also after a restart, until it has the seat again or nobody has; it may do nothing."""
    three.table.seats.rejoin("new", 0)
    three.say("ben", 1, three.state["asks"][0]["id"])
    three.again()
    assert three.table.queries.moved("ann") == [0]
    assert three.table.queries.moved("new") == three.table.queries.moved("ben") == three.table.queries.moved(None) == []
    with pytest.raises(NoSeat):
        three.table.queries.purse("ann", 0)
    with pytest.raises(NoSeat):
        three.act("ann", 0, three.offer("pick").command)
    three.table.seats.stand_up("new", 0)
    assert three.table.queries.moved("ann") == []
    three.table.seats.rejoin("ann", 0)
    assert three.table.queries.seats("ann") == [0]
    assert three.table.queries.moved("new") == three.table.queries.moved("ann") == []
