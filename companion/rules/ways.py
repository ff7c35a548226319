"""Ways to conquer a region at their price: what an ability saves, what helps, what a region takes at least.

Savings of race and power always cumulate, and at least one token is needed in the end (base rules, Special Powers:
Important Note).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import Boost, Fight, Me
from companion.rules.model import Line, Refused, Say, Way

Boosts = list[tuple[str, Boost]]


def price(bill: Sequence[Line]) -> int:
    """The sum of a bill, in tokens."""
    return sum([line.amount for line in bill])


def floored(attack: Fight, way: Way) -> Way:
    """A way at its price, raised to the tokens that a region takes at least, whatever was saved."""
    if way.source != "hand":
        return way
    least, whose = hooks.least(attack.game, attack.band)
    # Pieces that stand for more tokens than it takes make nothing cheaper than nothing.
    lacking = max(0, least - way.bodies) - way.cost
    if lacking <= 0:
        return way
    line = Line(whose, lacking) if whose else Line("least", lacking)
    return replace(way, bill=(*way.bill, line), cost=way.cost + lacking)


def whole(way: Way, ordinary: tuple[Line, ...]) -> Way:
    """A way with its whole bill: one whose price is not fixed adds what it saves to the ordinary one."""
    if way.fixed or not ordinary:
        return way
    bill = ordinary + way.bill
    return replace(way, bill=bill, cost=price(bill))


def helped(way: Way, key: str, boost: Boost, count: int) -> Way:
    """A way with so much of a boost."""
    return replace(
        way,
        bill=(*way.bill, Line(key, -count * boost.worth)),
        cost=way.cost - count * boost.worth,
        boosts={**way.boosts, key: count},
        bodies=way.bodies + count * boost.body,
        coins=way.coins + count * boost.coins,
    )


def variants(attack: Fight, way: Way, boosts: Boosts) -> list[Way]:
    """A way without help, then with whatever helps, as long as each piece of it takes something off the price."""
    found = [way]
    if not way.fixed:
        for key, boost in boosts:
            for base in tuple(found):
                cost = floored(attack, base).cost
                for count in range(1, boost.most + 1):
                    more = helped(base, key, boost, count)
                    cheaper = floored(attack, more).cost
                    if cheaper >= cost:
                        break
                    cost = cheaper
                    found.append(more)
    return [floored(attack, each) for each in found]


def as_asked(attack: Fight, way: Way, wanted: dict[str, int]) -> Way:
    """A way with just this help, whether or not it is of use.

    Raises Refused where there is not so much of it.
    """
    boosts = dict(hooks.helping(hooks.boosts(Me(attack.game, attack.band)), attack.region.id))
    for key, count in wanted.items():
        if way.fixed or key not in boosts or not 0 < count <= boosts[key].most:
            raise Refused(Say("refuse.no_boost", {"ability": key, "count": count}))
        way = helped(way, key, boosts[key], count)
    return floored(attack, way)
