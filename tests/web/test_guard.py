"""What is let in and what is not: hosts, other sites, sizes, forms; and what every answer bears."""

import contextlib
import re
import socket
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from companion.language import text
from companion.rules.model import Message
from companion.web.server import CONNECTION_HEADROOM, LARGEST_BODY
from tests.web.house import House, house, offer

ROUTES = (
    "/",
    "/table",
    "/qr.svg",
    "/api/state",
    "/api/me",
    "/api/log",
    "/api/map/base-3",
    "/nothing",
    "/static/none.js",
)


@pytest.mark.parametrize(
    "host", ["evil.example", "192.168.1.5.evil.example", "local", "xlocalhost", "a.locally", "", "["]
)
def test_a_strangers_name_for_our_address_is_refused(home: House, host: str) -> None:
    """Under a name that somebody else's server could give to our address nothing is answered but a refusal."""
    for route in ("/", "/api/state"):
        found = home.phone().ask("GET", route, Host=host)
        assert found.status in (400, 403)
        assert b"seats" not in found.body


@pytest.mark.parametrize("host", ["10.0.0.1:8000", "localhost:1", "[::1]:8000", "Table.LOCAL", "smallworld.local."])
def test_our_own_names_are_let_in(home: House, host: str) -> None:
    """Addresses, localhost and names of the local network are our own."""
    assert home.phone().ask("GET", "/api/state", Host=host).status == 200


def test_the_configured_name_is_let_in() -> None:
    """The name of the configured address is our own, and no part of it is."""
    from companion.web.headers import known_host

    assert known_host("games.example.org:8000", "games.example.org")
    assert not known_host("example.org", "games.example.org")
    assert not known_host("x.games.example.org", "games.example.org")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "file://"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_pages_do_nothing(home: House, headers: dict[str, str]) -> None:
    """A post that another page makes with the phone's own cookie is refused, and nothing happens."""
    ann, _ = home.seated(2)
    before = home.table.queries.state()
    pick = offer(ann.state(), "pick")["command"]
    found = ann.ask("POST", "/api/act", {"id": "x", "by": 0, "command": pick}, **headers)
    assert found.status == 403
    assert home.table.queries.state() == before


def test_other_pages_read_nothing(home: House) -> None:
    """Another page cannot load our data, but may link to our page."""
    phone = home.phone()
    assert phone.ask("GET", "/api/state", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors").status == 403
    assert phone.ask("GET", "/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate").status == 200
    assert "access-control-allow-origin" not in phone.ask("GET", "/api/state", Origin="http://evil.example").headers


def test_our_own_page_is_let_in(home: House) -> None:
    """A post from our own origin is done."""
    phone = home.phone()
    origin = f"http://127.0.0.1:{home.port}"
    found = phone.ask("POST", "/api/join", {"name": "Ann"}, Origin=origin, Sec_Fetch_Site="same-origin")
    assert found.status == 200


def test_every_answer_bears_the_headers(home: House) -> None:
    """Pages, data, errors and static files alike forbid everything that is not our own."""
    for route in ROUTES:
        headers = home.phone().ask("GET", route).headers
        policy = headers["content-security-policy"]
        assert re.match("default-src 'none'; script-src 'self' 'sha256-[^' ]+'; style-src 'self';", policy)
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_the_one_script_in_a_page_is_the_one_let_in(home: House) -> None:
    """The policy has the digest of what stands between the page's tags, and of nothing else."""
    page = home.phone().ask("GET", "/")
    ((script,), digests) = (
        re.findall("<script>(.*?)</script>", page.body.decode(), re.DOTALL),
        re.findall("'sha256-(.*?)'", page.headers["content-security-policy"]),
    )
    assert digests == [b64encode(sha256(script.encode()).digest()).decode()]


def test_what_is_private_is_kept_by_nobody(home: House) -> None:
    """No cache may keep a purse, the offers or the state."""
    ann, _ = home.seated(2)
    for route in ("/api/purse?seat=0", "/api/mine?seat=0", "/api/state", "/api/me"):
        assert ann.ask("GET", route).headers["cache-control"] == "no-store"


def test_large_bodies_are_refused(home: House) -> None:
    """What is too large is refused with 413 in words, and what is larger than any photo never reaches the app."""
    phone = home.phone()
    found = phone.ask("POST", "/api/join", raw=b" " * 70_000, Content_Type="application/json")
    assert found.status == 413
    assert "too large" in found.json["error"]
    # No byte of such a body is sent: who sends it all the same may find the line closed before the answer is read.
    announced = str(LARGEST_BODY + 1)
    found = home.phone().ask("POST", "/api/join", raw=b"", Content_Type="application/json", Content_Length=announced)
    assert (found.status, found.headers["content-type"].partition(";")[0]) == (413, "text/plain")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"name": "Ann"}', "text/plain"),
        (b"name=Ann", "application/x-www-form-urlencoded"),
        (b'{"name": "Ann"', "application/json"),
        (b'{"name": 7}', "application/json"),
        (b'{"name": "Ann", "admin": true}', "application/json"),
        (b'["Ann"]', "application/json"),
        (b'{"name": "\xff"}', "application/json"),
        (b"[" * 8_000, "application/json"),
        (b"", "application/json"),
    ],
)
def test_only_what_is_in_order_is_read(home: House, body: bytes, kind: str) -> None:
    """What is no JSON of the right form is refused with 400 in one sentence."""
    found = home.phone().ask("POST", "/api/join", raw=body, Content_Type=kind)
    assert found.status == 400
    assert set(found.json) == {"error", "overridable", "changed"}
    assert home.phone().state()["seats"] == []


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"type": "cheat"},
        {"type": "pick", "place": "0"},
        {"type": "pick", "place": 0, "coins": 9},
        {"type": "conquer"},
        {"type": "set_coins", "seat": 0, "difference": 1.5},
    ],
)
def test_a_command_has_its_form(home: House, command: dict[str, object]) -> None:
    """A command that is none is refused with 400."""
    ann, _ = home.seated(2)
    assert ann.refused("/api/act", id="x", by=0, command=command).status == 400


@pytest.mark.parametrize(
    "command",
    [
        {"type": "conquer", "region": "r99"},
        {"type": "conquer", "region": "../../etc/passwd"},
        {"type": "pick", "place": 77},
        {"type": "pick", "place": -1},
        {"type": "ready", "band": 99},
        {"type": "withdraw", "band": -1},
        {"type": "put_back", "band": 5, "kind": "hero"},
        {"type": "set_region", "region": "nowhere"},
        {"type": "set_region", "region": "r02", "band": 44, "tokens": 1},
        {"type": "set_region", "region": "r02", "markers": [{"kind": "bomb"}]},
        {"type": "set_band", "band": 44, "hand": 1},
        {"type": "set_record", "stage": "lunch"},
        {"type": "set_record", "attacks": [{"band": 44, "region": "r02"}]},
        {"type": "set_coins", "seat": 77, "difference": 1},
        {"type": "set_coins", "seat": 1, "difference": 1, "reason": "x"},
        {"type": "set_sheet", "turn": 1, "seat": 0, "line": "regions", "difference": 1},
        {"type": "set_past", "turn": 1, "seat": 0, "region": "r02"},
        {"type": "set_past", "turn": 99, "seat": -1, "region": "nowhere", "sheets": [{"turn": 1, "seat": 99}]},
        {"type": "set_turn", "number": 99, "seat": 0},
        {"type": "leave", "seat": 9},
        {"type": "leave", "seat": -1},
        {"type": "act", "ability": "x", "act": "y"},
        {"type": "place", "kind": "x", "regions": {"r02": 99}},
        {"type": "answer", "occasion": "x", "value": "y"},
        {"type": "unveil"},
        {"type": "conquer", "region": "r02"},
    ],
)
@pytest.mark.parametrize("as_played", [False, True])
def test_what_cannot_be_is_refused_in_words(home: House, command: dict[str, object], as_played: bool) -> None:
    """A command in order that cannot be done gets 409 and a sentence, never an error of the program."""
    ann, _ = home.seated(2)
    found = ann.refused("/api/act", id="x", by=0, command=command, as_played=as_played)
    assert found.status == 409
    assert len(found.json["error"]) > 5


@pytest.mark.parametrize("query", ["", "?seat=", "?seat=x", "?seat=-1", "?seat=%D9%A3", "?seat=999"])
def test_a_seat_is_a_number(home: House, query: str) -> None:
    """A seat that is no small number is refused with 400."""
    ann, _ = home.seated(2)
    assert ann.ask("GET", f"/api/purse{query}").status == 400


