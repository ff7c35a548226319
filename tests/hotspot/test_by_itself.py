"""When the hotspot begins and ends without being asked, and what a phone on it looks like to the kernel."""

import os
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host.address import Interface
from companion.host.home_wifi import Wifi
from companion.host.hotspot import DONE, ByItself, Hotspot, Tried, join_code, phones, visited
from companion.rules.model import Message
from tests.web.hotspots import HOME, OWN, Interfaces

# Rows of /proc/net/tcp, cut short: the table listens, a phone talks to 10.83.87.1, a browser to 192.0.2.7.
LISTENS = "   0: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000"
PHONE = "   1: 0157530A:0050 1757530A:C0DE 01 00000000:00000000 02:000AFC80"
AT_HOME = "   2: 070200C0:0050 090200C0:C0DE 01 00000000:00000000 02:000AFC80"
CLOSED = PHONE.replace(" 01 ", " 06 ")


class Evening:
    """What is seen, second by second; `run` returns when something is wished and what."""

    def __init__(self) -> None:
        self.rule = ByItself()
        self.now = 0.0

    def run(self, seconds: int, **seen: bool) -> tuple[float, bool] | None:
        end = self.now + seconds
        while self.now < end:
            self.now += 5
            wish = self.rule.wish(self.now, **{"networked": False, "phones": False} | seen)
            if wish is not None:
                return self.now, wish
        return None


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_it_begins_after_a_minute_alone(evening: Evening) -> None:
    """Where there was no network since the start."""
    assert evening.run(3600, on=False) == (5 + 60, True)


def test_it_does_not_begin_beside_a_network(evening: Evening) -> None:
    """However long."""
    assert evening.run(3600, on=False, networked=True) is None


def test_a_network_that_was_away_for_a_moment_is_waited_for(evening: Evening) -> None:
    """The minute begins anew each time the network comes back."""
    for _ in range(10):
        assert evening.run(50, on=False) is None
        assert evening.run(5, on=False, networked=True) is None


def test_it_makes_room_while_nobody_came(evening: Evening) -> None:
    """After two minutes it ends, so that a router that starts slowly is found; found, it stays away."""
    assert evening.run(600, on=False) == (65, True)
    assert evening.run(600, on=True) == (65 + 5 + 120, False)
    assert evening.run(3600, on=False, networked=True) is None


def test_it_begins_again_where_nothing_was_found(evening: Evening) -> None:
    """Nobody has to be there for the second try."""
    evening.run(600, on=False)
    evening.run(600, on=True)
    ended = evening.now
    assert evening.run(600, on=False) == (ended + 5 + 60, True)


def test_a_router_that_restarts_is_waited_for(evening: Evening) -> None:
    """Where there was a network before, three minutes pass; one that came back in the third costs nothing."""
    evening.run(3600, on=False, networked=True)
    assert evening.run(175, on=False) is None
    assert evening.run(5, on=False, networked=True) is None
    lost = evening.now
    assert evening.run(600, on=False) == (lost + 5 + 180, True)


def test_the_homes_wifi_is_tried_every_half_minute(evening: Evening) -> None:
    """As long as there is neither a network nor the hotspot, in which the radio cannot look around."""
    tried = [second for second in range(0, 150, 5) if evening.rule.seeks(second, on=False, networked=False)]
    assert tried == [30, 60, 90, 120]
    assert not any(evening.rule.seeks(second, on=True, networked=False) for second in range(150, 600, 5))
    assert not any(evening.rule.seeks(second, on=False, networked=True) for second in range(600, 900, 5))
    assert not evening.rule.seeks(905, on=False, networked=False)


def test_no_phone_is_thrown_off(evening: Evening) -> None:
    """While one is on it the hotspot stays, however long, and asleep it is on it too."""
    evening.run(600, on=False)
    assert evening.run(20_000, on=True, phones=True) is None


def test_when_all_phones_have_left_it_makes_room(evening: Evening) -> None:
    """Five minutes after the last one: the home's Wi-Fi may be back, and the phones with it."""
    evening.run(600, on=False)
    evening.run(100, on=True, phones=True)
    assert evening.run(295, on=True) is None
    left = evening.now
    assert evening.run(600, on=True) == (left + 10, False)


def test_what_somebody_switched_stays(evening: Evening) -> None:
    """On stays on with nobody there, off stays off without a network, and on after off is on."""
    evening.rule.asked(True)
    assert evening.run(3600, on=True) is None
    evening.rule.asked(False)
    assert evening.run(3600, on=False) is None


def test_a_phone_is_known_by_its_connection() -> None:
    """An open connection to the hotspot's address; listening, another address, or one that is closed, is none."""
    head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
    assert visited("\n".join((head, LISTENS, AT_HOME, PHONE)))
    assert not visited("\n".join((head, LISTENS, AT_HOME, CLOSED)))


STATIONS = "Station 02:00:00:00:00:01 (on wlan0)\n\tinactive time:\t304 ms\nStation 02:00:00:00:00:02 (on wlan0)\n"


