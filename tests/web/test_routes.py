"""Whoever comes to whichever door: every route of the table is asked by strangers, by other players, by other pages."""

from __future__ import annotations

import io
import logging
import re
import socket
from pathlib import Path
from typing import Any

import pytest

from companion.host import journal
from companion.store.store import FILE
from companion.web import server
from companion.web.headers import HEADERS
from companion.web.seats import PASSED_ON
from tests.web import routes, twins
from tests.web.house import STRANGER, House
from tests.web.routes import ROUTES, STREAM, WHO, ask

DOCUMENT = Path(__file__).parents[2] / "docs" / "security.md"
# Flask answers these by itself: as a GET, and with the methods that there are.
BY_ITSELF = {"HEAD", "OPTIONS"}
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
    return home.table.queries.state(), list(home.store.rows(1)), {path: path.read_bytes() for path in files}


def test_every_route_has_its_place(home: House) -> None:
    """A route that nobody has said who may use it fails here: give it its place in tests/web/routes.py."""
    rules = home.app.url_map.iter_rules()
    known = {f"{method} {rule.rule}" for rule in rules for method in (rule.methods or set()) - BY_ITSELF}
    assert known == ROUTES.keys()


def test_the_document_says_of_every_route_who_may_ask_it() -> None:
    """docs/security.md has a line for every route, in the order of their addresses, and none for what is not there."""
    said = re.findall(r"^\| `([A-Z]+ /\S*)` \| (.*?) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    known = [(name, WHO[route.who]) for name, route in ROUTES.items()]
    assert said == sorted(known, key=lambda line: line[0].split(" ")[::-1])


def test_a_stranger_watches_and_nothing_else(home: House) -> None:
    """Without a seat every route that does something is refused with 401, and looking changes nothing."""
    home.seated(2)
    stranger = home.phone(address=STRANGER)
    before = there(home)
    for name in routes.of("here", "guests", "seated", "owner", "copy"):
        assert ask(stranger, name).status == 401, name
    for name in routes.of("all", "game", "link"):
        found = ask(stranger, name)
        assert found.status in (200, 404, 409), name
        assert "set-cookie" not in found.headers, name
    assert there(home) == before


def test_at_an_empty_table_too_a_stranger_only_watches(home: House) -> None:
    """Before anybody sits the machines, the hotspot and the boards are the computer's own and nobody else's."""
    stranger = home.phone(address=STRANGER)
    for name in routes.of("here", "guests", "seated"):
        assert ask(stranger, name).status == 401, name
    assert list(home.store.rows(1)) == []


def test_the_computer_itself_and_who_sits_see_to_the_machines(home: House) -> None:
    """A browser on the Pi needs no seat to see to the machines, a phone needs one; what players do needs one anyway."""
    own, (ann, _) = home.phone(), home.seated(2)
    guest = home.phone(address=STRANGER)
    guest.cookie = ann.cookie
    for name in routes.of("here", "guests"):
        for phone in (own, guest):
            assert ask(phone, name).status in (200, 404, 409, 415), name
    for name in routes.of("seated", "owner"):
        assert ask(own, name).status == 401, name


@pytest.mark.parametrize("header", PASSED_ON)
def test_who_comes_through_a_proxy_is_not_the_computer_itself(home: House, header: str) -> None:
    """A proxy on the Pi asks over loopback for somebody else, and says so in a header."""
    passed = {header.replace("-", "_"): "192.0.2.9"}
    for name in routes.of("here", "guests"):
        assert ask(home.phone(), name, **passed).status == 401, name


def test_a_proxy_that_says_nothing_is_known_by_its_old_http(home: House) -> None:
    """nginx adds no header by itself, but asks with HTTP/1.0; the computer's own browser never does."""
    head = "GET /api/status HTTP/{}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    found = []
    for version in ("1.0", "1.1"):
        with socket.create_connection(("127.0.0.1", home.port), timeout=30) as line, line.makefile("rb") as answer:
            line.sendall(head.format(version).encode())
            found.append(answer.readline().split()[1])
    assert found == [b"401", b"200"]


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
    # After these Ann would be a stranger.
    leaving = (STREAM, "POST /api/standup", "POST /api/entrust")
    ann, _ = home.seated(2)
    answers = {name: ask(ann, name).headers for name in ROUTES if name not in leaving}
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
    monkeypatch.setattr(home.table.queries, "purse", broken)
    monkeypatch.setattr(home.table.session.boards, "draft", broken)
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(journal.Discreet())
    logging.getLogger().addHandler(handler)
    try:
        found = ann.ask("GET", "/api/purse?seat=0")
        ann.ask("GET", "/api/boards/a%0aA%20line%20of%20its%20own")
    finally:
        logging.getLogger().removeHandler(handler)
    assert (found.status, b"7391" in found.body) == (500, False)
    said = out.getvalue()
    assert "LookupError" in said
    assert "companion/web/routes/private.py" in said
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
    for path in (*twins.PAGES, *twins.ANSWERS, *twins.FIGURES, *twins.RARELY, *(f"/api/{own}" for own in twins.OWN)):
        url, _, _ = path.partition("?")
        if url != "/nothing":
            endpoint, _ = match(url)
            compared |= {rule.rule for rule in home.app.url_map.iter_rules(endpoint)}
    looks = {name.partition(" ")[2] for name in ROUTES if name.startswith("GET ")}
    # Streams are compared message by message, prices region by region; old turns in tests/web/test_past_turns.py.
    # Advice is given to a seat that has asked for it: that it knows no other purse is held by tests/seat.
    # The club's book: tests/book/test_secrets.py.
    others = {"GET /api/stream", "GET /api/advice", "GET /api/quote", "GET /api/past", *twins.OF_THE_COMPUTER}
    others |= {"GET /api/book"}
    assert {f"GET {look}" for look in looks - compared} == others


def test_there_is_no_backup_on_the_web(home: House) -> None:
    """No address gives the log away: a backup is made at the computer, by `companion backup`."""
    ann, _ = home.seated(2)
    for name in routes.of("all", "game", "here", "guests", "owner", "seated"):
        body = ask(ann, name).body
        assert not re.search(rb"PK\x03\x04|SQLite format 3", body), name
    for path in ("/api/backup", "/backup", "/backup.zip", f"/{FILE}", f"/static/../{FILE}"):
        assert ann.ask("GET", path).status == 404
