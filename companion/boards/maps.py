"""Maps: what is printed on each board, and how phones draw it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from companion.boards.islands import FACES, PRACTICE, PRACTICE_NAME, chosen, practice
from companion.boards.sheet import MapError, RegionSheet, Sheet, read
from companion.rules.model import Board, Region

__all__ = [
    "FOLDER",
    "Map",
    "MapError",
    "MapName",
    "Outline",
    "drawn",
    "inside",
    "load",
    "named",
    "names",
    "opened",
    "practice_name",
    "printed",
    "survey",
]

FOLDER = Path(__file__).parent
_WHOLE = re.compile("[0-9]{1,5}")
_WORD = re.compile(r"\S+")

Point = tuple[int, int]
Outline = tuple[Point, ...]


class MapName(Struct, frozen=True):
    """A map to choose: its id, number of players, message key and file."""

    id: str
    players: int
    name: str
    path: Path


class Map(Struct, frozen=True):
    """A board and its drawing in board units, x to the right and y downwards.

    `centres` and `clear` give a circle inside each region that no border
    crosses: room for tokens, and for a finger.  `outlines` are closed without
    repeating the first point; neighbours share the points of their border.
    """

    board: Board
    name: str
    width: int
    height: int
    centres: dict[str, Point]
    clear: dict[str, int]
    outlines: dict[str, Outline]


def names(folder: Path = FOLDER) -> tuple[MapName, ...]:
    """The maps in a folder, for few players first.

    Raises `MapError` if a file is wrong or is not named after its map's id.
    """
    return _in_order(named(read(path), path) for path in sorted(folder.glob("*.toml")))


def survey(folder: Path = FOLDER) -> tuple[tuple[MapName, ...], tuple[str, ...]]:
    """The playable maps in a folder, for few players first; and what is wrong with each of the others."""
    found, faults = [], []
    for path in sorted(folder.glob("*.toml")):
        try:
            found.append(opened(path)[0])
        except MapError as fault:
            faults.append(str(fault))
    return _in_order(found), tuple(faults)


def opened(path: Path) -> tuple[MapName, Map]:
    """The name of the map in a file, and the map. Raises `MapError`, also for a file not named after its map's id."""
    sheet = read(path)
    return named(sheet, path), drawn(sheet, path.name)


def practice_name(id: str) -> MapName:
    """The name of a map of practice islands. Raises `MapError` for an id that names none."""
    return MapName(id, chosen(id), PRACTICE_NAME, FACES)


def named(sheet: Sheet, path: Path) -> MapName:
    """The name of the map in a file. Raises `MapError` for a file that is not named after its map's id."""
    if sheet.id != path.stem:
        raise MapError(f"{path.name} holds the map {sheet.id}, rename the file to {sheet.id}.toml.")
    return MapName(sheet.id, sheet.players, sheet.name, path)


def _in_order(found: Iterable[MapName]) -> tuple[MapName, ...]:
    return tuple(sorted(found, key=lambda name: (name.players, name.id)))


def load(id_or_path: str | Path) -> Map:
    """The shipped map with this id, or the map in this file.

    A string is always an id, so that nobody reaches other files through it.
    Raises `MapError`.
    """
    if isinstance(id_or_path, Path):
        return drawn(read(id_or_path), id_or_path.name)
    return _load(id_or_path)


# The practice islands make two hundred maps of 0.1 MB each.
@lru_cache(maxsize=16)
def _load(id: str) -> Map:
    if id.startswith(PRACTICE):
        return drawn(practice(id), id)
    paths = {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}
    if id not in paths:
        raise MapError(f"There is no map {id}; choose one of {', '.join(paths)}.")
    return load(paths[id])


def printed(sheet: Sheet) -> Board:
    """What is printed on a board, without its drawing."""
    ids = {region.id: region.id for region in sheet.regions}
    return Board(sheet.id, sheet.players, sheet.turns, {region.id: _region(region, ids) for region in sheet.regions})


def drawn(sheet: Sheet, file: str) -> Map:
    """The map with its drawing. Raises `MapError` for a region without an outline, or with an impossible one."""
    return Map(
        board=printed(sheet),
        name=sheet.name,
        width=sheet.width,
        height=sheet.height,
        centres={region.id: region.centre for region in sheet.regions},
        clear={region.id: region.clear for region in sheet.regions},
        outlines={region.id: _outline(region, sheet, file) for region in sheet.regions},
    )


def _region(region: RegionSheet, ids: dict[str, str]) -> Region:
    """A region as printed. `ids` interns each id for all its neighbours, as boards stay in memory."""
    return Region(
        region.id,
        region.terrain,
        region.symbols,
        region.lost_tribe,
        region.border,
        region.edge,
        region.coastal,
        tuple(ids[other] for other in region.adjacent),
    )


def _outline(region: RegionSheet, sheet: Sheet, file: str) -> Outline:
    """The points of a region's outline; raises `MapError` if they make none."""
    where = f"{file}: {region.id}"
    if not region.outline or region.outline.isspace():
        raise MapError(f'{where} has no outline, draw all of them with "python -m companion.boards.outline {file}".')
    points: list[Point] = []
    # One by one: all words of an outline together take more memory than its points.
    for word in _WORD.finditer(region.outline):
        x, comma, y = word[0].partition(",")
        if not (comma and _WHOLE.fullmatch(x) and _WHOLE.fullmatch(y)):
            raise MapError(f'{where} has "{word[0][:40]}" in its outline, write points as whole numbers like 120,45.')
        points.append((int(x), int(y)))
    if len(points) < 3:
        raise MapError(f"{where} has an outline of {len(points)} points, give it 3 or more.")
    if any(x > sheet.width or y > sheet.height for x, y in points):
        raise MapError(f"{where} has an outline that leaves the board, keep it within {sheet.width},{sheet.height}.")
    if not inside(region.centre, points):
        raise MapError(f"{where} has its centre outside its outline, move the centre or draw the outline again.")
    return tuple(points)


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point is inside: a line from it to the right crosses the outline an odd number of times."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed
