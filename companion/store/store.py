"""The log: one SQLite file to which rows are only ever added.

Two tables, meant to be read with any SQLite tool, and views of them (docs/tables.md):

* `log`: a row for each thing that the table accepted. Taking back is a row too; it names the row it returns to.
* `runs`: a row for each start of the program, with its version.
* `standing`: the rows of the log that were not taken back. Their events, in order, are the game.
* the views of companion/store/sql_views.py, which list those events one by one.
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

import msgspec
from sqlite_utils import Database

from companion import __version__
from companion.files import free, match_owner, sync
from companion.game.entries import Entry, Row, StoreError
from companion.language import text
from companion.rules.model import Message
from companion.store import checksums, recovery, system_clock
from companion.store.migrations import migrations
from companion.store.recovery import FAULTS, is_damage
from companion.store.rows import Damaged, Rows, lines

FILE = "games.db"
LOCK = "games.lock"
# The folder of the automatic copies (companion/store/snapshots.py).
COPIES = "copies"


class InUse(StoreError):
    """Another companion has this file open."""


class TooNew(StoreError):
    """The file is from a newer companion; it was not touched."""


class NotStored(StoreError):
    """The disk refused to store a row; the log is unchanged. `say` tells people why."""

    def __init__(self, message: Message) -> None:
        super().__init__(text.sentence(message))
        self.message = message


class Store(Rows):
    """The open log. Only one process can have it open, and only one of its threads may call a method at a time.

    `run` counts the starts of the program on this file. `notice` is a sentence for the table after a damaged file was
    put aside, otherwise None.
    """

    def __init__(self, folder: Path) -> None:
        """Open the log in a folder, or begin one.

        A damaged file is kept under another name, and its good rows are written to a new one. Raises StoreError if that
        fails, InUse if another companion has it open, TooNew if it is from a newer version.
        """
        self.path = folder / FILE
        self.notice: Message | None = None
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

        Raises NotStored when the disk refuses them.
        """
        return _add(self._db, self.run, game, entries)

    def row_of(self, request: str) -> Row | None:
        """The first row of a request, in any game; None if there is none."""
        # One game after the other, since the unique index of requests is by game.
        found = self._read(
            "game IN (WITH RECURSIVE games(n) AS"
            " (SELECT max(game) FROM log UNION ALL SELECT n - 1 FROM games WHERE n > 1) SELECT n FROM games)"
            " AND request = ?",
            request,
        )
        return next(found, None)

    def has_grown(self) -> bool:
        """Whether another process has added a row since this was last called."""
        before, self._version = self._version, _version(self._db)
        return self._version != before

    def go_on_from(self, copy: Path) -> str:
        """Go on from a copy of the log; returns the name under which the present log is kept.

        Raises NotStored when the disk refuses, after which the present log goes on, and StoreError when the copy cannot
        be opened.
        """
        part = self._part()
        try:
            shutil.copyfile(copy, part)
            part.chmod(0o600)
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            self._make_ready(part, "before")
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise NotStored(_not_written(error)) from error
        self._db.close()
        kept = self._take_up("before")
        self._open()
        return kept.name

    def close(self) -> None:
        """Close the file, and release it for others."""
        self._db.close()
        os.close(self._lock)

    def _open(self) -> None:
        self.notice = None
        try:
            for why in ("damaged", "before"):
                if self._ready(why).exists():
                    self._take_up_again(why)
            self._roll_back()
            if self.path.exists() and recovery.damaged(self.path):
                self.notice = self._recover()
            if not self.path.exists():
                # SQLite would let everybody read it. What it writes beside it gets the same rights.
                self.path.touch(mode=0o600)
            self._db = _connect(self.path)
            _not_too_new(self.path, self._db)
            # The files that SQLite writes beside it belong to it.
            match_owner(self.path, self.path.parent)
            self._db.enable_wal()
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.execute(recovery.FEW_PAGES)
            migrations.apply(self._db)
            with self._db.atomic():
                number = self._db.table("runs").insert({"time": _now(), "program": __version__}).last_pk
            self.run = int(str(number))
            self._version = _version(self._db)
        except (*FAULTS, OSError) as error:
            raise StoreError(f"{self.path} cannot be opened: {error}. Nothing was changed.") from error

    def _recover(self) -> Message:
        """Put a damaged log aside and go on from its good rows; returns what to tell people. Raises StoreError."""
        part, copies = self._part(), copies_of(self.path.parent)
        try:
            found = recovery.recover(self.path, copies, part)
            self._make_ready(part, "damaged")
        except (*FAULTS, OSError) as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise StoreError(
                f"{self.path} is damaged, and what is whole in it cannot be written to a new file: {error}. Make room"
                " on the disk, or make it writable, and start again. Nothing was changed."
            ) from error
        file = self._take_up("damaged").name
        if found.all:
            return Message("notice.repaired", {"file": file})
        if not found.last:
            return Message("notice.damaged.all", {"file": file})
        if not found.now:
            games = ", ".join(map(str, found.lost))
            return Message("notice.damaged.earlier", {"games": games, "count": len(found.lost), "file": file})
        return Message("notice.damaged", {"file": file})

    def _part(self) -> Path:
        """The path of a log that is being written to replace this one."""
        return self.path.with_name(f"{FILE}.part")

    def _ready(self, why: str) -> Path:
        """The path of a finished log that is about to replace this one; `why` names what the old one is kept as."""
        return self.path.with_name(f"{FILE}.{why}")

    def _make_ready(self, part: Path, why: str) -> None:
        """Commit to replacing this log, even if the power goes from here on."""
        match_owner(part, self.path.parent)
        part.replace(self._ready(why))
        sync(self.path.parent)

    def _take_up(self, why: str) -> Path:
        """Put this log aside and the new one in its place; returns the old one's new name."""
        kept = _put_aside(self.path, why)
        self._ready(why).replace(self.path)
        sync(self.path.parent)
        return kept

    def _take_up_again(self, why: str) -> None:
        """The power went while a new log replaced this one: go on with that."""
        ready = self._ready(why)
        if self.path.exists() and recovery.damaged(ready):
            # It is not as it was written any more, and the log that it was to replace is still here.
            ready.replace(free(self.path, why))
        else:
            self.notice = Message("notice.replaced", {"file": self._take_up(why).name})

    def _roll_back(self) -> None:
        """The power went while a log that was copied or restored was made ready: let SQLite undo that.

        It does so only where it may write, and refuses to read until then.
        """
        if self.path.exists() and self.path.with_name(f"{FILE}-journal").exists():
            with contextlib.suppress(*FAULTS), contextlib.closing(sqlite3.connect(self.path)) as db:
                db.execute("SELECT 1 FROM sqlite_master").fetchone()


