"""Cursed!: Goblins, Kobolds, and the powers of its badges."""

from __future__ import annotations

import pytest

from companion import text
from companion.rules import hooks, notation, score
from companion.rules.commands import Conquer, Conquest, Decline, Pick, PlayTurn, SetRegion
from companion.rules.engine import offers, quote
from companion.rules.model import Game, Marker
from companion.rules.sets import ABILITIES
from tests.rules.moves import (
    attempt,
    band,
    finish,
    form,
    picked,
    place,
    placing,
    ready,
    readying,
    redeploy,
    roll,
    tries,
)
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, region, table, ways

# Typed in from the printed pieces: tokens received, and for races tokens in the box.
BANNERS = {"goblins": (6, 11), "kobolds": (11, 16)}
BADGES = {"cursed": 0, "hordes-of": 5, "marauding": 5, "ransacking": 4, "were-": 4}


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
    assert bill(game, 6) == "region 2, defenders 1, mountain 1, were -2"


def test_by_night_a_token_is_still_needed() -> None:
    """Were-: a minimum of 1 (expansion sheet, Were-)."""
    game = table("turn 4 Ann conquer | 7: 1 ratmen+were-@Ann | hand ratmen+were-@Ann 5")
    assert bill(game, 2) == "region 2, were -2, raised to one by 1"


def test_by_day_were_saves_nothing() -> None:
    """Were-: no effect in game turns of odd number (expansion sheet, Were-)."""
    game = table("turn 3 Ann conquer | 7: 1 ratmen+were-@Ann | hand ratmen+were-@Ann 5")
    assert bill(game, 2) == "region 2"


# Kobolds.

KOBOLDS = "turn 3 Ann conquer | 7: 2 kobolds+commando@Ann | hand kobolds+commando@Ann"


def test_kobolds_take_a_region_with_two_at_least() -> None:
    """Kobolds: never conquer with fewer than 2, whatever is saved (expansion sheet, Kobolds; ruling M1)."""
    assert bill(table(f"{KOBOLDS} 5"), 2) == "region 2, commando -1, kobolds 1"


def test_kobolds_pay_nothing_more_where_two_are_due_anyway() -> None:
    """Kobolds: the two stand above the price, they are not added to it (ruling M1)."""
    game = table("turn 3 Ann conquer | 7: 2 kobolds+hill@Ann | hand kobolds+hill@Ann 5")
    assert bill(game, 2) == "region 2"


def test_a_dragon_takes_two_kobolds() -> None:
    """Kobolds: the Dragon's price is raised to two (ruling M1)."""
    line = "turn 3 Ann conquer | 2: 4 orcs+hill@Ben | 7: 2 kobolds+dragon-master@Ann | hand kobolds+dragon-master@Ann 2"
    game = conquer(table(line), 2, way="dragon-master")
    assert (lies(game, 2), band(game, "kobolds").hand) == ("2 kobolds+dragon-master@Ann [dragon]", 0)


def test_one_kobold_cannot_try_with_the_die() -> None:
    """Kobolds: the final attempt needs both of them, whatever the die may show (ruling M1)."""
    assert tries(table(f"{KOBOLDS} 1"), 2, 12) == {2: False, 12: False}


def test_two_kobolds_can_try_with_the_die() -> None:
    """Kobolds: with two in hand the final attempt is as everybody's (Final Conquest Attempt)."""
    game = table("turn 3 Ann conquer | 7: 2 kobolds+hill@Ann | 6: 2 orcs@Ben declined | hand kobolds+hill@Ann 2")
    assert tries(game, 6) == {6: True}


READYING = "turn 3 Ann begin | 7: 4 kobolds+hill@Ann | 12: 2 kobolds@Ann"


def test_two_kobolds_stay_while_readying() -> None:
    """Kobolds: two at all times, also while their troops are readied (ruling G7)."""
    game = ready(table(READYING), "kobolds")
    assert [lies(game, 7), lies(game, 12)] == ["2 kobolds+hill@Ann"] * 2
    assert band(game, "kobolds").hand == 2


