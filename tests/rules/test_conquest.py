"""Conquering regions: base rules, Conquering Regions, and Following turns.

The Merchant Ratmen of these positions have no say in a conquest.
"""

from __future__ import annotations

import pytest

from companion.language import text
from companion.rules import quotes
from companion.rules.commands import Accept, Answer, Conquer, Finish, Ready, Redeploy
from companion.rules.engine import Refused, chances, offers, quote
from companion.rules.model import Game
from companion.views import region_quote
from tests.rules.moves import attempt, band, finish, finish_turn, ready, readying, redeploy, roll, tries
from tests.rules.position import after, bill, conquer, lies, listed, refusal, region, table

AT_TEN = "turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann"


def can_be_had(game: Game) -> set[int]:
    """The numbers of the regions whose conquest is offered."""
    return {int(offer.split(":")[1][1:]) for offer in listed(game) if offer.startswith("conquer:")}


def hand(game: Game, race: str = "ratmen") -> int:
    """How many tokens of a race are in hand."""
    return band(game, race).hand


# First conquest.


def test_a_first_conquest_enters_at_the_border() -> None:
    """The board's edge, or the shore of a Sea at the edge; no inland region and no Sea (First Conquest)."""
    game = table("turn 1 Ann conquer | hand ratmen+merchant@Ann 10")
    assert can_be_had(game) == {2, 3, 4, 5, 6, 11, 12, 16, 17, 18, 19, 20, 21, 22}


def test_with_none_of_a_help_is_without_it() -> None:
    """No Fireball is none, also for who has none to throw."""
    game = table("turn 1 Ann conquer | hand ratmen+merchant@Ann 10")
    assert after(game, Conquer("r05", boosts={"fireball": 0})) == after(game, Conquer("r05"))


def test_an_inland_region_is_no_first_conquest() -> None:
    """A race deploying for the first time must enter at the border (First Conquest)."""
    game = table("turn 1 Ann conquer | hand ratmen+merchant@Ann 10")
    assert refusal(game, Conquer("r10")) == "the first conquest has to enter at the edge of the map"


def test_the_shore_of_a_sea_is_border_even_if_the_sea_is_held() -> None:
    """A Sea at the edge opens its shores, even if a Seafaring race sits in it (First Conquest)."""
    game = table("turn 1 Ann conquer | 23: 2 tritons+seafaring@Ben | hand ratmen+merchant@Ann 10")
    assert bill(game, 22) == "2"


def test_the_shore_of_the_lake_is_no_border() -> None:
    """The Lake does not touch the edge (First Conquest; ruling B2)."""
    game = table("turn 1 Ann conquer | hand ratmen+merchant@Ann 10")
    assert refusal(game, Conquer("r14")) == "the first conquest has to enter at the edge of the map"


def test_the_first_conquest_opens_one_entry_only() -> None:
    """After the first region only its neighbours are within reach (Following Conquests; ruling B3)."""
    game = conquer(table("turn 1 Ann conquer | hand ratmen+merchant@Ann 10"), 5)
    assert can_be_had(game) == {4, 10, 11}


def test_a_new_race_need_not_enter_beside_its_declined_one() -> None:
    """Ones own race in decline is another race: the new one enters at the border (ruling B4)."""
    game = table("turn 5 Ann conquer | 10: 1 elves@Ann declined | hand ratmen+merchant@Ann 10")
    assert 21 in can_be_had(game)
    assert refusal(game, Conquer("r09")) == "the first conquest has to enter at the edge of the map"


# Where.


def test_a_region_must_be_next_to_ones_own() -> None:
    """Each new region borders one that is occupied by the active race (Following Conquests)."""
    game = table(f"{AT_TEN} | hand ratmen+merchant@Ann 9")
    assert can_be_had(game) == {4, 5, 9, 11, 15}
    assert refusal(game, Conquer("r21")) == "not next to the Ratmen"


