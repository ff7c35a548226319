"""The races of the base box whose benefit is a number: Dwarves, Giants, Humans, Orcs,
Ratmen, Skeletons, Tritons, Wizards; and the tokens each banner brings."""

from __future__ import annotations

import pytest

from companion.rules.commands import Conquer, Decline
from tests.rules.moves import attempt, band, finish, picked, ready
from tests.rules.position import after, bill, coins, conquer, lies, refusal, region, table

BANNERS = {
    "dwarves": 3,
    "elves": 6,
    "ghouls": 5,
    "giants": 6,
    "halflings": 6,
    "humans": 5,
    "orcs": 5,
    "ratmen": 8,
    "skeletons": 6,
    "sorcerers": 5,
    "tritons": 6,
    "trolls": 5,
    "wizards": 5,
}


@pytest.mark.parametrize(("race", "tokens"), BANNERS.items())
def test_a_banner_brings_its_number_and_the_badges(race: str, tokens: int) -> None:
    """Banner and badge together say how many tokens one takes (Picking a Race and Special Power Combo)."""
    assert band(picked(f"{race}+wealthy"), race).hand == tokens + 4


@pytest.mark.parametrize(
    ("race", "supply"),
    {
        "amazons": 15,
        "dwarves": 8,
        "elves": 11,
        "ghouls": 10,
        "giants": 11,
        "halflings": 11,
        "humans": 10,
        "orcs": 10,
        "ratmen": 13,
        "skeletons": 20,
        "sorcerers": 18,
        "tritons": 11,
        "trolls": 10,
        "wizards": 10,
    }.items(),
)
def test_the_box_holds_so_many_tokens(race: str, supply: int) -> None:
    """The tray holds the tokens of the list of components (Components)."""
    assert table("turn 1 Ann begin").tray[race] == supply


# Bonus coins from what is printed on the map.


@pytest.mark.parametrize(
    ("race", "bonus", "plain"),
    [("dwarves", 6, 7), ("humans", 10, 7), ("wizards", 2, 7)],
)
def test_a_printed_place_is_worth_a_coin_more(race: str, bonus: int, plain: int) -> None:
    """Dwarves score Mines, Humans Farmland, Wizards Magic: 1 bonus coin each (The Races)."""
    game = table(f"turn 2 Ann score | {bonus}: 2 {race}+commando@Ann | {plain}: 1 {race}@Ann")
    assert coins(game) == f"regions 2, {race} 1"


def test_a_bonus_counts_every_such_region() -> None:
    """Each Mine is worth 1 coin, so four are worth 4 (Dwarves)."""
    game = table(
        "turn 4 Ann score | 3: 1 dwarves+commando@Ann | 6: 1 dwarves@Ann | 16: 1 dwarves@Ann | 19: 1 dwarves@Ann"
    )
    assert coins(game) == "regions 4, dwarves 4"


def test_race_and_power_both_score_one_region() -> None:
    """Benefits of banner and badge cumulate on one region (The Races and Special Powers): F23."""
    game = table("turn 4 Ann score | 17: 1 wizards+swamp@Ann")
    assert coins(game) == "regions 1, wizards 1, swamp 1"


def test_dwarves_keep_their_mines_in_decline() -> None:
    """The power is kept even when the Dwarves are in decline (Dwarves)."""
    game = table("turn 4 Ann score | 6: 1 dwarves@Ann declined | 7: 1 dwarves@Ann declined")
    assert coins(game) == "declined 2, dwarves 1"


def test_dwarves_score_their_mines_in_the_turn_of_decline() -> None:
    """What is kept in decline counts in the scoring right after it too (Entering Into Decline; Dwarves)."""
    game = after(table("turn 4 Ann begin | 6: 2 dwarves+mounted@Ann | 7: 1 dwarves@Ann"), Decline())
    assert coins(game) == "declined 2, dwarves 1"


def test_a_lost_mine_pays_the_dwarves_no_more() -> None:
    """Only Mines they occupy pay, in decline too (Dwarves)."""
    game = conquer(
        table("turn 4 Ben conquer | 6: 1 dwarves@Ann declined | 7: 4 orcs+merchant@Ben | hand orcs@Ben 4"), 6
    )
    assert coins(game, 0) == ""


