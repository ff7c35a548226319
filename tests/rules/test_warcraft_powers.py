"""Small World of Warcraft: special powers that pay, save tokens or ask for coins."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.rules.commands import Conquer, Decline
from companion.rules.engine import offers
from companion.rules.hooks.conquest import sails
from tests.rules.azeroth import azeroth
from tests.rules.isles import isles, purses
from tests.rules.position import after, bill, coins, conquer, lies, refusal, region

HELD = (
    "turn 3 Ann score | 1: 1 forsaken+{power}@Ann | 3: 1 forsaken@Ann | 4: 1 forsaken@Ann | 6: 1 forsaken@Ann"
    " | 7: 1 forsaken@Ann | 9: 1 forsaken@Ann | 18: 1 forsaken@Ann"
)
"""A hill with a cavern, two swamps, two forests with caverns, a mountain and a field; four of them on a shore."""
PAYS = {"explorer": 2, "farmer": 1, "fishing": 4, "herbalist": 1, "mining": 3, "mountaineer": 1, "ranger": 2}


@pytest.mark.parametrize(("power", "amount"), [*PAYS.items(), ("swamp-walker", 2)])
def test_a_power_pays_for_what_is_held(power: str, amount: int) -> None:
    """1 for each island, Field, shore, Hill, Cavern, Mountain, Forest or Swamp (Special Powers, under their names)."""
    assert coins(isles(HELD.format(power=power))) == f"regions 7, {power} {amount}"


def test_fishing_pays_for_water_next_to_water() -> None:
    """Fishing: 1 for each region next to a Lake or a Sea, so for a Sea and a Lake that touch (Fishing; ruling J50)."""
    line = "turn 3 Ann score | 4: 2 naga+fishing@Ann | 7: 2 naga@Ann | 6: 1 naga@Ann"
    assert coins(azeroth(line, "isles-l1b-s1a")) == "regions 3, fishing 3"


def test_fishing_pays_nothing_for_water_alone() -> None:
    """Fishing: a Lake without other water next to it is not beside one (Warcraft rules, Fishing)."""
    assert coins(isles("turn 3 Ann score | 5: 2 naga+fishing@Ann")) == "regions 1"


@pytest.mark.parametrize("power", [*PAYS, "swamp-walker"])
def test_no_power_pays_in_decline(power: str) -> None:
    """The badge is discarded (Warcraft rules, Entering In Decline)."""
    game = after(isles(HELD.format(power=power).replace("score", "begin")), Decline())
    assert coins(game) == "declined 7"


def test_explorers_are_paid_for_islands_where_they_stand() -> None:
    """Explorer: for each board where it occupies a Region, here one of three (Warcraft rules, Explorer)."""
    assert coins(azeroth("turn 3 Ann score | 1: 1 forsaken+explorer@Ann", "isles-l1a-m1a-s1a")) == (
        "regions 1, explorer 1"
    )


# Archaeologist.

DIGGERS = "turn 3 Ann score | 8: 1 forsaken+archaeologist@Ann [chapel] | 10: 1 forsaken@Ann [frostmourne aegis]"


def test_archaeologists_are_paid_for_artifacts_and_places() -> None:
    """Archaeologist: 1 for each that they control (Warcraft rules, Archaeologist)."""
    assert coins(isles(DIGGERS)) == "regions 2, archaeologist 3"


def test_archaeologists_are_not_paid_for_what_lies_elsewhere() -> None:
    """Archaeologist: only what they control, and nothing face down (Warcraft rules, Archaeologist)."""
    line = "turn 3 Ann score | 8: 1 forsaken+archaeologist@Ann | 10: [frostmourne] | 7: 1 naga+ranger@Ben [chapel]"
    assert coins(isles(line)) == "regions 1"


# Battle Master.

FIGHT = "turn 3 Ann conquer | 8: 1 forsaken+{power}@Ann | hand forsaken+{power}@Ann 12"


def test_battle_masters_are_paid_for_regions_that_were_not_empty() -> None:
    """Battle Master: each conquest of a non-empty region, Murlocs too (Warcraft rules, Battle Master)."""
    game = isles(f"{FIGHT.format(power='battle-master')} | 7: tribe | 10: 1 tauren@Ben declined")
    assert coins(conquer(game, 7, 10, 2)) == "regions 4, battle-master 2"


MASTERS = f"{FIGHT.format(power='battle-master')} | 10: 1 naga@Ben"


def test_battle_masters_are_paid_nothing_for_a_champion_alone() -> None:
    """Battle Master: only a Murloc or Race token makes a region non-empty (Races and Special Powers; ruling J46)."""
    game = isles(f"{MASTERS} | 7: 0 naga+championing@Ben [champion]")
    assert coins(conquer(game, 7)) == "regions 2"


def test_battle_masters_are_paid_for_a_token_beside_the_champion() -> None:
    """Battle Master: a Race token is there as well (The Races and Special Powers)."""
    game = isles(f"{MASTERS} | 7: 1 naga+championing@Ben [champion]")
    assert coins(conquer(game, 7)) == "regions 2, battle-master 1"


def test_battle_masters_are_paid_for_a_beast_alone() -> None:
    """Battle Master: Beasts are treated like Race tokens for any purpose (Beast Master; ruling J46)."""
    game = isles(f"{MASTERS} | 7: 0 naga+beast-master@Ben [beast] | memo naga@Ben beast-master.beasts 1")
    assert coins(conquer(game, 7)) == "regions 2, battle-master 1"


# Blacksmith.


def test_everything_costs_a_blacksmith_one_less() -> None:
    """Blacksmith: all regions at 1 token less (Warcraft rules, Blacksmith)."""
    game = isles(FIGHT.format(power="blacksmith"))
    assert bill(game, 11) == "2 + 1 mountain − 1 Blacksmith = 2"


# Enraged.


def test_the_enraged_are_paid_as_many_as_defended() -> None:
    """Enraged: as many coins as there were defending tokens, from two (Warcraft rules, Enraged)."""
    game = isles(f"{FIGHT.format(power='enraged')} | 7: 3 tauren+farmer@Ben | 10: 1 draenei@Ben declined")
    assert coins(conquer(game, 7, 10)) == "regions 3, faction-bonus 1, enraged 3"


def test_two_defenders_enrage() -> None:
    """Enraged: at least two defending Race tokens (Warcraft rules, Enraged)."""
    game = isles(f"{FIGHT.format(power='enraged')} | 7: 2 naga+farmer@Ben")
    assert coins(conquer(game, 7)) == "regions 2, enraged 2"


def test_a_champion_beside_a_token_enrages() -> None:
    """Enraged: he counts as 1 Race token for defense, so two defend (Championing; ruling J23)."""
    game = isles(f"{FIGHT.format(power='enraged')} | 7: 1 naga+championing@Ben [champion]")
    assert coins(conquer(game, 7)) == "regions 2, enraged 2"


def test_one_murloc_does_not_enrage() -> None:
    """Enraged: two race tokens and more (ruling J23)."""
    assert coins(conquer(isles(f"{FIGHT.format(power='enraged')} | 7: 2 tribes"), 7)) == "regions 2"


# Marshdweller.

MARSH = "turn 3 Ann conquer | 8: 1 forsaken+explorer@Ann | hand forsaken+explorer@Ann 8"
SWAMP = "7: 1 naga+marshdweller@Ben | 10: 1 naga@Ben"


def test_a_marshdweller_is_paid_before_a_swamp_is_taken() -> None:
    """Marshdweller: 1 coin for a Swamp, nothing for a Forest (Warcraft rules, Marshdweller)."""
    assert purses(conquer(isles(f"{MARSH} | {SWAMP} | coins 5 5"), 7, 10)) == [4, 6]


def test_a_marshdweller_in_decline_is_still_paid() -> None:
    """Marshdweller: still active when In Decline, and the badge stays (Warcraft rules, Marshdweller; ruling J28)."""
    game = after(isles("turn 3 Ben begin | 7: 1 naga+marshdweller@Ben"), Decline())
    assert lies(game, 7) == "1 naga+marshdweller@Ben declined"
    line = f"{MARSH} | 7: 1 naga+marshdweller@Ben declined | coins 5 5"
    assert purses(conquer(isles(line), 7)) == [4, 6]


@pytest.mark.parametrize("held", ["7: 1 naga+farmer@Ben", "7: tribe"])
def test_a_marshdweller_pays_nobody_for_other_swamps(held: str) -> None:
    """Marshdweller: opponents pay the Marshdweller, who has no coin here and needs none (Marshdweller)."""
    line = "turn 3 Ann conquer | 8: 1 forsaken+marshdweller@Ann | hand forsaken+marshdweller@Ann 8 | coins 0 5"
    assert purses(conquer(isles(f"{line} | {held}"), 7)) == [0, 5]


def test_who_cannot_pay_a_marshdweller_cannot_attack() -> None:
    """Marshdweller: the coin comes first (ruling J12)."""
    game = isles(f"{MARSH} | {SWAMP} | coins 0 5")
    assert refusal(game, Conquer(region(7))) == "that costs 1 coin, and you have none"


def test_to_others_a_swamp_is_listed_whatever_the_stash_holds() -> None:
    """Marshdweller: what all may see tells nothing of the stash (Scoring Victory Coins: hidden)."""
    rich, poor = (isles(f"{MARSH} | {SWAMP} | coins {coins} 5") for coins in (5, 0))
    ids = {offer.id for offer in offers(poor, 0, blind=True)}
    assert "conquer:r07:ordinary" in ids
    assert ids == {offer.id for offer in offers(rich, 0, blind=True)}


# Sailing.

SAILED = "turn 3 Ann conquer | 8: 1 forsaken+sailing@Ann | hand forsaken+sailing@Ann 8"


def test_sailing_takes_off_the_travel_cost() -> None:
    """Sailing: no extra token for a far Entry Region (Warcraft rules, Sailing)."""
    assert bill(isles(SAILED), 19) == "2 + 1 travel cost − 1 Sailing = 2"


def test_sailing_saves_nothing_next_door() -> None:
    """Sailing: an Entry Region that borders costs no travel (Warcraft rules, Sailing)."""
    assert bill(isles(SAILED), 11) == "2 + 1 mountain = 3"


def test_sailing_ends_with_decline() -> None:
    """Sailing: a power of the active race, whose badge does not stay (Warcraft rules, Entering In Decline)."""
    game = isles(SAILED)
    assert [sails(band) for band in (game.bands[1], replace(game.bands[1], declined=True))] == ["sailing", ""]


def test_sailing_saves_nothing_on_the_way_that_nobody_goes() -> None:
    """Sailing: only what the journey costs (Warcraft rules, Sailing; Conquering a Region)."""
    assert bill(isles(SAILED), 7) == "2"
