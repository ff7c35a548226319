"""A tray that is started with a data folder, and what the tests of it say and hear."""

import os
import tty
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.hardware.finding import Port
from companion.hardware.tray import Pace, Tray
from companion.hardware.virtual import SOCKET
from companion.settings import Settings
from tests.hardware.heard import Table, ask

# Patient where only a busy computer would be slow, quick where the test waits.
QUICK = Pace(retry=0.02, patience=4.0, stranger=0.05, noise=0.2, answer=8.0)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def tray(table: Table, tmp_path: Path) -> Iterator[Callable[..., Tray]]:
    """Make and start a tray with a data folder; it is closed after the test."""
    made: list[Tray] = []

    def make(
        setting: str = "virtual",
        find: Callable[[], Sequence[Port]] | None = None,
        rolled: Any = None,
        pace: Pace = QUICK,
    ) -> Tray:
        settings = Settings(data=tmp_path, tray=setting)
        made.append(Tray(settings, rolled=rolled or table.rolled, tell=table.tell, find=find, pace=pace))
        made[-1].start()
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def say(tmp_path: Path) -> Callable[..., list[str]]:
    """Say words to the virtual tray of the data folder."""
    return lambda *words: ask(tmp_path / SOCKET, *words)


@pytest.fixture
def terminal() -> Iterator[Callable[[], tuple[int, str]]]:
    """Make pseudo-terminals: our end, and the device of the other one."""
    ends: list[int] = []

    def make() -> tuple[int, str]:
        ours, other = os.openpty()
        tty.setraw(other)
        ends.extend((ours, other))
        return ours, os.ttyname(other)

    yield make
    for end in ends:
        os.close(end)