def test_a_declined_race_of_ones_own_brings_nothing_within_reach() -> None:
    """Only active tokens count as neighbours (Following Conquests: "his active Race tokens")."""
    game = table(f"{AT_TEN} | 21: 1 elves@Ann declined | hand ratmen+merchant@Ann 9")
    assert refusal(game, Conquer("r20")) == "not next to the Ratmen"


def test_a_region_just_taken_brings_its_neighbours_within_reach() -> None:
    """Conquests follow upon each other (Following Conquests)."""
    game = conquer(table(f"{AT_TEN} | hand ratmen+merchant@Ann 9"), 15, 22)
    assert 21 in can_be_had(game)


@pytest.mark.parametrize(("water", "shore", "name"), [(1, 2, "sea"), (8, 7, "lake")])
def test_water_cannot_be_conquered(water: int, shore: int, name: str) -> None:
    """Seas and Lakes cannot usually be conquered (Conquering a Region)."""
    game = table(f"turn 3 Ann conquer | {shore}: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 9")
    assert refusal(game, Conquer(region(water))) == f"a {name} cannot be conquered without the right power"


def test_every_reason_against_is_given() -> None:
    """The Lake, first of all: neither land nor border."""
    game = table("turn 1 Ann conquer | hand ratmen+merchant@Ann 10")
    reasons = (
        "a lake cannot be conquered without the right power; the first conquest has to enter at the edge of the map"
    )
    assert refusal(game, Conquer("r08")) == reasons


def test_ones_own_region_is_not_conquered_again() -> None:
    """What the race holds it cannot attack."""
    game = table(f"{AT_TEN} | hand ratmen+merchant@Ann 9")
    assert refusal(game, Conquer("r10")) == "you already hold this region"


def test_a_region_of_another_map_is_refused() -> None:
    """There is no region 24 on the map for two."""
    game = table(f"{AT_TEN} | hand ratmen+merchant@Ann 9")
    assert refusal(game, Conquer("r24")) == "there is no such region on this map"
    with pytest.raises(Refused):
        quote(game, 0, "r24")


def test_a_price_is_that_of_the_seat_it_is_asked_for() -> None:
    """Ann attacks next to her own regions, Ben next to his: the acting race of one, the active race of the other."""
    game = table("turn 3 Ann conquer | 10: 1 ratmen+commando@Ann | hand ratmen@Ann 5 | 14: 2 elves+hill@Ben | 9: tribe")
    assert [sum(line.amount for line in quote(game, seat, "r09").ways[0].bill) for seat in (0, 1)] == [3, 4]
    assert [quote(game, seat, "r09").hand for seat in (0, 1)] == [5, 0]
    assert quote(game, 1, "r14").ways == ()
    assert region_quote.quote_view(game, "r09", 1)["bills"][0]["cost"] == 4
    assert region_quote.quote_view(game, "r09", 1)["ways"] == []
    with pytest.raises(Refused):
        region_quote.quote_view(game, "r09", 2)


# What it costs.


@pytest.mark.parametrize(
    ("number", "lying", "expected"),
    [
        (4, "", "2"),
        (9, "", "2 + 1 mountain = 3"),
        (4, "tribe", "2 + 1 Lost Tribe = 3"),
        (9, "tribe", "2 + 1 Lost Tribe + 1 mountain = 4"),
        (5, "1 orcs+hill@Ben", "2 + 1 defender = 3"),
        (5, "3 orcs+hill@Ben", "2 + 3 defenders = 5"),
        (5, "1 orcs@Ben declined", "2 + 1 defender = 3"),
        (5, "1 orcs+bivouacking@Ben [encampment encampment]", "2 + 1 defender + 2 Encampments = 5"),
        (5, "1 orcs@Ben declined [fortress]", "2 + 1 defender + 1 Fortress = 4"),
        (9, "2 trolls+fortified@Ben [lair fortress]", "2 + 2 defenders + 1 mountain + 1 Troll’s Lair + 1 Fortress = 7"),
    ],
)
def test_the_price_is_two_and_one_for_each_thing_in_the_way(number: int, lying: str, expected: str) -> None:
    """2 tokens, 1 more for each Encampment, Fortress, Mountain or Lair, and for each token there
    (Conquering a Region)."""
    game = table(f"{AT_TEN} | {number}: {lying} | hand ratmen+merchant@Ann 9")
    assert bill(game, number) == expected