class ReadOnlyStore(Rows):
    """The log as another process reads it, whether or not a table has it open. Takes no lock."""

    def __init__(self, folder: Path, name: str = FILE) -> None:
        """Raises StoreError when the folder has no log or it cannot be read, TooNew as Store does."""
        self.path = folder / name
        if not self.path.exists():
            raise StoreError(f"No games are kept in {folder}.")
        try:
            self._db = Database(recovery.open_read_only(self.path))
            _not_too_new(self.path, self._db)
        except FAULTS as error:
            if is_damage(error):
                raise Damaged(self.path) from None
            raise StoreError(f"{self.path} cannot be read: {error}. Nothing was changed.") from error

    def is_older(self) -> bool:
        """Whether it is from an earlier version, so that this one would migrate it."""
        return recovery.applied(self._db.conn) != recovery.known_migrations()

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """All that is read meanwhile stands in the log at one moment; the table goes on writing."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            # After some faults SQLite has done so itself.
            self._db.conn.rollback()

    def begun(self) -> list[int]:
        """The numbers of the games that have begun and were not taken back into the lobby, the oldest first."""
        return [begun.game for begun in self.games()]

    def copy(self, file: Path) -> None:
        """Write a consistent copy of the log to a new file, for its owner alone; the table may go on writing.

        Raises OSError and sqlite3.Error.
        """
        file.touch(mode=0o600)
        with contextlib.closing(sqlite3.connect(file)) as target:
            target.execute(recovery.FEW_PAGES)
            self._db.conn.backup(target)
            # A single file, without a -wal file beside it.
            target.execute("PRAGMA journal_mode=DELETE")

    def append_from_outside(self, game: int, entry: Entry) -> None:
        """Add a row to a game from outside; whoever has the log open notices with has_grown(). Raises NotStored.

        Only for a row on which nothing else depends, since the other process learns of it later.
        """
        with contextlib.closing(_connect(self.path)) as db:
            db.execute("PRAGMA synchronous=FULL")
            run = next(db.query("SELECT max(run) AS run FROM runs"))["run"]
            _add(db, run, game, [entry])

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def copies_of(data: Path) -> list[Path]:
    """The copies of a data folder's log, the newest first."""
    return sorted((path for path in (data / COPIES).glob("games-*.db") if number(path)), key=number, reverse=True)