def test_kobolds_abandon_a_region_whole() -> None:
    """Kobolds: a region is left with none or held with two (ruling G7; Abandoning a Region)."""
    game = ready(table(READYING), "kobolds", {12: 0})
    assert (lies(game, 12), band(game, "kobolds").hand) == ("nothing", 4)


def test_one_kobold_alone_does_not_stay() -> None:
    """Kobolds: one is too few to hold a region while readying (ruling G7)."""
    assert "region 7" in refusal(table(READYING), readying(table(READYING), "kobolds", {7: 1}))


def test_a_table_may_let_one_kobold_stay_while_readying() -> None:
    """Kobolds: with the option one stays, as everybody's do (ruling G7, table option)."""
    game = ready(table(f"{READYING} | option kobolds-ready=single"), "kobolds")
    assert band(game, "kobolds").hand == 4


def test_kobolds_that_are_too_few_leave_a_region_at_the_end() -> None:
    """Kobolds: two stand in each region when the turn ends; a single one joins the others (rulings G7, G8)."""
    line = "turn 3 Ann conquer | 7: 1 kobolds+hill@Ann | 12: 1 kobolds@Ann | 2: 1 kobolds@Ann"
    game = redeploy(finish(table(f"{line} | option kobolds-ready=single")))
    assert sorted(lies(game, number) for number in (2, 7, 12)) == ["3 kobolds+hill@Ann", "nothing", "nothing"]


def test_a_lone_kobold_with_nowhere_to_go_returns_to_hand() -> None:
    """Kobolds: one alone holds no region (ruling G8)."""
    line = "turn 3 Ann conquer | 7: 1 kobolds+hill@Ann | option kobolds-ready=single"
    game = redeploy(finish(table(line)))
    assert (lies(game, 7), band(game, "kobolds").hand) == ("nothing", 1)


def test_two_kobolds_are_redeployed_to_each_region() -> None:
    """Kobolds: never occupy a region with fewer than 2 (expansion sheet, Kobolds)."""
    game = finish(table("turn 3 Ann conquer | 7: 2 kobolds+hill@Ann | 12: 2 kobolds@Ann | hand kobolds+hill@Ann 1"))
    assert [(slot.least, slot.most) for slot in form(game, "redeploy").slots] == [(2, 5), (2, 5)]


def test_kobolds_in_decline_stand_alone() -> None:
    """Kobolds: going into decline one stays in each region, as usual (expansion sheet, Kobolds)."""
    assert lies(after(table(READYING), Decline()), 7) == "1 kobolds@Ann declined"


# Cursed.

REST = "giants+mounted, wizards+alchemist, trolls+merchant"
COLUMN = f"column ratmen+cursed 2, orcs+hill, elves+spirit, {REST}"


def test_passing_over_the_cursed_combo_costs_three() -> None:
    """Cursed: 3 coins, not 1, to skip it (expansion sheet, Cursed)."""
    game = after(table(f"turn 1 Ann begin | coins 5 5 | {COLUMN}"), Pick(2))
    assert (game.seats[0].coins, [combo.coins for combo in game.column][:2]) == (1, [5, 1])


def test_the_three_coins_lie_on_the_cursed_combo() -> None:
    """Cursed: who takes it in the end takes them too (ruling G20)."""
    game = after(table(f"turn 1 Ann begin | coins 5 5 | {COLUMN}"), Pick(0))
    assert game.seats[0].coins == 7


def test_a_combo_below_the_cursed_one_needs_its_price() -> None:
    """Cursed: 3 coins are not to be had from a stash of 2 (expansion sheet, Cursed; ruling A3)."""
    game = table(f"turn 1 Ann begin | coins 2 5 | {COLUMN}")
    assert refusal(game, Pick(1)) == "that combo costs 3, and you have fewer coins"


