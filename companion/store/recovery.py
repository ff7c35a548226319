"""Checks whether a log is whole, and saves what is good of a damaged one.

A whole log is one in which SQLite finds no fault, whose tables and indexes are as this program makes them, and in
which every row has the right checksum. Rows of an earlier version have none: their games must replay without an error.

In a damaged log each game is good up to its first bad row, so old damage does not cost the game of today. Missing rows
may come from a copy of the same log: the checksums of the rows after them prove that they belong there.
"""

from __future__ import annotations

import os
import re
import sqlite3
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from itertools import groupby
from pathlib import Path
from types import NoneType

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from companion.game.entries import Row
from companion.game.history import KINDS, History
from companion.game.lobby import Lobby
from companion.rules import engine, hooks
from companion.rules.boxes.registry import OWN, banners
from companion.rules.model import Game, Refused
from companion.store import checksums
from companion.store.checksums import COLUMN, Value
from companion.store.migrations import CHECKSUMMED, COLUMNS, migrations
from companion.store.sqlite_file import USUAL, Record, SqliteFile, layout

# SQLite's codes for a file that is no database, or for a table that is not as it was created.
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG)
# SQLite's codes for a card that cannot read a page.
UNREAD = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
# Bytes in a page of the file.
PAGE = 4096
# In kB, for every connection: a page is hardly ever read twice. SQLite's default is 2 MB, which the process then keeps.
FEW_PAGES = "PRAGMA cache_size=-256"
# The columns of the first version: no row has fewer. Those in NEEDED are never empty.
FEWEST = 11
NEEDED = {"game", "run", "kind", "time", "command", "events"}

Values = dict[str, Value]


# What reading a damaged file may raise. SQLite quotes what it cannot read, which may not be text.
FAULTS = (sqlite3.Error, UnicodeDecodeError)


class Recovered(Struct, frozen=True):
    """What was recovered of a log: its `last` row, the games that `lost` rows, and whether it still has `all` of its
    rows.

    `now` says whether the latest game, the one being played, may have lost rows.
    """

    last: int
    lost: tuple[int, ...]
    all: bool
    now: bool


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file is damaged, rather than locked or unreachable, for example."""
    code = getattr(error, "sqlite_errorcode", 0)
    return isinstance(error, UnicodeDecodeError) or code & 0xFF in DAMAGED or code in UNREAD


def lenient_text(data: bytes) -> str:
    """Text from SQLite in which bytes that are not valid text are replaced, so that no exception quotes them."""
    return data.decode(errors="replace")


def damaged(path: Path) -> bool:
    """Whether a log's file is damaged. Raises OSError and sqlite3.Error for any other trouble."""
    if not _begins_like_a_log(path):
        return True
    try:
        with closing(open_read_only(path)) as db:
            if not _is_whole(db):
                return True
        with SqliteFile(path, layout(path)) as file:
            return file.cut_short()
    except FAULTS as error:
        if is_damage(error):
            return True
        raise


def open_read_only(path: Path) -> sqlite3.Connection:
    """A read-only connection to a log. Raises sqlite3.Error and OSError."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{read_only_option(path)}", uri=True)
    db.text_factory = lenient_text
    db.execute(FEW_PAGES)
    return db


def read_only_option(path: Path) -> str:
    """SQLite's option for opening a file read-only, on a write-protected card too."""
    locked = os.statvfs(path).f_flag & os.ST_RDONLY
    # The -wal file beside it holds its last rows; if there is none, SQLite would want to create one.
    return "immutable=1" if locked and not path.with_name(f"{path.name}-wal").exists() else "mode=ro"


def recover(path: Path, copies: Sequence[Path], into: Path) -> Recovered:
    """Write the good rows of a damaged log into a new file, as a log of this version.

    Rows may be taken from `copies`, the newest first. Raises OSError and sqlite3.Error. The damaged file is only read.
    """
    found, runs, seen = _read_rows(path)
    checksummed = any(COLUMN in values for values in found.values())
    if checksummed:
        found = _with_copy(found, copies)
    lost: set[int] = set()
    kept = list(_intact_rows(found, lost) if checksummed else _plausible_rows(found, lost))
    _write(into, kept, runs)
    last, game = (int(str(kept[-1][name])) if kept else 0 for name in ("row", "game"))
    now = last < seen or game in lost
    # Rows without checksums may have changed unnoticed.
    return Recovered(last, tuple(sorted(lost)), checksummed and not lost and not now, now or not checksummed)


# Checking a log.


