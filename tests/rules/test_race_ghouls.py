"""Ghouls: in decline they all stay, and go on conquering before the active race does."""

from __future__ import annotations

import pytest

from companion.language import text
from companion.rules.commands import Conquer, Decline, Pick
from companion.rules.engine import offers
from tests.rules.moves import attempt, band, finish, finish_turn, form, placing, ready, readying, redeploy, tries
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, region, table, ways

BOTH = "turn 4 Ann begin | 7: 4 ghouls@Ann declined | 12: 3 orcs+mounted@Ann"
COLUMN = "orcs+hill, elves+forest, giants+mounted, humans+swamp, trolls+stout, ratmen+merchant"
GHOULS = "turn 4 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann 4"


# Decline.


def test_all_ghouls_stay_in_decline() -> None:
    """All tokens stay on the map instead of one in each region (Ghouls)."""
    game = after(table("turn 3 Ann begin | 7: 4 ghouls+mounted@Ann | 2: 2 ghouls@Ann"), Decline())
    assert (lies(game, 7), lies(game, 2)) == ("4 ghouls@Ann declined", "2 ghouls@Ann declined")


def test_ghouls_do_not_conquer_in_the_turn_of_their_decline() -> None:
    """The turn of decline has no conquest, it is scored at once (Entering Into Decline): D4."""
    game = after(table("turn 3 Ann begin | 7: 4 ghouls+mounted@Ann"), Decline())
    assert refusal(game, readying(game, "ghouls")) == "not now: Ann is scoring"


def test_another_race_in_decline_is_not_readied() -> None:
    """Unlike other races, Ghouls go on conquering in decline: others do not (Ghouls)."""
    game = table("turn 4 Ann begin | 7: 4 humans@Ann declined | 12: 3 orcs+mounted@Ann")
    assert refusal(game, readying(game, "humans")) == "the Humans cannot be picked up now"


def test_several_ghouls_in_decline_score_one_a_region() -> None:
    """A region is worth 1 coin however many stand there, and no bonus is left (Scoring Victory Coins): E9."""
    game = table("turn 4 Ann score | 7: 4 ghouls@Ann declined | 2: 2 ghouls@Ann declined | 12: 3 orcs+mounted@Ann")
    assert coins(game) == "regions 1, declined 2"


def test_ghouls_in_decline_leave_for_the_next_decline() -> None:
    """They are the one race in decline, and go with all their tokens at the next decline (Entering Into Decline)."""
    assert lies(after(table(BOTH), Decline()), 7) == "nothing"


# The sequence of the turn.


def test_declined_ghouls_are_readied_before_the_active_race() -> None:
    """Their conquests come at the start of the turn (Ghouls): E6."""
    assert {"ready:1", "ready:2"} <= listed(table(BOTH))


def test_ghouls_conquer_as_if_still_active() -> None:
    """All but one token of each region are taken in hand and conquer new regions (Ghouls; Ready your Troops)."""
    game = conquer(ready(table(BOTH), "ghouls"), 2)
    assert lies(game, 2) == "2 ghouls@Ann declined"


def test_after_the_ghouls_the_active_race_is_readied() -> None:
    """Once the Ghouls have redeployed, the active race begins (Ghouls): E6."""
    game = redeploy(finish(conquer(ready(table(BOTH), "ghouls"), 2)))
    assert lies(conquer(ready(game, "orcs"), 17), 17) == "2 orcs+mounted@Ann"


def test_the_ghouls_have_missed_their_time_after_the_active_race() -> None:
    """Before any conquest of the active race, not after (Ghouls): E6."""
    game = ready(table(BOTH), "orcs")
    assert refusal(game, readying(game, "ghouls")) == "not now: Ann is conquering"


def test_the_ghouls_conquests_are_over_with_their_redeployment() -> None:
    """They act once a turn (Ghouls): E6."""
    game = redeploy(finish(ready(table(BOTH), "ghouls")))
    assert refusal(game, readying(game, "ghouls")) == "the Ghouls cannot be picked up now"


def test_no_decline_after_the_ghouls_have_conquered() -> None:
    """The player makes no conquest in the turn of a decline (Entering Into Decline): D5."""
    game = redeploy(finish(conquer(ready(table(BOTH), "ghouls"), 2)))
    assert refusal(game, Decline()) == "you cannot go into decline in a turn with a conquest"


def test_no_decline_after_a_failed_attempt_of_the_ghouls() -> None:
    """A conquest that failed was a conquest tried: the turn is one of expansion (Following turns): D5."""
    game = attempt(ready(table("turn 4 Ann begin | 7: 2 ghouls@Ann declined | 12: 3 orcs+hill@Ann"), "ghouls"), 2, 0)
    assert refusal(redeploy(game), Decline()) == "you cannot go into decline in a turn with a conquest"


