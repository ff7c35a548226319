"""A board in the making: points tapped on a photo, and what is still missing before it is a map.

A draft has what a person says: where a region is, what it is, which ones touch. Everything else (borders, shores, free
circles, outlines) is computed from that.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, product
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.boards import maps
from companion.boards.mesh import Undrawable
from companion.boards.outline import outlines
from companion.boards.sheet import ANCHOR, LAND, MOST_REGIONS, SYMBOLS, WATER, RegionSheet, Sheet, pieces_of
from companion.boards.writing import toml
from companion.rules import engine
from companion.rules.boxes.registry import BOXES
from companion.rules.model import Message
from companion.toml import LARGEST

Length = Annotated[int, Meta(ge=0, le=10_000)]
# The limits of the base box: more could not be set up.
MOUNTAINS, TRIBES = 9, 18
# On a flat map regions have fewer than six neighbours on average; more than this many is a slip of the finger.
MANY = 10
# How many crossing joins are shown: 500 joins may cross in 125,000 ways.
MANY_CROSSINGS = 20
# Four regions in a square meet at one point: diagonal ones are no neighbours, even if a finger was not exact.
WIDER = 1.02
# A free circle: this share of the way to the next centre, within these bounds, in board units.
SHARE, LEAST, WIDEST = 0.36, 6, 60


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """One region of a draft. `terrain` is "" until it is chosen; `edge`: it touches the board's edge."""

    x: Length
    y: Length
    terrain: Annotated[str, Meta(max_length=20)] = ""
    symbols: Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=5)] = ()
    tribe: bool = False
    edge: bool = False


Join = tuple[Annotated[int, Meta(ge=0, lt=MOST_REGIONS)], Annotated[int, Meta(ge=0, lt=MOST_REGIONS)]]


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A board in the making. Lengths are board units; `joins` are pairs of indexes into `spots`, the smaller first.

    `photo` is the id of the straightened photo under it, "" for none.
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
    """Something wrong with a draft, at `spots`. Unless it is a `hint`, the board cannot be used before it is fixed."""

    message: Message
    spots: tuple[int, ...] = ()
    hint: bool = False


def lacks(draft: Draft) -> list[Lack]:
    """What is missing, then what looks odd."""
    missing = [*_missing(draft)]
    found = [*missing, *_odd(draft), *(() if missing else _unfit(draft))]
    return sorted(found, key=lambda lack: lack.hint)


