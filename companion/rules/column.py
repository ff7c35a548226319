"""The column of combos: drawing them, their price, and picking one.

Base rules, Picking a Race and Special Power Combo.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.boxes.registry import ABILITIES
from companion.rules.events import (
    BadgesReshuffled,
    CoinsMoved,
    ComboTaken,
    Revealed,
    TokensMoved,
)
from companion.rules.execution import Execution
from companion.rules.leaving import apply_and_settle
from companion.rules.model import Band, Chance, Combo, Game, Message

VISIBLE = 6


def tokens(game: Game, combo: Combo) -> int:
    """The tokens that come with a combo: the printed numbers and what an ability adds, as far as the tray has them."""
    printed = ABILITIES[combo.race].tokens + ABILITIES[combo.power].tokens
    extra = hooks.extra_tokens(game, Band(0, game.turn.seat, combo.race, (combo.power,)))
    return min(printed + extra, game.tray[combo.race]) + combo.tokens


def question(game: Game) -> Chance | None:
    """The piece to reveal next, or None."""
    if game.over:
        return None
    if game.half:
        kind, choices = "badge", game.badges
    elif len(game.column) < VISIBLE and (game.banners or game.returned):
        kind, choices = "banner", game.banners or game.returned[:1]
    else:
        return None
    if not choices:
        return None
    # The occasion is only the number: the n-th piece revealed in this game.
    return Chance(kind, f"draw{game.drawn + 1}", choices, game.turn.seat, Message(f"chance.{kind}"))


def replenish(execution: Execution) -> None:
    """Do what needs no chance: reshuffle badges, reveal pieces that are known to come next."""
    while True:
        game = execution.game
        if game.half and not game.badges and game.discards:
            execution.apply(BadgesReshuffled())
            continue
        asked = question(game)
        if asked is None or len(asked.choices) != 1:
            return
        execution.apply(Revealed(asked.kind, asked.choices[0]))


def turn_up(execution: Execution, chance: Chance, key: str) -> None:
    """Put a drawn piece into the lowest empty slot."""
    execution.need(key in chance.choices, "refuse.not_drawable", piece=key)
    execution.apply(Revealed(chance.kind, key))


def price(game: Game, place: int) -> int:
    """The price of the combo at a place: a coin on each one above, or as many as one of those asks for."""
    return sum([skip_price(combo.race, combo.power) for combo in game.column[:place]])


@cache
def skip_price(race: str, power: str) -> int:
    """How many coins it takes to pass over a combo."""
    return max(ABILITIES[race].skip_price, ABILITIES[power].skip_price)


def payable(game: Game, seat: int, place: int) -> bool:
    """Whether the purse has the price; the top combo is free, even for a purse that draws have left below zero.

    Coins on the chosen combo cannot pay for it.
    """
    return place == 0 or price(game, place) <= game.seats[seat].coins


def pick(execution: Execution, place: int) -> None:
    """Pick the combo at a place, pay for those above, take its coins and tokens."""
    game = execution.game
    seat = game.turn.seat
    execution.need(0 <= place < len(game.column), "refuse.no_combo")
    execution.rule(question(game) is None, "refuse.draw_first")
    if not execution.blind:
        execution.rule(payable(game, seat, place), "refuse.coins", price=price(game, place))
    for above in range(place):
        passed = game.column[above]
        execution.apply(CoinsMoved(skip_price(passed.race, passed.power), f"seat:{seat}", f"combo:{above}"))
        apply_and_settle(execution, hooks.passed(execution.game, execution.game.column[above], above))
    combo = execution.game.column[place]
    if combo.coins:
        execution.apply(CoinsMoved(combo.coins, f"combo:{place}", f"seat:{seat}"))
    band_id = game.taken + 1
    execution.apply(ComboTaken(place, seat, band_id))
    execution.apply(TokensMoved(band_id, tokens(execution.game, replace(combo, tokens=0)), "tray", "hand"))
    apply_and_settle(execution, hooks.taken(execution.game, execution.game.bands[band_id]))
