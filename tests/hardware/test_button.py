"""The die button, with the wire of gpiozero's mock pins driven and never the class."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockPWMPin

from companion.hardware.button import DieButton
from companion.hardware.pins import Unavailable, open_pins
from companion.language import text
from companion.rules.model import Message

PIN = 17


class Table:
    """A table that rolls at a press if a roll is due, and keeps what it was told."""

    def __init__(self) -> None:
        self.due = True
        self.rolls = 0
        self.presses = 0
        self.said: list[str | None] = []
        self.heard = threading.Condition()

    def press(self) -> bool:
        self.presses += 1
        if not self.due:
            return False
        self.due = False
        self.rolls += 1
        return True

    def tell(self, sentence: Message | None) -> None:
        with self.heard:
            self.said.append(sentence and text.sentence(sentence))
            self.heard.notify_all()

    def hears(self, words: str) -> bool:
        """Wait until a sentence with these words was the last one."""
        with self.heard:
            return self.heard.wait_for(lambda: bool(self.said) and words in (self.said[-1] or ""), timeout=30)


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def factory() -> Iterator[Any]:
    factory = open_pins("mock")
    yield factory
    factory.close()


@pytest.fixture
def button(factory: Any, table: Table, clock: Clock) -> Iterator[Callable[..., DieButton]]:
    """Make a button; it is closed after the test."""
    made: list[DieButton] = []

    def make(**other: Any) -> DieButton:
        how: dict[str, Any] = {"pull": "up", "debounce": 0.02, "stuck": 600.0, "clock": clock}
        made.append(DieButton(factory, PIN, press=table.press, tell=table.tell, **how | other))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_press_rolls_when_a_roll_is_due(button: Any, factory: Any, table: Table) -> None:
    """The roll happens at the press itself, not when the button is let go."""
    button()
    factory.pin(PIN).drive_low()
    assert table.rolls == 1
    assert set(table.said) == {None}


def test_a_press_does_nothing_else(button: Any, factory: Any, table: Table) -> None:
    """Without a due roll a press reaches the table, which shrugs."""
    table.due = False
    button()
    factory.pin(PIN).drive_low()
    assert (table.presses, table.rolls) == (1, 0)


def test_letting_go_does_nothing(button: Any, factory: Any, table: Table, clock: Clock) -> None:
    """Only the way down is a press."""
    button()
    factory.pin(PIN).drive_low()
    clock.now += 1
    table.due = True
    factory.pin(PIN).drive_high()
    assert table.rolls == 1


def test_a_button_to_3_volts(button: Any, factory: Any, table: Table) -> None:
    """With the pull down, the press is the way up."""
    button(pull="down")
    factory.pin(PIN).drive_high()
    assert table.rolls == 1


def test_metal_that_bounces_rolls_once(button: Any, factory: Any, table: Table, clock: Clock) -> None:
    """Neither the bounces of a press nor those of letting go are presses, even if the next roll is due at once."""
    button()
    for contact in (factory.pin(PIN).drive_low, factory.pin(PIN).drive_high) * 6:
        contact()
        clock.now += 0.003
        table.due = True
    factory.pin(PIN).drive_low()
    clock.now += 0.5
    for contact in (factory.pin(PIN).drive_high, factory.pin(PIN).drive_low) * 6:
        contact()
        clock.now += 0.003
    factory.pin(PIN).drive_high()
    assert table.presses == 1


def test_two_presses_are_two(button: Any, factory: Any, table: Table, clock: Clock) -> None:
    """A contact that rested for the debounce time can be pressed again."""
    button()
    for _ in range(2):
        table.due = True
        factory.pin(PIN).drive_low()
        clock.now += 0.1
        factory.pin(PIN).drive_high()
        clock.now += 0.021
    assert table.rolls == 2


def test_a_stuck_button_rolls_once_and_is_named(button: Any, factory: Any, table: Table) -> None:
    """A button that stays down has rolled once, is named, and is well again when let go."""
    button(stuck=0.01)
    factory.pin(PIN).drive_low()
    assert table.hears("GPIO 17 stays pressed")
    table.due = True
    assert table.rolls == 1
    factory.pin(PIN).drive_high()
    assert table.said[-1] is None


class Shorted(MockPWMPin):
    """A pin whose wire is on ground, whatever the pull resistor does."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self._change_state(False)


