"""Moving troops about: readying, redeployment, withdrawal, and pieces to place.

Base rules, Ready your Troops, Abandoning a Region, Troop Redeployment, and
Enemy Losses and Withdrawals.  Each is a form whose bounds are listed here and
held against what is sent.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import ABANDONED, EMPTIED, Garrison, Me, Placement
from companion.rules.doing import Doing
from companion.rules.events import (
    MarkerLifted,
    MarkerPlaced,
    Mustered,
    PiecesReturned,
    TokensMoved,
    Used,
)
from companion.rules.model import Band, Form, Game, Marker, Slot
from companion.rules.sets import PIECES


def check(doing: Doing, band: Band, form: Form, counts: dict[str, int], abroad: bool = False) -> dict[str, int]:
    """What a form says in full, slots not named taken as they start.

    Raises Refused when a slot or the sum is out of bounds. As it was played there is no bound but what there is,
    and another region will do where nobody else stands, or with `abroad` where others do.
    """
    slots = {slot.id: slot for slot in form.slots}
    full = {slot.id: slot.start for slot in form.slots}
    for key, count in counts.items():
        doing.need(key in doing.game.grounds, "refuse.no_region", region=key)
        doing.need(count >= 0, "refuse.negative")
        doing.rule(key in slots, "refuse.form.slot", region=key)
        doing.need(abroad or doing.game.grounds[key].band in (0, band.id), "refuse.form.slot", region=key)
        slot = slots.get(key, Slot(key, 0, form.there, 0))
        doing.rule(
            slot.takes(count),
            "refuse.form.count",
            region=key,
            least=slot.least,
            most=slot.most,
        )
        full[key] = count
    total = sum(full.values())
    exact = form.least_total == form.total
    bound = doing.rule if total <= form.there else doing.need
    bound(
        form.least_total <= total <= form.total,
        "refuse.form.exact" if exact else "refuse.form.total",
        count=total,
        least=form.least_total,
        most=form.total,
    )
    return full


def all_of_it(form: Form, counts: dict[str, int]) -> dict[str, int]:
    """Counts that are the whole of a form: regions not named get nothing.

    Naming none at all leaves the form as it is proposed.
    """
    return {slot.id: 0 for slot in form.slots} | counts if counts else counts


def spread(regions: dict[str, int], spare: int) -> dict[str, int]:
    """Put spare tokens one by one where the fewest stand; the map's order breaks ties."""
    result = dict(regions)
    for _ in range(spare if regions else 0):
        fewest = min(result, key=lambda region: result[region])
        result[fewest] += 1
    return result


def none_or(region: str, least: int, most: int, start: int) -> Slot:
    """A slot that takes nothing at all, or at least so many."""
    return Slot(region, least, most, start, none=True) if least > 1 else Slot(region, 0, most, start)


# Readying.


def musterable(game: Game) -> list[Band]:
    """The bands of the seat that may ready their troops now, those in decline first.

    An active race readies last: after it, those in decline have missed their time.
    """
    turn = game.turn
    bands = game.bands_of(turn.seat)
    if any(not band.declined and band.id in turn.mustered for band in bands):
        return []
    waiting = [band for band in bands if band.id not in turn.mustered]
    return [
        band
        for band in sorted(waiting, key=lambda band: not band.declined)
        if not band.declined or (game.holdings(band.id) and hooks.conquers(game, band))
    ]


def ready_form(game: Game, band: Band) -> Form:
    """How many stay in each region, tokens first; 0 abandons it, and too few to hold it are taken up."""
    held = {region: hooks.bodies(game, region) for region in game.holdings(band.id)}
    standing = sum(held.values())
    least = hooks.least(game, band, readying=True)[0]
    slots = tuple(
        none_or(region, least, count, least) if count >= least else Slot(region, 0, 0, 0)
        for region, count in held.items()
    )
    return Form(slots, 0, standing, "stay", band.race, standing + band.hand)


def ready(doing: Doing, band: Band, stay: dict[str, int]) -> None:
    """Take all but these tokens back in hand, and the pieces that fight."""
    full = check(doing, band, ready_form(doing.game, band), stay)
    held = doing.game.holdings(band.id)
    tokens = {region: min(count, doing.game.grounds[region].tokens) for region, count in full.items()}
    lift(doing, band.id, {region: full[region] - count for region, count in tokens.items()})
    stand(doing, band.id, tokens, ABANDONED, held)
    doing.do(Mustered(band.id))


