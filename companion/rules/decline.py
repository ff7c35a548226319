"""Entering into decline, and races that leave the game.

Base rules, Entering in Decline.
"""

from __future__ import annotations

from companion.rules import hooks
from companion.rules.ability import DECLINED, EMPTIED, Loss
from companion.rules.doing import Doing
from companion.rules.events import (
    HANDS,
    PILE,
    BandVanished,
    Declined,
    MarkerLifted,
    PiecesReturned,
    TokensMoved,
)
from companion.rules.model import Band, Form, Game, Slot
from companion.rules.sets import ABILITIES, PIECES
from companion.rules.troops import check


def gather_form(game: Game, band: Band) -> Form | None:
    """In which region a race comes together at decline; None for one that stays where it is."""
    held = [region for region in game.holdings(band.id) if game.grounds[region].tokens]
    if not held or not hooks.gathers(game, band):
        return None
    fullest = max(held, key=lambda region: game.grounds[region].tokens)
    slots = tuple(Slot(region, 0, 1, int(region == fullest)) for region in held)
    return Form(slots, 1, 1, "regions", band.race, 1)


def gather(doing: Doing, band: Band, form: Form, regions: dict[str, int]) -> None:
    """One token of each region comes to the one that was named; the others go, and their regions are given up."""
    if not any(regions.values()):
        regions = {slot.id: slot.start for slot in form.slots}
    full = check(doing, band, form, {slot.id: 0 for slot in form.slots} | regions)
    chosen = next(region for region, count in full.items() if count)
    doing.need(doing.game.grounds[chosen].band == band.id, "refuse.form.slot", region=chosen)
    standing = {slot.id: doing.game.grounds[slot.id].tokens for slot in form.slots}
    for region, count in standing.items():
        if count > 1:
            lose(doing, band, count - 1, region, "decline")
        if region != chosen:
            doing.do(TokensMoved(band.id, 1, region, chosen))
            doing.do_all(hooks.left(doing.game, doing.game.bands[band.id], region, DECLINED))


def decline(doing: Doing, band_id: int, regions: dict[str, int] | None = None) -> None:
    """Put a band in decline; an earlier one of the same seat leaves first.

    `regions` names the one in which a race gathers that does so.
    """
    game = doing.game
    band = game.bands[band_id]
    doing.need(hooks.declines(game, band), "refuse.never_declines", race=band.race)
    gathering = gather_form(game, band)
    if not hooks.outlives_next(game, band):
        for other in game.bands_of(band.seat):
            if other.declined and not hooks.outlives_next(game, other):
                vanish(doing, other.id)
    doing.do_all(hooks.at_decline(doing.game, band))
    if gathering:
        gather(doing, band, gathering, regions or {})
    before = doing.game
    for region in () if gathering else game.holdings(band_id):
        tokens = doing.game.grounds[region].tokens
        extra = tokens - hooks.stays(doing.game, band, region, tokens)
        if extra:
            lose(doing, band, extra, region, "decline")
    for place in HANDS:
        if count := getattr(band, place):
            lose(doing, band, count, place, "decline")
    for region in game.grounds:
        for piece, marker in hooks.ground_pieces(doing.game.grounds[region]):
            if marker.band == band_id and not piece.lasting:
                doing.do(MarkerLifted(region, marker.kind, band_id))
    leave_emptied(doing, before, DECLINED)
    for owner, kind, _ in doing.game.turn.returned:
        if owner == band_id:
            doing.do(PiecesReturned(band_id, kind, 0))
    declined = Declined(band_id, hooks.kept_badges(band))
    doing.do(declined)
    doing.do_all(hooks.witness(doing.game, declined, band_id))
    vanish_if_gone(doing, band_id)


def lose(doing: Doing, band: Band, count: int, place: str, cause: str) -> None:
    """A band loses tokens for good: to the tray, or to a pile where a rule says so."""
    pile = hooks.buries(doing.game, Loss(cause, band, ABILITIES[band.race].deathless))
    doing.do(TokensMoved(band.id, count, place, PILE + pile if pile else "tray"))


def to_tray(doing: Doing, band_id: int) -> None:
    """A band's tokens that are not on the map go back to the tray."""
    for place in HANDS:
        count = getattr(doing.game.bands[band_id], place)
        if count:
            doing.do(TokensMoved(band_id, count, place, "tray"))


def vanish_if_gone(doing: Doing, band_id: int) -> None:
    """A band in decline without a region leaves the game."""
    band = doing.game.bands.get(band_id)
    if band and band.declined and not doing.game.holdings(band_id):
        vanish(doing, band_id)


def leave_emptied(doing: Doing, before: Game, cause: str = EMPTIED) -> None:
    """The last token or piece went from a region: it is left, and a race in decline may be gone with it."""
    for region, ground in before.grounds.items():
        if not ground.band or doing.game.grounds[region].band:
            continue
        band = doing.game.bands.get(ground.band)
        if band:
            doing.do_all(hooks.left(doing.game, band, region, cause))
            vanish_if_gone(doing, band.id)


def vanish(doing: Doing, band_id: int) -> None:
    """A race leaves the game: its tokens, pieces, banner and badges go back."""
    for region, ground in doing.game.grounds.items():
        for marker in ground.markers:
            if marker.band == band_id and marker.kind in PIECES:
                doing.do(MarkerLifted(region, marker.kind, band_id))
        if ground.band == band_id and ground.tokens:
            doing.do(TokensMoved(band_id, ground.tokens, region, "tray"))
    to_tray(doing, band_id)
    for owner, kind, _ in doing.game.turn.returned:
        if owner == band_id:
            doing.do(PiecesReturned(band_id, kind, 0))
    doing.do(BandVanished(band_id))
