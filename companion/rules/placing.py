"""Placing pieces: those that an ability gives, and those that come back to their owner."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import Owner, Placement
from companion.rules.boxes.registry import PIECES
from companion.rules.events import MarkerLifted, MarkerPlaced, PiecesReturned, TokensMoved, Used
from companion.rules.execution import Execution
from companion.rules.forms import all_of_it, check, spread, tightened
from companion.rules.model import Band, Form, Game, Marker, Slot


def placement_form(game: Game, band: Band, placement: Placement) -> Form:
    """How many pieces of a kind go in which of one's regions."""
    lying = game.pieces(placement.kind, band.id) if placement.anew else []
    needs, most = needed(game, band, placement), at_most(game, band, placement)
    start = {region: min(lying.count(region), most) for region in set(lying)}
    slots = tuple([Slot(region, needs.get(region, 0), most, start.get(region, 0)) for region in placement.regions])
    there = placeable(game, band, placement)
    if not placement.all:
        # Pieces are added once a turn, so adding none would use that up; pieces that are placed afresh may all stay
        # off.
        most = min(placement.most, there)
        return Form(slots, 0 if placement.anew else min(1, most), most, "regions", placement.kind, there, "box")
    # Pieces where none may be placed now are also picked up.
    counts = spread({slot.id: slot.start for slot in slots}, there - sum(slot.start for slot in slots))
    slots = tuple(replace(slot, start=counts[slot.id]) for slot in slots)
    return Form(tightened(slots, there, there), there, there, "regions", placement.kind, there, "hand")


def leaves_some(game: Game, band: Band, placement: Placement) -> bool:
    """Whether its form proposes fewer pieces of a kind than could stand; where all must stand it never does."""
    if placement.all:
        return False
    lying = game.pieces(placement.kind, band.id) if placement.anew else []
    most = at_most(game, band, placement) if lying else 0
    standing = sum([min(lying.count(region), most) for region in placement.regions]) if lying else 0
    return standing < min(placement.most, placeable(game, band, placement))


def needed(game: Game, band: Band, placement: Placement) -> dict[str, int]:
    """One piece must stay where nothing else holds the region, unless there are tokens to replace it.

    If a region needs more than one, tokens that come with the redeployment make up for it.
    """
    kind = placement.kind
    if not PIECES[kind].holds(game):
        return {}
    lying = game.pieces(kind, band.id)
    bare = [region for region in placement.regions if hooks.bodies(game, region) == lying.count(region)]
    return {} if len(bare) <= len(to_spare(game, band)) else dict.fromkeys(bare, 1)


