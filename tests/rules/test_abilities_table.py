"""docs/abilities.md, What some of them needed from the core: the table is complete and names the hooks that answer.

Also how many of their pieces there are.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import text
from companion.rules.ability import Ability, Piece
from companion.rules.sets import ABILITIES, PIECES, SETS

BOXES = ("cursed", "grand_dames", "be_not_afraid", "royal_bonus")
ADDED = [kind.key for box in BOXES for kind in (*SETS[box].races, *SETS[box].powers)]
WORDS = {"in_box", "mark", "recall", "rule", "spent", "spend", "times"}
"""What an ability is asked by itself, and no hook."""


def table() -> dict[str, str]:
    """The hooks that a row names, by what it is about."""
    book = (Path(__file__).parents[2] / "docs" / "abilities.md").read_text(encoding="utf-8")
    part = book.partition("### What some of them needed from the core")[2].partition("\n## ")[0]
    lines = [line.strip("|") for line in part.splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return {row[0].removesuffix("-"): row[2] for row in rows[1:]}


def answered(kind: type[Ability], base: type[Ability]) -> set[str]:
    """The hooks to which a class has an answer of its own."""
    own = {name for name in dir(base) if callable(getattr(base, name)) and not name.startswith("_")} - WORDS
    return {name for name in own if getattr(kind, name) is not getattr(base, name)}


@pytest.mark.parametrize("key", ADDED)
def test_a_row_names_the_hooks_that_answer(key: str) -> None:
    """Every race and power of the expansions has its row, and no hook of its own or of its pieces is left out."""
    ability = ABILITIES[key]
    hooks = answered(type(ability), Ability)
    for piece in ability.pieces:
        hooks |= answered(type(PIECES[piece]), Piece)
    name = text.race(key, 2) if ability.supply else text.ability(key)
    said = table()[name]
    assert {hook for hook in hooks if f"`{hook}`" not in said} == set()


@pytest.mark.parametrize(
    ("piece", "count"),
    [("hordes", 2), ("pot", 9), ("catapult", 1), ("behemoth", 2), ("gypsy-coin", 35), ("island", 1), ("monster", 5)],
)
def test_a_piece_is_there_as_often_as_in_the_box(piece: str, count: int) -> None:
    """Components; the Gypsies lay out coins of 1 from the pool, of which the base box has 35."""
    assert PIECES[piece].supply == count
