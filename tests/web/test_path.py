"""A table below a path, behind a proxy of its own computer; and a table at home, which no header puts there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import address
from companion.host.address import web_address
from companion.host.hotspot import Hotspot
from companion.settings import BadSetting, Settings, load
from companion.web.routes.lobby import ASKING
from tests.web.house import STRANGER, House, house

CORNER = "/t/corner"
# A phone in the club's network, as the proxy names it.
GUEST = {"X_Forwarded_For": "192.168.4.20"}
PAGES = ("", "table", "rules", "games", "status", "dice", "maker", "card")


@pytest.fixture
def corner(tmp_path: Path) -> Iterator[House]:
    """A table below a path."""
    with house(tmp_path, path=CORNER) as found:
        yield found


def test_what_a_page_loads_and_links_lies_below_the_path(corner: House) -> None:
    """Every address in a page is one below the path, or is found beside the page."""
    ann = corner.phone()
    ann.ask("POST", f"{CORNER}/api/join", {"name": "Ann"}, **GUEST)
    for page in PAGES:
        found = ann.ask("GET", f"{CORNER}/{page}", **GUEST)
        assert found.status == 200, page
        addresses = re.findall(r'(?:href|src)="([^"]+)"', found.body.decode())
        assert addresses
        for one in addresses:
            assert one.startswith(f"{CORNER}/static/") or not one.startswith("/"), (page, one)
        for one in addresses:
            if one.startswith(CORNER):
                assert ann.ask("GET", one, **GUEST).status == 200, one


def test_a_refusal_at_any_depth_leads_back_to_the_table(corner: House) -> None:
    """A page that is not there is told on a page whose way back is the table and not the host."""
    found = corner.phone().ask("GET", f"{CORNER}/no/such/page", Accept="text/html", **GUEST)
    assert found.status == 404
    assert f'href="{CORNER}/"' in found.body.decode()
    assert 'href="/"' not in found.body.decode()


def test_the_bare_path_leads_to_the_page(corner: House) -> None:
    """The address as it is typed leads on, with its language; the rest is for the browser to keep."""
    found = corner.phone().ask("GET", f"{CORNER}?lang=de", **GUEST)
    assert (found.status, found.headers["location"]) == (301, f"{CORNER}/?lang=de")
    assert corner.phone().ask("GET", CORNER, **GUEST).headers["location"] == f"{CORNER}/"


def test_cookies_are_for_the_path(corner: House, tmp_path: Path) -> None:
    """Seat and language are kept for this table alone; a table at home keeps them for its whole host, as ever."""
    seat = corner.phone().ask("POST", f"{CORNER}/api/join", {"name": "Ann"}, **GUEST)
    spoken = corner.phone().ask("GET", f"{CORNER}/?lang=fr", **GUEST)
    for found in (seat, spoken):
        assert "Path=/t/corner;" in found.headers["set-cookie"] + ";"
    with house(tmp_path / "home") as home:
        assert "Path=/;" in home.phone().ask("POST", "/api/join", {"name": "Ann"}).headers["set-cookie"] + ";"


def test_a_phones_own_address_counts(corner: House) -> None:
    """Who asks for a seat too often waits; another phone behind the same proxy does not."""
    ann = corner.phone()
    assert ann.ask("POST", f"{CORNER}/api/join", {"name": "Ann"}, **GUEST).status == 200
    assert ann.ask("POST", f"{CORNER}/api/start", {}, **GUEST).status == 409
    ask = {"seat": 0}
    nuisance = corner.phone()
    tries = [nuisance.ask("POST", f"{CORNER}/api/rejoin", ask, **GUEST).status for _ in range(ASKING[60] + 1)]
    assert tries[-1] == 429
    assert 429 not in tries[:-1]
    other = corner.phone().ask("POST", f"{CORNER}/api/rejoin", ask, X_Forwarded_For="192.168.4.21")
    assert other.status != 429


def test_only_the_proxy_is_believed(corner: House, tmp_path: Path) -> None:
    """A stranger who comes past the proxy counts by the address it came from, whatever it says; so at home."""
    with house(tmp_path / "home") as home:
        for table in (corner, home):
            ann = table.phone()
            assert ann.ask("POST", "/api/join", {"name": "Ann"}).status == 200
            strange = table.phone(address=STRANGER)
            tries = [
                strange.ask("POST", "/api/rejoin", {"seat": 0}, X_Forwarded_For=f"10.0.0.{number}").status
                for number in range(ASKING[60] + 1)
            ]
            assert tries[-1] == 429


@pytest.mark.parametrize("path", ["", CORNER])
def test_a_proxy_on_another_computer_is_believed_if_it_is_named(tmp_path: Path, path: str) -> None:
    """It adds each phone's address behind what that says of itself. A stranger, and this computer, are not believed."""
    named = "127.0.7.7"
    with house(tmp_path, path=path, proxy=named) as table:

        def asks(address: str, said: str) -> int:
            answer = table.phone(address=address).ask("POST", f"{path}/api/rejoin", {"seat": 0}, X_Forwarded_For=said)
            return answer.status

        for address in (STRANGER, "127.0.0.1"):
            tries = [asks(address, f"10.0.0.{number}") for number in range(ASKING[60] + 1)]
            assert tries[-1] == 429
            assert 429 not in tries[:-1]
        tries = [asks(named, f"10.1.0.{number}, 10.2.0.1") for number in range(ASKING[60] + 1)]
        assert tries[-1] == 429
        assert 429 not in tries[:-1]
        assert asks(named, "10.2.0.1, 10.2.0.2") != 429
        for said in ("127.0.0.1", "10.2.0.3"):
            behind = table.phone(address=named).ask("GET", f"{path}/api/status", X_Forwarded_For=said)
            assert behind.status == 401


