"""What is printed on the four boards, counted on the boards, and what must follow from it."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import Struct

from companion.boards import maps
from companion.boards.sheet import LAND, WATER
from companion.rules.model import Region


class Printed(Struct, frozen=True):
    """A board as it lies on the table.

    Regions are given by their numbers; `borders` is how many pairs of regions touch.
    """

    players: int
    turns: int
    terrain: dict[str, int]
    water: str
    lost_tribes: str
    cavern: str
    magic: str
    mine: str
    edge: str
    borders: int


BOARDS = {
    "base-2": Printed(
        players=2,
        turns=10,
        terrain={"farmland": 4, "forest": 4, "hill": 4, "mountain": 4, "swamp": 4, "sea": 2, "lake": 1},
        water="01 08 23",
        lost_tribes="04 07 11 12 13 14 15 17 19",
        cavern="04 06 15 18",
        magic="02 11 14 17",
        mine="03 06 16 19",
        edge="01 02 03 04 05 06 11 12 16 17 18 19 20 21 23",
        borders=51,
    ),
    "base-3": Printed(
        players=3,
        turns=10,
        terrain={"farmland": 5, "forest": 5, "hill": 5, "mountain": 7, "swamp": 5, "sea": 2, "lake": 1},
        water="01 16 30",
        lost_tribes="06 08 10 12 15 20 22 23 24 29",
        cavern="05 14 17 20 24",
        magic="08 10 18 19 22",
        mine="02 07 11 14 29",
        edge="01 02 03 04 05 06 07 13 14 19 25 26 27 28 29 30",
        borders=71,
    ),
    "base-4": Printed(
        players=4,
        turns=9,
        terrain={"farmland": 7, "forest": 7, "hill": 7, "mountain": 8, "swamp": 7, "sea": 2, "lake": 1},
        water="01 17 39",
        lost_tribes="03 04 05 08 09 12 15 24 25 26 27 28 33 34",
        cavern="04 07 09 22 26 29 33",
        magic="06 08 12 16 28 30 34",
        mine="03 11 18 22 27 35 37",
        edge="01 04 05 06 07 13 19 20 26 27 30 31 32 35 36 37 38 39",
        borders=95,
    ),
    "base-5": Printed(
        players=5,
        turns=8,
        terrain={"farmland": 9, "forest": 9, "hill": 9, "mountain": 9, "swamp": 9, "sea": 2, "lake": 1},
        water="01 21 47",
        lost_tribes="06 09 12 13 15 17 19 24 26 29 30 32 33 34 36 39 40 41",
        cavern="04 06 13 15 25 32 33 36 46",
        magic="03 05 18 20 23 37 39 41 43",
        mine="09 11 16 25 26 38 40 42 48",
        edge="01 02 03 04 05 06 07 16 23 27 32 33 39 40 41 42 43 45 46 47 48",
        borders=119,
    ),
}


def regions_of(id: str) -> dict[str, Region]:
    return maps.load(id).board.regions


def ids(numbers: str) -> set[str]:
    return {f"r{number}" for number in numbers.split()}


every_board = pytest.mark.parametrize("id", BOARDS)
every_map = pytest.mark.parametrize("id", [*BOARDS, "practice-6"])


def test_the_maps_that_come_with_the_companion() -> None:
    """There is one map each for two to five players, in that order, and then our own for six."""
    printed = [(id, board.players) for id, board in BOARDS.items()]
    assert [(name.id, name.players) for name in maps.names()] == [*printed, ("practice-6", 6)]


@every_board
def test_players_and_turns(id: str) -> None:
    """Two and three players play ten turns, four play nine and five play eight, as the boards' turn tracks say."""
    board, printed = maps.load(id).board, BOARDS[id]
    assert (board.id, board.players, board.turns) == (id, printed.players, printed.turns)


@every_board
def test_regions_of_each_terrain(id: str) -> None:
    """There are as many regions of each terrain as on the board, and its Seas and Lake are where they are printed."""
    regions = regions_of(id)
    assert Counter(region.terrain for region in regions.values()) == BOARDS[id].terrain
    assert {region.id for region in regions.values() if region.terrain in WATER} == ids(BOARDS[id].water)


@every_board
def test_lost_tribes(id: str) -> None:
    """Lost Tribes stand in the regions where the board shows one."""
    assert {region.id for region in regions_of(id).values() if region.lost_tribe} == ids(BOARDS[id].lost_tribes)


@every_board
@pytest.mark.parametrize("symbol", ["cavern", "magic", "mine"])
def test_symbols(id: str, symbol: str) -> None:
    """Each symbol is in the regions where it is printed."""
    found = {region.id for region in regions_of(id).values() if symbol in region.symbols}
    assert found == ids(getattr(BOARDS[id], symbol))


@every_board
def test_regions_on_the_boards_edge(id: str) -> None:
    """The regions that touch the board's edge are those that do in print."""
    assert {region.id for region in regions_of(id).values() if region.edge} == ids(BOARDS[id].edge)


@every_board
def test_so_many_regions_touch(id: str) -> None:
    """There are as many pairs of neighbours as on the board."""
    assert sum(len(region.adjacent) for region in regions_of(id).values()) == 2 * BOARDS[id].borders


@every_map
def test_neighbours_name_each_other(id: str) -> None:
    """Adjacency goes both ways, never to a region itself, and nobody is named twice."""
    regions = regions_of(id)
    found = [(region.id, other) for region in regions.values() for other in region.adjacent]
    pairs = set(found)
    assert pairs == {(b, a) for a, b in pairs}
    assert all(a != b for a, b in pairs)
    assert len(pairs) == len(found)


@every_map
def test_every_region_can_be_walked_to(id: str) -> None:
    """The board is one piece."""
    regions = regions_of(id)
    reached = {"r01"}
    while ahead := {other for region in reached for other in regions[region].adjacent} - reached:
        reached |= ahead
    assert reached == set(regions)


@every_map
def test_border_regions(id: str) -> None:
    """A border region touches the board's edge, or has a shore on a Sea that does (First Conquest)."""
    regions = regions_of(id)
    open_seas = {region.id for region in regions.values() if region.terrain == "sea" and region.edge}
    assert {region.id for region in regions.values() if region.border} == {
        region.id for region in regions.values() if region.edge or open_seas.intersection(region.adjacent)
    }


@every_map
def test_coastal_regions(id: str) -> None:
    """A coastal region is land next to a Sea or the Lake."""
    regions = regions_of(id)
    assert {region.id for region in regions.values() if region.coastal} == {
        region.id
        for region in regions.values()
        if region.terrain in LAND and any(regions[other].terrain in WATER for other in region.adjacent)
    }


def test_the_south_border_of_the_board_for_three() -> None:
    """On the south border the right-hand mountain touches the forest next to it (publisher's answers; D17)."""
    map = maps.load("base-3")
    south = [id for id, outline in map.outlines.items() if any(y == map.height for _, y in outline)]
    south.sort(key=lambda id: map.centres[id])
    mountains = [id for id in south if map.board.regions[id].terrain == "mountain"]
    right = mountains[-1]
    forest = south[south.index(right) + 1]
    assert len(mountains) == 2
    assert map.board.regions[forest].terrain == "forest"
    assert forest in map.board.regions[right].adjacent
