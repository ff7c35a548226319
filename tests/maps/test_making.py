"""Boards in the making: what is missing, what is proposed, and that a finished one is a map file like any other."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import maps
from companion.boards.islands import GAP, places, together
from companion.boards.library import Boards, Table
from companion.boards.making import (
    MANY_CROSSINGS,
    Draft,
    Spot,
    at_the_rim,
    finished,
    in_reading_order,
    lacks,
    proposed,
)
from companion.boards.sheet import SYMBOLS, MapError, Sheet, read, told
from companion.boards.writing import toml
from companion.toml import LARGEST


def grid(columns: int, rows: int, **how: object) -> Draft:
    """A board of hills in columns and rows, 100 units apart, each joined to the next across and below."""
    spots = tuple(
        Spot(
            50 + 100 * column,
            50 + 100 * row,
            "hill",
            edge=column in (0, columns - 1) or row in (0, rows - 1),
        )
        for row in range(rows)
        for column in range(columns)
    )
    places = range(len(spots))
    across = [(a, a + 1) for a in places if (a + 1) % columns]
    below = [(a, a + columns) for a in places if a + columns < len(spots)]
    draft = Draft(name="Grid", width=100 * columns, height=100 * rows, spots=spots, joins=tuple(sorted(across + below)))
    return replace(draft, **how)


def keys(draft: Draft, *, hints: bool = False) -> list[str]:
    """The keys of what a draft lacks, or of what only looks odd."""
    return [lack.message.key for lack in lacks(draft) if lack.hint == hints]


def with_spot(draft: Draft, place: int, **change: object) -> Draft:
    """The draft with one region changed."""
    spots = list(draft.spots)
    spots[place] = replace(spots[place], **change)
    return replace(draft, spots=tuple(spots))


def test_a_finished_board_lacks_nothing() -> None:
    """Twelve regions, all joined, with terrain and an edge."""
    assert lacks(grid(4, 3)) == []


@pytest.mark.parametrize(
    ("draft", "key", "where"),
    [
        (Draft(name="Empty"), "lack.regions", ()),
        (with_spot(grid(3, 3), 4, terrain=""), "lack.terrain", (4,)),
        (with_spot(grid(3, 3), 4, terrain="lava"), "lack.terrain", (4,)),
        (with_spot(grid(3, 3), 2, symbols=("mine", "mine")), "lack.symbols", (2,)),
        (with_spot(grid(3, 3), 2, x=400), "lack.off", (2,)),
        (with_spot(grid(3, 3), 1, terrain="lake", tribe=True), "lack.tribe_in_water", (1,)),
        (grid(2, 1, joins=()), "lack.neighbours", (0, 1)),
        (grid(4, 1, joins=((0, 1), (2, 3))), "lack.pieces", (0, 1)),
        (grid(2, 2, joins=((0, 1), (1, 0))), "lack.joins", ()),
        (grid(2, 2, joins=((0, 1), (0, 9))), "lack.joins", ()),
    ],
)
def test_what_is_missing_is_said_with_its_place(draft: Draft, key: str, where: tuple[int, ...]) -> None:
    """Each lack names its regions, so that the page can show them."""
    assert (lacks(draft)[0].message.key, lacks(draft)[0].spots) == (key, where)


def test_a_board_without_an_edge_cannot_be_entered() -> None:
    """A first conquest needs a region at the board's edge."""
    draft = grid(3, 3)
    inland = replace(draft, spots=tuple(replace(spot, edge=False) for spot in draft.spots))
    assert keys(inland) == ["lack.edge"]


def test_five_regions_that_all_touch_lie_on_no_plane() -> None:
    """The complete graph of five regions is the smallest that cannot be drawn without crossing."""
    joins = tuple((a, b) for a in range(5) for b in range(a + 1, 5))
    spots = tuple(Spot(x, y, "hill", edge=True) for x, y in ((50, 50), (250, 40), (280, 250), (60, 240), (150, 150)))
    assert "lack.planar" in keys(Draft(name="Five", width=300, height=300, spots=spots, joins=joins))


def test_joins_that_could_bend_round_are_only_a_hint() -> None:
    """Two straight joins cross, but the four regions can lie in a plane."""
    spots = tuple(Spot(x, y, "hill", edge=True) for x, y in ((50, 50), (250, 250), (250, 50), (50, 250)))
    draft = Draft(name="Cross", width=300, height=300, spots=spots, joins=((0, 1), (1, 2), (1, 3), (2, 3)))
    assert (keys(draft), keys(draft, hints=True)) == ([], ["odd.crossing"])


def test_more_mountains_than_the_box_has_are_a_hint() -> None:
    """Base rulebook, components: 9 Mountains."""
    draft = grid(5, 2)
    ten = replace(draft, spots=tuple(replace(spot, terrain="mountain") for spot in draft.spots))
    assert keys(ten, hints=True) == ["odd.mountains"]


def for_six(*tribes: int) -> Draft:
    """A board for six players in three rows of five, with Lost Tribes on these places."""
    draft = grid(5, 3, players=6)
    spots = tuple(replace(spot, tribe=place in tribes) for place, spot in enumerate(draft.spots))
    return replace(draft, spots=spots)