def test_the_mountain_also_defends_its_new_owner() -> None:
    """Mountains are immovable, and remain in place (Enemy Losses & Withdrawals)."""
    game = conquer(table(f"{AT_TEN} | 15: 2 orcs+hill@Ben | hand ratmen+merchant@Ann 9"), 9)
    game = after(redeploy(finish(game), {9: 3, 10: 7}), Accept())
    assert bill(ready(game, "orcs"), 9) == "2 + 3 defenders + 1 mountain = 6"


def test_all_benefits_together_still_cost_one_token() -> None:
    """Benefits cumulate, and at least one token is needed (Important Note; appendix II)."""
    game = table("turn 3 Ann conquer | 9: 1 giants+commando@Ann | hand giants+commando@Ann 5")
    assert bill(game, 10) == "2 − 1 Giant − 1 Commando = 0, at least 1"
    assert lies(conquer(game, 10), 10) == "1 giants+commando@Ann"


def test_a_price_of_one_needs_no_floor() -> None:
    """The minimum is a line of the bill only where it changes the price."""
    game = table("turn 3 Ann conquer | 10: 1 ratmen+commando@Ann | hand ratmen+commando@Ann 5")
    assert bill(game, 5) == "2 − 1 Commando = 1"


def test_the_price_goes_on_the_region_and_stays() -> None:
    """The tokens used are deployed there, no more and no fewer, until redeployment (Conquering a Region)."""
    game = conquer(table(f"{AT_TEN} | hand ratmen+merchant@Ann 9"), 9)
    assert lies(game, 9) == "3 ratmen+merchant@Ann"
    assert hand(game) == 6
    assert refusal(game, Redeploy({"r09": 1})) == "not now: Ann is conquering"


def test_a_conquered_tribe_goes_to_the_tray() -> None:
    """A Lost Tribe is a single token, and discarded (Enemy Losses & Withdrawals)."""
    before = table(f"{AT_TEN} | 4: tribe | hand ratmen+merchant@Ann 9")
    game = conquer(before, 4)
    assert lies(game, 4) == "3 ratmen+merchant@Ann"
    assert game.tribes == before.tribes + 1


def test_one_conquers_as_long_as_the_tokens_last() -> None:
    """As many regions as one has tokens for (Following Conquests): 2, 3 and 2 of 9."""
    game = conquer(table(f"{AT_TEN} | hand ratmen+merchant@Ann 9"), 5, 9, 15)
    assert hand(game) == 2


def test_too_few_tokens() -> None:
    """The refusal says what is missing, and whether the die could help (Conquering a Region)."""
    game = table(f"{AT_TEN} | 11: 3 orcs+hill@Ben | hand ratmen+merchant@Ann 1")
    assert refusal(game, Conquer("r09")) == "costs 2 + 1 mountain = 3; you have 1, but you can try the die"
    assert refusal(game, Conquer("r11")) == "costs 2 + 3 defenders = 5; you have 1"


def test_without_a_token_in_hand_nothing_is_conquered() -> None:
    """One token must be available to initiate a conquest (Important Note)."""
    game = table(f"{AT_TEN} | hand ratmen+merchant@Ann 0")
    assert listed(game) == {"finish"}
    assert refusal(game, Conquer("r04")) == "costs 2; you have 0"


def test_nobody_has_to_conquer() -> None:
    """Expand or decline: there is no duty to do either (ruling B16)."""
    game = ready(table("turn 3 Ann begin | 10: 4 ratmen+merchant@Ann"), "ratmen")
    game = redeploy(finish(game))
    assert lies(game, 10) == "4 ratmen+merchant@Ann"
    assert game.turn.stage == "score"


