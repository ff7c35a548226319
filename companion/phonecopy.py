"""A copy of everything for a phone: the zip file that a backup is, sealed with a key that stays in the data folder.

It goes to whoever plays, so it must tell nothing of a purse: neither by its bytes, which are sealed, nor by their
number. Nothing in it is packed, for how small a thing packs depends on what it says. All files but the log are open to
everybody as they are. The log gets room that is reckoned from its text without the digits (ROOM), for a purse says what
it says in digits alone, and from no text of a counted purse, which moves coins or none; blank bytes before the zip file
fill that room. So two logs that differ in a purse are sealed to the same length, before it is rounded up.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO
from zipfile import ZipFile, ZipInfo

from companion import copies
from companion.backup import kept
from companion.keeping import key
from companion.seal import KEY_FILE, PIECE, Seal
from companion.store import FILE

# Bytes in which a log's room is counted.
STEP = 256 * 1024


def _bare(text: str) -> str:
    """In SQL, the bytes of a text without digits and signs."""
    for sign in "-0123456789":
        text = f"replace({text}, '{sign}', '')"
    return f"length(CAST({text} AS BLOB))"


# In SQL, bytes that a log stays below. SQLite fills at least half of each page; a row has 200 bytes beside its text
# and three times the id of its request; a receipt says again what its row says and 250 bytes more, and another one of
# 200 takes it back.
ROOM = f"""
    SELECT 128 * 1024 + 128 * (SELECT count(*) FROM runs)
        + sum(CASE kind WHEN 'purse' THEN 1024 ELSE 512 + 3 * ({_bare("events")} + {_bare("command")}) END)
    FROM log
"""  # noqa: S608  Names of our own.


def begun(data: Path) -> Iterator[bytes] | None:
    """A sealed copy of a data folder, made as it is read; the table may go on meanwhile.

    The log in it is the newest of the copies that the table keeps anyway, so no more than that is laid aside, and no
    more than some pieces are in memory. Returns None where no copy has all rows and none could be made, as on a full
    card. Raises OSError, sqlite3.Error and StoreError.
    """
    path = copies.newest(data)
    if path is None:
        return None
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        room = int(copy.execute(ROOM).fetchone()[0])
    return _sealed(Seal(key(data / KEY_FILE)), path, room, data)


def _sealed(seal: Seal, copy: Path, room: int, data: Path) -> Iterator[bytes]:
    # Once open it may give way to a newer one.
    with copy.open("rb") as log:
        size = os.fstat(log.fileno()).st_size
        blank = -(-max(room, size) // STEP) * STEP - size
        while blank:
            blank -= seal.write(bytes(min(blank, PIECE)))
            yield seal.take()
        with ZipFile(seal, "w") as pack:
            yield from _packed(pack, FILE, log, seal)
            for path in kept(data):
                name = str(path.relative_to(data))
                # A board may be taken away at this moment.
                with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
                    if name != KEY_FILE:
                        yield from _packed(pack, name, file, seal)
    yield seal.finish()


def _packed(pack: ZipFile, name: str, file: BinaryIO, seal: Seal) -> Iterator[bytes]:
    """Put a file into the zip file as it is, and give what is sealed of it."""
    about = ZipInfo(name)
    about.file_size = os.fstat(file.fileno()).st_size
    with pack.open(about, "w") as out:
        while piece := file.read(PIECE):
            out.write(piece)
            yield seal.take()
