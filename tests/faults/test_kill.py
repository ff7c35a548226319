"""The service is killed at any moment, again and again: nothing that it promised is lost, and nothing is half done."""

from __future__ import annotations

import random
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.records import record
from companion.store.recovery import damaged
from companion.store.store import FILE, ReadOnlyStore
from tests.chance import dice
from tests.faults.evening import Evening, holds
from tests.faults.served import Served
from tests.program import Program
from tests.store.earlier_logs import EARLIER, laid, rows
from tests.web.house import Phone

# How long a table plays at most before it is killed, and how long it takes to open: in seconds.
PLAYS, OPENS = 0.3, 0.25


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A table that is not open yet."""
    table = Served(tmp_path / "data")
    yield table
    table.close()


def moment(chance: random.Random, most: float) -> None:
    """Let any moment come."""
    threading.Event().wait(chance.uniform(0, most))


def killed(served: Served, times: int, chance: random.Random, beside: Path) -> Evening:
    """Kill a table so many times while its phones never rest, and see each time that all is well."""
    served.start()
    evening = Evening(served.port, chance)
    evening.sit_down()
    for number in range(times):
        if served.program:
            with evening.goes_on():
                evening.book.wait(1)
                tool = _tool(served.data, beside / str(number), chance) if chance.random() < 0.2 else None
                moment(chance, PLAYS)
                served.kill()
                if tool:
                    tool.kill()
            evening.hang_up()
        else:
            # In the middle of a start.
            served.begin()
            moment(chance, OPENS)
            served.kill()
        if chance.random() < 0.7 or number == times - 1:
            served.start()
            holds(evening, served.data)
            _whole(beside)
    evening.hang_up()
    return evening


def _tool(data: Path, folder: Path, chance: random.Random) -> Program:
    """A backup or an export that begins beside the table."""
    folder.mkdir(parents=True)
    if chance.random() < 0.5:
        return Program("backup", str(folder), "--data", str(data))
    return Program("export", "--open", str(folder / "game.jsonl"), "--data", str(data))


def _whole(beside: Path) -> None:
    """Backups and records under their own names can be read to their end."""
    for made in beside.glob("*/*.zip"):
        with zipfile.ZipFile(made) as pack:
            assert pack.testzip() is None
            pack.extract(FILE, made.parent)
        assert not damaged(made.parent / FILE)
        made.unlink()
    for made in beside.glob("*/*.jsonl"):
        list(record.play(record.read(made.read_bytes())))
        made.unlink()


def test_killed_ten_times(served: Served, tmp_path: Path) -> None:
    """Every promised row is there once, every phone has its seat and its coins, photos, boards and copies are whole."""
    evening = killed(served, 10, dice(), tmp_path / "beside")
    assert len(evening.book.promised) > 3


@pytest.mark.long(name="kill")
@pytest.mark.parametrize("part", range(4))
def test_killed_a_thousand_times(served: Served, tmp_path: Path, part: int) -> None:
    """The same, 250 times in each part."""
    evening = killed(served, 250, dice(), tmp_path / "beside")
    with closing(ReadOnlyStore(served.data)) as log:
        print(f"{len(evening.book.promised)} promised, {len(evening.book.refused)} refused, {log.last_game()} games")


def killed_bringing_up(served: Served, times: int, chance: random.Random) -> None:
    """Kill a table so many times while it brings an earlier log up to itself: no row is lost, and the table opens."""
    for number in range(times):
        before = laid(EARLIER[number % len(EARLIER)], served.data)
        served.begin()
        moment(chance, OPENS)
        served.kill()
        assert rows(served.data) == before
        served.start()
        assert rows(served.data) == before
        stranger = Phone(served.port)
        assert [seat["name"] for seat in stranger.state()["seats"]] == ["Ann", "Ben", "Cid"]
        stranger.connection.close()
        served.kill()


def test_killed_while_an_earlier_log_is_brought_up(served: Served) -> None:
    """Each log that an earlier version left."""
    killed_bringing_up(served, len(EARLIER), dice())


@pytest.mark.long(name="kill")
def test_killed_often_while_an_earlier_log_is_brought_up(served: Served) -> None:
    """The same, 150 times."""
    killed_bringing_up(served, 150, dice())
