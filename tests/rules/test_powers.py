"""The special powers of the base box that change a price, a reach or a score: Alchemist,
Commando, Flying, Forest, Hill, Merchant, Mounted, Pillaging, Swamp, Underworld, Wealthy;
and the tokens each badge brings."""

from __future__ import annotations

import pytest

from companion.rules.commands import Accept, Conquer, Decline
from companion.views import game_view
from tests.rules.moves import attempt, band, finish, finish_turn, picked, redeploy, tries
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, region, table
from tests.rules.printed import BADGES


@pytest.mark.parametrize(("power", "tokens"), BADGES.items())
def test_a_badge_brings_its_number_and_the_banners(power: str, tokens: int) -> None:
    """The number in the badge's circle is added to the banner's (Picking a Race and Special Power Combo)."""
    assert band(picked(f"skeletons+{power}"), "skeletons").hand == 6 + tokens


@pytest.mark.parametrize("power", sorted(set(BADGES) - {"fortified", "seafaring", "spirit"}))
def test_a_badge_is_discarded_in_decline(power: str) -> None:
    """The badge goes with the decline unless it says otherwise (Entering Into Decline): A9."""
    game = after(table(f"turn 3 Ann begin | 7: 3 ratmen+{power}@Ann"), Decline())
    assert (band(game, "ratmen").powers, game.discards) == ((), (power,))


@pytest.mark.parametrize("power", ["fortified", "seafaring", "spirit"])
def test_a_badge_that_acts_in_decline_stays(power: str) -> None:
    """Three badges have a face for the decline (Entering Into Decline): A9."""
    game = after(table(f"turn 3 Ann begin | 7: 3 ratmen+{power}@Ann"), Decline())
    assert (band(game, "ratmen").powers, game.discards) == ((power,), ())


# Coins by terrain.

TERRAINS = [("forest", 3), ("hill", 5), ("swamp", 19)]


@pytest.mark.parametrize(("power", "place"), TERRAINS)
def test_a_terrain_is_worth_a_coin_more(power: str, place: int) -> None:
    """1 bonus coin for each Forest, Hill or Swamp (Forest; Hill; Swamp)."""
    game = table(f"turn 3 Ann score | {place}: 2 ratmen+{power}@Ann | 10: 1 ratmen@Ann")
    assert coins(game) == f"regions 2, {power} 1"


@pytest.mark.parametrize(("power", "place"), TERRAINS)
def test_a_terrain_power_ends_with_decline(power: str, place: int) -> None:
    """In decline no bonus is paid, not in the turn of the decline either (Entering Into Decline)."""
    game = after(table(f"turn 3 Ann begin | {place}: 2 ratmen+{power}@Ann"), Decline())
    assert coins(game) == "declined 1"


def test_a_terrain_power_pays_for_its_own_race_only() -> None:
    """ "You" are the tokens of this badge's race, not those in decline (Special Powers)."""
    game = table("turn 3 Ann score | 3: 1 elves@Ann declined | 13: 1 ratmen+forest@Ann")
    assert coins(game) == "regions 1, forest 1, declined 1"


def test_a_terrain_power_pays_each_region_once() -> None:
    """A region counts once, however many tokens stand there (Hill)."""
    assert coins(table("turn 3 Ann score | 5: 6 ratmen+hill@Ann | 18: 2 ratmen@Ann")) == "regions 2, hill 2"


def test_a_merchant_is_paid_double() -> None:
    """1 bonus coin for any region (Merchant)."""
    assert coins(table("turn 3 Ann score | 5: 2 ratmen+merchant@Ann | 6: 1 ratmen@Ann")) == "regions 2, merchant 2"


def test_a_merchant_is_not_paid_for_declined_regions() -> None:
    """The bonus is the active race's (Merchant): F24."""
    game = table("turn 3 Ann score | 5: 2 ratmen+merchant@Ann | 6: 1 elves@Ann declined")
    assert coins(game) == "regions 1, merchant 1, declined 1"