# One's own race in decline.


def test_ones_own_declined_token_costs_one() -> None:
    """Each token present is in the way, one's own declined one too (ruling B11)."""
    game = table(f"{AT_TEN} | 5: 1 elves@Ann declined | hand ratmen+merchant@Ann 5")
    assert bill(game, 5) == "2 + 1 defender = 3"


def test_ones_own_declined_token_may_cost_nothing() -> None:
    """By a table option, as the base rules say to the letter: "other player's" (ruling B11)."""
    line = f"{AT_TEN} | 5: 1 elves@Ann declined | 4: 1 orcs@Ben declined | hand ratmen+merchant@Ann 5"
    game = table(f"{line} | option own-declined=costs-nothing")
    assert bill(game, 5) == "2"
    assert bill(game, 4) == "2 + 1 defender = 3"


def test_ones_own_declined_token_is_lost() -> None:
    """One may conquer it, and loses that token (Enemy Losses & Withdrawals, Note)."""
    game = table(f"{AT_TEN} | 5: 1 elves@Ann declined | 20: 1 elves@Ann declined | hand ratmen+merchant@Ann 5")
    game = conquer(game, 5)
    assert lies(game, 5) == "3 ratmen+merchant@Ann"
    assert lies(game, 20) == "1 elves@Ann declined"
    assert game.tray["elves"] == 10


@pytest.mark.parametrize(("choice", "non_empty"), [("non-empty", True), ("empty", False)])
def test_whether_ones_own_declined_region_was_empty(choice: str, non_empty: bool) -> None:
    """Any race token makes a region non-empty, unless the table reads it otherwise (ruling B21)."""
    game = table(
        f"{AT_TEN} | 5: 1 elves@Ann declined | hand ratmen+merchant@Ann 5 | option own-declined-empty={choice}"
    )
    assert conquer(game, 5).turn.attacks[-1].non_empty == non_empty


def test_an_enemys_declined_region_is_never_empty() -> None:
    """The table's reading concerns one's own race only (appendix II, non-empty)."""
    game = table(f"{AT_TEN} | 5: 1 elves@Ben declined | hand ratmen+merchant@Ann 5 | option own-declined-empty=empty")
    assert conquer(game, 5).turn.attacks[-1].non_empty


def test_a_mountain_alone_is_empty() -> None:
    """A Mountain makes no region non-empty (appendix II)."""
    game = conquer(table(f"{AT_TEN} | hand ratmen+merchant@Ann 5"), 9)
    assert not game.turn.attacks[-1].non_empty


# The final conquest attempt.


def test_the_die_is_offered_for_what_is_one_to_three_short() -> None:
    """3 or fewer tokens short, whichever region it is (Final Conquest Attempt): 2, 4, 3 and 5 with one token."""
    game = table(f"{AT_TEN} | 5: 2 orcs+hill@Ben | 11: 3 orcs+hill@Ben | hand ratmen+merchant@Ann 1")
    assert tries(game, 4, 5, 9, 11) == {4: True, 5: True, 9: True, 11: False}


def test_four_short_is_out_of_the_dies_reach() -> None:
    """The die has no 4 (Final Conquest Attempt)."""
    game = table(f"{AT_TEN} | 11: 3 orcs+hill@Ben | hand ratmen+merchant@Ann 1")
    assert refusal(game, Conquer("r11", die=True)) == "the die cannot help: it costs 2 + 3 defenders = 5; you have 1"


def test_what_can_be_paid_is_not_tried() -> None:
    """The die is for a region one cannot conquer outright (Final Conquest Attempt)."""
    game = table(f"{AT_TEN} | hand ratmen+merchant@Ann 2")
    assert tries(game, 4, 9) == {4: False, 9: True}
    assert refusal(game, Conquer("r04", die=True)) == "the die cannot help: it costs 2; you have 2"


