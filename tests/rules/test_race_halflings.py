"""Halflings and their Holes-in-the-Ground."""

from __future__ import annotations

import pytest

from companion.rules.commands import Conquer, Decline
from tests.rules.moves import attempt, place, ready
from tests.rules.position import after, bill, conquer, lies, refusal, region, table, ways

ENTER = "turn 1 Ann conquer | hand halflings+hill@Ann 10"


@pytest.mark.parametrize("number", [2, 10, 14, 15])
def test_halflings_enter_through_any_region(number: int) -> None:
    """The first conquest need not be at the border (Halflings)."""
    assert bill(table(ENTER), number) == "2"


def test_other_races_enter_at_the_border() -> None:
    """Everybody else's first conquest is a border region (First Conquest)."""
    game = table("turn 1 Ann conquer | hand orcs+hill@Ann 10")
    assert refusal(game, Conquer(region(10))) == "the first conquest has to enter at the edge of the map"


@pytest.mark.parametrize(("number", "terrain"), [(1, "sea"), (8, "lake")])
def test_halflings_do_not_enter_on_water(number: int, terrain: str) -> None:
    """Seas and Lakes stay closed to them (Halflings; Conquering a Region)."""
    assert refusal(table(ENTER), Conquer(region(number))) == f"a {terrain} cannot be conquered without the right power"


def test_seafaring_halflings_may_enter_on_the_lake() -> None:
    """Any region of the map, and Seafaring makes the Lake one of them; a Hole may lie there: B6."""
    game = conquer(table("turn 1 Ann conquer | hand halflings+seafaring@Ann 10"), 8)
    assert lies(game, 8) == "2 halflings+seafaring@Ann [hole]"


def test_halflings_go_on_from_where_they_entered() -> None:
    """Only entering is free: following conquests are next to their regions (Halflings; Following Conquests)."""
    assert refusal(conquer(table(ENTER), 10), Conquer(region(18))) == "not next to the Halflings"


def test_the_first_two_regions_get_a_hole() -> None:
    """A Hole goes into each of the first 2 regions they conquer (Halflings): E13."""
    game = conquer(table(ENTER), 10, 5)
    assert (lies(game, 10), lies(game, 5)) == ("2 halflings+hill@Ann [hole]", "2 halflings+hill@Ann [hole]")


def test_the_third_region_gets_no_hole() -> None:
    """There are 2 Holes and no more (Halflings; Components)."""
    assert lies(conquer(table(ENTER), 10, 5, 4), 4) == "2 halflings+hill@Ann"


def test_the_second_hole_may_be_dug_in_a_later_turn() -> None:
    """The first 2 regions are counted over all turns (Halflings)."""
    game = table(
        "turn 2 Ann conquer | 10: 1 halflings+hill@Ann [hole] | hand halflings@Ann 9"
        " | memo halflings@Ann halflings.dug 1"
    )
    game = conquer(game, 5, 4)
    assert (lies(game, 5), lies(game, 4)) == ("2 halflings+hill@Ann [hole]", "2 halflings+hill@Ann")


def test_a_region_won_with_the_die_gets_a_hole() -> None:
    """Any conquest counts (Halflings): E13."""
    game = attempt(table("turn 1 Ann conquer | hand halflings+hill@Ann 1"), 10, 1)
    assert lies(game, 10) == "1 halflings+hill@Ann [hole]"


def test_a_dragons_conquest_is_dug_too() -> None:
    """The region gets its Hole and the Dragon (Halflings; Dragon Master): E13."""
    game = conquer(
        table("turn 1 Ann conquer | hand halflings+dragon-master@Ann 10 | 14: tribe"), 14, way="dragon-master"
    )
    assert lies(game, 14) == "1 halflings+dragon-master@Ann [hole dragon]"


# What a Hole does.

HOLE = "turn 2 Ben conquer | 7: 1 halflings+hill@Ann [hole] | 2: 1 halflings@Ann"


