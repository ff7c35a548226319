"""The firmware is built once; each test has a board of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.firmware.bench import Board, Line, build


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with tray.elf and the program that runs it."""
    folder = tmp_path_factory.mktemp("firmware")
    build(folder)
    return folder


@pytest.fixture
def board(built: Path, tmp_path: Path) -> Iterator[Board]:
    """A new board with power."""
    with closing(Board(built, tmp_path)) as board:
        yield board


@pytest.fixture
def line(board: Board) -> Iterator[Line]:
    """The host's end of its line, after the new tray has made its id and first secret."""
    with closing(Line(board.port)) as line:
        board.word("wait 1000")
        line.serial.reset_input_buffer()
        yield line
