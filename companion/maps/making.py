"""A board in the making: points that somebody tapped on a photo, and what still lacks before it is a map.

A draft holds what a person says: where a region lies, what it is, which ones touch. Everything that follows from
that (borders, shores, free circles, outlines) is worked out here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion import maps
from companion.maps.mesh import Undrawable
from companion.maps.outline import outlines
from companion.maps.sheet import ANCHOR, LAND, MOST_REGIONS, SYMBOLS, WATER, RegionSheet, Sheet, pieces_of
from companion.rules import engine
from companion.rules.model import Say
from companion.rules.sets import SETS

Length = Annotated[int, Meta(ge=0, le=10_000)]
# What the base box has; more cannot be laid out.
MOUNTAINS, TRIBES = 9, 18
# On a flat map regions have fewer than six neighbours on the average; more than this many is a slip of the finger.
MANY = 10
# Four regions of a square meet in one point: those across it are no neighbours, also where a finger was not exact.
WIDER = 1.02
# A free circle: so much of the way to the next centre, and within these bounds, in board units.
SHARE, LEAST, LARGEST = 0.36, 6, 60


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """One region of a draft. `terrain` is "" until somebody says it; `edge`: it touches the board's edge."""

    x: Length
    y: Length
    terrain: Annotated[str, Meta(max_length=20)] = ""
    symbols: Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=5)] = ()
    tribe: bool = False
    edge: bool = False


Join = tuple[Annotated[int, Meta(ge=0, lt=MOST_REGIONS)], Annotated[int, Meta(ge=0, lt=MOST_REGIONS)]]


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A board in the making. Lengths are board units; `joins` are pairs of places in `spots`, the smaller first.

    `photo` is the id of the straightened picture it was tapped on, "" without one.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    players: Annotated[int, Meta(ge=1, le=12)] = 2
    turns: Annotated[int, Meta(ge=1, le=99)] = 10
    width: Annotated[int, Meta(ge=100, le=10_000)] = 1000
    height: Annotated[int, Meta(ge=100, le=10_000)] = 600
    photo: Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")] = ""
    spots: Annotated[tuple[Spot, ...], Meta(max_length=MOST_REGIONS)] = ()
    joins: Annotated[tuple[Join, ...], Meta(max_length=500)] = ()


class Lack(Struct, frozen=True):
    """Something about a draft. `spots` says where; without `hint` the board cannot be used before it is mended."""

    say: Say
    spots: tuple[int, ...] = ()
    hint: bool = False


def lacks(draft: Draft) -> list[Lack]:
    """What is missing first, then what looks odd."""
    missing = [*_missing(draft)]
    found = [*missing, *_odd(draft), *(() if missing else _unfit(draft))]
    return sorted(found, key=lambda lack: lack.hint)


def proposed(draft: Draft) -> tuple[Join, ...]:
    """Likely neighbours: pairs with no third region in the circle between them (the Gabriel graph, a little wider).

    Of the 336 pairs of neighbours on the four shipped maps it finds 297, and 3 that are none.
    """
    spots = draft.spots
    return tuple(
        (a, b)
        for a, b in combinations(range(len(spots)), 2)
        if all(
            _square(spots[a], other) + _square(spots[b], other) > WIDER * _square(spots[a], spots[b])
            for other in _others(draft, a, b)
        )
    )


def in_reading_order(draft: Draft) -> tuple[int, ...]:
    """The regions row by row, each row from the left. A row is as high as half a region of the average size."""
    high = math.sqrt(draft.width * draft.height / max(1, len(draft.spots))) / 2
    rows: list[list[int]] = []
    for place in sorted(range(len(draft.spots)), key=lambda place: draft.spots[place].y):
        if not rows or draft.spots[place].y - draft.spots[rows[-1][0]].y > high:
            rows.append([])
        rows[-1].append(place)
    return tuple(place for row in rows for place in sorted(row, key=lambda place: draft.spots[place].x))


