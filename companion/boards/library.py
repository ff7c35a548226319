"""The boards of a table: the shipped ones, and those that people made here.

Made boards are kept in a folder beside the games. A draft is a file NAME.json; once it lacks nothing there is a map
file NAME.toml beside it (docs/maps.md), which is also what is exported and imported.

Readers never wait: what is known of the files is replaced as a whole. Maps are read and drawn one at a time, before
they are written; those who make boards wait for that, and are turned away when several are waiting.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.boards import maps
from companion.boards.islands import Island, places, together
from companion.boards.making import Draft, Lack, finished, lacks
from companion.boards.maps import Map, MapError, MapName
from companion.boards.sheet import MOST_REGIONS, Sheet, read, told
from companion.boards.writing import toml
from companion.files import read_json, write_atomically
from companion.rules.model import Board, Message, Refused
from companion.toml import LARGEST

FOLDER = "boards"
# How many boards are kept, and how many files of deleted boards.
MOST = 60
# Bytes of a draft, as sent and as stored: the longest that is accepted has 58 kB, one of 99 regions some 15.
LARGEST_DRAFT = 64 * 1024
# How many phones may wait while a board is read or drawn. More would leave no threads for the others.
MOST_WAITING = 4
REMOVED = ".removed"
_ID = re.compile("[a-z0-9][a-z0-9-]{0,39}")
# The name of a map from elsewhere until its id is known.
_INCOMING = "map.toml"


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Several boards on one table, by their ids."""

    together: Annotated[tuple[str, ...], Meta(min_length=2, max_length=12)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    players: Annotated[int, Meta(ge=1, le=12)]
    turns: Annotated[int, Meta(ge=1, le=99)]


class Picture(Struct, frozen=True):
    """A photo under a part of a map: its id, and its place in the map's units."""

    photo: str
    x: int
    y: int
    width: int
    height: int


class Made(Struct, frozen=True):
    """A board that somebody made: whether it is `ready` to be played, its number of `regions`, its `islands` if any."""

    id: str
    name: str
    regions: int
    ready: bool
    islands: bool


# A file's last change, size and place on the disk, which tell whether it is still the same.
Stamp = tuple[int, int, int]


class _File(NamedTuple):
    """A map file as it was when it was read: its map without the drawing, or what is wrong with it."""

    stamp: Stamp
    name: MapName | None = None
    board: Board | None = None
    size: tuple[int, int] = (0, 0)
    fault: str = ""


class _Known(NamedTuple):
    """What is known of all made maps: their files, and the playable ones by id. Never modified."""

    files: dict[Path, _File]
    names: dict[str, MapName]


class Boards:
    """The boards of a folder and the shipped ones; only these without a folder. Every method is thread-safe."""

    def __init__(self, data: Path | None = None) -> None:
        self._folder = data / FOLDER if data else None
        # Held while files are written, never for reading.
        self._writing = threading.RLock()
        self._reading = threading.Lock()
        self._places = threading.BoundedSemaphore(1 + MOST_WAITING)
        shipped, self._wrong = _shipped(maps.FOLDER)
        self._shipped = {name.id: name for name in shipped}
        self._known = _Known({}, {})
        self._look()

    @property
    def faults(self) -> list[str]:
        """What is wrong with map files, a sentence each."""
        return [*self._wrong, *(file.fault for file in self._known.files.values() if file.fault)]

    def notice(self) -> Message | None:
        """What is wrong with map files, if anything; about files it is in English, as in a terminal."""
        faults = self.faults
        return Message("status.said", {"sentence": " ".join(faults)}) if faults else None

    def names(self) -> dict[str, MapName]:
        """The playable maps by id: the shipped ones first."""
        return self._shipped | self._known.names

    def name(self, id: str) -> MapName | None:
        """The name of a playable map, None for an unknown id; practice islands are one map together."""
        try:
            return self.names().get(id) or maps.practice_name(id)
        except MapError:
            return None

    def shipped(self, id: str) -> bool:
        """Whether a map is shipped, so that its id is enough to find it anywhere."""
        return id not in self._known.names and self.name(id) is not None

    def board(self, id: str) -> Board:
        """What is printed on a map. Raises MapError."""
        file = self._own(id)
        return file.board if file and file.board else maps.load(id).board

    def load(self, id: str) -> Map:
        """A map with its drawing, read from its file. Raises MapError."""
        file = self._own(id)
        return _drawn(file.name.path, file.stamp) if file and file.name else maps.load(id)

    def pictures(self, id: str) -> list[Picture]:
        """The photos on which a made board was tapped."""
        found: list[Picture] = []
        ahead = [(id, Island(0, 0, 0, 0))]
        # Tables may contain tables; an edit could have made that endless.
        for _ in range(MOST_REGIONS):
            if not ahead:
                break
            board, at = ahead.pop(0)
            made = self.draft(board)
            if isinstance(made, Draft) and made.photo:
                found.append(Picture(made.photo, at.x, at.y, at.width or made.width, at.height or made.height))
            elif isinstance(made, Table):
                with contextlib.suppress(MapError):
                    lying = places([self._size(each) for each in made.together])
                    moved = [place._replace(x=at.x + place.x, y=at.y + place.y) for place in lying]
                    ahead += zip(made.together, moved, strict=True)
        return found

    def made(self) -> list[Made]:
        """All boards that people have made or are making."""
        found, ready = [], self._known.names
        for path in sorted(self._folder.glob("*.json")) if self._folder else ():
            one = self.draft(path.stem)
            if one is not None:
                regions = self.board(path.stem).regions if path.stem in ready else getattr(one, "spots", ())
                found.append(Made(path.stem, one.name, len(regions), path.stem in ready, isinstance(one, Table)))
        drafts = {each.id for each in found}
        for id, own in ready.items():
            if id not in drafts:
                found.append(Made(id, own.name, len(self.board(id).regions), True, False))
        return found

    def draft(self, id: str) -> Draft | Table | None:
        """The saved draft of a made board, None for one that is only a map file, or unknown."""
        path = self._path(id, ".json")
        if path is None:
            return None
        return read_json(path, Draft, LARGEST_DRAFT) or read_json(path, Table, LARGEST_DRAFT)

    def text(self, id: str) -> str | None:
        """The text of a made board's map file, None while it lacks something."""
        own = self._known.names.get(id)
        try:
            return own.path.read_text(encoding="utf-8") if own else None
        except (OSError, ValueError):
            return None

    def free(self, id: str) -> None:
        """Raises Refused for an id that is no name or is a shipped board's, and when there are too many boards."""
        if not _ID.fullmatch(id) or id in self._shipped:
            raise Refused(Message("board.name"))
        ids = self._ids()
        if self._folder is None or (id not in ids and len(ids) >= MOST):
            raise Refused(Message("board.many", {"count": MOST}))

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """One phone's turn to read and draw maps. Raises Refused when too many are waiting."""
        if not self._places.acquire(blocking=False):
            raise Refused(Message("board.busy"))
        try:
            with self._reading:
                yield
        finally:
            self._places.release()

    def save(self, id: str, draft: Draft) -> tuple[list[Lack], str | None]:
        """Save a draft; once it lacks nothing it can be played.

        Returns what it lacks, and why its borders cannot be drawn, if so. Raises Refused for an id that is no name or
        is
        a shipped board's, when too many are waiting, and when it cannot be written.
        """
        self.free(id)
        with self.turn():
            found = lacks(draft)
            whole, undrawn = (None, None) if any(not lack.hint for lack in found) else finished(draft, id)
            map = _checked(whole) if whole else None
        with self._writing:
            self.free(id)
            self._write(id, ".json", msgspec.json.encode(draft))
            # A ready board stays as it was until the draft is complete again: a game may be about to begin on it.
            if map:
                self._write_map(map)
            self._look()
        return found, undrawn

    def lay_together(self, id: str, asked: Table) -> None:
        """Make one map of several boards. Raises Refused with what is wrong."""
        self.free(id)
        with self.turn(), _in_words():
            map = _checked(self._together(asked, id))
        with self._writing, _in_words():
            self.free(id)
            # One of these boards may have been put on this table meanwhile.
            self._ends(asked, id)
            self._write_map(map)
            self._write(id, ".json", msgspec.json.encode(asked))
            self._look()

    def take(self, text: bytes) -> str:
        """Import a map file; returns its id, with a number added if another board has it already.

        Raises Refused with what is wrong.
        """
        if len(text) > LARGEST:
            raise Refused(Message("board.large"))
        with self.turn(), _in_words():
            found = told(text, _INCOMING)
            if found.id in self._shipped:
                raise Refused(Message("board.shipped", {"map": found.id}))
            maps.drawn(found, _INCOMING)  # This reads its outlines too.
        with self._writing, _in_words():
            if self.text(found.id) == text.decode():
                return found.id
            id = self._unused(found.id)
            self.free(id)
            self._write_map(_Map(found, text) if id == found.id else _checked(replace(found, id=id)))
            self._look()
            return id

    def remove(self, id: str) -> None:
        """Delete a made board; its files stay under another name until many more have been deleted.

        Games that have begun do not need them.
        """
        with self._writing:
            for ending in (".toml", ".json"):
                path = self._path(id, ending)
                if path is not None and path.exists():
                    path.replace(path.with_name(f"{path.name}{REMOVED}"))
            gone = self._folder.glob(f"*{REMOVED}") if self._folder else ()
            for path in sorted(gone, key=lambda path: path.stat().st_ctime_ns)[:-MOST]:
                path.unlink()
            self._look()

    def _together(self, asked: Table, id: str) -> Sheet:
        names = self.names()
        missing = [board for board in asked.together if board not in names]
        if missing:
            raise MapError(f"There is no board {missing[0][:40]}.")
        self._ends(asked, id)
        sheets = {board: read(names[board].path) for board in asked.together}
        return together(
            [sheets[board] for board in asked.together],
            id=id,
            name=asked.name,
            players=asked.players,
            turns=asked.turns,
        )

    def _ends(self, asked: Table, id: str) -> None:
        """Raises MapError for a table that would contain itself, directly or through other tables."""
        found: set[str] = set()
        ahead = set(asked.together)
        while ahead:
            board = ahead.pop()
            found.add(board)
            made = self.draft(board)
            ahead |= set(made.together) - found if isinstance(made, Table) else set()
        if id in found:
            raise MapError(f"{id} lies on itself, so it would have no end.")

    def _ids(self) -> set[str]:
        """The ids of made boards, finished or not."""
        drafts = self._folder.glob("*.json") if self._folder else ()
        return {path.stem for path in drafts} | set(self._known.names)

    def _unused(self, id: str) -> str:
        """This id, or with the first number that makes it free."""
        taken, free = self._ids(), id
        for number in count(2):
            if free not in taken:
                break
            free = f"{id[:36]}-{number}"
        return free

    def _path(self, id: str, ending: str) -> Path | None:
        return self._folder / f"{id}{ending}" if self._folder and _ID.fullmatch(id) else None

    def _write(self, id: str, ending: str, data: bytes) -> Path:
        """Write a file atomically. Raises Refused if it cannot be written."""
        path = self._path(id, ending)
        if path is None:
            raise Refused(Message("board.name"))
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(path, data)
        except OSError as error:
            raise Refused(Message("board.not_kept", {"why": error.strerror or str(error)})) from None
        return path

    def _write_map(self, map: _Map) -> None:
        """Write the file of a map that is read already, so that nobody waits for it to be read again."""
        path = self._write(map.sheet.id, ".toml", map.text)
        name, size = maps.named(map.sheet, path), (map.sheet.width, map.sheet.height)
        file = _File(_stamp(path), name, maps.printed(map.sheet), size)
        self._known = self._known._replace(files=self._known.files | {path: file})

    def _own(self, id: str) -> _File | None:
        """The file of a playable made map."""
        known = self._known
        return known.files[known.names[id].path] if id in known.names else None

    def _size(self, id: str) -> tuple[int, int]:
        """The width and height of a map, in board units. Raises MapError."""
        if file := self._own(id):
            return file.size
        map = maps.load(id)
        return map.width, map.height

    def _look(self) -> None:
        """Read what is new in the folder. A bad file is listed in `faults` and does not stop anybody from playing."""
        paths = sorted(self._folder.glob("*.toml")) if self._folder else ()
        files = {path: self._file(path) for path in paths}
        found = [file.name for file in files.values() if file.name and file.name.id not in self._shipped]
        names = {name.id: name for name in sorted(found, key=lambda name: (name.players, name.id))}
        self._known = _Known(files, names)

    def _file(self, path: Path) -> _File:
        """A map file, read again only if it has changed: a draft is saved after every few taps."""
        stamp = (0, 0, 0)
        try:
            stamp = _stamp(path)
            known = self._known.files.get(path)
            if known and known.stamp == stamp:
                return known
            name, map = maps.opened(path)
            return _File(stamp, name, map.board, (map.width, map.height))
        except (MapError, OSError) as fault:
            return _File(stamp, fault=str(fault))


class _Map(NamedTuple):
    """A map that can be read and drawn, and the text of its file."""

    sheet: Sheet
    text: bytes


def _checked(sheet: Sheet) -> _Map:
    """One of our maps as it will be read from its file. Raises Refused if that will fail."""
    with _in_words():
        text = toml(sheet).encode()
        maps.drawn(told(text, _INCOMING), _INCOMING)
        return _Map(sheet, text)


@contextlib.contextmanager
def _in_words() -> Iterator[None]:
    """Turn a MapError into a Refused."""
    try:
        yield
    except MapError as error:
        raise Refused(Message("board.wrong", {"why": str(error).removeprefix(f"{_INCOMING}: ")})) from None


def _stamp(path: Path) -> Stamp:
    about = path.stat()
    return about.st_mtime_ns, about.st_size, about.st_ino


# Drawings that nobody looks at stay in their files: all made boards together could have 60 MB.
@lru_cache(maxsize=8)
def _drawn(path: Path, stamp: Stamp) -> Map:  # noqa: ARG001  A file that has changed is another one.
    """The map in a file, cached while its stamp is the same. Raises MapError."""
    return maps.load(path)


@cache
def _shipped(folder: Path) -> tuple[tuple[MapName, ...], tuple[str, ...]]:
    """The shipped maps, which only change with the program, and what is wrong with others beside them."""
    return maps.survey(folder)
