"""What is on the disk was done, also where something fails before anybody was told of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.game.entries import Row
from companion.game.history import History
from companion.rules.model import Game
from tests.table.sitting import Sitting


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Rows that a session cannot follow, the first time that they come."""
    rows: list[int] = []
    follow = History.add

    def add(self: History, row: Row, reached: Game | None = None) -> None:
        if row.row in rows:
            rows.remove(row.row)
            raise RuntimeError("broken by a test")
        follow(self, row, reached)

    monkeypatch.setattr(History, "add", add)
    yield rows
    assert not rows


@pytest.mark.parametrize("place", [0, 1])
def test_what_was_stored_is_there_for_the_next_request(
    three: Sitting, breaks: list[int], caplog: pytest.LogCaptureFixture, place: int
) -> None:
    """A pick and the combo drawn after it: whichever of their rows breaks, the pick is answered, seen and played on."""
    pick, last, seen = three.offer("pick").command, three.store.last_row(), three.hub.version
    breaks.append(last + 1 + place)
    done = three.act("ann", 0, pick)
    assert done == {"row": last + 1}
    assert "read again" in caplog.text
    assert three.hub.version > seen
    assert three.game.active(0) is not None
    assert three.history.changes[-1] == three.store.last_row() > last + 1
    before = three.game
    assert three.do("conquer") > last + 1
    three.again()
    assert three.game != before
    assert three.game.active(0) is not None


def test_what_can_never_be_followed_is_said(three: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that also the file's reading cannot follow is no answer: the phone is told, and nothing passes as done."""
    pick = three.offer("pick").command

    def add(self: History, row: Row, reached: Game | None = None) -> None:
        raise RuntimeError("broken by a test")

    monkeypatch.setattr(History, "add", add)
    with pytest.raises(Exception, match="makes no sense"):
        three.act("ann", 0, pick)
