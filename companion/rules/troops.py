"""Moving troops: readying, redeployment, withdrawal, and placing pieces.

Base rules, Ready your Troops, Abandoning a Region, Troop Redeployment, and
Enemy Losses and Withdrawals.  Each is a form whose bounds are listed here and
against which the counts that people send are checked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import ABANDONED, EMPTIED, Garrison, Owner, Placement
from companion.rules.boxes.registry import PIECES
from companion.rules.events import (
    MarkerLifted,
    MarkerPlaced,
    Mustered,
    PiecesReturned,
    TokensMoved,
    Used,
)
from companion.rules.execution import Execution
from companion.rules.model import Band, Form, Game, Marker, Slot


def check(
    execution: Execution, band: Band, form: Form, counts: Mapping[str, int], abroad: bool = False
) -> dict[str, int]:
    """The full counts of a form; slots not named stay as they start.

    Raises Refused if a slot or the sum is out of bounds. As played, the only bound is how many there are, and other
    regions are allowed if nobody else is there, or with `abroad` even then.
    """
    slots = {slot.id: slot for slot in form.slots} if counts else {}
    full = {slot.id: slot.start for slot in form.slots}
    for key, count in counts.items():
        execution.need(key in execution.game.grounds, "refuse.no_region", region=key)
        execution.need(count >= 0, "refuse.negative")
        execution.rule(key in slots, "refuse.form.slot", region=key)
        execution.need(abroad or execution.game.grounds[key].band in (0, band.id), "refuse.form.slot", region=key)
        slot = slots.get(key, Slot(key, 0, form.there, 0))
        execution.rule(
            slot.takes(count),
            "refuse.form.count_or_none" if slot.none else "refuse.form.count",
            region=key,
            least=slot.least,
            most=slot.most,
        )
        full[key] = count
    total = sum(full.values())
    if not form.least_total <= total <= form.total:
        bound = execution.rule if total <= form.there else execution.need
        key = "refuse.form.exact" if form.least_total == form.total else "refuse.form.total"
        bound(False, key, count=total, least=form.least_total, most=form.total)
    return full


def all_of_it(form: Form, counts: dict[str, int]) -> dict[str, int]:
    """Counts that are the whole of a form: regions not named get nothing.

    Without any, the form stays as it is proposed.
    """
    return {slot.id: 0 for slot in form.slots} | counts if counts else counts


def spread(regions: dict[str, int], spare: int, safe: Collection[str] = ()) -> dict[str, int]:
    """Put spare tokens one by one where the fewest are, in `safe` regions if there are no others; the map's order
    breaks ties."""
    result = {region: count for region, count in regions.items() if region not in safe} or dict(regions)
    while result and spare > 0:
        fewest = min(result.values())
        for region, count in result.items():
            if count == fewest and spare > 0:
                result[region] = count + 1
                spare -= 1
    return regions | result


def shielded(game: Game, regions: Collection[str]) -> Collection[str]:
    """Those of these regions where no token is proposed while there are others: a piece keeps all enemies out."""
    return [region for region in regions if hooks.safe(game.grounds[region])] if game.guard else ()


def none_or(region: str, least: int, most: int, start: int) -> Slot:
    """A slot that takes nothing at all, or at least this many."""
    return Slot(region, least, most, start, none=True) if least > 1 else Slot(region, 0, most, start)


# Readying.


def musterable(game: Game) -> list[Band]:
    """The bands of the seat that may ready their troops now, declined ones first.

    An active race readies last: after it, declined ones have missed their chance.
    """
    turn = game.turn
    bands = game.bands_of(turn.seat)
    if any(not band.declined and band.id in turn.mustered for band in bands):
        return []
    waiting = [band for band in bands if band.id not in turn.mustered]
    return [
        band
        for band in sorted(waiting, key=lambda band: not band.declined)
        if not band.declined or (hooks.conquers(game, band) and game.holdings(band.id))
    ]


def ready_form(game: Game, band: Band) -> Form:
    """How many tokens stay in each region; 0 abandons it, and too few to hold it are picked up."""
    held = {
        region: hooks.bodies(game, region) if ground.markers else ground.tokens
        for region, ground in game.grounds.items()
        if ground.band == band.id
    }
    standing = sum(held.values())
    least = hooks.least(game, band, readying=True)[0]
    slots = [
        none_or(region, least, count, least) if count >= least else Slot(region, 0, 0, 0)
        for region, count in held.items()
    ]
    return Form(tuple(slots), 0, standing, "stay", band.race, standing + band.hand)


def ready(execution: Execution, band: Band, form: Form, stay: Mapping[str, int]) -> None:
    """Take all but these tokens back in hand, by the band's form for that, and the pieces that fight."""
    full = check(execution, band, form, stay)
    tokens = {region: min(count, execution.game.grounds[region].tokens) for region, count in full.items()}
    lift(execution, band.id, {region: full[region] - count for region, count in tokens.items()})
    stand(execution, band.id, tokens, ABANDONED, [slot.id for slot in form.slots])
    execution.apply(Mustered(band.id))