def test_methods_are_kept(home: House) -> None:
    """Nothing is done by a GET, and the answer to a wrong method says which one is right."""
    found = home.phone().ask("GET", "/api/join")
    assert found.status == 405
    assert found.json["error"] == "That is not possible here."
    assert "POST" in found.headers["allow"]


@pytest.mark.parametrize("path", ["/", "/api/stream", "/static/phone/main.js", "/nothing", "/qr.svg", f"/{'x' * 3000}"])
@pytest.mark.parametrize("host", ["Host: 127.0.0.1\r\n", "Host\r\n"], ids=["good", "malformed"])
def test_a_head_is_answered_with_a_head(home: House, path: str, host: str) -> None:
    """Not one byte of a body follows it, which the next answer on that line would be read from."""
    with socket.create_connection(("127.0.0.1", home.port), timeout=30) as line, line.makefile("rb") as answer:
        line.sendall(f"HEAD {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n".encode())
        head, _, body = answer.read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.")
    assert body == b""


@pytest.mark.parametrize(
    "host",
    [
        "Host: 127.0.0.1\r\nHost: 127.0.0.1",
        "Host: 127.0.0.1, evil.example",
        "Host: evil example",
        "Host:",
        "No-Host: x",
    ],
)
def test_a_host_that_cannot_be_read_is_named_by_nobody(home: House, host: str) -> None:
    """Two of them, what is no name, or none: the sentence has no gap where the name would be, and makes up none."""
    with socket.create_connection(("127.0.0.1", home.port), timeout=30) as line, line.makefile("rb") as answer:
        line.sendall(f"GET /api/state HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode())
        found = answer.read()
    assert found.startswith(b"HTTP/1.1 400 ")
    assert text.sentence(Message("web.wrong")).encode() in found


def test_lines_that_ask_nothing_give_way(tmp_path: Path) -> None:
    """A stranger who takes more lines than there are loses its oldest; who plays and who comes are served."""
    with house(tmp_path, streams=2) as home:
        ann, _ = home.seated(2)
        stream, line = ann.stream(), ann.connection.sock
        most = home.server._server.adj.connection_limit
        held = [
            socket.create_connection(("127.0.0.1", home.port), timeout=30, source_address=("127.0.0.2", 0))
            for _ in range(most + CONNECTION_HEADROOM)
        ]
        # A request that never becomes whole asks nothing either.
        held[-1].sendall(b"GET / HTTP/1.1\r\n")
        assert home.phone().ask("GET", "/api/state").status == 200
        assert [each.recv(1) for each in held[:CONNECTION_HEADROOM]] == [b""] * CONNECTION_HEADROOM
        held[-1].sendall(b"Host: 127.0.0.1\r\n\r\n")
        assert held[-1].recv(12) == b"HTTP/1.1 200"
        ann.act(0, offer(ann.state(), "pick")["command"])
        assert ann.connection.sock is line
        stream.settle(home.hub.version)
        stream.close()
        for each in held:
            each.close()


def test_behind_one_address_the_newest_line_stays(tmp_path: Path) -> None:
    """Where all come from one address, the line idle for longest gives way, and none on which something is asked."""
    with house(tmp_path, streams=2) as home:
        ann, _ = home.seated(2)
        stream = ann.stream()
        held = [
            socket.create_connection(("127.0.0.1", home.port), timeout=30)
            for _ in range(home.server._server.adj.connection_limit)
        ]
        assert home.phone().ask("GET", "/api/state").status == 200
        assert held[0].recv(1) == b""
        home.table.session.tell("test", Message("status.said", {"sentence": "here"}))
        stream.settle(home.hub.version)
        stream.close()
        for each in held:
            each.close()


def test_who_asks_again_before_the_answer_is_sent_away(home: House) -> None:
    """A line asks one thing at a time: many requests at once, their answers never read, hold up no thread."""
    with socket.create_connection(("127.0.0.1", home.port), timeout=30) as line:
        line.sendall(b"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 100)
        heard = b""
        with contextlib.suppress(ConnectionResetError):
            while more := line.recv(1 << 16):
                heard += more
    assert heard.count(b"HTTP/1.1 200") < 100
    assert home.phone().ask("GET", "/api/state").status == 200
