"""Readers of pages that take a while: some at a time, each address in its turn, and nobody who plays waits for them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.web.threads import PAGES
from tests.web.house import House, house, offer

READERS = 8


class Slow:
    """A page that is made as soon as it is let go; `begun` are the addresses for which it was begun."""

    def __init__(self, home: House) -> None:
        self.begun: list[str] = []
        self._news = threading.Condition()
        self._free = 0
        home.app.add_url_rule("/slow/<who>", view_func=self.made)

    def made(self, who: str) -> str:
        """The page."""
        with self._news:
            self.begun.append(who)
            self._news.notify_all()
            assert self._news.wait_for(lambda: self._free > 0, 30)
            self._free -= 1
        return who

    def let_go(self, count: int) -> None:
        """Have so many be made."""
        with self._news:
            self._free += count
            self._news.notify_all()

    def wait(self, count: int) -> None:
        """Until so many were begun."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.begun) >= count, 30), self.begun


@contextmanager
def reading(home: House, who: str, address: str) -> Iterator[socket.socket]:
    """A reader at an address who asks for the page."""
    with socket.create_connection(("127.0.0.1", home.port), timeout=30, source_address=(address, 0)) as line:
        line.sendall(f"GET /slow/{who} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        yield line


def test_a_few_pages_are_made_at_a_time_and_taps_at_once(home: House) -> None:
    """Of eight readers two are served at a time, all in the end; who plays and who watches wait for none of them."""
    slow = Slow(home)
    ann, _ = home.seated(2)
    with ExitStack() as open_now:
        lines = [open_now.enter_context(reading(home, str(n), f"127.0.9.{n + 1}")) for n in range(READERS)]
        slow.wait(PAGES)
        ann.act(0, offer(ann.state(), "pick")["command"])
        stream = ann.stream()
        stream.settle(home.hub.version)
        stream.close()
        assert len(slow.begun) == PAGES
        slow.let_go(READERS)
        assert {line.recv(12) for line in lines} == {b"HTTP/1.1 200"}


def test_readers_take_turns_by_address(home: House) -> None:
    """Who asks for one page is not kept waiting by another who asks for many."""
    slow = Slow(home)
    with ExitStack() as open_now:
        lines = [open_now.enter_context(reading(home, "many", "127.0.9.1")) for _ in range(READERS)]
        slow.wait(PAGES)
        lines.append(open_now.enter_context(reading(home, "one", "127.0.9.2")))
        # Whoever asks for the state after that has been read after it, too.
        assert home.phone().state()["seats"] == []
        slow.let_go(1)
        slow.wait(PAGES + 1)
        assert slow.begun == ["many"] * PAGES + ["one"]
        slow.let_go(READERS)
        assert {line.recv(12) for line in lines} == {b"HTTP/1.1 200"}


def test_who_waits_for_a_page_gives_way(tmp_path: Path) -> None:
    """Who takes all lines by asking for pages keeps nobody away."""
    with house(tmp_path, streams=2) as home, ExitStack() as open_now:
        slow = Slow(home)
        ann, _ = home.seated(2)
        most = home.server._server.adj.connection_limit
        lines = [open_now.enter_context(reading(home, str(n), "127.0.9.1")) for n in range(most)]
        slow.wait(PAGES)
        assert home.phone().ask("GET", "/api/state").status == 200
        ann.act(0, offer(ann.state(), "pick")["command"])
        assert lines[PAGES].recv(1) == b""
        slow.let_go(most)


def test_a_fault_in_a_page_makes_room(home: House) -> None:
    """However a page ends, the next one is made."""

    def broken() -> str:
        raise LookupError

    home.app.add_url_rule("/broken", view_func=broken)
    for _ in range(2 * PAGES):
        assert home.phone().ask("GET", "/broken").status == 500
    assert home.phone().ask("GET", "/").status == 200
