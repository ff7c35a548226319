"""Logs that earlier versions left (tests/store/earlier)."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store.store import FILE

EARLIER = sorted(Path(__file__).with_name("earlier").glob("*.db.gz"))
# What a row had in the first version, and has had since.
COLUMNS = "row, game, run, kind, seat, entered_by, time, request, command, events, returns_to"
Rows = list[tuple[object, ...]]


def laid(packed: Path, data: Path) -> Rows:
    """Put an earlier log into a data folder; its rows."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in data.glob(f"{FILE}*"):
        old.unlink()
    (data / FILE).write_bytes(gzip.decompress(packed.read_bytes()))
    return rows(data)


def rows(data: Path) -> Rows:
    """All rows of a log, read without the program."""
    with closing(sqlite3.connect(f"{(data / FILE).as_uri()}?mode=ro", uri=True)) as log:
        assert log.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return log.execute(f"SELECT {COLUMNS} FROM log ORDER BY row").fetchall()
