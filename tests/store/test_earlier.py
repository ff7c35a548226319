"""A log of an earlier version is brought up to this one: its rows stay as they are, and the game goes on."""

from __future__ import annotations

import gzip
from contextlib import closing
from pathlib import Path

import pytest

from companion import copies
from companion.hub import Hub
from companion.store import FILE, Bystander, Store
from companion.table import TableService
from tests.store.earlier_logs import EARLIER, laid, rows

each_log = pytest.mark.parametrize("packed", EARLIER, ids=lambda path: path.name.partition(".")[0])


@each_log
def test_the_game_goes_on(packed: Path, tmp_path: Path) -> None:
    """No row changes, everybody sits there with the own phone, and what is done now is added behind."""
    before = laid(packed, tmp_path)
    with closing(Bystander(tmp_path)) as log:
        assert log.behind()
    with closing(Store(tmp_path)) as store:
        assert store.notice is None
        assert rows(tmp_path) == before
        table = TableService(store, Hub(6), address=str)
        game = table.game()
        assert game
        assert [seat.name for seat in game.seats] == ["Ann", "Ben", "Cid"]
        done = table.count_purse("phone-0", "today", 0, 31)
        assert table.purse("phone-0", 0) == 31
        assert done["row"] > len(before)
    assert rows(tmp_path)[: len(before)] == before
    with closing(Bystander(tmp_path)) as log:
        assert not log.behind()
        assert len(list(log.games())) == 1


@each_log
def test_it_is_copied_before(packed: Path, tmp_path: Path) -> None:
    """The copy that is made before anything is added to it is byte for byte the log that the earlier version left."""
    laid(packed, tmp_path)
    copies.before_new_tables(tmp_path)
    (copied,) = (tmp_path / copies.FOLDER).iterdir()
    with closing(Bystander(copied.parent, copied.name)) as log:
        assert log.behind()
    Store(tmp_path).close()
    copies.before_new_tables(tmp_path)
    assert list((tmp_path / copies.FOLDER).iterdir()) == [copied]
    assert (tmp_path / FILE).read_bytes() != gzip.decompress(packed.read_bytes())
