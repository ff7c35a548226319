"""How a seat plays: how it values a position, how widely it searches, and how often it is mistaken."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.rules.model import Game
from companion.seat.worth import at_a_glance, worth_of

# Positions that are looked at in a turn at most. A mean turn of the widest search looks at a quarter of them.
BUDGET = 500


class Style(Struct, frozen=True):
    """A way to play.

    `worth` values a position at the end of one's turn, `glance` one in the middle of its conquests. `width` positions
    are kept at each step of a turn. `doubt` is how far the worth of a position may be mistaken, in coins.
    """

    worth: Callable[[Game, int], float] = worth_of
    glance: Callable[[Game, int], float] = at_a_glance
    width: int = 1
    doubt: float = 0.0
    budget: int = BUDGET


STYLES = {"easy": Style(doubt=23.0), "normal": Style(), "hard": Style(width=4)}
LEVELS = tuple(STYLES)