def test_the_cursed_combo_itself_is_cheap() -> None:
    """Cursed: it is passed over dearly, taking it costs a coin for each combo above (expansion sheet, Cursed)."""
    line = "turn 1 Ann begin | coins 5 5 | column orcs+hill, ratmen+cursed, elves+spirit"
    game = after(table(f"{line}, {REST}"), Pick(1))
    assert (game.seats[0].coins, band(game, "ratmen").hand) == (4, 8)


# Ransacking.

RANSACKING = "turn 3 Ann conquer | 7: 1 ratmen+ransacking@Ann | hand ratmen+ransacking@Ann 5"


def purses(game: Game) -> list[int]:
    """Everybody's coins."""
    return [seat.coins for seat in game.seats]


def test_a_ransacked_player_pays_a_coin() -> None:
    """Ransacking: the victim pays 1 coin from the stash at once (expansion sheet, Ransacking)."""
    game = conquer(table(f"{RANSACKING} | 2: 1 orcs+hill@Ben | coins 5 5"), 2)
    assert purses(game) == [6, 4]


def test_nothing_is_ransacked_from_an_empty_stash() -> None:
    """Ransacking: unless none is left (expansion sheet, Ransacking)."""
    game = conquer(table(f"{RANSACKING} | 2: 1 orcs+hill@Ben | coins 5 0"), 2)
    assert purses(game) == [5, 0]


def test_a_race_in_decline_is_not_ransacked() -> None:
    """Ransacking: only a region with an opponent's active tokens; Ghouls in decline pay nothing (Ransacking; G19)."""
    game = conquer(table(f"{RANSACKING} | 2: 1 ghouls@Ben declined | coins 5 5"), 2)
    assert purses(game) == [5, 5]


def test_lost_tribes_are_not_ransacked() -> None:
    """Ransacking: they are nobody's (expansion sheet, Ransacking)."""
    assert purses(conquer(table(f"{RANSACKING} | 12: tribe | coins 5 5"), 12)) == [5, 5]


def test_a_failed_attempt_ransacks_nothing() -> None:
    """Ransacking: each time you successfully conquer (expansion sheet, Ransacking)."""
    line = "turn 3 Ann conquer | 7: 1 ratmen+ransacking@Ann | hand ratmen+ransacking@Ann 1 | 2: 1 orcs+hill@Ben"
    assert purses(attempt(table(f"{line} | coins 5 5"), 2, 0)) == [5, 5]


def test_the_bill_says_who_will_owe_whom() -> None:
    """Ransacking: what a conquest costs a player is said before it, whatever the stash holds (Ransacking)."""
    game = table(f"{RANSACKING} | 2: 1 orcs+hill@Ben | coins 5 0")
    assert [text.say(toll) for toll in quote(game, 0, region(2)).tolls] == ["Ben gives Ann 1 coin (Ransacking)"]


def test_corrupt_and_ransacking_are_reckoned_on_the_stashes_before() -> None:
    """Corrupt, Ransacking: each payment looks at the stashes as they were before either (ruling M3)."""
    game = conquer(table(f"{RANSACKING} | 2: 1 orcs+corrupt@Ben | coins 0 1"), 2)
    assert purses(game) == [1, 0]


# Marauding.

MARAUDING = "turn 3 Ann conquer | 7: 2 elves+marauding@Ann | hand elves+marauding@Ann"


def test_marauders_take_up_their_troops_and_conquer_once_more() -> None:
    """Marauding: at least 1 token stays in each region, the others go through another cycle (Marauding)."""
    game = finish(conquer(table(f"{MARAUDING} 3"), 2))
    assert [game.turn.stage, lies(game, 2), lies(game, 7)] == ["conquer", *["1 elves+marauding@Ann"] * 2]
    assert band(game, "elves").hand == 3


def test_marauders_abandon_nothing_between_their_waves() -> None:
    """Marauding: one token stays in each region (ruling M9)."""
    game = finish(table(f"{MARAUDING} 3"))
    assert {each.partition(":")[0] for each in listed(game)} == {"conquer", "finish"}


def test_after_the_second_wave_marauders_redeploy() -> None:
    """Marauding: another cycle, not a third one (expansion sheet, Marauding)."""
    assert finish(finish(table(f"{MARAUDING} 3"))).turn.stage == "redeploy"