def lift(doing: Doing, band_id: int, stay: dict[str, int]) -> None:
    """Take the pieces that fight in hand, but for so many on each region that hold it."""
    if not any(PIECES[kind].fights for kind in hooks.pieces(doing.game.bands[band_id])):
        return
    for region, ground in doing.game.grounds.items():
        left = stay.get(region, 0)
        for piece, marker in hooks.ground_pieces(ground):
            if marker.band != band_id or not piece.fights:
                continue
            if piece.holds(doing.game) and left > 0:
                left -= 1
            else:
                doing.do(MarkerLifted(region, marker.kind, band_id))


def take_up(doing: Doing, band_id: int) -> None:
    """Before another wave of conquests all come to hand but those that hold a region."""
    least = hooks.least(doing.game, doing.game.bands[band_id])[0]
    held = {region: doing.game.grounds[region].tokens for region in doing.game.holdings(band_id)}
    lift(doing, band_id, {region: least - tokens for region, tokens in held.items()})
    for region, tokens in held.items():
        if tokens > least:
            doing.do(TokensMoved(band_id, tokens - least, region, "hand"))


def stand(doing: Doing, band_id: int, counts: dict[str, int], cause: str, held: Sequence[str] = ()) -> None:
    """Move tokens between regions and hand until each region has its count.

    One that was `held` and is no more is given up for this cause, and its pieces go.
    """
    held = held or doing.game.holdings(band_id)
    standing = {region: doing.game.grounds[region].tokens for region in counts}
    for region, count in counts.items():
        if standing[region] > count:
            doing.do(TokensMoved(band_id, standing[region] - count, region, "hand"))
        if region in held and doing.game.grounds[region].band != band_id:
            doing.do_all(hooks.left(doing.game, doing.game.bands[band_id], region, cause))
    for region, count in counts.items():
        if standing[region] < count:
            doing.do(TokensMoved(band_id, count - standing[region], "hand", region))


# Redeployment.


def redeploy_form(game: Game, band: Band) -> Form:
    """In each region the tokens that hold it, all others as one likes, unless the race must stand otherwise.

    Tokens that must come off the map are taken from the sum; when too few are
    left to stand everywhere, they stand in as many regions as they can hold.
    """
    held = {region: game.grounds[region].tokens for region in game.holdings(band.id)}
    rule = hooks.garrison(game, band)
    standing = sum(held.values())
    everything = standing + band.hand
    off = off_map(rule, band, everything)
    spare = "aside" if off or rule.rest else "hand"
    if not rule.moves:
        still = tuple(Slot(region, count, count, count) for region, count in held.items())
        return Form(still, standing, standing, "tokens", band.race, everything, spare)
    least = hooks.least(game, band)[0]
    needs = {region: max(0, least - hooks.bodies(game, region) + tokens) for region, tokens in held.items()}
    total = everything - off if held else 0
    if rule.rest:
        total = min(total, sum(needs.values()))
    full = holdable(held, needs, total)
    counts = levelled(held, total, needs, full)
    total = sum(counts.values())
    loose = total - sum(needs[region] for region in full)
    slots = []
    for region, count in counts.items():
        most = total if len(full) == len(held) else max(0, loose + needs[region])
        most = most if rule.most is None else min(most, max(0, rule.most - hooks.bodies(game, region) + held[region]))
        slot = Slot if len(full) == len(held) or not needs[region] else none_or
        slots.append(slot(region, min(needs[region], most), most, count))
    lowest = sum(slot.least for slot in slots) if rule.spare else total
    return Form(tuple(slots), lowest, total, "tokens", band.race, everything, spare)


def off_map(rule: Garrison, band: Band, there: int) -> int:
    """How many of the tokens there are must come off the map, besides those that are off it."""
    return min(max(0, rule.aside - band.aside), there)


def holdable(held: dict[str, int], needs: dict[str, int], total: int) -> list[str]:
    """The regions that so many tokens can hold, the fullest ones where it is not all of them."""
    if sum(needs.values()) <= total:
        return list(held)
    full = sorted(held, key=lambda region: held[region])
    while full and sum(needs[region] for region in full) > total:
        full.remove(next(region for region in full if needs[region]))
    return full


def levelled(held: dict[str, int], total: int, needs: dict[str, int], full: list[str]) -> dict[str, int]:
    """A total of tokens over the `full` regions, in each as many as it needs and moved as little as can be."""
    counts = spread({region: held[region] for region in held if region in full}, max(0, total - sum(held.values())))
    if len(full) == len(held) and sum(counts.values()) == total and all(counts[key] >= needs[key] for key in counts):
        return counts
    while any(count < needs[region] for region, count in counts.items()) or sum(counts.values()) != (
        total if counts else 0
    ):
        fullest = max(counts, key=lambda region: counts[region] - needs[region])
        fewest = min(counts, key=lambda region: counts[region] - needs[region])
        if sum(counts.values()) < total:
            counts[fewest] += 1
        else:
            counts[fullest] -= 1
    return {region: counts.get(region, 0) for region in held}


