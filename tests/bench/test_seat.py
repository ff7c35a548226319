"""What makes and judges the seat's weights: the sums are right, and the fit sees what the seat sees."""

from __future__ import annotations

from array import array
from itertools import chain

import pytest

from companion.rules.engine import chances
from companion.seat.worth import COMMON, ISLANDS, SIDES, weights, worth_of
from tests import chance
from tests.bench import fitting
from tests.bench.evening import Deal, play, set_up
from tests.bench.judging import interval
from tests.bench.opponents import beginner, demo, seat
from tests.seat.seated import played


@pytest.mark.parametrize(
    ("box", "players", "table"), [("base", 3, COMMON), ("warcraft", 3, COMMON), ("warcraft", 2, ISLANDS)]
)
def test_the_fit_sees_what_the_seat_sees(box: str, players: int, table: str) -> None:
    """A position's numbers times the weights are its worth beyond its coins; two on islands have their own weights."""
    found = list(chain.from_iterable(chain.from_iterable(weights(table)[side]) for side in SIDES))
    game = set_up((box,), players, chance.seed())
    for position, _ in played(game, "easy", chance.dice()):
        if position.turn.number == 4:
            break
    for number in range(players):
        foreseen = sum(weight * value for weight, value in zip(found, fitting.row(position, number), strict=True))
        assert foreseen == pytest.approx(worth_of(position, number) - position.seats[number].coins)


def test_a_fit_finds_the_weights_of_made_up_positions() -> None:
    """Targets that follow from a single number by a factor."""
    sums, dice = fitting.Sums(), chance.dice()
    for _ in range(50):
        row = array("d", [dice.random() for _ in range(4)])
        sums.add(row, 3 * row[1])
    found, explained = sums.fitted(1e-9)
    assert found == pytest.approx([0, 3, 0, 0], abs=1e-4)
    assert explained == pytest.approx(1)


def test_an_interval_is_wilsons() -> None:
    """Eight of ten."""
    assert interval(0.8, 10) == pytest.approx((0.490, 0.943), abs=0.001)


def test_a_deal_is_the_same_for_everybody() -> None:
    """The same question of a deal gets the same answer, and another deal has others."""
    seed = chance.seed()
    asked = chances(set_up(("base",), 2, seed))[0]
    assert Deal(seed).answer(asked) == Deal(seed).answer(asked)
    assert len({Deal(f"{seed} {number}").answer(asked).value for number in range(30)}) > 1


def test_a_whole_game_is_played_and_timed() -> None:
    """Two kinds of players, every turn of theirs."""
    seed = chance.seed()
    game = play([seat("easy")(seed), beginner(seed), demo(seed)], seed)
    assert [len(turns) for turns in game.seconds] == [10, 10, 10]
