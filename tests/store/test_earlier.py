"""A log of an earlier version is brought up to this one: its rows stay as they are, and the game goes on."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import snapshots
from companion.store.store import COPIES, FILE, ReadOnlyStore, Store
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from tests.store.earlier_logs import EARLIER, laid, rows

each_log = pytest.mark.parametrize("packed", EARLIER, ids=lambda path: path.name.partition(".")[0])


@each_log
def test_the_game_goes_on(packed: Path, tmp_path: Path) -> None:
    """No row changes, everybody sits there with the own phone, and what is done now is added behind."""
    before = laid(packed, tmp_path)
    with closing(ReadOnlyStore(tmp_path)) as log:
        assert log.is_older()
    with closing(Store(tmp_path)) as store:
        assert store.notice is None
        assert rows(tmp_path) == before
        table = TableService(Session(store, Hub(6), address=str))
        game = table.queries.game()
        assert game
        assert [seat.name for seat in game.seats] == ["Ann", "Ben", "Cid"]
        done = table.count_purse("phone-0", "today", 0, 31)
        assert table.queries.purse("phone-0", 0) == 31
        assert done["row"] > len(before)
    assert rows(tmp_path)[: len(before)] == before
    with closing(ReadOnlyStore(tmp_path)) as log:
        assert not log.is_older()
        assert len(list(log.games())) == 1


def test_receipts_stay_in_the_log_and_no_row_adds_any(tmp_path: Path) -> None:
    """What the fourth version wrote there stays to the letter, and new rows leave the column empty."""

    def receipts() -> list[tuple[int, str]]:
        with closing(sqlite3.connect(tmp_path / FILE)) as log:
            return log.execute("SELECT row, receipts FROM log WHERE receipts IS NOT NULL ORDER BY row").fetchall()

    laid(next(path for path in EARLIER if path.name.startswith("m004")), tmp_path)
    before = receipts()
    assert len(before) == 22
    with closing(Store(tmp_path)) as store:
        table = TableService(Session(store, Hub(6), address=str))
        table.count_purse("phone-0", "today", 0, 31)
        assert table.queries.purse("phone-0", 0) == 31
    assert receipts() == before


@each_log
def test_it_is_copied_before(packed: Path, tmp_path: Path) -> None:
    """The copy that is made before anything is added to it is byte for byte the log that the earlier version left."""
    laid(packed, tmp_path)
    snapshots.before_new_tables(tmp_path)
    (copied,) = (tmp_path / COPIES).iterdir()
    with closing(ReadOnlyStore(copied.parent, copied.name)) as log:
        assert log.is_older()
    Store(tmp_path).close()
    snapshots.before_new_tables(tmp_path)
    assert list((tmp_path / COPIES).iterdir()) == [copied]
    assert (tmp_path / FILE).read_bytes() != gzip.decompress(packed.read_bytes())
