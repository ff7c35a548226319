"""Small World of Warcraft: the neutral races."""

from __future__ import annotations

from companion.rules.commands import Conquer, Decline
from tests.rules.isles import isles
from tests.rules.position import after, bill, coins, conquer, lies, refusal, region

# Kobolds.

MINERS = "turn 3 Ann conquer | 8: 1 warcraft-kobolds+explorer@Ann | hand warcraft-kobolds+explorer@Ann 6"
NEW = "turn 1 Ann conquer | hand warcraft-kobolds+explorer@Ann 10"


def test_kobolds_attack_any_cavern() -> None:
    """Kobolds: as though it were adjacent, on another island too (Warcraft rules, Kobolds)."""
    assert [bill(isles(MINERS), number) for number in (1, 4, 14, 18)] == ["region 2"] * 4


def test_kobolds_begin_in_a_cavern_without_travel_cost() -> None:
    """Kobolds: as an Entry Region, without the extra token (Warcraft rules, Kobolds)."""
    assert [bill(isles(NEW), number) for number in (1, 14)] == ["region 2", "region 2"]


def test_kobolds_pay_for_the_way_to_another_entry_region() -> None:
    """Kobolds: only caverns are as if next door (Warcraft rules, Kobolds)."""
    assert bill(isles(NEW), 3) == "region 2, travel cost 1"


def test_kobolds_reach_no_other_far_region() -> None:
    """Kobolds: Cavern Regions only (Warcraft rules, Kobolds)."""
    assert refusal(isles(MINERS), Conquer(region(17))) == "not next to the Kobolds"


# Naga.

SWIMMERS = "turn 3 Ann conquer | 8: 1 naga+explorer@Ann | hand naga+explorer@Ann 4"


def test_naga_take_water_for_two_tokens() -> None:
    """Naga: Seas and Lakes require 2 tokens (Warcraft rules, Naga; Conquering a Region)."""
    assert lies(conquer(isles(SWIMMERS), 5), 5) == "2 naga+explorer@Ann"


def test_naga_begin_in_a_sea_or_a_lake() -> None:
    """Naga: their first conquest may be one, for 2 tokens (Warcraft rules, Naga; ruling J3)."""
    game = isles("turn 1 Ann conquer | hand naga+explorer@Ann 10")
    assert [bill(game, number) for number in (5, 16)] == ["region 2", "region 2"]


def test_naga_that_stand_on_the_map_reach_no_far_water() -> None:
    """Naga: from their first conquest they expand as others do (Warcraft rules, Naga)."""
    assert refusal(isles(SWIMMERS), Conquer(region(16))) == "not next to the Naga"


def test_water_pays_naga_a_coin() -> None:
    """Naga: the standard coin for a region (Warcraft rules, Conquering a Region)."""
    assert coins(isles("turn 3 Ann score | 5: 1 naga+farmer@Ann | 16: 1 naga@Ann")) == "regions 2"


def test_naga_stay_in_the_water_in_decline() -> None:
    """Naga: they remain in Seas and Lakes (Warcraft rules, Naga)."""
    assert lies(after(isles("turn 3 Ann begin | 5: 3 naga+farmer@Ann"), Decline()), 5) == "1 naga@Ann declined"


def test_others_cannot_follow_naga_into_the_water() -> None:
    """Naga: unlike other races (Warcraft rules, Naga; Conquering a Region)."""
    line = "turn 3 Ann conquer | 8: 1 gnomes+explorer@Ann | hand gnomes+explorer@Ann 9 | 5: 1 naga+farmer@Ben"
    assert "lake" in refusal(isles(line.replace("gnomes", "forsaken")), Conquer(region(5)))
