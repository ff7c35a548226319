"""What powers take from regions without conquering them.

What is lost goes the way of all losses; those that are driven out go back on the map when the turn ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules import conquest, hooks
from companion.rules.ability import Fight, Loss, Me, Strike
from companion.rules.contexts import STRUCK
from companion.rules.decline import leave_emptied, lose
from companion.rules.doing import Doing
from companion.rules.events import MarkerLifted, MarkerPlaced, TokensMoved, TribeMoved, Used
from companion.rules.model import Band, Game


def strike(doing: Doing, me: Me, strikes: Iterable[Strike]) -> None:
    """Carry out what a power does to others: nothing where they are shielded from powers."""
    for each in strikes:
        band = doing.game.bands[me.band.id]
        attack = hooks.fight(doing.game, band, each.region, doing.game.holdings(band.id))
        if hooks.shields(attack, "power"):
            continue
        before = doing.game
        if each.routs:
            # Nobody decides this any more, so it is paid as far as there are coins.
            owed = [due.toll for due in hooks.dues([attack])]
            conquest.settle_tolls(doing, owed)
            conquest.expel(doing, attack, killed=False)
        elif attack.ground.tribe:
            remove_tribe(doing, attack)
        elif attack.defender and not attack.ground.tokens:
            move_follower(doing, attack, each.to)
        elif attack.defender and each.to:
            doing.do(TokensMoved(attack.defender.id, 1, each.region, each.to))
        elif attack.defender:
            remove_token(doing, attack, attack.defender)
        if attack.defender:
            after(doing, attack, attack.defender)
            leave_emptied(doing, before)


def drive_off(doing: Doing, before: Game, band: Band, regions: Iterable[str]) -> None:
    """A deed that moved others' tokens from a region by itself has struck them as well."""
    for region in regions:
        was, now = before.grounds[region], doing.game.grounds[region]
        holder = before.bands.get(was.band)
        if holder is None or holder.seat == band.seat or hooks.seen_declined(holder):
            continue
        if (was.band, was.tokens) != (now.band, now.tokens):
            doing.do(Used(f"{STRUCK}:{holder.seat}"))


def remove_tribe(doing: Doing, attack: Fight) -> None:
    """A token of nobody's leaves the map."""
    loss = Loss("power", None, False, attack.region.id, 0, 1, by=attack.band.id)
    doing.do(TribeMoved(attack.region.id, -1, hooks.buries(doing.game, loss) or ""))
    doing.do_all(hooks.lost(doing.game, loss))


def remove_token(doing: Doing, attack: Fight, defender: Band) -> None:
    """A token is lost, unless its race keeps it: then it goes back on the map when the turn ends."""
    region = attack.region.id
    loss = hooks.casualties(doing.game, Loss("power", defender, False, region, 1, by=attack.band.id))
    if loss.tokens:
        lose(doing, defender, loss.tokens, region, loss.cause)
    else:
        doing.do(TokensMoved(defender.id, 1, region, "withdrawn"))
    doing.do_all(hooks.lost(doing.game, loss))


def move_follower(doing: Doing, attack: Fight, to: str) -> None:
    """Where no token stands any more a piece goes that is as good as one, or falls without a place to go."""
    region = attack.region.id
    for piece, marker in [each for each in hooks.ground_pieces(attack.ground) if each[0].follows][:1]:
        if to:
            doing.do(MarkerLifted(region, marker.kind, marker.band), MarkerPlaced(to, marker.kind, marker.band))
            continue
        doing.do_all(piece.on_fall(hooks.piece_owner(doing.game, marker, region)))
        doing.do_all(hooks.lost(doing.game, Loss("power", attack.defender, region=region, by=attack.band.id, fallen=1)))


def after(doing: Doing, attack: Fight, defender: Band) -> None:
    """The record says who was struck, and too few tokens to hold the region leave it."""
    region, band = attack.region.id, doing.game.bands[defender.id]
    if not attack.against_declined:
        doing.do(Used(f"{STRUCK}:{defender.seat}"))
    left = doing.game.grounds[region].tokens
    if left and hooks.bodies(doing.game, region) < hooks.least(doing.game, band)[0]:
        doing.do(TokensMoved(band.id, left, region, "withdrawn"))
