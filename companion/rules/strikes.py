"""Strikes: what powers take from regions without conquering them.

Losses are treated like all others; tokens that are driven out go back on the map when the turn ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules import conquest, hooks
from companion.rules.ability import Fight, Loss, Owner, Strike
from companion.rules.contexts import STRUCK
from companion.rules.decline import lose
from companion.rules.events import MarkerLifted, MarkerPlaced, TokensMoved, TribeMoved, Used
from companion.rules.execution import Execution
from companion.rules.leaving import apply_and_settle, settle
from companion.rules.model import Band, Game


def strike(execution: Execution, owner: Owner, strikes: Iterable[Strike]) -> None:
    """Carry out what a power does to others, unless they are shielded from powers."""
    for each in strikes:
        band = execution.game.bands[owner.band.id]
        attack = hooks.fight(execution.game, band, each.region)
        if hooks.shields(attack, "power"):
            continue
        before = execution.game
        if each.routs:
            # Nobody has a choice any more, so it is paid as far as there are coins.
            owed = [due.toll for due in hooks.owed_tolls([attack])]
            conquest.settle_tolls(execution, owed)
            conquest.expel(execution, attack, killed=False)
        elif attack.ground.tribe:
            remove_tribe(execution, attack)
        elif attack.defender and not attack.ground.tokens:
            move_follower(execution, attack, each.to)
        elif attack.defender and each.to:
            execution.apply(TokensMoved(attack.defender.id, 1, each.region, each.to))
        elif attack.defender:
            remove_token(execution, attack, attack.defender)
        if attack.defender:
            if not attack.against_declined:
                execution.apply(Used(f"{STRUCK}:{attack.defender.seat}"))
            settle(execution, before)


def drive_off(execution: Execution, before: Game, band: Band, regions: Iterable[str]) -> None:
    """An action that moved others' tokens from a region by itself has struck them as well."""
    for region in regions:
        was, now = before.grounds[region], execution.game.grounds[region]
        holder = before.bands.get(was.band)
        if holder is None or holder.seat == band.seat or hooks.seen_declined(holder):
            continue
        if (was.band, was.tokens) != (now.band, now.tokens):
            execution.apply(Used(f"{STRUCK}:{holder.seat}"))


def remove_tribe(execution: Execution, attack: Fight) -> None:
    """Take a Lost Tribe off the map."""
    loss = Loss("power", None, False, attack.region.id, 0, 1, by=attack.band.id)
    execution.apply(TribeMoved(attack.region.id, -1, hooks.buries(execution.game, loss) or ""))
    apply_and_settle(execution, hooks.lost(execution.game, loss))


def remove_token(execution: Execution, attack: Fight, defender: Band) -> None:
    """Take a token off, unless its race keeps it: then it goes back on the map when the turn ends."""
    region = attack.region.id
    loss = hooks.casualties(execution.game, Loss("power", defender, False, region, 1, by=attack.band.id))
    if loss.tokens:
        lose(execution, defender, loss.tokens, region, loss.cause)
    else:
        execution.apply(TokensMoved(defender.id, 1, region, "withdrawn"))
    apply_and_settle(execution, hooks.lost(execution.game, loss))


def move_follower(execution: Execution, attack: Fight, to: str) -> None:
    """Without a token left, a piece goes that is as good as one, or falls if it has nowhere to go."""
    region = attack.region.id
    for piece, marker in [each for each in hooks.ground_pieces(attack.ground) if each[0].follows][:1]:
        if to:
            execution.apply(MarkerLifted(region, marker.kind, marker.band))
            execution.apply(MarkerPlaced(to, marker.kind, marker.band))
            continue
        execution.apply_all(piece.on_fall(hooks.piece_owner(execution.game, marker, region)))
        loss = Loss("power", attack.defender, region=region, by=attack.band.id, fallen=1)
        apply_and_settle(execution, hooks.lost(execution.game, loss))
