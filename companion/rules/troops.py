"""Moving tokens: readying, redeployment and withdrawal.

Base rules, Ready your Troops, Abandoning a Region, Troop Redeployment, and
Enemy Losses and Withdrawals.  Each is a form, and what people send is checked against it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.rules import hooks
from companion.rules.ability import ABANDONED, EMPTIED, Garrison
from companion.rules.boxes.registry import PIECES
from companion.rules.events import MarkerLifted, Mustered, TokensMoved
from companion.rules.execution import Execution
from companion.rules.forms import all_of_it, check, none_or, spread, tightened
from companion.rules.model import Band, Form, Game, Slot
from companion.rules.placing import place_all


def shielded(game: Game, regions: Collection[str]) -> Collection[str]:
    """Those of these regions where no token is proposed while there are others: a piece keeps all enemies out."""
    return [region for region in regions if hooks.safe(game.grounds[region])] if game.guard else ()


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


def reinforce(execution: Execution, band_id: int) -> None:
    """Tokens that an ability adds from the tray when conquests end, as far as there are any."""
    game = execution.game
    band = game.bands[band_id]
    count = min(hooks.reinforcements(game, band), game.tray[band.race])
    if count:
        execution.apply(TokensMoved(band_id, count, "tray", "hand"))


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
