"""When the hotspot begins and ends without being asked, and what a phone on it looks like to the kernel."""

from pathlib import Path

import pytest

from companion.hotspot import ByItself, Hotspot, join_code, visited
from companion.rules.model import Say
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
            wish = self.rule.wish(self.now, **{"networked": False, "visited": False} | seen)
            if wish is not None:
                return self.now, wish
        return None


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_it_begins_after_a_minute_alone(evening: Evening) -> None:
    """And not where there is a network, however long."""
    assert evening.run(3600, on=False, networked=True) is None
    begun = evening.now
    assert evening.run(3600, on=False) == (begun + 5 + 60, True)


def test_a_network_that_was_away_for_a_moment_is_waited_for(evening: Evening) -> None:
    """The minute begins anew each time the network comes back."""
    for _ in range(10):
        assert evening.run(50, on=False) is None
        assert evening.run(5, on=False, networked=True) is None


def test_it_makes_room_while_nobody_came(evening: Evening) -> None:
    """After five minutes it ends, so that a router that starts slowly is found; found, it stays away."""
    assert evening.run(600, on=False) == (65, True)
    assert evening.run(600, on=True) == (65 + 5 + 300, False)
    assert evening.run(3600, on=False, networked=True) is None


def test_it_begins_again_where_nothing_was_found(evening: Evening) -> None:
    """Nobody has to be there for the second try."""
    evening.run(600, on=False)
    evening.run(600, on=True)
    ended = evening.now
    assert evening.run(600, on=False) == (ended + 5 + 60, True)


def test_once_a_phone_came_it_stays(evening: Evening) -> None:
    """Also when all phones sleep later in the evening."""
    evening.run(600, on=False)
    evening.run(100, on=True)
    assert evening.run(5, on=True, visited=True) is None
    assert evening.run(20_000, on=True) is None


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


def test_the_code_is_what_cameras_know() -> None:
    """The form that Android and iOS read (ZXing's for Wi-Fi)."""
    assert join_code("bakolutine") == "WIFI:T:WPA;S:Small World;P:bakolutine;;"


def test_without_a_helper_nothing_is_begun(tmp_path: Path) -> None:
    """On a computer where the hotspot was not installed nobody hears of it."""
    said: list[Say | None] = []
    seen, now = Interfaces(), [0.0]
    own = Hotspot(tmp_path, look=seen, helper=tmp_path / "none", tell=said.append, clock=lambda: now[0])
    for _ in range(100):
        now[0] += 5
        own.follow()
    assert not own.busy
    assert said == []
    seen.append(HOME)
    assert not own.on
    seen.append(OWN)
    assert own.on
