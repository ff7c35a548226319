"""The artifacts of Small World of Warcraft (Warcraft rules, under their names).

Regions 1 to 13 are a large island with a lake, 14 to 21 a small one with a sea.  2 neighbours 1, 3, 7 and 8.
"""

from __future__ import annotations

import pytest

from companion.rules.commands import Accept, Conquer, UseAbility
from companion.rules.engine import decide, offers
from companion.rules.events import CoinsMoved
from tests.rules.azeroth import azeroth
from tests.rules.position import after, bill, conquer, lies, listed, refusal, region, ways
from tests.rules.test_warcraft_places import ANN, at, ended, turned_up


def test_the_aegis_is_put_in_an_own_region_when_the_turn_ends() -> None:
    """Aegis of Aggramar: at the end of their turn, in one of the Regions they control."""
    game = ended(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [aegis] | 8: 1 naga+mining@Ann"))
    assert at(after(game, UseAbility("aegis", "place", region(8))), "aegis") == 8


def test_the_aegis_is_not_put_where_it_lies() -> None:
    """Aegis of Aggramar: it stays there by itself (ruling J36)."""
    game = ended(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [aegis] | 8: 1 naga+mining@Ann"))
    assert {each for each in listed(game) if "aegis" in each} == {f"act:aegis:place:{region(8)}"}


def test_the_other_regions_of_the_aegis_owner_cost_nothing() -> None:
    """Aegis of Aggramar: this Region is immune, and no other."""
    game = azeroth(f"{ANN} | coins 5 5 | 2: 1 naga+mining@Ann | 8: 1 worgen+farmer@Ben [aegis] | 7: 1 worgen@Ben")
    assert [seat.coins for seat in conquer(game, 7).seats] == [5, 5]


def test_the_aegis_stays_while_regions_are_conquered() -> None:
    """Aegis of Aggramar: at the end of their turn."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [aegis] | 8: 1 naga+mining@Ann")
    assert refusal(game, UseAbility("aegis", "place", region(8)))


def test_who_attacks_the_aegis_pays_first() -> None:
    """Aegis of Aggramar: unless the opponent pays the owner of the Aegis 2 Victory Coins."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: 1 worgen+farmer@Ben [aegis]"), 8)
    assert [seat.coins for seat in game.seats] == [3, 7]


def test_who_cannot_pay_cannot_attack_the_aegis() -> None:
    """Ruling J12: what is due before bars the attack."""
    game = azeroth(f"{ANN} | coins 1 5 | 2: 1 naga+mining@Ann | 8: 1 worgen+farmer@Ben [aegis]")
    assert refusal(game, Conquer(region(8))) == "that costs 2 coins, more than you have"


def test_the_offer_does_not_tell_what_is_in_a_purse() -> None:
    """Coins are secret: whether it is asked never depends on a stash."""
    line = f"{ANN} | coins 1 5 | 2: 1 naga+mining@Ann | 8: 1 worgen+farmer@Ben [aegis]"
    assert "conquer:r08:ordinary" in {offer.id for offer in offers(azeroth(line), 0, blind=True)}


def test_who_steals_the_aegis_pays_first() -> None:
    """Aegis of Aggramar: immune to all powers, a theft too, unless the opponent pays 2."""
    line = "turn 2 Ann conquer | hand ethereals+mining@Ann 6 | 2: 1 ethereals+mining@Ann | coins 5 5"
    game = after(
        azeroth(f"{line} | 8: 1 worgen+farmer@Ben [aegis]"), UseAbility("ethereals", "steal", f"aegis:{region(2)}")
    )
    assert [seat.coins for seat in game.seats] == [3, 7]


def test_a_bomb_on_the_aegis_is_paid_for() -> None:
    """Aegis of Aggramar: a Bomb is a power too, and is paid for as it explodes (ruling J38)."""
    line = "turn 1 Ben score | 2: 1 warcraft-goblins+mining@Ann | coins 5 5"
    game = after(azeroth(f"{line} | 8: 1 worgen+farmer@Ben [aegis bomb@warcraft-goblins]"), Accept())
    assert turned_up(game, "explosion").seats[0].coins == 3


def test_the_ashes_fly_to_any_region() -> None:
    """Ashes of Al'ar: any Region on any board, at the cost as if this Region was adjacent."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [ashes]")
    assert bill(game, 20, "ashes") == "2 + 1 mountain = 3"


def test_a_flight_of_the_ashes_is_listed() -> None:
    """Ashes of Al'ar: any Region on any board, inland and far away, but not next door."""
    offered = listed(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [ashes]"))
    assert {"conquer:r20:ashes", "conquer:r13:ashes"} <= offered
    assert "conquer:r08:ashes" not in offered


@pytest.mark.parametrize("artifact", ["ashes", "doomhammer", "frostmourne"])
def test_an_artifact_that_is_not_used_stays(artifact: str) -> None:
    """Artifacts: where it has last been used, and still to be used this turn."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [{artifact}]"), 8)
    assert (at(game, artifact), game.turn.used) == (2, ())


def test_the_ashes_pay_no_travel_cost() -> None:
    """Ashes of Al'ar: as if this Region was adjacent."""
    assert bill(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [ashes]"), 15, "ashes") == (
        "2 + 1 travel cost − 1 Ashes of Al’ar = 2"
    )


def test_the_ashes_save_no_travel_cost_that_the_meeting_stone_saves() -> None:
    """Ashes of Al'ar: the normal conquest cost as if this Region was adjacent, and no less."""
    assert bill(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [ashes meeting-stone]"), 15, "ashes") == (
        "2 + 1 travel cost − 1 Meeting Stone = 2"
    )


def test_the_ashes_stay_where_they_were_used() -> None:
    """Artifacts: an Artifact remains in the Region it has last been used in."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [ashes]"), 20, way="ashes")
    assert at(game, "ashes") == 20


def test_the_ashes_fly_once_a_turn() -> None:
    """Ashes of Al'ar: once per turn."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [ashes]"), 20, way="ashes")
    assert "ashes" not in ways(game, 13)


def test_the_doomhammer_takes_a_region_with_one_token() -> None:
    """DoomHammer: conquer any 1 region with only 1 token."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [doomhammer] | 8: 3 worgen+farmer@Ben"), 8, way="doomhammer")
    assert lies(game, 8) == "1 naga+mining@Ann [doomhammer]"


def test_the_doomhammer_is_paid_to_the_stash_for_a_region_of_nobody() -> None:
    """DoomHammer: if there is none, they return the 2 VC to the Victory stash."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [doomhammer]"), 8, way="doomhammer")
    assert [seat.coins for seat in game.seats] == [3, 5]


