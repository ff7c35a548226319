"""Trolls and their Lairs."""

from __future__ import annotations

from companion.rules.commands import Conquer, Decline
from tests.rules.moves import attempt, finish_turn, ready, redeploy
from tests.rules.position import after, bill, conquer, lies, region, table

ATTACK = "turn 3 Ben conquer | 12: 1 orcs+swamp@Ben | hand orcs@Ben 8"


def test_a_region_that_trolls_conquer_gets_a_lair() -> None:
    """A Lair goes into each region the Trolls occupy (Trolls): E23."""
    assert lies(conquer(table("turn 1 Ann conquer | hand trolls+hill@Ann 9"), 2), 2) == "2 trolls+hill@Ann [lair]"


def test_a_region_won_with_the_die_gets_a_lair() -> None:
    """Every conquest counts, the final attempt's too (Trolls)."""
    game = attempt(table("turn 1 Ann conquer | hand trolls+hill@Ann 1"), 2, 1)
    assert lies(game, 2) == "1 trolls+hill@Ann [lair]"


def test_a_lair_defends_like_one_token() -> None:
    """It augments the region's defence by 1 (Trolls; Conquering a Region)."""
    game = table(f"{ATTACK} | 7: 2 trolls+hill@Ann [lair]")
    assert bill(game, 7) == "2 + 2 defenders + 1 Troll’s Lair = 5"


def test_a_lair_stays_in_decline() -> None:
    """It stays even after the Trolls go into decline (Trolls)."""
    game = after(table("turn 3 Ann begin | 7: 3 trolls+mounted@Ann [lair]"), Decline())
    assert lies(game, 7) == "1 trolls@Ann declined [lair]"


def test_a_lair_defends_in_decline() -> None:
    """Declined Trolls are still worth one more (Trolls)."""
    game = table(f"{ATTACK} | 7: 1 trolls@Ann declined [lair]")
    assert bill(game, 7) == "2 + 1 defender + 1 Troll’s Lair = 4"


def test_ones_own_declined_lair_is_in_the_way_too() -> None:
    """The cost counts each Lair, whoever's it is (Conquering a Region): B11."""
    game = table("turn 3 Ann conquer | 7: 1 trolls@Ann declined [lair] | 12: 1 orcs+hill@Ann | hand orcs@Ann 8")
    assert bill(game, 7) == "2 + 1 defender + 1 Troll’s Lair = 4"


def test_a_lair_goes_when_the_region_is_conquered() -> None:
    """An enemy's conquest removes it (Trolls)."""
    assert lies(conquer(table(f"{ATTACK} | 7: 2 trolls+hill@Ann [lair]"), 7), 7) == "5 orcs+swamp@Ben"


def test_a_lair_goes_when_the_region_is_abandoned() -> None:
    """Abandoning removes it (Trolls)."""
    game = table("turn 3 Ann begin | 7: 2 trolls+hill@Ann [lair] | 2: 1 trolls@Ann [lair]")
    assert lies(ready(game, "trolls", {7: 0}), 7) == "nothing"


def test_an_abandoned_region_retaken_has_a_lair_again() -> None:
    """The Lair belongs to each region they occupy (Trolls): B18."""
    game = table("turn 3 Ann begin | 7: 3 trolls+hill@Ann [lair] | 2: 1 trolls@Ann [lair]")
    assert lies(conquer(ready(game, "trolls", {7: 0}), 7), 7) == "2 trolls+hill@Ann [lair]"


def test_a_lair_does_not_follow_the_trolls() -> None:
    """Redeployment moves tokens; the Lairs stay in their regions (Trolls; Troop Redeployment)."""
    game = redeploy(table("turn 3 Ann redeploy | 7: 3 trolls+hill@Ann [lair] | 2: 1 trolls@Ann [lair]"), {7: 1, 2: 3})
    assert (lies(game, 7), lies(game, 2)) == ("1 trolls+hill@Ann [lair]", "3 trolls+hill@Ann [lair]")


def test_a_lair_adds_to_mountain_and_fortress() -> None:
    """Everything in the way is counted, each with its name (Conquering a Region)."""
    game = table(f"{ATTACK} | 6: 1 trolls+fortified@Ann [lair fortress]")
    assert bill(game, 6) == "2 + 1 defender + 1 mountain + 1 Troll’s Lair + 1 Fortress = 6"


def test_a_lair_does_not_save_a_lone_troll_from_sorcerers() -> None:
    """A single Troll with its Lair is considered alone, and the Lair goes with it (Sorcerers): E18, E22."""
    game = table("turn 3 Ben conquer | 12: 1 sorcerers+swamp@Ben | 7: 1 trolls+hill@Ann [lair]")
    assert lies(after(game, Conquer(region(7), "sorcerers")), 7) == "1 sorcerers+swamp@Ben"


def test_lairs_leave_with_a_race_that_leaves_the_map() -> None:
    """When declined Trolls make way for a newer decline, nothing of theirs is left (Entering Into Decline)."""
    game = after(table("turn 6 Ann begin | 7: 1 trolls@Ann declined [lair] | 2: 2 orcs+mounted@Ann"), Decline())
    assert lies(game, 7) == "nothing"


def test_driven_off_trolls_bring_no_lair_with_them() -> None:
    """Withdrawn tokens go to regions they still hold, which have their Lair already (Trolls)."""
    game = conquer(table(f"{ATTACK} | 7: 3 trolls+hill@Ann [lair] | 2: 1 trolls@Ann [lair]"), 7)
    assert lies(finish_turn(game), 2) == "3 trolls+hill@Ann [lair]"