def test_a_hole_keeps_enemies_out() -> None:
    """The region is immune to enemy conquests (Halflings)."""
    game = table(f"{HOLE} | 12: 1 orcs+mounted@Ben | hand orcs@Ben 9")
    assert refusal(game, Conquer(region(7))) == "protected by the Hole-in-the-Ground"


@pytest.mark.parametrize("way", ["sorcerers", "dragon-master"])
def test_a_hole_keeps_powers_out(way: str) -> None:
    """It is immune to racial and special powers as well (Halflings): E19, F10."""
    game = table(f"{HOLE} | 12: 1 sorcerers+dragon-master@Ben | hand sorcerers@Ben 9")
    assert refusal(game, Conquer(region(7), way)) == "protected by the Hole-in-the-Ground"


def test_a_hole_cannot_be_tried_with_the_die() -> None:
    """No roll makes an immune region conquerable (Halflings; Final Conquest Attempt)."""
    game = table(f"{HOLE} | 12: 1 orcs+mounted@Ben | hand orcs@Ben 1")
    assert refusal(game, Conquer(region(7), die=True)) == "protected by the Hole-in-the-Ground"


def test_halflings_without_a_hole_are_conquered_like_others() -> None:
    """Only the region with the Hole is immune (Halflings)."""
    game = table(f"{HOLE} | 12: 1 orcs+flying@Ben | hand orcs@Ben 9")
    assert ways(game, 2) == ["ordinary"]


def test_ones_own_ghouls_may_dig_up_a_hole() -> None:
    """Immunity is against enemies, and one's own declined race is none; the Hole is lost (Halflings; Ghouls): F12."""
    game = table(
        "turn 4 Ann conquer ghouls | 12: 1 ghouls@Ann declined | hand ghouls@Ann 4 | 7: 1 halflings+hill@Ann [hole]"
    )
    assert lies(conquer(game, 7), 7) == "3 ghouls@Ann declined"


# When it goes.

DUG = (
    "turn 3 Ann begin | 7: 3 halflings+hill@Ann [hole] | 2: 3 halflings@Ann [hole] | memo halflings@Ann halflings.dug 2"
)


def test_an_abandoned_hole_is_removed() -> None:
    """One loses the Hole when one abandons its region (Halflings)."""
    assert lies(ready(table(DUG), "halflings", {7: 0}), 7) == "nothing"


def test_a_hole_stays_while_troops_are_readied() -> None:
    """One token that stays keeps it (Halflings; Ready your Troops)."""
    assert lies(ready(table(DUG), "halflings"), 7) == "1 halflings+hill@Ann [hole]"


def test_an_abandoned_hole_is_not_dug_again() -> None:
    """Only the first 2 regions ever get one; a lost Hole is not replaced (Halflings): E13."""
    assert lies(conquer(ready(table(DUG), "halflings", {7: 0}), 7), 7) == "2 halflings+hill@Ann"


def test_halflings_that_abandon_everything_enter_anywhere_again() -> None:
    """Without a region the next conquest is a first conquest, for Halflings through any region: B19, E14."""
    game = ready(table(DUG), "halflings", {2: 0, 7: 0})
    assert lies(conquer(game, 15), 15) == "2 halflings+hill@Ann"


def test_holes_go_in_decline() -> None:
    """They are removed when the Halflings go into decline (Halflings)."""
    assert lies(after(table(DUG), Decline()), 7) == "1 halflings@Ann declined"


def test_declined_halflings_are_protected_no_more() -> None:
    """The protection is lost with the Holes (Halflings)."""
    game = table("turn 4 Ben conquer | 7: 1 halflings@Ann declined | 12: 1 orcs+mounted@Ben | hand orcs@Ben 9")
    assert bill(game, 7) == "2 + 1 defender − 1 Mounted = 2"


def test_hero_and_hole_share_a_region() -> None:
    """A Heroic race may put its Heroes wherever it is (Heroic; Halflings)."""
    game = table("turn 2 Ann redeploy | 7: 2 halflings+heroic@Ann [hole] | 2: 2 halflings@Ann")
    assert lies(place(game, "hero", {7: 1, 2: 1}), 7) == "2 halflings+heroic@Ann [hole hero]"
