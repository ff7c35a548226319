"""Requests that are malformed in every way: each has a clear answer, and the journal is none the longer for them."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.host import journal as service_journal
from companion.web.incoming import LARGEST_HEADERS
from tests import chance
from tests.web.house import House
from tests.web.routes import FILES, ROUTES, STREAM

MANY = 600
ORIGINS = ("http://[", "http://]", "http://[::1", "http://[::1]:x", "http://:99999", "http://\xff", "[")
WORDS = (
    *ORIGINS,
    *("", "%", "%zz", "%00", "%0d%0a", "\xff\xfe", "\xed\xa0\x80", "null", "{", '"', "\\", "1" * 5000, "-1", "1e999"),
    *("phone=", "phone=..", 'phone="\\400"', ";" * 2000, "," * 4000, "=;=", "%" * 3000, "a" * 4000),
    *("Thu, 01 Jan 99999999999999999999 00:00:00 GMT", "Thu, 99 Jan 0000 99:99:99 +9999", 'W/"', "bytes=a-b"),
    *("text/html;q=nan", "*/*;q=1e400", "application/json;charset=\xff", "multipart/form-data", "chunked", "gzip"),
    *("chunked, chunked", "identity", "upgrade", "websocket", "cross-site", "navigate"),
)
HEADERS = (
    *("Origin", "Host", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Cookie", "Accept", "Accept-Language", "Accept-Encoding"),
    *("Content-Type", "Content-Length", "Transfer-Encoding", "Connection", "If-None-Match", "If-Modified-Since"),
    *("If-Range", "Range", "Authorization", "Upgrade", "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "Referer"),
)
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PATCH", "FOO", "get", "G\x00T")
PARTS = ("%", "%zz", "%00", "%ff", "%c0%af", "..", "%2e%2e", "%2f", "//", "%0d%0aX:%20y", "\xe9", "1" * 5000)
PARTS += ("9" * 30, "-1", "%ed%a0%80", "?", "#", "[", "]", "http://[/", "http://x/", "*", ";", "a" * 9000)
QUERIES = ("seat=" + "9" * 5000, "seat=%ff", "region=%00", "region=\xff", "row=" + "9" * 15, "ask=%ED%A0%80")
QUERIES += ("&" * 2000, "%zz=%zz", ";;;", "lang=" + "x" * 1000, "lang=%ff", "=" * 1000, "seat[]=1")
BODIES = (
    *(b"", b"{", b"[]", b"null", b"1" * 5000, b'"\xff\xff"', b'{"id": "\\ud800"}', b'{"name": "\\u0000"}', b"NaN"),
    *(b"[" * 7000, b'{"a":' * 1500, b'{"seat": 1e400}', b'{"seat": 99999999999999999999999}', b" " * 9000),
    *(b'{"id":"q","by":0,"command":{"type":"pick","place":' + b"[" * n + b"]" * n + b"}}" for n in (300, 980, 2000)),
)
VALUES = (None, True, -1, 2**63, 2**64, 10**30, 1e308, "", "\x00", "x" * 5000, [], {}, {"type": "x"}, [[[]]], "\u202e")


@contextmanager
def journal() -> Iterator[io.StringIO]:
    """What the service would write into its journal meanwhile."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(service_journal.Discreet())
    handler.addFilter(service_journal.Seldom())
    logging.getLogger().addHandler(handler)
    try:
        yield out
    finally:
        logging.getLogger().removeHandler(handler)


