"""The worth of a position for a seat: its coins, and what its figures and those of the others will bring.

The weights are data (weights.toml, and islands.toml for two players on a map in parts), and so is the story of how they
were made.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from itertools import starmap
from operator import mul

from companion.rules.model import Board, Game
from companion.rules.score import sheet, total
from companion.seat import figures
from companion.seat.figures import NAMES, turns_left

OWN, OTHERS = "own", "others"
SIDES = (OWN, OTHERS)
# Where a race may land on any island, and only one other lands there, figures count otherwise than elsewhere.
COMMON, ISLANDS = "weights", "islands"
TWO = 2


def spans(left: int) -> tuple[float, float, float]:
    """The three measures of time by which each figure counts: all turns left, at most one, and at most three."""
    return float(left), float(min(left, 1)), float(min(left, 3))


def fitted_for(board: Board) -> str:
    """Which weights a map is played with."""
    return ISLANDS if len(board.islands) > 1 and board.players == TWO else COMMON


def worth_of(game: Game, seat: int, table: str = "") -> float:
    """What a seat will have in the end beyond the mean of the others, as far as it can be foreseen.

    Its own coins count as they are. The purses of the others are secret, and no move of one's own depends on them. The
    weights are those of the map if no others are named.
    """
    return game.seats[seat].coins + _future(game, seat, turns_left(game, seat), table)


def at_a_glance(game: Game, seat: int, table: str = "") -> float:
    """The same in the middle of a seat's conquests, were they over and its score sheet paid."""
    coins = game.seats[seat].coins + total(sheet(game, seat))
    return coins + _future(game, seat, turns_left(game, seat) - 1, table)


def _future(game: Game, seat: int, own_turns: int, table: str) -> float:
    table, land = table or fitted_for(game.board), figures.lie(game)
    found = _sum(table, OWN, own_turns, figures.figures(game, seat, land)) if own_turns else 0.0
    others = [other for other, each in enumerate(game.seats) if other != seat and not each.left]
    for other in others:
        left = turns_left(game, other)
        if left:
            found += _sum(table, OTHERS, left, figures.figures(game, other, land)) / len(others)
    return found


def _sum(table: str, side: str, left: int, found: tuple[float, ...]) -> float:
    return float(sum(starmap(mul, zip(weights_for(table, side, left), found, strict=True))))


@cache
def weights_for(table: str, side: str, left: int) -> tuple[float, ...]:
    """What each figure counts with so many turns left."""
    return tuple(sum(starmap(mul, zip(spans(left), each, strict=True))) for each in weights(table)[side])


@cache
def weights(table: str) -> dict[str, tuple[tuple[float, ...], ...]]:
    """The weights of one's own figures and of the others', one for each measure of time, in the order of NAMES."""
    found = tomllib.loads(resources.files(__package__).joinpath(f"{table}.toml").read_text("utf-8"))
    return {side: tuple(tuple(map(float, found[side][name])) for name in NAMES) for side in SIDES}
