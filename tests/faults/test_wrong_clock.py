"""A Pi has no clock of its own: it jumps by years when a network comes, and back when the power goes."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.store import snapshots
from companion.store.store import ReadOnlyStore
from companion.upkeep import backup
from tests.faults.apart import Apart
from tests.web.house import Phone, offer

YEAR = 365 * 24 * 60 * 60
SOURCE = Path(__file__).with_name("clock.c")


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """The file that says by how many seconds the table's clock is wrong."""
    file = tmp_path / "moved"
    file.write_text("0")
    return file


@pytest.fixture
def table(tmp_path: Path, moved: Path) -> Iterator[Apart]:
    """A table with that clock."""
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc, to build what moves the clock")
    library = tmp_path / "clock.so"
    subprocess.run(["gcc", "-Wall", "-Werror", "-O1", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
    table = Apart(tmp_path / "data", "--pins", "off", LD_PRELOAD=str(library), CLOCK_MOVED=str(moved))
    yield table
    table.kill()


def test_nothing_hangs_on_the_time_of_day(table: Apart, moved: Path, tmp_path: Path) -> None:
    """Back and forth by decades, over restarts: seats, purses, take-backs, copies and backups are as with any clock."""
    ann, ben = Phone(table.port, "Ann"), Phone(table.port, "Ben")

    def wrong_by(years: int) -> None:
        # A server that thinks that hours have gone by gives idle lines up; a phone opens others.
        moved.write_text(str(years * YEAR))
        ann.connection.close()
        ben.connection.close()

    table.start()
    for phone, name in ((ann, "Ann"), (ben, "Ben")):
        phone.post("/api/join", name=name)
    ann.post("/api/start")
    wrong_by(-40)
    ann.act(0, offer(ann.state(), "pick")["command"])
    ben.post("/api/purse", id="first", seat=1, coins=20)
    wrong_by(15)
    ben.post("/api/purse", id="second", seat=1, coins=30)
    before = ann.state()
    table.kill()
    snapshots.make(table.data)
    wrong_by(-20)
    table.start()
    after = ann.state()
    assert (after["game"], after["log"], after["takeback"]) == (before["game"], before["log"], before["takeback"])
    assert ben.get("/api/purse?seat=1")["coins"] == 30
    ben.post("/api/takeback", id="back", by=1, row=after["takeback"]["row"])
    assert ben.get("/api/purse?seat=1")["coins"] == 20
    ben.post("/api/purse", id="third", seat=1, coins=40)
    with closing(ReadOnlyStore(table.data)) as log:
        rows = list(log.rows(1))
    now = datetime.now(UTC).year
    years = [int(row.time[:4]) - now for row in rows]
    # Leap days, or midnight at new year, may make it one year more or less.
    wrong = [min((0, -40, 15, -20), key=lambda moved: abs(moved - year)) for year in dict.fromkeys(years)]
    assert wrong == [0, -40, 15, -20]
    assert [row.request for row in rows if row.kind == "purse"] == ["first", "second", "third"]
    wrong_by(0)
    table.kill()
    snapshots.make(table.data)
    best = snapshots.newer_copy(table.data, 0)
    assert best
    assert best.last == rows[-1].row
    made = backup.back_up(table.data, tmp_path)
    backup.restore(tmp_path / "other", made)
    with closing(ReadOnlyStore(tmp_path / "other")) as log:
        assert list(log.rows(1)) == rows
