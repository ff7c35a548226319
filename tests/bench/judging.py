"""How strong a player is: matches over many deals, each of which is played from every seat."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from time import process_time

from msgspec import Struct, field

from tests.bench.evening import TABLES, Player, play

Maker = Callable[[str], Player]
# Of a normal distribution, 95 % lie within so many standard deviations.
SIGMAS = 1.96


class Match(Struct):
    """What a player did in a match: games won (a shared win counts in part), its margins, and how long it thought."""

    won: float = 0.0
    margins: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    commands: int = 0

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.margins)

    def line(self, name: str) -> str:
        """The match as a line for people."""
        share = self.won / self.games
        low, high = interval(share, self.games)
        margin = sum(self.margins) / self.games
        mean, worst = sum(self.seconds) / len(self.seconds), max(self.seconds)
        return (
            f"{name:<44}{self.games:>5} games{share:>7.0%} [{low:.0%}, {high:.0%}]{margin:>+7.1f} coins"
            f"{1e3 * mean:>7.0f} ms a turn, {1e3 * worst:.0f} at worst"
        )


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share that was seen in so many games (Wilson's)."""
    square = SIGMAS**2 / games
    middle = (share + square / 2) / (1 + square)
    half = SIGMAS * sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    return middle - half, middle + half


def match(
    one: Maker,
    other: Maker,
    games: int,
    seed: str,
    table: str = "base",
    players: int = 2,
    clock: Callable[[], float] = process_time,
) -> Match:
    """One player against so many of another kind, at least so many games; each deal is played from every seat."""
    found = Match()
    for number in range(-(-games // players)):
        deal = f"{seed} {table} {players} {number}"
        for place in range(players):
            who = [(one if seat == place else other)(f"{deal} {seat}") for seat in range(players)]
            played = play(who, deal, TABLES[table], clock=clock)
            found.won += (place in played.won) / max(1, len(played.won))
            others = [coins for seat, coins in enumerate(played.coins) if seat != place]
            found.margins.append(played.coins[place] - sum(others) / len(others))
            found.seconds += played.seconds[place].values()
            found.commands += played.commands
    return found
