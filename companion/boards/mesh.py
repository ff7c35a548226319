"""A net of triangles over the board, drawn from a map's facts, which shows which regions are next to each other.

Points are complex numbers in board units, x to the right and y downwards.
The net's corners are the regions' centres, their way points, and points on
the board's edge.  A net line joins two corners of one region or of two
neighbours, never of any other two.  So a border drawn across the net, through
the middle of every line between two regions, separates neighbours only.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

# How much of the edge, to either side, an edge region reserves for itself, in board units.
FOOT = 20.0


class Site(Struct, frozen=True):
    """One region as the generator sees it.

    `points`: its centre, then its way points.  `clear`: the free radius round
    each of them.  `edge`: it touches the board's edge.
    """

    id: str
    points: tuple[complex, ...]
    clear: tuple[float, ...]
    edge: bool
    adjacent: frozenset[str]

    def bones(self) -> Iterator[tuple[int, int]]:
        """The index of each way point, with that of the nearest point before it."""
        for place in range(1, len(self.points)):
            here = self.points[place]
            yield place, min(range(place), key=lambda other: abs(self.points[other] - here))


def planted(site: Site, width: int, height: int) -> Site:
    """The same site; an edge region gets a point on the edge, next to its nearest point."""
    if not site.edge or any(on_rim(at, width, height) for at in site.points):
        return site
    feet = [_foot(at, width, height) for at in site.points]
    near = min(range(len(feet)), key=lambda place: abs(feet[place] - site.points[place]))
    return replace(site, points=(*site.points, feet[near]), clear=(*site.clear, min(FOOT, site.clear[near])))


class Corner(NamedTuple):
    """A corner of the net: where it is, and whose it is."""

    at: complex
    region: str


class Mesh(NamedTuple):
    """The finished net: its corners, its triangles, and its lines on the edge.

    Triangles and lines name corners by their index in `corners`.
    """

    corners: tuple[Corner, ...]
    triangles: tuple[tuple[int, int, int], ...]
    rim: tuple[tuple[int, int], ...]


class Undrawable(Exception):
    """The facts and points do not make a flat map; the text says what to move."""


def weave(sites: Iterable[Site], width: int, height: int) -> Mesh:
    """The net over a board of this size; raises `Undrawable` if there is none."""
    return _Loom(tuple(sites), width, height).weave()


def along(point: complex, width: int, height: int) -> float:
    """The distance of a point on the edge from the top left corner, clockwise."""
    x, y = point.real, point.imag
    if y == 0:
        return x
    if x == width:
        return width + y
    if y == height:
        return 2 * width + height - x
    return 2 * (width + height) - y


def on_rim(point: complex, width: int, height: int) -> bool:
    """Whether a point is on the board's edge."""
    return point.real in (0, width) or point.imag in (0, height)


