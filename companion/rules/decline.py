"""Going into decline, and tokens that are lost for good.

Base rules, Entering in Decline.
"""

from __future__ import annotations

from companion.rules import hooks
from companion.rules.ability import DECLINED, Loss
from companion.rules.boxes.registry import ABILITIES
from companion.rules.events import (
    HANDS,
    PILE,
    Declined,
    MarkerLifted,
    PiecesReturned,
    TokensMoved,
)
from companion.rules.execution import Execution
from companion.rules.forms import check
from companion.rules.leaving import apply_and_settle, leave_emptied, vanish, vanish_if_gone
from companion.rules.model import Band, Form, Game, Slot


def gather_form(game: Game, band: Band) -> Form | None:
    """The form for the region where a race gathers at decline; None for one that stays where it is."""
    if not hooks.gathers(game, band):
        return None
    held = [region for region in game.holdings(band.id) if game.grounds[region].tokens]
    if not held:
        return None
    fullest = max(held, key=lambda region: game.grounds[region].tokens)
    slots = tuple(Slot(region, 0, 1, int(region == fullest)) for region in held)
    return Form(slots, 1, 1, "regions", band.race, 1)


def gather(execution: Execution, band: Band, form: Form, regions: dict[str, int]) -> None:
    """Move one token of each region to the one that was named; the others go, and their regions are given up."""
    if not any(regions.values()):
        regions = {slot.id: slot.start for slot in form.slots}
    full = check(execution, band, form, {slot.id: 0 for slot in form.slots} | regions)
    chosen = next(region for region, count in full.items() if count)
    execution.need(execution.game.grounds[chosen].band == band.id, "refuse.form.slot", region=chosen)
    standing = {slot.id: execution.game.grounds[slot.id].tokens for slot in form.slots}
    for region, count in standing.items():
        if count > 1:
            lose(execution, band, count - 1, region, "decline")
        if region != chosen:
            execution.apply(TokensMoved(band.id, 1, region, chosen))
            execution.apply_all(hooks.left(execution.game, execution.game.bands[band.id], region, DECLINED))


def decline(execution: Execution, band_id: int, regions: dict[str, int] | None = None) -> None:
    """Put a band in decline; an earlier one of the same seat leaves first.

    `regions` names the region for a race that gathers.
    """
    game = execution.game
    band = game.bands[band_id]
    execution.need(hooks.declines(game, band), "refuse.never_declines", race=band.race)
    gathering = gather_form(game, band)
    if not hooks.outlives_next(game, band):
        for other in game.bands_of(band.seat):
            if other.declined and not hooks.outlives_next(game, other):
                vanish(execution, other.id)
    apply_and_settle(execution, hooks.at_decline(execution.game, band))
    if gathering:
        gather(execution, band, gathering, regions or {})
    before = execution.game
    for region in () if gathering else game.holdings(band_id):
        tokens = execution.game.grounds[region].tokens
        extra = tokens - hooks.stays(execution.game, band, region, tokens)
        if extra:
            lose(execution, band, extra, region, "decline")
    for place in HANDS:
        if count := getattr(band, place):
            lose(execution, band, count, place, "decline")
    for region in game.grounds:
        for piece, marker in hooks.ground_pieces(execution.game.grounds[region]):
            if marker.band == band_id and not piece.lasting:
                execution.apply(MarkerLifted(region, marker.kind, band_id))
    leave_emptied(execution, before, DECLINED)
    for owner, kind, _ in execution.game.turn.returned:
        if owner == band_id:
            execution.apply(PiecesReturned(band_id, kind, 0))
    declined = Declined(band_id, hooks.kept_badges(band))
    execution.apply(declined)
    apply_and_settle(execution, hooks.witness(execution.game, declined, band_id))
    vanish_if_gone(execution, band_id)


def lose(execution: Execution, band: Band, count: int, place: str, cause: str) -> None:
    """Remove a band's tokens for good: to the tray, or to a pile if a rule says so."""
    pile = hooks.buries(execution.game, Loss(cause, band, ABILITIES[band.race].deathless))
    execution.apply(TokensMoved(band.id, count, place, PILE + pile if pile else "tray"))