def test_everything_is_scored_once_after_both() -> None:
    """One scoring ends the turn, for both races (Scoring Victory Coins)."""
    game = redeploy(finish(conquer(ready(table(BOTH), "ghouls"), 2)))
    game = redeploy(finish(conquer(ready(game, "orcs"), 17)))
    assert coins(game) == "regions 2, declined 2"


def test_between_two_races_the_ghouls_may_go_first() -> None:
    """Before the new race conquers, the Ghouls may; the pick can wait (Ghouls)."""
    game = redeploy(finish(ready(table(f"turn 4 Ann begin | 7: 4 ghouls@Ann declined | column {COLUMN}"), "ghouls")))
    assert "pick:0" in listed(game)


def test_a_race_just_picked_lets_the_ghouls_go_first() -> None:
    """Picking is no conquest, so the Ghouls' time is not over (Ghouls)."""
    game = after(table(f"turn 4 Ann begin | 7: 4 ghouls@Ann declined | column {COLUMN}"), Pick(0))
    assert lies(conquer(ready(game, "ghouls"), 2), 2) == "2 ghouls@Ann declined"


def test_a_race_just_picked_does_not_decline() -> None:
    """The turn of a pick follows the rules of the first turn: pick, conquer, score (Entering Into Decline)."""
    game = after(table(f"turn 4 Ann begin | 7: 4 ghouls@Ann declined | column {COLUMN}"), Pick(0))
    assert "decline" not in listed(game)


# How they conquer.


def test_declined_ghouls_border_on_their_own_regions_only() -> None:
    """Their conquests are next to Ghouls, not to the player's active race (Ghouls; Following Conquests): B4."""
    game = table(f"{GHOULS} | 11: 1 orcs+hill@Ann")
    assert refusal(game, Conquer(region(10))) == "not next to the Ghouls"


def test_the_active_race_borders_on_its_own_regions_only() -> None:
    """Ghouls in decline open no way for the active race (Following Conquests): B4."""
    game = table("turn 4 Ann conquer | 7: 4 ghouls@Ann declined | 11: 1 orcs+hill@Ann | hand orcs@Ann 5")
    assert refusal(game, Conquer(region(13))) == "not next to the Orcs"


@pytest.mark.parametrize("power", ["commando", "flying", "underworld", "mounted"])
def test_declined_ghouls_have_no_special_power(power: str) -> None:
    """The badge is discarded, and nothing of its benefit is left (Entering Into Decline): E8."""
    game = after(table(f"turn 3 Ben begin | 7: 4 ghouls+{power}@Ben"), Decline())
    assert band(game, "ghouls").abilities == ("ghouls",)


def test_declined_ghouls_pay_the_full_price() -> None:
    """Nothing makes it cheaper for them (Ghouls; Conquering a Region): E8."""
    assert bill(table(f"{GHOULS} | 12: tribe"), 12) == "2 + 1 Lost Tribe = 3"


def test_declined_seafaring_ghouls_take_no_new_sea() -> None:
    """Seas are conquered as long as the Seafaring race is active (Seafaring): E8."""
    game = table("turn 4 Ann conquer ghouls | 2: 1 ghouls+seafaring@Ann declined | hand ghouls@Ann 4")
    assert refusal(game, Conquer(region(1))) == "a sea cannot be conquered without the right power"


def test_declined_seafaring_ghouls_go_on_from_their_sea() -> None:
    """The Sea they keep is theirs and what borders it is adjacent (Seafaring; Ghouls): E8."""
    game = table("turn 4 Ann conquer ghouls | 1: 1 ghouls+seafaring@Ann declined | hand ghouls@Ann 4")
    assert lies(conquer(game, 2), 2) == "2 ghouls+seafaring@Ann declined"


def test_declined_fortified_ghouls_build_nothing() -> None:
    """A new Fortress needs an active race (Fortified): E8."""
    game = table(
        "turn 4 Ann redeploy ghouls | 7: 4 ghouls+fortified@Ann declined [fortress] | 2: 1 ghouls@Ann declined"
    )
    assert refusal(game, placing("fortress", {2: 1})) == "you cannot place a Fortress now"


def test_declined_ghouls_may_abandon_a_region() -> None:
    """They play as if still active, which includes readying their troops (Ghouls; Abandoning a Region)."""
    game = table("turn 4 Ann begin | 7: 2 ghouls@Ann declined | 2: 2 ghouls@Ann declined | 11: 1 orcs+hill@Ann")
    assert lies(ready(game, "ghouls", {7: 0}), 7) == "nothing"


