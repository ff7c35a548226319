"""Events of coins: paid, scored, revealed."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.events.event import (
    Event,
)
from companion.rules.model import (
    Game,
    Line,
    Sheet,
)


class CoinsMoved(Event, frozen=True, tag="coins_moved"):
    """Coins were paid: places are "bank", "seat:N" and "combo:N"; "counted" if a purse was only corrected."""

    amount: int
    source: str
    target: str

    def apply(self, game: Game) -> Game:
        """The coins are in their new place."""
        seats, column = list(game.seats), list(game.column)
        for place, change in ((self.source, -self.amount), (self.target, self.amount)):
            kind, _, number = place.partition(":")
            if kind == "seat":
                seat = seats[int(number)]
                seats[int(number)] = replace(seat, coins=seat.coins + change)
            elif kind == "combo":
                combo = column[int(number)]
                column[int(number)] = replace(combo, coins=combo.coins + change)
        return replace(game, seats=tuple(seats), column=tuple(column))


class Scored(Event, frozen=True, tag="scored"):
    """A seat's score sheet was accepted and its coins went to the purse."""

    seat: int
    lines: tuple[Line, ...]

    def apply(self, game: Game) -> Game:
        """The sheet stays public until the next one is accepted."""
        seats = list(game.seats)
        seat = seats[self.seat]
        seats[self.seat] = replace(seat, coins=seat.coins + sum(line.amount for line in self.lines))
        return replace(game, seats=tuple(seats), sheet=Sheet(self.seat, self.lines))


class Unveiled(Event, frozen=True, tag="unveiled"):
    """A seat's coins were revealed."""

    seat: int

    def apply(self, game: Game) -> Game:
        """Everybody may see them from now on."""
        return replace(game, unveiled=(*game.unveiled, self.seat))