def test_the_die_in_the_first_wave_forfeits_the_second() -> None:
    """Marauding: the second cycle comes before any final attempt (expansion sheet, Marauding; ruling G24)."""
    game = attempt(table(f"{MARAUDING} 1 | 2: 1 orcs+hill@Ben"), 2, 0)
    assert game.turn.stage == "redeploy"


def test_the_final_attempt_may_come_in_the_second_wave() -> None:
    """Marauding: then do your final conquest attempt, if any (expansion sheet, Marauding)."""
    game = attempt(finish(table(f"{MARAUDING} 0 | 2: 1 orcs+hill@Ben")), 2, 2)
    assert (lies(game, 2), game.turn.stage) == ("1 elves+marauding@Ann", "redeploy")


def test_marauding_kobolds_leave_two() -> None:
    """Marauding, Kobolds: two hold a region between the waves too (rulings G7, M9)."""
    game = finish(table("turn 3 Ann conquer | 7: 5 kobolds+marauding@Ann | hand kobolds+marauding@Ann 0"))
    assert (lies(game, 7), band(game, "kobolds").hand) == ("2 kobolds+marauding@Ann", 3)


def test_marauding_orcs_are_paid_for_both_waves() -> None:
    """Marauding: all is one turn (expansion sheet, Marauding; base rules, Orcs)."""
    line = "turn 3 Ann conquer | 7: 2 orcs+marauding@Ann | 2: 1 elves+hill@Ben | 3: 1 elves@Ben"
    game = conquer(table(f"{line} | hand orcs+marauding@Ann 3"), 2)
    game = redeploy(finish(conquer(finish(game), 3)))
    assert coins(game) == "regions 3, orcs 2"


def test_what_is_done_once_a_turn_is_done_once_in_both_waves() -> None:
    """Marauding: the second cycle is no second turn (expansion sheet, Marauding; base rules, Sorcerers)."""
    line = "turn 3 Ann conquer | 7: 2 sorcerers+marauding@Ann | 2: 1 orcs+hill@Ben | hand sorcerers+marauding@Ann 1"
    assert ways(finish(table(f"{line} | used sorcerers:1")), 2) == ["ordinary"]


def test_a_race_in_decline_marauds_no_more() -> None:
    """Marauding: the power is gone (Put a Race In Decline)."""
    game = table("turn 3 Ann conquer ghouls | 7: 2 ghouls@Ann declined | hand ghouls@Ann declined 2")
    assert finish(game).turn.stage == "redeploy"


def test_marauding_told_at_once_goes_on_where_the_hand_was_empty() -> None:
    """Marauding: a conquest that the first wave could not pay belongs to the second (expansion sheet, Marauding)."""
    told = PlayTurn(conquests=(Conquest(region(2)), Conquest(region(12))))
    game = after(table(f"{MARAUDING} 2"), told)
    assert (game.turn.stage, [attack.region for attack in game.turn.attacks]) == ("score", ["r02", "r12"])


def test_an_attempt_told_at_once_belongs_to_the_last_wave() -> None:
    """Marauding: the final attempt comes after both cycles (expansion sheet, Marauding)."""
    told = PlayTurn(conquests=(Conquest(region(2), die=True, pips=2),))
    game = after(table(f"{MARAUDING} 0 | 2: 2 orcs+hill@Ben".replace("7: 2", "7: 3")), told)
    assert lies(game, 2).endswith("elves+marauding@Ann")


def test_the_second_wave_is_announced() -> None:
    """Marauding: whoever ends the first wave reads what comes (expansion sheet, Marauding)."""
    game = table(f"{MARAUDING} 3")
    endings = [offer for step in (game, finish(game)) for offer in offers(step, 0) if offer.id == "finish"]
    labels = [text.say(offer.label) for offer in endings]
    assert labels == ["Take up the troops and conquer once more", "End the conquests"]


# Hordes of.

