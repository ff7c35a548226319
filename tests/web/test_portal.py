"""What phones ask about the internet on the hotspot, under the names of their makers, and that it gives no seat."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.host.hotspot import ADDRESS, Hotspot
from companion.web.routes import portal
from tests.web.hotspots import Interfaces, hotspot
from tests.web.house import House, Phone, house

SUCCESS = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
# What the makers' own servers answer, by what a phone asks.
EXPECTED = {
    "http://connectivitycheck.gstatic.com/generate_204": (204, b""),
    "http://connectivitycheck.android.com/generate_204": (204, b""),
    "http://clients3.google.com/generate_204": (204, b""),
    "http://www.gstatic.com/generate_204": (204, b""),
    "http://www.google.com/gen_204": (204, b""),
    "http://www.google.com/generate_204": (204, b""),
    "http://play.googleapis.com/generate_204": (204, b""),
    "http://connect.rom.miui.com/generate_204": (204, b""),
    "http://connectivitycheck.platform.hicloud.com/generate_204": (204, b""),
    "http://captive.apple.com/hotspot-detect.html": (200, SUCCESS),
    "http://captive.apple.com/": (200, SUCCESS),
    "http://www.apple.com/library/test/success.html": (200, SUCCESS),
    "http://www.msftconnecttest.com/connecttest.txt": (200, b"Microsoft Connect Test"),
    "http://www.msftncsi.com/ncsi.txt": (200, b"Microsoft NCSI"),
    "http://detectportal.firefox.com/success.txt": (200, b"success\n"),
    "http://detectportal.firefox.com/canonical.html": (
        200,
        b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
    "http://nmcheck.gnome.org/check_network_status.txt": (200, b"NetworkManager is online\n"),
    "http://network-test.debian.org/nm": (200, b"NetworkManager is online\n"),
}
NEAR = (
    "http://captive.apple.com/api/state",
    "http://captive.apple.com/portal",
    "http://connectivitycheck.gstatic.com/",
    "http://connectivitycheck.gstatic.com/generate_204/",
    "http://evil.example/generate_204",
    "http://captive.apple.com.evil.example/hotspot-detect.html",
    "http://example.org/",
)


@pytest.fixture
def own(tmp_path: Path) -> tuple[Hotspot, Interfaces]:
    """A hotspot that is on."""
    return hotspot(tmp_path / "data")


@pytest.fixture
def cafe(tmp_path: Path, own: tuple[Hotspot, Interfaces]) -> Iterator[House]:
    """A table on its hotspot."""
    with house(tmp_path / "data", hotspot=own[0]) as opened:
        yield opened


def asks(phone: Phone, address: str, method: str = "GET") -> tuple[int, bytes, dict[str, str]]:
    """Ask as if the name had led here."""
    host, path = re.fullmatch(r"http://([^/]+)(/.*)", address).groups()  # type: ignore[union-attr]
    status, headers, body = phone.ask(method, path, Host=host)
    return status, body, headers


@pytest.mark.parametrize("address", EXPECTED)
def test_a_phone_is_sent_to_the_page_first_and_kept_afterwards(cafe: House, address: str) -> None:
    """Before: to our page, by its number. After "Understood": what its maker's server says, to that phone alone."""
    phone, other = cafe.phone(address="127.0.0.5"), cafe.phone(address="127.0.0.6")
    sheet = f"http://{ADDRESS}:{cafe.port}/portal"
    status, _, headers = asks(phone, address)
    assert (status, headers["location"], headers["cache-control"]) == (302, sheet, "no-store")
    assert phone.ask("GET", "/portal").status == 200
    assert asks(phone, address)[0] == 302
    assert phone.ask("GET", "/portal/done").status == 200
    assert asks(phone, address)[:2] == EXPECTED[address]
    assert asks(phone, address, "HEAD")[:2] == (EXPECTED[address][0], b"")
    assert asks(other, address)[0] == 302
    assert phone.cookie == ""


@pytest.mark.parametrize("address", EXPECTED)
def test_without_the_hotspot_foreign_names_stay_out(cafe: House, own: tuple[Hotspot, Interfaces], address: str) -> None:
    """On a home's Wi-Fi nobody's name but our own is answered, also to a phone that was on the hotspot before."""
    phone = cafe.phone()
    phone.ask("GET", "/portal/done")
    own[1].on = False
    assert asks(phone, address)[0] == 403
    assert phone.ask("GET", "/portal").status == 404


