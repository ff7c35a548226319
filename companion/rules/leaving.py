"""Leaving regions and the game: who may stay once something has gone, and what goes along.

Everything that an ability moves or lifts goes through `apply_and_settle`, and everything else that takes tokens from a
region without emptying it through `settle`: a race that cannot hold a region with one token never keeps just one there.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules import hooks
from companion.rules.ability import EMPTIED, Owner
from companion.rules.boxes.registry import PIECES
from companion.rules.events import (
    HANDS,
    BandVanished,
    Event,
    MarkerLifted,
    PiecesReturned,
    TokensMoved,
)
from companion.rules.execution import MARKED, Execution
from companion.rules.model import Band, Game


def apply_and_settle(execution: Execution, events: Iterable[Event]) -> None:
    """Apply the events of abilities, and check in every region whether those left there may stay."""
    before, earlier = execution.game, len(execution.events)
    execution.apply_all(events)
    if execution.game.grounds is before.grounds:
        return
    if any(not leaves_all_standing(execution.game, event) for event in execution.events[earlier:]):
        settle(execution, before)


def leaves_all_standing(game: Game, event: Event) -> bool:
    """Whether an event only moves a piece that holds no region."""
    return isinstance(event, MARKED) and not PIECES[event.kind].holds(game)


def settle(execution: Execution, before: Game) -> None:
    """Races that lost tokens in a region and are too few to hold it leave; then regions that nobody holds are left."""
    now = execution.game
    regions = changed(now, before)
    for region in regions:
        leave_too_few(execution, before, region)
    leave(execution, before, regions if execution.game is now else changed(execution.game, before), EMPTIED)


def changed(game: Game, before: Game) -> list[str]:
    """The regions that have changed."""
    if game.grounds is before.grounds:
        return []
    # Both are in map order.
    both = zip(before.grounds.items(), game.grounds.values(), strict=True)
    return [region for (region, was), now in both if was is not now and was != now]


def leave_emptied(execution: Execution, before: Game, cause: str = EMPTIED) -> None:
    """Regions without their last token or piece are left, and a declined race may be gone with them."""
    leave(execution, before, changed(execution.game, before), cause)


def leave(execution: Execution, before: Game, regions: Iterable[str], cause: str) -> None:
    """Those of these regions that a band held and nobody holds any more are left."""
    for region in regions:
        ground = before.grounds[region]
        band = execution.game.bands.get(ground.band)
        if band and not execution.game.grounds[region].band:
            execution.apply_all(hooks.left(execution.game, band, region, cause))
            vanish_if_gone(execution, band.id)


def leave_too_few(execution: Execution, before: Game, region: str) -> None:
    """A race that lost tokens in a region and has too few to hold it leaves it.

    Some races never hold a region with one token: ruling G8.
    """
    number = execution.game.grounds[region].band
    band = execution.game.bands.get(number)
    if band is None or before.grounds[region].band != number:
        return
    standing = hooks.bodies(execution.game, region)
    if standing >= hooks.bodies(before, region):
        return
    if standing < hooks.least(execution.game, band, readying=Owner(execution.game, band).sets_out)[0]:
        take_off(execution, band, region)


def take_off(execution: Execution, band: Band, region: str) -> None:
    """Take all tokens of a band off a region, and the pieces that are as good as one."""
    to = Owner(execution.game, band).taken_back
    if tokens := execution.game.grounds[region].tokens:
        execution.apply(TokensMoved(band.id, tokens, region, to))
    for piece, marker in hooks.ground_pieces(execution.game.grounds[region]):
        if marker.band == band.id and piece.body:
            execution.apply(MarkerLifted(region, marker.kind, band.id))
            if to == "withdrawn" and piece.returns:
                waiting = Owner(execution.game, band).waiting(marker.kind)
                execution.apply(PiecesReturned(band.id, marker.kind, waiting + 1))


def to_tray(execution: Execution, band_id: int) -> None:
    """Return a band's tokens that are not on the map to the tray."""
    for place in HANDS:
        count = getattr(execution.game.bands[band_id], place)
        if count:
            execution.apply(TokensMoved(band_id, count, place, "tray"))


def vanish_if_gone(execution: Execution, band_id: int) -> None:
    """Remove a declined band without a region from the game."""
    band = execution.game.bands.get(band_id)
    if band and band.declined and not execution.game.holdings(band_id):
        vanish(execution, band_id)


def vanish(execution: Execution, band_id: int) -> None:
    """Remove a race from the game: its tokens, pieces, banner and badges go back."""
    for region, ground in execution.game.grounds.items():
        for marker in ground.markers:
            if marker.band == band_id and marker.kind in PIECES:
                execution.apply(MarkerLifted(region, marker.kind, band_id))
        if ground.band == band_id and ground.tokens:
            execution.apply(TokensMoved(band_id, ground.tokens, region, "tray"))
    to_tray(execution, band_id)
    for owner, kind, _ in execution.game.turn.returned:
        if owner == band_id:
            execution.apply(PiecesReturned(band_id, kind, 0))
    execution.apply(BandVanished(band_id))
