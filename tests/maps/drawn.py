"""What is wrong with a drawn map, measured with shapely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import isclose

from shapely import LineString, Point, Polygon, box, unary_union

from companion.boards.maps import Outline

SHORTEST = 8
"""Two regions that touch share a line of so many board units at least."""


def shared(one: Polygon, other: Polygon) -> float:
    """How long the line is that two outlines have in common."""
    return float(one.exterior.intersection(other.exterior).length)


def faults(
    width: int,
    height: int,
    outlines: Mapping[str, Outline],
    adjacent: Mapping[str, tuple[str, ...]],
    circles: Mapping[str, tuple[int, int, int]],
    edge: frozenset[str],
) -> Iterator[str]:
    """Everything about these outlines that the facts do not say, in words for whoever reads a failed test.

    `circles` are the centre and free radius of each region, `edge` the regions that touch the board's edge.
    """
    board = box(0, 0, width, height)
    shapes = {region: Polygon(outline) for region, outline in outlines.items()}
    for region, shape in shapes.items():
        if not shape.is_valid:
            yield f"{region} is no polygon"
            return
        on_edge = LineString(shape.exterior).intersection(board.exterior).length
        if region in edge and on_edge < SHORTEST:
            yield f"{region} has only {on_edge} of the board's edge"
        if region not in edge and shape.intersects(board.exterior):
            yield f"{region} touches the board's edge"
        x, y, clear = circles[region]
        if not shape.contains(Point(x, y)) or shape.exterior.distance(Point(x, y)) < clear - 1e-9:
            yield f"{region} does not leave {clear} free round {x},{y}"
    for one, other in combinations(shapes, 2):
        length = shared(shapes[one], shapes[other])
        if other in adjacent[one] and length < SHORTEST:
            yield f"{one} and {other} are neighbours and share {length}"
        if other not in adjacent[one] and length > 0:
            yield f"{one} and {other} are strangers and share {length}"
    if not unary_union(list(shapes.values())).equals(board):
        yield "the outlines leave a gap"
    if not isclose(sum(shape.area for shape in shapes.values()), width * height):
        yield "outlines overlap"