@pytest.mark.parametrize(("race", "place"), [("humans", 10), ("wizards", 2)])
def test_other_races_lose_their_bonus_in_decline(race: str, place: int) -> None:
    """In decline a region is worth 1 coin and nothing more (Scoring Victory Coins)."""
    game = after(table(f"turn 4 Ann begin | {place}: 2 {race}+forest@Ann | 3: 1 {race}@Ann"), Decline())
    assert coins(game) == "declined 2"


def test_another_races_mine_is_nothing_special() -> None:
    """Only Dwarves are paid for Mines, and only Dwarves' own ones (Dwarves)."""
    game = table("turn 4 Ann score | 6: 1 orcs+hill@Ann | 7: 1 dwarves@Ann declined")
    assert coins(game) == "regions 1, declined 1"


# Giants.


def test_giants_save_one_next_to_their_mountain() -> None:
    """A region next to a Mountain the Giants occupy costs 1 less (Giants)."""
    assert bill(table("turn 2 Ann conquer | 6: 1 giants+merchant@Ann | hand giants@Ann 7"), 7) == "2 − 1 Giant = 1"


def test_giants_must_stand_on_the_mountain() -> None:
    """Attacking a Mountain from elsewhere saves nothing: it must be occupied (Giants): E12."""
    assert bill(table("turn 2 Ann conquer | 7: 1 giants+merchant@Ann | hand giants@Ann 7"), 6) == "2 + 1 mountain = 3"


def test_giants_save_nothing_away_from_the_mountain() -> None:
    """The target must be next to the Mountain, not just to any Giants (Giants): E12."""
    game = table("turn 2 Ann conquer | 6: 1 giants+merchant@Ann | 7: 1 giants@Ann | hand giants@Ann 6")
    assert bill(game, 13) == "2"


def test_two_mountains_save_the_giants_no_more_than_one() -> None:
    """It costs 1 less than normal, however many Mountains are near (Giants)."""
    game = table("turn 2 Ann conquer | 9: 1 giants+merchant@Ann | 16: 1 giants@Ann | hand giants@Ann 6")
    assert bill(game, 15) == "2 − 1 Giant = 1"


def test_giants_save_on_the_next_mountain_too() -> None:
    """A Mountain next to theirs costs 2 and 1, less 1 (Giants)."""
    game = table(
        "turn 2 Ann conquer | board base-3 | seats Ann Ben Cid | 26: 1 giants+merchant@Ann | hand giants@Ann 7"
    )
    assert bill(game, 27) == "2 + 1 mountain − 1 Giant = 2"


def test_a_mountain_just_conquered_helps_the_giants_at_once() -> None:
    """Occupied means occupied, since this very turn too (Giants)."""
    game = conquer(table("turn 2 Ann conquer | 7: 1 giants+merchant@Ann | hand giants@Ann 7"), 6)
    assert bill(game, 12) == "2 − 1 Giant = 1"


def test_a_cavern_does_not_join_a_mountain_to_far_regions() -> None:
    """Underworld joins caverns for reaching; the Giants' target must really border the Mountain: L11."""
    game = table("turn 2 Ann conquer | 6: 1 giants+underworld@Ann | hand giants@Ann 8")
    assert bill(game, 4) == "2 − 1 Underworld = 1"


def test_giants_need_one_token_at_least() -> None:
    """A minimum of 1 Giant is still required, and the bill says so (Giants)."""
    game = table("turn 2 Ann conquer | 6: 1 giants+commando@Ann | hand giants@Ann 7")
    assert bill(game, 7) == "2 − 1 Giant − 1 Commando = 0, at least 1"


def test_savings_cumulate_before_the_minimum() -> None:
    """Race and power cumulate on a defended region (The Races and Special Powers): B10."""
    game = table("turn 2 Ann conquer | 6: 1 giants+mounted@Ann | 7: 2 orcs+hill@Ben | hand giants@Ann 7")
    assert bill(game, 7) == "2 + 2 defenders − 1 Giant − 1 Mounted = 2"


