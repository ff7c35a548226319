"""The page on which a phone tells the table the home's Wi-Fi; the helper is one that notes what it is told."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host.home_wifi import Wifi, typed
from companion.host.hotspot import Hotspot
from tests.web.hotspots import Helper, Interfaces, hotspot
from tests.web.house import House, house


@pytest.fixture
def switch(tmp_path: Path) -> tuple[Hotspot, Interfaces]:
    """A hotspot that is on, and what it sees."""
    return hotspot(tmp_path / "data", helper=tmp_path / "helper.sock")


@pytest.fixture
def own(switch: tuple[Hotspot, Interfaces]) -> Hotspot:
    return switch[0]


@pytest.fixture
def helper(tmp_path: Path, switch: tuple[Hotspot, Interfaces]) -> Iterator[Helper]:
    with Helper(tmp_path / "helper.sock", switch[1]) as one:
        yield one


@pytest.fixture
def cafe(tmp_path: Path, own: Hotspot, helper: Helper) -> Iterator[House]:
    """A table on its hotspot."""
    with house(tmp_path / "data", hotspot=own) as opened:
        yield opened


def finished() -> None:
    """Wait until the helper has done all that it was told."""
    for each in threading.enumerate():
        if each.name == "hotspot":
            each.join(30)


def tried(cafe: House, **wifi: str) -> dict[str, object]:
    """What the page says at the end when a Wi-Fi was typed into it."""
    phone = cafe.phone()
    phone.post("/api/wifi/home", **wifi)
    finished()
    found = phone.get("/api/wifi/home")
    assert isinstance(found, dict)
    return found


def test_a_wifi_that_works_is_joined_for_good(cafe: House, helper: Helper) -> None:
    """The helper is told it once, as letters that nothing can misread, and the hotspot is left."""
    found = tried(cafe, name="Café 5", password="it's \\ secret")
    assert found["works"] is True
    assert "the computer is on “Café 5” now" in str(found["says"])
    ((verb, *words),) = (said.split() for said in helper.words)
    assert (verb, typed(words)) == ("join", Wifi("Café 5", "it's \\ secret"))


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("password", "The password for “Home” is wrong."),
        ("name", "There is no Wi-Fi called “Home” in range."),
        ("address", "gave it no address"),
        ("The radio is blocked.", "“Home” did not work: The radio is blocked."),
        ("", "could not switch its Wi-Fi"),
    ],
)
def test_one_that_does_not_work_brings_the_hotspot_back(cafe: House, helper: Helper, answer: str, says: str) -> None:
    """And the page says what was wrong, to whoever comes back to it."""
    helper.answers.append(answer)
    found = tried(cafe, name="Home", password="bakolutine")
    assert found["works"] is False
    assert says in str(found["says"])
    assert [said.split()[0] for said in helper.words] == ["join", "on"]


def test_back_on_the_hotspot_nobody_reads_that_the_table_is_at_home(cafe: House, own: Hotspot) -> None:
    """The Wi-Fi worked, and then somebody switched the hotspot on again."""
    assert tried(cafe, name="Home", password="bakolutine")["works"] is True
    own.switch(on=True)
    finished()
    assert "as soon as the hotspot is switched off" in str(cafe.phone().get("/api/wifi/home"))


@pytest.mark.parametrize(
    ("name", "password"),
    [("", ""), ("x" * 32, "short"), ("Home", "é" * 10), ("é" * 17, ""), ("Home", "two\nlines of it")],
)
def test_what_no_wifi_can_be_is_not_tried(cafe: House, helper: Helper, name: str, password: str) -> None:
    """A name has at most 32 bytes, a password 8 to 63 characters of ASCII."""
    assert cafe.phone().ask("POST", "/api/wifi/home", {"name": name, "password": password}).status == 400
    assert helper.words == []


def test_a_guest_of_the_home_moves_the_table_nowhere(tmp_path: Path, helper: Helper) -> None:
    """While the hotspot is off, somebody with a seat in the home's network cannot take the table to another one."""
    off = hotspot(tmp_path / "data", on=False, helper=tmp_path / "helper.sock")[0]
    with house(tmp_path / "data", hotspot=off) as home:
        guest = home.phone(address="127.9.9.9")
        guest.post("/api/join", name="Eve")
        assert guest.ask("POST", "/api/wifi/home", {"name": "Eve's", "password": "bakolutine"}).status == 409
    assert helper.words == []


def test_nobody_hears_the_password_again(cafe: House) -> None:
    """It is on no page, and in no file of the table."""
    tried(cafe, name="Home", password="of one house alone")
    phone = cafe.phone()
    for path in ("/wifi", "/api/wifi/home", "/card", "/api/status", "/api/state"):
        assert b"of one house alone" not in phone.ask("GET", path).body
    assert not [file for file in cafe.folder.rglob("*") if file.is_file() and b"of one house" in file.read_bytes()]


def test_phones_on_the_hotspot_may(cafe: House) -> None:
    """Whoever knows its password, without a seat; nobody from elsewhere."""
    phone = cafe.app.test_client()
    for address, status in (("10.83.87.23", 200), ("192.0.2.9", 401)):
        assert phone.get("/wifi", environ_base={"REMOTE_ADDR": address}).status_code == status


def test_the_words_of_a_wifi_are_read_as_they_were_written() -> None:
    """Open ones too; what is longer, damaged or something else is none."""
    for wifi in (Wifi("Home", ""), Wifi("a b;c", "  two  "), Wifi("ü" * 16, "x" * 63)):
        assert typed(wifi.words().split()) == (wifi if wifi.can_be() else None)
    for words in ([], ["zz"], ["41", "42"], ["41", "41" * 8, "41"], ["ff"]):
        assert typed(words) is None
