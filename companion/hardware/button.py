"""The die button: a press rolls when a roll is due and does nothing else."""

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Literal

from companion.hardware.contact import Closing, Contact
from companion.hardware.pins import why_not
from companion.rules.model import Message

# Seconds: nobody holds a button this long by accident while the computer starts.
LONG = 3.0
# How many events of the contact are remembered.
_REMEMBERED = 12
_NAMES = {Closing.PRESS: "press", Closing.BOUNCE: "bounce", Closing.CHATTER: "chatter"}

log = logging.getLogger(__name__)


class DieButton:
    """A momentary button on one GPIO.

    `press` is called once for each press, on gpiozero's thread; it rolls if a roll is due. `tell` is called with a
    plain sentence when the button looks stuck or loose, and with None when it is well. `debounce` and `stuck` are
    seconds, `clock` gives them. Raises Unavailable if the pin cannot be had.

    With a `long_press`, a button that is down from the beginning has a meaning of its own: `held` is called once it has
    been down for `long` seconds, and `long_press` when it is released after that. A short circuit is never released.
    """

    def __init__(
        self,
        factory: Any,
        pin: int,
        *,
        pull: Literal["up", "down"],
        debounce: float,
        stuck: float,
        press: Callable[[], bool],
        tell: Callable[[Message | None], None],
        clock: Callable[[], float] = time.monotonic,
        held: Callable[[], None] = lambda: None,
        long_press: Callable[[], None] | None = None,
        long: float = LONG,
    ) -> None:
        self._pin = pin
        self._contact = Contact(debounce)
        self._press = press
        self._tell = tell
        self._clock = clock
        self._stuck = stuck
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._named = False
        self._held = held
        self._long_press = long_press
        self._long = False
        self._pull = pull
        self._seen: deque[tuple[int, str, float]] = deque(maxlen=_REMEMBERED)
        self._counts: Counter[str] = Counter()
        try:
            import gpiozero

            # The kernel's debounce keeps electrical noise out. gpiozero's mock pins have none; Contact judges both.
            # gpiozero's own hold is unused: closing a button that is held would wait for the end of its hold time.
            self._device = gpiozero.Button(
                pin, pull_up=pull == "up", bounce_time=debounce, hold_time=0, pin_factory=factory
            )
        except Exception as error:  # lgpio's own errors share no base class.
            raise why_not("button", "button_pin", pin, error) from error
        self._down = self._device.is_pressed
        self._device.when_pressed = self._closed
        self._device.when_released = self._opened
        if self._device.is_pressed:
            self._name_stuck()
            if long_press:
                self._timer = threading.Timer(long, self._hold)
                self._timer.daemon = True
                self._timer.start()
        else:
            tell(None)

    def report(self) -> dict[str, Any]:
        """Its state: `pin`, `pull`, whether it is `down` and `stuck`, and counts of each event.

        `recent` lists the last of them, the newest first, each with its running `number` and `ago` in seconds.
        """
        with self._lock:
            now = self._clock()
            return {
                "pin": self._pin,
                "pull": self._pull,
                "down": self._down,
                "stuck": self._named,
                "presses": self._counts["press"],
                "bounces": self._counts["bounce"],
                "chatter": self._counts["chatter"],
                "recent": [
                    {"number": number, "what": what, "ago": round(now - at, 1)}
                    for number, what, at in reversed(self._seen)
                ],
            }

    def close(self) -> None:
        """Release the pin."""
        if not self._device.closed:
            # gpiozero's lgpio pin would otherwise call back once more after it was closed, and end lgpio's thread.
            self._device.pin.when_changed = None
            self._device.close()
        with self._lock:
            self._forget()

    def _closed(self) -> None:
        with self._lock:
            self._forget()
            self._timer = threading.Timer(self._stuck, self._rest)
            self._timer.daemon = True
            self._timer.start()
            closing = self._contact.closes(self._clock())
            self._down = True
            self._see(_NAMES[closing])
        if closing is Closing.CHATTER:
            self._tell(Message("notice.button.loose", {"pin": self._pin}))
        elif closing is Closing.PRESS:
            self._tell(None)
            try:
                self._press()
            except Exception:  # An error must not end the thread that listens to the pins.
                log.exception("The press of the die button was not handled")

    def _opened(self) -> None:
        with self._lock:
            self._contact.opens(self._clock())
            self._down = False
            self._see("release")
            self._forget()
            long, self._long = self._long, False
            if self._named:
                self._named = False
                self._tell(None)
        if long and self._long_press:
            self._long_press()

    def _see(self, what: str) -> None:
        self._counts[what] += 1
        self._seen.append((self._counts.total(), what, self._clock()))

    def _forget(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _hold(self) -> None:
        with self._lock:
            if self._timer is not threading.current_thread():  # It was let go at this very moment.
                return
            self._long = True
        self._held()

    def _rest(self) -> None:
        with self._lock:
            if self._timer is threading.current_thread():  # Otherwise it was let go at this very moment.
                self._name_stuck()

    def _name_stuck(self) -> None:
        self._named = True
        self._tell(Message("notice.button.stuck", {"pin": self._pin}))