def test_declined_ghouls_redeploy_freely() -> None:
    """Their redeployment is as that of an active race (Ghouls; Troop Redeployment)."""
    game = table(
        "turn 4 Ann redeploy ghouls | 7: 4 ghouls@Ann declined | 2: 1 ghouls@Ann declined | 11: 1 orcs+hill@Ann"
    )
    assert lies(redeploy(game, {7: 1, 2: 4}), 2) == "4 ghouls@Ann declined"


def test_declined_ghouls_leave_one_in_each_region() -> None:
    """At least one token remains in each region (Troop Redeployment)."""
    game = table(
        "turn 4 Ann redeploy ghouls | 7: 4 ghouls@Ann declined | 2: 1 ghouls@Ann declined | 11: 1 orcs+hill@Ann"
    )
    assert next(slot.least for slot in form(game, "redeploy").slots) == 1


# The die.


def test_ghouls_have_a_final_attempt_of_their_own() -> None:
    """They play exactly as if still active (Ghouls): E7."""
    game = table("turn 4 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann 1 | 12: 3 orcs+mounted@Ann")
    assert lies(attempt(game, 2, 1), 2) == "1 ghouls@Ann declined"


TWO_DICE = "turn 4 Ann begin | 7: 2 ghouls@Ann declined | 12: 2 orcs+hill@Ann"


def test_the_active_race_still_has_its_own_die() -> None:
    """The Ghouls' attempt ends their conquests, not those of the active race (Ghouls): E7."""
    game = redeploy(attempt(ready(table(TWO_DICE), "ghouls"), 2, 0))
    assert tries(ready(game, "orcs"), 17) == {17: True}


def test_a_table_may_share_one_die_between_both() -> None:
    """With the table option there is one final attempt in a turn: E7."""
    game = redeploy(attempt(ready(table(f"{TWO_DICE} | option declined-die=shared"), "ghouls"), 2, 0))
    assert tries(ready(game, "orcs"), 17) == {17: False}


# Against whom.


def test_ghouls_may_attack_their_players_active_race() -> None:
    """The price is that of any defended region (Ghouls): E10."""
    assert bill(table(f"{GHOULS} | 12: 2 orcs+mounted@Ann"), 12) == "2 + 2 defenders = 4"


def test_the_active_race_loses_a_token_to_its_own_ghouls() -> None:
    """One is lost, and the others are in hand for this very turn (Ghouls; Enemy Losses & Withdrawals): E10, L2."""
    game = conquer(table(f"{GHOULS} | 12: 2 orcs+mounted@Ann"), 12)
    assert (band(game, "orcs").hand, game.tray["orcs"]) == (1, 9)


def test_tokens_expelled_by_ones_own_ghouls_conquer_in_this_turn() -> None:
    """The active race readies after the Ghouls and has them in hand (Ghouls): L2."""
    game = table("turn 4 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann 5 | 12: 3 orcs+forest@Ann")
    game = ready(redeploy(finish(conquer(game, 12))), "orcs")
    assert lies(conquer(game, 11), 11) == "2 orcs+forest@Ann"


def test_ghouls_own_attack_is_no_conquest_of_the_active_race() -> None:
    """The Orcs are paid for what the Orcs conquered (Orcs; Ghouls)."""
    game = table(
        "turn 4 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann 4 | 2: tribe | 12: 2 orcs+hill@Ann"
    )
    game = ready(redeploy(finish(conquer(game, 2))), "orcs")
    assert coins(game) == "regions 1, declined 2"


def test_taking_a_region_of_ones_own_active_race_costs_its_tokens_even_when_declined_ones_are_free() -> None:
    """The table option speaks of one's own declined token, and the active race is none: B11."""
    game = table(f"{GHOULS} | 12: 2 orcs+mounted@Ann | option own-declined=costs-nothing")
    assert bill(game, 12) == "2 + 2 defenders = 4"


# What is lost.


def test_ghouls_in_decline_lose_one_of_several() -> None:
    """One token is lost, the others go to regions the Ghouls still hold (Enemy Losses & Withdrawals): C7."""
    game = table(
        "turn 4 Ben conquer | 7: 3 ghouls@Ann declined | 2: 1 ghouls@Ann declined | 12: 1 orcs+hill@Ben"
        " | hand orcs@Ben 5"
    )
    assert lies(finish_turn(conquer(game, 7)), 2) == "3 ghouls@Ann declined"