@pytest.mark.parametrize("proxy", ["proxy.example", "*", "192.168.1.256", "192.168.1.0/24", "::1"])
def test_a_proxy_that_is_no_address_is_refused(tmp_path: Path, proxy: str) -> None:
    """One computer, by its number: no network, and nobody who can take a name."""
    with pytest.raises(BadSetting, match="proxy"):
        load(environ={}, given={"data": str(tmp_path), "proxy": proxy})


def test_nobody_behind_the_proxy_sits_at_the_computer(corner: House) -> None:
    """What only players and the computer itself may see is refused to a guest, and to who says it is the computer."""
    for guest in (GUEST, {"X_Forwarded_For": "127.0.0.1"}):
        assert corner.phone().ask("GET", f"{CORNER}/api/status", **guest).status == 401
    assert corner.phone().ask("GET", "/api/status").status == 200


def test_no_header_puts_a_table_at_home_below_a_path(home: House) -> None:
    """Whatever a stranger says of prefixes, hosts and schemes, a page at home is the same to the byte."""
    plain = home.phone().ask("GET", "/")
    said = home.phone().ask(
        "GET",
        "/",
        X_Forwarded_Prefix="/t/evil",
        X_Script_Name="/t/evil",
        Script_Name="/t/evil",
        X_Forwarded_Host="evil.example",
        X_Forwarded_Proto="https",
    )
    assert plain.status == 200
    assert plain.body == said.body
    assert home.phone().ask("GET", f"{CORNER}/").status == 404


def test_a_large_body_below_the_path_is_as_welcome_as_at_home(corner: House) -> None:
    """A player's photo of a megabyte is read, and refused for what it is and not for its size."""
    ann = corner.phone()
    ann.ask("POST", f"{CORNER}/api/join", {"name": "Ann"}, **GUEST)
    photo = ann.ask("PUT", f"{CORNER}/api/photo", raw=bytes(1 << 20), Content_Type="image/jpeg", **GUEST)
    assert photo.status == 409
    again = ann.ask("PUT", f"{CORNER}/api/nothing", raw=bytes(1 << 20), **GUEST)
    assert again.status == 413


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"address": "http://club.local", "path": CORNER}, f"http://club.local{CORNER}"),
        ({"address": "http://club.local/", "path": CORNER}, f"http://club.local{CORNER}"),
        ({"address": "http://club.local/"}, "http://club.local/"),
    ],
)
def test_the_code_says_the_path(tmp_path: Path, given: dict[str, str], said: str) -> None:
    """The QR code and every link that is given out lead below the path."""
    assert address(Settings(data=tmp_path, **given), Hotspot(tmp_path), 8101) == said


def test_without_an_address_the_code_says_this_computers_own(tmp_path: Path) -> None:
    """The proxy has the port that browsers take for granted, so the table's own port is in no address."""
    found = address(Settings(data=tmp_path, path=CORNER), Hotspot(tmp_path), 8101)
    host = found.removeprefix("http://").removesuffix(CORNER)
    assert found == web_address(host, 80) + CORNER
    assert ":" not in host


@pytest.mark.parametrize("path", ["t/corner", "/t/corner/", "/", "/t/Corner", "/../x", '/"', "//evil.example"])
def test_a_path_that_is_none_is_refused(tmp_path: Path, path: str) -> None:
    """A path is small letters, digits and hyphens between slashes."""
    with pytest.raises(BadSetting, match="path"):
        load(environ={}, given={"data": str(tmp_path), "path": path})
