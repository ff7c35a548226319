"""Positions of Small World of Warcraft: on two practice islands, regions 1 to 13 and 14 to 21.

1 hill with a cavern, 2 forest, 3 magic swamp, 4 forest with a cavern, 5 lake, 6 magic mountain, 7 swamp, 8 hill,
9 magic field, 10 forest, 11 mountain with a cavern, 12 field, 13 mountain; 14 forest with a cavern, 15 magic hill,
16 sea, 17 swamp, 18 forest with a cavern, 19 hill, 20 mountain, 21 field.  Entry Regions: 1 3 6 11, 15 19 21.
"""

from __future__ import annotations

from companion.rules.model import Game
from tests.rules.position import table

COLUMN = "naga+farmer, tauren+mining, forsaken+ranger, draenei+fishing, night-elves+herbalist"
"""Five combos of a full column below another one."""
ISLES = "board isles-l1a-s1a"


def isles(line: str) -> Game:
    """The game that a position's line on the two islands describes."""
    return table(f"{ISLES} | boxes warcraft | {line}")


def purses(game: Game) -> list[int]:
    """Everybody's coins."""
    return [seat.coins for seat in game.seats]
