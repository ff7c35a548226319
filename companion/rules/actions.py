"""Actions that abilities offer besides conquests: carrying them out, and paying for them."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules import conquest, hooks, strikes
from companion.rules.ability import Ability, Action, Owner
from companion.rules.events import CoinsMoved
from companion.rules.execution import Execution
from companion.rules.leaving import apply_and_settle
from companion.rules.model import Band, Game, Message, Refused


def act(execution: Execution, ability_key: str, act_key: str, target: str) -> None:
    """Carry out an action that an ability offers besides conquests."""
    execution.stage(execution.game.turn.stage)
    for band in execution.game.bands_of(execution.game.turn.seat):
        found = hooks.action_of(execution.game, band, ability_key, act_key, target)
        if found:
            carry_out(execution, band, *found)
            return
    raise Refused(Message("refuse.no_act", {"ability": ability_key}))


def carry_out(execution: Execution, band: Band, ability: Ability, action: Action) -> None:
    """Carry out what a band's ability does, if nothing is against it, for its price."""
    if action.closed:
        execution.rule(False, action.closed.key, **action.closed.args)
    if action.coins:
        pay(execution, action)
    before = execution.game
    owner = Owner(before, before.bands[band.id])
    apply_and_settle(execution, ability.on_action(owner, action.act, action.target))
    strikes.drive_off(execution, before, owner.band, action.touches)
    strikes.strike(execution, owner, ability.strikes(owner, action.act, action.target))
    taken_into_use(execution, before, band)


def taken_into_use(execution: Execution, before: Game, band: Band) -> None:
    """Powers that a race gets in the middle of the game, not from another race, begin as if with a combo just
    picked."""
    now = execution.game.bands.get(band.id)
    if now is None or now.powers == band.powers:
        return
    had = {power for each in before.bands.values() for power in each.powers}
    gained = tuple(power for power in now.powers if power not in had)
    if gained:
        apply_and_settle(execution, hooks.taken(execution.game, replace(now, powers=gained)))


def pay(execution: Execution, action: Action) -> None:
    """The seat whose turn it is pays for an action from its purse: the bank, and whoever it owes."""
    seat = execution.game.turn.seat
    if not execution.blind:
        execution.rule(action.coins <= execution.game.seats[seat].coins, "refuse.fee", count=action.coins)
    if action.price:
        execution.apply(CoinsMoved(action.price, f"seat:{seat}", "bank"))
    conquest.settle_tolls(execution, [due.toll for due in action.owed_tolls])
