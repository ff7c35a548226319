"""Automatic copies of the log, so that a damaged file costs some minutes of play at most.

They are numbered, because the clock may be wrong, and kept in a folder of the data folder. The oldest is deleted once
a newer one is known to be whole and to contain it; copies of a log that was lost stay.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from companion.files import sync
from companion.game.entries import StoreError
from companion.game.history import History
from companion.game.lobby import Lobby
from companion.rules.model import Message
from companion.store.recovery import FAULTS, damaged
from companion.store.store import COPIES, FILE, ReadOnlyStore, copies_of, number

MOST = 4
# Seconds between two copies, if something happened.
EVERY = 300.0
# Bytes left free on the card for games, photos and the system.
SPARE = 32 * 1024 * 1024
# Finds the last row of another log in this one.
SAME = """
    SELECT 1 FROM main.log JOIN other.log USING (row, time, command, events)
    WHERE row = (SELECT max(row) FROM other.log)
"""


class Copy(Struct, frozen=True):
    """A whole copy: its last row, and how far its game had come, in words."""

    path: Path
    last: int
    up_to: Message


def keep(data: Path, ending: threading.Event, every: float = EVERY) -> None:
    """Make copies until the event is set. One that fails does not disturb the game; the next is tried all the same."""
    while True:
        with contextlib.suppress(OSError, StoreError, *FAULTS):
            make(data)
        if ending.wait(every):
            return


def make(data: Path) -> Path | None:
    """Copy the log if it has grown since the newest copy and the card has room; the table may go on meanwhile.

    Returns None if no copy was made, also when the log itself is damaged, so that no good copy is deleted for it.
    Raises OSError, sqlite3.Error and StoreError; then nothing was made or deleted.
    """
    before = copies_of(data)
    with closing(ReadOnlyStore(data)) as log:
        if log.last_row() == 0 or (before and _contains(data / FILE, before[0])):
            return None
        if shutil.disk_usage(data).free < 2 * (data / FILE).stat().st_size + SPARE:
            return None
        (data / COPIES).mkdir(mode=0o700, exist_ok=True)
        made = data / COPIES / f"games-{number(before[0]) + 1 if before else 1}.db"
        part = made.with_name(f"{made.name}.new")
        part.unlink(missing_ok=True)
        try:
            log.copy(part)
            if damaged(part):
                return None
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(made)
        finally:
            part.unlink(missing_ok=True)
    sync(made.parent)
    for old in before[MOST - 1 :]:
        if damaged(old) or _contains(old, made):
            old.unlink()
    return made


def before_new_tables(data: Path) -> None:
    """Copy a log from an earlier version before this one migrates it. Raises nothing."""
    with contextlib.suppress(OSError, StoreError, *FAULTS):
        with closing(ReadOnlyStore(data)) as log:
            behind = log.is_older()
        if behind:
            make(data)


def newer_copy(data: Path, last: int, aside: int = 0) -> Copy | None:
    """The newest whole copy with rows after the log's `last`; None if the log has everything.

    Copies up to number `aside` were declined.
    """
    for path in copies_of(data):
        if number(path) <= aside:
            return None
        with contextlib.suppress(OSError, StoreError, *FAULTS):
            found = _last(path)
            if found <= last:
                return None
            if not damaged(path):
                return Copy(path, found, _up_to(path))
    return None


def _contains(last: Path, within: Path) -> bool:
    """Whether another log contains the last row of this one, and so all of its rows."""
    with contextlib.suppress(*FAULTS), closing(sqlite3.connect(_only_read(within), uri=True)) as log:
        log.execute("ATTACH ? AS other", [_only_read(last)])
        return log.execute(SAME).fetchone() is not None
    return False


def _only_read(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"


def _last(path: Path) -> int:
    with closing(ReadOnlyStore(path.parent, path.name)) as log:
        return log.last_row()


def _up_to(path: Path) -> Message:
    with closing(ReadOnlyStore(path.parent, path.name)) as log:
        game = log.last_game()
        history = History(game, Lobby(), log.rows(game))
    names = ", ".join(place.name for place in history.lobby.places)
    if history.game is None:
        return Message("copy.lobby", {"names": names}) if names else Message("copy.empty")
    if history.game.over:
        return Message("copy.over", {"names": names})
    return Message("copy.turn", {"number": history.game.turn.number, "names": names})