@pytest.mark.parametrize("worgen", ["worgen+farmer@Ben", "worgen@Ben declined"])
def test_the_doomhammer_is_paid_to_who_held_the_region(worgen: str) -> None:
    """DoomHammer: must first pay 2 Victory Coins to the previous owner (ruling J34)."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [doomhammer] | 8: 1 {worgen}"), 8, way="doomhammer")
    assert [seat.coins for seat in game.seats] == [3, 7]


def test_whoever_had_the_doomhammer_before_is_paid_nothing() -> None:
    """DoomHammer: the region's owner is meant, not the hammer's (ruling J34)."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: 1 worgen+farmer@Ben [doomhammer]")
    game = conquer(conquer(game, 8), 10, way="doomhammer")
    assert [seat.coins for seat in game.seats] == [3, 5]


def test_the_doomhammer_is_paid_to_the_stash_for_a_region_of_ones_own_race_in_decline() -> None:
    """DoomHammer: nobody pays themselves (ruling J34)."""
    line = f"{ANN} | 2: 1 naga+mining@Ann [doomhammer] | 8: 1 worgen@Ann declined"
    assert [seat.coins for seat in conquer(azeroth(line), 8, way="doomhammer").seats] == [3, 5]


def test_an_older_position_that_remembers_the_hammers_owner_still_reads() -> None:
    """It was remembered once, and nothing comes of it any more."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [doomhammer] | memo naga@Ann doomhammer.before 2")
    assert next(iter(game.bands.values())).memo == {}


def test_the_doomhammer_strikes_once_a_turn() -> None:
    """DoomHammer: once per turn."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [doomhammer]"), 8, way="doomhammer")
    assert "this turn" in refusal(game, Conquer(region(10), "doomhammer"))


def test_the_doomhammer_is_too_dear() -> None:
    """Ruling J12: what is due before bars the attack."""
    game = azeroth(f"{ANN} | coins 1 5 | 2: 1 naga+mining@Ann [doomhammer]")
    assert refusal(game, Conquer(region(8), "doomhammer")) == "that costs 2 coins, more than you have"


def test_frostmourne_saves_two() -> None:
    """Frostmourne: at a cost of 2 tokens less than normal."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [frostmourne] | 8: 3 worgen+farmer@Ben")
    game = after(game, Conquer(region(8), boosts={"frostmourne": 1}))
    assert lies(game, 8) == "3 naga+mining@Ann [frostmourne]"


def test_frostmourne_leaves_one_token_to_pay() -> None:
    """Frostmourne: a minimum of 1 token is still required."""
    game = after(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [frostmourne]"), Conquer(region(8), boosts={"frostmourne": 1}))
    assert lies(game, 8) == "1 naga+mining@Ann [frostmourne]"


def test_frostmourne_helps_once_a_turn() -> None:
    """Frostmourne: once per turn."""
    game = after(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [frostmourne]"), Conquer(region(8), boosts={"frostmourne": 1}))
    assert refusal(game, Conquer(region(10), boosts={"frostmourne": 1}))


def test_neighbours_of_the_heart_pay() -> None:
    """Heart of Azeroth: each opponent whose Active Race occupies at least one Region adjacent to it pays 1."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [heart] | 7: 1 worgen+farmer@Ben | 8: 1 worgen+farmer@Ben")
    assert after(ended(game), Accept()).seats[1].coins == 4


@pytest.mark.parametrize(("had", "has"), [(1, 0), (0, 0)])
def test_the_heart_is_paid_as_far_as_there_is_a_coin(had: int, has: int) -> None:
    """Heart of Azeroth: 1 coin; who has none pays none (ruling J12)."""
    game = azeroth(f"{ANN} | coins 5 {had} | 2: 1 naga+mining@Ann [heart] | 8: 1 worgen+farmer@Ben")
    assert after(ended(game), Accept()).seats[1].coins == has


def test_who_is_far_from_the_heart_pays_nothing() -> None:
    """Heart of Azeroth: at least one Region that is adjacent to it."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [heart] | 12: 1 worgen+farmer@Ben")
    assert after(ended(game), Accept()).seats[1].coins == 5


def test_nobody_pays_for_the_own_heart() -> None:
    """Heart of Azeroth: each opponent."""
    game = ended(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [heart] | 8: 1 naga+mining@Ann"))
    assert not [event for event in decide(game, Accept()) if isinstance(event, CoinsMoved)]


def test_a_declined_neighbour_of_the_heart_pays_nothing() -> None:
    """Heart of Azeroth: whose Active Race."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [heart] | 8: 1 worgen@Ben declined")
    assert after(ended(game), Accept()).seats[1].coins == 5
