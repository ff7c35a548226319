"""The button and its light: opened as soon as possible, retried until then, with notices in plain words."""

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from companion.files import write_atomically
from companion.hardware.button import LONG, DieButton
from companion.hardware.light import Light
from companion.hardware.notices import Notices
from companion.hardware.pins import Unavailable, open_pins
from companion.hardware.wire import Wire, mock_pins
from companion.rules.model import Message
from companion.settings import Settings

SOCKET = "pins.sock"
# The file that remembers that somebody pressed the button: a pin alone does not tell whether anything is wired to it.
PRESSED = "button.pressed"
# What the light blinks when the button was held long enough at the beginning.
_HELD = 3


class Panel:
    """Keeps the button and the light of one table.

    `press` is called for each press and returns whether it rolled. `long_press` is called after the button was held
    down from the beginning, if `long_press_counts` said then that it does: the light blinks when it may be released.
    `tell(source, sentence)` is called whenever what is not connected changes; None means that all is well there.
    Sources are "button", "light" and "pins". Nothing here raises.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        press: Callable[[], bool],
        tell: Callable[[str, Message | None], None],
        long_press: Callable[[], None] = lambda: None,
        long_press_counts: Callable[[], bool] = lambda: False,
        opener: Callable[[], Any] | None = None,
        retry: float = 5.0,
        long: float = LONG,
    ) -> None:
        """`opener` opens the pin factory; `retry`, between two tries, and `long`, of a long press, are seconds."""
        self._settings = settings
        self._press = press
        self._long_press = long_press
        self._long_press_counts = long_press_counts
        self._notices = Notices(tell)
        self._opener = opener or self._open_pins
        self._retry = retry
        self._long = long
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._factory: Any = None
        self._button: DieButton | None = None
        self._light: Light | None = None
        self._wire: Wire | None = None
        self._due = False
        self._pressed = (settings.data / PRESSED).exists()
        self._thread = threading.Thread(target=self._keep_trying, name="GPIO", daemon=True)

    def start(self) -> None:
        """Try once now, and go on trying in the background."""
        if self._settings.pins != "off" and not self._try():
            self._thread.start()

    def show(self, due: bool) -> None:
        """Show on the light whether a roll is due."""
        with self._lock:
            self._due = due
            if self._light:
                self._light.due(due)

    def answer(self, pips: int) -> None:
        """Blink the pips of a roll, whoever rolled it."""
        with self._lock:
            if self._light:
                self._light.answer(pips)

    def report(self) -> dict[str, Any]:
        """The state of `button` and `light`, None for what is not open."""
        button, light = self._button, self._light
        return {"button": button.report() if button else None, "light": light.report() if light else None}

    def has_button(self) -> bool:
        """Whether there is a button to press: pins of its own or mock pins are set, or it has been pressed before."""
        if self._button is None:
            return False
        settings, usual = self._settings, Settings()
        wired = (settings.button_pin, settings.button_pull) != (usual.button_pin, usual.button_pull)
        return self._pressed or wired or settings.pins == "mock"

    def close(self) -> None:
        """Release every pin and end the threads."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        # Outside the lock: a press may still be waiting for the table, which may be showing something here.
        for part in (self._wire, self._button, self._light, self._factory):
            if part is not None:
                part.close()
        with self._lock:
            self._wire = self._button = self._light = self._factory = None

    def _keep_trying(self) -> None:
        while not self._closing.wait(self._retry):
            if self._try():
                return

    def _try(self) -> bool:
        """Open whatever is not open yet; true when all is."""
        try:
            if self._factory is None:
                self._factory = self._opener()
            if self._button is None:
                self._button = self._open_button()  # It says itself how it is.
        except Unavailable as missing:
            self._notices.say("button", missing.message)
        if self._factory is None:
            return False
        try:
            if self._light is None:
                light = Light(self._factory, self._settings.light_pin, lit=self._settings.light_lit)
                with self._lock:
                    self._light = light
                    light.due(self._due)
            self._notices.say("light", None)
        except Unavailable as missing:
            self._notices.say("light", missing.message)
        if self._settings.pins == "mock" and self._button and not self._wire:
            # Last, so that whoever finds the socket finds the button at work.
            self._open_wire(self._factory)
        return self._button is not None and self._light is not None

    def _take_press(self) -> bool:
        rolled = self._press()
        if not self._pressed:
            self._pressed = True
            # On a full or broken card it is known until the table closes.
            with contextlib.suppress(OSError):
                write_atomically(self._settings.data / PRESSED, b"")
        return rolled

    def _open_pins(self) -> Any:
        return open_pins("mock" if self._settings.pins == "mock" else "auto")

    def _open_button(self) -> DieButton:
        return DieButton(
            self._factory,
            self._settings.button_pin,
            pull=self._settings.button_pull,
            debounce=self._settings.button_debounce,
            stuck=self._settings.button_stuck,
            press=self._take_press,
            tell=lambda sentence: self._notices.say("button", sentence),
            held=lambda: self.answer(_HELD),
            long_press=self._long_press if self._long_press_counts() else None,
            long=self._long,
        )

    def _open_wire(self, factory: Any) -> None:
        path = self._settings.data / SOCKET
        try:
            handler = mock_pins(
                factory,
                button=self._settings.button_pin,
                pull=self._settings.button_pull,
                light=self._settings.light_pin,
            )
            self._wire = Wire(path, handler)
            sentence = Message("notice.pins.mock", {"path": str(path)})
        except OSError as error:
            sentence = Message("notice.pins.mock.shut", {"path": str(path), "why": error.strerror or str(error)})
        self._notices.say("pins", sentence)
