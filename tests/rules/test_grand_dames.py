"""Grand Dames: its races and special powers."""

from __future__ import annotations

import pytest

from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Accept, Conquer, Decline, Finish, SetRegion
from companion.rules.engine import Refused, decide
from companion.rules.model import Marker
from tests.rules.moves import attempt, band, finish, form, numbered, picked, ready, redeploy
from tests.rules.position import after, coins, conquer, lies, refusal, region, table, ways

# Typed in from the printed pieces: tokens received, and for races tokens in the box.
BANNERS = {"gypsies": (6, 11), "priestesses": (4, 9), "white-ladies": (2, 7)}
BADGES = {"historian": 5, "peace-loving": 4}


@pytest.mark.parametrize(("race", "printed"), BANNERS.items())
def test_its_banners_say_what_is_printed(race: str, printed: tuple[int, int]) -> None:
    """Tokens received, and tokens in the box (printed banners)."""
    assert (ABILITIES[race].tokens, ABILITIES[race].supply) == printed


@pytest.mark.parametrize(("power", "tokens"), BADGES.items())
def test_its_badges_say_what_is_printed(power: str, tokens: int) -> None:
    """Tokens received (printed badges)."""
    assert ABILITIES[power].tokens == tokens


# Gypsies.

CAMP = "turn 3 Ann begin | 5: 2 gypsies+hill@Ann | 10: 1 gypsies@Ann | 4: 1 gypsies@Ann"


def test_gypsies_leave_a_coin_behind() -> None:
    """Gypsies: a coin from the pool in each region they abandon (expansion sheet, Gypsies)."""
    assert lies(ready(table(CAMP), "gypsies", {10: 0}), 10) == "[gypsy-coin@gypsies]"


def test_gypsies_get_the_coins_at_the_turns_end() -> None:
    """Gypsies: a coin for each region abandoned, on the score sheet (expansion sheet, Gypsies)."""
    game = redeploy(finish(ready(table(CAMP), "gypsies", {10: 0, 4: 0})))
    assert coins(game) == "regions 1, gypsies 2, hill 1"


def test_gypsies_coins_are_gone_with_the_turn() -> None:
    """Gypsies: nobody else finds a coin (ruling G3)."""
    game = after(redeploy(finish(ready(table(CAMP), "gypsies", {10: 0}))), Accept())
    assert (game.turn.seat, lies(game, 10)) == (1, "nothing")


def test_gypsies_stay_out_for_this_turn() -> None:
    """Gypsies: a region abandoned cannot be conquered again this turn (expansion sheet, Gypsies)."""
    game = ready(table(CAMP), "gypsies", {10: 0})
    assert refusal(game, Conquer(region(10))) == "you abandoned it this turn"


def test_gypsies_come_back_in_the_next_turn() -> None:
    """Gypsies: a region abandoned in an earlier turn is a region like any other (expansion sheet, Gypsies)."""
    assert ways(table("turn 4 Ann conquer | 5: 1 gypsies+hill@Ann | hand gypsies@Ann 3"), 10) == ["ordinary"]


def test_gypsies_that_stay_leave_nothing() -> None:
    """Gypsies: no coin where a token stays (expansion sheet, Gypsies)."""
    game = redeploy(finish(ready(table(CAMP), "gypsies")))
    assert coins(game) == "regions 3, hill 1"


def test_a_sheet_can_be_corrected_by_the_coin_on_the_map() -> None:
    """Gypsies: a coin that was forgotten is laid on its region, and the sheet follows (Putting right)."""
    game = redeploy(finish(ready(table(CAMP), "gypsies")))
    game = after(game, SetRegion(region(11), markers=(Marker("gypsy-coin", band(game, "gypsies").id),)))
    assert coins(game) == "regions 3, gypsies 1, hill 1"


# Priestesses.

TEMPLE = "turn 4 Ann begin | 4: 3 priestesses+hill@Ann | 10: 1 priestesses@Ann | 5: 2 priestesses@Ann"


