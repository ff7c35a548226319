"""The cardboard coins: what to take from the bank, and what to change before coins are dropped."""

from __future__ import annotations

import pytest

from companion.views import coins


def test_the_box_has_109_coins() -> None:
    """35 coins of 1, 20 of 3, 24 of 5 and 30 of 10 (base rules, Components)."""
    assert {value: coins.BOX[value] for value in sorted(coins.BOX)} == {1: 35, 3: 20, 5: 24, 10: 30}
    assert sum(coins.BOX.values()) == 109


@pytest.mark.parametrize(
    ("amount", "taken"),
    [
        (0, {}),
        (2, {1: 2}),
        (4, {3: 1, 1: 1}),
        (9, {5: 1, 3: 1, 1: 1}),
        (13, {10: 1, 3: 1}),
        (26, {10: 2, 5: 1, 1: 1}),
    ],
)
def test_an_amount_is_taken_in_the_fewest_coins(amount: int, taken: coins.Coins) -> None:
    """Any amount of a score sheet in as few pieces of cardboard as make it."""
    assert coins.taken({}, amount) == taken


def test_no_sheet_takes_more_coins_than_it_must() -> None:
    """Up to 60 coins: the fewest of all ways to make the amount, counted out one by one."""
    fewest = [0]
    for amount in range(1, 61):
        fewest.append(1 + min(fewest[amount - value] for value in coins.BOX if value <= amount))
        assert sum(coins.taken({}, amount).values()) == fewest[amount]
        assert coins.worth(coins.taken({}, amount)) == amount


def test_a_bank_without_tens_gives_fives() -> None:
    """Whoever has all 30 coins of 10 takes the next smaller ones."""
    assert coins.taken({10: 30}, 21) == {5: 4, 1: 1}


@pytest.mark.parametrize(
    ("stash", "ones", "change"),
    [
        ({1: 5}, 5, {}),
        ({5: 1, 1: 1}, 1, {}),
        ({10: 1, 5: 1, 3: 1, 1: 1}, 3, {3: 1}),
        ({10: 1, 5: 1, 1: 1}, 3, {5: 1}),
        ({5: 1, 3: 1}, 3, {3: 1}),
        ({10: 1, 5: 1}, 8, {10: 1}),
        ({3: 2}, 5, {3: 2}),
        ({3: 1}, 5, {3: 1}),
        ({}, 2, {}),
    ],
)
def test_the_smallest_coin_that_is_enough_is_changed(stash: coins.Coins, ones: int, change: coins.Coins) -> None:
    """Coins of 1 are dropped on combos; who has too few of them changes a larger one, or more than one."""
    assert coins.changed(stash, ones) == change


def test_what_is_dropped_is_gone_in_ones() -> None:
    """A 5 is changed for five ones, of which with the one there already three are dropped."""
    assert coins.without({10: 1, 5: 1, 1: 1}, 3) == {10: 1, 1: 3}
    assert coins.without({1: 2}, 3) == {}


def test_what_is_taken_is_there() -> None:
    """A stash grows by each kind of coin."""
    assert coins.with_more({5: 1, 1: 2}, {10: 1, 5: 1}) == {10: 1, 5: 2, 1: 2}
