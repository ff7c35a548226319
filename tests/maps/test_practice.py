"""Our own board for six: it is no printed one, so it is held against what a board has to be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from shapely import Polygon

from companion.boards import maps
from companion.boards.making import MOUNTAINS, TRIBES
from companion.boards.maps import Map
from companion.boards.sheet import LAND, WATER

BOARD = maps.load("practice-6")
REGIONS = BOARD.board.regions
# What the rules put on the board before the first turn: one from everybody but the first player.
MONSTERS = 5


def fewest_apart(tribes: frozenset[str]) -> int:
    """How many regions at least, no two of them neighbours, it takes until no other one is left."""
    if not tribes:
        return 0
    # One of these is chosen sooner or later: a region, or whoever keeps others off it.
    region = min(tribes, key=lambda each: len(tribes & set(REGIONS[each].adjacent)))
    near = {region, *REGIONS[region].adjacent}
    return 1 + min(fewest_apart(tribes - {each, *REGIONS[each].adjacent}) for each in tribes & near)


def test_it_is_for_six_and_laid_with_one_box() -> None:
    """Six play eight turns (expansion sheet, End Game); the base box has the Mountains and the Lost Tribes for it."""
    assert (BOARD.board.players, BOARD.board.turns) == (6, 8)
    terrain = Counter(region.terrain for region in REGIONS.values())
    assert terrain["mountain"] <= MOUNTAINS
    assert sum(region.lost_tribe for region in REGIONS.values()) <= TRIBES


def test_no_terrain_is_rarer_than_on_printed_boards() -> None:
    """All terrains but Mountains are there as often, and every symbol, as on boards from two to five players."""
    terrain = Counter(region.terrain for region in REGIONS.values())
    ordinary = {terrain[each] for each in LAND if each != "mountain"}
    assert len(ordinary) == 1
    symbols = Counter(symbol for region in REGIONS.values() for symbol in region.symbols)
    assert set(symbols.values()) == ordinary
    assert not any(region.symbols or region.lost_tribe for region in REGIONS.values() if region.terrain in WATER)


def test_two_seas_at_the_edge_and_a_lake_inland() -> None:
    """As on every printed board, so that Seafaring, Tritons and the Necromancer's Island have theirs."""
    seas = [region for region in REGIONS.values() if region.terrain == "sea"]
    lakes = [region for region in REGIONS.values() if region.terrain == "lake"]
    assert [region.edge for region in seas] == [True, True]
    assert [region.edge for region in lakes] == [False]
    assert not {seas[0].id, seas[1].id, lakes[0].id} & {*seas[0].adjacent, *seas[1].adjacent, *lakes[0].adjacent}


def test_neighbours_look_different() -> None:
    """No two neighbours have the same terrain, so that a border is seen at a glance."""
    assert not [
        (a, b)
        for a, b in combinations(REGIONS, 2)
        if b in REGIONS[a].adjacent and REGIONS[a].terrain == REGIONS[b].terrain
    ]


def shortest(map: Map) -> float:
    """The length of the shortest border on a map, in board units."""
    shapes = {id: Polygon(points) for id, points in map.outlines.items()}
    regions = map.board.regions
    return min(shapes[a].intersection(shapes[b]).length for a in regions for b in regions[a].adjacent if a < b)


def test_every_border_is_plain() -> None:
    """No border is shorter than those that people have to see on the printed boards."""
    assert shortest(BOARD) >= min(shortest(maps.load(name.id)) for name in maps.names() if name.players < 6)


def test_every_monster_finds_a_place() -> None:
    """However awkwardly the others choose, there is a Lost Tribe left for each of the five monsters."""
    assert fewest_apart(frozenset(id for id, region in REGIONS.items() if region.lost_tribe)) >= MONSTERS
