"""Be Not Afraid...: its races and special powers."""

from __future__ import annotations

import pytest

from companion.rules.model import Game
from companion.rules.sets import ABILITIES
from tests.rules.position import conquer, table

# Typed in from the printed badges: tokens received.
BADGES = {"corrupt": 4}


@pytest.mark.parametrize(("power", "tokens"), BADGES.items())
def test_its_badges_say_what_is_printed(power: str, tokens: int) -> None:
    """Tokens received (printed badges)."""
    assert ABILITIES[power].tokens == tokens


def purses(game: Game) -> list[int]:
    """Everybody's coins."""
    return [seat.coins for seat in game.seats]


# Corrupt.

ATTACKER = "turn 3 Ann conquer | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5"


def test_who_conquers_a_corrupt_region_pays_a_coin() -> None:
    """Corrupt: 1 coin from any opponent who conquers an active region of theirs (expansion sheet, Corrupt)."""
    assert purses(conquer(table(f"{ATTACKER} | 2: 1 orcs+corrupt@Ben | coins 5 5"), 2)) == [4, 6]


def test_an_attacker_with_no_coin_pays_nothing() -> None:
    """Corrupt: as far as the attacker has it, and the conquest stands (ruling G19)."""
    game = conquer(table(f"{ATTACKER} | 2: 1 orcs+corrupt@Ben | coins 0 5"), 2)
    assert (purses(game), game.grounds["r02"].tokens) == ([0, 5], 3)


def test_corrupt_is_paid_once_for_each_region() -> None:
    """Corrupt: each time they conquer one (expansion sheet, Corrupt)."""
    line = f"{ATTACKER} | 2: 1 orcs+corrupt@Ben | 3: 1 orcs@Ben | coins 5 5"
    assert purses(conquer(table(line.replace("@Ann 5", "@Ann 6")), 2, 3)) == [3, 7]


def test_corrupt_ends_with_decline() -> None:
    """Corrupt: only regions of the active race (expansion sheet, Corrupt)."""
    assert purses(conquer(table(f"{ATTACKER} | 2: 1 orcs@Ben declined | coins 5 5"), 2)) == [5, 5]