def test_the_die_needs_a_token_in_hand() -> None:
    """At least one unused token (Final Conquest Attempt)."""
    game = table(f"{AT_TEN} | hand ratmen+merchant@Ann 0")
    assert tries(game, 4, 9) == {4: False, 9: False}
    assert refusal(game, Conquer("r09", die=True)) == "the die cannot help: it costs 2 + 1 mountain = 3; you have 0"


def test_the_die_does_not_reach_farther_than_the_race() -> None:
    """A region one could not attack cannot be tried either (Final Conquest Attempt)."""
    game = table(f"{AT_TEN} | hand ratmen+merchant@Ann 1")
    assert refusal(game, Conquer("r21", die=True)) == "not next to the Ratmen"


@pytest.mark.parametrize(("short", "faces"), [(1, 3), (2, 2), (3, 1)])
def test_the_dies_faces(short: int, faces: int) -> None:
    """The reinforcement die shows nothing, nothing, nothing, 1, 2, 3 (ruling B15)."""
    assert quotes.chance(short) == (faces, 6)


def test_the_region_is_named_before_the_roll() -> None:
    """Once it is named the die is due, and nothing else can be done (Final Conquest Attempt)."""
    game = after(table(f"{AT_TEN} | hand ratmen+merchant@Ann 1"), Conquer("r09", die=True))
    assert listed(game) == set()
    for command in (Conquer("r04", die=True), Conquer("r09"), Finish()):
        assert refusal(game, command) == "roll the die first, or undo the attempt"


def test_the_roll_says_what_it_is_for() -> None:
    """A mountain costs 3: with one token in hand two pips are needed (Final Conquest Attempt)."""
    (due, *_) = chances(after(table(f"{AT_TEN} | hand ratmen+merchant@Ann 1"), Conquer("r09", die=True)))
    assert (due.kind, due.choices) == ("roll", ("0", "1", "2", "3"))
    assert text.sentence(due.message) == "Roll for region 9: 2 or more"


def test_just_enough_pips_win() -> None:
    """Tokens and pips reach the price: all tokens left go there, and conquests end (Final Conquest Attempt)."""
    game = attempt(table(f"{AT_TEN} | hand ratmen+merchant@Ann 1"), 9, pips=2)
    assert lies(game, 9) == "1 ratmen+merchant@Ann"
    assert (hand(game), game.turn.stage) == (0, "redeploy")


def test_more_pips_than_needed_save_no_token() -> None:
    """The player deploys the remaining tokens there, all of them (Final Conquest Attempt)."""
    game = attempt(table(f"{AT_TEN} | hand ratmen+merchant@Ann 2"), 9, pips=3)
    assert lies(game, 9) == "2 ratmen+merchant@Ann"


def test_one_pip_too_few_loses() -> None:
    """The region stays as it was, and conquests end all the same (Final Conquest Attempt)."""
    game = attempt(table(f"{AT_TEN} | 5: 1 orcs+hill@Ben | hand ratmen+merchant@Ann 1"), 5, pips=1)
    assert lies(game, 5) == "1 orcs+hill@Ben"
    assert (hand(game), game.turn.stage) == (1, "redeploy")
    assert refusal(game, Conquer("r04")) == "not now: Ann is redeploying"


def test_the_tokens_of_a_failed_attempt_go_where_one_stands() -> None:
    """They are deployed in a region occupied before (Final Conquest Attempt)."""
    game = attempt(table(f"{AT_TEN} | hand ratmen+merchant@Ann 1"), 9, pips=0)
    assert lies(redeploy(game), 10) == "2 ratmen+merchant@Ann"


def test_an_attempt_can_be_the_first_conquest() -> None:
    """Even a single token may enter with the die (Final Conquest Attempt)."""
    game = attempt(table("turn 1 Ann conquer | hand ratmen+merchant@Ann 1"), 5, pips=1)
    assert lies(game, 5) == "1 ratmen+merchant@Ann"