def at_most(game: Game, band: Band, placement: Placement) -> int:
    """How many pieces one region may get, so that those that hold regions are not piled up while another is given
    up."""
    most = min(placement.each, placement.most)
    least, held = hooks.least(game, band)[0], len(placement.regions)
    if least == 1 or not PIECES[placement.kind].holds(game):
        return most
    tokens = band.hand + sum(game.grounds[region].tokens for region in game.holdings(band.id))
    if least * held - min(most, least) <= tokens:
        return most
    return min(most, max(least, -(-placement.most // held)))


def to_spare(game: Game, band: Band) -> list[str]:
    """Tokens that are not needed where they are, one by one: those in hand, then where most are."""
    found = ["hand"] * band.hand
    held = sorted(game.holdings(band.id), key=lambda region: -game.grounds[region].tokens)
    return found + [region for region in held for _ in range(game.grounds[region].tokens - 1)]


def placeable(game: Game, band: Band, placement: Placement) -> int:
    """How many pieces of a kind can be placed: those in the box, and one's own that are placed afresh."""
    kind, owner = placement.kind, Owner(game, band)
    if not placement.anew:
        return in_box(game, kind)
    if owned := PIECES[kind].owned(owner):
        return owned
    return in_box(game, kind) + len(game.pieces(kind, band.id)) + owner.waiting(kind)


def in_box(game: Game, kind: str) -> int:
    """How many pieces of a kind are neither on the map nor on their way back to it, nor in anybody's hand."""
    away = sum([n for _, piece, n in game.turn.returned if piece == kind])
    return PIECES[kind].supply - len(game.pieces(kind)) - hooks.in_hands(game, kind) - away


def free(game: Game, piece: Marker) -> int:
    """How many pieces of a kind a band can get on the map: those in its hand, and those in the box."""
    owner = game.bands.get(piece.band)
    return in_box(game, piece.kind) + (hooks.in_hand(game, owner, piece.kind) if owner else 0)


def placements(game: Game, band: Band) -> list[Placement]:
    """Pieces the band may place now."""
    return [placement for placement in hooks.placements(game, band) if may_place(game, band, placement)]


def may_place(game: Game, band: Band, placement: Placement) -> bool:
    """Whether these pieces may be placed now: those that are added, once a turn, as far as there are any."""
    if placement.anew:
        return True
    return f"place:{placement.kind}" not in game.turn.used and bool(placeable(game, band, placement))


def place(execution: Execution, band: Band, kind: str, regions: dict[str, int], or_none: bool = False) -> None:
    """Place pieces of a kind as a form says; with `or_none`, none of those that are added once a turn is fine."""
    known = [p for p in hooks.placements(execution.game, band) if p.kind == kind]
    execution.rule(any(may_place(execution.game, band, p) for p in known), "refuse.no_placement", piece=kind)
    execution.need(kind in hooks.pieces(band), "refuse.no_placement", piece=kind)
    placement = (*known, Placement(kind, (), 0))[0]
    before = execution.game
    form = placement_form(execution.game, band, placement)
    if placement.anew:
        # The form is the whole arrangement: no piece stays where it names none.
        full = check(execution, band, form, {slot.id: 0 for slot in form.slots} | regions, placement.abroad)
        for region in execution.game.holdings(band.id):
            # Troops move freely now: a token replaces the last piece.
            if (
                PIECES[kind].holds(execution.game)
                and not execution.game.grounds[region].tokens
                and not full.get(region)
            ):
                for spare in to_spare(execution.game, execution.game.bands[band.id])[:1]:
                    execution.apply(TokensMoved(band.id, 1, spare, region))
        for region in execution.game.pieces(kind, band.id):
            execution.apply(MarkerLifted(region, kind, band.id))
        if any((owner, piece) == (band.id, kind) for owner, piece, _ in execution.game.turn.returned):
            # Pieces picked up this turn are among those placed now.
            execution.apply(PiecesReturned(band.id, kind, 0))
    else:
        form = replace(form, least_total=0) if or_none else form
        full = check(execution, band, form, regions, placement.abroad)
        execution.apply(Used(f"place:{kind}"))
    for region, count in full.items():
        for _ in range(count):
            execution.apply(MarkerPlaced(region, kind, band.id))
    execution.remember(before, band.id)


def place_all(execution: Execution, band_id: int) -> None:
    """Place what must be on the map and is still in hand, where the fewest of its kind are, and remove what must not
    stay."""
    for placement in hooks.placements(execution.game, execution.game.bands[band_id]):
        lying = execution.game.pieces(placement.kind, band_id)
        for region in placement.regions if lying else ():
            for _ in range(lying.count(region) - placement.each):
                execution.apply(MarkerLifted(region, placement.kind, band_id))
        spare = hooks.in_hand(execution.game, execution.game.bands[band_id], placement.kind) if placement.all else 0
        if not spare:
            continue
        lying = execution.game.pieces(placement.kind, band_id)
        start = {region: lying.count(region) for region in placement.regions}
        for region, count in spread(start, spare).items():
            for _ in range(count - start[region]):
                execution.apply(MarkerPlaced(region, placement.kind, band_id))


def put_back_form(game: Game, band: Band, kind: str, count: int) -> Form:
    """All returned pieces go to regions that the race still holds."""
    held = game.holdings(band.id)
    lying = game.pieces(kind, band.id)
    start = {region: lying.count(region) for region in held}
    target = spread(start, count)
    slots = tuple(Slot(region, 0, count, target[region] - start[region]) for region in held)
    return Form(tightened(slots, count, count), count, count, "regions", kind, count)


def put_back(execution: Execution, band: Band, kind: str, count: int, regions: dict[str, int]) -> None:
    """Put pieces that returned from conquered regions back on the map; as played, the others stay with their owner."""
    form = put_back_form(execution.game, band, kind, count)
    full = check(execution, band, form, all_of_it(form, regions))
    for region, pieces in full.items():
        for _ in range(pieces):
            execution.apply(MarkerPlaced(region, kind, band.id))
    execution.apply(PiecesReturned(band.id, kind, 0))
