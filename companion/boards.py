"""The boards one can play on: those that come with the companion, and those that people made at this table.

Made ones lie in a folder beside the games. A draft is a file NAME.json; once it lacks nothing there is a map file
NAME.toml beside it (docs/maps.md), which is also what is exported and imported.
"""

from __future__ import annotations

import contextlib
import re
import threading
from functools import cache
from itertools import count
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion import maps
from companion.keeping import keep
from companion.maps import Map, MapError, MapName
from companion.maps.islands import Island, together
from companion.maps.making import Draft, Lack, lacks, sheet
from companion.maps.sheet import MOST_BYTES, Sheet, read
from companion.maps.writing import toml
from companion.rules.model import Refused, Say

FOLDER = "boards"
# So many boards are kept, and so many files of boards that were taken away.
MOST = 60
REMOVED = ".removed"
_ID = re.compile("[a-z0-9][a-z0-9-]{0,39}")


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Several boards laid on the table together, by their ids."""

    together: Annotated[tuple[str, ...], Meta(min_length=2, max_length=12)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    players: Annotated[int, Meta(ge=1, le=12)]
    turns: Annotated[int, Meta(ge=1, le=99)]


class Picture(Struct, frozen=True):
    """A photo under a part of a map: its id, and where it lies in the map's units."""

    photo: str
    x: int
    y: int
    width: int
    height: int


class Made(Struct, frozen=True):
    """A board that somebody made: `ready` when it can be played, `regions` so many, `islands` of several boards."""

    id: str
    name: str
    regions: int
    ready: bool
    islands: bool


class _File(NamedTuple):
    """A map file as it was when it was read: what tells whether it still is, its map, or what is wrong with it."""

    stamp: tuple[int, int, int]
    map: tuple[MapName, Map] | None
    fault: str = ""


