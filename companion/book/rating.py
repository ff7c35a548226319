"""The rating of a season, worked out from its results alone.

The method is that of Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011), with the Plackett-Luce
model for several players or teams, as the library openskill has it. Results are taken in the order of their time, and
of their ids where two games ended at the same moment: whoever works it out again finds the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

# What somebody new has, and how the scale of the library (0 to 50 or so) is stretched.
START, STEP = 1000, 25


class Sat(Struct, frozen=True):
    """A seat of a game: `player` is None for somebody who is not in the book."""

    player: int | None
    side: int
    place: int
    app: bool
    won: bool
    coins: int | None


class Game(Struct, frozen=True):
    """A result. `row` grows when it is corrected; `stopped`: the players ended the game early."""

    game: str
    row: int
    stopped: bool
    seats: tuple[Sat, ...]

    @property
    def rated(self) -> bool:
        """Whether it says who plays better: it came to its end, and people played against each other."""
        people = {seat.side for seat in self.seats if not seat.app}
        return not self.stopped and len(people) > 1


class Standing(Struct):
    """A player in a season. `coins` are those of all games."""

    player: int
    skill: PlackettLuceRating
    games: int = 0
    wins: int = 0
    coins: int = 0
    best: int = 0

    @property
    def rating(self) -> int:
        """The rating that is shown: a lower bound of the player's skill, as far as the results tell."""
        least: float = self.skill.ordinal(alpha=STEP, target=START)
        return round(least)


class Season:
    """The standings of a season. Games that follow those that were taken cost nothing for all before them."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._taken: list[Game] = []
        self.standings: dict[int, Standing] = {}

    def take(self, games: Sequence[Game]) -> None:
        """Take all games of the season, in their order: only the new ones, if they are the last."""
        known = len(self._taken)
        if list(games[:known]) != self._taken:
            known, self._taken, self.standings = 0, [], {}
        for game in games[known:]:
            self._count(game)
            self._taken.append(game)

    def _count(self, game: Game) -> None:
        # Who sits there twice, under two names, counts once.
        own: dict[int, Sat] = {}
        for seat in game.seats:
            if seat.player is not None:
                own.setdefault(seat.player, seat)
        for player, seat in own.items():
            standing = self.standings.setdefault(player, Standing(player, self._model.rating()))
            standing.games += 1
            standing.wins += seat.won and not game.stopped
            standing.coins += seat.coins or 0
            standing.best = max(standing.best, seat.coins or 0)
        if game.rated and own:
            self._rate(game, own)

    def _rate(self, game: Game, own: dict[int, Sat]) -> None:
        sides = sorted({seat.side for seat in game.seats})
        seats = [[seat for seat in game.seats if seat.side == side] for side in sides]
        # Somebody who is not in the book plays as a newcomer, each time.
        teams = [
            [
                self.standings[seat.player].skill
                if seat.player is not None and own[seat.player] is seat
                else self._model.rating()
                for seat in side
            ]
            for side in seats
        ]
        rated = self._model.rate(teams, ranks=[float(min(seat.place for seat in side)) for side in seats])
        for side, skills in zip(seats, rated, strict=True):
            for seat, skill in zip(side, skills, strict=True):
                if seat.player is not None and own[seat.player] is seat:
                    self.standings[seat.player].skill = skill
