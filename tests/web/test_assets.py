"""Files of the pages: small on the wire, kept for good under one address, and never old after an update."""

import gzip
import http.client
import random
import re
import zlib
from itertools import zip_longest
from statistics import median

import pytest

from companion.web.compression import compressed
from companion.web.stream import BEAT
from tests.web.house import House

FOREVER = "public, max-age=31536000, immutable"
LINKS = re.compile(r'(?:href|src)="(/static/[^"]+)"')
ID = re.compile(rb"^id: ([0-9]+)\n", re.MULTILINE)
GZIP = {"Accept_Encoding": "gzip, deflate"}


def test_a_browser_keeps_what_a_page_names(home: House) -> None:
    """All styles, scripts and pictures that the pages name have an address of their own for each release."""
    phone = home.phone()
    for page in ("/", "/table", "/rules"):
        found = LINKS.findall(phone.ask("GET", page).body.decode())
        assert found
        for link in found:
            assert phone.ask("GET", link).headers["cache-control"] == FOREVER


@pytest.mark.parametrize("stale", ["", "0123456789ab/"])
def test_a_file_without_todays_digest_is_asked_for_again(home: House, stale: str) -> None:
    """A page from before an update gets today's file, and keeps none of it."""
    phone = home.phone()
    found = phone.ask("GET", f"/static/{stale}lib/page.js")
    assert (found.status, found.headers["cache-control"]) == (200, "no-cache")
    assert phone.ask("GET", f"/static/{stale}lib/page.js", If_None_Match=found.headers["etag"]).status == 304


@pytest.mark.parametrize("name", ["nothing.js", "../app.py", "%2e%2e/app.py", "lib", "", "words/xx.js"])
def test_nothing_else_is_sent(home: House, name: str) -> None:
    """There is no way out of the folder, and no other file."""
    assert home.phone().ask("GET", f"/static/{name}").status == 404


@pytest.mark.parametrize(
    "path", ["/static/lib/emblems.js", "/static/words/en.js", "/static/css/base.css", "/api/state", "/"]
)
def test_text_goes_packed_over_the_wire(home: House, path: str) -> None:
    """Whoever takes gzip gets the same in far fewer bytes; whoever does not gets it plain."""
    ann, _ = home.seated(2)
    plain, packed = ann.ask("GET", path), ann.ask("GET", path, **GZIP)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < 0.6 * len(plain.body)


def test_a_phone_may_refuse_gzip(home: House) -> None:
    """It says so by a quality of nothing."""
    found = home.phone().ask("GET", "/static/css/base.css", Accept_Encoding="gzip;q=0, identity")
    assert "content-encoding" not in found.headers


def test_a_tap_costs_a_phone_less_than_4_kb(home: House) -> None:
    """A packed stream brings whole states, each for the bytes of what changed in it."""
    phones = home.seated(5)
    watching = http.client.HTTPConnection("127.0.0.1", home.server.port, timeout=60)
    watching.request("GET", "/api/stream", headers={"Accept-Encoding": "gzip", "Cookie": phones[1].cookie})
    answer = watching.getresponse()
    assert answer.headers["Content-Encoding"] == "gzip"
    opened = zlib.decompressobj(31)
    sizes, told = [], b""

    def hear(version: int) -> None:
        nonlocal told
        came = 0
        while max(map(int, ID.findall(told)), default=-1) < version:
            chunk = answer.read1()
            assert chunk
            came += len(chunk)
            told += opened.decompress(chunk)
        sizes.append(came)
        told = b""

    hear(phones[0].state()["version"])
    # The first turn: a combo is picked, and regions are conquered while tokens are left.
    while offers := [each for each in phones[0].state()["game"]["offers"] if each["kind"] in ("pick", "conquer")]:
        phones[offers[0]["seat"]].act(offers[0]["seat"], offers[0]["command"])
        hear(phones[0].state()["version"])
    watching.close()
    assert len(sizes) > 2
    assert median(sizes[1:]) < 4000


def test_what_is_packed_for_one_stream_is_whole_on_all() -> None:
    """They begin at different times and hear beats at times of their own; each unpacks to what was sent on it."""
    dice = random.Random(22)
    words = [b"%x" % dice.randrange(1 << 40) for _ in range(2500)]
    states = []
    for _ in range(12):
        for _ in range(20):
            words[dice.randrange(len(words))] = b"%x" % dice.randrange(1 << 40)
        states.append(b" ".join(words))
    sent = [
        [each for state in states[start:] for each in (state, *[BEAT] * dice.choice((0, 0, 1, 2)))]
        for start in (0, 0, 0, 1, 5, 9)
    ]
    came: list[bytes] = [b""] * len(sent)
    for parts in zip_longest(*(compressed(iter(each)) for each in sent), fillvalue=b""):
        came = [before + part for before, part in zip(came, parts, strict=True)]
    assert [zlib.decompressobj(31).decompress(each) for each in came] == [b"".join(each) for each in sent]


def test_a_state_stays_small_after_others_were_sent_much_else() -> None:
    """Whoever packed it for the others has gone by then; what a phone has heard meanwhile, such as a beat, is small."""
    dice = random.Random(23)
    state = b" ".join(b"%x" % dice.randrange(1 << 40) for _ in range(2500))
    phone = compressed(iter((state, BEAT, state, BEAT, state)))
    sizes = []
    for number in range(5):
        for other in range(6):
            next(compressed(iter((b"%d %d %s" % (number, other, state),))))
        sizes.append(len(next(phone)))
    assert all(size < sizes[0] / 20 for size in sizes[1:])
