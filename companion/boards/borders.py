"""Borders over a net of triangles, and how they find their places.

A border is one line that two regions share point by point.  It runs from
joint to joint: where three regions meet, or where it reaches the board's
edge.  The net determines which borders there are; after that they only move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from companion.boards.mesh import Mesh, Site, Undrawable, on_rim

# All lengths are in board units.
STEP = 9.0  # between two points of a border while it moves
SHORTEST = 26.0  # no border gets shorter: people must see that two regions touch
RIM = 14.0  # room that borders leave along the board's edge, to each other and to a corner
ROUNDS = 260


class Joint:
    """A point where borders end.  A joint with a `side` only slides along it."""

    def __init__(self, at: complex, regions: tuple[str, ...], side: complex | None) -> None:
        self.at = at
        self.regions = regions
        self.side = side


class Border:
    """A line from one joint to another, between two regions or along the board's edge.

    `regions` are the two that it separates, or the one at the board's edge.
    """

    def __init__(self, regions: tuple[str, ...], start: Joint, end: Joint, inner: list[complex]) -> None:
        self.regions = regions
        self.start, self.end = start, end
        self.inner = inner

    def points(self) -> list[complex]:
        """All points of the line, both ends included."""
        return [self.start.at, *self.inner, self.end.at]


def trace(mesh: Mesh, width: int, height: int) -> list[Border]:
    """Every border of a net, through the middle of its lines from joint to joint."""
    spots: dict[tuple[int, ...], complex] = {}
    near: dict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
    for triangle in mesh.triangles:
        crossed: list[tuple[int, ...]] = []
        for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True):
            if mesh.corners[a].region != mesh.corners[b].region:
                crossed.append((min(a, b), max(a, b)))
        for key in (*crossed, triangle):
            spots[key] = sum(mesh.corners[i].at for i in key) / len(key)
        if len(crossed) == 2:
            near[crossed[0]].append(crossed[1])
            near[crossed[1]].append(crossed[0])
        for line in crossed if len(crossed) == 3 else ():
            near[line].append(triangle)
            near[triangle].append(line)
    joints = {
        key: Joint(spots[key], _regions(mesh, key), _side(spots[key], width, height))
        for key, around in near.items()
        if len(around) != 2
    }
    borders = _rim(mesh, joints, width, height)
    passed: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    for key in joints:
        for first in near[key]:
            if (key, first) in passed:
                continue
            way = [key, first]
            while way[-1] not in joints:
                way.append(next(spot for spot in near[way[-1]] if spot != way[-2]))
            passed.add((way[-1], way[-2]))
            line = next(spot for spot in way if len(spot) == 2)
            inner = [spots[spot] for spot in way[1:-1]]
            borders.append(Border(_regions(mesh, line), joints[key], joints[way[-1]], inner))
    return borders


def settle(borders: list[Border], sites: Iterable[Site], width: int, height: int) -> None:
    """Move the borders in place until each is well between its two regions.

    Three aims are weighed at every point: the same distance from both regions'
    free circles, a smooth line, and a minimum length for short borders.
    """
    by_id = {site.id: site for site in sites}
    inland = [border for border in borders if len(border.regions) == 2]
    rim = [border for border in borders if len(border.regions) == 1]
    joints = list(dict.fromkeys(joint for border in inland for joint in (border.start, border.end)))
    # The region to the left of each border never changes, so a short border cannot flip over.
    turns = [_turn(border, *(by_id[region] for region in border.regions)) for border in inland]
    for _ in range(ROUNDS):
        pulls: dict[Joint, list[complex]] = defaultdict(list)
        ease = dict.fromkeys(joints, 1.0)
        for border, turn in zip(inland, turns, strict=True):
            points = evenly(border.points(), STEP)
            one, other = (by_id[region] for region in border.regions)
            border.inner = [
                here + 0.35 * ((before + after) / 2 - here) + _balance(here, one, other)
                for before, here, after in zip(points, points[1:], points[2:], strict=False)
            ]
            ahead = turn * _across((points[0] + points[-1]) / 2, one, other)
            length = ((points[-1] - points[0]) * ahead.conjugate()).real
            short = min(SHORTEST, max(0.0, SHORTEST - length))
            push = 3 * ahead * short
            # The joints of a short border keep its length first, or it would flip over.
            for joint in (border.start, border.end):
                ease[joint] = min(ease[joint], 1 - short / SHORTEST)
            pulls[border.start].append(points[1] - points[0] - push)
            pulls[border.end].append(points[-2] - points[-1] + push)
        for joint in joints:
            around = [by_id[region] for region in joint.regions]
            pull = 0.35 * sum(pulls[joint]) / len(pulls[joint])
            pairs = [(a, b) for i, a in enumerate(around) for b in around[:i]]
            pull += ease[joint] * sum(_balance(joint.at, a, b) for a, b in pairs) / len(pairs)
            joint.at += pull if joint.side is None else _along(pull, joint.side)
        for joint in joints:
            if joint.side is None:
                joint.at = complex(_within(joint.at.real, width), _within(joint.at.imag, height))
        for stretch in rim:
            _spread(stretch)


def evenly(points: list[complex], step: float) -> list[complex]:
    """The same line with points at equal distances of about `step`, ends kept."""
    lengths = [abs(b - a) for a, b in pairwise(points)]
    total = sum(lengths)
    count = max(4, round(total / step))
    new, place, gone = [points[0]], 0, 0.0
    for part in range(1, count):
        wanted = total * part / count
        while gone + lengths[place] < wanted:
            gone += lengths[place]
            place += 1
        share = (wanted - gone) / lengths[place]
        new.append(points[place] + share * (points[place + 1] - points[place]))
    return [*new, points[-1]]


def rings(borders: Iterable[Border]) -> dict[str, list[list[complex]]]:
    """Each region's borders end to end, as lists of lines going once round it."""
    own: dict[str, list[Border]] = defaultdict(list)
    for border in borders:
        for region in border.regions:
            own[region].append(border)
    return {region: _ring(region, list(parts)) for region, parts in own.items()}