@pytest.mark.parametrize(("said", "status", "count"), [(STATIONS, 0, 2), ("", 0, 0), ("", 237, None)])
def test_phones_on_the_hotspot_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, status: int, count: int | None
) -> None:
    """As the program iw lists them, which has no radio to ask here; where it fails, nobody knows."""
    (tmp_path / "said").write_text(said)
    (tmp_path / "iw").write_text(
        f'#!/bin/sh\n[ "$*" = "dev wlan0 station dump" ] && cat {tmp_path}/said; exit {status}\n'
    )
    (tmp_path / "iw").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert phones("wlan0") == count


def test_the_code_is_what_cameras_know() -> None:
    """The form that Android and iOS read (ZXing's for Wi-Fi)."""
    assert join_code("bakolutine") == "WIFI:T:WPA;S:Small World;P:bakolutine;;"


def test_without_a_helper_nothing_is_begun(tmp_path: Path) -> None:
    """On a computer where the hotspot was not installed nobody hears of it, whoever holds the button."""
    said: list[Message | None] = []
    seen, now = Interfaces(), [0.0]
    own = Hotspot(tmp_path, look=seen, helper=tmp_path / "none", tell=said.append, clock=lambda: now[0])
    for _ in range(100):
        now[0] += 5
        own.follow()
    own.toggle()
    assert not own.busy
    assert said == []
    seen.append(HOME)
    assert not own.on
    seen.append(OWN)
    assert own.on


class Helper:
    """What stands at the helper's socket: it notes each word, and answers when it may."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.words: list[str] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.news = threading.Condition()
        helper = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                word = self.rfile.readline().decode().split()[0]
                with helper.news:
                    helper.words.append(word)
                    helper.news.notify_all()
                helper.may_answer.wait(30)
                self.wfile.write(b"done\n")

        self.server = socketserver.ThreadingUnixStreamServer(str(path), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def hears(self, *words: str) -> bool:
        """Wait until it was told these words in this order, and no others."""
        with self.news:
            return self.news.wait_for(lambda: self.words == list(words), 30)


@pytest.fixture
def helper(tmp_path: Path) -> Iterator[Helper]:
    one = Helper(tmp_path / "helper.sock")
    yield one
    one.may_answer.set()
    one.server.shutdown()
    one.server.server_close()


def follows(own: Hotspot) -> None:
    """Look around once, when the helper has done what it was told before."""
    for each in threading.enumerate():
        if each.name == "hotspot":
            each.join(30)
    own.follow()


def test_an_evening_whose_router_restarts(tmp_path: Path, helper: Helper) -> None:
    """Two and a half minutes without it: it is tried every half minute, and the Pi makes no Wi-Fi of its own."""
    seen, now = Interfaces([HOME]), [0.0]
    said: list[Message | None] = []
    own = Hotspot(tmp_path, look=seen, helper=helper.path, clock=lambda: now[0], tell=said.append)
    for second in range(0, 600, 5):
        now[0] = second
        seen[:] = [] if 100 <= second < 250 else [HOME]
        follows(own)
    assert helper.hears(*["home"] * 5)
    assert said == []


def test_whoever_switches_while_the_home_is_tried_is_not_forgotten(tmp_path: Path, helper: Helper) -> None:
    """The helper does one thing after the other; a button held meanwhile is handled next."""
    times = iter((0.0, 30.0))
    own = Hotspot(tmp_path, look=Interfaces(), helper=helper.path, clock=lambda: next(times))
    helper.may_answer.clear()
    own.follow()
    own.follow()
    assert helper.hears("home")
    assert not own.busy
    own.toggle()
    helper.may_answer.set()
    assert helper.hears("home", "on")


def test_a_wifi_whose_turn_did_not_come_is_not_waited_for(tmp_path: Path, helper: Helper) -> None:
    """Typed in while something else was done, and then somebody held the button: what became of it is said."""
    times = iter((0.0, 30.0))
    own = Hotspot(tmp_path, look=Interfaces(), helper=helper.path, clock=lambda: next(times))
    helper.may_answer.clear()
    own.follow()
    own.follow()
    assert helper.hears("home")
    own.join(Wifi("Home", "bakolutine"))
    assert own.tried == Tried("Home")
    own.join(Wifi("Attic", "bakolutine"))
    assert own.tried == Tried("Attic")
    own.toggle()
    assert own.tried == Tried("Attic", "switched")
    helper.may_answer.set()
    assert helper.hears("home", "on")


def test_what_the_hotspot_does_by_itself_waits_for_nobody(tmp_path: Path, helper: Helper) -> None:
    """It looked around before somebody typed a Wi-Fi in: what it wished then is not done after that."""
    own: Hotspot
    typed = [Wifi("Home", "bakolutine")]

    def look() -> list[Interface]:
        if now[0] == 60 and typed:
            own.join(typed.pop())
            assert helper.hears("join")
        return []

    now = [0.0]
    own = Hotspot(tmp_path, look=look, helper=helper.path, clock=lambda: now[0])
    helper.may_answer.clear()
    own.follow()
    now[0] = 60
    own.follow()
    helper.may_answer.set()
    for each in threading.enumerate():
        if each.name == "hotspot":
            each.join(30)
    assert own.tried == Tried("Home", DONE)
    assert helper.hears("join")
