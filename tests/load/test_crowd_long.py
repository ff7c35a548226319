"""A day of games while crowds come, stay deaf and vanish: what the service takes up stays the same."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
from pathlib import Path
from threading import Event
from typing import cast

import click
import pytest

from tests import chance
from tests.bench import crowd, table
from tests.load.network import HERE, Network, network

pytestmark = [
    pytest.mark.long(name="crowd"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes networks"),
    *(pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}") for name in ("ip", "nsenter", "unshare")),
]
GAMES = int(os.environ.get("GAMES", "40"))
# Every so many games phones are out of reach in the midst of a stream, and never say that they go.
EVERY, VANISHED = 4, 20
# Some memory is still being found its place in the first games.
FLAT = 1.05


def test_a_day_of_games_takes_up_nothing_more(tmp_path: Path) -> None:
    """Game after game, 54 more streams in each: memory and files in the last quarter as in the second."""
    with network(1) as at:
        figures = cast("list[tuple[float, int]]", at.inside(at.table, lambda: day(at, tmp_path / "data")))
    quarter = GAMES // 4
    memory, files = (list(kind) for kind in zip(*figures, strict=True))
    print("MB:", [round(each, 1) for each in memory], "files:", files)
    assert max(memory[-quarter:]) <= FLAT * max(memory[quarter : 2 * quarter])
    assert max(files[-quarter:]) <= max(files[quarter : 2 * quarter])


def day(at: Network, folder: Path) -> list[tuple[float, int]]:
    """Play the games; memory in MB and open files after each, when its crowd has gone."""
    found = []
    options = (f"--data={folder}", "--host=0.0.0.0", "--port=0", "--pins=off")
    with table.Server("tests.served", chance.seed(), *options) as server:
        cookies = table.seated(server)
        with table.Phones(server, [*cookies, ""]) as phones:
            game = table.taps(server, cookies)
            most = open_files(server)
            for played in range(GAMES):
                lost: list[socket.socket] = []
                if played % EVERY == 0:
                    lost = cast("list[socket.socket]", at.inside(at.phones[0], lambda: opened(server.port)))
                if lost:
                    at.silences(0)
                # It finds the places of those who vanished taken, until the table gives them up.
                with crowd.beside(server.port):
                    while (state := server.state())["phase"] != "reveal" or state["game"]["offers"]:
                        # At the end purses open by themselves as well: who is overtaken by that is refused.
                        with contextlib.suppress(click.ClickException):
                            phones.tap(*next(game))
                for line in lost:
                    line.close()
                phones.tap(*next(game))
                files = settled(server, most)
                assert files <= most, played
                if lost:
                    at.speaks(0)
                found.append((server.memory, files))
    return found


def opened(port: int) -> list[socket.socket]:
    """Streams from beyond the cable, each with its first state."""
    lines = [socket.create_connection((HERE, port)) for _ in range(VANISHED)]
    for line in lines:
        line.sendall(b"GET /api/stream HTTP/1.0\r\nHost: " + HERE.encode() + b"\r\n\r\n")
        assert line.recv(1000)
    return lines


def open_files(server: table.Server) -> int:
    """How many files the service has open."""
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def settled(server: table.Server, most: int) -> int:
    """How many files are open in the end: when there are no more than these, or after half a minute."""
    waiting = Event()
    for _ in range(300):
        if (files := open_files(server)) <= most:
            break
        waiting.wait(0.1)
    return files