class _Loom:
    """The net in the making: the shortest allowed line first, and none may cross."""

    def __init__(self, sites: tuple[Site, ...], width: int, height: int) -> None:
        self.sites = {site.id: site for site in sites}
        self.width, self.height = width, height
        self.corners: list[Corner] = []
        self.lines: list[tuple[int, int]] = []
        self.joined: list[set[int]] = []
        self.bones: list[tuple[int, int]] = []
        for site in sites:
            first = len(self.corners)
            for point in site.points:
                self._corner(point, site.id)
            self.bones += [(first + a, first + b) for a, b in site.bones()]

    def weave(self) -> Mesh:
        rim = self._rim()
        for a, b in self.bones:
            self._must(a, b)
        for one, other in self._neighbours():
            if not any(self._join(a, b) for a, b in self._between(one, other)):
                raise Undrawable(
                    f"No line from {one} to its neighbour {other} is free: move a centre, "
                    "or give one of the two a way point on the way"
                )
        for a, b in self._shortest(combinations(range(len(self.corners)), 2)):
            self._join(a, b)
        return Mesh(tuple(self.corners), tuple(self._triangles(rim)), tuple(rim))

    def _corner(self, at: complex, region: str) -> int:
        self.corners.append(Corner(at, region))
        self.joined.append(set())
        return len(self.corners) - 1

    def _rim(self) -> list[tuple[int, int]]:
        """Join the points on the edge into a ring, and assign the board's four corners."""
        feet = [i for i, corner in enumerate(self.corners) if self._on_rim(corner.at)]
        if len({self.corners[i].region for i in feet}) < 2:
            raise Undrawable("At least two regions have to touch the board's edge")
        whole = 2 * (self.width + self.height)
        for x, y in ((0, 0), (self.width, 0), (self.width, self.height), (0, self.height)):
            at = complex(x, y)
            if not any(self.corners[i].at == at for i in feet):
                nearest = min(feet, key=lambda i: self._round(at, self.corners[i].at, whole))
                self._corner(at, self.corners[nearest].region)
        ring = [i for i, corner in enumerate(self.corners) if self._on_rim(corner.at)]
        ring.sort(key=lambda i: self._along(self.corners[i].at))
        rim = list(zip(ring, ring[1:] + ring[:1], strict=True))
        for a, b in rim:
            one, other = self.corners[a].region, self.corners[b].region
            if one != other and other not in self.sites[one].adjacent:
                raise Undrawable(
                    f"{one} and {other} follow each other on the board's edge and are no "
                    "neighbours: move a centre, or put a way point on the edge"
                )
            self._must(a, b)
        return rim

    def _on_rim(self, at: complex) -> bool:
        return on_rim(at, self.width, self.height)

    def _along(self, at: complex) -> float:
        return along(at, self.width, self.height)

    def _round(self, one: complex, other: complex, whole: float) -> float:
        apart = abs(self._along(one) - self._along(other))
        return min(apart, whole - apart)

    def _neighbours(self) -> list[tuple[str, str]]:
        """Every pair of neighbours, the nearest first."""
        pairs = [(a, b) for a, b in combinations(self.sites, 2) if b in self.sites[a].adjacent]
        return sorted(pairs, key=lambda pair: self._length(self._between(*pair)[0]))

    def _between(self, one: str, other: str) -> list[tuple[int, int]]:
        """All lines from one region to another, the shortest first."""
        mine = [i for i, corner in enumerate(self.corners) if corner.region == one]
        theirs = [i for i, corner in enumerate(self.corners) if corner.region == other]
        return self._shortest((a, b) for a in mine for b in theirs)

    def _shortest(self, lines: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return sorted(lines, key=self._length)

    def _length(self, line: tuple[int, int]) -> float:
        return abs(self.corners[line[0]].at - self.corners[line[1]].at)

    def _must(self, a: int, b: int) -> None:
        if not self._join(a, b):
            one, other = self.corners[a], self.corners[b]
            raise Undrawable(
                f"The line from {one.region} at {_place(one.at)} to {other.region} at "
                f"{_place(other.at)} crosses another: move a way point"
            )

    def _join(self, a: int, b: int) -> bool:
        """Draw a line if it is allowed and free; returns whether it is there now."""
        if b in self.joined[a]:
            return True
        one, other = self.corners[a], self.corners[b]
        if one.region != other.region and other.region not in self.sites[one.region].adjacent:
            return False
        ends = (a, b)
        if any(lies_on(c.at, one.at, other.at) for i, c in enumerate(self.corners) if i not in ends):
            return False
        for c, d in self.lines:
            if {c, d}.isdisjoint(ends) and crosses(one.at, other.at, self.corners[c].at, self.corners[d].at):
                return False
        self.lines.append(ends)
        self.joined[a].add(b)
        self.joined[b].add(a)
        return True

    def _triangles(self, rim: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
        """The net's meshes; raises `Undrawable` for one with more than three corners."""
        turned = {
            here: sorted(near, key=lambda other: _angle(self.corners[here].at, self.corners[other].at))
            for here, near in enumerate(self.joined)
        }
        done = {(b, a) for a, b in rim}
        for a, b in [*self.lines, *((b, a) for a, b in self.lines)]:
            mesh: list[int] = []
            while (a, b) not in done:
                done.add((a, b))
                mesh.append(a)
                near = turned[b]
                a, b = b, near[near.index(a) - 1]
            if not mesh:
                continue
            if len(mesh) != 3:
                names = ", ".join(sorted({self.corners[i].region for i in mesh}))
                raise Undrawable(
                    f"It is not clear which of {names} touch: move a centre, add a way point, "
                    "or make two of them neighbours"
                )
            yield mesh[0], mesh[1], mesh[2]


def _foot(at: complex, width: int, height: int) -> complex:
    """The nearest point of the board's edge."""
    x, y = at.real, at.imag
    return min(complex(x, 0), complex(width, y), complex(x, height), complex(0, y), key=lambda foot: abs(foot - at))


def _place(at: complex) -> str:
    return f"({at.real:.0f}, {at.imag:.0f})"


def _angle(here: complex, there: complex) -> float:
    return phase(there - here)


def _side(a: complex, b: complex, c: complex) -> float:
    """Positive where c lies to one side of the line from a to b, negative on the other."""
    return (b.real - a.real) * (c.imag - a.imag) - (b.imag - a.imag) * (c.real - a.real)


def crosses(a: complex, b: complex, c: complex, d: complex) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def lies_on(point: complex, a: complex, b: complex) -> bool:
    if _side(a, b, point) != 0:
        return False
    return min(a.real, b.real) <= point.real <= max(a.real, b.real) and min(a.imag, b.imag) <= point.imag <= max(
        a.imag, b.imag
    )
