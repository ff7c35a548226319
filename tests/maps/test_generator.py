"""The generator on maps of one's own: it draws them right or says what to change."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from shapely import MultiPoint, Point, box, voronoi_polygons

from companion.boards import maps, outline
from companion.boards.mesh import Undrawable
from companion.boards.sheet import RegionSheet, Sheet
from tests.maps.drawn import faults, shared
from tests.maps.shore import SHORE

WIDTH, HEIGHT = 400, 300
BARE = re.sub(r'(?s)outline = """.*?"""\n', "", SHORE)


def of(*regions: RegionSheet) -> Sheet:
    """A map of these regions."""
    return Sheet("shore", "map.base-2", 2, 10, WIDTH, HEIGHT, regions)


def land(
    number: int,
    centre: tuple[int, int],
    near: str,
    *via: tuple[int, int, int],
    edge: bool = True,
    clear: int = 5,
) -> RegionSheet:
    """A region next to those whose numbers are in `near`."""
    adjacent = tuple(f"r{int(other):02}" for other in near.split())
    return RegionSheet(f"r{number:02}", "hill", adjacent, centre, clear, border=edge, edge=edge, via=via)


def faults_of(sheet: Sheet) -> list[str]:
    """What is wrong with the outlines that the generator draws for a map."""
    return list(
        faults(
            sheet.width,
            sheet.height,
            outline.outlines(sheet),
            {region.id: region.adjacent for region in sheet.regions},
            {region.id: (*region.centre, region.clear) for region in sheet.regions},
            frozenset(region.id for region in sheet.regions if region.edge),
        )
    )


def some_map(dice: Random) -> Sheet:
    """A map that somebody could draw: every place of the board belongs to the nearest of a few centres."""
    board = box(0, 0, WIDTH, HEIGHT)
    centres = sorted({(dice.randint(20, WIDTH - 20), dice.randint(20, HEIGHT - 20)) for _ in range(dice.randint(2, 9))})
    cells = [cell.intersection(board) for cell in voronoi_polygons(MultiPoint(centres), extend_to=board).geoms]
    own = [next(cell for cell in cells if cell.contains(Point(centre))) for centre in centres]
    clear = dice.choice([1, 5, 15])
    return of(
        *(
            land(
                number,
                centre,
                " ".join(str(place) for place, cell in enumerate(own, 1) if place != number and shared(cell, mine) > 1),
                edge=shared(mine, board) > 0,
                clear=clear,
            )
            for number, (centre, mine) in enumerate(zip(centres, own, strict=True), 1)
        )
    )


@pytest.mark.long(name="extras")
def test_a_drawing_is_right_or_it_is_refused() -> None:
    """Of forty maps many are drawn, each without a fault; the others are refused and never drawn wrong."""
    drawn, refused = 0, 0
    for seed in range(40):
        sheet = some_map(Random(seed))
        try:
            assert faults_of(sheet) == [], seed
            drawn += 1
        except Undrawable:
            refused += 1
    assert drawn >= 15
    assert refused >= 5


def test_way_points_draw_what_centres_alone_cannot() -> None:
    """A strip across the board parts two strangers once way points take it to both edges."""
    west, east = land(1, (50, 150), "2"), land(3, (350, 150), "2")
    with pytest.raises(Undrawable, match="r03 and r01 follow each other on the board's edge and are no neighbours"):
        outline.outlines(of(west, land(2, (200, 140), "1 3"), east))
    assert faults_of(of(west, land(2, (200, 140), "1 3", (200, 0, 20), (200, 300, 20)), east)) == []


REFUSED = {
    "nobody on the edge": (
        of(land(1, (100, 100), "2"), land(2, (300, 100), "1", edge=False)),
        "At least two regions have to touch the board's edge",
    ),
    "strangers on the edge": (
        of(land(1, (50, 150), "2"), land(2, (200, 150), "1 3", edge=False), land(3, (350, 150), "2")),
        "r01 and r03 follow each other on the board's edge and are no neighbours: "
        "move a centre, or put a way point on the edge",
    ),
    "a wall between neighbours": (
        of(
            land(1, (50, 150), "2 3"),
            land(2, (200, 150), "1 3", (200, 0, 5), (200, 300, 5)),
            land(3, (350, 150), "1 2"),
        ),
        "No line from r01 to its neighbour r03 is free: move a centre, or give one of the two a way point on the way",
    ),
    "way points across each other": (
        of(land(1, (50, 150), "2", (350, 150, 5)), land(2, (200, 50), "1", (200, 250, 5))),
        "The line from r02 at (200, 250) to r02 at (200, 50) crosses another: move a way point",
    ),
    "four in a ring": (
        of(
            land(1, (100, 75), "2 3"),
            land(2, (300, 75), "1 4"),
            land(3, (100, 225), "1 4"),
            land(4, (300, 225), "2 3"),
        ),
        "It is not clear which of r01, r02, r03, r04 touch: move a centre, add a way point, "
        "or make two of them neighbours",
    ),
    "one island": (
        of(
            land(1, (100, 100), "2 3", (200, 200, 5), (100, 280, 5)),
            land(2, (300, 150), "1"),
            land(3, (100, 200), "1", edge=False),
        ),
        "r03 lies all inside r01: let it touch the board's edge or another region",
    ),
    "two islands": (
        of(
            land(1, (100, 150), "2 3 4", (100, 40, 5), (200, 40, 5), (200, 150, 5)),
            land(2, (350, 150), "1"),
            land(3, (140, 80), "1 4", edge=False),
            land(4, (165, 80), "1 3", edge=False),
        ),
        "r01 goes all round other regions: let one of them touch the board's edge",
    ),
    "no room": (
        of(land(1, (100, 150), "2", clear=120), land(2, (300, 150), "1")),
        "r01 keeps 100 of its 120 units clear: move its centre or a neighbour's, or set clear lower",
    ),
    "no room for a border": (
        of(land(1, (262, 174), "2", clear=15), land(2, (297, 235), "1", clear=15)),
        "The borders of r01, r02 run into each other: move a centre or add a way point there",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_drawn_is_refused_with_what_to_change(kind: str) -> None:
    """Each refusal names the regions and what to move."""
    sheet, sentence = REFUSED[kind]
    with pytest.raises(Undrawable) as caught:
        outline.outlines(sheet)
    assert str(caught.value) == sentence


def test_the_command_writes_the_outlines_into_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing else of the file changes, old outlines go whatever quotes they had, and the map can be played."""
    path = tmp_path / "shore.toml"
    bare = BARE.replace("[[region]]", "# a note in the margin: größer\n[[region]]", 1)
    path.write_text(bare, encoding="utf-8")
    assert outline.main([str(path)]) == 0
    assert capsys.readouterr().out == "shore.toml: 3 outlines drawn.\n"
    drawn = path.read_text(encoding="utf-8")
    assert re.sub(r'(?s)outline = """.*?"""\n', "", drawn) == bare
    assert set(maps.load(path).outlines) == {"r01", "r02", "r03"}
    for old in ("outline = ''", 'outline="0,0 1,0 1,1"  # by hand', "  outline = '''\n0,0 1,0\n1,1\n'''"):
        path.write_text(re.sub(r'(?s)outline = """.*?"""', old, drawn, count=1), encoding="utf-8")
        assert outline.main([str(path)]) == 0
        assert path.read_text(encoding="utf-8") == drawn


