"""Small World of Warcraft: the rules of the table (Warcraft rules, by heading).

Regions 1 to 13 are a large island, 14 to 21 a small one.  Anchors: 1, 3, 6, 11 and 15, 19, 21.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.boards import maps
from companion.language import text
from companion.rules import engine
from companion.rules.commands import Conquer, Ready
from companion.rules.engine import Refused, new_game
from companion.rules.model import Game, SeatSetup, Setup
from companion.rules.score import sheet
from tests.rules.azeroth import BOX, as_in_azeroth, azeroth
from tests.rules.position import after, bill, conquer, lies, listed, refusal, region, ways

SEATS = (SeatSetup("Ann"), SeatSetup("Ben"))
ISLES = "isles-l1a-s1a"


def enterable(game: Game) -> set[int]:
    """The regions that can be conquered just now, by number."""
    return {int(offer.split(":")[1][1:]) for offer in listed(game) if offer.startswith("conquer:")}


# Game Setup.


def test_the_box_is_played_alone() -> None:
    """Races of the same name are different things, so no other box joins in."""
    with pytest.raises(Refused, match="boxes_alone"):
        new_game(Setup(maps.load(ISLES).board, SEATS, boxes=("base", *BOX)))


@pytest.mark.parametrize("board", ["base-2", "isles-l1a-m1a-s1a"])
def test_the_boards_are_those_for_the_players(board: str) -> None:
    """Game Setup: 2 players have 1 large and 1 small board."""
    found = replace(maps.load(board).board, players=2)
    assert engine.unfit(BOX, found)


def test_the_practice_islands_fit() -> None:
    """Game Setup: a large and a small board for 2 players."""
    assert engine.unfit(BOX, maps.load(ISLES).board) is None


def test_murlocs_stand_on_their_symbols() -> None:
    """Game Setup: place a Murloc token on each Region of the map featuring a Murloc symbol; 15 are in the box."""
    game = engine.fold(new_game(Setup(maps.load(ISLES).board, SEATS, boxes=BOX)))
    standing = [int(id[1:]) for id, ground in game.grounds.items() if ground.tribe]
    assert (standing, game.tribes) == ([4, 7, 9, 12, 17, 21], 9)


def test_the_tokens_of_nobody_are_called_murlocs() -> None:
    """Components: Murlocs."""
    game = engine.fold(new_game(Setup(maps.load(ISLES).board, SEATS, boxes=BOX)))
    spoken = text.printed("en", text.manner(game.options))
    assert text.say(text.Message("piece.tribe"), spoken) == "Murlocs"


# Conquering a Region.


def test_a_first_conquest_may_enter_any_island_by_its_anchors() -> None:
    """First Conquest: on any Island, by one of its Entry Regions."""
    game = as_in_azeroth("turn 1 Ann conquer | hand ratmen+merchant@Ann 10")
    assert enterable(game) == {1, 3, 6, 11, 15, 19, 21}


def test_a_first_conquest_pays_the_travel_cost() -> None:
    """First Conquest: at least 3 Race tokens."""
    game = as_in_azeroth("turn 1 Ann conquer | hand ratmen+merchant@Ann 10")
    assert bill(game, 3) == "2 + 1 travel cost = 3"


def test_a_murloc_on_an_entry_region() -> None:
    """First Conquest, picture: to settle on this Murloc-occupied Field Entry Region takes 4 Race tokens."""
    game = as_in_azeroth("turn 1 Ann conquer | hand ratmen+merchant@Ann 10 | 21: tribe")
    assert text.bill(engine.quote(game, 0, region(21)).ways[0].bill).text == "2 + 1 Lost Tribe + 1 travel cost = 4"


def test_a_later_conquest_may_travel_to_another_island() -> None:
    """Subsequent Conquests: any Entry Region of any board."""
    game = as_in_azeroth("turn 2 Ann conquer | hand ratmen+merchant@Ann 3 | 8: 1 ratmen+merchant@Ann")
    assert {15, 19, 21} <= enterable(game)


def test_a_later_conquest_may_travel_along_its_own_island() -> None:
    """Subsequent Conquests: any Entry Region, paying the travel cost if it is not adjacent."""
    game = as_in_azeroth("turn 2 Ann conquer | hand ratmen+merchant@Ann 9 | 13: 1 ratmen+merchant@Ann")
    assert bill(game, 1) == "2 + 1 travel cost = 3"


def test_an_adjacent_entry_region_takes_no_travel_cost() -> None:
    """Conquering a Region: +1 only if the Entry Region is not adjacent to a Region occupied by the same Race."""
    game = as_in_azeroth("turn 2 Ann conquer | hand ratmen+merchant@Ann 9 | 2: 1 ratmen+merchant@Ann")
    assert bill(game, 1) == "2"


def test_inland_regions_of_another_island_are_out_of_reach() -> None:
    """Subsequent Conquests: Entry Regions alone are reached over the sea."""
    game = as_in_azeroth("turn 2 Ann conquer | hand ratmen+merchant@Ann 9 | 2: 1 ratmen+merchant@Ann")
    assert "not next to" in refusal(game, Conquer(region(20)))


def test_seas_and_lakes_are_closed() -> None:
    """Conquering a Region: Seas and Lakes cannot usually be conquered."""
    game = as_in_azeroth("turn 2 Ann conquer | hand ratmen+merchant@Ann 9 | 8: 1 ratmen+merchant@Ann")
    assert ways(game, 5) == []


def test_mountains_cost_one_more() -> None:
    """Conquering a Region: +1 for each Mountain."""
    game = as_in_azeroth("turn 1 Ann conquer | hand ratmen+merchant@Ann 10")
    assert bill(game, 6) == "2 + 1 mountain + 1 travel cost = 4"


def test_another_race_of_ones_own_is_no_way_ashore() -> None:
    """Conquering a Region: adjacent to a Region already occupied by the same Race."""
    game = as_in_azeroth(
        "turn 2 Ann conquer | hand ratmen+merchant@Ann 9 | 2: 1 elves@Ann declined | 20: 1 ratmen+merchant@Ann"
    )
    assert bill(game, 1) == "2 + 1 travel cost = 3"


def test_the_final_attempt_may_go_over_the_sea() -> None:
    """Final conquest: the price with its travel cost, 1 token short."""
    game = as_in_azeroth("turn 1 Ann conquer | hand ratmen+merchant@Ann 2")
    assert "attempt:r03" in listed(game)


def test_who_has_abandoned_everything_enters_anew() -> None:
    """Abandoning a Region: the next conquest follows the rules of the First Conquest."""
    game = as_in_azeroth("turn 2 Ann begin | 8: 4 ratmen+merchant@Ann")
    assert enterable(after(game, Ready(1, {"r08": 0}))) == {1, 3, 6, 11, 15, 19, 21}


# Entering In Decline.


def test_all_declined_tokens_of_a_region_are_discarded() -> None:
    """Entering In Decline, note: when such a region is conquered, all In Decline tokens are discarded (C7)."""
    game = as_in_azeroth(
        "turn 2 Ann conquer | hand ratmen+merchant@Ann 9 | 2: 1 ratmen+merchant@Ann"
        " | 8: 2 elves@Ben declined | 10: 1 elves@Ben declined"
    )
    found = conquer(game, 8)
    assert (found.tray["elves"] - game.tray["elves"], lies(found, 10)) == (2, "1 elves@Ben declined")


# Alliance and Horde Faction Bonus.

FACTIONS = [
    ("orcs", "warcraft-dwarves", "warcraft-orcs", 1),
    ("of one side", "warcraft-trolls", "warcraft-orcs", 0),
    ("a neutral victim", "naga", "warcraft-orcs", 0),
    ("a neutral race", "warcraft-dwarves", "naga", 0),
]


def bonus(game: Game) -> int:
    """What the Faction Bonus brings the player whose turn it is."""
    return sum(line.amount for line in sheet(game, game.turn.seat) if line.key == "faction-bonus")


@pytest.mark.parametrize(("victim", "race", "coins"), [row[1:] for row in FACTIONS], ids=[row[0] for row in FACTIONS])
def test_a_race_of_the_other_faction_brings_a_coin(victim: str, race: str, coins: int) -> None:
    """1 Victory Coin for each Race of the opposite Faction they defeated; a neutral race is on no side."""
    game = azeroth(f"turn 2 Ann conquer | hand {race}+mining@Ann 9 | 2: 1 {race}+mining@Ann | 8: 1 {victim}+farmer@Ben")
    assert bonus(conquer(game, 8)) == coins


def test_two_regions_of_a_race_bring_one_coin() -> None:
    """Conquering two or more Regions of the same Race still grants only 1 VC."""
    game = azeroth(
        "turn 2 Ann conquer | hand warcraft-orcs+mining@Ann 9 | 2: 1 warcraft-orcs+mining@Ann"
        " | 8: 1 worgen+farmer@Ben | 10: 1 worgen+farmer@Ben"
    )
    assert bonus(conquer(game, 8, 10)) == 1


def test_an_active_and_a_declined_race_count_as_two() -> None:
    """An Active Race and an In Decline Race count as two different Races, even of the same player (J5)."""
    game = azeroth(
        "turn 2 Ann conquer | hand warcraft-orcs+mining@Ann 9 | 2: 1 warcraft-orcs+mining@Ann"
        " | 8: 1 worgen+farmer@Ben | 10: 1 warcraft-dwarves@Ben declined"
    )
    assert bonus(conquer(game, 8, 10)) == 2


def test_ones_own_declined_race_brings_no_bonus() -> None:
    """Ruling J4: a race of one's own is no enemy."""
    game = azeroth(
        "turn 2 Ann conquer | hand warcraft-orcs+mining@Ann 9 | 2: 1 warcraft-orcs+mining@Ann"
        " | 8: 1 warcraft-dwarves@Ann declined"
    )
    assert bonus(conquer(game, 8)) == 0


def test_the_record_knows_a_race_that_is_gone() -> None:
    """Its last region taken, it still was a race of the other side."""
    game = azeroth(
        "turn 2 Ann conquer | hand warcraft-orcs+mining@Ann 9 | 2: 1 warcraft-orcs+mining@Ann"
        " | 8: 1 warcraft-dwarves@Ben declined"
    )
    assert bonus(conquer(game, 8)) == 1
