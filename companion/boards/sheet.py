"""A map file as written: reading it, or saying in one sentence what is wrong with it.

docs/maps.md describes every field.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from companion import toml
from companion.rules.notation.line import on_one_line

LAND = ("farmland", "forest", "hill", "mountain", "swamp")
WATER = ("sea", "lake")
SYMBOLS = ("cavern", "magic", "mine", "anchor", "size-s", "size-m", "size-l")
# On boards that have it, it marks the regions that a first conquest may enter.
ANCHOR = "anchor"

Radius = Annotated[int, Meta(ge=1, le=10_000)]
Size = Annotated[int, Meta(ge=100, le=10_000)]
Length = Annotated[int, Meta(ge=0, le=10_000)]
Point = tuple[Length, Length]
# x, y, and the free radius there.
WayPoint = tuple[Length, Length, Radius]
Word = Annotated[str, Meta(max_length=40)]

T = TypeVar("T", bound=str | int)

MOST_REGIONS = 99
_ID = re.compile(r"r[0-9]{2}")


class MapError(Exception):
    """A map file that cannot be used; the text is one sentence, on one line, that says what to do."""

    def __init__(self, sentence: str) -> None:
        # The sentence may quote the file, which may contain anything.
        super().__init__(on_one_line(sentence))


class RegionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One region as written.  Lengths are in board units, `outline` is "x,y x,y ..."."""

    id: Word
    terrain: Word
    adjacent: tuple[Word, ...]
    centre: Point
    clear: Radius
    symbols: tuple[Word, ...] = ()
    lost_tribe: bool = False
    border: bool = False
    edge: bool = False
    coastal: bool = False
    via: tuple[WayPoint, ...] = ()
    outline: str = ""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole map file as written."""

    id: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    players: Annotated[int, Meta(ge=1, le=12)]
    turns: Annotated[int, Meta(ge=1, le=99)]
    width: Size
    height: Size
    regions: tuple[RegionSheet, ...] = field(name="region")
    # The parts of the map that are separate on the table.
    islands: Annotated[int, Meta(ge=1, le=12)] = 1


def read(path: Path) -> Sheet:
    """The map in a file, its facts checked; raises `MapError` for what is wrong.

    Outlines are not checked: the generator reads files that have none yet.
    """
    try:
        with path.open("rb") as file:
            data = file.read(toml.LARGEST + 1)
    except OSError as error:
        raise MapError(f"{path.name}: the file cannot be read ({error.strerror}); check its name and place.") from None
    return told(data, path.name)


def told(data: bytes, file: str) -> Sheet:
    """The map in a file's bytes, as `read` gives it; errors begin with the name of the file."""
    try:
        sheet = msgspec.convert(toml.read(data), Sheet)
    except toml.NotRead as error:
        raise MapError(f"{file}: the file {error}.") from None
    except msgspec.ValidationError as error:
        raise MapError(f"{file}: {_plain(toml.cut(str(error)))}; docs/maps.md lists every field.") from None
    for fault in _faults(sheet):
        raise MapError(f"{file}: {fault}.")
    return sheet


def _plain(message: str) -> str:
    """msgspec's message with the place in plain words: regions count from 1."""
    message, _, place = message.partition(" - at `$")
    place = place.removesuffix("`").replace("[...]", "")
    words = re.sub(r"^\.region\[(\d+)\]", lambda found: f"region number {int(found[1]) + 1}", place).strip(".")
    words = words.replace(".", ", field ")
    message = message[:1].lower() + message[1:]
    if not words:
        return message
    return f"{words if words.startswith('region number') else 'field ' + words}: {message}"