def test_giants_with_an_empty_hand_conquer_nothing() -> None:
    """At least one token must be there for every conquest (Conquering a Region, Important Note)."""
    game = table("turn 2 Ann conquer | 6: 1 giants+commando@Ann")
    assert refusal(game, Conquer(region(7))) == "costs 2 − 1 Giant − 1 Commando = 0, at least 1; you have 0"


# Tritons.


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (2, "2 − 1 Triton = 1"),
        (7, "2 − 1 Triton = 1"),
        (6, "2 + 1 mountain − 1 Triton = 2"),
        (12, "2"),
    ],
)
def test_tritons_save_one_on_every_coast(number: int, expected: str) -> None:
    """Coastal is what borders a Sea or the Lake; nothing else is cheaper (Tritons): E24."""
    game = table("turn 2 Ann conquer | hand tritons+flying@Ann 9")
    assert bill(game, number) == expected


def test_a_sea_is_not_coastal() -> None:
    """A Sea that Seafaring Tritons take costs its 2: coastal is land: L10."""
    assert bill(table("turn 2 Ann conquer | hand tritons+seafaring@Ann 9"), 1) == "2"


def test_tritons_need_one_token_at_least() -> None:
    """A minimum of 1 Triton is still required (Tritons)."""
    game = table("turn 2 Ann conquer | hand tritons+commando@Ann 9")
    assert bill(game, 2) == "2 − 1 Triton − 1 Commando = 0, at least 1"


def test_tritons_save_nothing_for_another_race() -> None:
    """One's own Tritons in decline make nothing cheaper for the active race (Tritons)."""
    game = table("turn 5 Ann conquer | 7: 1 tritons@Ann declined | hand orcs+hill@Ann 9")
    assert bill(game, 2) == "2"


# Orcs.

ORCS = "turn 3 Ann conquer | 2: 1 orcs+commando@Ann | hand orcs@Ann 8"


@pytest.mark.parametrize(
    "lying",
    ["7: tribe", "7: 1 elves+hill@Ben", "7: 1 elves@Ben declined", "7: 1 elves@Ann declined"],
    ids=["tribe", "active", "declined", "own-declined"],
)
def test_orcs_are_paid_for_a_region_that_was_not_empty(lying: str) -> None:
    """A Lost Tribe or any race token, one's own declined one too, makes a region non-empty (Orcs; appendix II): B21."""
    assert "orcs 1" in coins(conquer(table(f"{ORCS} | {lying}"), 7))


@pytest.mark.parametrize("number", [3, 6], ids=["forest", "mountain"])
def test_orcs_are_not_paid_for_an_empty_region(number: int) -> None:
    """A Mountain without tokens is empty like any other (appendix II)."""
    assert coins(conquer(table(ORCS), number)) == "regions 2"


def test_orcs_count_each_conquest() -> None:
    """Each not empty region conquered this turn is worth 1 coin (Orcs)."""
    game = conquer(table(f"{ORCS} | 7: tribe | 12: tribe | 13: tribe"), 7, 12, 13)
    assert coins(game) == "regions 4, orcs 3"


def test_orcs_are_paid_for_this_turns_conquests_only() -> None:
    """A region conquered in an earlier turn pays no bonus again (Orcs)."""
    assert coins(table("turn 3 Ann score | 7: 2 orcs+commando@Ann | 2: 1 orcs@Ann")) == "regions 2"


def test_a_table_may_call_ones_own_declined_region_empty() -> None:
    """The table option follows the other half of the definition (appendix II): B21."""
    game = table(f"{ORCS} | 7: 1 elves@Ann declined | option own-declined-empty=empty")
    assert coins(conquer(game, 7)) == "regions 2"


def test_orcs_are_paid_for_what_the_die_won() -> None:
    """A final attempt that succeeds is a conquest like any other (Orcs; Final Conquest Attempt)."""
    game = table("turn 3 Ann conquer | 2: 1 orcs+hill@Ann | hand orcs@Ann 1 | 3: tribe")
    assert coins(attempt(game, 3, 2)) == "regions 2, orcs 1"


