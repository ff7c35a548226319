"""The button's light, on gpiozero's mock pin that takes every brightness."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import PWMLED
from gpiozero.pins.mock import MockPWMPin

from companion.hardware.light import Light
from companion.hardware.pins import Unavailable, open_pins

PIN = 27


class Watched(MockPWMPin):
    """A pin that lets a test wait for what it shows."""

    changed = threading.Condition()

    def _change_state(self, value: float) -> bool:
        with self.changed:
            change: bool = super()._change_state(value)
            self.changed.notify_all()
            return change

    def shows(self, states: Any) -> bool:
        """Wait until the states shown so far satisfy a condition."""
        with self.changed:
            return self.changed.wait_for(lambda: states([one.state for one in self.states]), timeout=30)


@pytest.fixture
def factory() -> Iterator[Any]:
    factory = open_pins("mock")
    yield factory
    factory.close()


@pytest.fixture
def pin(factory: Any) -> Any:
    return factory.pin(PIN, pin_class=Watched)


@pytest.fixture
def light(factory: Any, pin: Any) -> Iterator[Light]:
    light = Light(factory, PIN)
    yield light
    light.close()


def test_the_light_breathes_while_a_roll_is_due(light: Light, pin: Any) -> None:
    """It passes through many brightnesses, and is dark when no roll is due any more."""
    light.due(True)
    assert pin.shows(lambda states: len({state for state in states if 0 < state < 1}) > 10)
    light.due(False)
    assert pin.state == 0


def test_the_light_blinks_the_pips(light: Light, pin: Any) -> None:
    """Two pips are two full flashes, and then it is dark."""
    light.answer(2)
    assert pin.shows(lambda states: states[-4:] == [1, 0, 1, 0])


def test_no_pips_are_dark(light: Light, pin: Any) -> None:
    """An answer of no pips ends the breathing although the next roll is due, which breathes afterwards."""
    light.due(True)
    assert pin.shows(lambda states: states[-1] > 0)
    light.answer(0)
    assert pin.state == 0
    pin.clear_states()
    assert pin.shows(lambda states: states[-1] > 0)


def test_the_answer_is_finished_before_it_breathes_again(light: Light, pin: Any) -> None:
    """A roll that becomes due during the answer waits for the last pip."""
    light.answer(1)
    light.due(True)
    assert pin.shows(lambda states: len({state for state in states if 0 < state < 1}) > 3)
    states = [one.state for one in pin.states]
    assert states[: states.index(1) + 2] == [0, 1, 0]


def test_a_busy_pin_is_said_in_one_sentence(factory: Any) -> None:
    """Something else on the pin is a sentence that names the pin and the setting."""
    other = PWMLED(PIN, pin_factory=factory)
    with pytest.raises(Unavailable, match=r"No light on the die button: .* is using GPIO 27.*light_pin"):
        Light(factory, PIN)
    other.close()


def test_a_closed_light_is_dark_and_gives_its_pin_back(factory: Any, pin: Any) -> None:
    """Closing ends the breathing and a waiting answer."""
    light = Light(factory, PIN)
    light.due(True)
    light.answer(3)
    light.close()
    assert pin.state == 0
    PWMLED(PIN, pin_factory=factory).close()
