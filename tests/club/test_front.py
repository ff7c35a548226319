"""The front page's looks at the tables: few, patient with whoever is away, and never waking who sleeps."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from companion.club.front import create_front
from companion.club.overview import FRESH, Look, Overview
from companion.club.tables import Table
from tests.ports import kept

LOBBY: dict[str, Any] = {"phase": "lobby", "seats": []}
PLAY: dict[str, Any] = {
    "phase": "play",
    "seats": [{"name": "Ann"}, {"name": "<b>Ben</b>"}],
    "game": {"turn": {"number": 3, "of": 10}},
}
SEEN = Look("playing", ("Ann", "<b>Ben</b>"), 3, 10)


class Answering(ThreadingHTTPServer):
    """A table that answers what it is told to, and counts how often it is asked, and with which headers."""

    daemon_threads = True

    def __init__(self) -> None:
        self.says: object = LOBBY
        self.headers: list[dict[str, str]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.headers.append(dict(self.headers))
                body = server.says if isinstance(server.says, bytes) else json.dumps(server.says).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self.serve_forever)
        self._thread.start()

    def close(self) -> None:
        """End it."""
        self.shutdown()
        self.server_close()
        self._thread.join()


@pytest.fixture
def table() -> Iterator[Answering]:
    """A table."""
    found = Answering()
    yield found
    found.close()


class Clock:
    """Seconds that stand until they are moved on."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def listed(server: Answering) -> list[Table]:
    return [Table("window", server.server_address[1], Path("/nowhere"))]


def test_however_many_look_a_table_is_asked_once_in_a_while(table: Answering) -> None:
    """A look is good for two seconds, for everybody; the table is asked as by a stranger."""
    clock = Clock()
    overview, tables = Overview(lambda _: False, clock), listed(table)
    for _ in range(5):
        assert overview.at(tables) == [(tables[0], Look("free"))]
    assert len(table.headers) == 1
    assert table.headers[0]["Via"]
    table.says, clock.now = PLAY, FRESH
    assert overview.at(tables) == [(tables[0], SEEN)]
    assert len(table.headers) == 2


def test_a_table_that_sleeps_is_let_sleep(table: Answering) -> None:
    """It is shown as it was last; and as resting where nobody has asked it yet."""
    clock, sleeps = Clock(), True
    overview, tables = Overview(lambda _: sleeps, clock), listed(table)
    assert overview.at(tables)[0][1] == Look("resting")
    assert table.headers == []
    sleeps, table.says, clock.now = False, PLAY, FRESH
    assert overview.at(tables)[0][1] == SEEN
    sleeps, clock.now = True, 2 * FRESH
    assert overview.at(tables)[0][1] == SEEN
    assert len(table.headers) == 1


@pytest.mark.parametrize(
    "said", [b"", b"{", b"[]", b"null", {"phase": "asleep", "seats": []}, {"phase": "play", "seats": [1]}, {}]
)
def test_a_table_that_answers_nonsense_is_away(table: Answering, said: object) -> None:
    """Whatever comes back, the page is there for the other tables."""
    table.says = said
    assert Overview(lambda _: False).at(listed(table))[0][1] == Look("away")


def test_a_table_out_of_reach_is_away() -> None:
    """Nobody listens at its port."""
    port = kept()
    tables = [Table("window", port.getsockname()[1], Path("/nowhere"))]
    assert Overview(lambda _: False).at(tables)[0][1] == Look("away")
    port.close()


def test_names_are_words_and_no_markup(table: Answering) -> None:
    """What people call themselves stands on the page as they typed it."""
    table.says = PLAY
    app = create_front(lambda: listed(table), Overview(lambda _: False), "http://club.local")
    page = app.test_client().get("/", headers={"Host": "club.local"}).text
    assert "&lt;b&gt;Ben&lt;/b&gt;" in page
    assert "<b>Ben" not in page
    assert "turn 3 of 10" in page


def test_a_code_is_for_a_table_that_there_is(table: Answering) -> None:
    """Of any other name there is none; and every answer forbids what is not the club's own."""
    app = create_front(lambda: listed(table), Overview(lambda _: False), "http://club.local")
    client = app.test_client()
    assert client.get("/qr/window.svg").status_code == 200
    for path in ("/qr/none.svg", "/qr/..%2fwindow.svg", "/none"):
        found = client.get(path)
        assert found.status_code == 404
        assert "default-src 'none'" in found.headers["Content-Security-Policy"]
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 403


def test_a_club_without_tables_says_so() -> None:
    """Before the first one is added the page is there all the same."""
    app = create_front(list, Overview(lambda _: False), "")
    assert "There are no tables here yet." in app.test_client().get("/").text