def test_a_table_may_let_all_of_them_be_lost() -> None:
    """The table option follows the later rule that all declined tokens of a region are discarded: C7."""
    game = table(
        "turn 4 Ben conquer | 7: 3 ghouls@Ann declined | 2: 1 ghouls@Ann declined | 12: 1 orcs+hill@Ben"
        " | hand orcs@Ben 5"
        " | option declined-losses=all"
    )
    assert lies(finish_turn(conquer(game, 7)), 2) == "1 ghouls@Ann declined"


def test_ghouls_in_decline_without_a_region_leave_the_game() -> None:
    """With their last region the tokens in hand are lost and the banner goes back (Entering Into Decline): E11."""
    game = table("turn 4 Ben conquer | 7: 3 ghouls@Ann declined | 12: 1 orcs+hill@Ben | hand orcs@Ben 5")
    game = conquer(game, 7)
    assert (game.tray["ghouls"], game.returned) == (10, ("ghouls",))


def test_active_ghouls_are_a_race_like_any_other() -> None:
    """They lose a token, and without a region wait for their next turn (Enemy Losses & Withdrawals)."""
    game = table("turn 4 Ben conquer | 7: 3 ghouls+hill@Ann | 12: 1 orcs+mounted@Ben | hand orcs@Ben 5")
    assert band(finish_turn(conquer(game, 7)), "ghouls").hand == 2


def test_declined_ghouls_cannot_be_converted() -> None:
    """Only active tokens are substituted (Sorcerers): E17."""
    game = table("turn 4 Ben conquer | 7: 1 ghouls@Ann declined | 12: 1 sorcerers+hill@Ben | hand sorcerers@Ben 4")
    assert ways(game, 7) == ["ordinary"]


# Spirit Ghouls.


def test_spirit_ghouls_keep_all_tokens_and_stay() -> None:
    """Both benefits hold: all tokens stay, and a later decline does not remove them (Ghouls; Spirit): D11."""
    game = after(table("turn 5 Ann begin | 7: 4 ghouls+spirit@Ann declined | 12: 3 orcs+mounted@Ann"), Decline())
    assert lies(game, 7) == "4 ghouls+spirit@Ann declined"


def test_spirit_ghouls_do_not_conquer_while_another_race_declines() -> None:
    """The player can make no conquest during the turn a race goes into decline (Entering Into Decline): D5."""
    game = after(table("turn 5 Ann begin | 7: 4 ghouls+spirit@Ann declined | 12: 3 orcs+mounted@Ann"), Decline())
    assert listed(game) == {"accept"}


def test_spirit_ghouls_conquer_beside_another_declined_race() -> None:
    """Two races in decline and an active one: the Ghouls still go first (Ghouls; Spirit): D11."""
    game = table(
        "turn 6 Ann begin | 7: 4 ghouls+spirit@Ann declined | 12: 1 orcs@Ann declined | 11: 3 elves+forest@Ann"
    )
    assert lies(conquer(ready(game, "ghouls"), 2), 2) == "2 ghouls+spirit@Ann declined"


def test_the_other_declined_race_stays_where_it_is() -> None:
    """Beside Spirit Ghouls an ordinary declined race conquers nothing (Ghouls)."""
    game = table(
        "turn 6 Ann begin | 7: 4 ghouls+spirit@Ann declined | 12: 2 orcs@Ann declined | 11: 3 elves+forest@Ann"
    )
    assert refusal(game, readying(game, "orcs")) == "the Orcs cannot be picked up now"


def test_a_race_in_decline_is_done_before_the_turn_is() -> None:
    """After the Ghouls in decline the active race goes on: nobody is told that the turn ends (Ghouls)."""
    game = table("turn 4 Ann conquer ghouls | 5: 2 ghouls@Ann declined | hand ghouls@Ann 1 | hand ratmen+hill@Ann 4")
    assert [text.sentence(each.label) for each in offers(game, 0) if each.kind == "done"] == ["Done with the Ghouls"]


def test_a_race_in_decline_is_done_before_the_next_one_is_picked() -> None:
    """The same in the turn after a decline, in which the Ghouls conquer and a combo is picked then (Ghouls)."""
    game = table("turn 4 Ann conquer ghouls | 5: 2 ghouls@Ann declined | hand ghouls@Ann 1 | column humans+swamp")
    assert [text.sentence(each.label) for each in offers(game, 0) if each.kind == "done"] == ["Done with the Ghouls"]


def test_the_active_race_ends_the_turn() -> None:
    """Once the Ghouls are done: nothing comes after it (Ghouls)."""
    game = table("turn 4 Ann conquer ratmen | 5: 2 ghouls@Ann declined | 6: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 2")
    assert [text.sentence(each.label) for each in offers(game, 0) if each.kind == "done"] == ["End the turn"]
