"""Small World of Warcraft: the neutral races."""

from __future__ import annotations

from companion.rules.commands import Accept, Conquer, Decline, UseAbility
from companion.rules.engine import offers
from tests.rules.isles import isles, purses
from tests.rules.moves import attempt, band, finish, redeploy, roll
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, region

# Ethereals.

THIEVES = "turn 3 Ann conquer | 8: 1 ethereals+explorer@Ann | hand ethereals+explorer@Ann 6"


def test_ethereals_steal_an_artifact_from_next_door() -> None:
    """Ethereals: it is moved into the adjacent region that they occupy (Warcraft rules, Ethereals)."""
    game = after(isles(f"{THIEVES} | 7: 2 naga+ranger@Ben [aegis]"), UseAbility("ethereals", "steal", "aegis:r08"))
    assert [lies(game, number) for number in (7, 8)] == ["2 naga+ranger@Ben", "1 ethereals+explorer@Ann [aegis]"]
    assert [each.prizes for each in game.bands.values()] == [("aegis",), ()]


def test_ethereals_steal_no_place_and_nothing_far_away() -> None:
    """Ethereals: an Artifact, from an adjacent Region (Warcraft rules, Ethereals)."""
    game = isles(f"{THIEVES} | 7: 2 naga+ranger@Ben [chapel] | 20: 1 naga@Ben [frostmourne]")
    assert not any("ethereals" in each for each in listed(game) if each.startswith("act:"))


def test_a_place_costs_ethereals_two_less() -> None:
    """Ethereals: any adjacent region with a Legendary Place, if they choose so (Warcraft rules, Ethereals; M14)."""
    game = isles(f"{THIEVES} | 7: 2 naga+ranger@Ben [chapel]")
    assert {"conquer:r07:ordinary", "conquer:r07:ordinary:ethereals=1"} <= listed(game)
    taken = after(game, Conquer(region(7), boosts={"ethereals": 1}))
    assert lies(taken, 7) == "2 ethereals+explorer@Ann [chapel]"


def test_ethereals_do_one_or_the_other_in_a_turn() -> None:
    """Ethereals: theft OR the saving, once per turn (Warcraft rules, Ethereals)."""
    game = isles(f"{THIEVES} | 7: 2 naga+ranger@Ben [chapel] | 10: 1 naga@Ben [frostmourne]")
    stolen = after(game, UseAbility("ethereals", "steal", "frostmourne:r08"))
    assert "conquer:r07:ordinary:ethereals=1" not in listed(stolen)
    taken = after(game, Conquer(region(7), boosts={"ethereals": 1}))
    assert refusal(taken, UseAbility("ethereals", "steal", "frostmourne:r08")) == "Ethereals: not possible now"


def test_a_place_on_another_island_costs_ethereals_what_it_costs() -> None:
    """Ethereals: adjacent regions only (Warcraft rules, Ethereals)."""
    assert "conquer:r19:ordinary:ethereals=1" not in listed(isles(f"{THIEVES} | 19: 1 naga@Ben declined [chapel]"))


def test_a_region_without_a_place_costs_ethereals_what_it_costs() -> None:
    """Ethereals: a Region that contains a Legendary Place (Warcraft rules, Ethereals)."""
    assert "conquer:r07:ordinary:ethereals=1" not in listed(isles(f"{THIEVES} | 7: 2 naga+ranger@Ben [aegis]"))


def test_ethereals_may_steal_after_an_ordinary_conquest() -> None:
    """Ethereals: only the saving takes the place of the theft (Warcraft rules, Ethereals; ruling M14)."""
    game = conquer(isles(f"{THIEVES} | 7: 1 naga+ranger@Ben [chapel] | 10: 1 naga@Ben [frostmourne]"), 7)
    assert "act:ethereals:steal:frostmourne:r08" in listed(game)


def test_a_saving_is_used_up_by_a_failed_attempt_too() -> None:
    """Ethereals: once per turn, theft or saving (Warcraft rules, Ethereals)."""
    line = f"{THIEVES.replace('Ann 6', 'Ann 1')} | 7: 2 naga+ranger@Ben [chapel] | 10: 1 naga@Ben [frostmourne]"
    game = roll(after(isles(line), Conquer(region(7), die=True, boosts={"ethereals": 1})), 0)
    assert refusal(game, UseAbility("ethereals", "steal", "frostmourne:r08")) == "Ethereals: not possible now"