def test_a_board_for_six_with_lost_tribes_too_close_is_a_hint() -> None:
    """Expansion sheet, Set Up of the teams: five Monsters, each on a Lost Tribe and none next to another."""
    assert keys(for_six(0, 1, 2, 3, 4), hints=True) == ["refuse.few_tribes"]


def test_a_board_for_six_with_lost_tribes_apart_lacks_nothing() -> None:
    """Expansion sheet, Set Up of the teams: five of them lie apart, however many others lie between."""
    assert lacks(for_six(0, 1, 2, 3, 4, 10, 12)) == []


def test_fewer_players_need_no_room_for_monsters() -> None:
    """Only six play in teams."""
    assert lacks(replace(for_six(0), players=5)) == []


def test_neighbours_are_proposed_from_the_points() -> None:
    """In a row of three the outer ones are no neighbours: the middle one lies between them."""
    assert proposed(grid(3, 1)) == ((0, 1), (1, 2))


def test_the_edge_is_proposed_from_the_points() -> None:
    """In a square of nine only the middle one lies inland."""
    assert at_the_rim(grid(3, 3)) == (0, 1, 2, 3, 5, 6, 7, 8)


def test_a_finished_board_is_a_map_file_that_the_product_reads(tmp_path: Path) -> None:
    """Written, read and drawn: the shores, borders and outlines follow from what people said."""
    draft = with_spot(grid(4, 3), 0, terrain="sea")
    path = tmp_path / "grid.toml"
    path.write_text(toml(finished(draft, "grid")[0]), encoding="utf-8")
    drawn = maps.load(path)
    regions = drawn.board.regions
    assert (regions["r02"].coastal, regions["r03"].coastal, regions["r06"].border) == (True, False, False)


def test_an_inland_region_on_the_shore_of_a_sea_at_the_edge_is_a_way_in(tmp_path: Path) -> None:
    """Base rulebook, "First Conquest": the edge of the board, or a shore of a Sea that touches it."""
    draft = with_spot(grid(3, 3), 1, terrain="sea")
    path = tmp_path / "grid.toml"
    path.write_text(toml(finished(draft, "grid")[0]), encoding="utf-8")
    assert maps.load(path).board.regions["r05"].border


def test_a_board_whose_borders_cannot_be_drawn_is_parted_by_nearness(tmp_path: Path) -> None:
    """The joins may bend in ways the drawing does not find: a place belongs to the centre it is nearest to."""
    spots = tuple(Spot(x, y, "hill", edge=True) for x, y in ((50, 50), (250, 250), (250, 50), (50, 250)))
    draft = Draft(name="Cross", width=300, height=300, spots=spots, joins=((0, 1), (0, 2), (1, 2), (1, 3), (2, 3)))
    assert finished(draft, "cross")[1] is not None
    path = tmp_path / "cross.toml"
    path.write_text(toml(finished(draft, "cross")[0]), encoding="utf-8")
    assert set(maps.load(path).outlines["r01"]) == {(0, 0), (150, 0), (150, 150), (0, 150)}


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 4), st.integers(1, 3), st.sampled_from(["hill", "sea", "lake", "mountain"]))
def test_a_map_file_says_what_its_sheet_says(columns: int, rows: int, terrain: str) -> None:
    """Every board of the grid is read again as it was written."""
    draft = with_spot(grid(columns, rows), 0, terrain=terrain, symbols=("magic",))
    made = finished(draft, "grid")[0]
    assert _read_text(toml(made)) == made


def _read_text(text: str) -> Sheet:
    import tomllib

    import msgspec

    found = msgspec.convert(tomllib.loads(text), Sheet)
    regions = tuple(replace(region, outline=" ".join(region.outline.split())) for region in found.regions)
    return replace(found, regions=regions)


def test_two_boards_lie_side_by_side_and_touch_nowhere(tmp_path: Path) -> None:
    """The second island's regions are numbered on, moved to the right, and have their own neighbours only."""
    one, other = finished(grid(2, 2), "one")[0], finished(grid(3, 1), "other")[0]
    whole = together([one, other], id="both", name="Both", players=2, turns=10)
    path = tmp_path / "both.toml"
    path.write_text(toml(whole), encoding="utf-8")
    drawn = maps.load(path)
    assert places([(200, 200), (300, 100)])[1].x == 200 + GAP
    assert drawn.board.regions["r05"].adjacent == ("r06",)
    assert drawn.centres["r05"] == (50 + 200 + GAP, 50)
    assert {other for region in ("r01", "r02", "r03", "r04") for other in drawn.board.regions[region].adjacent} == {
        "r01",
        "r02",
        "r03",
        "r04",
    }


def test_a_single_board_makes_no_islands() -> None:
    """Islands are at least two."""
    with pytest.raises(MapError, match="at least two boards"):
        together([finished(grid(2, 2), "one")[0]], id="both", name="Both", players=2, turns=10)


