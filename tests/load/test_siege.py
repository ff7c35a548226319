"""Five hundred strangers who never end what they ask, readers of the heaviest page, a crowd: people go on playing."""

from __future__ import annotations

import contextlib
import http.client
import os
import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

import click
import pytest

from tests.bench import table

STRANGERS, READERS, STREAMS = 500, 8, 60
TAPS = 60
# The answer to a tap on a quiet computer, in seconds, for 95 of 100; and the memory of the service in MB.
SOON = 0.5
MOST_MEMORY = 100
# The record of a game that is over, of all pages the one that takes longest to make.
HEAVIEST = "/api/games/1/game.jsonl"
HALF = (
    b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 8192\r\n\r\n"
    + b" " * 8191,
    b"PUT /api/photo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/jpeg\r\nContent-Length: 4000000\r\n\r\n"
    + b" " * 400_000,
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + b"a" * 16_000,
    b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n" + b" " * 400_000,
)


def half_sent(port: int, number: int) -> socket.socket:
    """A line from an address of its own, with a request that never becomes whole."""
    line = socket.create_connection(("127.0.0.1", port), 30, (f"127.3.{number // 250}.{number % 250 + 1}", 0))
    # What is refused at once is cut off while it is sent.
    with contextlib.suppress(ConnectionError):
        line.sendall(HALF[number % len(HALF)])
    return line


class Beside:
    """What others do meanwhile, in threads."""

    def __init__(self, port: int, cookie: str) -> None:
        self.read = 0
        self._port, self._cookie = port, cookie
        self._streams = [table.Watcher(port, "") for _ in range(STREAMS)]
        self._over = threading.Event()
        work = [self._watch, *(self._reads(f"127.0.9.{number + 1}") for number in range(READERS))]
        self._threads = [threading.Thread(target=each) for each in work]

    def __enter__(self) -> Beside:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()
        for stream in self._streams:
            stream.socket.close()

    def _watch(self) -> None:
        with selectors.DefaultSelector() as selector:
            for stream in self._streams:
                selector.register(stream.socket, selectors.EVENT_READ, stream)
            while not self._over.is_set():
                for key, _ in selector.select(0.1):
                    key.data.read()

    def _reads(self, address: str) -> Callable[[], None]:
        def work() -> None:
            while not self._over.is_set():
                line = http.client.HTTPConnection("127.0.0.1", self._port, 60, (address, 0))
                # Where lines are few, an idle one gives way, as a reader's is between two pages.
                with contextlib.closing(line), contextlib.suppress(OSError, http.client.HTTPException):
                    while not self._over.is_set():
                        line.request("GET", HEAVIEST, headers={"Cookie": self._cookie})
                        answer = line.getresponse()
                        assert (answer.status, len(answer.read()) > 10_000) == (200, True)
                        self.read += 1

        return work


def steadfast(server: table.Server) -> table.Server:
    """The server, asked on another line where the old one had to give way, as browsers do."""
    once = server.ask

    def ask(method: str, path: str, value: object = None, cookie: str = "") -> tuple[bytes, str]:
        try:
            return once(method, path, value, cookie)
        except (OSError, http.client.HTTPException):
            server.connection.close()
            return once(method, path, value, cookie)

    server.ask = ask  # type: ignore[method-assign]
    return server


def timed(server: table.Server, taps: Iterator[tuple[str, table.Plain, str]]) -> float:
    """Tap once; the seconds until its answer."""
    path, value, cookie = next(taps)
    began = perf_counter()
    server.ask("POST", path, value, cookie)
    return perf_counter() - began


@pytest.mark.long(name="extras")
def test_a_siege_keeps_nobody_from_playing(tmp_path: Path) -> None:
    """A tap is answered within half a second, 95 times of 100, and the service takes less than 100 MB."""
    with table.companion(tmp_path / "data") as opened, ExitStack() as open_now:
        server = steadfast(opened)
        cookies = table.seated(server)
        taps = table.taps(server, cookies)
        while (state := server.state())["phase"] != "reveal" or state["game"]["offers"]:
            # At the end purses open by themselves as well: who is overtaken by that is refused.
            with contextlib.suppress(click.ClickException):
                timed(server, taps)
        timed(server, taps)
        beside = open_now.enter_context(Beside(server.port, cookies[0]))
        for number in range(STRANGERS):
            open_now.enter_context(half_sent(server.port, number))
        took, memory = [], []
        for _ in range(TAPS):
            took.append(timed(server, taps))
            memory.append(server.memory)
        # Others may be at work on this computer.
        patience = SOON * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        slowest = sorted(took)[len(took) * 95 // 100]
        print(f"{slowest:.3f} s, {max(memory):.1f} MB, {beside.read} pages read")
        assert slowest < patience
        assert max(memory) < MOST_MEMORY
        assert beside.read