def test_ethereals_steal_nothing_once_they_count_their_coins() -> None:
    """Ethereals: in their turn, until the troops stand (ruling J44)."""
    line = THIEVES.replace("conquer", "score")
    assert not any("steal" in each for each in listed(isles(f"{line} | 7: 2 naga+ranger@Ben [aegis]")))


def test_ethereals_steal_nothing_from_themselves() -> None:
    """Ethereals: into their region from an adjacent one, not from one of theirs (Warcraft rules, Ethereals)."""
    assert not any("steal" in each for each in listed(isles(f"{THIEVES} | 7: 1 ethereals@Ann [aegis]")))


def test_ethereals_steal_nothing_from_under_a_watch_tower() -> None:
    """Ethereals: immune to all powers (Warcraft rules, Defensive)."""
    line = THIEVES.replace("8: 1", "10: 1")
    game = isles(f"{line} | 9: 2 naga+defensive@Ben [watch-tower aegis]")
    assert refusal(game, UseAbility("ethereals", "steal", "aegis:r10")) == "protected by the Watch Tower"


def test_ethereals_pay_for_no_harmony_when_they_steal() -> None:
    """Ethereals: a theft attacks nobody and removes no token (Warcraft rules, Pandaren)."""
    line = f"{THIEVES} | 7: 2 pandaren+ranger@Ben [heart] | memo pandaren@Ben pandaren.seat1 1 | coins 5 5"
    assert purses(after(isles(line), UseAbility("ethereals", "steal", "heart:r08"))) == [5, 5]


def test_a_stolen_doomhammer_is_not_paid_to_who_had_it() -> None:
    """Ethereals: whoever held the Doomhammer before gets nothing for a region of nobody's (Doomhammer; ruling J34)."""
    game = after(
        isles(f"{THIEVES} | 7: 2 naga+ranger@Ben [doomhammer]"), UseAbility("ethereals", "steal", "doomhammer:r08")
    )
    assert purses(conquer(game, 10, way="doomhammer")) == [3, 5]


# Kobolds.

MINERS = "turn 3 Ann conquer | 8: 1 warcraft-kobolds+explorer@Ann | hand warcraft-kobolds+explorer@Ann 6"
NEW = "turn 1 Ann conquer | hand warcraft-kobolds+explorer@Ann 10"


def test_kobolds_attack_any_cavern() -> None:
    """Kobolds: as though it were adjacent, on another island too (Warcraft rules, Kobolds)."""
    assert [bill(isles(MINERS), number) for number in (1, 4, 14, 18)] == ["2"] * 4


def test_kobolds_begin_in_a_cavern_without_travel_cost() -> None:
    """Kobolds: as an Entry Region, without the extra token (Warcraft rules, Kobolds)."""
    assert [bill(isles(NEW), number) for number in (1, 14)] == ["2", "2"]


def test_kobolds_pay_for_the_way_to_another_entry_region() -> None:
    """Kobolds: only caverns are as if next door (Warcraft rules, Kobolds)."""
    assert bill(isles(NEW), 3) == "2 + 1 travel cost = 3"


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
    assert [bill(game, number) for number in (5, 16)] == ["2", "2"]


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


# Pandaren.

PEACE = "turn 3 Ann redeploy | 8: 2 pandaren+explorer@Ann"
OFFENDED = "turn 3 Ben conquer | 7: 1 forsaken+ranger@Ben | hand forsaken+ranger@Ben 12 | 8: 1 pandaren+explorer@Ann"
GIVEN = "memo pandaren@Ann pandaren.seat2 1"


def test_pandaren_give_harmony_to_whom_they_did_not_attack() -> None:
    """Pandaren: to each opponent, also one without a race (Warcraft rules, Pandaren)."""
    assert band(redeploy(isles(PEACE)), "pandaren").memo == {"pandaren.seat2": 1}


def test_who_was_attacked_gets_no_harmony() -> None:
    """Pandaren: whose active race they did not attack (Warcraft rules, Pandaren)."""
    line = "turn 3 Ann conquer | 8: 1 pandaren+explorer@Ann | hand pandaren+explorer@Ann 6 | 7: 1 forsaken+ranger@Ben"
    assert band(redeploy(finish(conquer(isles(line), 7))), "pandaren").memo == {}