def test_a_map_that_says_more_islands_than_it_has_is_refused(tmp_path: Path) -> None:
    """A slip in the file is named."""
    path = tmp_path / "grid.toml"
    path.write_text(toml(replace(finished(grid(2, 2), "grid")[0], islands=3)), encoding="utf-8")
    with pytest.raises(MapError, match="in 1 pieces, set islands = 1"):
        read(path)


def test_every_board_that_is_not_flat_has_a_join_that_is_pointed_at() -> None:
    """Three regions that each touch three others (Kuratowski's second graph), wherever the six lie, in a row too."""
    chance = Random(18)
    joins = tuple((a, b) for a in range(3) for b in range(3, 6))
    crossroads = [(x, y) for x in range(50, 250, 50) for y in range(50, 250, 50)]
    for points in [[(20 + 30 * place, 100) for place in range(6)], *(chance.sample(crossroads, 6) for _ in range(200))]:
        spots = tuple(Spot(x, y, "hill", edge=True) for x, y in points)
        hints = keys(Draft("Six", width=300, height=300, spots=spots, joins=joins), hints=True)
        assert {"odd.crossing", "odd.through"}.intersection(hints)


def test_a_join_through_a_region_is_a_hint() -> None:
    """The one in the middle of three in a row lies on the join of the outer two, drawn straight."""
    draft = grid(3, 1, joins=((0, 1), (1, 2), (0, 2)))
    (hint,) = (lack for lack in lacks(draft) if lack.hint)
    assert (hint.message.key, hint.spots) == ("odd.through", (0, 1, 2))


def test_regions_are_read_row_by_row_although_fingers_are_not_exact() -> None:
    """Three rows of four, each point up to a fifth of its field off the row's line."""
    off = (0, 18, -20, 9, -11, 20, 3, -19, 15, -7, 12, -16)
    spots = tuple(replace(spot, y=spot.y + by) for spot, by in zip(grid(4, 3).spots, off, strict=True))
    tapped = (5, 0, 11, 3, 8, 1, 10, 2, 7, 4, 9, 6)
    order = in_reading_order(grid(4, 3, spots=tuple(spots[place] for place in tapped)))
    assert [tapped[place] for place in order] == list(range(12))


def test_tables_that_lie_on_tables_show_every_picture_in_its_place(tmp_path: Path) -> None:
    """A board is seen once for each time it lies there; tables that grew later are no longer followed without end."""
    shelf = Boards(tmp_path)
    shelf.save("a", grid(2, 1, photo="0" * 32))

    def table(id: str, of: str) -> None:
        shelf.lay_together(id, Table((of, of), "Table", 2, 10))

    table("b1", "a")
    table("b2", "b1")
    assert [picture.x for picture in shelf.pictures("b2")] == [0, 260, 520, 780]
    table("b3", "b2")
    assert len(shelf.pictures("b3")) == 8
    for id, of in (("c1", "a"), ("c2", "c1"), ("b1", "c2"), ("d1", "a"), ("d2", "d1"), ("c1", "d2")):
        table(id, of)
    # All followed to the end would be 128.
    assert len(shelf.pictures("b3")) < 99


def test_only_some_of_the_joins_that_cross_are_shown() -> None:
    """Five hundred joins cross in tens of thousands of ways, and each would take a sentence to every phone."""
    spots = tuple(Spot(x, 100 + 100 * row, "hill", edge=True) for x in (100, 900) for row in range(23))
    joins = tuple((a, 23 + b) for a in range(23) for b in range(23))[:500]
    found = keys(Draft(name="Knot", width=1000, height=3000, spots=spots, joins=joins), hints=True)
    assert found.count("odd.crossing") == MANY_CROSSINGS


def test_borders_too_long_to_draw_are_the_nearest_centres() -> None:
    """Drawing takes its time for each point of a border: a board of ten times the size would take minutes."""
    small = grid(5, 5)
    slanting = tuple((place, place + 6) for place in range(19) if place % 5 < 4)
    spots = tuple(replace(spot, x=spot.x * 20, y=spot.y * 20) for spot in small.spots)
    large = replace(small, spots=spots, width=10_000, height=10_000, joins=tuple(sorted(small.joins + slanting)))
    made, why = finished(large, "large")
    assert "too long to be drawn" in str(why)
    assert all(len(region.outline.split()) == 4 for region in made.regions)


def test_the_largest_board_is_a_map_file_with_room_to_spare() -> None:
    """99 regions, each with all that a region may have: what the maker writes can be read."""
    full = tuple(
        replace(spot, x=spot.x * 9, y=spot.y * 9, symbols=SYMBOLS[:5], tribe=True) for spot in grid(11, 9).spots
    )
    slanting = tuple((place, place + 12) for place in range(87) if place % 11 < 10)
    joins = tuple(sorted(grid(11, 9).joins + slanting))
    made, _ = finished(Draft("\U0001f600" * 40, 2, 10, 9_900, 8_100, "", full, joins), "full")
    text = toml(made).encode()
    assert len(text) < LARGEST / 2
    assert len(maps.drawn(told(text, "full.toml"), "full.toml").outlines) == 99
