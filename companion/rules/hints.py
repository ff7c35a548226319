"""What a player could still do and usually wants: hints that stand beside the end of a stage and never block.

What follows from the offers alone is said here for every race and power; the rest an ability says itself (`hints`).
No purse is looked at: everybody may read the hints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.rules import conquest, hooks
from companion.rules.commands import Conquer, Ready
from companion.rules.model import Band, Form, Game, Say
from companion.rules.offers import Offer


class Hint(Struct, frozen=True):
    """One thing not done yet.

    `sign` is the race, power or piece it is about, `offer` the id of an offer that would do it, `regions` where.
    """

    sign: str
    say: Say
    offer: str = ""
    regions: tuple[str, ...] = ()


def hints(game: Game, found: tuple[Offer, ...]) -> tuple[Hint, ...]:
    """The hints for the seat whose turn it is, of whose offers these are the list."""
    if not found or game.over or found[0].seat != game.turn.seat:
        return ()
    said: list[Hint] = []
    if game.turn.stage in STAGES:
        said += STAGES[game.turn.stage](game, found)
    for band in game.bands_of(game.turn.seat):
        said += [Hint(ability.key, say, offer) for ability, say, offer in hooks.hints(game, band)]
    return tuple(said)


def begin_hints(game: Game, found: tuple[Offer, ...]) -> Iterator[Hint]:
    """A race in decline that may conquer goes before the active one, or not at all."""
    for offer in found:
        if isinstance(offer.command, Ready):
            band = game.bands[offer.command.band]
            if band.declined:
                yield Hint(band.race, Say("hint.declined", {"race": band.race}), offer.id)


def conquer_hints(game: Game, found: tuple[Offer, ...]) -> Iterator[Hint]:
    """Ways of an ability that nobody has used; and tokens in hand, once the first conquest is made."""
    band = game.bands[game.turn.band]
    # What helps in a conquest makes several offers of one way to one region.
    ways: dict[str, dict[str, None]] = {}
    dice: dict[str, None] = {}
    for offer in found:
        if isinstance(offer.command, Conquer):
            (dice if offer.command.die else ways.setdefault(offer.command.way, {}))[offer.region] = None
    ordinary, tried = tuple(ways.pop(conquest.ORDINARY, ())), tuple(dice)
    for way, regions in ((way, tuple(found)) for way, found in ways.items()):
        yield Hint(way, Say("hint.way", {"count": len(regions), "ability": way}), regions=regions)
    if not any(attack.band == band.id for attack in game.turn.attacks):
        return
    if ordinary:
        tokens = Say("tokens", {"count": band.hand, "race": band.race})
        yield Hint(band.race, Say("hint.conquer", {"count": len(ordinary), "tokens": tokens}), regions=ordinary)
    elif tried:
        yield Hint(band.race, Say("hint.attempt", {"count": len(tried)}), regions=tried)


def redeploy_hints(game: Game, found: tuple[Offer, ...]) -> Iterator[Hint]:
    """Pieces that do not stand yet, or stand where they stood; and tokens that come off the map."""
    band = game.bands[game.turn.band]
    for offer in found:
        if offer.kind == "place" and offer.form:
            yield from _placing(game, band, offer, offer.form)
        elif offer.kind == "redeploy" and offer.form and offer.form.there > offer.form.total > 0:
            tokens = Say("tokens", {"count": offer.form.there - offer.form.total, "race": band.race})
            yield Hint(band.race, Say("hint.aside", {"tokens": tokens}))


def _placing(game: Game, band: Band, offer: Offer, form: Form) -> Iterator[Hint]:
    standing = sum(slot.start for slot in form.slots)
    room = min(form.total, form.there, sum(slot.most for slot in form.slots))
    taken = {attack.region for attack in game.turn.attacks if attack.band == band.id and attack.won}
    if standing < room:
        yield Hint(form.what, Say("hint.place", {"count": room - standing, "piece": form.what}), offer.id)
    elif taken and not any(slot.start for slot in form.slots if slot.id in taken):
        yield Hint(form.what, Say("hint.anew", {"count": standing, "piece": form.what}), offer.id)


STAGES: dict[str, Callable[[Game, tuple[Offer, ...]], Iterator[Hint]]] = {
    "begin": begin_hints,
    "conquer": conquer_hints,
    "redeploy": redeploy_hints,
}
