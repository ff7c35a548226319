"""How a seat plays: how it values a position, how widely it searches on which map, and how often it is mistaken."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.rules.model import Board, Game
from companion.seat.worth import ISLANDS, at_a_glance, fitted_for, worth_of


class Breadth(Struct, frozen=True):
    """How widely a turn is searched: `width` positions are kept at each step, and `budget` are looked at in all."""

    width: int = 1
    budget: int = 500


class Style(Struct, frozen=True):
    """A way to play.

    `worth` values a position at the end of one's turn, `glance` one in the middle of its conquests. Two players on a
    map in parts search by `islands`, if that is given, and all others by `breadth`. `doubt` is how far the worth of a
    position may be mistaken, in coins.
    """

    worth: Callable[[Game, int], float] = worth_of
    glance: Callable[[Game, int], float] = at_a_glance
    breadth: Breadth = Breadth()
    islands: Breadth | None = None
    doubt: float = 0.0

    def on(self, board: Board) -> Breadth:
        """How widely a turn is searched on a map."""
        return self.islands if self.islands and fitted_for(board) == ISLANDS else self.breadth


# Where a race may land on any island, a turn can go on in far more ways. With more players a position takes longer to
# look at, and a small computer has no time for so many.
HARD = Style(breadth=Breadth(4), islands=Breadth(24, 1200))
STYLES = {"easy": Style(doubt=23.0), "normal": Style(), "hard": HARD}
LEVELS = tuple(STYLES)