HORDES = "turn 3 Ann conquer | 7: 1 ratmen+hordes-of@Ann | hand ratmen+hordes-of@Ann"
TWO = {"hordes-of": 2}


def crowd(game: Game) -> int:
    """The Hordes tokens that the Ratmen have in hand."""
    return hooks.in_hand(game, band(game, "ratmen"), "hordes")


def test_hordes_of_brings_five_tokens_and_two_hordes() -> None:
    """Hordes of: 5 on the badge, and 2 Hordes tokens (expansion sheet, Hordes of; badges)."""
    game = picked("ratmen+hordes-of")
    assert (band(game, "ratmen").hand, crowd(game)) == (13, 2)


def test_a_horde_counts_as_a_token_in_attack() -> None:
    """Hordes of: exactly as if they were additional race tokens (expansion sheet, Hordes of)."""
    game = after(table(f"{HORDES} 5"), Conquer(region(2), boosts={"hordes-of": 1}))
    assert (lies(game, 2), crowd(game)) == ("1 ratmen+hordes-of@Ann [hordes]", 1)


def test_hordes_alone_take_a_region() -> None:
    """Hordes of: as good as race tokens, so none of those is needed (ruling G23)."""
    game = after(table(f"{HORDES} 0"), Conquer(region(2), boosts=TWO))
    assert (lies(game, 2), game.grounds["r02"].band) == ("0 ratmen+hordes-of@Ann [hordes hordes]", 1)


def test_hordes_alone_hold_a_region_for_a_coin() -> None:
    """Hordes of: the region is theirs (ruling G23)."""
    assert coins(table("turn 3 Ann score | 7: 1 ratmen+hordes-of@Ann | 2: 0 ratmen@Ann [hordes]")) == "regions 2"


def test_a_table_may_want_a_token_beside_each_horde() -> None:
    """Hordes of: with the option a race token goes along (ruling G23, table option)."""
    game = table(f"{HORDES} 5 | option hordes-alone=accompanied")
    assert lies(after(game, Conquer(region(2), boosts={"hordes-of": 1})), 2) == "1 ratmen+hordes-of@Ann [hordes]"


def test_with_that_option_hordes_alone_take_nothing() -> None:
    """Hordes of: accompanied, as the fan wiki has it (ruling G23, table option)."""
    assert listed(table(f"{HORDES} 0 | option hordes-alone=accompanied")) == {"finish"}


@pytest.mark.parametrize(("lost", "most"), [(0, 2), (1, 1)])
def test_lost_hordes_are_not_placed_again(lost: int, most: int) -> None:
    """Hordes of: what has gone to the box stays there."""
    game = table(f"turn 3 Ann redeploy | 7: 3 ratmen+hordes-of@Ann | memo ratmen@Ann hordes-of.lost {lost}")
    assert form(game, "place:hordes").total == most


def test_when_both_hordes_are_lost_there_is_nothing_to_place() -> None:
    """Hordes of: what has gone to the box stays there."""
    game = table("turn 3 Ann redeploy | 7: 3 ratmen+hordes-of@Ann | memo ratmen@Ann hordes-of.lost 2")
    assert "place:hordes" not in listed(game)


RAIDED = "turn 3 Ann conquer | 6: 1 elves+hill@Ann | hand elves+hill@Ann 9 | 14: 1 ratmen+hordes-of@Ben"


def test_hordes_defend_like_tokens() -> None:
    """Hordes of: exactly as race tokens (expansion sheet, Hordes of)."""
    game = table(f"{RAIDED} | 7: 2 ratmen@Ben [hordes]")
    assert bill(game, 7) == "region 2, defenders 2, hordes 1"


def test_a_horde_falls_before_a_race_token() -> None:
    """Hordes of: one of them is the token that is lost (our own reading; M6)."""
    game = conquer(table(f"{RAIDED} | 7: 2 ratmen@Ben [hordes]"), 7)
    ratmen = band(game, "ratmen")
    assert (ratmen.withdrawn, ratmen.memo, game.turn.returned) == (2, {"hordes-of.lost": 1}, ())