class Boards:
    """Every method may be called from any thread. Without a folder only the shipped boards are there."""

    def __init__(self, data: Path | None = None) -> None:
        self._folder = data / FOLDER if data else None
        self._lock = threading.RLock()
        shipped, self._wrong = _shipped(maps.FOLDER)
        self._shipped = {name.id: name for name in shipped}
        self._own: dict[str, MapName] = {}
        self._drawn: dict[str, Map] = {}
        self._files: dict[Path, _File] = {}
        self.faults: list[str] = []
        self._look()

    def notice(self) -> Say | None:
        """What is wrong with map files, None for nothing; of files it is said in English, as in a terminal."""
        return Say("status.said", {"sentence": " ".join(self.faults)}) if self.faults else None

    def names(self) -> dict[str, MapName]:
        """The maps that can be played, by id: the shipped ones first."""
        with self._lock:
            return self._shipped | self._own

    def name(self, id: str) -> MapName | None:
        """How a map that can be played is called, None for one there is not; practice islands are a map together."""
        try:
            return self.names().get(id) or maps.practice_name(id)
        except MapError:
            return None

    def shipped(self, id: str) -> bool:
        """Whether a map comes with the companion, so that its id says all."""
        return id not in self._own and self.name(id) is not None

    def load(self, id: str) -> Map:
        """A map of this id. Raises MapError."""
        with self._lock:
            return self._drawn[id] if id in self._own else maps.load(id)

    def pictures(self, id: str) -> list[Picture]:
        """The photos on which a made board was tapped."""
        made = self.draft(id)
        if isinstance(made, Draft):
            return [Picture(made.photo, 0, 0, made.width, made.height)] if made.photo else []
        if made is None:
            return []
        with contextlib.suppress(MapError):
            _, places = self._together(made, id)
            return [
                Picture(picture.photo, place.x, place.y, place.width, place.height)
                for board, place in zip(made.together, places, strict=True)
                for picture in self.pictures(board)
            ]
        return []

    def made(self) -> list[Made]:
        """All boards that people made or are making."""
        with self._lock:
            found = []
            for path in sorted(self._folder.glob("*.json")) if self._folder else ():
                one = self.draft(path.stem)
                if one is not None:
                    ready = path.stem in self._own
                    regions = self._drawn[path.stem].board.regions if ready else getattr(one, "spots", ())
                    found.append(Made(path.stem, one.name, len(regions), ready, isinstance(one, Table)))
            for id, own in self._own.items():
                if not any(each.id == id for each in found):
                    found.append(Made(id, own.name, len(self._drawn[id].board.regions), True, False))
            return found

    def draft(self, id: str) -> Draft | Table | None:
        """What was saved of a made board, None for one that is only a map file, or none at all."""
        path = self._path(id, ".json")
        if path is None:
            return None
        try:
            return _decoded(path.read_bytes())
        except (OSError, msgspec.DecodeError):
            return None

    def text(self, id: str) -> str | None:
        """A made board as the text of its map file, None while it lacks something."""
        with self._lock:
            if id not in self._own:
                return None
            try:
                return self._own[id].path.read_text(encoding="utf-8")
            except OSError:
                return None

    def save(self, id: str, draft: Draft) -> list[Lack]:
        """Keep a draft; once it lacks nothing it can be played. Returns what it lacks.

        Raises Refused for an id that is no name or a shipped board's, and when the folder does not take it.
        """
        found = lacks(draft)
        # The borders take a while to be drawn; nobody waits for the lock meanwhile.
        text = None if any(not lack.hint for lack in found) else toml(sheet(draft, id))
        with self._lock:
            self._room(id)
            self._write(id, ".json", msgspec.json.encode(draft))
            # A board that was ready stays so as it was, until it is whole again: a game may be waiting for it.
            if text is not None:
                self._write(id, ".toml", text.encode())
            self._look()
        return found

    def lay_together(self, id: str, asked: Table) -> None:
        """Make one map of several boards. Raises Refused, with the sentence of what is wrong."""
        with self._lock:
            self._room(id)
            try:
                whole, _ = self._together(asked, id)
            except MapError as error:
                raise Refused(Say("board.wrong", {"why": str(error)})) from None
            self._write(id, ".toml", toml(whole).encode())
            self._write(id, ".json", msgspec.json.encode(asked))
            self._look()

    def take(self, text: bytes) -> str:
        """Take a map file from elsewhere; returns its id, which has a number added where another board has it already.

        Raises Refused, with the sentence of what is wrong.
        """
        if len(text) > MOST_BYTES:
            raise Refused(Say("board.large"))
        with self._lock:
            part = self._write("incoming", ".part", text)
            try:
                found = read(part)
                if found.id in self._shipped:
                    raise Refused(Say("board.shipped", {"map": found.id}))
                maps.load(part)  # Its outlines too.
                if self.text(found.id) == text.decode():
                    return found.id
                id = self._free(found.id)
                self._room(id)
                self._write(id, ".toml", text if id == found.id else toml(replace(found, id=id)).encode())
            except MapError as error:
                raise Refused(Say("board.wrong", {"why": str(error).removeprefix(f"{part.name}: ")})) from None
            finally:
                part.unlink(missing_ok=True)
            self._look()
            return id

    def remove(self, id: str) -> None:
        """Take a made board away; its files stay under another name, until many others have gone after it.

        A game that has begun does not need them.
        """
        with self._lock:
            for ending in (".toml", ".json"):
                path = self._path(id, ending)
                if path is not None and path.exists():
                    path.replace(path.with_name(f"{path.name}{REMOVED}"))
            gone = self._folder.glob(f"*{REMOVED}") if self._folder else ()
            for path in sorted(gone, key=lambda path: path.stat().st_ctime_ns)[:-MOST]:
                path.unlink()
            self._look()

    def _together(self, asked: Table, id: str) -> tuple[Sheet, list[Island]]:
        missing = [board for board in asked.together if board not in self.names()]
        if missing:
            raise MapError(f"There is no board {missing[0]}.")
        if id in self._under(asked):
            raise MapError(f"{id} lies on itself, so it would have no end.")
        sheets = [read(self.names()[board].path) for board in asked.together]
        return together(sheets, id=id, name=asked.name, players=asked.players, turns=asked.turns)

    def _under(self, table: Table) -> set[str]:
        """The boards that lie on a table, and those on the tables among them."""
        found = set(table.together)
        for board in table.together:
            made = self.draft(board)
            if isinstance(made, Table):
                found |= self._under(made)
        return found

    def _room(self, id: str) -> None:
        if not _ID.fullmatch(id) or id in self._shipped:
            raise Refused(Say("board.name"))
        ids = self._ids()
        if self._folder is None or (id not in ids and len(ids) >= MOST):
            raise Refused(Say("board.many", {"count": MOST}))

    def _ids(self) -> set[str]:
        """The ids that made boards have, finished or not."""
        drafts = self._folder.glob("*.json") if self._folder else ()
        return {path.stem for path in drafts} | set(self._own)

    def _free(self, id: str) -> str:
        """This id, or with the first number that makes it one which no board has."""
        taken, free = self._ids(), id
        for number in count(2):
            if free not in taken:
                break
            free = f"{id[:36]}-{number}"
        return free

    def _path(self, id: str, ending: str) -> Path | None:
        return self._folder / f"{id}{ending}" if self._folder and _ID.fullmatch(id) else None

    def _write(self, id: str, ending: str, data: bytes) -> Path:
        """Write a file whole or not at all. Raises Refused when the folder does not take it."""
        path = self._path(id, ending)
        if path is None:
            raise Refused(Say("board.name"))
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            keep(path, data)
        except OSError as error:
            raise Refused(Say("board.not_kept", {"why": error.strerror or str(error)})) from None
        return path

    def _look(self) -> None:
        """Read what is new in the folder. A file that is wrong is named in `faults` and keeps nobody from playing."""
        paths = sorted(self._folder.glob("*.toml")) if self._folder else ()
        self._files = {path: self._file(path) for path in paths}
        found = [each.map for each in self._files.values() if each.map and each.map[0].id not in self._shipped]
        self._own = {name.id: name for name, _ in sorted(found, key=lambda one: (one[0].players, one[0].id))}
        self._drawn = {name.id: drawn for name, drawn in found}
        self.faults = [*self._wrong, *(each.fault for each in self._files.values() if each.fault)]

    def _file(self, path: Path) -> _File:
        """A map file, read again only when it has changed: a board is kept after every few taps."""
        stamp = (0, 0, 0)
        try:
            about = path.stat()
            stamp = (about.st_mtime_ns, about.st_size, about.st_ino)
            known = self._files.get(path)
            return known if known and known.stamp == stamp else _File(stamp, maps.opened(path))
        except (MapError, OSError) as fault:
            return _File(stamp, None, str(fault))


@cache
def _shipped(folder: Path) -> tuple[tuple[MapName, ...], tuple[str, ...]]:
    """The maps that come along, which change with the program only, and what is wrong with others beside them."""
    return maps.survey(folder)


def _decoded(data: bytes) -> Draft | Table:
    """A draft or a table of islands. Raises msgspec.DecodeError for anything else."""
    try:
        return msgspec.json.decode(data, type=Draft)
    except msgspec.ValidationError:
        return msgspec.json.decode(data, type=Table)
