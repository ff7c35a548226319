"""Draws the outlines of a map from its centres, way points and neighbours.

`python -m companion.boards.outline base-3` writes them into that map's file;
a path to another map file works too.  The same facts give the same lines.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import cos, floor, pi
from pathlib import Path
from random import Random

from companion.boards.borders import Border, evenly, rings, settle, trace
from companion.boards.maps import FOLDER, MapError, Outline, inside
from companion.boards.mesh import Site, Undrawable, crosses, lies_on, on_rim, planted, weave
from companion.boards.sheet import RegionSheet, Sheet, read

# All lengths are in board units.
FINE = 6.0  # between two points of a border, before those on straight stretches are dropped
STRAIGHT = 0.6  # a point this near to the line past it is dropped
MARGIN = 45.0  # within this distance of the board's edge the hand grows steady
LONGEST = 40_000.0  # of all borders together: each point takes time to draw; 99 regions on 2000 x 2000 have 34,000
SQUARE = 32  # borders are only compared with what is in the same square of this side
# The unsteady hand: the length of each wave, and its amplitude. The slopes of all waves together stay below 1, so that
# the board is only stretched like cloth and no two borders cross.
WAVES = ((160.0, 3.2), (90.0, 2.4), (52.0, 1.5), (31.0, 0.7))

# An outline as somebody wrote it, with any kind of quotes.
_OLD = r"""(?ms)^[ \t]*outline[ \t]*=[ \t]*(\"{3}|'{3}|"|').*?\1[^\n]*\n?"""

Hand = Callable[[complex], complex]


def outlines(sheet: Sheet) -> dict[str, Outline]:
    """Every region's outline, clockwise; raises `Undrawable` if the facts make no flat map.

    Together they cover the board.  Two of them share a line exactly where their
    regions are neighbours, and each leaves its centre's circle free.
    """
    width, height = sheet.width, sheet.height
    sites = [planted(_site(region), width, height) for region in sheet.regions]
    borders = trace(weave(sites, width, height), width, height)
    if _length(borders) > LONGEST:
        raise Undrawable("The borders are too long to be drawn: make the board smaller, or give it fewer regions")
    settle(borders, sites, width, height)
    _ink(borders, _hand(sheet))
    _refuse_tangles(borders, sheet)
    drawn = {region: _outline(lines) for region, lines in rings(borders).items()}
    for region in sheet.regions:
        if region.id not in drawn:
            raise Undrawable(
                f"{region.id} lies all inside {region.adjacent[0]}: let it touch the board's edge or another region"
            )
        _refuse_crowding(region, drawn[region.id])
    return {region.id: drawn[region.id] for region in sheet.regions}


def written(text: str, drawn: dict[str, Outline]) -> str:
    """A map file's text with these outlines instead of its own, everything else unchanged.

    Raises `Undrawable` if the text does not give each region lines of its own.
    """
    head, *tables = re.split(r"(?m)^(?=\[\[region\]\])", text)
    if len(tables) != len(drawn):
        raise Undrawable("Outlines have no place to go: begin every region with a line that says [[region]]")
    blocks = []
    for table, outline in zip(tables, drawn.values(), strict=True):
        rest = re.sub(_OLD, "", table).rstrip("\n")
        blocks.append(f'{rest}\noutline = """\n{_lines(outline)}\n"""\n')
    return head + "\n".join(blocks)


def main(arguments: list[str]) -> int:
    """Draw each map named, by id or path; returns 0 if all went well."""
    if not arguments:
        sys.stderr.write("Name a map, like base-3, or the path of a map file.\n")
        return 2
    for argument in arguments:
        path = Path(argument) if argument.endswith(".toml") else FOLDER / f"{argument}.toml"
        try:
            sheet = read(path)
            text = written(path.read_text(encoding="utf-8"), outlines(sheet))
        except MapError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        except Undrawable as error:
            sys.stderr.write(f"{path.name}: {error}.\n")
            return 1
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.name}: {len(sheet.regions)} outlines drawn.\n")
    return 0


def _length(borders: list[Border]) -> float:
    """The total length of all borders between regions."""
    inland = (border.points() for border in borders if len(border.regions) == 2)
    return sum(abs(b - a) for points in inland for a, b in pairwise(points))


def _site(region: RegionSheet) -> Site:
    ways = [(*region.centre, region.clear), *region.via]
    return Site(
        region.id,
        tuple(complex(x, y) for x, y, _ in ways),
        tuple(float(clear) for _, _, clear in ways),
        region.edge,
        frozenset(region.adjacent),
    )


