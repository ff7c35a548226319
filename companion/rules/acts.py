"""What an ability offers besides conquests: doing it, paying for it, and what comes of it."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules import conquest, hooks, strikes
from companion.rules.ability import Deed, Me
from companion.rules.decline import leave_emptied
from companion.rules.doing import Doing
from companion.rules.events import CoinsMoved
from companion.rules.model import Band, Game, Refused, Say


def act(doing: Doing, ability_key: str, act_key: str, target: str) -> None:
    """Do what an ability offers besides conquests."""
    doing.stage(doing.game.turn.stage)
    for band in doing.game.bands_of(doing.game.turn.seat):
        for ability, deed in hooks.acts(doing.game, band, of=ability_key):
            if (deed.act, deed.target) == (act_key, target):
                if deed.closed:
                    doing.rule(False, deed.closed.key, **deed.closed.args)
                if deed.coins:
                    pay(doing, deed)
                before = doing.game
                me = Me(before, before.bands[band.id])
                doing.do_all(ability.on_act(me, act_key, target))
                leave_emptied(doing, before)
                strikes.drive_off(doing, before, me.band, deed.touches)
                strikes.strike(doing, me, ability.strikes(me, act_key, target))
                taken_into_use(doing, before, band)
                return
    raise Refused(Say("refuse.no_act", {"ability": ability_key}))


def taken_into_use(doing: Doing, before: Game, band: Band) -> None:
    """Powers that a race has got in the middle of the game, from no other race, begin as with a combo that is taken."""
    now = doing.game.bands.get(band.id)
    if now is None or now.powers == band.powers:
        return
    had = {power for each in before.bands.values() for power in each.powers}
    gained = tuple(power for power in now.powers if power not in had)
    if gained:
        doing.do_all(hooks.taken(doing.game, replace(now, powers=gained)))


def pay(doing: Doing, deed: Deed) -> None:
    """The seat whose turn it is pays for a deed, from its own stash: the bank, and whom it owes something."""
    seat = doing.game.turn.seat
    if not doing.blind:
        doing.rule(deed.coins <= doing.game.seats[seat].coins, "refuse.fee", count=deed.coins)
    if deed.price:
        doing.do(CoinsMoved(deed.price, f"seat:{seat}", "bank"))
    conquest.settle_tolls(doing, [due.toll for due in deed.dues])
