"""The log: what is stored stays, whatever happens to the process, the disk or the file."""

import select
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from sqlite_utils import Database

from companion.game.entries import Entry, StoreError
from companion.language import text
from companion.store import snapshots
from companion.store.store import FILE, InUse, NotStored, ReadOnlyStore, Store, TooNew

WRITER = """
import sys
from pathlib import Path
from companion.game.entries import Entry
from companion.store.store import Store
store = Store(Path(sys.argv[1]))
while True:
    for row in store.append(1, [Entry(kind="act", command={"n": "x" * 200}), Entry(kind="chance")]):
        print(row.row, flush=True)
"""


def kinds(store: Store, game: int = 1) -> list[str]:
    """The kinds of a game's rows, in order."""
    return [row.kind for row in store.rows(game)]


def test_rows_come_back_as_they_were_stored(tmp_path: Path) -> None:
    """A row read after the file is opened again equals the row that append returned."""
    store = Store(tmp_path)
    entries = [
        Entry(kind="act", seat=1, entered_by=0, request="q1", command={"type": "finish"}, events='[{"type":"x"}]'),
        Entry(kind="takeback", entered_by=2, returns_to=1),
    ]
    stored = store.append(3, entries)
    store.close()
    again = Store(tmp_path)
    assert list(again.rows(3)) == stored
    assert again.last_game() == 3
    assert kinds(again, 1) == []
    again.close()


def test_a_request_is_known_in_every_later_game(tmp_path: Path) -> None:
    """Its first row is found whichever game it was made in, and a request that nobody made in none."""
    store = Store(tmp_path)
    store.append(1, [Entry(kind="practice", request="roll-1")])
    store.append(2, [Entry(kind="chance", request="roll-2")])
    store.append(4, [Entry(kind="act", request="tap")])
    store.append(5, [Entry(kind="act", request="tap")])
    found = [store.row_of(request) for request in ("roll-1", "roll-2", "tap", "roll-3")]
    assert [row and (row.row, row.kind) for row in found] == [(1, "practice"), (2, "chance"), (3, "act"), None]
    store.close()


def test_a_row_costs_two_pages(tmp_path: Path) -> None:
    """One of the log and one of its index are written to the card for a tap; now and then one of them is full."""
    store, ids = Store(tmp_path), Random(1)
    written = tmp_path / f"{FILE}-wal"

    def pages(rows: int) -> float:
        before = written.stat().st_size
        for _ in range(rows):
            store.append(1, [Entry(kind="act", request=f"{ids.getrandbits(128):032x}", events="[" + 300 * " " + "]")])
        return (written.stat().st_size - before) / 4096 / rows

    pages(50)
    assert 2 <= pages(200) < 2.4
    store.close()


def test_the_games_are_their_owners_alone(tmp_path: Path) -> None:
    """In a folder that others may look into too: the log, what SQLite writes beside it, the lock, and the copies."""
    tmp_path.chmod(0o755)
    store = Store(tmp_path)
    store.append(1, [Entry(kind="act")])
    snapshots.make(tmp_path)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_file()}
    store.close()
    names = (FILE, f"{FILE}-wal", f"{FILE}-shm", "games.lock", "games-1.db")
    assert modes == dict.fromkeys(names, 0o600)


def test_each_start_is_counted(tmp_path: Path) -> None:
    """The number of the run grows by one with each start."""
    runs = []
    for _ in range(3):
        store = Store(tmp_path)
        runs.append(store.run)
        store.close()
    assert runs == [1, 2, 3]


def test_it_syncs_before_it_answers(tmp_path: Path) -> None:
    """The file is in WAL mode with synchronous=FULL, and its tables are strict."""
    store = Store(tmp_path)
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._db.execute("PRAGMA cache_size").fetchone() == (-256,)
    assert store._db.table("log").strict
    assert store._db.table("runs").strict
    store.close()


@pytest.mark.parametrize("change", ["DELETE FROM log", "UPDATE log SET kind = 'other'"])
def test_nothing_is_ever_changed_or_deleted(tmp_path: Path, change: str) -> None:
    """The file itself refuses to change or delete a row."""
    store = Store(tmp_path)
    store.append(1, [Entry(kind="act")])
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        store._db.execute(change)
    assert kinds(store) == ["act"]
    store.close()


def test_the_view_shows_what_stands(tmp_path: Path) -> None:
    """The view `standing` leaves out what was taken back, and the take-backs that were taken back themselves."""
    store = Store(tmp_path)
    for entry in (
        Entry(kind="start"),
        Entry(kind="a"),
        Entry(kind="b"),
        Entry(kind="takeback", returns_to=3),
        Entry(kind="c"),
        Entry(kind="takeback", returns_to=2),
        Entry(kind="d"),
    ):
        store.append(1, [entry])
    store.append(2, [Entry(kind="other")])
    found = store._db.query("SELECT kind FROM standing WHERE game = 1 ORDER BY row")
    assert [row["kind"] for row in found] == ["start", "takeback", "d"]
    store.close()


def test_entries_are_stored_together_or_not_at_all(tmp_path: Path) -> None:
    """When the second of two entries cannot be stored, the first is not there either."""
    store = Store(tmp_path)
    store.append(1, [Entry(kind="act", request="q1")])
    with pytest.raises(sqlite3.IntegrityError):
        store.append(1, [Entry(kind="fresh"), Entry(kind="act", request="q1")])
    assert kinds(store) == ["act"]
    store.append(2, [Entry(kind="act", request="q1")])
    store.close()


