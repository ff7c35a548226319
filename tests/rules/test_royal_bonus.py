"""The Royal Bonus: its races and special powers."""

from __future__ import annotations

import pytest

from companion.rules.sets import ABILITIES
from tests.rules.position import coins, table

# Typed in from the printed badges: tokens received.
BADGES = {"aquatic": 3}


@pytest.mark.parametrize(("power", "tokens"), BADGES.items())
def test_its_badges_say_what_is_printed(power: str, tokens: int) -> None:
    """Tokens received (printed badges)."""
    assert ABILITIES[power].tokens == tokens


# Aquatic.


def test_aquatic_pays_on_the_shore_and_takes_inland() -> None:
    """Aquatic: 1 more for each region on a Sea or the Lake, 1 less for any other (expansion sheet, Aquatic; L10)."""
    line = "turn 3 Ann score | 2: 1 elves+aquatic@Ann | 7: 1 elves@Ann | 12: 2 elves@Ann"
    assert coins(table(line)) == "regions 3, aquatic 2, aquatic -1"


def test_aquatic_looks_at_the_active_race_only() -> None:
    """Aquatic: a race in decline has no power (expansion sheet, Put a Race In Decline)."""
    line = "turn 3 Ann score | 2: 1 elves+aquatic@Ann | 12: 1 orcs@Ann declined"
    assert coins(table(line)) == "regions 1, aquatic 1, declined 1"
