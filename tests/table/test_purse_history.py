"""The diary of a purse: every coin with where it came from, and never a coin that is not in the purse."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.game.steps import Step
from companion.rules.commands import Pick, SetCoins
from companion.rules.engine import fold, new_game
from companion.rules.model import Refused
from companion.views import coins, purse_history
from tests.rules.walker import set_up, walk
from tests.table.sitting import Sitting


def told(table: Sitting, phone: str = "ann", seat: int = 0) -> list[tuple[str, int, int]]:
    """The diary, oldest entry first: words, amount and what the purse came to."""
    entries = table.table.queries.diary(phone, seat)["entries"]
    return [(entry["text"], entry["amount"], entry["sum"]) for entry in reversed(entries)]


def whole_turn(table: Sitting, phone: str, seat: int, place: int = 0) -> None:
    """Pick a combo, conquer once and come to the accepted sheet."""
    table.act(phone, seat, Pick(place))
    for kind in ("conquer", "finish", "redeploy", "accept"):
        table.do(kind)


def test_a_purse_begins_with_five_ones(three: Sitting) -> None:
    """5 coins of 1 for each player (Setting up the game)."""
    assert told(three) == [("At the start", 5, 5)]
    assert three.table.queries.diary("ann", 0)["stash"] == [(1, 5)]


def test_payment_and_score_are_told_one_by_one(three: Sitting) -> None:
    """Two coins laid on the combos above, by name; then the sheet, line by line."""
    above = [combo["name"] for combo in three.state["game"]["column"][:2]]
    whole_turn(three, "ann", 0, 2)
    sheet = three.state["game"]["sheet"]
    found = three.table.queries.diary("ann", 0)["entries"]
    assert [entry["text"] for entry in found] == ["Scored", "Put on combos", "At the start"]
    assert (found[1]["amount"], found[1]["combos"]) == (-2, [{"text": name, "count": 1} for name in above])
    assert found[0]["score"] == sheet["sum"]["text"]
    assert found[0]["sum"] == 5 - 2 + sheet["total"] == three.table.queries.purse("ann", 0)
    assert coins.worth(dict(found[0]["take"])) == sheet["total"]


def test_coins_on_a_combo_are_told_with_it(three: Sitting) -> None:
    """Who takes the combo gets what lies on it, in ones as they were dropped."""
    three.act("ann", 0, Pick(1))
    combo = three.state["game"]["column"][0]["name"]
    for kind in ("finish", "redeploy", "accept"):
        three.do(kind)
    three.act("ben", 1, Pick(0))
    (taken, _begin) = three.table.queries.diary("ben", 1)["entries"]
    assert (taken["text"], taken["amount"], taken["take"]) == (f"Came with the {combo}", 1, [(1, 1)])


def test_corrections_say_who_and_why(three: Sitting) -> None:
    """A correction by somebody else with its reason; a count of one's own without a number of anybody else's."""
    three.act("ben", 1, SetCoins(0, -2, "paid", "lent to Cid"))
    three.act("cid", 2, SetCoins(0, 1))
    three.table.count_purse("ann", "count", 0, 9)
    assert told(three) == [
        ("At the start", 5, 5),
        ("Corrected by Ben: wrong payment (lent to Cid)", -2, 3),
        ("Corrected by Cid", 1, 4),
        ("You counted your coins", 5, 9),
    ]


def test_what_was_taken_back_is_not_in_it(three: Sitting) -> None:
    """Only what stands was paid."""
    row = three.act("ann", 0, Pick(1))["row"]
    assert len(told(three)) == 2
    three.say("ben", 1, three.back("ann", 0, row)["ask"])
    assert told(three) == [("At the start", 5, 5)]


def test_it_is_the_same_after_a_restart(three: Sitting) -> None:
    """It is in the rows, not in the memory of the program."""
    whole_turn(three, "ann", 0, 1)
    before = three.table.queries.diary("ann", 0)
    three.again()
    assert three.table.queries.diary("ann", 0) == before


def test_a_look_leaves_nothing(three: Sitting) -> None:
    """Neither the diary nor a check of the cardboard appends a row or raises the version."""
    rows, version = list(three.store.rows(1)), three.state["version"]
    three.table.queries.diary("ann", 0)
    assert three.table.queries.check_purse("ann", 0, {1: 2, 3: 1}) == {"counted": 5, "difference": 0}
    assert three.table.queries.check_purse("ann", 0, {5: 1, 3: 1}) == {"counted": 8, "difference": 3}
    assert three.table.queries.check_purse("ann", 0, {}) == {"counted": 0, "difference": -5}
    assert (list(three.store.rows(1)), three.state["version"]) == (rows, version)


def test_there_are_no_other_coins(three: Sitting) -> None:
    """A coin of 2 is refused with the values there are."""
    with pytest.raises(Refused) as caught:
        three.table.queries.check_purse("ann", 0, {2: 1})
    assert caught.value.message.key == "table.no_coin"


@pytest.mark.parametrize("look", ["diary", "check_purse"])
def test_only_the_phone_that_holds_the_seat_looks(three: Sitting, look: str) -> None:
    """Another player's phone, and one without a seat, are refused."""
    more: tuple[Any, ...] = ({1: 5},) if look == "check_purse" else ()
    for phone in ("ben", "nobody", None):
        with pytest.raises(Refused):
            getattr(three.table.queries, look)(phone, 0, *more)


@pytest.mark.parametrize("seed", range(6))
def test_every_coin_of_whole_games_is_told(seed: int) -> None:
    """Random games: each diary's sums make its purse, and its stash too."""
    dice = Random(seed)
    setup = set_up(2 + seed % 4, dice)
    began = new_game(setup)
    game = fold(began)
    steps = [Step(1, "start", None, 0, None, began, None, game)]
    for walked in walk(setup, dice):
        steps.append(Step(len(steps) + 1, "act", 0, 0, walked.command, walked.events, walked.before, walked.after))
    names = [seat.name for seat in setup.seats]
    for seat, now in enumerate(steps[-1].after.seats):
        found = purse_history.entries(steps, names, seat)
        assert sum(entry.amount for entry in found) == now.coins
        shown = purse_history.view(found, "en")
        assert shown["entries"][0]["sum"] == now.coins == coins.worth(dict(shown["stash"]))
        assert all(entry["amount"] for entry in shown["entries"])