def redeploy(doing: Doing, band_id: int, tokens: dict[str, int]) -> None:
    """Stand the tokens as the form says; what must come off the map is kept aside."""
    band = doing.game.bands[band_id]
    form = redeploy_form(doing.game, band)
    rule = hooks.garrison(doing.game, band)
    stand(doing, band_id, check(doing, band, form, tokens), EMPTIED)
    place_all(doing, band_id)
    hand = doing.game.bands[band_id].hand
    off = hand if rule.rest else off_map(rule, band, hand)
    if off:
        doing.do(TokensMoved(band_id, off, "hand", "aside"))


# Tokens taken back after an attack.


def withdraw_form(game: Game, band: Band) -> Form:
    """All withdrawn tokens go to regions that the race still holds, adjacent or not."""
    held = {region: game.grounds[region].tokens for region in game.holdings(band.id)}
    target = spread(held, band.withdrawn)
    slots = tuple(
        Slot(region, 0, band.withdrawn, target[region] - held[region]) for region in held
    )
    return Form(slots, band.withdrawn, band.withdrawn, "tokens", band.race, band.withdrawn)


def waits(game: Game, band: Band) -> bool:
    """Withdrawn tokens of this band find no place on the map: they wait off it until its own turn."""
    rule = hooks.garrison(game, band)
    return not rule.back or rule.most is not None


def withdraw(doing: Doing, band: Band, tokens: dict[str, int]) -> None:
    """Put withdrawn tokens back on the map; as played, the others stay in hand."""
    form = withdraw_form(doing.game, band)
    full = check(doing, band, form, all_of_it(form, tokens))
    for region, count in full.items():
        if count:
            doing.do(TokensMoved(band.id, count, "withdrawn", region))
    kept = band.withdrawn - sum(full.values())
    if kept:
        doing.do(TokensMoved(band.id, kept, "withdrawn", "hand"))


# Pieces.


def placement_form(game: Game, band: Band, placement: Placement) -> Form:
    """How many pieces of a kind on which of one's regions."""
    lying = game.pieces(placement.kind, band.id) if placement.anew else []
    needs, most = needed(game, band, placement), at_most(game, band, placement)
    slots = tuple(
        Slot(region, needs.get(region, 0), most, min(lying.count(region), most)) for region in placement.regions
    )
    there = placeable(game, band, placement)
    if not placement.all:
        return Form(slots, 0, min(placement.most, there), "regions", placement.kind, there, "box")
    # What lies where it may not be placed now is among what is placed.
    counts = spread({slot.id: slot.start for slot in slots}, there - sum(slot.start for slot in slots))
    slots = tuple(replace(slot, start=counts[slot.id]) for slot in slots)
    return Form(slots, there, there, "regions", placement.kind, there, "hand")


def needed(game: Game, band: Band, placement: Placement) -> dict[str, int]:
    """One piece must stay where nothing else holds the region, unless there are tokens to take their place.

    Where a region takes more than one, the tokens that come with the redeployment make up for it.
    """
    kind = placement.kind
    if not PIECES[kind].holds(game):
        return {}
    lying = game.pieces(kind, band.id)
    bare = [region for region in placement.regions if hooks.bodies(game, region) == lying.count(region)]
    return {} if len(bare) <= len(to_spare(game, band)) else dict.fromkeys(bare, 1)