def said(port: int, request: bytes) -> int:
    """The status with which raw bytes are answered."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(request)
        with line.makefile("rb") as answer:
            return int(answer.readline().split()[1])


def head(line: str, *headers: str) -> bytes:
    """The bytes of a request without a body."""
    return "\r\n".join((line, *headers, "", "")).encode("latin-1")


def spoiled(dice: random.Random, port: int, cookie: str) -> bytes:
    """A request to one of the routes with something wrong about it."""
    name = dice.choice([name for name in ROUTES if name not in (STREAM, FILES)])
    route, method = ROUTES[name], name.partition(" ")[0]
    path, body, headers = route.path, b"", {"Host": f"127.0.0.1:{port}", "Connection": "close"}
    if dice.random() < 0.5:
        headers["Cookie"] = cookie
    if method != "GET":
        value = dict(route.body or {})
        if value and dice.random() < 0.5:
            value[dice.choice(list(value))] = dice.choice(VALUES)
        body = dice.choice(BODIES) if dice.random() < 0.4 else json.dumps(value).encode()
        headers |= {"Content-Type": route.kind or "application/json", "Content-Length": str(len(body))}
    if dice.random() < 0.3:
        parts = path.split("/")
        parts[dice.randrange(len(parts))] = dice.choice(PARTS)
        path = "/".join(parts)
    if dice.random() < 0.3:
        path += ("&" if "?" in path else "?") + dice.choice(QUERIES)
    if dice.random() < 0.15:
        method = dice.choice(METHODS)
    headers |= {dice.choice(HEADERS): dice.choice(WORDS) for _ in range(dice.choice((0, 1, 2)))}
    return head(f"{method} {path} HTTP/1.{dice.choice('01')}", *(f"{key}: {it}" for key, it in headers.items())) + body


def test_an_origin_that_is_no_address_is_refused_at_every_route(home: House) -> None:
    """A browser never sends one; whoever does is told no, and the journal hears nothing of it."""
    ann, _ = home.seated(2)
    with journal() as out:
        for name in ROUTES:
            method, path = name.partition(" ")[0], ROUTES[name].path
            for origin in ORIGINS:
                lines = (f"Host: 127.0.0.1:{home.port}", f"Cookie: {ann.cookie}", f"Origin: {origin}")
                assert said(home.port, head(f"{method} {path} HTTP/1.1", *lines)) == 403, (name, origin)
    assert out.getvalue() == ""


@pytest.mark.parametrize(
    "line",
    [
        *("GET http://[ HTTP/1.1", "GET /\xff HTTP/1.1", "GET /?seat=\xff HTTP/1.1", "get / HTTP/1.1", "GET", "\x00"),
        *(f"GET /{'a' * 3000} HTTP/1.1", f"GET /?{'a' * 3000} HTTP/1.1", "GET /\r\n folded", "GET /\r\nno colon"),
    ],
)
def test_a_first_line_that_cannot_be_read_is_refused(home: House, line: str) -> None:
    """With a status that says so, where waitress by itself closes the line without a word, or the app stumbles."""
    with journal() as out:
        assert said(home.port, head(line, "Host: 127.0.0.1")) == 400
    assert out.getvalue() == ""


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("Content-Length: " + "1" * 5000, 400),
        ("Content-Length: -1", 400),
        ("Content-Length: 5, 5", 400),
        ("Content-Length: \xb2", 400),
        ("Transfer-Encoding: chunked", 400),
        ("Transfer-Encoding: gzip, chunked", 400),
        ("Transfer-Encoding: x", 400),
        ("Cookie: " + "a" * (LARGEST_HEADERS - 54), 431),
        ("A\x00: b", 400),
    ],
)
def test_a_body_without_a_length_that_can_be_read_is_refused(home: House, header: str, status: int) -> None:
    """Nobody knows of such a request where it ends."""
    with journal() as out:
        assert said(home.port, head("POST /api/join HTTP/1.1", "Host: 127.0.0.1", header)) == status
    assert out.getvalue() == ""


@pytest.mark.parametrize("name", ["If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range", "Date"])
def test_no_date_is_a_fault(home: House, name: str) -> None:
    """Nor one of the year 99999999999999999999: what is asked for is sent."""
    for path in ("/static/words/en.js", "/static/css/base.css", "/api/map/base-2"):
        for word in WORDS:
            with journal() as out:
                asked = (f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{home.port}", f"{name}: {word}")
                assert said(home.port, head(*asked)) == 200, (path, word[:100])
            assert out.getvalue() == ""


def test_nothing_malformed_is_a_fault(home: House) -> None:
    """Wherever something is wrong, and with whatever: no answer says that the program failed, and no journal does."""
    ann, _ = home.seated(2)
    dice = chance.dice()
    host = f"Host: 127.0.0.1:{home.port}"
    # Three that chance seldom draws, so that they are always among what is refused.
    rare = (
        head("DELETE /api/join HTTP/1.1", host),
        head("POST /api/act HTTP/1.1", host, "Content-Type: application/json", "Content-Length: 20000") + b" " * 20000,
        head("POST /api/join HTTP/1.1", host, f"Cookie: {ann.cookie}", "Content-Length: 99999999"),
    )
    with journal() as out:
        statuses = {said(home.port, request) for request in rare}
        for number in range(MANY):
            request = spoiled(dice, home.port, ann.cookie)
            status = said(home.port, request)
            statuses.add(status)
            assert status < 500, (number, request[:500])
    assert {200, 400, 401, 403, 404, 405, 413} <= statuses
    assert out.getvalue() == ""
    assert ann.state()["phase"] == "play"


def test_a_line_that_sends_something_urgent_is_closed(home: House) -> None:
    """Without a word in the journal, where waitress writes one for each."""
    with journal() as out, socket.create_connection(("127.0.0.1", home.port), timeout=30) as line:
        line.send(b"!", socket.MSG_OOB)
        with contextlib.suppress(ConnectionResetError):
            assert line.recv(1) == b""
    assert out.getvalue() == ""


def test_the_same_fault_is_told_once_a_minute() -> None:
    """With how many times it was left out, on one line that no address can break; another fault is told beside it."""
    clock = iter(range(1000))
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(service_journal.Discreet())
    handler.addFilter(service_journal.Seldom(lambda: next(clock)))
    log = logging.Logger("test")
    log.addHandler(handler)
    for second in range(150):
        if second % 2:
            log.error("Asked for %s", f"a\nb{second}{'x' * 1000}")
        else:
            log.error("Bent")
    asked, bent = ([line for line in out.getvalue().splitlines() if line[0] == sign] for sign in "AB")
    assert bent == ["Bent", *["Bent (29 more like this since)"] * 2]
    assert [line[:15] for line in asked] == ["Asked for a b1x", "Asked for a b61", "Asked for a b12"]
    assert max(len(line) for line in asked) < 350
