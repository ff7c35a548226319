"""Button and light together: what is missing is said, tried again, and never raised."""

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED, PWMLED

from companion.hardware.panel import SOCKET, Panel
from companion.hardware.pins import Unavailable, open_pins
from companion.host import health
from companion.rules.model import Message
from companion.settings import Settings
from tests.hardware.heard import Table, ask, left_behind
from tests.hardware.test_button import Shorted


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def panel(table: Table, tmp_path: Path) -> Iterator[Callable[..., Panel]]:
    """Make and start a panel with a data folder; it is closed after the test."""
    made: list[Panel] = []

    def make(opener: Any = None, **settings: Any) -> Panel:
        all_settings = Settings(data=tmp_path, **settings)
        made.append(Panel(all_settings, press=table.press, tell=table.tell, opener=opener, retry=0.01))
        made[-1].start()
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_another_program_presses_the_mock_pin(panel: Any, table: Table, tmp_path: Path) -> None:
    """A press through the socket has been handled when the answer comes, and the table says that the pins are mock."""
    panel(pins="mock")
    assert ask(tmp_path / SOCKET, "press") == ["ok"]
    assert table.presses == 1
    assert list(table.notices) == ["pins"]
    assert "mock pins" in table.notices["pins"]


def test_a_bounce_through_the_socket_is_one_press(panel: Any, table: Table, tmp_path: Path) -> None:
    """The metal bounces within microseconds, well below a debounce of one second."""
    panel(pins="mock", button_debounce=1.0)
    assert ask(tmp_path / SOCKET, "bounce", "release") == ["ok", "ok"]
    assert table.presses == 1


def test_the_socket_tells_the_light(panel: Any, tmp_path: Path) -> None:
    """Dark without a due roll, and a sentence for a word nobody knows."""
    panel(pins="mock")
    assert ask(tmp_path / SOCKET, "light", "sing") == ["0.00", "error: press, release, bounce or light"]


def test_the_socket_of_a_killed_table_is_taken_over(panel: Any, tmp_path: Path) -> None:
    """What is left of a table that was killed does not keep the next one from its pins; nobody else may press."""
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / SOCKET))
    left.close()
    panel(pins="mock")
    assert ask(tmp_path / SOCKET, "press") == ["ok"]
    assert (tmp_path / SOCKET).stat().st_mode & 0o777 == 0o600


def test_a_socket_that_cannot_be_made_is_said(table: Table, tmp_path: Path) -> None:
    """The table runs on without it, and the sentence names the path."""
    panel = Panel(Settings(data=tmp_path / "missing", pins="mock"), press=table.press, tell=table.tell)
    panel.start()
    assert f"{tmp_path / 'missing' / SOCKET} could not be opened" in table.notices["pins"]
    panel.close()


def test_closing_gives_everything_back(panel: Any, tmp_path: Path) -> None:
    """No socket and no thread stay behind, and closing twice is no error."""
    before = set(threading.enumerate())
    one = panel(pins="mock")
    one.show(True)
    one.answer(3)
    one.close()
    one.close()
    assert left_behind(before) == []
    assert not (tmp_path / SOCKET).exists()


def test_the_real_pins_have_no_socket(panel: Any, tmp_path: Path) -> None:
    """Nobody can press a real button from another program."""
    factory = open_pins("mock")
    panel(opener=lambda: factory, pins="auto")
    assert not (tmp_path / SOCKET).exists()


def test_a_button_counts_once_it_was_pressed(panel: Any, table: Table) -> None:
    """A pin opens with nothing wired to it; who pressed it once has a button, also after the next start."""
    factory = open_pins("mock")
    first = panel(opener=lambda: factory)
    assert not first.has_button()
    factory.pin(17).drive_low()
    assert table.presses == 1
    assert first.has_button()
    first.close()
    assert not first.has_button()
    assert panel(opener=lambda: open_pins("mock")).has_button()


def test_a_button_on_pins_of_its_own_needs_no_press(panel: Any) -> None:
    """Whoever set its pin or its resistor has wired one; without pins there is none all the same."""
    assert panel(opener=lambda: open_pins("mock"), button_pin=22).has_button()
    assert panel(opener=lambda: open_pins("mock"), button_pull="down").has_button()
    assert not panel(pins="off", button_pin=22).has_button()


def test_pins_off_are_left_alone_without_a_word(panel: Any, table: Table) -> None:
    """Whoever switched the pins off need not be told that they are."""
    panel(pins="off").show(True)
    assert table.notices == {}


@pytest.mark.skipif(any(Path("/dev").glob("gpiochip*")), reason="this computer has GPIO pins")
def test_a_computer_without_pins_says_so(panel: Any, table: Table) -> None:
    """The real look at this computer: no pins, one sentence with what to do instead."""
    panel(pins="auto").answer(2)
    assert table.notices == {
        "button": "No die button: this computer has nowhere to connect one. Roll on a phone or with the real die."
    }


def test_the_button_comes_into_use_as_soon_as_it_can(panel: Any, table: Table) -> None:
    """What was missing is said; once it is there, the sentence goes and a press is heard."""
    factory = open_pins("mock")
    mended = threading.Event()

    def opener() -> Any:
        if not mended.is_set():
            raise Unavailable(Message("status.said", {"sentence": "No die button: not yet."}))
        return factory

    panel(opener=opener)
    assert table.notices == {"button": "No die button: not yet."}
    mended.set()
    assert table.waits_for(lambda notices: not notices)
    factory.pin(17).drive_low()
    assert table.presses == 1


def test_a_busy_pin_comes_into_use_when_it_is_free(panel: Any, table: Table) -> None:
    """The light works meanwhile; the button works when the other program has ended."""
    factory = open_pins("mock")
    lamp = LED(17, pin_factory=factory)
    panel(opener=lambda: factory)
    assert list(table.notices) == ["button"]
    assert "using GPIO 17" in table.notices["button"]
    lamp.close()
    assert table.waits_for(lambda notices: not notices)
    factory.pin(17).drive_low()
    assert table.presses == 1


def test_a_busy_light_leaves_the_button_alone(panel: Any, table: Table) -> None:
    """Without its light the button still rolls, and showing and answering are no errors."""
    factory = open_pins("mock")
    lamp = PWMLED(27, pin_factory=factory)
    one = panel(opener=lambda: factory)
    one.show(True)
    one.answer(1)
    assert list(table.notices) == ["light"]
    factory.pin(17).drive_low()
    assert table.presses == 1
    one.close()
    lamp.close()


@pytest.mark.parametrize(
    ("uptime", "counts"),
    [(25.0, True), (3 * 3600.0, False)],
    ids=["while the computer starts", "while the service starts"],
)
def test_a_button_that_is_held_counts_only_while_the_computer_starts(
    table: Table, tmp_path: Path, uptime: float, counts: bool
) -> None:
    """Held long enough and let go, it switches the hotspot. In the middle of an evening it was held for a roll."""
    factory = open_pins("mock")
    pin = factory.pin(17, pin_class=Shorted)
    pressed = threading.Event()
    panel = Panel(
        Settings(data=tmp_path),
        press=table.press,
        tell=table.tell,
        long_press=pressed.set,
        long_press_counts=lambda: health.starting(lambda: uptime),
        opener=lambda: factory,
        long=0.0,
    )
    before = set(threading.enumerate())
    panel.start()
    for each in set(threading.enumerate()) - before:
        if isinstance(each, threading.Timer) and each.interval == 0.0:
            each.join(30)
    pin.drive_high()
    assert pressed.is_set() is counts
    assert table.presses == 0
    panel.close()
