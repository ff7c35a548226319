"""The log: one SQLite file to which rows are added and from which nothing is ever taken away.

Two tables, made to be read with any SQLite tool, and views of them (docs/tables.md):

* `log`: a row for each thing the table accepted. A take-back is a row too; it names the row it returns to.
* `runs`: a row for each start of the program, with its version.
* `standing`: the rows of the log that were not taken back. Their events, in order, are the game.
* the views of companion/views.py, where those events stand one by one.
"""

import contextlib
import errno
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from companion import __version__, clock, text
from companion.keeping import own, sync
from companion.rules.model import Say
from companion.schema import migrations

FILE = "games.db"
LOCK = "games.lock"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StoreError(Exception):
    """One plain sentence: what is wrong with the file, what to do, and that nothing is lost."""


class InUse(StoreError):
    """Another companion has this file open."""


class TooNew(StoreError):
    """A newer companion wrote this file; it was not touched."""


class NotStored(StoreError):
    """The disk did not take a row; the log is as it was before. `say` is why, in words for people."""

    def __init__(self, say: Say) -> None:
        super().__init__(text.sentence(say))
        self.say = say


class Entry(Struct, frozen=True, kw_only=True):
    """One thing to be added to the log.

    `kind` says what it is (see companion/ledger.py). `seat` is whose act it is, `entered_by` the seat whose phone sent
    it; both None where no seat is concerned. `request` is the id the phone made, once in a game. `command` and `events`
    are JSON. `returns_to` is the row before which a take-back goes back. `receipts` are those that it makes, as JSON.
    """

    kind: str
    seat: int | None = None
    entered_by: int | None = None
    request: str | None = None
    command: dict[str, Any] = {}
    events: str = "[]"
    returns_to: int | None = None
    receipts: str | None = None


class Row(Entry, frozen=True, kw_only=True):
    """An entry as it stands in the log. `time` is when it was stored, by a clock that may be wrong."""

    row: int
    game: int
    time: str


class Begun(Struct, frozen=True):
    """A game that has begun: its number, the row it began with and its last one so far."""

    game: int
    row: int
    last: int


# The rows whose `events` are those of the game.
PLAYED = ("start", "act", "for_another", "as_played", "chance", "purse", "takeback")

class _Rows:
    """A log that can be read; `_db` is the open file."""

    _db: Database

    def rows(self, game: int) -> Iterator[Row]:
        """All rows of a game, taken back or not, the oldest first."""
        return self._read("game = ?", game)

    def _read(self, where: str, *bound: object) -> Iterator[Row]:
        for values in self._db.table("log").rows_where(where, bound, order_by="row"):
            del values["run"]
            values.pop("clock", None)
            values["command"] = msgspec.json.decode(values["command"])
            yield Row(**values)

    def of_kind(self, kind: str) -> Iterator[Row]:
        """All rows of a kind, of every game, the oldest first."""
        return self._read("kind = ?", kind)

    def rolls(self) -> Iterator[Row]:
        """The rows that rolls were made by, in all games, and those that may have made one void, the oldest first.

        An answer that was given again, or came with an imported game, names nobody who rolled and is none of them.
        """
        return self._read(
            "kind IN ('practice', 'takeback') OR kind = 'chance' AND (entered_by IS NOT NULL OR request IS NOT NULL)"
            " AND command ->> 'type' = 'answer' AND command ->> 'occasion' LIKE '%.roll%'"
        )

    def games(self) -> list[Begun]:
        """The games that have begun and were not taken back into the lobby, the oldest first."""
        query = (
            "SELECT game, row, (SELECT max(row) FROM log WHERE game = start.game) AS last"
            " FROM standing AS start WHERE kind = 'start' ORDER BY row"
        )
        return [Begun(**line) for line in self._db.query(query)]

    def time_of(self, begun: Begun) -> str | None:
        """When a game began, or the first time that the clock was right later in it; None where it never was."""
        # A bystander may look at a log that an older version left.
        right = "clock IS NOT 0" if "clock" in self._db.table("log").columns_dict else "1"
        query = f"SELECT time FROM log WHERE row BETWEEN ? AND ? AND +game = ? AND {right} ORDER BY row LIMIT 1"  # noqa: S608
        return next((line["time"] for line in self._db.query(query, [begun.row, begun.last, begun.game])), None)

    def happened(self, game: int) -> Iterator[str]:
        """What happened in a game and was not taken back: JSON arrays of events, the oldest first."""
        marks = ", ".join("?" * len(PLAYED))
        query = f"SELECT events FROM standing WHERE game = ? AND kind IN ({marks}) ORDER BY row"  # noqa: S608
        return (line["events"] for line in self._db.query(query, [game, *PLAYED]))

    def last_of(self, game: int, kinds: Sequence[str], before: int) -> str | None:
        """The events of a game's last row of some kinds before another row; None without one."""
        marks = ", ".join("?" * len(kinds))
        query = f"SELECT events FROM log WHERE game = ? AND kind IN ({marks}) AND row < ? ORDER BY row DESC LIMIT 1"  # noqa: S608
        return next((line["events"] for line in self._db.query(query, [game, *kinds, before])), None)

    def last_row(self) -> int:
        """The number of the last row of any game, 0 before the first."""
        return int(next(self._db.query("SELECT coalesce(max(row), 0) AS row FROM log"))["row"])

    def last_game(self) -> int:
        """The number of the game that was last begun, 1 before the first."""
        return int(next(self._db.query("SELECT coalesce(max(game), 1) AS game FROM log"))["game"])


