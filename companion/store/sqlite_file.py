"""Reads an SQLite file page by page, without SQLite, which gives up if the first page is damaged.

The format is described at https://www.sqlite.org/fileformat2.html. Only leaves of tables and indexes are read, with
text in UTF-8. What cannot be read is left out; checksums must show whether the rest is right.
"""

from __future__ import annotations

import os
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple, Self

from companion.store.checksums import Value

WAL_HEAD, FRAME_HEAD = 32, 24
TABLE_LEAF, INDEX_LEAF = 13, 10
# The sizes of integers, by type code.
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
# What parsing bytes that are not a page may raise.
WRONG = (ValueError, IndexError, struct.error, OSError)

Record = tuple[Value, ...]
# A page in the -wal file: its number and its offset there.
Frame = tuple[int, int]


class Layout(NamedTuple):
    """The size of a page, and how many bytes at its end are reserved."""

    page: int
    reserved: int


# SQLite's default.
USUAL = Layout(4096, 0)


def layout(path: Path) -> Layout:
    """The layout according to the first page; the default if that page is no help. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(24).ljust(24, b"\0")
    size = int.from_bytes(head[16:18], "big")
    told = Layout(0x10000 if size == 1 else size, head[20])
    return told if told.page >= 512 and not told.page & (told.page - 1) else USUAL


class SqliteFile:
    """An SQLite file with the completed transactions of its -wal file."""

    def __init__(self, path: Path, layout: Layout = USUAL) -> None:
        """Raises OSError."""
        self._page_size, self._usable = layout.page, layout.page - layout.reserved
        # How much of a row is in its leaf page: all of it up to these bytes, otherwise between these and the minimum.
        self._most = {TABLE_LEAF: self._usable - 35, INDEX_LEAF: (self._usable - 12) * 64 // 255 - 23}
        self._least = (self._usable - 12) * 32 // 255 - 23
        with ExitStack() as opened:
            self._main = opened.enter_context(path.open("rb"))
            self._pages = os.fstat(self._main.fileno()).st_size // layout.page
            self._wal = None
            self._frames: list[Frame] = []
            with suppress(FileNotFoundError):
                self._wal = opened.enter_context(path.with_name(f"{path.name}-wal").open("rb"))
                self._frames = self._waiting()
            self._newest = dict(self._frames)
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def records(self) -> Iterator[tuple[int | None, Record]]:
        """All rows of all tables, each with its number, and all index entries, older versions of a page first."""
        for number in range(1, self._pages + 1):
            with suppress(OSError):
                yield from self._leaf(self._read(self._main.fileno(), (number - 1) * self._page_size))
        for _, place in self._frames:
            if self._wal:
                with suppress(OSError):
                    yield from self._leaf(self._read(self._wal.fileno(), place))

    def cut_short(self) -> bool:
        """Whether SQLite ignores frames of the -wal file, as it does from the first bad one on."""
        if not self._wal or not self._frames:
            return False
        handle = self._wal.fileno()
        head = os.pread(handle, WAL_HEAD, 0)
        # The first bytes say in which byte order the checksum is computed.
        order = {b"\x37\x7f\x06\x82": "<", b"\x37\x7f\x06\x83": ">"}.get(head[:4])
        if order is None or _summed(order, head[:24], (0, 0)) != struct.unpack(">II", head[24:]):
            return True
        salts, before = head[16:24], struct.unpack(">II", head[24:])
        for _, place in self._frames:
            frame = os.pread(handle, FRAME_HEAD, place - FRAME_HEAD)
            before = _summed(order, frame[:8] + self._read(handle, place), before)
            if frame[8:16] != salts or before != struct.unpack(">II", frame[16:]):
                return True
        return False

    def _waiting(self) -> list[Frame]:
        """The frames of the -wal file up to the last one that completes a transaction."""
        assert self._wal  # noqa: S101  It is open where this is called.
        handle, size = self._wal.fileno(), os.fstat(self._wal.fileno()).st_size
        heads = [
            struct.unpack(">II8s", os.pread(handle, 16, place).ljust(16, b"\0"))
            for place in range(WAL_HEAD, size - FRAME_HEAD - self._page_size + 1, FRAME_HEAD + self._page_size)
        ]
        # The salt that the file and all its current frames share. One of the places may be damaged.
        said = [os.pread(handle, 8, 16), *(salts for _, _, salts in heads[:2])]
        (salts, _), *_ = Counter(said).most_common(1)
        frames, end = list[Frame](), 0
        for place, (number, completed, own) in enumerate(heads):
            if own != salts and place + 1 < len(heads) and heads[place + 1][2] != salts:
                break
            frames.append((number, WAL_HEAD + place * (FRAME_HEAD + self._page_size) + FRAME_HEAD))
            if completed and own == salts:
                end = len(frames)
        return frames[:end]

    def _read(self, handle: int, place: int) -> bytes:
        return os.pread(handle, self._page_size, place)

    def _page(self, number: int) -> bytes:
        """The latest version of a page."""
        if self._wal and number in self._newest:
            return self._read(self._wal.fileno(), self._newest[number])
        return self._read(self._main.fileno(), (number - 1) * self._page_size)

    def _leaf(self, page: bytes) -> Iterator[tuple[int | None, Record]]:
        if len(page) < self._page_size or page[0] not in self._most:
            return
        (count,) = struct.unpack_from(">H", page, 3)
        for cell in range(min(count, self._page_size // 4)):
            with suppress(*WRONG):
                (place,) = struct.unpack_from(">H", page, 8 + 2 * cell)
                yield self._cell(page, place)

    def _cell(self, page: bytes, place: int) -> tuple[int | None, Record]:
        row, kind = None, page[0]
        size, place = _number(page, place)
        if kind == TABLE_LEAF:
            row, place = _number(page, place)
        if size > (self._pages + len(self._frames)) * self._page_size:
            raise ValueError("longer than the file")
        here = size
        if size > self._most[kind]:
            fit = self._least + (size - self._least) % (self._usable - 4)
            here = fit if fit <= self._most[kind] else self._least
        data = bytearray(page[place : place + here])
        following = page[place + here : place + here + 4]
        while len(data) < size:
            more = self._page(*struct.unpack(">I", following))
            if len(more) < self._page_size:
                raise ValueError("no such page")
            following = more[:4]
            data += more[4 : min(4 + size - len(data), self._usable)]
        return row, _record(bytes(data))


def _summed(order: str, data: bytes, before: tuple[int, ...]) -> tuple[int, int]:
    """The running checksum of the -wal file after these bytes."""
    one, other = before
    for first, second in struct.iter_unpack(f"{order}II", data):
        one = one + first + other & 0xFFFFFFFF
        other = other + second + one & 0xFFFFFFFF
    return one, other


def _number(data: bytes, place: int) -> tuple[int, int]:
    """One of SQLite's variable-length integers, and where it ends."""
    value = 0
    for at in range(place, place + 8):
        value = value << 7 | data[at] & 0x7F
        if data[at] < 0x80:
            return value, at + 1
    return value << 8 | data[place + 8], place + 9


def _record(data: bytes) -> Record:
    """The columns of a row. Raises any of WRONG."""
    head, at = _number(data, 0)
    place, found = head, list[Value]()
    while at < head:
        code, at = _number(data, at)
        size = INTEGERS.get(code, 8 if code == 7 else max(0, code - 12) // 2)
        part = data[place : place + size]
        if len(part) < size or code in (10, 11):
            raise ValueError("no record")
        place += size
        if code == 0:
            found.append(None)
        elif code in INTEGERS:
            found.append(int.from_bytes(part, "big", signed=True))
        elif code == 7:
            found.append(float(struct.unpack(">d", part)[0]))
        elif code in (8, 9):
            found.append(code - 8)
        else:
            found.append(part.decode() if code % 2 else part)
    if place != len(data):
        raise ValueError("no record")
    return tuple(found)