def test_the_other_horde_withdraws() -> None:
    """Hordes of: one token is lost, the others go back on the map (Enemy Losses and Withdrawals)."""
    game = conquer(table(f"{RAIDED} | 7: 1 ratmen@Ben [hordes hordes]"), 7)
    assert game.turn.returned == ((band(game, "ratmen").id, "hordes", 1),)


def test_a_lone_horde_is_lost_with_its_region() -> None:
    """Hordes of: a single defending token is discarded (Enemy Losses and Withdrawals)."""
    game = conquer(table(f"{RAIDED} | 7: 0 ratmen@Ben [hordes]"), 7)
    assert (lies(game, 7), crowd(game)) == ("3 elves+hill@Ann", 1)


def test_a_region_held_by_hordes_is_not_empty() -> None:
    """Hordes of: race tokens lie there (base rules, appendix II: non-empty)."""
    game = conquer(table(f"{RAIDED} | 7: 0 ratmen@Ben [hordes]".replace("elves+hill", "elves+pillaging")), 7)
    assert coins(game) == "regions 2, pillaging 1"


def test_sorcerers_may_replace_a_lone_horde() -> None:
    """Hordes of: 1 of the opponent's active tokens, alone in its region (base rules, Sorcerers)."""
    line = f"{RAIDED} | 7: 0 ratmen@Ben [hordes]".replace("elves", "sorcerers")
    game = conquer(table(line), 7, way="sorcerers")
    assert (lies(game, 7), crowd(game)) == ("1 sorcerers+hill@Ann", 1)


def test_a_horde_beside_a_token_keeps_sorcerers_off() -> None:
    """Hordes of: two tokens stand there (base rules, Sorcerers)."""
    line = f"{RAIDED} | 7: 1 ratmen@Ben [hordes]".replace("elves", "sorcerers")
    assert ways(table(line), 7) == ["ordinary"]


def test_elves_of_a_horde_lose_nothing() -> None:
    """Hordes of, Elves: nobody dies in a conquest (base rules, Elves; expansion sheet, Hordes of)."""
    line = "turn 3 Ann conquer | 6: 1 orcs+hill@Ann | hand orcs+hill@Ann 9 | 14: 1 elves+hordes-of@Ben"
    game = conquer(table(f"{line} | 7: 1 elves@Ben [hordes]"), 7)
    elves = band(game, "elves")
    assert (elves.withdrawn, elves.memo, game.turn.returned) == (1, {}, ((elves.id, "hordes", 1),))


LEAVING = "turn 3 Ann begin | 7: 2 ratmen+hordes-of@Ann [hordes] | 2: 0 ratmen@Ann [hordes]"


def test_hordes_are_taken_up_with_the_troops() -> None:
    """Hordes of: those that are not needed to hold a region come to hand (Ready your Troops)."""
    game = ready(table(LEAVING), "ratmen")
    assert (lies(game, 7), lies(game, 2), crowd(game)) == (
        "1 ratmen+hordes-of@Ann", "0 ratmen+hordes-of@Ann [hordes]", 1,
    )  # fmt: skip


def test_a_region_of_hordes_alone_may_be_abandoned() -> None:
    """Hordes of: leaving none there (Abandoning a Region)."""
    game = ready(table(LEAVING), "ratmen", {2: 0})
    assert (lies(game, 2), crowd(game)) == ("nothing", 2)


def test_hordes_stay_beside_their_tokens_if_wanted() -> None:
    """Hordes of: more may stay than needed, tokens first (Ready your Troops)."""
    assert lies(ready(table(LEAVING), "ratmen", {7: 3}), 7) == "2 ratmen+hordes-of@Ann [hordes]"


def test_hordes_in_decline_are_gone_with_what_they_held() -> None:
    """Hordes of: they disappear (expansion sheet, Hordes of); what they held alone is given up (ruling M6)."""
    game = after(table(LEAVING), Decline())
    assert (lies(game, 7), lies(game, 2)) == ("1 ratmen@Ann declined", "nothing")