def test_declined_merchants_are_paid_like_others() -> None:
    """Their Merchant power is no longer active (Scoring Victory Coins, caption)."""
    game = table("turn 3 Ann score | 5: 1 tritons+hill@Ann | 6: 1 skeletons@Ann declined | 7: 1 skeletons@Ann declined")
    assert coins(game) == "regions 1, hill 1, declined 2"


def test_the_score_sheet_says_every_reason_in_words() -> None:
    """Every coin has its reason, one for each region and each benefit (Scoring Victory Coins)."""
    sheet = game_view.public(table("turn 3 Ann score | 17: 1 wizards+swamp@Ann | 6: 1 dwarves@Ann declined"))["sheet"]
    assert [(line["text"], line["amount"]) for line in sheet["lines"]] == [
        ("Regions held by the Wizards", 1),
        ("Wizards", 1),
        ("Swamp", 1),
        ("Regions held by the Dwarves in decline", 1),
        ("Dwarves", 1),
    ]


# Alchemist, Wealthy.


def test_an_alchemist_is_paid_two_each_turn() -> None:
    """2 bonus coins at the end of each turn (Alchemist)."""
    assert coins(table("turn 3 Ann score | 5: 2 ratmen+alchemist@Ann")) == "regions 1, alchemist 2"


def test_an_alchemist_without_a_region_is_paid() -> None:
    """Each turn the race has not gone into decline, and nothing is said of regions (Alchemist): F22."""
    assert coins(table("turn 3 Ann score | hand ratmen+alchemist@Ann 3")) == "alchemist 2"


def test_an_alchemist_is_not_paid_in_the_turn_of_decline() -> None:
    """The race has then gone into decline (Alchemist): F22."""
    assert coins(after(table("turn 3 Ann begin | 5: 2 ratmen+alchemist@Ann"), Decline())) == "declined 1"


def test_a_wealthy_race_is_paid_seven() -> None:
    """7 bonus coins at the end of the first turn (Wealthy)."""
    assert coins(table("turn 1 Ann score | 5: 2 ratmen+wealthy@Ann")) == "regions 1, wealthy 7"


def test_a_wealthy_race_is_paid_once_only() -> None:
    """Once only (Wealthy)."""
    game = after(table("turn 1 Ann score | 5: 2 ratmen+wealthy@Ann"), Accept())
    assert coins(game) == "regions 1"


def test_the_seven_are_in_the_stash_once() -> None:
    """5 to begin with, 1 for the region and 7 (Wealthy; Setting up the game)."""
    game = after(table("turn 1 Ann score | 5: 2 ratmen+wealthy@Ann"), Accept())
    assert game.seats[0].coins == 13


def test_a_wealthy_race_is_paid_in_a_later_turn_of_the_game_too() -> None:
    """ "Your first turn" is the race's, whenever it is picked (Wealthy): F21."""
    game = table("turn 7 Ann score | 5: 2 ratmen+wealthy@Ann | 6: 1 elves@Ann declined")
    assert coins(game) == "regions 1, wealthy 7, declined 1"


def test_a_wealthy_race_that_conquered_nothing_is_paid() -> None:
    """The bonus asks for no region (Wealthy)."""
    assert coins(table("turn 1 Ann score | hand ratmen+wealthy@Ann 12")) == "wealthy 7"


# Pillaging.

PILLAGING = "turn 3 Ann conquer | 2: 1 ratmen+pillaging@Ann | hand ratmen@Ann 9"


def test_pillaging_is_paid_for_regions_that_were_not_empty() -> None:
    """Each non-empty region conquered this turn is worth 1 (Pillaging)."""
    game = conquer(table(f"{PILLAGING} | 7: tribe | 12: 1 orcs+hill@Ben | 13: 1 elves@Ben declined"), 7, 12, 13)
    assert coins(game) == "regions 4, pillaging 3"


@pytest.mark.parametrize("number", [3, 6], ids=["forest", "mountain"])
def test_pillaging_is_not_paid_for_an_empty_region(number: int) -> None:
    """A Mountain marker alone leaves a region empty (appendix II)."""
    assert coins(conquer(table(PILLAGING), number)) == "regions 2"