def _begins_like_a_log(path: Path) -> bool:
    """Whether a file begins like a log. SQLite believes these bytes, or refuses to write because of them."""
    with path.open("rb") as file:
        head = file.read(100)
    if not head:
        return True
    if len(head) < 100:
        return False
    # SQLite keeps the tables and encoding of a new log in the -wal file at first.
    kinds = {(4, 1)} if path.stat().st_size > PAGE else {(4, 1), (0, 0)}
    known = head[:16] == b"SQLite format 3\0" and struct.unpack_from(">I8xI", head, 44) in kinds
    # Any version of SQLite may write to it, and it never vacuums itself.
    return known and {head[18], head[19]} <= {1, 2} and head[21:24] == b"\x40\x20\x20" and not any(head[52:56])


def _is_whole(db: sqlite3.Connection) -> bool:
    if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
        return False
    done = applied(db)
    if set(done) > set(known_migrations()):
        # A newer version's log: its tables are not known here.
        return True
    if done != known_migrations()[: len(done)] or not _expected_schema(len(done)).items() <= _objects(db).items():
        return False
    if not done:
        return not any(name == "log" for _, name in _objects(db))
    return _all_in_place(db) if CHECKSUMMED in done else _is_plausible(db)


def applied(db: sqlite3.Connection) -> list[str]:
    """The names of the migrations that a log has been through, in order. Raises sqlite3.Error."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone():
        return []
    found = db.execute("SELECT name, migration_set, applied_at FROM _sqlite_migrations ORDER BY rowid")
    return [name for name, of, _ in found if of == "companion"]


@cache
def known_migrations() -> list[str]:
    """The names of all migrations of this version, in order."""
    with closing(Database(memory=True)) as empty:
        return [migration.name for migration in migrations.pending(empty)]


@cache
def _expected_schema(count: int) -> Mapping[tuple[str, str], str]:
    """The tables, indexes, triggers and views of a log after this many migrations: the SQL of each by kind and name."""
    with closing(Database(memory=True)) as made:
        migrations.apply(made, stop_before=known_migrations()[count:])
        return _objects(made.conn)


def _objects(db: sqlite3.Connection) -> Mapping[tuple[str, str], str]:
    query = "SELECT type, name, sql FROM sqlite_master WHERE sql NOT NULL AND tbl_name <> '_sqlite_migrations'"
    # Comments and white space differ between versions.
    return {(kind, name): re.sub(r"--.*|/\*.*?\*/|\s+", "", sql) for kind, name, sql in db.execute(query)}


def _all_in_place(db: sqlite3.Connection) -> bool:
    """Whether every row has the right checksum for the row before it."""
    before = b""
    # The values are only hashed.
    db.text_factory = bytes
    for values in _rows(db, "SELECT * FROM log ORDER BY row"):
        if not checksums.in_place(values, before):
            return False
        before = checksums.stored(values)
    return True


def _is_plausible(db: sqlite3.Connection) -> bool:
    # A table never stored bytes that are not valid text.
    db.text_factory = bytes.decode
    found = {int(str(values["row"])): values for values in _rows(db, "SELECT * FROM log")}
    return sum(1 for _ in _plausible_rows(found, set())) == len(found)


def _rows(db: sqlite3.Connection, query: str, *bound: object) -> Iterator[Values]:
    found = db.execute(query, bound)
    names = [column[0] for column in found.description]
    return (dict(zip(names, values, strict=True)) for values in found)


# Saving what is good.


def _read_rows(path: Path) -> tuple[dict[int, Values], dict[int, Values], int]:
    """The intact rows of the log and the starts of the program, by number, and the highest row number seen anywhere."""
    good, plain, runs, seen = dict[int, Values](), dict[int, Values](), dict[int, Values](), 0
    for row, record in _records(path):
        if row is None:
            # An entry of the index of games and requests, which has the row's number.
            if [type(each) for each in record] in ([int, str, int], [int, NoneType, int]):
                seen = max(seen, int(str(record[2])))
        elif values := _log_row(row, record):
            seen = max(seen, row)
            if checksums.intact(values):
                good[row] = values
            elif COLUMN not in values:
                plain[row] = values
        elif len(record) == 3 and record[0] is None and all(isinstance(each, str) for each in record[1:]):
            runs[row] = {"run": row, "time": record[1], "program": record[2]}
    return good or plain, runs, seen


def _records(path: Path) -> Iterator[tuple[int | None, Record]]:
    for each in {layout(path), USUAL}:
        with SqliteFile(path, each) as file:
            yield from file.records()


def _log_row(row: int | None, record: Sequence[Value]) -> Values | None:
    """The columns of a row of the log that are not empty; None if it is not one."""
    if row is None or len(record) < FEWEST or record[0] is not None:
        return None
    there = zip(list(COLUMNS)[1:], record[1:], strict=False)
    values: Values = {"row": row} | {name: value for name, value in there if value is not None}
    right = all(type(value) is COLUMNS[name] for name, value in values.items())
    return values if right and values.keys() >= NEEDED else None


def _with_copy(found: dict[int, Values], copies: Sequence[Path]) -> dict[int, Values]:
    """The rows, with all up to the last one that a copy also has taken from that copy.

    That row has the same checksum in both, so all rows before it were the same.
    """
    for path in copies:
        with suppress(OSError, *FAULTS):
            if damaged(path):
                continue
            with closing(open_read_only(path)) as copy:
                for values in _rows(copy, "SELECT row, checksum FROM log ORDER BY row DESC"):
                    both = int(str(values["row"]))
                    if both in found and found[both][COLUMN] == values[COLUMN]:
                        before = _rows(copy, "SELECT * FROM log WHERE row <= ?", both)
                        return {int(str(each["row"])): each for each in before} | {
                            row: each for row, each in found.items() if row > both
                        }
    return found


def _intact_rows(found: Mapping[int, Values], lost: set[int]) -> Iterator[Values]:
    """The rows of each game up to its first bad or missing one; `lost` gets the games that lose some."""
    before, game = b"", 0
    for row in sorted(found):
        values = found[row]
        earlier, game = game, int(str(values["game"]))
        if not checksums.in_place(values, before):
            # Missing rows may belong to the game before as well.
            lost |= {earlier, game} - {0}
        before = checksums.stored(values)
        if game not in lost:
            yield values


def _plausible_rows(found: Mapping[int, Values], lost: set[int]) -> Iterator[Values]:
    """The rows of each game up to the first that is missing or that does not fit the rows before it."""
    before = 0
    for game, numbers in groupby(sorted(found), lambda row: int(str(found[row]["game"]))):
        rows = list(numbers)
        following = [found[row] for place, row in enumerate(rows) if row == before + 1 + place]
        # The current game is also looked at as phones would do it, after each row only if that is needed.
        shown = rows[-1] == max(found)
        good = _plausible_start(game, following, looks=len(following) if shown else 0)
        if shown and len(good) < len(rows):
            good = _plausible_start(game, following, looks=1)
        if len(good) < len(rows):
            lost.add(game)
        before = rows[-1]
        yield from good


def _plausible_start(game: int, rows: Sequence[Values], *, looks: int) -> Sequence[Values]:
    """The rows of a game up to the first that does not fit; the game is looked at every `looks` rows, never for 0.

    With an owner's own pieces, which may be gone by now, a row that does not fit proves nothing.
    """
    history, requests = History(game, Lobby()), set[str]()
    for number, values in enumerate(rows):
        try:
            row = as_row(values)
            history.add(row)
            if row.kind not in KINDS or row.request in requests or (row.kind == "photo" and not row.command["map"]):
                raise ValueError("no kind of row, the id of another one, or a photo of nothing")
            if looks and (number + 1) % looks == 0:
                _read_as_phones(history.lobby, history.game)
        except Exception:  # Whatever fails here, the row is not one that a table has stored.
            return rows if OWN in history.lobby.boxes else rows[:number]
        requests |= {row.request} if row.request else set()
    return rows


def _read_as_phones(lobby: Lobby, game: Game | None) -> None:
    """Read a table as phones do. Raises any exception if it is not one."""
    engine.options(lobby.boxes)
    if not game:
        return
    banners(game.boxes)
    engine.chances(game)
    for seat in range(len(game.seats)):
        engine.offers(game, seat, blind=True)
    for region in game.board.regions:
        hooks.worth(game, region)
        with suppress(Refused):
            engine.quote(game, game.turn.seat, region)


def as_row(values: Mapping[str, Value]) -> Row:
    """A row from its columns. Raises MsgspecError if its command is not JSON."""
    plain = {name: values[name] for name in Row.__struct_fields__ if name in values}
    return msgspec.convert({**plain, "command": msgspec.json.decode(str(values["command"]))}, Row)


def _write(into: Path, kept: Sequence[Values], runs: Mapping[int, Values]) -> None:
    into.unlink(missing_ok=True)
    with closing(sqlite3.connect(into)) as db:
        into.chmod(0o600)
        log = Database(db, execute_plugins=False)
        migrations.apply(log)
        starts = {int(str(values["run"])): values for values in kept}
        missing = {run: {"run": run, "time": values["time"], "program": "?"} for run, values in starts.items()}
        with db:
            log.table("runs").insert_all({**missing, **runs}.values())
            before = b""
            for values in kept:
                before = checksums.checksum(values, before)
                insert(db, {**values, COLUMN: before})
    with into.open("rb+") as file:
        os.fsync(file.fileno())


def insert(db: sqlite3.Connection, values: Values) -> None:
    """Add a row to the log with the values of these columns."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    db.execute(f"INSERT INTO log ({names}) VALUES ({marks})", list(values.values()))  # noqa: S608  Names of columns.