def lift(execution: Execution, band_id: int, stay: dict[str, int]) -> None:
    """Take the pieces that fight in hand, except those that hold the regions named."""
    if not any(PIECES[kind].fights for kind in hooks.pieces(execution.game.bands[band_id])):
        return
    for region, ground in execution.game.grounds.items():
        left = stay.get(region, 0) if ground.markers else 0
        for piece, marker in hooks.ground_pieces(ground) if ground.markers else ():
            if marker.band != band_id or not piece.fights:
                continue
            if piece.holds(execution.game) and left > 0:
                left -= 1
            else:
                execution.apply(MarkerLifted(region, marker.kind, band_id))


def take_up(execution: Execution, band_id: int) -> None:
    """Before another wave of conquests, take everything in hand that does not hold a region."""
    least = hooks.least(execution.game, execution.game.bands[band_id])[0]
    held = execution.game.standing(band_id)
    lift(execution, band_id, {region: least - tokens for region, tokens in held.items()})
    for region, tokens in held.items():
        if tokens > least:
            execution.apply(TokensMoved(band_id, tokens - least, region, "hand"))


def stand(execution: Execution, band_id: int, counts: dict[str, int], cause: str, held: Sequence[str] = ()) -> None:
    """Move tokens between regions and hand until each region has its count.

    A region that was `held` and is no longer is given up for this cause, and its pieces go.
    """
    held = held or execution.game.holdings(band_id)
    grounds = execution.game.grounds
    coming = [(region, count - grounds[region].tokens) for region, count in counts.items()]
    for region, more in coming:
        if more < 0:
            execution.apply(TokensMoved(band_id, -more, region, "hand"))
        if not counts[region] and region in held and execution.game.grounds[region].band != band_id:
            execution.apply_all(hooks.left(execution.game, execution.game.bands[band_id], region, cause))
    for region, more in coming:
        if more > 0:
            execution.apply(TokensMoved(band_id, more, "hand", region))


# Redeployment.


def redeploy_form(game: Game, band: Band) -> Form:
    """The tokens that hold each region, and the others anywhere, unless the race must be placed differently.

    Spare tokens are proposed where enemies can come, as far as there is such a region,
    and in games of earlier versions everywhere. Tokens that must leave the map are taken from the sum; when
    too few are left for all regions, they stay in as many as they can hold.
    """
    held = game.standing(band.id)
    rule = hooks.garrison(game, band)
    least = hooks.least(game, band)[0]
    standing = sum(held.values())
    everything = standing + band.hand
    safe = shielded(game, held)
    # Where pieces lie, those that are as good as a token.
    pieces = {region: hooks.bodies(game, region) - held[region] for region in held if game.grounds[region].markers}
    if least == 1 and rule == hooks.ANYWHERE and not any(pieces.values()):
        return usual_form(held, everything, band.race, safe)
    off = off_map(rule, band, everything)
    spare = "aside" if off or rule.rest else "hand"
    if not rule.moves:
        still = tuple(Slot(region, count, count, count) for region, count in held.items())
        return Form(still, standing, standing, "tokens", band.race, everything, spare)
    needs = {region: max(0, least - pieces.get(region, 0)) for region in held}
    total = everything - off if held else 0
    if rule.rest:
        total = min(total, sum(needs.values()))
    full = holdable(held, needs, total)
    counts = levelled(held, total, needs, full, safe)
    total = sum(counts.values())
    loose = total - sum([needs[region] for region in full])
    short = len(full) < len(held)
    slots = []
    for region, count in counts.items():
        need = needs[region]
        most = max(0, loose + need) if short else total
        if rule.most is not None:
            most = min(most, max(0, rule.most - pieces.get(region, 0)))
        slot = none_or if short and need else Slot
        slots.append(slot(region, min(need, most), most, count))
    lowest = sum([slot.least for slot in slots]) if rule.spare else total
    return Form(tightened(slots, lowest, total), lowest, total, "tokens", band.race, everything, spare)


def usual_form(held: dict[str, int], everything: int, race: str, safe: Collection[str]) -> Form:
    """The form of a race whose tokens alone hold its regions, one in each at least, and go anywhere else."""
    loose = everything - len(held)
    counts = spread(held, everything - sum(held.values()), safe)
    least = 1 if len(held) > 1 else everything
    slots = tuple([Slot(region, least, loose + 1, count) for region, count in counts.items()])
    total = everything if held else 0
    return Form(slots, total, total, "tokens", race, everything)


