"""Whoever comes to whichever door: every route of the table is asked by strangers, by other players, by other pages."""

from __future__ import annotations

import io
import logging
import re
import socket
from typing import Any

import pytest

from companion import logs
from companion.store import FILE
from companion.web import server
from companion.web.headers import HEADERS
from tests.web import routes, twins
from tests.web.house import House
from tests.web.routes import ROUTES, STREAM, ask

METHODS = ("GET", "POST", "PUT", "DELETE")
# Written in every way in which a path was ever taken for a name.
PATHS = (
    "..%2fserver.key",
    "..%2f..%2fserver.key",
    "%2e%2e%2fserver.key",
    "..%5cserver.key",
    "%2fetc%2fpasswd",
    "....%2f%2fserver.key",
    "server.key%00.jpg",
    "server.key",
    ".",
    "..",
    "%2e%2e",
)


def there(home: House) -> tuple[Any, ...]:
    """All that anybody could have changed: the log, what is shown, and every file beside it."""
    files = [path for path in sorted(home.folder.rglob("*")) if path.is_file() and not path.name.startswith(FILE)]
    return home.table.state(), list(home.store.rows(1)), {path: path.read_bytes() for path in files}


def test_every_route_has_its_place(home: House) -> None:
    """A route that nobody has said who may use it fails here: give it its place in tests/web/routes.py."""
    rules = list(home.app.url_map.iter_rules())
    known = {f"{method} {rule.rule}" for rule in rules for method in METHODS if method in (rule.methods or ())}
    assert known == ROUTES.keys()


def test_a_stranger_watches_and_nothing_else(home: House) -> None:
    """Without a seat every route that does something is refused with 401, and looking changes nothing."""
    home.seated(2)
    stranger = home.phone()
    assert ask(stranger, "GET /card").status == 200  # The hotspot's password is made when it is first looked at.
    before = there(home)
    for name in routes.of("seated", "owner", "sitting"):
        assert ask(stranger, name).status == 401, name
    for name in routes.of("all"):
        found = ask(stranger, name)
        assert found.status in (200, 404, 409), name
        assert "set-cookie" not in found.headers, name
    assert there(home) == before


def test_a_seat_is_its_phones_alone(home: House) -> None:
    """Another player's phone is refused with 403 wherever a seat sees or does something of its own."""
    _, ben = home.seated(2)
    before = there(home)
    for name in routes.of("owner"):
        assert ask(ben, name).status == 403, name
    assert there(home) == before


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"}],
    ids=["rebound", "elsewhere", "null", "fetched"],
)
def test_no_other_page_comes_in_anywhere(home: House, headers: dict[str, str]) -> None:
    """Under another host's name, or from another page, with the player's own cookie: 403 at every route."""
    ann, _ = home.seated(2)
    before = there(home)
    for name in ROUTES:
        found = ask(ann, name, **headers)
        assert found.status == 403, name
        assert set(found.headers) >= {header.lower() for header in HEADERS}, name
    assert there(home) == before


def test_every_route_forbids_what_is_not_our_own(home: House) -> None:
    """Pages, data, files, the stream, refusals and wrong methods bear every header as it is."""
    ann, _ = home.seated(2)
    answers = {name: ask(ann, name).headers for name in ROUTES if name not in (STREAM, "POST /api/standup")}
    answers |= {f"PATCH {name}": ann.ask("PATCH", ROUTES[name].path).headers for name in routes.of("all", "owner")}
    stream = ann.stream()
    answers[STREAM] = {name.lower(): value for name, value in stream.response.getheaders()}
    stream.close()
    for name, found in answers.items():
        for header, value in HEADERS.items():
            assert found.get(header.lower()) == value, (name, header)
        assert "access-control-allow-origin" not in found, name


