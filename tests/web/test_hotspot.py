"""The hotspot's switch and its card, over HTTP; the switch's helper is the real one, behind a socket of systemd's."""

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.host.hotspot import NAME, PASSWORD, Hotspot
from companion.language import text
from companion.rules.model import Message
from tests.web.hotspots import hotspot
from tests.web.house import STRANGER, House, house
from tests.web.routes import ROUTES, STREAM, ask

# An address that the hotspot gives to a phone.
HOTSPOT_PHONE = "10.83.87.23"
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-socket-activate"), reason="needs systemd")


@pytest.fixture
def helper(tmp_path: Path) -> Iterator[Path]:
    """The helper as systemd starts it, one process for each word; without NetworkManager it can only say so."""
    path = tmp_path / "helper.sock"
    command = [
        "systemd-socket-activate",
        "--accept",
        "--inetd",
        "-l",
        path,
        sys.executable,
        "-m",
        "companion.host.hotspot_helper",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert "Listening on" in process.stderr.readline()
        yield path
        process.terminate()
        process.stderr.read()


def test_the_command_says_where_the_card_is(tmp_path: Path) -> None:
    """The address is the table's own, and the page is there."""
    own, _ = hotspot(tmp_path / "data")
    with house(tmp_path / "data", hotspot=own) as opened:
        said = CliRunner().invoke(main, ["card", "--data", str(opened.folder), "--port", str(opened.port)])
        (told,) = re.findall(r"http://\S+", said.output)
        assert urlsplit(told).port == opened.port
        found = opened.phone().ask("GET", urlsplit(told).path)
        assert (found.status, own.password().encode() in found.body) == (200, True)


def test_the_state_says_that_it_is_on_and_no_password(tmp_path: Path) -> None:
    """The screens hear its name as soon as the hotspot is on, and no more when it is off."""
    own, seen = hotspot(tmp_path / "data", on=False)
    with house(tmp_path / "data", hotspot=own) as opened:
        phone = opened.phone()
        assert phone.state()["table"]["wifi"] is None
        seen.on = True
        opened.table.session.look_around()
        assert phone.state()["table"]["wifi"] == NAME
        assert own.password().encode() not in phone.ask("GET", "/api/state").body
        seen.on = False
        opened.table.session.look_around()
        assert phone.state()["table"]["wifi"] is None


def test_the_password_is_for_those_here_and_on_the_hotspot(tmp_path: Path) -> None:
    """Who sits, the computer's own screen, and whoever has joined with it; to others no route says it."""
    own, _ = hotspot(tmp_path / "data")
    with house(tmp_path / "data", hotspot=own) as opened:
        ann, _ = opened.seated(2)
        guest, stranger = opened.phone(address=STRANGER), opened.phone(address=STRANGER)
        guest.cookie = ann.cookie
        word = {"name": NAME, "password": own.password()}
        assert opened.phone().get("/api/wifi") == guest.get("/api/wifi") == word
        said = [ask(stranger, name).body for name in ROUTES if name not in (STREAM, "POST /api/join")]
        assert not [body for body in said if own.password().encode() in body]
        # A phone on the hotspot has the address of one; nothing else here can have it.
        joined = opened.app.test_client()
        for address, status in ((HOTSPOT_PHONE, 200), (f"::ffff:{HOTSPOT_PHONE}", 200), ("192.0.2.9", 401), ("", 401)):
            found = joined.get("/api/wifi", environ_base={"REMOTE_ADDR": address})
            assert found.status_code == status, address
        assert joined.get("/card", environ_base={"REMOTE_ADDR": HOTSPOT_PHONE}).status_code == 401


def test_the_homes_password_is_for_those_who_may_see_the_card(tmp_path: Path) -> None:
    """Nobody without a seat is told it, by any route, nor may put one on the card."""
    own, _ = hotspot(tmp_path / "data", on=False)
    with house(tmp_path / "data", hotspot=own) as opened:
        ann, _ = opened.seated(2)
        ann.post("/api/card", name="Home", password="of one house alone")
        assert b"of one house alone" in ann.ask("GET", "/card").body
        stranger = opened.phone(address=STRANGER)
        said = [ask(stranger, name).body for name in ROUTES if name not in (STREAM, "POST /api/join")]
        assert not [body for body in said if b"of one house alone" in body]
        assert stranger.ask("POST", "/api/card", {"name": "Mine"}).status == 401
        assert (opened.folder / "home.wifi").read_text() == "Home"


def test_what_no_keyboard_types_is_no_wifi(tmp_path: Path) -> None:
    """A line break would end the password for whoever types it."""
    with house(tmp_path / "data") as opened:
        assert opened.phone().ask("POST", "/api/card", {"name": "Home", "password": "two\nlines"}).status == 400
        assert not list(opened.folder.glob("home.*"))


@needs_systemd
def test_the_switch_belongs_to_those_who_sit(tmp_path: Path, helper: Path) -> None:
    """The computer itself may switch, and phones with a seat; a phone without one may not, at an empty table either."""
    heard = Heard()
    own, _ = hotspot(tmp_path / "data", on=False, helper=helper, tell=heard.hear)
    with house(tmp_path / "data", hotspot=own) as opened:
        opened.phone().post("/api/status/hotspot", on=False)
        heard.next()
        stranger = opened.phone(address=STRANGER)
        assert stranger.refused("/api/status/hotspot", on=True).status == 401
        ann, _ = opened.seated(2)
        assert stranger.refused("/api/status/hotspot", on=True).status == 401
        ann.post("/api/status/hotspot", on=True)
        assert (wrong := heard.next())
        assert text.sentence(wrong).startswith("The hotspot ")
        assert ann.refused("/api/status/hotspot", on=True, password="x").status == 400


@needs_systemd
def test_another_page_does_not_switch(tmp_path: Path, helper: Path) -> None:
    """Nothing is said to the helper for another page's post."""
    own, _ = hotspot(tmp_path / "data", on=False, helper=helper)
    with house(tmp_path / "data", hotspot=own) as opened:
        found = opened.phone().ask("POST", "/api/status/hotspot", {"on": True}, Origin="http://evil.example")
        assert found.status == 403
        assert not own.busy


def test_a_computer_without_a_helper_says_so(home: House) -> None:
    """There is no switch, and one sentence why."""
    assert "no hotspot" in home.phone().refused("/api/status/hotspot", on=True).json["error"]


def test_the_password_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    """Ten letters in syllables; a file that was spoiled gets a new one."""
    first = Hotspot(tmp_path).password()
    assert PASSWORD.fullmatch(first)
    assert Hotspot(tmp_path).password() == first
    file = tmp_path / "hotspot.password"
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_bytes(b"\xff; rm -rf /")
    fresh = Hotspot(tmp_path).password()
    assert PASSWORD.fullmatch(fresh)
    assert fresh != first


def test_phones_that_ask_at_once_get_one_password(tmp_path: Path) -> None:
    """The first look at the card loads both of its codes together."""
    own, found = Hotspot(tmp_path), set[str]()
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        found.add(own.password())

    phones = [threading.Thread(target=ask) for _ in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(found) == 1


class Heard:
    """What the hotspot tells of its switch, one sentence after the other."""

    def __init__(self) -> None:
        self._said: list[Message | None] = []
        self._news = threading.Condition()

    def hear(self, sentence: Message | None) -> None:
        with self._news:
            self._said.append(sentence)
            self._news.notify_all()

    def next(self) -> Message | None:
        """Wait for the next one."""
        with self._news:
            assert self._news.wait_for(lambda: bool(self._said), 60)
            return self._said.pop(0)
