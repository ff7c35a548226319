"""The button's light: it breathes while a roll is due, blinks the pips as the answer, and is dark otherwise."""

import threading
from typing import Any, Literal

from companion.hardware.pins import why_not

# Seconds: slow enough to count, quick enough that nobody waits.
_BLINK, _PAUSE = 0.25, 0.5


class Light:
    """A light on one GPIO. Raises Unavailable if the pin cannot be had."""

    def __init__(self, factory: Any, pin: int, *, lit: Literal["high", "low"] = "high") -> None:
        """`lit` is the level of the pin at which the light is on."""
        self._pin = pin
        self._lock = threading.Lock()
        self._due = False
        self._answer: threading.Timer | None = None
        try:
            import gpiozero

            self._led = gpiozero.PWMLED(pin, active_high=lit == "high", pin_factory=factory)
        except Exception as error:  # lgpio's own errors share no base class.
            raise why_not("light", "light_pin", pin, error) from error

    def due(self, due: bool) -> None:
        """Breathe, or be dark; an answer that is still blinking is finished first."""
        with self._lock:
            changed, self._due = due != self._due, due
            if changed and self._answer is None:
                self._rest()

    def answer(self, pips: int) -> None:
        """Blink the pips; no pips leave the light dark for as long as one."""
        with self._lock:
            if self._answer:
                self._answer.cancel()
            if pips:
                self._led.blink(_BLINK, _BLINK, n=pips)
            else:
                self._led.off()
            self._answer = threading.Timer(2 * _BLINK * max(pips, 1) + _PAUSE, self._answered)
            self._answer.daemon = True
            self._answer.start()

    def report(self) -> dict[str, Any]:
        """Its state: `pin`, and what it shows: breathing, answering or dark."""
        with self._lock:
            shows = "answering" if self._answer else "breathing" if self._due else "dark"
            return {"pin": self._pin, "shows": shows}

    def close(self) -> None:
        """Go dark and release the pin."""
        with self._lock:
            if self._answer:
                self._answer.cancel()
            self._led.close()

    def _answered(self) -> None:
        with self._lock:
            # A newer answer has its own timer, and a closed light stays dark.
            if self._answer is threading.current_thread() and not self._led.closed:
                self._answer = None
                self._rest()

    def _rest(self) -> None:
        if self._due:
            self._led.pulse()
        else:
            self._led.off()
