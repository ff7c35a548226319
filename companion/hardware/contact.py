"""Debouncing: one press counts once, however much the contact bounces."""

from collections import deque
from enum import Enum

# A child that hammers the button closes it some 6 times in a second; a loose wire is far quicker.
_MANY, _WITHIN = 20, 2.0


class Closing(Enum):
    """The meaning of a closing contact."""

    PRESS = "a press"
    BOUNCE = "the metal still moves after the contact opened"
    CHATTER = "so many presses that no finger makes them"


class Contact:
    """Judges each closing of one contact. All times are seconds of one clock that never runs backwards."""

    def __init__(self, debounce: float) -> None:
        self._debounce = debounce
        self._opened = float("-inf")
        self._presses: deque[float] = deque(maxlen=_MANY)

    def opens(self, now: float) -> None:
        """The contact opened."""
        self._opened = now

    def closes(self, now: float) -> Closing:
        """The contact closed: a press only if it had been at rest for the debounce time."""
        if now - self._opened < self._debounce:
            return Closing.BOUNCE
        self._presses.append(now)
        if len(self._presses) == _MANY and now - self._presses[0] < _WITHIN:
            return Closing.CHATTER
        return Closing.PRESS