def test_orcs_are_not_paid_for_a_failed_attempt() -> None:
    """Nothing was conquered (Orcs)."""
    game = table("turn 3 Ann conquer | 2: 1 orcs+hill@Ann | hand orcs@Ann 1 | 3: tribe")
    assert coins(attempt(game, 3, 1)) == "regions 1"


def test_pillaging_orcs_are_paid_twice() -> None:
    """Race and power cumulate: 2 coins for each not empty region (Orcs; Pillaging): E16."""
    game = table("turn 3 Ann conquer | 2: 1 orcs+pillaging@Ann | hand orcs@Ann 9 | 7: tribe | 12: tribe")
    assert coins(conquer(game, 7, 12)) == "regions 3, orcs 2, pillaging 2"


# Ratmen.


def test_ratmen_have_no_benefit() -> None:
    """Their number is enough: nothing is cheaper and nothing pays more (Ratmen)."""
    game = table("turn 2 Ann conquer | hand ratmen+merchant@Ann 10")
    assert bill(game, 6) == "2 + 1 mountain = 3"


# Skeletons.

SKELETONS = "turn 3 Ann conquer | 2: 1 skeletons+commando@Ann | hand skeletons@Ann 9"


@pytest.mark.parametrize(("tribes", "gained"), [((7,), 0), ((7, 12), 1), ((7, 12, 13), 1), ((7, 12, 13, 18), 2)])
def test_skeletons_gain_one_for_every_two(tribes: tuple[int, ...], gained: int) -> None:
    """1 new token for every 2 not empty regions; what is over is forgotten (Skeletons): E15."""
    game = table(" | ".join([SKELETONS, *(f"{number}: tribe" for number in tribes)]))
    # With Commando a Lost Tribe costs 2 tokens.
    assert band(finish(conquer(game, *tribes)), "skeletons").hand == 9 - 2 * len(tribes) + gained


def test_skeletons_gain_nothing_for_empty_regions() -> None:
    """Only not empty regions count (Skeletons)."""
    assert band(finish(conquer(table(SKELETONS), 3, 7)), "skeletons").hand == 9 - 2


def test_skeletons_count_tribes_active_and_declined_alike() -> None:
    """Any Lost Tribe or race token makes a region not empty (Skeletons; appendix II)."""
    game = table(f"{SKELETONS} | 7: 1 elves@Ben declined | 12: 1 orcs+hill@Ben")
    assert band(finish(conquer(game, 7, 12)), "skeletons").hand == 9 - 4 + 1


def test_skeletons_gain_no_more_than_the_tray_has() -> None:
    """With no token left in the tray there is none (Skeletons)."""
    game = table("turn 3 Ann conquer | 2: 1 skeletons+commando@Ann | hand skeletons@Ann 19 | 7: tribe | 12: tribe")
    assert band(finish(conquer(game, 7, 12)), "skeletons").hand == 15


def test_skeletons_gain_after_a_final_attempt_too() -> None:
    """They come with the redeployment, and a region won by the die counts (Skeletons): E15."""
    game = table("turn 3 Ann conquer | 2: 1 skeletons+hill@Ann | hand skeletons@Ann 4 | 7: tribe | 12: tribe")
    assert band(attempt(conquer(game, 7), 12, 2), "skeletons").hand == 1


def test_skeletons_in_decline_gain_nothing() -> None:
    """The benefit ends with the decline (The Races and Special Powers)."""
    game = table(
        "turn 5 Ann conquer | 2: 1 orcs+commando@Ann | hand orcs@Ann 8 | 16: 1 skeletons@Ann declined"
        " | 7: tribe | 12: tribe"
    )
    assert lies(finish(conquer(game, 7, 12)), 16) == "1 skeletons@Ann declined"


def test_a_benefit_waits_for_its_race_to_be_readied() -> None:
    """Tokens gained by redeployment may be used from the next turn on (Skeletons; Ready your Troops)."""
    game = ready(table("turn 4 Ann begin | 2: 3 skeletons+commando@Ann"), "skeletons")
    assert band(game, "skeletons").hand == 2
