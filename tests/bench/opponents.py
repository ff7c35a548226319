"""Players to measure the seat against: the demo's former one, a beginner, and a greedy one with a hand-made worth."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from companion.rules.commands import Command
from companion.rules.engine import offers
from companion.rules.model import Game
from companion.rules.offers import Offer
from companion.rules.score import sheet, total
from companion.seat import habits, player
from companion.seat.figures import turns_left
from companion.seat.moves import carried_out
from companion.seat.style import Breadth, Style
from companion.seat.worth import COMMON, at_a_glance, worth_of
from tests.bench import former
from tests.bench.evening import Player

# A beginner declines when fewer tokens than this could move.
FEW = 2


def seat(level: str) -> Callable[[str], Player]:
    """The seat at a level, carrying its plan over from command to command."""

    def at_table(_seed: str) -> Player:
        plans: dict[int, player.Plan | None] = {}

        def command(game: Game, number: int) -> Command | None:
            given, plans[number] = player.next_command(game, number, level, plans.get(number))
            return given

        return command

    return at_table


def demo(seed: str) -> Player:
    """What played the demo: cheap regions first, the die at the end, a decline when it is spread thin."""
    dice = random.Random(f"{seed} demo")
    return lambda game, _seat: former.choose(game, dice)


def beginner(seed: str) -> Player:
    """Somebody in their first game.

    The combo with the most tokens among the free one and the two below it; whichever of the regions pays most this turn
    for a token, all alike being tossed up; the final attempt whenever there is one; a decline when hardly a token is
    left to move.
    """
    dice = random.Random(f"{seed} beginner")

    def command(game: Game, number: int) -> Command:
        found = offers(game, number)
        kinds: dict[str, list[Offer]] = {}
        for offer in found:
            kinds.setdefault(offer.kind, []).append(offer)
        if "pick" in kinds:
            return max(kinds["pick"][:3], key=lambda offer: offer.label.args["count"]).command
        if "decline" in kinds and _stuck(game, number):
            return habits.proposed(kinds["decline"][0])
        if "conquer" in kinds:
            before = total(sheet(game, number))
            return max(kinds["conquer"], key=lambda offer: (_pays(game, number, offer, before), dice.random())).command
        if "attempt" in kinds:
            return min(kinds["attempt"], key=lambda offer: (offer.short, dice.random())).command
        return habits.usual(found)

    return command


def _pays(game: Game, number: int, offer: Offer, before: int) -> float:
    after = carried_out(game, offer.command)
    if after is None:
        return 0.0
    return (total(sheet(after, number)) - before) / max(1, sum(line.amount for line in offer.bill))


def _stuck(game: Game, number: int) -> bool:
    band = game.active(number)
    if band is None or game.turn.number >= game.board.turns:
        return False
    held = game.holdings(band.id)
    return bool(held) and sum(game.grounds[region].tokens - 1 for region in held) + band.hand < FEW


def by_hand(game: Game, number: int) -> float:
    """A worth as a good player would write it down: coins, what the map pays for some turns, and spare tokens."""
    left = turns_left(game, number)
    return _by_hand(game, number, left, game.seats[number].coins)


def by_hand_at_a_glance(game: Game, number: int) -> float:
    """The same in the middle of the conquests."""
    coins = game.seats[number].coins + total(sheet(game, number))
    return _by_hand(game, number, turns_left(game, number) - 1, coins)


def _by_hand(game: Game, number: int, left: int, coins: int) -> float:
    band = game.active(number)
    own = total(sheet(game, number))
    others = [total(sheet(game, other)) for other in range(len(game.seats)) if other != number]
    value = coins + 0.6 * min(left, 4) * own - 0.4 * min(left, 3) * sum(others) / len(others)
    if band is None:
        return value + 6 * min(left, 1) + 2 * min(left, 3)
    held = game.holdings(band.id)
    spare = sum(game.grounds[region].tokens for region in held) - len(held) + band.hand
    return value + 0.5 * min(left, 3) * spare


def styled(style: Style) -> Callable[[str], Player]:
    """The search of the seat in a style that is no level of it."""

    def at_table(_seed: str) -> Player:
        plans: dict[int, player.Plan | None] = {}

        def command(game: Game, number: int) -> Command | None:
            given, plans[number] = player.carry_on(game, number, "styled", style, plans.get(number))
            return given

        return command

    return at_table


# A greedy search of the turn by the worth that was written by hand.
greedy = styled(Style(by_hand, by_hand_at_a_glance))
# The search by the weights for every map, of so many positions at each step, from whose games others are fitted.
COMMONLY = partial(worth_of, table=COMMON), partial(at_a_glance, table=COMMON)
common_1, common_4 = (styled(Style(*COMMONLY, Breadth(width))) for width in (1, 4))
