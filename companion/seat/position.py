"""What a seat sees of a game: everything on the table, and no purse but its own."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.model import Band, Game, Ground, Turn

# Coins that a seat assumes in every other purse: enough for whatever they may owe each other.
SUPPOSED = 20


class Position(Struct, frozen=True):
    """What a turn that was thought out depends on.

    The column is not part of it: it matters for the first step alone, and new combos are revealed while the turn goes
    on.
    """

    turn: Turn
    grounds: dict[str, Ground]
    bands: dict[int, Band]
    tray: dict[str, int]
    piles: dict[str, dict[str, int]]
    tribes: int
    coins: int
    over: bool


def seen(game: Game, seat: int) -> Game:
    """The game as a seat sees it: the other purses are replaced by what it assumes in them."""
    seats = tuple(
        each if number == seat or each.coins == SUPPOSED else replace(each, coins=SUPPOSED)
        for number, each in enumerate(game.seats)
    )
    return replace(game, seats=seats)


def position(game: Game, seat: int) -> Position:
    """The position of a game for a seat."""
    coins = game.seats[seat].coins
    return Position(game.turn, game.grounds, game.bands, game.tray, game.piles, game.tribes, coins, game.over)
