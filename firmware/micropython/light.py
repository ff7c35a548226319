"""The lights: what they show at a moment, from what tray and host have said."""

ANSWER = 6000  # ms
FAULT = 900
BLINK = 150
ALONE = 3000  # without a PING nobody is there
BREATH = 2048
RUN = 1600
STEP = 160


class Light:
    """Three lights for the pips, and one that breathes while a roll is due."""

    def __init__(self):
        self.due = False
        self._elsewhere = None  # pips of a roll made elsewhere
        self._heard = None
        self._shown = None  # pips of our own roll, or "fault"
        self._since = 0

    def told(self, due, pips, now):
        """By a PING; `pips` is None for none."""
        self.due, self._elsewhere, self._heard = due, pips, now

    def answer(self, pips, now):
        """Our own roll counts."""
        self._shown, self._since = pips, now

    def fault(self, now):
        """A short blink of all three."""
        self._shown, self._since = "fault", now

    def begin(self):
        """A new roll: the old answer goes."""
        self._shown = None

    def show(self, now):
        """Whether each of the three lights is on, and how bright the fourth is, 0 to 255."""
        age = now - self._since
        alone = self._heard is None or now - self._heard > ALONE
        pips = (False, False, False)
        if self._shown == "fault" and age < FAULT:
            pips = (age // BLINK % 2 == 0,) * 3
        elif self._shown not in (None, "fault") and age < ANSWER:
            pips = _pips(self._shown, age)
        elif not alone and self._elsewhere is not None:
            pips = _pips(self._elsewhere, now)
        beat = now % BREATH
        if alone:
            return pips, 255 if beat < 60 or 240 <= beat < 300 else 0
        height = beat // 4 if beat < BREATH // 2 else 511 - beat // 4
        return pips, height * height // 255 if self.due else 0


def _pips(pips, age):
    """So many lights; none is a light that runs along and leaves, so that it is an answer too."""
    if pips:
        return tuple(at < pips for at in range(3))
    return tuple(age % RUN // STEP == at for at in range(3))
