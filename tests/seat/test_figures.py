"""The figures of a position, each beside what a score sheet and the map say."""

from __future__ import annotations

import pytest

from companion.seat.figures import NAMES, figures, lie
from tests.rules.position import table

ORCS = (
    "turn 3 Ann conquer | 10: 3 orcs+merchant@Ann | 11: 1 orcs@Ann | 7: 1 elves@Ann declined | 20: 2 trolls+stout@Ben"
)


@pytest.mark.parametrize(
    ("name", "figure"), [("income", 5), ("bonus", 2), ("active", 2), ("declined", 1), ("tokens", 4), ("spare", 2)]
)
def test_what_is_counted_of_a_race_that_pays_beyond_its_regions(name: str, figure: float) -> None:
    """Merchants pay a coin more for each of two regions, in which four tokens stand; Elves hold one in decline."""
    game = table(ORCS)
    assert figures(game, 0, lie(game))[NAMES.index(name)] == figure