def test_one_companion_at_a_time(tmp_path: Path) -> None:
    """A second one is refused in a sentence while the first has the file, and let in afterwards."""
    first = Store(tmp_path)
    with pytest.raises(InUse, match="already keeping"):
        Store(tmp_path)
    first.close()
    Store(tmp_path).close()


def test_killed_ten_times(tmp_path: Path) -> None:
    """SIGKILL in the middle of writing loses no acknowledged row, and no half of what was stored together appears."""
    acknowledged = 0
    for turn in range(10):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            for _ in range(3 + 2 * turn):
                acknowledged = int(writer.stdout.readline())
            writer.kill()
            for line in writer.stdout:
                acknowledged = int(line) if line.endswith(b"\n") else acknowledged
        store = Store(tmp_path)
        rows = [row.row for row in store.rows(1)]
        assert rows == list(range(1, len(rows) + 1))
        assert len(rows) % 2 == 0
        # What was committed but not said any more may be there: one transaction of two rows.
        assert acknowledged <= len(rows) <= acknowledged + 3
        store.close()


def test_two_who_write_at_once_wait_for_each_other(tmp_path: Path) -> None:
    """A row from outside, as an export leaves one, comes between two acts and never makes one fail."""
    store = Store(tmp_path)
    store.append(1, [Entry(kind="start")])

    def beside() -> None:
        reader = ReadOnlyStore(tmp_path)
        for _ in range(100):
            reader.append_from_outside(1, Entry(kind="opened"))
        reader.close()

    with ThreadPoolExecutor() as threads:
        other = threads.submit(beside)
        for _ in range(100):
            store.append(1, [Entry(kind="act"), Entry(kind="chance")])
        other.result()
    assert Counter(kinds(store)) == {"start": 1, "opened": 100, "act": 100, "chance": 100}
    store.close()


def test_a_full_disk_stores_nothing_and_says_so(tmp_path: Path) -> None:
    """When SQLite has no room, the row is refused in a sentence, is not there, and later ones are taken again."""
    store = Store(tmp_path)
    store.append(1, [Entry(kind="before")])
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(NotStored, match="disk is full"):
        for _ in range(100):
            store.append(1, [Entry(kind="large", command={"text": "x" * 4000})])
    stored = kinds(store)
    store._db.execute("PRAGMA max_page_count=100000")
    store.append(1, [Entry(kind="after")])
    assert kinds(store) == [*stored, "after"]
    store.close()
    again = Store(tmp_path)
    assert kinds(again) == [*stored, "after"]
    again.close()


def test_a_disk_that_can_only_be_read(tmp_path: Path) -> None:
    """A disk that takes nothing in is refused in a sentence, and what was stored can still be read."""
    store = Store(tmp_path)
    store.append(1, [Entry(kind="before")])
    store._db.execute("PRAGMA query_only=1")
    with pytest.raises(NotStored, match="read-only"):
        store.append(1, [Entry(kind="after")])
    assert kinds(store) == ["before"]
    store.close()


@pytest.mark.parametrize("harm", ["torn", "text", "cut"])
def test_a_damaged_file_is_kept_aside(tmp_path: Path, harm: str) -> None:
    """A damaged file keeps its bytes under another name, its whole rows go on in a new one, and a sentence says so."""
    store = Store(tmp_path)
    rows = [store.append(1, [Entry(kind="act", command={"text": f"{number} " * 100})])[0] for number in range(50)]
    store.close()
    path = tmp_path / FILE
    whole = path.read_bytes()
    bad = {
        "torn": whole[:16384] + Random(1).randbytes(8192) + whole[24576:],
        "text": b"These are no games at all. " * 500,
        "cut": whole[: len(whole) // 2],
    }[harm]
    path.write_bytes(bad)
    store = Store(tmp_path)
    assert store.notice is not None
    assert "games.damaged-1.db" in text.sentence(store.notice)
    assert (tmp_path / "games.damaged-1.db").read_bytes() == bad
    found = list(store.rows(1))
    assert found == rows[: len(found)]
    assert bool(found) == (harm != "text")
    (added,) = store.append(1, [Entry(kind="act")])
    assert list(store.rows(1)) == [*found, added]
    store.close()
    path.write_bytes(bad)
    store = Store(tmp_path)
    assert (tmp_path / "games.damaged-2.db").read_bytes() == bad
    store.close()


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    """A file with a migration that this version does not know is refused, and not a byte of it changes."""
    store = Store(tmp_path)
    store.append(1, [Entry(kind="act")])
    store.close()
    newer = Database(tmp_path / FILE)
    newer.table("_sqlite_migrations").insert(
        {"migration_set": "companion", "name": "m999_of_tomorrow", "applied_at": ""}
    )
    newer.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(TooNew, match="newer version"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    assert not list(tmp_path.glob("*damaged*"))


def test_a_folder_that_cannot_be_had(tmp_path: Path) -> None:
    """Where a file stands in the way of the data folder, one sentence says so."""
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(StoreError, match="cannot be kept"):
        Store(tmp_path / "taken" / "data")


def test_the_lock_ends_with_the_process(tmp_path: Path) -> None:
    """After SIGKILL the next start finds the folder free."""
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert select.select([writer.stdout], [], [], 30)[0]
        with pytest.raises(InUse):
            Store(tmp_path)
        writer.send_signal(signal.SIGKILL)
    Store(tmp_path).close()