def test_a_failed_first_conquest_leaves_the_tokens_in_hand() -> None:
    """There is no region to put them; next turn they enter at the border (ruling B14)."""
    line = "turn 1 Ann conquer | 21: 1 orcs+hill@Ben | hand ratmen+merchant@Ann 1"
    game = after(redeploy(attempt(table(line), 5, pips=0)), Accept())
    assert hand(game) == 1
    game = ready(finish_turn(ready(game, "orcs")), "ratmen")
    assert tries(game, 5, 10) == {5: True, 10: False}


def test_a_won_attempt_drives_the_defenders_out() -> None:
    """It is a conquest like any other: a token is lost, the others are taken back (Enemy Losses & Withdrawals)."""
    game = attempt(table(f"{AT_TEN} | 5: 2 orcs+hill@Ben | hand ratmen+merchant@Ann 3"), 5, pips=1)
    assert lies(game, 5) == "3 ratmen+merchant@Ann"
    assert band(game, "orcs").withdrawn == 1
    assert game.tray["orcs"] == 9


def test_the_die_has_no_other_face() -> None:
    """0 to 3 pips, and only when a roll is due (ruling B15)."""
    game = after(table(f"{AT_TEN} | hand ratmen+merchant@Ann 1"), Conquer("r09", die=True))
    due = chances(game)[0]
    assert refusal(game, Answer(due.occasion, "4", "box")) == "4 cannot come up now"
    assert refusal(roll(game, 0), Answer(due.occasion, "3", "box")) == "nothing is waiting for that roll or draw"


def test_who_decides_the_region_may_pass_over_a_weaker_one() -> None:
    """It does not have to be the weakest region (Final Conquest Attempt)."""
    game = table(f"{AT_TEN} | 5: 2 orcs+hill@Ben | hand ratmen+merchant@Ann 3")
    assert tries(game, 5) == {5: True}
    assert 4 in can_be_had(game)


# Readying troops, and abandoning regions.


def test_readying_leaves_one_token_in_each_region() -> None:
    """All others are taken in hand (Ready your Troops)."""
    game = ready(table("turn 3 Ann begin | 5: 3 ratmen+merchant@Ann | 10: 2 ratmen+merchant@Ann"), "ratmen")
    assert (lies(game, 5), lies(game, 10)) == ("1 ratmen+merchant@Ann", "1 ratmen+merchant@Ann")
    assert hand(game) == 3


def test_who_holds_no_region_conquers_with_what_is_in_hand() -> None:
    """There is nothing to keep on the map or to pick up."""
    game = table("turn 3 Ann begin | hand ratmen+merchant@Ann 8")
    assert [text.say(each.label) for each in offers(game, 0) if each.kind == "ready"] == ["Conquer with 8 Ratmen"]


def test_more_tokens_may_stay() -> None:
    """One may take the others, and need not (Ready your Troops)."""
    game = ready(table("turn 3 Ann begin | 5: 3 ratmen+merchant@Ann"), "ratmen", {5: 2})
    assert (lies(game, 5), hand(game)) == ("2 ratmen+merchant@Ann", 1)


def test_no_more_stay_than_stand_there() -> None:
    """Readying takes tokens, it does not move them (Ready your Troops)."""
    game = table("turn 3 Ann begin | 5: 3 ratmen+merchant@Ann | 10: 2 ratmen+merchant@Ann")
    assert refusal(game, readying(game, "ratmen", {5: 4})) == "region 5 takes 0 to 3"
    assert refusal(game, readying(game, "ratmen", {5: -1})) == "a number cannot be below zero"
    assert refusal(game, readying(game, "ratmen", {4: 1})) == "region 4 cannot be used here"


def test_an_abandoned_region_is_empty_and_pays_nothing() -> None:
    """No longer considered his, nor brings him any coins (Abandoning a Region)."""
    game = ready(table("turn 3 Ann begin | 5: 1 ratmen+hill@Ann | 10: 1 ratmen+hill@Ann"), "ratmen", {5: 0, 10: 1})
    assert (lies(game, 5), hand(game)) == ("nothing", 1)
    assert game.holdings(band(game, "ratmen").id) == ["r10"]


