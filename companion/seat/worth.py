"""The worth of a position for a seat: its coins, and what its figures and those of the others will bring.

The weights are data (weights.toml), and so is the story of how they were made.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from itertools import starmap
from operator import mul

from companion.rules.model import Game
from companion.rules.score import sheet, total
from companion.seat import figures
from companion.seat.figures import NAMES, turns_left

OWN, OTHERS = "own", "others"
SIDES = (OWN, OTHERS)


def spans(left: int) -> tuple[float, float, float]:
    """The three measures of time by which each figure counts: all turns left, at most one, and at most three."""
    return float(left), float(min(left, 1)), float(min(left, 3))


def worth_of(game: Game, seat: int) -> float:
    """What a seat will have in the end beyond the mean of the others, as far as it can be foreseen.

    Its own coins count as they are. The purses of the others are secret, and no move of one's own depends on them.
    """
    return game.seats[seat].coins + _future(game, seat, turns_left(game, seat))


def at_a_glance(game: Game, seat: int) -> float:
    """The same in the middle of a seat's conquests, were they over and its score sheet paid."""
    coins = game.seats[seat].coins + total(sheet(game, seat))
    return coins + _future(game, seat, turns_left(game, seat) - 1)


def _future(game: Game, seat: int, own_turns: int) -> float:
    land = figures.lie(game)
    found = _sum(OWN, own_turns, figures.figures(game, seat, land)) if own_turns else 0.0
    others = [other for other, each in enumerate(game.seats) if other != seat and not each.left]
    for other in others:
        left = turns_left(game, other)
        if left:
            found += _sum(OTHERS, left, figures.figures(game, other, land)) / len(others)
    return found


def _sum(side: str, left: int, found: tuple[float, ...]) -> float:
    return float(sum(starmap(mul, zip(weights_for(side, left), found, strict=True))))


@cache
def weights_for(side: str, left: int) -> tuple[float, ...]:
    """What each figure counts with so many turns left."""
    return tuple(sum(starmap(mul, zip(spans(left), each, strict=True))) for each in weights()[side])


@cache
def weights() -> dict[str, tuple[tuple[float, ...], ...]]:
    """The weights of one's own figures and of the others', one for each measure of time, in the order of NAMES."""
    table = tomllib.loads(resources.files(__package__).joinpath("weights.toml").read_text("utf-8"))
    return {side: tuple(tuple(map(float, table[side][name])) for name in NAMES) for side in SIDES}
