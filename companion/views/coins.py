"""Cardboard coins: what to take from the bank and what to pay, for players who keep real coins too.

A stash is the coins that a player has after following these instructions; the program cannot see the real ones.

Base rules, Components: 35 coins of 1, 20 of 3, 24 of 5 and 30 of 10.  What is dropped on a combo is a coin of 1.
"""

from __future__ import annotations

from collections.abc import Mapping

# How many of each are in the box, the highest value first.
BOX: dict[int, int] = {10: 30, 5: 24, 3: 20, 1: 35}
ONE = 1

Coins = dict[int, int]


def worth(coins: Mapping[int, int]) -> int:
    """The value of some coins."""
    return sum(value * count for value, count in coins.items())


def fewest(amount: int, there: Mapping[int, int] = BOX) -> Coins:
    """An amount in the fewest coins of those that are there, the dearest first; what they cannot make is left out."""
    found: Coins = {}
    for value in BOX:
        count = min(amount // value, there.get(value, 0))
        if count > 0:
            found[value] = count
            amount -= value * count
    return found


def taken(stash: Coins, amount: int) -> Coins:
    """What to take from the bank: the fewest coins, as far as this stash has not emptied it."""
    return fewest(amount, {value: count - stash.get(value, 0) for value, count in BOX.items()})


def changed(stash: Coins, ones: int) -> Coins:
    """Which coins to change at the bank before so many ones can be dropped: the smallest that is enough, if one is."""
    change: Coins = {}
    while (missing := ones - stash.get(ONE, 0) - worth(change)) > 0:
        left = [value for value in stash if value > ONE and stash[value] > change.get(value, 0)]
        if not left:
            break
        value = min((value for value in left if value >= missing), default=max(left))
        change[value] = change.get(value, 0) + 1
    return change


def with_more(stash: Coins, more: Coins) -> Coins:
    """A stash plus some coins."""
    return _sorted({value: stash.get(value, 0) + more.get(value, 0) for value in BOX})


def without(stash: Coins, ones: int) -> Coins:
    """A stash from which so many ones go, others having been changed for them."""
    change = changed(stash, ones)
    rest = {value: stash.get(value, 0) - change.get(value, 0) for value in BOX}
    rest[ONE] += worth(change) - ones
    return _sorted(rest)


def _sorted(stash: Coins) -> Coins:
    return {value: stash[value] for value in BOX if stash[value] > 0}