def number(copy: Path) -> int:
    """The number of a copy, 0 if the file is not one."""
    said = copy.stem.removeprefix("games-")
    return int(said) if said.isdecimal() else 0


def _add(db: Database, run: int, game: int, entries: Sequence[Entry]) -> list[Row]:
    """Store entries together and return their rows. Raises NotStored."""
    rows = []
    try:
        with write_transaction(db):
            number, before = _last(db)
            for entry in entries:
                # The time is only for people: nothing is sorted or compared by it.
                time = _now()
                number += 1
                values = msgspec.structs.asdict(entry) | {"row": number, "game": game, "run": run, "time": time}
                right = system_clock.is_right()
                values["clock"] = None if right is None else int(right)
                values["command"] = msgspec.json.encode(entry.command).decode()
                values["checksum"] = before = checksums.checksum(values, before)
                recovery.insert(db.conn, values)
                rows.append(Row(**msgspec.structs.asdict(entry), row=number, game=game, time=time))
    except sqlite3.OperationalError as error:
        raise NotStored(_not_stored(error)) from error
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise NotStored(_not_stored(error)) from error
        raise
    return rows


def _last(db: Database) -> tuple[int, bytes]:
    """The number and the checksum of the last row; 0 and b"" before the first."""
    last = next(lines(db, "SELECT row, checksum FROM log ORDER BY row DESC LIMIT 1"), None)
    return (last["row"], last["checksum"]) if last else (0, b"")


@contextlib.contextmanager
def write_transaction(db: Database) -> Iterator[None]:
    """A transaction that waits for its turn to write before it reads.

    Otherwise SQLite fails without waiting when another process has written since the first read.
    """
    db.execute("BEGIN IMMEDIATE")
    with db.conn:
        yield


def _version(db: Database) -> int:
    """A number that SQLite changes when another process has written."""
    return int(next(lines(db, "PRAGMA data_version"))["data_version"])


def _not_too_new(path: Path, db: Database) -> None:
    """Close a file with a migration that this version does not know, and raise TooNew. Raises Damaged too."""
    applied, known = set(recovery.applied(db.conn)), set(recovery.known_migrations())
    if applied <= known:
        return
    db.close()
    if applied > known:
        raise TooNew(
            f"{path} was written by a newer version of the companion than this one ({__version__})."
            " Update the companion, or choose another data folder. The file was not changed."
        )
    raise Damaged(path)


def _connect(path: Path) -> Database:
    # The callers see to it that only one thread at a time uses it.
    db = sqlite3.connect(path, check_same_thread=False)
    db.text_factory = recovery.lenient_text
    return Database(db, execute_plugins=False)


def take_lock(folder: Path) -> int:
    """Lock a folder's games until the returned file is closed or this process ends, in whatever way.

    Raises InUse, and OSError if nothing can be written.
    """
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        match_owner(lock, folder)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise InUse(
            f"Another companion is already keeping the games in {folder}. Stop that one, or choose another data folder."
        ) from None
    return lock


def _put_aside(path: Path, why: str) -> Path:
    """Rename a file, and those that SQLite wrote beside it, to a free name."""
    kept = free(path, why)
    for ending in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(kept.with_name(kept.name + ending))
    return kept


def _not_written(error: OSError) -> Message:
    keys = {errno.ENOSPC: "notice.disk.full", errno.EDQUOT: "notice.disk.full", errno.EROFS: "notice.disk.readonly"}
    key = keys.get(error.errno or 0)
    reason = Message(key) if key else Message("notice.disk.other", {"why": error.strerror or str(error)})
    return Message("notice.not_stored", {"reason": reason})


def _not_stored(error: sqlite3.DatabaseError) -> Message:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        reason = Message("notice.disk.full")
    elif code == sqlite3.SQLITE_READONLY:
        reason = Message("notice.disk.readonly")
    else:
        reason = Message("notice.disk.other", {"why": str(error)})
    return Message("notice.not_stored", {"reason": reason})


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