def test_priestesses_build_a_tower_of_one_token_a_region() -> None:
    """Priestesses: one of each region is stacked in one, all others are abandoned (expansion sheet, Priestesses)."""
    game = after(table(TEMPLE), Decline(numbered({10: 1})))
    assert [lies(game, number) for number in (4, 5, 10)] == ["nothing", "nothing", "3 priestesses@Ann declined"]


def test_the_tower_is_proposed_where_most_stand() -> None:
    """Priestesses: without a word the tower stands in the fullest region; the rest goes to the tray."""
    game = after(table(TEMPLE), Decline())
    assert lies(game, 4) == "3 priestesses@Ann declined"
    assert game.tray["priestesses"] == 9 - 3


def test_the_tower_stands_in_one_region() -> None:
    """Priestesses: one tower, in a region they occupy (expansion sheet, Priestesses)."""
    assert refusal(table(TEMPLE), Decline(numbered({4: 1, 10: 1}))) == "that adds up to 2; it has to be 1"
    assert refusal(table(TEMPLE), Decline(numbered({9: 1}))) == "region 9 cannot be used here"


def test_the_form_asks_before_anything_is_flipped() -> None:
    """Priestesses: the offer to decline asks for the tower's region (expansion sheet, Priestesses)."""
    asked = form(table(TEMPLE), "decline")
    assert [slot.id for slot in asked.slots] == ["r04", "r05", "r10"]
    assert asked.total == 1


def test_the_tower_pays_for_each_of_its_tokens() -> None:
    """Priestesses: a coin a token in lieu of the usual scoring (expansion sheet, Priestesses; ruling G11)."""
    game = after(table(TEMPLE), Decline())
    assert coins(game) == "declined 1, priestesses 2"


def test_active_priestesses_pay_as_others() -> None:
    """Priestesses: the tower stands in decline only (expansion sheet, Priestesses)."""
    assert coins(table(f"{TEMPLE.replace('begin', 'score')}")) == "regions 3, hill 1"


def test_the_whole_tower_is_lost_when_it_is_conquered() -> None:
    """Priestesses: one is lost, and the others have no other region (ruling G11)."""
    game = table("turn 3 Ann conquer | 4: 3 priestesses@Ben declined | 5: 1 orcs+hill@Ann | hand orcs@Ann 5")
    game = conquer(game, 4)
    assert not [each for each in game.bands.values() if each.race == "priestesses"]


def test_a_tower_keeps_the_fortress_it_stands_on() -> None:
    """Priestesses: the tower may stand on a single Fortress; the others go (expansion sheet, Priestesses)."""
    line = "turn 4 Ann begin | 4: 2 priestesses+fortified@Ann [fortress] | 10: 1 priestesses@Ann [fortress]"
    game = after(table(line), Decline(numbered({10: 1})))
    assert lies(game, 10) == "2 priestesses+fortified@Ann declined [fortress]"
    assert lies(game, 4) == "nothing"


def test_stout_priestesses_choose_over_the_sheet() -> None:
    """Priestesses: a late decline asks for the tower too (expansion sheet, Priestesses; base rules, Stout)."""
    line = "turn 4 Ann score | 4: 2 priestesses+stout@Ann | 10: 1 priestesses@Ann"
    assert form(table(line), "accept:decline").total == 1
    game = after(table(line), Accept(decline=True, regions=numbered({10: 1})))
    assert lies(game, 10) == "2 priestesses@Ann declined"


def test_two_towers_cannot_be_even_as_played() -> None:
    """Priestesses: as played neither, nor where they have nobody."""
    for wrong in ({4: 1, 10: 1}, {9: 1}):
        with pytest.raises(Refused):
            decide(table(TEMPLE), Decline(numbered(wrong)), as_played=True)


# White Ladies.


def test_white_ladies_in_decline_are_immune() -> None:
    """White Ladies: opponents can touch no region of theirs in decline (expansion sheet, White Ladies)."""
    game = table("turn 3 Ann conquer | 4: 1 white-ladies@Ben declined | 5: 1 orcs+dragon-master@Ann | hand orcs@Ann 5")
    assert (ways(game, 4), refusal(game, Conquer(region(4), "dragon-master"))) == (
        [],
        "the White Ladies there are immune",
    )


