"""Several boards on one table: islands side by side that do not touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from companion.boards.sheet import MOST_REGIONS, MapError, RegionSheet, Sheet, read
from companion.rules.boxes.warcraft.table import BOARDS, TURNS
from companion.toml import LARGEST

# The gap between two islands, in board units.
GAP = 60
# Islands are put side by side up to this width, then below each other.
WIDEST = 2_000
# The practice islands: "l1a" is side a of the first large board.
FACES = Path(__file__).parent / "isles"
PRACTICE = "isles-"
PRACTICE_NAME = "map.isles"


class Island(NamedTuple):
    """A board's place on the table: its top left corner and its size, in units of the whole map."""

    x: int
    y: int
    width: int
    height: int


def together(sheets: Sequence[Sheet], *, id: str, name: str, players: int, turns: int) -> Sheet:
    """One map of several boards. Regions are numbered on from board to board.

    Raises `MapError` for fewer than two boards, and for more regions or longer outlines than a map may have.
    """
    if len(sheets) < 2:
        raise MapError("Lay at least two boards on the table.")
    count = sum(len(sheet.regions) for sheet in sheets)
    if count > MOST_REGIONS:
        raise MapError(f"These boards have {count} regions together, and a table takes {MOST_REGIONS}.")
    if sum(len(region.outline) for sheet in sheets for region in sheet.regions) > LARGEST:
        raise MapError(f"The outlines of these boards are too long for one map (more than {LARGEST} bytes together).")
    lying = places([(sheet.width, sheet.height) for sheet in sheets])
    regions: list[RegionSheet] = []
    for sheet, place in zip(sheets, lying, strict=True):
        first = len(regions)
        names = {region.id: f"r{first + number:02}" for number, region in enumerate(sheet.regions, 1)}
        regions += [_moved(region, names, place) for region in sheet.regions]
    return Sheet(
        id,
        name,
        players,
        turns,
        width=max(place.x + place.width for place in lying),
        height=max(place.y + place.height for place in lying),
        regions=tuple(regions),
        islands=sum(sheet.islands for sheet in sheets),
    )


def places(sizes: Sequence[tuple[int, int]]) -> list[Island]:
    """The places of boards with these widths and heights, in board units."""
    found: list[Island] = []
    x = y = low = 0
    for width, height in sizes:
        if x and x + width > WIDEST:
            x, y = 0, low + GAP
        found.append(Island(x, y, width, height))
        x, low = x + width + GAP, max(low, y + height)
    return found


def _moved(region: RegionSheet, names: dict[str, str], place: Island) -> RegionSheet:
    x, y = region.centre
    return replace(
        region,
        id=names[region.id],
        adjacent=tuple(names[other] for other in region.adjacent),
        centre=(x + place.x, y + place.y),
        via=tuple((x + place.x, y + place.y, free) for x, y, free in region.via),
        outline=re.sub(
            r"(\d+),(\d+)", lambda point: f"{int(point[1]) + place.x},{int(point[2]) + place.y}", region.outline
        ),
    )


# The practice islands: every choice of them that fits is a map of its own.


@cache
def faces() -> tuple[str, ...]:
    """All sides of all practice islands: large, medium, then small ones."""
    return tuple(path.stem for path in sorted(FACES.glob("*.toml")))


def practice(id: str) -> Sheet:
    """The map of the practice islands that its id names, such as "isles-l1a-s2b".

    Raises `MapError` for unknown islands, and for a choice that is for no number of players.
    """
    players = chosen(id)
    sheets = [read(FACES / f"{face}.toml") for face in on_table(id)]
    return together(sheets, id=id, name=PRACTICE_NAME, players=players, turns=TURNS[players])


def on_table(id: str) -> list[str]:
    """The islands that a map's id names; none for any other map."""
    return id.removeprefix(PRACTICE).split("-") if id.startswith(PRACTICE) else []


def chosen(id: str) -> int:
    """The number of players that the practice islands of an id are for.

    Raises `MapError` for unknown islands, and for a choice that is for no number of players.
    """
    named = on_table(id)
    sizes = "".join(face[0] for face in named if face in faces())
    # Each board has one side up, and its place in the list.
    once = len({face[:2] for face in named}) == len(named) == len(sizes) and named == sorted(named)
    for players, boards in BOARDS.items():
        if once and boards == sizes:
            return players
    raise MapError(f"There are no practice islands {id}; {PRACTICE}l1a-s2b is a large and a small one.")


def drawn(players: int, choose: Callable[[Sequence[str]], str]) -> str:
    """The id of a random map of practice islands for this many players; `choose` picks one of several."""
    taken: list[str] = []
    for size in BOARDS[players]:
        left = [face for face in faces() if face[0] == size and face[:2] not in {each[:2] for each in taken}]
        taken.append(choose(left))
    return named(taken)


def with_face(id: str, face: str) -> str:
    """The map with this island in place of its other side, or else of the first one of its size."""
    lying = on_table(id)
    rivals = [each for each in lying if each[:2] == face[:2]] or [each for each in lying if each[0] == face[0]]
    if face in lying or face not in faces() or not rivals:
        return id
    return named([each for each in lying if each != rivals[0]] + [face])


def named(faces: Sequence[str]) -> str:
    """The id of the map of these islands."""
    return PRACTICE + "-".join(sorted(faces))