def test_pillaging_is_paid_in_the_turn_of_the_conquest_only() -> None:
    """In the next turn the regions are worth their coin again (Pillaging)."""
    game = finish_turn(conquer(table(f"{PILLAGING} | 7: tribe"), 7))
    assert coins(game) == "regions 2"


# Savings.


def test_a_commando_saves_one_everywhere() -> None:
    """Any region costs 1 less, whatever defends it (Commando)."""
    game = table(
        "turn 3 Ann conquer | 7: 2 trolls+fortified@Ben [lair fortress] | 2: 1 ratmen+commando@Ann | hand ratmen@Ann 9"
    )
    assert bill(game, 7) == "2 + 2 defenders + 1 Troll’s Lair + 1 Fortress − 1 Commando = 5"


def test_a_commando_conquers_an_empty_region_with_one() -> None:
    """2 less 1 is 1, and no less (Commando)."""
    assert lies(conquer(table("turn 1 Ann conquer | hand ratmen+commando@Ann 1"), 2), 2) == "1 ratmen+commando@Ann"


def test_a_saving_counts_before_the_die() -> None:
    """Three tokens short is counted from what the region would normally cost the race (Final Conquest Attempt): B13."""
    game = table(
        "turn 3 Ann conquer | 2: 1 ratmen+commando@Ann | hand ratmen@Ann 1 | 7: 3 orcs+hill@Ben | 3: 4 orcs@Ben"
    )
    assert tries(game, 7, 3) == {7: True, 3: False}


@pytest.mark.parametrize(
    ("number", "expected"),
    [(5, "2 − 1 Mounted = 1"), (10, "2 − 1 Mounted = 1"), (4, "2"), (9, "2 + 1 mountain = 3")],
    ids=["hill", "farmland", "swamp", "mountain"],
)
def test_mounted_saves_on_hills_and_farmland(number: int, expected: str) -> None:
    """Hill and Farmland cost 1 less and nothing else does (Mounted)."""
    game = table("turn 3 Ann conquer | 3: 1 ratmen+mounted@Ann | 11: 1 ratmen@Ann | hand ratmen@Ann 9")
    assert bill(game, number) == expected


def test_mounted_giants_need_one_token_at_least() -> None:
    """A minimum of 1 token is still required (Mounted)."""
    game = table("turn 3 Ann conquer | 6: 1 giants+mounted@Ann | hand giants@Ann 9")
    assert bill(game, 12) == "2 − 1 Giant − 1 Mounted = 0, at least 1"


# Underworld.

UNDERWORLD = "turn 3 Ann conquer | 18: 1 ratmen+underworld@Ann | hand ratmen@Ann 9"


@pytest.mark.parametrize(
    ("number", "expected"),
    [(4, "2 − 1 Underworld = 1"), (6, "2 + 1 mountain − 1 Underworld = 2"), (12, "2")],
)
def test_underworld_saves_on_caverns(number: int, expected: str) -> None:
    """A region with a Cavern costs 1 less (Underworld)."""
    assert bill(table(UNDERWORLD), number) == expected


def test_caverns_are_next_to_each_other_for_the_underworld() -> None:
    """All regions with a Cavern count as adjacent for its conquests (Underworld)."""
    assert {"conquer:r04:ordinary", "conquer:r06:ordinary", "conquer:r15:ordinary"} <= listed(table(UNDERWORLD))


def test_the_underworld_needs_a_cavern_of_its_own() -> None:
    """From a region without one, far caverns are not adjacent (Underworld)."""
    game = table("turn 3 Ann conquer | 17: 1 ratmen+underworld@Ann | hand ratmen@Ann 9")
    assert refusal(game, Conquer(region(4))) == "not next to the Ratmen"


def test_a_declined_races_cavern_does_not_count() -> None:
    """It is the active race that must hold the Cavern (Special Powers; Underworld)."""
    game = table("turn 3 Ann conquer | 18: 1 elves@Ann declined | 2: 1 ratmen+underworld@Ann | hand ratmen@Ann 9")
    assert refusal(game, Conquer(region(4))) == "not next to the Ratmen"


def test_the_underworld_enters_at_the_border() -> None:
    """A Cavern inland is no entry (First Conquest; Underworld): B8."""
    game = table("turn 1 Ann conquer | hand ratmen+underworld@Ann 9")
    assert refusal(game, Conquer(region(15))) == "the first conquest has to enter at the edge of the map"


def test_the_underworld_enters_by_a_border_cavern_for_one_less() -> None:
    """The saving holds for the first conquest too (Underworld): B8."""
    assert bill(table("turn 1 Ann conquer | hand ratmen+underworld@Ann 9"), 4) == "2 − 1 Underworld = 1"


def test_caverns_are_joined_for_nobody_else() -> None:
    """Other races go round (Underworld)."""
    game = table("turn 3 Ann conquer | 18: 1 ratmen+hill@Ann | hand ratmen@Ann 9")
    assert refusal(game, Conquer(region(4))) == "not next to the Ratmen"


# Flying.


@pytest.mark.parametrize("number", [2, 10, 15])
def test_a_flying_race_enters_anywhere(number: int) -> None:
    """Any region but water may be conquered first (Flying): B5."""
    assert bill(table("turn 1 Ann conquer | hand ratmen+flying@Ann 13"), number).startswith("2")


def test_a_flying_race_conquers_far_away() -> None:
    """The regions need not be adjacent to its own (Flying)."""
    game = conquer(table("turn 1 Ann conquer | hand ratmen+flying@Ann 13"), 2, 22, 10)
    assert lies(game, 10) == "2 ratmen+flying@Ann"


@pytest.mark.parametrize(("number", "terrain"), [(1, "sea"), (8, "lake")])
def test_a_flying_race_does_not_take_water(number: int, terrain: str) -> None:
    """Seas and Lakes are excepted (Flying)."""
    game = table("turn 2 Ann conquer | 2: 1 ratmen+flying@Ann | 7: 1 ratmen@Ann | hand ratmen@Ann 9")
    assert refusal(game, Conquer(region(number))) == f"a {terrain} cannot be conquered without the right power"


def test_a_flying_race_pays_the_full_price() -> None:
    """Flying changes where, not for how much (Flying): F14."""
    game = table("turn 2 Ann conquer | hand ratmen+flying@Ann 9 | 9: 2 orcs+hill@Ben")
    assert bill(game, 9) == "2 + 2 defenders + 1 mountain = 5"


def test_a_flying_race_respects_a_hero() -> None:
    """Immune regions stay immune (Heroic; Flying): F14."""
    game = table("turn 2 Ann conquer | hand ratmen+flying@Ann 9 | 10: 2 orcs+heroic@Ben [hero]")
    assert refusal(game, Conquer(region(10))) == "protected by the Hero"


def test_a_flying_race_tries_the_die_anywhere() -> None:
    """The final attempt may go to any region it could conquer (Flying; Final Conquest Attempt)."""
    game = table("turn 2 Ann conquer | 2: 1 ratmen+flying@Ann | hand ratmen@Ann 1")
    assert lies(attempt(game, 10, 1), 10) == "1 ratmen+flying@Ann"


def test_flying_giants_save_beside_their_mountains_only() -> None:
    """Elsewhere the price is the normal one (Giants; Flying)."""
    game = table("turn 2 Ann conquer | 20: 1 giants+flying@Ann | hand giants@Ann 9")
    assert (bill(game, 21), bill(game, 2)) == ("2 − 1 Giant = 1", "2")


def test_the_redeployment_of_a_flying_race_leaves_one_everywhere() -> None:
    """Scattered regions need their token like others (Troop Redeployment; Flying)."""
    game = redeploy(
        finish(conquer(table("turn 1 Ann conquer | hand ratmen+flying@Ann 6"), 2, 22, 10)), {2: 4, 22: 1, 10: 1}
    )
    assert lies(game, 22) == "1 ratmen+flying@Ann"