def test_active_white_ladies_are_not() -> None:
    """White Ladies: not before they decline (expansion sheet, White Ladies)."""
    game = table("turn 3 Ann conquer | 4: 1 white-ladies+hill@Ben | 5: 1 orcs+swamp@Ann | hand orcs@Ann 5")
    assert ways(game, 4) == ["ordinary"]


def test_their_own_player_may_take_them_back() -> None:
    """White Ladies: the player is no opponent of their own (expansion sheet, White Ladies)."""
    game = table("turn 3 Ann conquer | 4: 1 white-ladies@Ann declined | 5: 1 orcs+swamp@Ann | hand orcs@Ann 5")
    assert ways(game, 4) == ["ordinary"]


# Historian.


def test_historians_are_paid_for_each_race_in_decline() -> None:
    """Historian: a coin for each race in decline when it is taken (expansion sheet, Historian)."""
    line = "turn 3 Ann begin | 4: 1 dwarves@Ben declined | 5: 1 skeletons@Ann declined | 11: 1 amazons+flying@Ben"
    game = picked("tritons+historian", line)
    assert game.seats[0].coins == 5 + 2


def test_lost_tribes_are_no_race_in_decline() -> None:
    """Historian: Lost Tribes are not counted (ruling G22)."""
    assert picked("tritons+historian", "turn 1 Ann begin | 4: tribe | 11: tribe").seats[0].coins == 5


def test_historians_are_paid_when_others_decline() -> None:
    """Historian: a coin each time another race goes in decline (expansion sheet, Historian)."""
    game = table("turn 3 Ben begin | 4: 1 elves+hill@Ben | 5: 2 orcs+historian@Ann")
    assert after(game, Decline()).seats[0].coins == 5 + 1


def test_historians_are_paid_when_they_decline() -> None:
    """Historian: a final coin when their own race declines (expansion sheet, Historian)."""
    assert after(table("turn 3 Ann begin | 5: 2 orcs+historian@Ann"), Decline()).seats[0].coins == 5 + 1


def test_historians_in_decline_are_paid_no_more() -> None:
    """Historian: only while they are active (expansion sheet, Historian)."""
    game = table("turn 3 Ben begin | 4: 1 elves+hill@Ben | 5: 2 orcs@Ann declined")
    assert after(game, Decline()).seats[0].coins == 5


# Peace-Loving.

PEACE = "turn 3 Ann conquer | 5: 1 humans+peace-loving@Ann | hand humans@Ann 9"


def test_peace_loving_pays_without_an_attack() -> None:
    """Peace-Loving: 3 coins in a turn without an attack on another active race (expansion sheet, Peace-Loving)."""
    game = redeploy(finish(conquer(table(f"{PEACE} | 4: tribe | 10: 1 elves@Ben declined"), 4, 10)))
    assert coins(game) == "regions 3, humans 1, peace-loving 3"


def test_peace_loving_pays_nothing_after_one() -> None:
    """Peace-Loving: one active race attacked, and there is no bonus (expansion sheet, Peace-Loving)."""
    game = redeploy(finish(conquer(table(f"{PEACE} | 10: 1 elves+hill@Ben"), 10)))
    assert coins(game) == "regions 2, humans 1"


@pytest.mark.parametrize(("choice", "paid"), [("counts", "regions 1"), ("does-not-count", "regions 1, peace-loving 3")])
def test_a_failed_attack_is_one_too(choice: str, paid: str) -> None:
    """Peace-Loving: a failed attempt counts, unless the table has it otherwise (ruling F8)."""
    line = "turn 3 Ann conquer | 5: 1 orcs+peace-loving@Ann | 4: 2 elves+hill@Ben | hand orcs@Ann 2"
    game = attempt(table(f"{line} | option failed-attack={choice}"), 4, 0)
    assert coins(redeploy(game)) == paid


def test_ghouls_in_decline_may_be_attacked() -> None:
    """Peace-Loving: Ghouls in decline are fair game (expansion sheet, Peace-Loving)."""
    game = redeploy(after(conquer(table(f"{PEACE} | 4: 2 ghouls@Ben declined"), 4), Finish()))
    assert coins(game) == "regions 2, peace-loving 3"