def at_the_rim(draft: Draft) -> tuple[int, ...]:
    """Likely regions of the edge: a point of the edge is nearer to them than to any other."""
    width, height, steps = draft.width, draft.height, 200
    rim = [
        Spot(x, y)
        for step in range(steps)
        for x, y in (
            (width * step // steps, 0),
            (width * step // steps, height),
            (0, height * step // steps),
            (width, height * step // steps),
        )
    ]
    nearest = {min(range(len(draft.spots)), key=lambda a: _square(draft.spots[a], at)) for at in rim if draft.spots}
    return tuple(sorted(nearest))


def sheet(draft: Draft, id: str) -> Sheet:
    """The draft as a map file's facts, outlines and all. Only for a draft that lacks nothing.

    Where the borders cannot be drawn, which the sentence of `undrawn` explains, each place is its nearest centre's.
    """
    plain = _facts(draft, id)
    try:
        drawn = outlines(plain)
    except Undrawable:
        drawn = {region.id: _by_nearness(region, plain) for region in plain.regions}
    regions = (replace(region, outline=" ".join(f"{x},{y}" for x, y in drawn[region.id])) for region in plain.regions)
    return replace(plain, regions=tuple(regions))


def undrawn(draft: Draft) -> str | None:
    """Why the borders of a draft that lacks nothing cannot be drawn, None when they can."""
    try:
        outlines(_facts(draft, "draft"))
    except Undrawable as error:
        return str(error)
    return None


def _facts(draft: Draft, id: str) -> Sheet:
    names = [f"r{place + 1:02}" for place in range(len(draft.spots))]
    near = _near(draft)
    at_sea = {place for place, spot in enumerate(draft.spots) if spot.terrain == "sea" and spot.edge}
    wet = {place for place, spot in enumerate(draft.spots) if spot.terrain in WATER}
    anchored = {place for place, spot in enumerate(draft.spots) if ANCHOR in spot.symbols}
    regions = tuple(
        RegionSheet(
            id=names[place],
            terrain=spot.terrain,
            adjacent=tuple(names[other] for other in sorted(near[place])),
            centre=(spot.x, spot.y),
            clear=_clear(draft, place),
            symbols=spot.symbols,
            lost_tribe=spot.tribe,
            border=place in anchored if anchored else spot.edge or bool(near[place] & at_sea),
            edge=spot.edge,
            coastal=spot.terrain in LAND and bool(near[place] & wet),
        )
        for place, spot in enumerate(draft.spots)
    )
    return Sheet(id, draft.name, draft.players, draft.turns, draft.width, draft.height, regions)


def _missing(draft: Draft) -> Iterator[Lack]:
    spots = draft.spots
    if len(spots) < 2:
        yield Lack(Say("lack.regions"))
        return
    bare = tuple(place for place, spot in enumerate(spots) if spot.terrain not in LAND + WATER)
    if bare:
        yield Lack(Say("lack.terrain", {"count": len(bare)}), bare)
    wrong = tuple(
        place for place, spot in enumerate(spots) if len(set(spot.symbols) & set(SYMBOLS)) < len(spot.symbols)
    )
    if wrong:
        yield Lack(Say("lack.symbols"), wrong)
    off = tuple(p for p, spot in enumerate(spots) if not (0 < spot.x < draft.width and 0 < spot.y < draft.height))
    if off:
        yield Lack(Say("lack.off"), off)
    if any(not a < b < len(spots) for a, b in draft.joins) or len(set(draft.joins)) < len(draft.joins):
        yield Lack(Say("lack.joins"))
        return
    near = _near(draft)
    alone = tuple(place for place in range(len(spots)) if not near[place])
    if alone:
        yield Lack(Say("lack.neighbours", {"count": len(alone)}), alone)
    parts = pieces_of({place: frozenset(others) for place, others in near.items()})
    if not alone and len(parts) > 1:
        smallest = min(parts, key=len)
        yield Lack(Say("lack.pieces", {"count": len(parts)}), tuple(sorted(smallest)))
    rim = sum(spot.edge for spot in spots)
    if rim < 2:
        yield Lack(Say("lack.edge"))
    drowned = tuple(place for place, spot in enumerate(spots) if spot.tribe and spot.terrain in WATER)
    if drowned:
        yield Lack(Say("lack.tribe_in_water"), drowned)
    knot = _knot(draft)
    if knot is not None:
        yield Lack(Say("lack.planar"), knot)


def _odd(draft: Draft) -> Iterator[Lack]:
    near = _near(draft) if all(a < b < len(draft.spots) for a, b in draft.joins) else {}
    for (a, b), (c, d) in combinations(draft.joins if near else (), 2):
        if len({a, b, c, d}) == 4 and _crosses(draft, (a, b), (c, d)):
            yield Lack(Say("odd.crossing"), (a, b, c, d), hint=True)
    many = tuple(place for place, others in near.items() if len(others) > MANY)
    if many:
        yield Lack(Say("odd.many", {"count": MANY}), many, hint=True)
    counts = Counter(spot.terrain for spot in draft.spots)
    if counts["mountain"] > MOUNTAINS:
        yield Lack(Say("odd.mountains", {"count": MOUNTAINS}), hint=True)
    if sum(spot.tribe for spot in draft.spots) > TRIBES:
        yield Lack(Say("odd.tribes", {"count": TRIBES}), hint=True)
    close = tuple(
        place
        for place, spot in enumerate(draft.spots)
        if any(_square(spot, other) < 100 for other in _others(draft, place))
    )
    if close:
        yield Lack(Say("odd.close"), close, hint=True)


def _unfit(draft: Draft) -> Iterator[Lack]:
    """Why a box that is for just so many players could not be played on the finished board."""
    board = maps.printed(_facts(draft, "draft"))
    for box, held in SETS.items():
        if any(draft.players in rule.players for rule in held.rules) and (why := engine.unfit((box,), board)):
            yield Lack(why, hint=True)


def _near(draft: Draft) -> dict[int, set[int]]:
    near: dict[int, set[int]] = {place: set() for place in range(len(draft.spots))}
    for a, b in draft.joins:
        near[a].add(b)
        near[b].add(a)
    return near


def _knot(draft: Draft) -> tuple[int, ...] | None:
    """Regions that cannot lie in a plane with these neighbours, however their joins bend; None when all can.

    They are the five or six that hang together in one of Kuratowski's two ways; () where there are just too many joins.
    """
    if len(draft.joins) > max(3 * len(draft.spots) - 6, 1):
        return ()
    import networkx  # Takes its time, and is wanted by the maker alone.

    flat, knot = networkx.check_planarity(networkx.Graph(draft.joins), counterexample=True)
    return None if flat else tuple(sorted(place for place, joins in knot.degree() if joins > 2))


def _crosses(draft: Draft, one: Join, other: Join) -> bool:
    """Whether two joins cross when they are drawn straight."""
    a, b, c, d = (draft.spots[place] for place in (*one, *other))
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Spot, b: Spot, c: Spot) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _square(a: Spot, b: Spot) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _others(draft: Draft, *places: int) -> Iterator[Spot]:
    return (spot for place, spot in enumerate(draft.spots) if place not in places)


def _clear(draft: Draft, place: int) -> int:
    spot = draft.spots[place]
    near = math.sqrt(min((_square(spot, other) for other in _others(draft, place)), default=LARGEST**2))
    rim = min(spot.x, spot.y, draft.width - spot.x, draft.height - spot.y)
    return int(max(LEAST, min(near * SHARE, rim * 0.9, LARGEST)))


def _by_nearness(region: RegionSheet, plain: Sheet) -> tuple[tuple[int, int], ...]:
    """The part of the board that is nearer to a region's centre than to any other's, clockwise."""
    x, y = region.centre
    right, low = float(plain.width), float(plain.height)
    cell = [(0.0, 0.0), (right, 0.0), (right, low), (0.0, low)]
    for other in plain.regions:
        if other.centre != region.centre:
            to_x, to_y = other.centre[0] - x, other.centre[1] - y
            cell = _cut(cell, (to_x, to_y), x * to_x + y * to_y + (to_x**2 + to_y**2) / 2)
    return tuple(dict.fromkeys((round(a), round(b)) for a, b in cell))


def _cut(cell: list[tuple[float, float]], way: tuple[int, int], limit: float) -> list[tuple[float, float]]:
    """What is left of a polygon where its points, measured along a way, stay within a limit."""
    kept: list[tuple[float, float]] = []
    for at, to in zip(cell, [*cell[1:], cell[0]], strict=True):
        here = at[0] * way[0] + at[1] * way[1] - limit
        there = to[0] * way[0] + to[1] * way[1] - limit
        if here <= 0:
            kept.append(at)
        if here * there < 0:
            share = here / (here - there)
            kept.append((at[0] + share * (to[0] - at[0]), at[1] + share * (to[1] - at[1])))
    return kept
