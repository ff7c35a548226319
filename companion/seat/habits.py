"""What a seat does without thinking: the usual end of a turn, and forms filled in as everybody would."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.commands import Command
from companion.rules.model import Form
from companion.rules.offers import Offer

# The end of a turn, step by step; before it come conquests, cheap ones first.
ENDING = ("place", "ready", "finish", "redeploy", "accept", "withdraw", "choose", "pick")


def usual(found: tuple[Offer, ...]) -> Command:
    """A legal command out of these offers, at least one, that leads to the end of the turn."""
    kinds: dict[str, list[Offer]] = {}
    for offer in found:
        kinds.setdefault(offer.kind, []).append(offer)
    if "decline" in kinds and not kinds.keys() & {"conquer", "attempt"}:
        return proposed(kinds["decline"][0])
    if "conquer" in kinds:
        return min(kinds["conquer"], key=lambda offer: sum(line.amount for line in offer.bill)).command
    for kind in ENDING:
        for offer in kinds.get(kind, ()):
            if kind != "place" or _adds(offer):
                return proposed(offer)
    return proposed(found[0])


def proposed(offer: Offer) -> Command:
    """An offer's command with its form as it is proposed; what nobody has decided yet goes to the first places."""
    if offer.form is None:
        return offer.command
    return replace(offer.command, **{offer.form.field: filled(offer.form, most=offer.kind == "place")})


def filled(form: Form, most: bool = False) -> dict[str, int]:
    """Counts for a form from where it starts up to its least sum, or with `most` as many as there is room for."""
    counts = {slot.id: slot.start for slot in form.slots}
    wanted = form.total if most else form.least_total
    # One in each place before there are two anywhere.
    while sum(counts.values()) < wanted:
        room = [slot for slot in form.slots if counts[slot.id] < slot.most]
        if not room:
            break
        fewest = min(room, key=lambda slot: counts[slot.id])
        counts[fewest.id] = max(counts[fewest.id] + 1, fewest.least)
    return counts


def _adds(offer: Offer) -> bool:
    """Whether anything is still to be placed."""
    return offer.form is not None and sum(slot.start for slot in offer.form.slots) < sum(
        filled(offer.form, most=True).values()
    )
