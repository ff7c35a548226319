"""Advice: combos, decline and weak regions, as data that sentences are made of."""

from __future__ import annotations

from companion.seat.advice import advise
from tests import chance
from tests.rules.position import table
from tests.seat.seated import begun, other_purses

SIX = "column elves+spirit, orcs+hill 2, giants+commando 1, trolls+swamp, humans+stout 4, tritons+flying"
BEGIN = f"turn 2 Ann begin | {SIX} | coins 3 5"
THIN = "turn 4 Ann begin | 2: 1 orcs+hill@Ann | 3: 1 orcs+hill@Ann | 7: 1 orcs+hill@Ann"


def test_combos_that_can_be_paid_for_are_advised() -> None:
    """With three coins the first four, whatever is on the others."""
    assert sorted(each.place for each in advise(table(BEGIN), 0).combos) == [0, 1, 2, 3]


def test_a_combo_is_told_with_its_coins() -> None:
    """Tokens, price, and the coins on it."""
    (orcs,) = (each for each in advise(table(BEGIN), 0).combos if each.race == "orcs")
    assert (orcs.tokens, orcs.price, orcs.coins) == (5 + 4, 1, 2)


def test_what_a_combo_pays_is_its_sheet() -> None:
    """The coins of its first turn are the sum of the lines."""
    best = advise(table(BEGIN), 0).combos[0]
    assert best.income == sum(line.amount for line in best.lines) > 0


def test_the_best_combo_comes_first() -> None:
    """They are sorted by what the game would bring with them."""
    worths = [each.worth for each in advise(table(BEGIN), 0).combos]
    assert worths == sorted(worths, reverse=True)


def test_a_race_that_is_spread_thin_may_decline() -> None:
    """Three tokens on three regions with most of the game to come: time for a new race."""
    decline = advise(table(THIN), 0).decline
    assert decline is not None
    assert decline.now


def test_nobody_declines_on_the_last_turn() -> None:
    """There is no turn left for another race."""
    decline = advise(table(THIN.replace("turn 4", "turn 10")), 0).decline
    assert decline is not None
    assert not decline.now


def test_a_decline_is_told_with_its_coins() -> None:
    """What both ways pay this turn: the regions stay, one way or the other."""
    decline = advise(table(THIN), 0).decline
    assert decline is not None
    assert (decline.decline.income, decline.go_on.income >= 3) == (3, True)


def test_the_weakest_region_comes_first() -> None:
    """Ben is beside both; the mountain with two tokens costs him more."""
    game = table("turn 4 Ann begin | 9: 1 orcs+hill@Ann | 10: 2 orcs+hill@Ann | 14: 1 elves@Ben | 15: 1 elves@Ben")
    weakest = advise(game, 0).weakest
    assert [each.price for each in weakest] == sorted(each.price for each in weakest)


def test_a_region_that_nobody_reaches_is_not_weak() -> None:
    """Ben is far away."""
    assert advise(table("turn 4 Ann begin | 2: 1 orcs+hill@Ann | 23: 1 elves@Ben"), 0).weakest == ()


def test_in_another_turn_there_are_only_weak_regions() -> None:
    """Combos and decline are for one's own turn."""
    advice = advise(table(BEGIN), 1)
    assert (advice.combos, advice.decline) == ((), None)


def test_advice_does_not_depend_on_other_purses() -> None:
    """It tells nothing that its reader could not know."""
    game = table(BEGIN)
    assert advise(other_purses(game, 0, chance.dice()), 0) == advise(game, 0)


def test_at_the_first_turn_there_is_advice() -> None:
    """As soon as the column lies there is something to choose from."""
    assert advise(begun(2, chance.dice()), 0).decline is None