def tightened(slots: Sequence[Slot], lowest: int, total: int) -> tuple[Slot, ...]:
    """Slots with bounds that leave enough for the others, and that take what the others cannot."""
    leasts = [0 if slot.none else slot.least for slot in slots]
    loose = total - sum(leasts)
    mosts = [
        slot.most if slot.most < loose + least else loose + least for slot, least in zip(slots, leasts, strict=True)
    ]
    lacking = lowest - sum(mosts)
    found = []
    for slot, most in zip(slots, mosts, strict=True):
        fewest = lacking + most
        least = slot.least if slot.least > fewest else fewest
        found.append(Slot(slot.id, least, most, slot.start, slot.none and fewest <= 0))
    return tuple(found)


def off_map(rule: Garrison, band: Band, there: int) -> int:
    """How many of these tokens must leave the map, besides those that already have."""
    return min(max(0, rule.aside - band.aside), there)


def holdable(held: dict[str, int], needs: dict[str, int], total: int) -> list[str]:
    """The regions that this many tokens can hold; if not all of them, the fullest ones."""
    if sum(needs.values()) <= total:
        return list(held)
    full = sorted(held, key=lambda region: held[region])
    while full and sum(needs[region] for region in full) > total:
        full.remove(next(region for region in full if needs[region]))
    return full


def levelled(
    held: dict[str, int], total: int, needs: dict[str, int], full: list[str], safe: Collection[str]
) -> dict[str, int]:
    """A total of tokens in the `full` regions, as many as each needs, with as few moves as possible."""
    kept = held if len(full) == len(held) else {region: held[region] for region in held if region in full}
    counts = spread(kept, max(0, total - sum(held.values())), safe)
    while [region for region, count in counts.items() if count < needs[region]] or sum(counts.values()) != (
        total if counts else 0
    ):
        fullest = max(counts, key=lambda region: counts[region] - needs[region])
        fewest = min(counts, key=lambda region: counts[region] - needs[region])
        if sum(counts.values()) < total:
            counts[fewest] += 1
        else:
            counts[fullest] -= 1
    return counts if len(full) == len(held) else {region: counts.get(region, 0) for region in held}


def redeploy(execution: Execution, band_id: int, tokens: dict[str, int]) -> None:
    """Put the tokens where the form says; those that must leave the map are kept aside."""
    band = execution.game.bands[band_id]
    form = redeploy_form(execution.game, band)
    rule = hooks.garrison(execution.game, band)
    stand(execution, band_id, check(execution, band, form, tokens), EMPTIED, [slot.id for slot in form.slots])
    place_all(execution, band_id)
    hand = execution.game.bands[band_id].hand
    off = hand if rule.rest else off_map(rule, band, hand)
    if off:
        execution.apply(TokensMoved(band_id, off, "hand", "aside"))


# Tokens taken back after an attack.


def withdraw_form(game: Game, band: Band) -> Form:
    """All withdrawn tokens go to regions that the race still holds, adjacent or not."""
    held = game.standing(band.id)
    target = spread(held, band.withdrawn, shielded(game, held))
    slots = tuple(Slot(region, 0, band.withdrawn, target[region] - held[region]) for region in held)
    count = band.withdrawn
    return Form(tightened(slots, count, count), count, count, "tokens", band.race, count)


def waits(game: Game, band: Band) -> bool:
    """Whether this band's withdrawn tokens have no place on the map and wait off it until its own turn."""
    rule = hooks.garrison(game, band)
    return not rule.back or rule.most is not None


def withdraw(execution: Execution, band: Band, tokens: dict[str, int]) -> None:
    """Put withdrawn tokens back on the map; as played, the others stay in hand."""
    form = withdraw_form(execution.game, band)
    full = check(execution, band, form, all_of_it(form, tokens))
    for region, count in full.items():
        if count:
            execution.apply(TokensMoved(band.id, count, "withdrawn", region))
    kept = band.withdrawn - sum(full.values())
    if kept:
        execution.apply(TokensMoved(band.id, kept, "withdrawn", "hand"))


# Pieces.


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


def reinforce(execution: Execution, band_id: int) -> None:
    """Tokens that an ability adds from the tray when conquests end, as far as there are any."""
    game = execution.game
    band = game.bands[band_id]
    count = min(hooks.reinforcements(game, band), game.tray[band.race])
    if count:
        execution.apply(TokensMoved(band_id, count, "tray", "hand"))