def proposed(draft: Draft) -> tuple[Join, ...]:
    """Likely neighbours: pairs with no third region in the circle between them (the Gabriel graph, a little wider).

    Of the 336 pairs of neighbours on the four shipped maps it finds 297, and 3 wrong ones.
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
    """The regions row by row, each row from the left. A row is half an average region high."""
    high = math.sqrt(draft.width * draft.height / max(1, len(draft.spots))) / 2
    rows: list[list[int]] = []
    for place in sorted(range(len(draft.spots)), key=lambda place: draft.spots[place].y):
        if not rows or draft.spots[place].y - draft.spots[rows[-1][0]].y > high:
            rows.append([])
        rows[-1].append(place)
    return tuple(place for row in rows for place in sorted(row, key=lambda place: draft.spots[place].x))


def at_the_rim(draft: Draft) -> tuple[int, ...]:
    """Likely edge regions: some point of the edge is nearer to them than to any other."""
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


def finished(draft: Draft, id: str) -> tuple[Sheet, str | None]:
    """The draft as a map file's facts, with outlines. Only for a draft that lacks nothing.

    If the borders cannot be drawn, each point of the board goes to the nearest centre, and a sentence says why.
    """
    plain = _facts(draft, id)
    try:
        sheet = _with(plain, outlines(plain))
        if len(toml(sheet).encode()) > LARGEST:
            raise Undrawable("The borders have more bends than a map file has room for: give it fewer regions")
    except Undrawable as error:
        return _with(plain, {region.id: _by_nearness(region, plain) for region in plain.regions}), str(error)
    return sheet, None


def _with(plain: Sheet, drawn: dict[str, tuple[tuple[int, int], ...]]) -> Sheet:
    regions = (replace(region, outline=" ".join(f"{x},{y}" for x, y in drawn[region.id])) for region in plain.regions)
    return replace(plain, regions=tuple(regions))


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
        yield Lack(Message("lack.regions"))
        return
    bare = tuple(place for place, spot in enumerate(spots) if spot.terrain not in LAND + WATER)
    if bare:
        yield Lack(Message("lack.terrain", {"count": len(bare)}), bare)
    wrong = tuple(
        place for place, spot in enumerate(spots) if len(set(spot.symbols) & set(SYMBOLS)) < len(spot.symbols)
    )
    if wrong:
        yield Lack(Message("lack.symbols"), wrong)
    off = tuple(p for p, spot in enumerate(spots) if not (0 < spot.x < draft.width and 0 < spot.y < draft.height))
    if off:
        yield Lack(Message("lack.off"), off)
    if any(not a < b < len(spots) for a, b in draft.joins) or len(set(draft.joins)) < len(draft.joins):
        yield Lack(Message("lack.joins"))
        return
    near = _near(draft)
    alone = tuple(place for place in range(len(spots)) if not near[place])
    if alone:
        yield Lack(Message("lack.neighbours", {"count": len(alone)}), alone)
    parts = pieces_of({place: frozenset(others) for place, others in near.items()})
    if not alone and len(parts) > 1:
        smallest = min(parts, key=len)
        yield Lack(Message("lack.pieces", {"count": len(parts)}), tuple(sorted(smallest)))
    rim = sum(spot.edge for spot in spots)
    if rim < 2:
        yield Lack(Message("lack.edge"))
    drowned = tuple(place for place, spot in enumerate(spots) if spot.tribe and spot.terrain in WATER)
    if drowned:
        yield Lack(Message("lack.tribe_in_water"), drowned)
    # More joins than this cannot be drawn on a plane (Euler). With fewer, some may still cross or pass through a region
    # when drawn straight, and hints show which.
    if len(draft.joins) > max(3 * len(draft.spots) - 6, 1):
        yield Lack(Message("lack.planar"))


def _odd(draft: Draft) -> Iterator[Lack]:
    near = _near(draft) if all(a < b < len(draft.spots) for a, b in draft.joins) else {}
    crossings = (
        (a, b, c, d)
        for (a, b), (c, d) in combinations(draft.joins if near else (), 2)
        if len({a, b, c, d}) == 4 and _crosses(draft, (a, b), (c, d))
    )
    for four in islice(crossings, MANY_CROSSINGS):
        yield Lack(Message("odd.crossing"), four, hint=True)
    through = (
        (a, c, b)
        for (a, b), c in product(draft.joins if near else (), range(len(draft.spots)))
        if c not in (a, b) and _passes(draft, (a, b), c)
    )
    for three in islice(through, MANY_CROSSINGS):
        yield Lack(Message("odd.through"), three, hint=True)
    many = tuple(place for place, others in near.items() if len(others) > MANY)
    if many:
        yield Lack(Message("odd.many", {"count": MANY}), many, hint=True)
    counts = Counter(spot.terrain for spot in draft.spots)
    if counts["mountain"] > MOUNTAINS:
        yield Lack(Message("odd.mountains", {"count": MOUNTAINS}), hint=True)
    if sum(spot.tribe for spot in draft.spots) > TRIBES:
        yield Lack(Message("odd.tribes", {"count": TRIBES}), hint=True)
    close = tuple(
        place
        for place, spot in enumerate(draft.spots)
        if any(_square(spot, other) < 100 for other in _others(draft, place))
    )
    if close:
        yield Lack(Message("odd.close"), close, hint=True)


def _unfit(draft: Draft) -> Iterator[Lack]:
    """Why a box for a fixed number of players could not be played on the finished board."""
    board = maps.printed(_facts(draft, "draft"))
    for box, held in BOXES.items():
        if any(draft.players in rule.players for rule in held.rules) and (why := engine.unfit((box,), board)):
            yield Lack(why, hint=True)


def _near(draft: Draft) -> dict[int, set[int]]:
    near: dict[int, set[int]] = {place: set() for place in range(len(draft.spots))}
    for a, b in draft.joins:
        near[a].add(b)
        near[b].add(a)
    return near


def _crosses(draft: Draft, one: Join, other: Join) -> bool:
    """Whether two joins cross when drawn straight."""
    a, b, c, d = (draft.spots[place] for place in (*one, *other))
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _passes(draft: Draft, join: Join, place: int) -> bool:
    """Whether a join, drawn straight, passes through the point of a third region."""
    a, b, c = (draft.spots[one] for one in (*join, place))
    within = min(a.x, b.x) <= c.x <= max(a.x, b.x) and min(a.y, b.y) <= c.y <= max(a.y, b.y)
    return within and _side(a, b, c) == 0


def _side(a: Spot, b: Spot, c: Spot) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _square(a: Spot, b: Spot) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _others(draft: Draft, *places: int) -> Iterator[Spot]:
    return (spot for place, spot in enumerate(draft.spots) if place not in places)


def _clear(draft: Draft, place: int) -> int:
    spot = draft.spots[place]
    near = math.sqrt(min((_square(spot, other) for other in _others(draft, place)), default=WIDEST**2))
    rim = min(spot.x, spot.y, draft.width - spot.x, draft.height - spot.y)
    return int(max(LEAST, min(near * SHARE, rim * 0.9, WIDEST)))


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
    """A polygon cut off where its points, measured along a direction, exceed a limit."""
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
