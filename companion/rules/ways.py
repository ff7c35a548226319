"""Ways to conquer a region at their price: what an ability saves, what helps, what a region takes at least.

Savings of race and power always add up, and at least one token is needed in the end (base rules, Special Powers:
Important Note).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import Boost, Fight, Owner
from companion.rules.model import Line, Message, Refused, Way

Boosts = list[tuple[str, Boost]]
LEAST = "least"


def price(bill: Sequence[Line]) -> int:
    """The sum of a bill, in tokens."""
    total = 0
    for line in bill:
        total += line.amount
    return total


def below_least(bill: Sequence[Line]) -> tuple[Sequence[Line], Line | None]:
    """A bill without the item that raises it to the minimum, and that item: "least", or the ability whose rule it
    is."""
    last = bill[-1] if bill else None
    if last and last.amount > 0 and (last.key == LEAST or hooks.raises_least(last.key)):
        return bill[:-1], last
    return bill, None


def raised(way: Way, least: int) -> int:
    """The price of a way, raised to the minimum number of tokens for the region."""
    # Pieces that count for more tokens than needed do not lower the price below zero.
    return max(way.cost, least - way.bodies, 0) if way.source == "hand" else way.cost


def floored(way: Way, needed: tuple[int, str]) -> Way:
    """A way at that price."""
    least, whose = needed
    cost = raised(way, least)
    if cost == way.cost:
        return way
    return replace(way, bill=(*way.bill, Line(whose or LEAST, cost - way.cost)), cost=cost)


def whole(way: Way, ordinary: Way) -> Way:
    """A way with its whole bill: if its price is not fixed, what it saves is added to the bill of the ordinary one."""
    if way.fixed:
        return way
    return replace(way, bill=ordinary.bill + way.bill, cost=ordinary.cost + price(way.bill))


def helped(way: Way, key: str, boost: Boost, count: int) -> Way:
    """A way with this much of a boost."""
    return replace(
        way,
        bill=(*way.bill, Line(key, -count * boost.worth)),
        cost=way.cost - count * boost.worth,
        boosts={**way.boosts, key: count},
        bodies=way.bodies + count * boost.body,
        coins=way.coins + count * boost.coins,
    )


def variants(way: Way, boosts: Boosts, least: tuple[int, str]) -> list[Way]:
    """A way without help, then with whatever helps, as long as each piece of it lowers the price."""
    if way.fixed or not boosts:
        return [floored(way, least)]
    found = [way]
    for key, boost in boosts:
        for base in tuple(found):
            cost = raised(base, least[0])
            for count in range(1, boost.most + 1):
                more = helped(base, key, boost, count)
                cheaper = raised(more, least[0])
                if cheaper >= cost:
                    break
                cost = cheaper
                found.append(more)
    return [floored(each, least) for each in found]


def as_asked(attack: Fight, way: Way, wanted: dict[str, int]) -> Way:
    """A way with exactly this help, whether or not it is of use.

    Raises Refused if there is not enough of it.
    """
    boosts = dict(hooks.helping(hooks.boosts(Owner(attack.game, attack.band)), attack.region.id))
    for key, count in wanted.items():
        if way.fixed or key not in boosts or not 0 < count <= boosts[key].most:
            raise Refused(Message("refuse.no_boost", {"ability": key, "count": count}))
        way = helped(way, key, boosts[key], count)
    return floored(way, hooks.least(attack.game, attack.band))
