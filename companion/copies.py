"""Copies of the log that the table makes by itself, so that a damaged file costs some minutes and no game.

They lie in a folder of the data folder and are numbered, for the clock may be wrong. The oldest gives way once a newer
one was found whole and has all that it has; what is left of a log that was lost stays.
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

from companion.keeping import sync
from companion.ledger import Ledger
from companion.lobby import Lobby
from companion.rules.model import Say
from companion.store import FILE, Bystander, StoreError, damaged

FOLDER = "copies"
MOST = 4
# Seconds from one copy to the next, where something was done meanwhile.
EVERY = 300.0
# Bytes that stay free on the card for games, photos and the system.
SPARE = 32 * 1024 * 1024
# The last row of another log, where it is in this one.
SAME = """
    SELECT 1 FROM main.log JOIN other.log USING (row, time, command, events)
    WHERE row = (SELECT max(row) FROM other.log)
"""
# One copy is made at a time, whoever asks for it.
_making = threading.Lock()


class Copy(Struct, frozen=True):
    """A whole copy: the last row it has, and in words up to where its game came."""

    path: Path
    last: int
    up_to: Say


def keep(data: Path, ending: threading.Event, every: float = EVERY) -> None:
    """Make copies until the event is set. What hinders one hinders no game; the next is tried all the same."""
    while True:
        with contextlib.suppress(OSError, sqlite3.Error, StoreError):
            make(data)
        if ending.wait(every):
            return


def make(data: Path) -> Path | None:
    """Copy the log, where it has grown since the newest copy and the card has room for it; the table may go on.

    Returns None where there is no new copy: also when the log itself is damaged, so that no good copy has to go.
    Raises OSError, sqlite3.Error and StoreError; then no copy was made and none has gone.
    """
    with _making:
        return _made(data)


def newest(data: Path) -> Path | None:
    """The newest copy with all that the log has now, made where there is none; None where none can be made.

    Raises OSError, sqlite3.Error and StoreError.
    """
    if made := make(data):
        return made
    return next((path for path in _all(data)[:1] if _stands(data / FILE, path)), None)


def _made(data: Path) -> Path | None:
    before = _all(data)
    with closing(Bystander(data)) as log:
        if log.last_row() == 0 or (before and _stands(data / FILE, before[0])):
            return None
        if shutil.disk_usage(data).free < 2 * (data / FILE).stat().st_size + SPARE:
            return None
        (data / FOLDER).mkdir(mode=0o700, exist_ok=True)
        made = data / FOLDER / f"games-{_number(before[0]) + 1 if before else 1}.db"
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
        if damaged(old) or _stands(old, made):
            old.unlink()
    return made


def before_new_tables(data: Path) -> None:
    """Copy a log that an earlier version left, before this one adds to its tables. Nothing here raises."""
    with contextlib.suppress(OSError, sqlite3.Error, StoreError):
        with closing(Bystander(data)) as log:
            behind = log.behind()
        if behind:
            make(data)


def better(data: Path, last: int) -> Copy | None:
    """The newest whole copy, where it has rows after the `last` of the log; None where the log has all that it has."""
    for path in _all(data):
        with contextlib.suppress(OSError, sqlite3.Error, StoreError):
            found = _last(path)
            if found <= last:
                return None
            if not damaged(path):
                return Copy(path, found, _up_to(path))
    return None


def _all(data: Path) -> list[Path]:
    """The copies, the newest first."""
    return sorted((path for path in (data / FOLDER).glob("games-*.db") if _number(path)), key=_number, reverse=True)


def _stands(last: Path, within: Path) -> bool:
    """Whether the last row of a log stands in another one too, which then has all that it has."""
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(_only_read(within), uri=True)) as log:
        log.execute("ATTACH ? AS other", [_only_read(last)])
        return log.execute(SAME).fetchone() is not None
    return False


def _only_read(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"


def _number(path: Path) -> int:
    number = path.stem.removeprefix("games-")
    return int(number) if number.isdecimal() else 0


def _last(path: Path) -> int:
    with closing(Bystander(path.parent, path.name)) as log:
        return log.last_row()


def _up_to(path: Path) -> Say:
    with closing(Bystander(path.parent, path.name)) as log:
        number = log.last_game()
        ledger = Ledger(number, Lobby(), log.rows(number))
    names = ", ".join(place.name for place in ledger.lobby.places)
    if ledger.game is None:
        return Say("copy.lobby", {"names": names}) if names else Say("copy.empty")
    if ledger.game.over:
        return Say("copy.over", {"names": names})
    return Say("copy.turn", {"number": ledger.game.turn.number, "names": names})