@pytest.mark.parametrize(
    "said", [b"NONSENSE", b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999"]
)
def test_what_never_reaches_the_app_is_marked_too(home: House, said: bytes) -> None:
    """What the server itself refuses, as it cannot be read, has the same headers and names no program."""
    with socket.create_connection(("127.0.0.1", home.port)) as line:
        line.sendall(said + b"\r\n\r\n")
        found = line.makefile("rb").read()
    for name, value in HEADERS.items():
        assert f"{name}: {value}".encode() in found
    assert not re.search(rb"(?i)^server:|python", found, re.MULTILINE)


def test_no_path_is_believed(home: House) -> None:
    """Wherever a route takes a name, a path in it leads to no file."""
    ann, _ = home.seated(2)
    key = (home.folder / "server.key").read_bytes()
    before = there(home)[1:]
    for name in ROUTES:
        method, _, rule = name.partition(" ")
        for path in PATHS if "<" in rule else ():
            found = ann.ask(method, re.sub("<.*?>", path, rule), {} if method == "PUT" else None)
            # Two slashes are one, so the answer may lead to the same name without them; what is not there is gone.
            assert found.status in ((200,) if method == "DELETE" else ()) + (308, *range(400, 500)), (name, path)
            assert key not in found.body
    assert there(home)[1:] == before


def test_a_request_may_not_come_for_ever(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sends a body byte after byte is cut off after a while, and holds up nobody meanwhile."""
    monkeypatch.setattr(server, "LONGEST_REQUEST", 0.2)
    stranger = home.phone()
    with socket.create_connection(("127.0.0.1", home.port), timeout=30) as line:
        line.sendall(b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n")
        with pytest.raises(OSError, match=r"."):
            for _ in range(60_000):
                line.sendall(b" ")
                assert stranger.state()["seats"] == []


def test_the_log_tells_where_and_never_what(
    home: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault in the middle of a request leaves its place and kind in the journal, and no word of what was at hand."""

    words = "Ann has 7391 coins"

    def broken(*_: object) -> None:
        raise LookupError(words)

    ann, _ = home.seated(2)
    monkeypatch.setattr(home.table, "purse", broken)
    monkeypatch.setattr(home.table.boards, "draft", broken)
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.Discreet())
    logging.getLogger().addHandler(handler)
    try:
        found = ann.ask("GET", "/api/purse?seat=0")
        ann.ask("GET", "/api/boards/a%0aA%20line%20of%20its%20own")
    finally:
        logging.getLogger().removeHandler(handler)
    assert (found.status, b"7391" in found.body) == (500, False)
    said = out.getvalue()
    assert "LookupError" in said
    assert "companion/web/api.py" in said
    assert "/api/purse" in said
    assert "/api/boards/<id>" in said
    assert "A line of its own" not in said
    assert "7391" not in said
    assert "Ann" not in said
    caplog.clear()


def test_every_look_is_compared(home: House) -> None:
    """Twin tables that differ in one purse are asked for every route that shows anything, in test_secrets.py."""
    compared = set()
    match = home.app.url_map.bind("").match
    for path in (*twins.PAGES, *twins.FIGURES, *twins.RARELY, *(f"/api/{own}" for own in twins.OWN)):
        url, _, _ = path.partition("?")
        if url != "/nothing":
            endpoint, _ = match(url)
            compared |= {rule.rule for rule in home.app.url_map.iter_rules(endpoint)}
    looks = {name.partition(" ")[2] for name in ROUTES if name.startswith("GET ")}
    # Streams are compared message by message, prices region by region; old turns in tests/web/test_oldturns.py, and by
    # their length the copies for phones in tests/web/test_phonecopy.py.
    others = {"GET /api/stream", "GET /api/quote", "GET /api/past", "GET /api/sealed", *twins.OF_THE_COMPUTER}
    assert {f"GET {look}" for look in looks - compared} == others


def test_there_is_no_open_backup_on_the_web(home: House) -> None:
    """No address gives the log away but sealed: a backup is made at the computer, by `companion backup`."""
    ann, _ = home.seated(2)
    for name in routes.of("all", "owner", "seated"):
        body = ask(ann, name).body
        assert not re.search(rb"PK\x03\x04|SQLite format 3", body), name
    for path in ("/api/backup", "/backup", "/backup.zip", f"/{FILE}", f"/static/../{FILE}"):
        assert ann.ask("GET", path).status == 404
