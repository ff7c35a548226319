"""Several boards on one table: islands that lie side by side and touch nowhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.maps.sheet import MOST_REGIONS, MapError, RegionSheet, Sheet

# Between two islands, in board units.
GAP = 60
# Islands stand side by side up to this width, then below each other.
WIDEST = 2_000


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