def test_a_button_held_at_the_start_rolls_nothing(button: Any, factory: Any, table: Table, clock: Clock) -> None:
    """A short circuit at the start is named at once; mended, the button works."""
    pin = factory.pin(PIN, pin_class=Shorted)
    button()
    assert "stays pressed" in (table.said[-1] or "")
    assert table.presses == 0
    pin.drive_high()
    assert table.said[-1] is None
    clock.now += 1
    pin.drive_low()
    assert table.rolls == 1


def test_a_loose_wire_is_named_and_not_followed(button: Any, factory: Any, table: Table, clock: Clock) -> None:
    """Presses quicker than a finger's are ignored until the contact rests."""
    button()

    def shake(times: int, seconds: float) -> None:
        for _ in range(times):
            factory.pin(PIN).drive_low()
            factory.pin(PIN).drive_high()
            clock.now += seconds

    shake(19, 0.03)
    table.due = True
    shake(10, 0.03)
    assert "look for a loose wire" in (table.said[-1] or "")
    assert table.due
    clock.now += 3
    shake(1, 0.03)
    assert not table.due
    assert table.said[-1] is None


def test_an_error_at_the_table_does_not_deafen_the_button(
    factory: Any, table: Table, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """What goes wrong at one press is written down, and the next press is heard."""

    def press() -> bool:
        table.presses += 1
        raise OSError("disk full")

    button = DieButton(factory, PIN, pull="up", debounce=0.02, stuck=600, press=press, tell=table.tell, clock=clock)
    for _ in range(2):
        factory.pin(PIN).drive_low()
        factory.pin(PIN).drive_high()
        clock.now += 1
    button.close()
    assert table.presses == 2
    assert "disk full" in caplog.text


def test_a_busy_pin_is_said_in_one_sentence(button: Any, factory: Any) -> None:
    """Something else on the pin is a sentence that names the pin and the setting."""
    lamp = LED(PIN, pin_factory=factory)
    with pytest.raises(Unavailable, match=r"another program or device is using GPIO 17.*button_pin"):
        button()
    lamp.close()
    button()


def test_a_closed_button_gives_its_pin_back(button: Any, factory: Any, table: Table) -> None:
    """After closing, the pin can be had by something else and no press is heard."""
    button().close()
    factory.pin(PIN).drive_low()
    LED(PIN, pin_factory=factory).close()
    assert table.presses == 0


class LongPress:
    """Hears what a button says that was down from the beginning."""

    def __init__(self) -> None:
        self.held = threading.Event()
        self.pressed = threading.Event()

    @property
    def hooks(self) -> dict[str, Any]:
        """What the button is given."""
        return {"held": self.held.set, "long_press": self.pressed.set, "long": 0.01}


def test_a_button_that_is_held_from_the_beginning_says_so_when_it_is_let_go(factory: Any, button: Any) -> None:
    """It shows that it was held long enough; only letting it go counts, as a short circuit never does."""
    long = LongPress()
    pin = factory.pin(PIN, pin_class=Shorted)
    button(**long.hooks)
    assert long.held.wait(30)
    assert not long.pressed.is_set()
    pin.drive_high()
    assert long.pressed.is_set()


def test_let_go_too_early_it_is_nothing(factory: Any, button: Any, table: Table) -> None:
    """A finger that only brushed it switches nothing, and neither does it roll."""
    long = LongPress()
    pin = factory.pin(PIN, pin_class=Shorted)
    button(**long.hooks | {"long": 600.0})
    pin.drive_high()
    assert not long.held.is_set()
    assert not long.pressed.is_set()
    assert table.rolls == 0


def test_a_long_press_later_is_a_press(factory: Any, button: Any, table: Table) -> None:
    """Whoever leans on the button during the game rolls once and switches nothing."""
    long = LongPress()
    stuck = 0.02
    button(**long.hooks | {"stuck": stuck})
    factory.pin(PIN).drive_low()
    assert table.hears("stays pressed")
    factory.pin(PIN).drive_high()
    assert not long.held.is_set()
    assert not long.pressed.is_set()
    assert table.rolls == 1
