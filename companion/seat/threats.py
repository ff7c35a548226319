"""Which regions of a seat the others reach, and what each would really cost them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.rules.engine import quote
from companion.rules.model import Game
from companion.seat.figures import NEVER, price


class WeakRegion(Struct, frozen=True):
    """A region that others can conquer: its price for whom it is cheapest, and which seats reach it."""

    region: str
    price: int
    seats: tuple[int, ...]


def weak_regions(game: Game, seat: int) -> Iterator[WeakRegion]:
    """The regions of a seat that others reach, the cheapest first."""
    held = [region for band in game.bands_of(seat) for region in game.holdings(band.id)]
    found = []
    for region in held:
        prices = {
            other: cost
            for other, each in enumerate(game.seats)
            if other != seat and not each.left and (cost := _price(game, other, region)) is not None
        }
        if prices:
            found.append(WeakRegion(region, min(prices.values()), tuple(prices)))
    yield from sorted(found, key=lambda each: each.price)


def _price(game: Game, other: int, region: str) -> int | None:
    """What a region costs another seat, or None if it does not reach it.

    Without a race it may come with any: the region is within reach from the edge, at the price for a race like any.
    """
    if game.active(other) is None:
        cost = price(game.grounds[region], game.board.regions[region].terrain)
        return cost if region in game.board.border and cost < NEVER else None
    return min((way.cost for way in quote(game, other, region).ways), default=None)
