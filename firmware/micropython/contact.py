"""A contact that is pressed or knocked: one press each time, however it bounces."""

HELD = 20  # ms that it must be closed; a ringing sensor counts as closed while its gaps are short
GAP = 10  # ms
REST = 400  # ms between two presses
STUCK = 5000  # ms


class Contact:
    """One contact. What is closed at the start has to open first."""

    def __init__(self, now):
        self._since = self._last = now
        self._held = self._given = True
        self._heard = now - REST
        self._rang = 0

    def feed(self, closed, now):
        """Each millisecond or so: has it been closed since the last time? True when that makes a press."""
        if closed:
            if not self._held:
                self._since = now
            self._held, self._last = True, now
        elif self._held and now - self._last > GAP:
            self._held = self._given = False
            self._rang = max(self._rang, self._last - self._since)
        if not self._held or self._given or self._last - self._since < HELD:
            return False
        self._given = True
        if now - self._heard < REST:
            return False
        self._heard = now
        return True

    def rang(self):
        """For how many milliseconds it was held at the longest since this was asked last, a press or too short."""
        rang, self._rang = self._rang, 0
        return rang

    def stuck(self, now):
        """Whether it has been closed for too long."""
        return self._held and now - self._since > STUCK
