"""How much a phone may send: little until it is known to sit here, and all together no more than there is room for."""

from __future__ import annotations

import http.client
import json
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from companion.boards.photos import LARGEST
from companion.web.incoming import SMALL, TOGETHER
from companion.web.server import BACKLOG_EACH
from tests.web.house import House
from tests.web.routes import ROUTES
from tests.web.test_photo import picture, put

POSTING = [name for name in ROUTES if not name.startswith("GET")]


def begun(home: House, path: str, length: int, cookie: str = "", **headers: object) -> socket.socket:
    """A line with a request whose headers have come, and nothing of its body."""
    line = socket.create_connection(("127.0.0.1", home.port), timeout=30)
    told = {"Host": "127.0.0.1", "Cookie": cookie, "Content-Type": "image/jpeg", "Content-Length": length, **headers}
    line.sendall("\r\n".join([f"PUT {path} HTTP/1.1", *(f"{key}: {it}" for key, it in told.items()), "", ""]).encode())
    return line


def held(home: House) -> int:
    """The bytes of bodies that are kept, or that memory is set aside for."""
    home.phone().state()
    lines = list(home.server._server.active_channels.values())
    return sum(one.held for line in lines for one in (line.request, *line.requests) if one)


def let_go(home: House) -> bool:
    """Whether all are let go in half a minute: after the answer, or when the table hears of a closed line."""
    end = time.monotonic() + 30
    while held(home):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def unread(home: House) -> int:
    """The bytes that wait in memory for those who read nothing."""
    return sum(line.unsent for line in list(home.server._server.active_channels.values()))


@pytest.mark.parametrize("name", POSTING)
def test_nobody_unknown_sends_much(home: House, name: str) -> None:
    """A byte above 8 kB is refused at every route, before anything of it is kept; 8 kB are read and refused as ever."""
    home.seated(2)
    method, path = name.partition(" ")[0], ROUTES[name].path
    kind = ROUTES[name].kind or "application/json"
    large, small = (home.phone().ask(method, path, raw=b" " * size, Content_Type=kind) for size in (SMALL + 1, SMALL))
    assert large.status == (401 if "boards" in path or "photo" in path else 413)
    assert set(large.json) == {"error", "overridable", "changed"}
    assert small.status in (400, 401)


def test_a_cookie_without_a_seat_is_unknown(home: House) -> None:
    """Who asks for a seat is given a cookie; it opens nothing yet."""
    home.seated(2)
    stranger = home.phone()
    stranger.post("/api/rejoin", seat=0)
    assert stranger.cookie
    assert put(stranger, picture(2000, 1500)).status == 401


def test_who_sits_here_sends_what_a_route_needs(home: House) -> None:
    """A photo of megabytes, a board of some ten kB, and no tap that is as large."""
    ann, _ = home.seated(2)
    photo = picture(2000, 1500)
    assert len(photo) > SMALL
    assert put(ann, photo).status == 200
    spots = [{"x": x, "y": y, "name": "n" * 20} for x in range(0, 1000, 100) for y in range(0, 600, 100)]
    draft = json.dumps({"name": "Kitchen", "spots": spots, "padding": ""}).encode().ljust(2 * SMALL)
    assert ann.ask("PUT", "/api/boards/kitchen", raw=draft, Content_Type="application/json").status == 400
    assert ann.ask("POST", "/api/act", raw=draft, Content_Type="application/json").status == 413


def test_all_bodies_together_have_their_bounds(home: House) -> None:
    """Half-sent photos of a player take no more than the budget, others hear that it is full, and taps go on."""
    ann, ben = home.seated(2)
    lines = [begun(home, "/api/photo", LARGEST, ann.cookie) for _ in range(5)]
    assert held(home) == LARGEST
    found = put(ben, picture(2000, 1500).ljust(TOGETHER - LARGEST + 1, b"\0"))
    assert (found.status, "at once" in found.json["error"]) == (503, True)
    assert ann.ask("POST", "/api/check", {"seat": 0, "coins": {"1": 5}}).status == 200
    for line in lines:
        line.close()
    assert let_go(home)
    assert put(ben, picture(2000, 1500).ljust(TOGETHER - LARGEST + 1, b"\0")).status == 200
    assert let_go(home)


def unnamed() -> set[str]:
    """The open files of this process that have no name, as temporary ones."""
    found = {str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()}
    return {each for each in found if each.endswith("(deleted)")}


def test_no_body_becomes_a_file(home: House) -> None:
    """However large: temporary files are memory on many computers."""
    ann, _ = home.seated(2)
    before = unnamed()
    with begun(home, "/api/photo", LARGEST, ann.cookie) as line:
        line.sendall(b" " * (LARGEST - 1))
        assert held(home) == LARGEST
        assert unnamed() == before


def test_who_asks_before_sending_is_told(home: House) -> None:
    """Where a client waits for a go-ahead, it comes for those who sit here, and the refusal instead for others."""
    ann, _ = home.seated(2)
    with begun(home, "/api/photo", LARGEST, ann.cookie, Expect="100-continue") as line:
        assert line.recv(12) == b"HTTP/1.1 100"
    with begun(home, "/api/photo", LARGEST, Expect="100-continue") as line:
        answer = http.client.HTTPResponse(line)
        answer.begin()
        assert answer.status == 401


def test_what_nobody_reads_has_its_bounds(home: House) -> None:
    """Of those who ask and take nothing in, the one with most before it is sent away; nobody else notices."""
    page = bytes(1_000_000)
    # A busy computer may need longer for all this than a line may be idle.
    home.server._server.adj.channel_timeout = 3600
    home.app.add_url_rule("/large", view_func=lambda: page)
    bounds = BACKLOG_EACH * home.server._server.adj.connection_limit
    ann, _ = home.seated(2)
    with ExitStack() as open_now:
        deaf = [open_now.enter_context(socket.socket()) for _ in range(3 * bounds // len(page))]
        for line in deaf:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            line.connect(("127.0.0.1", home.port))
            line.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for line in deaf:
            # Each is answered, or sent away.
            with suppress(ConnectionResetError):
                line.recv(1)
        assert ann.state()["phase"] == "play"
        # Whoever is sent away keeps what waits for them until their line is closed, which may come a moment later.
        soon = time.monotonic() + 30
        while (left := unread(home)) > bounds and time.monotonic() < soon:
            ann.state()
        assert bounds / 2 < left <= bounds
