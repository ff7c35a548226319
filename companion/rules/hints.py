"""Hints about what a player could still do and usually wants, shown beside the end of a stage; they never block it.

Hints that follow from the offers are made here for every race and power; abilities add others (`hints`). No purse is
looked at: everybody may read the hints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.rules import hooks, quotes
from companion.rules.commands import Conquer, Ready
from companion.rules.model import Band, Form, Game, Message
from companion.rules.offers import Offer


class Hint(Struct, frozen=True):
    """One thing that is not done yet.

    `sign` is the race, power or piece it is about, `offer` the id of an offer that does it, `regions` where.
    """

    sign: str
    message: Message
    offer: str = ""
    regions: tuple[str, ...] = ()


def hints(game: Game, found: tuple[Offer, ...]) -> tuple[Hint, ...]:
    """The hints for the seat whose turn it is, from its offers."""
    if not found or game.over or found[0].seat != game.turn.seat:
        return ()
    said: list[Hint] = []
    if game.turn.stage in STAGES:
        said += STAGES[game.turn.stage](game, found)
    # A hint may lead to an act that the core closes: for want of a token, or because a region is shielded.
    open_ = {"", *[offer.id for offer in found]}
    for band in game.bands_of(game.turn.seat):
        said += [Hint(ability.key, say, offer) for ability, say, offer in hooks.hints(game, band) if offer in open_]
    return tuple(said)


def begin_hints(game: Game, found: tuple[Offer, ...]) -> Iterator[Hint]:
    """A declined race that may conquer goes before the active one, or not at all."""
    for offer in found:
        if isinstance(offer.command, Ready):
            band = game.bands[offer.command.band]
            if band.declined:
                yield Hint(band.race, Message("hint.declined", {"race": band.race}), offer.id)


def conquer_hints(game: Game, found: tuple[Offer, ...]) -> Iterator[Hint]:
    """Ways of an ability that nobody has used; and tokens in hand, after the first conquest."""
    band = game.bands[game.turn.band]
    # Boosts turn one way to a region into several offers, and so does a piece that may be put here or there for it.
    ways: dict[str, dict[str, None]] = {}
    dice: dict[str, None] = {}
    for offer in found:
        if isinstance(offer.command, Conquer):
            way = offer.command.way.partition(":")[0]
            (dice if offer.command.die else ways.setdefault(way, {}))[offer.region] = None
    ordinary, tried = tuple(ways.pop(quotes.ORDINARY, ())), tuple(dice)
    for way, regions in ((way, tuple(found)) for way, found in ways.items()):
        yield Hint(way, Message("hint.way", {"count": len(regions), "ability": way}), regions=regions)
    if not any(attack.band == band.id for attack in game.turn.attacks):
        return
    if ordinary:
        tokens = Message("tokens", {"count": band.hand, "race": band.race})
        yield Hint(band.race, Message("hint.conquer", {"count": len(ordinary), "tokens": tokens}), regions=ordinary)
    elif tried:
        yield Hint(band.race, Message("hint.attempt", {"count": len(tried)}), regions=tried)


def redeploy_hints(game: Game, found: tuple[Offer, ...]) -> Iterator[Hint]:
    """Pieces that are not placed yet, or are where they were; and tokens that leave the map."""
    band = game.bands[game.turn.band]
    for offer in found:
        if offer.kind == "place" and offer.form:
            yield from _placing(game, band, offer, offer.form)
        elif offer.kind == "redeploy" and offer.form and offer.form.there > offer.form.total > 0:
            count = offer.form.there - offer.form.total
            tokens = Message("tokens", {"count": count, "race": band.race})
            yield Hint(band.race, Message("hint.aside", {"tokens": tokens, "count": count}))


def _placing(game: Game, band: Band, offer: Offer, form: Form) -> Iterator[Hint]:
    standing = sum(slot.start for slot in form.slots)
    room = form.room
    taken = {attack.region for attack in game.turn.attacks if attack.band == band.id and attack.won}
    if standing < room:
        yield Hint(form.what, Message("hint.place", {"count": room - standing, "piece": form.what}), offer.id)
    elif taken and not any(slot.start for slot in form.slots if slot.id in taken):
        yield Hint(form.what, Message("hint.anew", {"count": standing, "piece": form.what}), offer.id)


STAGES: dict[str, Callable[[Game, tuple[Offer, ...]], Iterator[Hint]]] = {
    "begin": begin_hints,
    "conquer": conquer_hints,
    "redeploy": redeploy_hints,
}