def _faults(sheet: Sheet) -> Iterator[str]:
    """What is wrong with the facts; causes before their effects."""
    if not 2 <= len(sheet.regions) <= MOST_REGIONS:
        yield f"it has {len(sheet.regions)} regions, give it 2 to {MOST_REGIONS}"
    for id, count in Counter(region.id for region in sheet.regions).items():
        if not _ID.fullmatch(id):
            yield f'"{id}" is no region id, write r and two digits like "r07"'
        if count > 1:
            yield f"two regions are called {id}, give one of them another id"
    by_id = {region.id: region for region in sheet.regions}
    for region in sheet.regions:
        yield from _land_faults(region)
        yield from _place_faults(region, sheet)
    for region in sheet.regions:
        yield from _neighbour_faults(region, by_id)
    parts = pieces_of({id: frozenset(region.adjacent) for id, region in by_id.items()})
    if len(parts) > sheet.islands:
        yield f"the map is in {len(parts)} pieces, join {min(parts[-1])} to the rest by its neighbours"
    if len(parts) < sheet.islands:
        yield f"the map is in {len(parts)} pieces, set islands = {len(parts)}"
    for part in parts:
        anchored = any(ANCHOR in by_id[id].symbols for id in part)
        for region in sheet.regions:
            if region.id in part:
                yield from _flag_faults(region, by_id, anchored)


def _land_faults(region: RegionSheet) -> Iterator[str]:
    if region.terrain not in LAND + WATER:
        yield f'{region.id} has the unknown terrain "{region.terrain}", write one of {", ".join(LAND + WATER)}'
    for symbol, count in Counter(region.symbols).items():
        if symbol not in SYMBOLS:
            yield f'{region.id} has the unknown symbol "{symbol}", write one of {", ".join(SYMBOLS)}'
        if count > 1:
            yield f"{region.id} has the symbol {symbol} twice, write it once"
    if region.lost_tribe and region.terrain in WATER:
        yield f"{region.id} is water and has a Lost Tribe, set lost_tribe = false"


def _place_faults(region: RegionSheet, sheet: Sheet) -> Iterator[str]:
    x, y = region.centre
    if not (0 < x < sheet.width and 0 < y < sheet.height):
        yield f"{region.id} has its centre off the board, keep it between 0,0 and {sheet.width},{sheet.height}"
    for x, y, _ in region.via:
        if not (0 <= x <= sheet.width and 0 <= y <= sheet.height):
            yield f"{region.id} has the way point {x},{y} off the board, move it onto the board"
        elif not region.edge and (x in (0, sheet.width) or y in (0, sheet.height)):
            yield f"{region.id} has the way point {x},{y} on the board's edge, set edge = true or move it inland"


def _neighbour_faults(region: RegionSheet, by_id: dict[str, RegionSheet]) -> Iterator[str]:
    if not region.adjacent:
        yield f"{region.id} has no neighbours, list them in adjacent"
    for other, count in Counter(region.adjacent).items():
        if other not in by_id:
            yield f"{region.id} has the unknown neighbour {other}, add that region or take it off the list"
        elif other == region.id:
            yield f"{region.id} is its own neighbour, take it off the list"
        elif region.id not in by_id[other].adjacent:
            yield f"{region.id} has the neighbour {other}, but {other} does not list {region.id}, add it there"
        if count > 1:
            yield f"{region.id} lists its neighbour {other} twice, write it once"


def pieces_of(near: Mapping[T, Iterable[T]]) -> list[set[T]]:
    """The parts of a map that one can walk within, from each region's neighbours; the first region's part first."""
    pieces: list[set[T]] = []
    for start in near:
        if any(start in piece for piece in pieces):
            continue
        reached, ahead = {start}, [start]
        while ahead:
            fresh = set(near[ahead.pop()]) - reached
            reached |= fresh
            ahead += fresh
        pieces.append(reached)
    return pieces


def _flag_faults(region: RegionSheet, by_id: dict[str, RegionSheet], anchored: bool) -> Iterator[str]:
    near = [by_id[other] for other in region.adjacent]
    border = region.edge or any(other.terrain == "sea" and other.edge for other in near)
    if anchored:
        border = ANCHOR in region.symbols
    if region.border != border:
        why = (
            "touches the board's edge or a sea that does"
            if border
            else "touches neither the board's edge nor such a sea"
        )
        if anchored:
            why = "has an anchor" if border else "has no anchor, as Entry Regions of this board do"
        yield f"{region.id} {why}, set border = {str(border).lower()}"
    coastal = region.terrain in LAND and any(other.terrain in WATER for other in near)
    if region.coastal != coastal:
        why = "is land on a shore" if coastal else "is water or lies on no shore"
        yield f"{region.id} {why}, set coastal = {str(coastal).lower()}"
