"""The practice islands, and the maps that they make together (Warcraft rules, Game Setup and Components)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.boards import maps
from companion.boards.islands import BOARDS, FACES, chosen, drawn, faces, on_table, places, with_face
from companion.boards.maps import MapError
from companion.rules.model import Board
from tests.maps import drawn as drawing

# All sides that lie up together where most of each kind is on the table, for five players.
FULLEST = [f"isles-l1{a}-l2{b}-m{m}-s1{c}-s2{d}" for a in "ab" for b in "ab" for m in ("1a", "1b", "2a", "2b")
           for c in "ab" for d in "ab"]  # fmt: skip


@pytest.fixture(params=faces())
def face(request: pytest.FixtureRequest) -> maps.Map:
    """Each side of each island, as it is drawn."""
    return maps.load(FACES / f"{request.param}.toml")


def symbols(board: Board) -> Counter[str]:
    """How often each symbol is printed on a board."""
    return Counter(symbol for region in board.regions.values() for symbol in region.symbols)


def test_there_are_two_boards_of_each_size_with_two_sides() -> None:
    """6 double-sided game boards of different sizes: 2 large, 2 medium and 2 small (Components)."""
    assert faces() == tuple(f"{size}{number}{side}" for size in "lms" for number in (1, 2) for side in "ab")


def test_boards_lie_side_by_side_as_far_as_there_is_room() -> None:
    """Up to a width of 2,000 with gaps of 60, the next row below the highest before it; too wide a one lies alone."""
    assert places([(1_000, 400), (940, 500), (10, 10)]) == [(0, 0, 1_000, 400), (1_060, 0, 940, 500), (0, 560, 10, 10)]
    assert places([(1_000, 400), (941, 500)]) == [(0, 0, 1_000, 400), (0, 460, 941, 500)]
    assert places([(2_001, 400), (10, 10)]) == [(0, 0, 2_001, 400), (0, 460, 10, 10)]


def test_each_shows_its_size_in_one_region(face: maps.Map) -> None:
    """The board size is indicated by an icon printed in one Region (Game Setup)."""
    icons = {key: count for key, count in symbols(face.board).items() if key.startswith("size-")}
    assert icons == {f"size-{face.board.id[0]}": 1}


def test_each_can_be_entered(face: maps.Map) -> None:
    """A race must enter an island by one of its Entry Regions, which show an anchor (First Conquest)."""
    entries = {region.id for region in face.board.regions.values() if region.border}
    assert entries == {region.id for region in face.board.regions.values() if "anchor" in region.symbols} != set()


def test_each_is_drawn_without_a_fault(face: maps.Map) -> None:
    """Outlines cover the board once, leave their circles free, and touch only whom and where the facts say."""
    regions = face.board.regions
    assert not list(
        drawing.faults(
            face.width,
            face.height,
            face.outlines,
            {region.id: region.adjacent for region in regions.values()},
            {region: (*face.centres[region], face.clear[region]) for region in regions},
            frozenset(region.id for region in regions.values() if region.edge),
        )
    )


def test_the_box_has_enough_mountains_and_murlocs() -> None:
    """10 mountains and 15 Murlocs are in the box (Components), whichever islands lie on the table."""
    for id in FULLEST:
        regions = maps.load(id).board.regions.values()
        assert sum(region.terrain == "mountain" for region in regions) <= 10
        assert sum(region.lost_tribe for region in regions) <= 15


@pytest.mark.parametrize(("players", "boards"), [(2, "ls"), (3, "lms"), (4, "lmms"), (5, "llmss")])
def test_the_number_of_players_says_how_many_of_each_size(players: int, boards: str) -> None:
    """5 players: 2 large + 1 medium + 2 small; 4: 1 + 2 + 1; 3: 1 + 1 + 1; 2: 1 large + 1 small (Game Setup)."""
    assert BOARDS[players] == "".join(sorted(face[0] for face in on_table(drawn(players, Random(players).choice))))


@pytest.mark.parametrize(("players", "turns"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_the_number_of_players_says_how_many_turns(players: int, turns: int) -> None:
    """8 rounds for 5 players, 9 rounds for 4 players, 10 rounds for 2-3 players (Game Setup)."""
    board = maps.load(drawn(players, Random(players).choice)).board
    assert (board.players, board.turns) == (players, turns)


def test_each_board_is_an_island() -> None:
    """No region of one borders on a region of another (Game Setup: these boards are Islands)."""
    assert [len(island) for island in maps.load("isles-l1a-m1a-s1a").board.islands] == [13, 9, 8]


@pytest.mark.parametrize(
    "id", ["isles-", "isles-l1a", "isles-l1a-l1b", "isles-s1a-l1a", "isles-l1a-s3a", "isles-l1a-l1a-m1a-s1a-s2a"]
)
def test_islands_that_nobody_plays_on_together_are_refused(id: str) -> None:
    """Other boards than the players' number asks for, a board with both sides up, one that there is not."""
    with pytest.raises(MapError, match="no practice islands"):
        maps.load(id)


@pytest.mark.parametrize(
    ("face", "after"),
    [("l1b", "isles-l1b-m1a-m2a-s1a"), ("l2b", "isles-l2b-m1a-m2a-s1a"), ("m2b", "isles-l1a-m1a-m2b-s1a"),
     ("m2a", "isles-l1a-m1a-m2a-s1a"), ("x9", "isles-l1a-m1a-m2a-s1a")],
)  # fmt: skip
def test_an_island_takes_the_place_of_one_of_its_size(face: str, after: str) -> None:
    """Its own other side first, since a board has one side up."""
    assert with_face("isles-l1a-m1a-m2a-s1a", face) == after
    assert chosen(after) == 4
