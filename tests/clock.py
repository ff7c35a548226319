"""A clock that a test moves."""


class Clock:
    """Seconds that pass only when a test says so."""

    now = 1000.0

    def __call__(self) -> float:
        """The seconds so far."""
        return self.now
