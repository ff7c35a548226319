"""How the seat's weights are made: games are played, their positions kept, and the weights fitted to how they ended.

What is fitted is the difference of coins that a seat still gains on the mean of the others, from the end of one of its
turns to the end of the game. The fit is linear, with a ridge so that figures that say the same share their weight.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from operator import mul
from typing import NamedTuple

from companion.rules.commands import Command
from companion.rules.engine import offers
from companion.rules.model import Game
from companion.seat import figures
from companion.seat.figures import NAMES, turns_left
from companion.seat.worth import SIDES, spans
from tests.bench.evening import TABLES, Played, Player, play

# One turn in so many begins with a step that is offered, and not the best one: the weights must know bad positions too.
EXPLORING = 4
SPANS = 3
WIDTH = len(SIDES) * len(NAMES) * SPANS


class Position(NamedTuple):
    """The figures of both sides by the measures of time, and what the seat had beyond the others then."""

    row: array[float]
    ahead: float
    seat: int


def row(game: Game, seat: int) -> array[float]:
    """A position as the fit sees it: for each side, figure and measure of time a number."""
    land = figures.lie(game)
    found = [0.0] * WIDTH
    others = [other for other in range(len(game.seats)) if other != seat]
    for side, seats in enumerate(((seat,), others)):
        for each in seats:
            times = spans(turns_left(game, each))
            for place, value in enumerate(figures.figures(game, each, land)):
                for which, time in enumerate(times):
                    found[(side * len(NAMES) + place) * SPANS + which] += value * time / len(seats)
    return array("d", found)


def ahead(coins: Sequence[int], seat: int) -> float:
    """What a seat has beyond the mean of the others."""
    others = [each for other, each in enumerate(coins) if other != seat]
    return coins[seat] - sum(others) / len(others)


def exploring(player: Player, seed: str, often: int = EXPLORING) -> Player:
    """A player that begins one turn in so many with any step that is offered."""
    dice = random.Random(f"{seed} exploring")
    tried: set[tuple[int, int]] = set()

    def command(game: Game, seat: int) -> Command | None:
        now = (game.turn.number, seat)
        if game.turn.seat == seat and game.turn.stage == "begin" and now not in tried:
            tried.add(now)
            if dice.randrange(often) == 0:
                found = [each for each in offers(game, seat) if each.kind in ("pick", "conquer", "decline")]
                if found:
                    return dice.choice(found).command
        return player(game, seat)

    return command


def positions(players: Sequence[Player], seed: str, boxes: tuple[str, ...]) -> Iterator[tuple[array[float], float]]:
    """The positions of a game at the end of each turn but the last, each with what its seat still gained."""
    found: list[Position] = []

    def watch(game: Game, seat: int) -> None:
        if turns_left(game, seat) or not game.over:
            coins = [each.coins for each in game.seats]
            found.append(Position(row(game, seat), ahead(coins, seat), seat))

    played: Played = play(players, seed, boxes, watch)
    for each in found:
        yield each.row, ahead(played.coins, each.seat) - each.ahead


class Sums:
    """The sums that a least-squares fit needs, a column against each column."""

    def __init__(self) -> None:
        self.rows: list[array[float]] = []
        self.targets: list[float] = []

    def add(self, row: array[float], target: float) -> None:
        """One position more."""
        self.rows.append(row)
        self.targets.append(target)

    def fitted(self, ridge: float) -> tuple[list[float], float]:
        """The weights, and the share of the variance that they explain."""
        columns = list(zip(*self.rows, strict=True))
        scale = [max(1e-9, (sum(map(mul, each, each)) / len(each)) ** 0.5) for each in columns]
        columns = [tuple(value / by for value in each) for each, by in zip(columns, scale, strict=True)]
        table = [
            [sum(map(mul, one, other)) for other in columns] + [sum(map(mul, one, self.targets))] for one in columns
        ]
        for place, line in enumerate(table):
            line[place] += ridge * len(self.rows)
        found = [value / by for value, by in zip(solved(table), scale, strict=True)]
        mean = sum(self.targets) / len(self.targets)
        off = sum(
            (sum(map(mul, row, found)) - target) ** 2 for row, target in zip(self.rows, self.targets, strict=True)
        )
        return found, 1 - off / sum((target - mean) ** 2 for target in self.targets)


def solved(table: list[list[float]]) -> list[float]:
    """The solution of linear equations, each a line of coefficients and the sum, by elimination."""
    size = len(table)
    for place in range(size):
        best = max(range(place, size), key=lambda line: abs(table[line][place]))
        table[place], table[best] = table[best], table[place]
        head = table[place]
        for line in table[place + 1 :]:
            by = line[place] / head[place]
            if by:
                line[place:] = [value - by * other for value, other in zip(line[place:], head[place:], strict=True)]
    found = [0.0] * size
    for place in reversed(range(size)):
        line = table[place]
        found[place] = (line[size] - sum(map(mul, line[place + 1 : size], found[place + 1 :]))) / line[place]
    return found


def written(found: Sequence[float], story: str) -> str:
    """The file of the weights."""
    lines = [f"# {line}".rstrip() for line in story.splitlines()]
    for side, name in enumerate(SIDES):
        lines += ["", f"[{name}]"]
        for place, figure in enumerate(NAMES):
            first = (side * len(NAMES) + place) * SPANS
            lines.append(f"{figure} = [{', '.join(f'{value:.3f}' for value in found[first : first + SPANS])}]")
    return "\n".join(lines) + "\n"


def kinds() -> list[tuple[str, int]]:
    """What is played, in turn: every kind of box for two players, and the base box for more."""
    return [(table, 2) for table in TABLES] * 3 + [("base", 3)]