def at_most(game: Game, band: Band, placement: Placement) -> int:
    """How many pieces may lie in one region: those that hold it are not heaped up where another would be given up."""
    most = min(placement.each, placement.most)
    least, held = hooks.least(game, band)[0], len(placement.regions)
    if least == 1 or not PIECES[placement.kind].holds(game):
        return most
    tokens = band.hand + sum(game.grounds[region].tokens for region in game.holdings(band.id))
    if least * held - min(most, least) <= tokens:
        return most
    return min(most, max(least, -(-placement.most // held)))


def to_spare(game: Game, band: Band) -> list[str]:
    """Where tokens are that need not stand there, one by one: in hand, then where most stand."""
    found = ["hand"] * band.hand
    held = sorted(game.holdings(band.id), key=lambda region: -game.grounds[region].tokens)
    return found + [region for region in held for _ in range(game.grounds[region].tokens - 1)]


def placeable(game: Game, band: Band, placement: Placement) -> int:
    """How many pieces of a kind there are to be placed: those in the box, and one's own that are placed anew."""
    kind = placement.kind
    if not placement.anew:
        return in_box(game, kind)
    if owned := PIECES[kind].owned(Me(game, band)):
        return owned
    waiting = sum(n for owner, piece, n in game.turn.returned if (owner, piece) == (band.id, kind))
    return in_box(game, kind) + len(game.pieces(kind, band.id)) + waiting


def in_box(game: Game, kind: str) -> int:
    """How many pieces of a kind are neither on the map nor on their way back to it, nor in anybody's hand."""
    away = sum(n for _, piece, n in game.turn.returned if piece == kind)
    away += sum(hooks.in_hand(game, band, kind) for band in game.bands.values() if kind in hooks.pieces(band))
    return PIECES[kind].supply - len(game.pieces(kind)) - away


def free(game: Game, piece: Marker) -> int:
    """How many pieces of a kind a band may come to have on the map: those in its hand, and those in the box."""
    owner = game.bands.get(piece.band)
    return in_box(game, piece.kind) + (hooks.in_hand(game, owner, piece.kind) if owner else 0)


def placements(game: Game, band: Band) -> list[Placement]:
    """Pieces the band may place now; those that only add do so once a turn."""
    return [
        placement
        for placement in hooks.placements(game, band)
        if placement.anew or f"place:{placement.kind}" not in game.turn.used
    ]


def place(doing: Doing, band: Band, kind: str, regions: dict[str, int]) -> None:
    """Place pieces of a kind as a form says."""
    offered = [p for p in placements(doing.game, band) if p.kind == kind]
    doing.rule(bool(offered), "refuse.no_placement", piece=kind)
    doing.need(kind in hooks.pieces(band), "refuse.no_placement", piece=kind)
    known = [p for p in hooks.placements(doing.game, band) if p.kind == kind]
    placement = (*known, Placement(kind, (), 0))[0]
    form = placement_form(doing.game, band, placement)
    if placement.anew:
        # The form is the whole arrangement: what it leaves out lies nowhere.
        full = check(doing, band, form, {slot.id: 0 for slot in form.slots} | regions, placement.abroad)
        for region in doing.game.holdings(band.id):
            # Troops move freely now: where the last piece goes, a token comes.
            if PIECES[kind].holds(doing.game) and not doing.game.grounds[region].tokens and not full.get(region):
                for spare in to_spare(doing.game, doing.game.bands[band.id])[:1]:
                    doing.do(TokensMoved(band.id, 1, spare, region))
        for region in doing.game.pieces(kind, band.id):
            doing.do(MarkerLifted(region, kind, band.id))
        if any((owner, piece) == (band.id, kind) for owner, piece, _ in doing.game.turn.returned):
            # Pieces taken back this turn are among those placed now.
            doing.do(PiecesReturned(band.id, kind, 0))
    else:
        full = check(doing, band, form, regions, placement.abroad)
        doing.do(Used(f"place:{kind}"))
    for region, count in full.items():
        for _ in range(count):
            doing.do(MarkerPlaced(region, kind, band.id))


def place_all(doing: Doing, band_id: int) -> None:
    """What must stand on the map and is still in hand is placed where the fewest of its kind are; what must not stands
    there no more."""
    for placement in hooks.placements(doing.game, doing.game.bands[band_id]):
        for region in placement.regions:
            for _ in range(doing.game.pieces(placement.kind, band_id).count(region) - placement.each):
                doing.do(MarkerLifted(region, placement.kind, band_id))
        spare = hooks.in_hand(doing.game, doing.game.bands[band_id], placement.kind) if placement.all else 0
        lying = doing.game.pieces(placement.kind, band_id)
        start = {region: lying.count(region) for region in placement.regions}
        for region, count in spread(start, spare).items():
            for _ in range(count - start[region]):
                doing.do(MarkerPlaced(region, placement.kind, band_id))


def put_back_form(game: Game, band: Band, kind: str, count: int) -> Form:
    """All returned pieces go to regions that the race still holds."""
    held = game.holdings(band.id)
    lying = game.pieces(kind, band.id)
    start = {region: lying.count(region) for region in held}
    target = spread(start, count)
    slots = tuple(Slot(region, 0, count, target[region] - start[region]) for region in held)
    return Form(slots, count, count, "regions", kind, count)


def put_back(doing: Doing, band: Band, kind: str, count: int, regions: dict[str, int]) -> None:
    """Put pieces that returned from conquered regions back on the map; as played, the others stay with their owner."""
    form = put_back_form(doing.game, band, kind, count)
    full = check(doing, band, form, all_of_it(form, regions))
    for region, pieces in full.items():
        for _ in range(pieces):
            doing.do(MarkerPlaced(region, kind, band.id))
    doing.do(PiecesReturned(band.id, kind, 0))


def reinforce(doing: Doing, band_id: int) -> None:
    """Tokens that an ability brings from the tray when conquests end, as far as there are."""
    game = doing.game
    band = game.bands[band_id]
    count = min(hooks.reinforcements(game, band), game.tray[band.race])
    if count:
        doing.do(TokensMoved(band_id, count, "tray", "hand"))