def test_a_token_may_leave_a_region_to_a_horde() -> None:
    """Hordes of: one body in each region will do (Troop Redeployment; ruling G23)."""
    game = finish(table("turn 3 Ann conquer | 7: 1 ratmen+hordes-of@Ann [hordes] | 2: 1 ratmen@Ann"))
    assert lies(redeploy(game, {7: 0, 2: 2}), 7).startswith("0 ratmen")


def test_hordes_are_placed_with_the_troops() -> None:
    """Hordes of: redeployed as race tokens are (expansion sheet, Hordes of)."""
    game = place(finish(table(f"{HORDES} 3 | 2: 1 ratmen@Ann")), "hordes", {2: 2})
    assert lies(game, 2) == "1 ratmen+hordes-of@Ann [hordes hordes]"


def test_hordes_that_nobody_placed_stand_by_themselves() -> None:
    """Hordes of: no token stays in hand while the race holds a region (ruling L13)."""
    game = redeploy(finish(table(f"{HORDES} 3 | 2: 1 ratmen@Ann")))
    assert sorted(game.pieces("hordes")) == ["r02", "r07"]


def test_kobold_hordes_hold_a_region_by_two() -> None:
    """Hordes of, Kobolds: a Kobold and a Hordes token are two (ruling G23)."""
    line = "turn 3 Ann conquer | 7: 2 kobolds+hordes-of@Ann | hand kobolds+hordes-of@Ann 1"
    game = after(table(line), Conquer(region(2), boosts={"hordes-of": 1}))
    assert lies(game, 2) == "1 kobolds+hordes-of@Ann [hordes]"


def test_hordes_may_try_with_the_die() -> None:
    """Hordes of: a Hordes token in hand is an unused token (Final Conquest Attempt)."""
    game = table(f"{HORDES} 0 | 12: 1 orcs@Ben declined")
    tried = after(game, Conquer(region(12), die=True, boosts=TWO))
    assert lies(roll(tried, 1), 12) == "0 ratmen+hordes-of@Ann [hordes hordes]"


def test_hordes_count_in_a_tie() -> None:
    """Hordes of: race tokens on the board (End of the game; D14)."""
    game = table("turn 10 Ann score | 7: 2 ratmen+hordes-of@Ann [hordes] | 2: 0 ratmen@Ann [hordes]")
    assert score.tokens_on_board(game, 0) == 4


def test_a_region_of_hordes_can_be_corrected() -> None:
    """Hordes of: the cardboard is right, also where a Hordes token stands alone (Corrections)."""
    game = table("turn 3 Ann begin | 7: 2 ratmen+hordes-of@Ann")
    game = after(game, SetRegion(region(2), 1, 0, 0, (Marker("hordes", 1),)))
    assert (lies(game, 2), game.grounds["r02"].band) == ("0 ratmen+hordes-of@Ann [hordes]", 1)


def test_a_position_with_hordes_is_written_and_read() -> None:
    """Notation: a region without a token is held by the piece in its brackets."""
    game = table(LEAVING)
    assert table(notation.write(game)) == game


def test_where_the_last_horde_leaves_a_token_comes() -> None:
    """Hordes of: no region is emptied while redeploying, but troops move freely (Troop Redeployment)."""
    game = finish(table("turn 3 Ann conquer | 7: 3 ratmen+hordes-of@Ann | 2: 0 ratmen@Ann [hordes hordes]"))
    game = place(game, "hordes", {7: 2})
    assert (lies(game, 2), lies(game, 7)) == ("1 ratmen+hordes-of@Ann", "2 ratmen+hordes-of@Ann [hordes hordes]")


def test_hordes_that_hold_a_region_stay_where_there_is_no_token() -> None:
    """Hordes of: a region is not emptied while redeploying (ruling C10)."""
    game = finish(table("turn 3 Ann conquer | 7: 1 ratmen+hordes-of@Ann | 2: 0 ratmen@Ann [hordes hordes]"))
    assert refusal(game, placing("hordes", {7: 2})) == "region 2 takes 1 to 2"