class Store(_Rows):
    """The open log. One process has it at a time; in it, one thread at a time may call a method.

    `run` counts the starts of the program on this file. `notice` is a sentence for the table when a damaged file was
    put aside, else None.
    """

    def __init__(self, folder: Path) -> None:
        """Open the log in a folder, or begin one.

        A damaged file is kept under another name and a new one is begun. Raises StoreError when that cannot be done,
        InUse when another companion is at it, TooNew for a file of a newer version.
        """
        self.path = folder / FILE
        self.notice: Say | None = None
        self._version = 0
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = take_lock(folder)
        except OSError as error:
            raise StoreError(
                f"The games cannot be kept in {folder}: {error.strerror or error}. Nothing was changed."
            ) from None
        try:
            self._open()
        except BaseException:
            os.close(self._lock)
            raise

    def append(self, game: int, entries: Sequence[Entry]) -> list[Row]:
        """Store entries together, all or none, and return their rows once they are on the disk.

        Raises NotStored when the disk does not take them.
        """
        return _add(self._db, self.run, game, entries)

    def kind_of(self, request: str) -> str | None:
        """The kind of the row that a request of any game became; None when there is none."""
        # A request is looked up in one game after the other, by the index that keeps it from coming twice.
        query = (
            "WITH RECURSIVE games(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM games WHERE n < ?)"
            " SELECT kind FROM log WHERE request = ? AND game IN (SELECT n FROM games) ORDER BY row"
        )
        found = next(self._db.query(query, [self.last_game(), request]), None)
        return str(found["kind"]) if found else None

    def grown(self) -> bool:
        """Whether a bystander has left a row since this was asked last."""
        before, self._version = self._version, _version(self._db)
        return self._version != before

    def bring_back(self, copy: Path) -> str:
        """Go on from a copy of the log; returns the name under which the log that was here is kept.

        Raises NotStored when the disk does not take it, and then this log goes on; StoreError when the copy cannot be
        opened.
        """
        fresh = self.path.with_name(f"{self.path.name}.new")
        try:
            shutil.copyfile(copy, fresh)
            fresh.chmod(0o600)
            own(fresh, self.path.parent)
            with fresh.open("rb+") as file:
                os.fsync(file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                fresh.unlink()
            raise NotStored(_not_written(error)) from error
        self._db.close()
        kept = _put_aside(self.path, "before")
        fresh.replace(self.path)
        sync(self.path.parent)
        self._open()
        return kept.name

    def close(self) -> None:
        """Close the file and let others have it."""
        self._db.close()
        os.close(self._lock)

    def _open(self) -> None:
        if self.path.exists() and damaged(self.path):
            kept = _put_aside(self.path, "damaged")
            self.notice = Say("notice.damaged", {"file": kept.name})
        try:
            self._db = _connect(self.path)
            _not_too_new(self.path, self._db)
            # What SQLite writes beside it then belongs to the same.
            own(self.path, self.path.parent)
            self._db.enable_wal()
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            # In kB: what was written is hardly ever read again. By itself SQLite keeps 2 MB of it, more with each game.
            self._db.execute("PRAGMA cache_size=-256")
            migrations.apply(self._db)
            with self._db.atomic():
                number = self._db.table("runs").insert({"time": _now(), "program": __version__}).last_pk
            self.run = int(str(number))
            self._version = _version(self._db)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be opened: {error}. Nothing was changed.") from error


class Bystander(_Rows):
    """The log as another process reads it, while a table keeps it or none does. It takes no lock."""

    def __init__(self, folder: Path, name: str = FILE) -> None:
        """Raises StoreError when no games are kept in the folder, or they cannot be read; TooNew as Store does."""
        self.path = folder / name
        if not self.path.exists():
            raise StoreError(f"No games are kept in {folder}.")
        try:
            self._db = Database(sqlite3.connect(f"{self.path.absolute().as_uri()}?{_read_only(self.path)}", uri=True))
            _not_too_new(self.path, self._db)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be read: {error}. Nothing was changed.") from error

    def behind(self) -> bool:
        """Whether an earlier version left it, to whose tables this one would add."""
        return bool(migrations.pending(self._db))

    def begun(self) -> list[int]:
        """The numbers of the games that have begun and were not taken back into the lobby, the oldest first."""
        return [begun.game for begun in self.games()]

    def copy(self, file: Path) -> None:
        """Write a copy of the log, as it is at one moment, into a new file; the keeper may go on writing meanwhile.

        Raises sqlite3.Error.
        """
        with contextlib.closing(sqlite3.connect(file)) as target:
            self._db.conn.backup(target)
            # One file without others beside it.
            target.execute("PRAGMA journal_mode=DELETE")

    def leave(self, game: int, entry: Entry) -> None:
        """Add a row to a game from outside; whoever keeps the log finds it with grown().

        Only a row that nothing else depends on may be left so: the keeper knows of it a little later. Raises NotStored.
        """
        with contextlib.closing(_connect(self.path)) as db:
            db.execute("PRAGMA synchronous=FULL")
            run = next(db.query("SELECT max(run) AS run FROM runs"))["run"]
            _add(db, run, game, [entry])

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def damaged(path: Path) -> bool:
    """Whether SQLite finds anything wrong with a log's file. Other troubles are not damage and are raised later."""
    try:
        with contextlib.closing(_connect(path)) as db:
            return [next(iter(line.values())) for line in db.query("PRAGMA integrity_check")] != ["ok"]
    except sqlite3.DatabaseError as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def _add(db: Database, run: int, game: int, entries: Sequence[Entry]) -> list[Row]:
    """Store entries together and return their rows. Raises NotStored."""
    rows = []
    try:
        with _alone(db):
            for entry in entries:
                # The clock is read for people alone: nothing sorts or compares by it.
                time = _now()
                values = msgspec.structs.asdict(entry) | {"game": game, "run": run, "time": time}
                values["clock"] = clock.is_right()
                values["command"] = msgspec.json.encode(entry.command).decode()
                number = db.table("log").insert(values).last_pk
                rows.append(Row(**msgspec.structs.asdict(entry), row=int(str(number)), game=game, time=time))
    except sqlite3.OperationalError as error:
        raise NotStored(_not_stored(error)) from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
            raise NotStored(_not_stored(error)) from error
        raise
    return rows


@contextlib.contextmanager
def _alone(db: Database) -> Iterator[None]:
    """A transaction that waits for its turn to write before it reads.

    SQLite refuses at once, without any waiting, to write for whom somebody else's row has come after the first look.
    """
    db.execute("BEGIN IMMEDIATE")
    with db.conn:
        yield


def _version(db: Database) -> int:
    """A number that SQLite changes when another process has written."""
    return int(next(db.query("PRAGMA data_version"))["data_version"])


def _not_too_new(path: Path, db: Database) -> None:
    """Raises TooNew for a file with a migration that this version does not know, and closes it."""
    if {migration.name for migration in migrations.applied(db)} - _known():
        db.close()
        raise TooNew(
            f"{path} was written by a newer version of the companion than this one ({__version__})."
            " Update the companion, or choose another data folder. The file was not changed."
        )


def _known() -> set[str]:
    """The names of all migrations there are: an empty file lacks every one."""
    with contextlib.closing(Database(memory=True)) as empty:
        return {migration.name for migration in migrations.pending(empty)}


def _read_only(path: Path) -> str:
    """How SQLite is asked to read only: on a card that lets nobody write any more, a file that nobody has open."""
    locked = os.statvfs(path).f_flag & os.ST_RDONLY
    # What lies beside it holds its last rows; without that SQLite would want to make it.
    return "immutable=1" if locked and not path.with_name(f"{path.name}-wal").exists() else "mode=ro"


def _connect(path: Path) -> Database:
    # Whoever calls takes care that one thread at a time is in here.
    return Database(sqlite3.connect(path, check_same_thread=False), execute_plugins=False)


def take_lock(folder: Path) -> int:
    """Be the only one to keep the games of a folder, until the answer is closed or this process ends, however it ends.

    Raises InUse, and OSError where nothing can be written.
    """
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        own(lock, folder)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise InUse(
            f"Another companion is already keeping the games in {folder}. Stop that one, or choose another data"
            " folder."
        ) from None
    return lock


def _put_aside(path: Path, why: str) -> Path:
    """Give a file, and what SQLite wrote beside it, a name of its own."""
    number = 1
    while (kept := path.with_name(f"{path.stem}.{why}-{number}{path.suffix}")).exists():
        number += 1
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(kept.with_name(kept.name + ending))
    return kept


def _not_written(error: OSError) -> Say:
    keys = {errno.ENOSPC: "notice.disk.full", errno.EDQUOT: "notice.disk.full", errno.EROFS: "notice.disk.readonly"}
    key = keys.get(error.errno or 0)
    reason = Say(key) if key else Say("notice.disk.other", {"why": error.strerror or str(error)})
    return Say("notice.not_stored", {"reason": reason})


def _not_stored(error: sqlite3.DatabaseError) -> Say:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        reason = Say("notice.disk.full")
    elif code == sqlite3.SQLITE_READONLY:
        reason = Say("notice.disk.readonly")
    else:
        reason = Say("notice.disk.other", {"why": str(error)})
    return Say("notice.not_stored", {"reason": reason})


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
