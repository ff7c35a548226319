"""Cursed!: Goblins, Kobolds, and the powers of its badges."""

from __future__ import annotations

import pytest

from companion.language import text
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Conquest, Decline, Pick, PlayTurn
from companion.rules.engine import offers, quote
from companion.rules.model import Game
from tests.rules.moves import (
    attempt,
    band,
    finish,
    form,
    ready,
    readying,
    redeploy,
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
    assert bill(game, 6) == "2 + 1 defender + 1 mountain − 1 Goblin = 3"


def test_goblins_save_one_on_lost_tribes() -> None:
    """Goblins: the tribes have fallen into decline too (ruling M5)."""
    game = table("turn 3 Ann conquer | 2: tribe | 7: 1 goblins+hill@Ann | hand goblins+hill@Ann 5")
    assert bill(game, 2) == "2 + 1 Lost Tribe − 1 Goblin = 2"


def test_goblins_save_nothing_on_an_active_race() -> None:
    """Goblins: only what is in decline is cheaper (expansion sheet, Goblins)."""
    game = table("turn 3 Ann conquer | 2: 1 orcs+forest@Ben | 7: 1 goblins+hill@Ann | hand goblins+hill@Ann 5")
    assert bill(game, 2) == "2 + 1 defender = 3"


def test_goblins_save_nothing_on_an_empty_region() -> None:
    """Goblins: an empty region is not in decline (expansion sheet, Goblins)."""
    game = table("turn 3 Ann conquer | 7: 1 goblins+hill@Ann | hand goblins+hill@Ann 5")
    assert bill(game, 2) == "2"


# Were-.


def test_by_night_any_region_costs_two_less() -> None:
    """Were-: in game turns of even number regions cost 2 less (expansion sheet, Were-)."""
    game = table("turn 4 Ann conquer | 6: 1 orcs+hill@Ben | 7: 1 ratmen+were-@Ann | hand ratmen+were-@Ann 5")
    assert bill(game, 6) == "2 + 1 defender + 1 mountain − 2 Were = 2"


def test_by_night_a_token_is_still_needed() -> None:
    """Were-: a minimum of 1 (expansion sheet, Were-)."""
    game = table("turn 4 Ann conquer | 7: 1 ratmen+were-@Ann | hand ratmen+were-@Ann 5")
    assert bill(game, 2) == "2 − 2 Were = 0, at least 1"


def test_by_day_were_saves_nothing() -> None:
    """Were-: no effect in game turns of odd number (expansion sheet, Were-)."""
    game = table("turn 3 Ann conquer | 7: 1 ratmen+were-@Ann | hand ratmen+were-@Ann 5")
    assert bill(game, 2) == "2"


# Kobolds.

KOBOLDS = "turn 3 Ann conquer | 7: 2 kobolds+commando@Ann | hand kobolds+commando@Ann"


def test_kobolds_take_a_region_with_two_at_least() -> None:
    """Kobolds: never conquer with fewer than 2, whatever is saved (expansion sheet, Kobolds; ruling M1)."""
    assert bill(table(f"{KOBOLDS} 5"), 2) == "2 − 1 Commando = 1, at least 2 (Kobolds)"


def test_kobolds_pay_nothing_more_where_two_are_due_anyway() -> None:
    """Kobolds: the two stand above the price, they are not added to it (ruling M1)."""
    game = table("turn 3 Ann conquer | 7: 2 kobolds+hill@Ann | hand kobolds+hill@Ann 5")
    assert bill(game, 2) == "2"


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
    assert [(slot.least, slot.most) for slot in form(game, "redeploy").slots] == [(2, 3), (2, 3)]


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
    assert refusal(game, Pick(1)) == "that combo costs 3 coins, more than you have"


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


def test_who_takes_a_region_from_ransackers_is_owed_nothing() -> None:
    """Ransacking: only a region that they conquer themselves (expansion sheet, Ransacking)."""
    line = "turn 3 Ann conquer | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 2: 1 orcs+ransacking@Ben"
    assert quote(table(line), 0, "r02").tolls == ()


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


def test_corrupt_and_ransacking_are_counted_on_the_stashes_before() -> None:
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
    assert labels == ["Pick up tokens again and keep conquering", "Stop and move tokens"]
