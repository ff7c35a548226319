"""Several boards on one table: islands that lie side by side and touch nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from companion.maps.sheet import MOST_REGIONS, MapError, RegionSheet, Sheet, read
from companion.rules.sets.warcraft_table import BOARDS, TURNS

# Between two islands, in board units.
GAP = 60
# Islands stand side by side up to this width, then below each other.
WIDEST = 2_000
# The practice islands: "l1a" is side a of the first large board.
FACES = Path(__file__).parent / "isles"
PRACTICE = "isles-"
PRACTICE_NAME = "map.isles"


class Island(NamedTuple):
    """Where one board lies on the table: its top left corner and its size, in the units of the whole."""

    x: int
    y: int
    width: int
    height: int


def together(sheets: Sequence[Sheet], *, id: str, name: str, players: int, turns: int) -> tuple[Sheet, list[Island]]:
    """One map of several boards, and where each lies. Regions are numbered on from board to board.

    Raises `MapError` for fewer than two boards, or more regions than a map may have.
    """
    if len(sheets) < 2:
        raise MapError("Lay at least two boards on the table.")
    places = _places(sheets)
    regions: list[RegionSheet] = []
    for sheet, place in zip(sheets, places, strict=True):
        first = len(regions)
        names = {region.id: f"r{first + number:02}" for number, region in enumerate(sheet.regions, 1)}
        regions += [_moved(region, names, place) for region in sheet.regions]
    if len(regions) > MOST_REGIONS:
        raise MapError(f"These boards have {len(regions)} regions together, and a table takes {MOST_REGIONS}.")
    whole = Sheet(
        id,
        name,
        players,
        turns,
        width=max(place.x + place.width for place in places),
        height=max(place.y + place.height for place in places),
        regions=tuple(regions),
        islands=sum(sheet.islands for sheet in sheets),
    )
    return whole, places


def _places(sheets: Sequence[Sheet]) -> list[Island]:
    places: list[Island] = []
    x = y = low = 0
    for sheet in sheets:
        if x and x + sheet.width > WIDEST:
            x, y = 0, low + GAP
        places.append(Island(x, y, sheet.width, sheet.height))
        x, low = x + sheet.width + GAP, max(low, y + sheet.height)
    return places


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


# The practice islands, of which every choice that fits makes a map of its own.


@cache
def faces() -> tuple[str, ...]:
    """All sides of all practice islands: large, medium, then small ones."""
    return tuple(path.stem for path in sorted(FACES.glob("*.toml")))


def practice(id: str) -> Sheet:
    """The map of the practice islands that its id names, such as "isles-l1a-s2b".

    Raises `MapError` for islands that there are not, or that no number of players has together.
    """
    players = chosen(id)
    sheets = [read(FACES / f"{face}.toml") for face in on_table(id)]
    return together(sheets, id=id, name=PRACTICE_NAME, players=players, turns=TURNS[players])[0]


def on_table(id: str) -> list[str]:
    """The islands that the id of a map names; none where it is another map's."""
    return id.removeprefix(PRACTICE).split("-") if id.startswith(PRACTICE) else []


def chosen(id: str) -> int:
    """For how many players the practice islands are that an id names.

    Raises `MapError` for islands that there are not, or that no number of players has together.
    """
    named = on_table(id)
    sizes = "".join(face[0] for face in named if face in faces())
    # Each board lies with one side up, and in its place.
    once = len({face[:2] for face in named}) == len(named) == len(sizes) and named == sorted(named)
    for players, boards in BOARDS.items():
        if once and boards == sizes:
            return players
    raise MapError(f"There are no practice islands {id}; {PRACTICE}l1a-s2b is a large and a small one.")


def drawn(players: int, choose: Callable[[Sequence[str]], str]) -> str:
    """The id of a map of practice islands for so many players; `choose` takes one of several."""
    taken: list[str] = []
    for size in BOARDS[players]:
        left = [face for face in faces() if face[0] == size and face[:2] not in {each[:2] for each in taken}]
        taken.append(choose(left))
    return named(taken)


def with_face(id: str, face: str) -> str:
    """The map with this island, instead of its other side or else of the first one of its size."""
    lying = on_table(id)
    rivals = [each for each in lying if each[:2] == face[:2]] or [each for each in lying if each[0] == face[0]]
    if face in lying or face not in faces() or not rivals:
        return id
    return named([each for each in lying if each != rivals[0]] + [face])


def named(faces: Sequence[str]) -> str:
    """The id of the map that these islands make."""
    return PRACTICE + "-".join(sorted(faces))