def test_an_abandoned_region_may_be_taken_again() -> None:
    """It is empty, and costs what it costs (ruling B18)."""
    game = ready(table("turn 3 Ann begin | 5: 2 ratmen+hill@Ann | 10: 1 ratmen+hill@Ann"), "ratmen", {5: 0})
    assert lies(conquer(game, 5), 5) == "2 ratmen+hill@Ann"


def test_who_abandons_everything_enters_at_the_border() -> None:
    """The next conquest follows the rules of the first one (Abandoning a Region)."""
    game = ready(table("turn 3 Ann begin | 10: 5 ratmen+merchant@Ann"), "ratmen", {10: 0})
    assert refusal(game, Conquer("r09")) == "the first conquest has to enter at the edge of the map"
    assert 21 in can_be_had(game)


def test_the_token_left_behind_does_not_fight() -> None:
    """Only tokens taken back in hand may be used (Abandoning a Region)."""
    game = ready(table("turn 3 Ann begin | 10: 3 ratmen+merchant@Ann"), "ratmen")
    assert refusal(game, Conquer("r09")) == "costs 2 + 1 mountain = 3; you have 2, but you can try the die"


def test_troops_are_readied_once_and_first() -> None:
    """Abandoning comes before any conquest (ruling B18)."""
    game = ready(table("turn 3 Ann begin | 10: 3 ratmen+merchant@Ann"), "ratmen")
    assert refusal(game, readying(game, "ratmen", {10: 0})) == "not now: Ann is conquering"


def test_a_race_in_decline_is_not_readied() -> None:
    """Its tokens stay where they are (Entering In Decline)."""
    game = table("turn 3 Ann begin | 5: 1 elves@Ann declined | 10: 3 ratmen+merchant@Ann")
    assert refusal(game, readying(game, "elves")) == "the Elves cannot be picked up now"


def test_nobody_readies_somebody_elses_race() -> None:
    """In one's turn one moves one's own race."""
    game = table("turn 3 Ann begin | 10: 3 ratmen+merchant@Ann | 5: 2 orcs+hill@Ben")
    assert refusal(game, readying(game, "orcs")) == "the Orcs cannot be picked up now"
    assert refusal(game, Ready(7)) == "that race is not in play"


def test_the_first_conquest_readies_the_troops_before_it() -> None:
    """Ready, then conquer: all but one token of each region are in hand by then (Expanding through new Conquests)."""
    game = table("turn 3 Ann begin | 10: 6 ratmen+merchant@Ann")
    assert after(game, Conquer("r09")) == after(ready(game, "ratmen"), Conquer("r09"))


def test_what_the_first_conquest_could_take_is_offered() -> None:
    """Just what is offered once the troops are ready (Expanding through new Conquests)."""
    game = table("turn 3 Ann begin | 10: 6 ratmen+merchant@Ann")
    assert listed(game) - {"decline", "ready:1"} == listed(ready(game, "ratmen")) - {"finish"}


def test_troops_that_all_stay_are_named_in_the_plural() -> None:
    """One more token in hand makes no single one of those on the map."""
    game = table("turn 4 Ann begin | 10: 1 orcs+hill@Ann | 12: 1 orcs@Ann | hand orcs+hill@Ann 1")
    said = [text.sentence(offer.label) for offer in offers(game, 0) if offer.kind == "ready"]
    assert said == ["Keep all Orcs on the map"]


def test_with_two_races_to_ready_no_conquest_is_offered_at_once() -> None:
    """Which of them sets out has to be said first (Ghouls)."""
    game = table("turn 4 Ann begin | 5: 2 ghouls@Ann declined | 21: 4 ratmen+merchant@Ann")
    assert {each.partition(":")[0] for each in listed(game)} == {"ready", "decline"}
