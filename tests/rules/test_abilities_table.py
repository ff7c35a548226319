"""docs/abilities.md names every hook there is and no other; and how many of some pieces there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules.ability import Ability
from companion.rules.boxes.registry import PIECES
from companion.rules.piece import Piece
from companion.rules.prizes import Prize
from companion.rules.table_rule import TableRule

WORDS = {"arrived", "at", "comes", "in_box", "lies_on", "mark", "recall", "rule", "spend", "spent", "times"}
"""What an ability or a prize asks itself, and no hook."""

BASES = (Ability, Piece, Prize, TableRule)


def test_the_page_names_every_hook() -> None:
    """Each has its row, which says who is asked and how the answers combine; a row names nothing that is gone."""
    page = (Path(__file__).parents[2] / "docs" / "abilities.md").read_text(encoding="utf-8")
    said = {name for row in re.findall(r"(?m)^\| (`.*?) \|", page) for name in re.findall(r"`(\w+)", row)}
    there = {name for base in BASES for name in dir(base) if not name.startswith("_")}
    hooks = {name for name in there if any(callable(getattr(base, name, None)) for base in BASES)}
    assert hooks - WORDS - said == set()
    assert said - there == set()


@pytest.mark.parametrize(
    ("piece", "count"),
    [("hordes", 2), ("pot", 9), ("catapult", 1), ("behemoth", 2), ("gypsy-coin", 35), ("island", 1), ("monster", 5)],
)
def test_a_piece_is_there_as_often_as_in_the_box(piece: str, count: int) -> None:
    """Components; the Gypsies lay out coins of 1 from the pool, of which the base box has 35."""
    assert PIECES[piece].supply == count