def test_a_portal_under_a_race_spoils_its_harmony() -> None:
    """Pandaren: to force tokens from their region by any means is an attack (Warcraft rules, Pandaren)."""
    line = "turn 3 Ann conquer | 9: 1 pandaren+portal-mage@Ann | 6: 1 forsaken+ranger@Ben"
    game = after(isles(line), UseAbility("portal-mage", "swap", "r06:r09"))
    assert band(redeploy(finish(game)), "pandaren").memo == {}


def test_an_attack_on_a_race_in_decline_spoils_no_harmony() -> None:
    """Pandaren: active races only (Warcraft rules, Pandaren)."""
    line = "turn 3 Ann conquer | 8: 1 pandaren+explorer@Ann | hand pandaren+explorer@Ann 6 | 7: 1 forsaken@Ben declined"
    assert band(redeploy(finish(conquer(isles(line), 7))), "pandaren").memo == {"pandaren.seat2": 1}


def test_who_has_harmony_pays_two_coins_before_attacking() -> None:
    """Pandaren: 2 coins to them (Warcraft rules, Pandaren)."""
    assert purses(conquer(isles(f"{OFFENDED} | {GIVEN} | coins 5 5"), 8)) == [7, 3]


def test_harmony_is_paid_once() -> None:
    """Pandaren: only once, even if several regions are attacked (Warcraft rules, Pandaren)."""
    game = isles(f"{OFFENDED} | 10: 1 pandaren@Ann | {GIVEN} | coins 5 5")
    assert purses(conquer(game, 8, 10)) == [7, 3]


def test_without_a_harmony_token_nothing_is_paid() -> None:
    """Pandaren: a player with a Harmony token (Warcraft rules, Pandaren)."""
    assert purses(conquer(isles(f"{OFFENDED} | coins 5 5"), 8)) == [5, 5]


def test_harmony_is_paid_for_an_attempt_that_fails() -> None:
    """Pandaren: before attempting to conquer (Warcraft rules, Pandaren)."""
    game = isles(f"{OFFENDED.replace('Ben 12', 'Ben 2')} | {GIVEN} | coins 5 5")
    assert purses(attempt(game, 8, 0)) == [7, 3]


def test_who_cannot_pay_for_harmony_cannot_attack() -> None:
    """Pandaren: 2 coins come first, and no other number is said (ruling J12)."""
    game = isles(f"{OFFENDED} | {GIVEN} | coins 5 1")
    assert refusal(game, Conquer(region(8))) == "that costs 2 coins, more than you have"


def test_to_others_an_attack_on_pandaren_is_listed_whatever_the_stash_holds() -> None:
    """Pandaren: what all may see tells nothing of the stash (Scoring Victory Coins: hidden)."""
    rich, poor = (isles(f"{OFFENDED} | {GIVEN} | coins 5 {coins}") for coins in (5, 0))
    ids = {offer.id for offer in offers(poor, 1, blind=True)}
    assert "conquer:r08:ordinary" in ids
    assert ids == {offer.id for offer in offers(rich, 1, blind=True)}


def test_harmony_tokens_come_back_as_the_pandaren_begin() -> None:
    """Pandaren: retrieved at the beginning of each of their turns (Warcraft rules, Pandaren)."""
    line = f"turn 2 Ben score | 8: 1 pandaren+explorer@Ann | 19: 1 forsaken+ranger@Ben | {GIVEN}"
    assert band(after(isles(line), Accept()), "pandaren").memo == {"pandaren.seat2": 0}


def test_harmony_tokens_come_back_as_the_pandaren_decline() -> None:
    """Pandaren: a race in decline has no power (ruling J13)."""
    game = after(isles(f"turn 3 Ann begin | 8: 1 pandaren+explorer@Ann | {GIVEN}"), Decline())
    assert band(game, "pandaren").memo == {"pandaren.seat2": 0}


def test_pandaren_in_decline_are_attacked_for_nothing() -> None:
    """Pandaren: only the active race is protected (ruling J13)."""
    line = OFFENDED.replace("1 pandaren+explorer@Ann", "1 pandaren@Ann declined")
    assert purses(conquer(isles(f"{line} | {GIVEN} | coins 5 5"), 8)) == [5, 5]
