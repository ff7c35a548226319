"""Logs with the games of recorded files, as the table would have stored them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path

from companion.game.entries import Entry
from companion.records.importer import laid, rows
from companion.records.record import play, read
from companion.rules.events import Event
from companion.store.migrations import COLUMNS
from companion.store.store import FILE, Store

# What people have said and done: all of a row but its checksum, which stands for where it stands as well.
SAID = ", ".join(name for name in COLUMNS if name != "checksum")
Content = list[tuple[object, ...]]


@cache
def stored(text: str) -> tuple[tuple[Event, ...], tuple[Entry, ...]]:
    """A record's events, and the rows that the table would have stored of it."""
    record = read(text.encode())
    steps = list(play(record))
    return (*laid(record.opening), *(event for step in steps for event in step.events)), tuple(
        rows(record, steps, "table")
    )


def add_games(folder: Path, texts: Iterable[str]) -> None:
    """Store these games behind those that are there."""
    with closing(Store(folder)) as store:
        for text in texts:
            store.append(store.last_game() + (store.last_row() > 0), stored(text)[1])


def content(folder: Path) -> Content:
    """All rows of a log, read without the program."""
    with closing(sqlite3.connect(f"{(folder / FILE).as_uri()}?mode=ro", uri=True)) as log:
        return log.execute(f"SELECT {SAID} FROM log ORDER BY row").fetchall()
