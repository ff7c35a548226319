"""Cursed!: Goblins, and the powers of its badges."""

from __future__ import annotations

import pytest

from companion.rules.sets import ABILITIES
from tests.rules.position import bill, table

# Typed in from the printed pieces: tokens received, and for races tokens in the box.
BANNERS = {"goblins": (6, 11)}
BADGES = {"were-": 4}


@pytest.mark.parametrize(("race", "printed"), BANNERS.items())
def test_its_banners_say_what_is_printed(race: str, printed: tuple[int, int]) -> None:
    """Tokens received, and tokens in the box (printed banners)."""
    assert (ABILITIES[race].tokens, ABILITIES[race].supply) == printed


@pytest.mark.parametrize(("power", "tokens"), BADGES.items())
def test_its_badges_say_what_is_printed(power: str, tokens: int) -> None:
    """Tokens received (printed badges)."""
    assert ABILITIES[power].tokens == tokens


# Goblins.


def test_goblins_save_one_on_a_race_in_decline() -> None:
    """Goblins: any in-decline region costs one Goblin less (expansion sheet, Goblins)."""
    game = table("turn 3 Ann conquer | 6: 1 orcs@Ben declined | 7: 1 goblins+hill@Ann | hand goblins+hill@Ann 5")
    assert bill(game, 6) == "region 2, defenders 1, mountain 1, goblins -1"


def test_goblins_save_one_on_lost_tribes() -> None:
    """Goblins: the tribes have fallen into decline too (ruling M5)."""
    game = table("turn 3 Ann conquer | 2: tribe | 7: 1 goblins+hill@Ann | hand goblins+hill@Ann 5")
    assert bill(game, 2) == "region 2, lost tribe 1, goblins -1"


def test_goblins_save_nothing_on_an_active_race() -> None:
    """Goblins: only what is in decline is cheaper (expansion sheet, Goblins)."""
    game = table("turn 3 Ann conquer | 2: 1 orcs+forest@Ben | 7: 1 goblins+hill@Ann | hand goblins+hill@Ann 5")
    assert bill(game, 2) == "region 2, defenders 1"


def test_goblins_save_nothing_on_an_empty_region() -> None:
    """Goblins: an empty region is not in decline (expansion sheet, Goblins)."""
    game = table("turn 3 Ann conquer | 7: 1 goblins+hill@Ann | hand goblins+hill@Ann 5")
    assert bill(game, 2) == "region 2"


# Were-.


def test_by_night_any_region_costs_two_less() -> None:
    """Were-: in game turns of even number regions cost 2 less (expansion sheet, Were-)."""
    game = table("turn 4 Ann conquer | 6: 1 orcs+hill@Ben | 7: 1 ratmen+were-@Ann | hand ratmen+were-@Ann 5")
    assert bill(game, 6) == "region 2, defenders 1, mountain 1, were- -2"


def test_by_night_a_token_is_still_needed() -> None:
    """Were-: a minimum of 1 (expansion sheet, Were-)."""
    game = table("turn 4 Ann conquer | 7: 1 ratmen+were-@Ann | hand ratmen+were-@Ann 5")
    assert bill(game, 2) == "region 2, were- -2, raised to one by 1"


def test_by_day_were_saves_nothing() -> None:
    """Were-: no effect in game turns of odd number (expansion sheet, Were-)."""
    game = table("turn 3 Ann conquer | 7: 1 ratmen+were-@Ann | hand ratmen+were-@Ann 5")
    assert bill(game, 2) == "region 2"