def _hand(sheet: Sheet) -> Hand:
    """A gentle stretching of the whole board that keeps its four sides straight."""
    chance = Random(sheet.id)  # noqa: S311  the same map always gets the same lines
    waves = []
    for length, stray in WAVES:
        for way in (1 + 0j, 1j):
            turn = complex(chance.uniform(-1, 1), chance.uniform(-1, 1))
            waves.append((2 * pi / length * turn / abs(turn), chance.uniform(0, 2 * pi), stray * way))

    def steady(place: float, size: int) -> float:
        return min(1.0, place / MARGIN, (size - place) / MARGIN)

    def hand(at: complex) -> complex:
        shift = sum(stray * cos((wave * at.conjugate()).real + phase) for wave, phase, stray in waves)
        return at + complex(shift.real * steady(at.real, sheet.width), shift.imag * steady(at.imag, sheet.height))

    return hand


def _ink(borders: list[Border], hand: Hand) -> None:
    """Draw the borders with this hand, on whole numbers and with no more points than needed."""
    for border in borders:
        if len(border.regions) == 2:
            line = _plain([hand(at) for at in evenly(border.points(), FINE)])
            border.inner = [_whole(at) for at in line[1:-1]]
    for joint in {joint for border in borders for joint in (border.start, border.end)}:
        joint.at = _whole(hand(joint.at))


def _whole(at: complex) -> complex:
    return complex(round(at.real), round(at.imag))


def _plain(line: list[complex]) -> list[complex]:
    """The line without points that are on a straight stretch of it."""
    start, along = line[0], line[-1] - line[0]
    strays = [abs(((at - start) * along.conjugate()).imag) / (abs(along) or 1) for at in line[1:-1]]
    if not strays or max(strays) < STRAIGHT:
        return [line[0], line[-1]]
    far = strays.index(max(strays)) + 1
    return _plain(line[: far + 1]) + _plain(line[far:])[1:]


def _outline(lines: list[list[complex]]) -> Outline:
    """One closed, clockwise line from the lines round a region."""
    points = [at for line in lines for at in line[:-1]]
    area = sum((a.conjugate() * b).imag for a, b in pairwise([*points, points[0]]))
    # With y running downwards, a positive area is a clockwise one.
    if area < 0:
        points.reverse()
    return tuple((int(at.real), int(at.imag)) for at in points)


def _refuse_tangles(borders: list[Border], sheet: Sheet) -> None:
    """Refuse lines that meet anywhere but at a joint."""
    counts = Counter(at for border in borders for at in border.inner)
    counts.update({joint: joint.at for border in borders for joint in (border.start, border.end)}.values())
    squares: dict[tuple[int, int], list[tuple[Border, complex, complex]]] = defaultdict(list)
    for border in borders:
        inland = len(border.regions) == 2
        for at in border.inner:
            if counts[at] > 1 or (inland and on_rim(at, sheet.width, sheet.height)):
                raise _tangle(border, border)
        for a, b in pairwise(border.points()):
            for square in _squares(a, b):
                squares[square].append((border, a, b))
    for parts in squares.values():
        for (one, a, b), (other, c, d) in combinations(parts, 2):
            apart = {a, b} ^ {c, d}
            if crosses(a, b, c, d) or any(
                at in apart and lies_on(at, *line) for at, line in ((a, (c, d)), (b, (c, d)), (c, (a, b)), (d, (a, b)))
            ):
                raise _tangle(one, other)


def _squares(a: complex, b: complex) -> Iterator[tuple[int, int]]:
    """The squares of the board that a line's bounding box touches."""
    left, right = sorted((floor(a.real / SQUARE), floor(b.real / SQUARE)))
    top, bottom = sorted((floor(a.imag / SQUARE), floor(b.imag / SQUARE)))
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def _tangle(one: Border, other: Border) -> Undrawable:
    names = ", ".join(sorted({*one.regions, *other.regions}))
    return Undrawable(f"The borders of {names} run into each other: move a centre or add a way point there")


def _refuse_crowding(region: RegionSheet, outline: Outline) -> None:
    """Refuse an outline that crosses the circle round its region's centre, or does not enclose it."""
    centre = complex(*region.centre)
    points = [complex(x, y) for x, y in outline]
    free = min(_distance(centre, a, b) for a, b in pairwise([*points, points[0]]))
    kept = floor(free) if inside(region.centre, outline) else 0
    if kept < region.clear:
        raise Undrawable(
            f"{region.id} keeps {kept} of its {region.clear} units clear: "
            "move its centre or a neighbour's, or set clear lower"
        )


def _distance(at: complex, a: complex, b: complex) -> float:
    share = ((at - a) * (b - a).conjugate()).real / (abs(b - a) ** 2)
    return abs(a + min(max(share, 0.0), 1.0) * (b - a) - at)


def _lines(outline: Outline) -> str:
    """Points as text, ten to a line."""
    words = [f"{x},{y}" for x, y in outline]
    return "\n".join(" ".join(words[first : first + 10]) for first in range(0, len(words), 10))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
