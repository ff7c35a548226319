"""A crowd that watches: 54 streams more than the six phones', some of which never read what they are sent.

The crowd is a process of its own, `python -m tests.bench.crowd PORT`; it says when all of its streams are open, and
ends when nobody listens to it any more.
"""

from __future__ import annotations

import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from tests.bench import table
from tests.bench.figure import Figure

READING, DEAF = 48, 6
ROUNDS = 3
# Seconds until a place that was refused is asked for again.
AGAIN = 0.2
ALONE = "the six alone"


def watched(taps: int, most: int = ROUNDS) -> list[Figure]:
    """Play by tapping about so often, half of it while the crowd watches, in three rounds if it is often enough."""
    with TemporaryDirectory(prefix="smallworld-bench-") as name, table.companion(Path(name)) as server:
        cookies = table.seated(server)
        with table.Phones(server, [*cookies, ""]) as phones:
            game = table.taps(server, cookies)
            rounds = max(1, min(ROUNDS, most, taps // 20))
            each = max(1, taps // (2 * rounds))
            for _ in range(table.WARMING):
                phones.tap(*next(game))
            memory = server.memory
            alone, crowded = [], []
            for _ in range(rounds):
                alone.append(median(phones.tap(*next(game)) for _ in range(each)))
                with beside(server.port):
                    crowded.append(median(phones.tap(*next(game)) for _ in range(each)))
            return [
                Figure(
                    "from a tap to the last of six phones in a crowd",
                    1000 * min(crowded),
                    "ms",
                    ALONE,
                    1000 * min(alone),
                ),
                Figure("memory after 54 more have watched", server.memory, "MB", "before", memory),
            ]


@contextmanager
def beside(port: int) -> Iterator[None]:
    """The crowd, for a while. Raises ClickException when not all of it got in."""
    # The module and its argument are our own.
    command = [sys.executable, "-m", "tests.bench.crowd", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        if process.stdout.readline() != "ready\n":
            raise click.ClickException("The crowd that was to watch did not get in.")
        try:
            yield
        finally:
            process.communicate(timeout=table.PATIENCE)


def watch(port: int) -> None:
    """Open all streams, say so, and read most of them until standard input ends."""
    streams = [_opened(port) for _ in range(READING + DEAF)]
    click.echo("ready")
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin, selectors.EVENT_READ)
        for watcher in streams[DEAF:]:
            selector.register(watcher.socket, selectors.EVENT_READ, watcher)
        while True:
            for key, _ in selector.select():
                if key.data is None:
                    return
                key.data.read()


def _opened(port: int) -> table.Watcher:
    """A stream that has brought its first state; where a crowd of before still has the places, it is tried again."""
    while True:
        watcher = table.Watcher(port, "")
        try:
            while watcher.version < 0:
                watcher.read()
        except click.ClickException:
            watcher.socket.close()
            time.sleep(AGAIN)
        else:
            return watcher


if __name__ == "__main__":
    watch(int(sys.argv[1]))