@pytest.mark.parametrize("address", NEAR)
def test_nothing_but_the_questions_is_let_in(cafe: House, address: str) -> None:
    """Other pages under a maker's name, and the same pages under other names, are refused on the hotspot too."""
    phone = cafe.phone()
    phone.ask("GET", "/portal/done")
    status, body, _ = asks(phone, address)
    assert status == 403
    assert b"seats" not in body


def test_a_question_is_only_asked(cafe: House) -> None:
    """A post to such an address is a stranger's."""
    assert asks(cafe.phone(), "http://captive.apple.com/hotspot-detect.html", "POST")[0] == 403


def test_our_own_name_has_no_such_pages(cafe: House) -> None:
    """Under our own address the makers' pages do not exist."""
    assert cafe.phone().ask("GET", "/generate_204").status == 404


def test_windows_browser_is_always_shown_the_page(cafe: House) -> None:
    """Windows opens the browser at an address of its own, also after the page was seen."""
    phone = cafe.phone()
    for _ in range(2):
        status, _, headers = asks(phone, "http://www.msftconnecttest.com/redirect")
        assert (status, headers["location"]) == (302, f"http://{ADDRESS}:{cafe.port}/portal")
        phone.ask("GET", "/portal/done")


def test_the_page_has_no_way_to_a_seat(cafe: House) -> None:
    """It works without a script and a cookie, says the address, and leads only to its own second half."""
    phone = cafe.phone()
    page = phone.ask("GET", "/portal")
    text = page.body.decode()
    assert "set-cookie" not in page.headers
    assert "<script" not in text
    assert f"http://{ADDRESS}:{cafe.port}" in text
    links = re.findall(r'(?:href|src|action)="([^"]+)"', text)
    assert [re.sub("^/static/[0-9a-f]{12}/", "/static/", link) for link in links] == [
        "/static/css/base+sheets+hotspot.css",
        "/card/page.svg",
        "/portal/done",
    ]
    assert '<meta http-equiv="refresh" content="30; url=/portal/done">' in text
    assert 'http-equiv="refresh"' not in phone.ask("GET", "/portal/done").body.decode()


def test_a_sheet_that_was_only_looked_at_counts_after_half_a_minute(tmp_path: Path) -> None:
    """Not before, so that the sheet stays open while somebody reads."""
    now = [1000.0]
    app = Flask("companion.web")
    app.extensions[portal.KEY] = portal.Portal(hotspot(tmp_path)[0], lambda: now[0])
    app.register_blueprint(portal.routes)
    phone = app.test_client()
    question = {"path": "/generate_204", "base_url": "http://connectivitycheck.gstatic.com"}
    phone.get("/portal")
    now[0] += 29.9
    assert phone.get(**question).status_code == 302
    phone.get("/portal")  # Looking again does not begin anew.
    now[0] += 0.2
    assert phone.get(**question).status_code == 204


def test_sheet_and_browser_are_two(cafe: House) -> None:
    """Two cookie jars on one phone: the sheet has none and no seat; the browser sits down, and the game is its own."""
    sheet, browser = cafe.phone(address="127.0.0.5"), cafe.phone("browser", address="127.0.0.5")
    other = cafe.phone("other", address="127.0.0.6")
    before = cafe.table.queries.state()
    asks(sheet, "http://captive.apple.com/hotspot-detect.html")
    sheet.ask("GET", "/portal")
    sheet.ask("GET", "/portal/done")
    assert asks(sheet, "http://captive.apple.com/hotspot-detect.html")[1] == SUCCESS
    assert cafe.table.queries.state() == before
    assert browser.post("/api/join", name="Ann")["seat"] == 0
    assert other.post("/api/join", name="Ben")["seat"] == 1
    browser.post("/api/start")
    assert browser.get("/api/purse?seat=0")["coins"] == 5
    assert sheet.ask("GET", "/api/purse?seat=0").status in (401, 403)
    assert sheet.get("/api/me")["seats"] == []


def test_questions_tell_nothing_and_change_nothing(cafe: House) -> None:
    """In the middle of a game: not a row, not a version, and no answer differs for who holds a seat."""
    ann, _ = cafe.seated(2)
    stranger = cafe.phone(address="127.0.0.9")
    ann.ask("GET", "/portal/done")
    stranger.ask("GET", "/portal/done")
    before = cafe.table.queries.state()
    for address in EXPECTED:
        host, path = re.fullmatch(r"http://([^/]+)(/.*)", address).groups()  # type: ignore[union-attr]
        assert ann.ask("GET", path, Host=host).seen == stranger.ask("GET", path, Host=host).seen
    assert cafe.table.queries.state() == before
