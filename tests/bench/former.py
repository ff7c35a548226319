"""The demo's former player: an opponent that chooses from what the rules list, with a little sense.

Cheap regions first, the die at the end, a decline when it is spread thin.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from companion.rules.commands import Command, Place
from companion.rules.engine import Offer, offers
from companion.rules.model import Form, Game

LEAST_CHANCE_PIPS = 2


def choose(game: Game, chance: random.Random) -> Command | None:
    """The next command of any seat that has something to do; None when none has."""
    for seat in range(len(game.seats)):
        found = offers(game, seat)
        if found:
            return _choose(game, found, chance)
    return None


def _choose(game: Game, found: tuple[Offer, ...], chance: random.Random) -> Command:
    kinds: dict[str, list[Offer]] = {}
    for offer in found:
        kinds.setdefault(offer.kind, []).append(offer)
    if "pick" in kinds:
        return max(kinds["pick"], key=lambda offer: _combo_worth(game, offer)).command
    if "decline" in kinds and spread_thin(game):
        return kinds["decline"][0].command
    if "conquer" in kinds:
        cheapest = min(_cost(offer) for offer in kinds["conquer"])
        return chance.choice([o for o in kinds["conquer"] if _cost(o) == cheapest]).command
    if "attempt" in kinds:
        likeliest = min(kinds["attempt"], key=lambda offer: offer.short)
        if likeliest.short <= LEAST_CHANCE_PIPS:
            return likeliest.command
    for offer in kinds.get("place", []):
        placing = _place_more(offer, chance)
        if placing:
            return placing
    acts = kinds.get("act", [])
    # An action may be offered again and again, so chance decides whether to use it.
    if acts and chance.random() < 0.5:
        return chance.choice(acts).command
    for kind in ("ready", "withdraw", "finish", "redeploy", "accept", "unveil"):
        if kind in kinds:
            return kinds[kind][0].command
    return found[0].command


def spread_thin(game: Game) -> bool:
    """Whether the active race has hardly a token to spare while turns are left for another one."""
    band = game.active(game.turn.seat)
    if band is None or game.turn.number >= game.board.turns:
        return False
    held = game.holdings(band.id)
    spare = sum(game.grounds[region].tokens - 1 for region in held) + band.hand
    return len(held) > 0 and spare <= 2


def _combo_worth(game: Game, offer: Offer) -> float:
    args = offer.label.args
    return float(args["count"] + args["coins"] - 2 * args["price"]) + game.turn.number % 2


def _cost(offer: Offer) -> int:
    return sum(line.amount for line in offer.bill)


def _place_more(offer: Offer, chance: random.Random) -> Command | None:
    """Place all pieces of a kind that are still in the box, once."""
    form = offer.form
    if not isinstance(form, Form) or not isinstance(offer.command, Place):
        return None
    counts = {slot.id: slot.start for slot in form.slots}
    room = [slot for slot in form.slots if slot.start < slot.most]
    wanted = min(form.total - sum(counts.values()), len(room))
    if wanted < 1:
        return None
    for slot in chance.sample(room, wanted):
        counts[slot.id] += 1
    return replace(offer.command, regions=counts)
