"""The column of combos: what is drawn for it, what a combo costs, taking one.

Base rules, Picking a Race and Special Power Combo.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.doing import Doing
from companion.rules.events import (
    BadgesReshuffled,
    CoinsMoved,
    ComboTaken,
    Revealed,
    TokensMoved,
)
from companion.rules.model import Band, Chance, Combo, Game, Say
from companion.rules.sets import ABILITIES

VISIBLE = 6


def tokens(game: Game, combo: Combo) -> int:
    """What one receives with a combo: the printed numbers and what an ability adds, as far as the tray has them."""
    printed = ABILITIES[combo.race].tokens + ABILITIES[combo.power].tokens
    extra = hooks.extra_tokens(game, Band(0, game.turn.seat, combo.race, (combo.power,)))
    return min(printed + extra, game.tray[combo.race]) + combo.tokens


def question(game: Game) -> Chance | None:
    """The piece that is to be turned up next, or None when nothing is."""
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
    # The number alone names the occasion: the n-th piece turned up in this game.
    return Chance(kind, f"draw{game.drawn + 1}", choices, game.turn.seat, Say(f"chance.{kind}"))


def replenish(doing: Doing) -> None:
    """Do what needs no chance: reshuffle badges, turn up pieces known to come next."""
    while True:
        game = doing.game
        if game.half and not game.badges and game.discards:
            doing.do(BadgesReshuffled())
            continue
        asked = question(game)
        if asked is None or len(asked.choices) != 1:
            return
        doing.do(Revealed(asked.kind, asked.choices[0]))


def turn_up(doing: Doing, chance: Chance, key: str) -> None:
    """A piece was drawn: it goes into the lowest empty slot."""
    doing.need(key in chance.choices, "refuse.not_drawable", piece=key)
    doing.do(Revealed(chance.kind, key))


def price(game: Game, place: int) -> int:
    """What the combo at a place costs: a coin on each one above, or as many as one of those asks for."""
    return sum([skip_price(combo.race, combo.power) for combo in game.column[:place]])


@cache
def skip_price(race: str, power: str) -> int:
    """How many coins it takes to pass a combo over."""
    return max(ABILITIES[race].skip_price, ABILITIES[power].skip_price)


def payable(game: Game, seat: int, place: int) -> bool:
    """The purse has the price; the top combo is free, also for a purse that others drew below nothing.

    Coins lying on the chosen combo cannot pay for it.
    """
    return place == 0 or price(game, place) <= game.seats[seat].coins


def pick(doing: Doing, place: int) -> None:
    """Take the combo at a place, pay for those above, take its coins and tokens."""
    game = doing.game
    seat = game.turn.seat
    doing.need(0 <= place < len(game.column), "refuse.no_combo")
    doing.rule(question(game) is None, "refuse.draw_first")
    if not doing.blind:
        doing.rule(payable(game, seat, place), "refuse.coins", price=price(game, place))
    for above in range(place):
        passed = game.column[above]
        doing.do(CoinsMoved(skip_price(passed.race, passed.power), f"seat:{seat}", f"combo:{above}"))
        doing.do_all(hooks.passed(doing.game, doing.game.column[above], above))
    combo = doing.game.column[place]
    if combo.coins:
        doing.do(CoinsMoved(combo.coins, f"combo:{place}", f"seat:{seat}"))
    band_id = game.taken + 1
    doing.do(ComboTaken(place, seat, band_id))
    doing.do(TokensMoved(band_id, tokens(doing.game, replace(combo, tokens=0)), "tray", "hand"))
    doing.do_all(hooks.taken(doing.game, doing.game.bands[band_id]))