def test_the_command_leaves_a_file_it_refuses_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong is one line, the exit status is 1, and nothing is written."""
    tables = SHORE.partition("[[region]]")[0] + "region = [{}, {}]\n"
    wrong = {
        BARE.replace('"hill"', '"desert"'): "r02 has the unknown terrain",
        BARE.replace("clear = 30", "clear = 70"): "r01 keeps 45 of its 70 units clear",
        tables: "region number 1: object missing required field `id`",
        BARE.replace("[[region]]", "[[ region ]]"): "begin every region with a line that says [[region]]",
    }
    for text, sentence in wrong.items():
        path = tmp_path / "shore.toml"
        path.write_text(text, encoding="utf-8")
        assert outline.main([str(path)]) == 1
        said = capsys.readouterr().err
        assert said.startswith("shore.toml: ")
        assert said.endswith(".\n")
        assert sentence in said
        assert path.read_text(encoding="utf-8") == text


def test_the_command_asks_for_a_map(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name nothing happens but a sentence; an unknown name is refused."""
    assert outline.main([]) == 2
    assert capsys.readouterr().err == "Name a map, like base-3, or the path of a map file.\n"
    assert outline.main(["base-9"]) == 1
    assert capsys.readouterr().err.startswith("base-9.toml: the file cannot be read")
