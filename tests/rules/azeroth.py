"""Positions on islands, for the tests of Small World of Warcraft."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules import engine
from companion.rules.model import Game
from tests.rules.position import table

BOX = ("warcraft",)


def azeroth(line: str, board: str = "isles-l1a-s1a") -> Game:
    """The game that a position's line describes, on a large and a small practice island unless said otherwise."""
    return table(f"{line} | boxes warcraft | board {board}")


def as_in_azeroth(line: str) -> Game:
    """The same for races of any box, where nothing but the rules of the table is asked about."""
    game = table(f"{line} | board isles-l1a-s1a")
    return replace(game, boxes=BOX, options=engine.settled(BOX))
