"""The outlines of the maps that come with the companion, as shapely sees them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace
from shapely import Polygon

from companion.boards import maps, outline
from companion.boards.maps import Map
from companion.boards.sheet import read
from tests.maps import drawn

EVERY = [name.id for name in maps.names()]


def faults(map: Map) -> Iterator[str]:
    """What is wrong with the outlines of a map."""
    regions = map.board.regions
    return drawn.faults(
        map.width,
        map.height,
        map.outlines,
        {region.id: region.adjacent for region in regions.values()},
        {region: (*map.centres[region], map.clear[region]) for region in regions},
        frozenset(region.id for region in regions.values() if region.edge),
    )


@pytest.mark.parametrize("id", EVERY)
def test_neighbours_and_only_neighbours_share_a_border(id: str) -> None:
    """Outlines cover the board once, leave their circles free, and touch only whom and where the facts say."""
    assert list(faults(maps.load(id))) == []


@pytest.mark.parametrize("id", EVERY)
def test_neighbours_have_the_points_of_their_border_in_common(id: str) -> None:
    """A border is the same line, point by point, in both outlines, so that no phone draws a crack."""
    map = maps.load(id)
    for region, points in map.outlines.items():
        for other in map.board.regions[region].adjacent:
            line = Polygon(points).exterior.intersection(Polygon(map.outlines[other]).exterior)
            ends = {(int(x), int(y)) for part in getattr(line, "geoms", [line]) for x, y in part.coords}
            assert ends <= set(points) & set(map.outlines[other])


def test_a_wrong_map_is_found_out() -> None:
    """Each kind of fault is named when facts or outlines are changed."""
    map = maps.load("base-2")
    regions = map.board.regions
    one, other = next((a, b) for a, b in combinations(regions, 2) if b in regions[a].adjacent)
    stranger = next(b for b in regions if b != one and b not in regions[one].adjacent)
    inland = next(region.id for region in regions.values() if not region.edge)
    edge = next(region.id for region in regions.values() if region.edge)

    def found(**changes: object) -> str:
        return " | ".join(faults(replace(map, **changes)))

    def facts(id: str, **changes: object) -> str:
        changed = {**regions, id: replace(regions[id], **changes)}
        return found(board=replace(map.board, regions=changed))

    assert f"{one} and {other} are strangers" in facts(one, adjacent=())
    assert f"{one} and {stranger} are neighbours and share 0" in facts(one, adjacent=(*regions[one].adjacent, stranger))
    assert f"{inland} has only 0" in facts(inland, edge=True)
    assert f"{edge} touches the board's edge" in facts(edge, edge=False)
    assert f"{one} does not leave 400 free" in found(clear={**map.clear, one: 400})
    assert f"{one} does not leave" in found(centres={**map.centres, one: map.centres[stranger]})
    assert "the outlines leave a gap" in found(outlines={**map.outlines, one: map.outlines[one][1:]})
    assert "outlines overlap" in found(outlines={**map.outlines, one: map.outlines[other]})
    bow_tie = ((0, 0), (90, 90), (90, 0), (0, 90))
    assert f"{one} is no polygon" in found(outlines={**map.outlines, one: bow_tie})


@pytest.mark.parametrize(
    "id", [pytest.param(each, marks=[pytest.mark.long(name="outlines")] if each != "base-2" else []) for each in EVERY]
)
def test_the_generator_draws_the_same_outlines_again(id: str) -> None:
    """The outlines in each file are what the generator makes of the rest of it, to the last sign."""
    path = maps.FOLDER / f"{id}.toml"
    text = path.read_text(encoding="utf-8")
    bare = re.sub(r'(?s)outline = """.*?"""\n', "", text)
    assert "outline" not in bare
    assert outline.written(bare, outline.outlines(read(path))) == text
