"""Seconds of play, by a monotonic clock: a Pi does not know the time of day."""

from collections.abc import Callable


class Stopwatch:
    """Counts seconds while it runs. `clock` gives seconds from an arbitrary start."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._from: float | None = None
        self._kept = 0.0

    def run(self, on: bool) -> None:
        """Start or stop."""
        self._kept = self.read()
        self._from = self._clock() if on else None

    def read(self) -> float:
        """The seconds so far."""
        return self._kept + (self._clock() - self._from if self._from is not None else 0.0)

    def clear(self) -> None:
        """Back to zero, running or stopped as before."""
        self._kept = 0.0
        if self._from is not None:
            self._from = self._clock()
