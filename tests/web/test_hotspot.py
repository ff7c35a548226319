"""The hotspot's switch and its card, over HTTP; the switch's helper is the real one, behind a socket of systemd's."""

import io
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import zxingcpp
from PIL import Image

from companion import card, text
from companion.hotspot import ADDRESS, NAME, PASSWORD, Hotspot
from companion.rules.model import Say
from tests.web.hotspots import hotspot
from tests.web.house import House, house

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-socket-activate"), reason="needs systemd")


@pytest.fixture
def helper(tmp_path: Path) -> Iterator[Path]:
    """The helper as systemd starts it, one process for each word; without NetworkManager it can only say so."""
    path = tmp_path / "helper.sock"
    command = ["systemd-socket-activate", "--accept", "--inetd", "-l", path, sys.executable, "-m", "companion.radio"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert "Listening on" in process.stderr.readline()
        yield path
        process.terminate()
        process.stderr.read()


def test_a_phone_reads_both_codes_off_the_paper(tmp_path: Path) -> None:
    """The PDF, drawn by poppler as a printer would: the first code joins the Wi-Fi, the second opens the page."""
    own, _ = hotspot(tmp_path / "data")
    with house(tmp_path / "data", hotspot=own) as opened:
        found = opened.phone().ask("GET", "/card.pdf")
        word, address = own.password(), f"http://{ADDRESS}:{opened.port}"
    assert found.headers["content-type"] == "application/pdf"
    drawn = subprocess.run(["pdftoppm", "-r", "100", "-png", "-"], input=found.body, capture_output=True, check=True)
    assert drawn.stderr == b""
    codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(drawn.stdout)))
    codes.sort(key=lambda code: code.position.top_left.y)
    assert [code.text for code in codes] == [f"WIFI:T:WPA;S:Small World;P:{word};;", address]
    text = subprocess.run(["pdftotext", "-", "-"], input=found.body, stdout=subprocess.PIPE, check=True).stdout.decode()
    assert word in text
    assert address in text


def test_a_card_takes_no_other_files_place(tmp_path: Path) -> None:
    """A second card replaces the first; a slip of the finger replaces no letter."""
    paper, letter = tmp_path / "card.pdf", tmp_path / "letter"
    letter.write_text("Dear Ann")
    for _ in range(2):
        card.run(tmp_path, 80, paper)
    assert paper.read_bytes().startswith(b"%PDF")
    with pytest.raises(click.ClickException, match="is no PDF"):
        card.run(tmp_path, 80, letter)
    assert letter.read_text() == "Dear Ann"


def test_the_codes_are_told_in_the_state_while_it_is_on(tmp_path: Path) -> None:
    """The screens hear the name and the password as soon as the hotspot is on, and no more when it is off."""
    own, seen = hotspot(tmp_path / "data", on=False)
    with house(tmp_path / "data", hotspot=own) as opened:
        phone = opened.phone()
        assert phone.state()["table"]["wifi"] is None
        seen.on = True
        opened.table.look_around()
        assert phone.state()["table"]["wifi"] == {"name": NAME, "password": own.password()}
        seen.on = False
        opened.table.look_around()
        assert phone.state()["table"]["wifi"] is None


@needs_systemd
def test_the_switch_belongs_to_those_who_sit(tmp_path: Path, helper: Path) -> None:
    """Anybody may switch at an empty table; where somebody sits, a phone without a seat may not."""
    heard = Heard()
    own, _ = hotspot(tmp_path / "data", on=False, helper=helper, tell=heard.hear)
    with house(tmp_path / "data", hotspot=own) as opened:
        opened.phone().post("/api/status/hotspot", on=False)
        heard.next()
        ann, _ = opened.seated(2)
        assert opened.phone().refused("/api/status/hotspot", on=True).status == 401
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
        self._said: list[Say | None] = []
        self._news = threading.Condition()

    def hear(self, sentence: Say | None) -> None:
        with self._news:
            self._said.append(sentence)
            self._news.notify_all()

    def next(self) -> Say | None:
        """Wait for the next one."""
        with self._news:
            assert self._news.wait_for(lambda: bool(self._said), 60)
            return self._said.pop(0)