def _ring(region: str, parts: list[Border]) -> list[list[complex]]:
    first = parts.pop()
    ring, joint = [first.points()], first.end
    while joint is not first.start:
        following = next(part for part in parts if joint in (part.start, part.end))
        parts.remove(following)
        points = following.points()
        ring.append(points if following.start is joint else points[::-1])
        joint = following.end if following.start is joint else following.start
    if parts:
        raise Undrawable(f"{region} goes all round other regions: let one of them touch the board's edge")
    return ring


def _rim(mesh: Mesh, joints: dict[tuple[int, ...], Joint], width: int, height: int) -> list[Border]:
    """The board's edge, cut at its joints."""
    board = {complex(x, y) for x in (0, width) for y in (0, height)}
    lines = [line for line in mesh.rim if len(_regions(mesh, line)) == 2]
    ring = [b for _, b in mesh.rim]
    borders = []
    for (a, b), (c, d) in zip(lines, lines[1:] + lines[:1], strict=True):
        first, last = ring.index(b), ring.index(c)
        between = ring[first : last + 1] if first <= last else ring[first:] + ring[: last + 1]
        corners = [mesh.corners[i].at for i in between if mesh.corners[i].at in board]
        start, end = joints[min(a, b), max(a, b)], joints[min(c, d), max(c, d)]
        borders.append(Border((mesh.corners[b].region,), start, end, corners))
    return borders


def _regions(mesh: Mesh, key: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mesh.corners[i].region for i in key))


def _side(at: complex, width: int, height: int) -> complex | None:
    if not on_rim(at, width, height):
        return None
    return 1 + 0j if at.imag in (0, height) else 1j


def _along(pull: complex, side: complex) -> complex:
    return side * (pull * side.conjugate()).real


def _within(place: float, size: int) -> float:
    return min(max(place, RIM), size - RIM)


def _spread(stretch: Border) -> None:
    """Keep a joint on the edge clear of the next joint, or of the corner before it."""
    points = stretch.points()
    for joint, other in ((stretch.start, points[1]), (stretch.end, points[-2])):
        apart = joint.at - other
        # Two joints share the missing distance; a corner does not move.
        missing = (RIM - abs(apart)) / (1 if stretch.inner else 2)
        if missing > 0 and joint.side is not None:
            joint.at += _along(apart / (abs(apart) or 1), joint.side) * missing


def _balance(here: complex, one: Site, other: Site) -> complex:
    """A small step towards the line that is equally far from both regions."""
    to_one, free_one = _reach(here, one)
    to_other, free_other = _reach(here, other)
    far_one, far_other = abs(to_one), abs(to_other)
    gap = (far_one - free_one) - (far_other - free_other)
    way = to_one / (far_one or 1) - to_other / (far_other or 1)
    step = way / (abs(way) or 1) * min(max(0.2 * gap, -4.0), 4.0)
    # A free circle is guaranteed, so it weighs more than an even share.
    for far, free, to in ((far_one, free_one, to_one), (far_other, free_other, to_other)):
        if far < free:
            step -= to / (far or 1) * 0.3 * (free - far)
    return step


def _across(here: complex, one: Site, other: Site) -> complex:
    """The direction from one region to the other, as seen from here."""
    way = _reach(here, other)[0] - _reach(here, one)[0]
    return way / (abs(way) or 1)


def _turn(border: Border, one: Site, other: Site) -> complex:
    """The quarter turn from "across the border" to "along it", from its start to its end."""
    points = border.points()
    along = points[-1] - points[0]
    across = _across((points[0] + points[-1]) / 2, one, other)
    return 1j if (along * (1j * across).conjugate()).real >= 0 else -1j


def _reach(here: complex, site: Site) -> tuple[complex, float]:
    """The vector to the nearest point of a region's skeleton, and the free radius there."""
    best, free = site.points[0] - here, site.clear[0]
    for a, b in site.bones():
        start, bone = site.points[a], site.points[b] - site.points[a]
        share = ((here - start) * bone.conjugate()).real / (abs(bone) ** 2 or 1)
        share = min(max(share, 0.0), 1.0)
        to = start + share * bone - here
        radius = site.clear[a] + share * (site.clear[b] - site.clear[a])
        if abs(to) - radius < abs(best) - free:
            best, free = to, radius
    return best, free
