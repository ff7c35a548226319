"""A roll, from the knock to its pips: docs/tray-protocol.md says what is said when."""

from fair import commit, pips
from frames import tohex

SOON = 250  # ms between two tries at first
SOON_FOR = 2000
LATER = 1000
GIVE_UP = 60000
# A magnetic die lies still when its level does.
STILL = 300
NEVER = 5000
NOISE = 3

READY, TUMBLING, ROLLED, SHOWN, FACED = range(5)


class Roll:
    """The roll that is on, or none. `send(text, number)` sends a frame and returns its number; None for a new one."""

    def __init__(self, board, kept, light, send, now):
        self._board, self._kept, self._light, self._send = board, kept, light, send
        self._stage = READY
        self._again = False
        self._began = self._said = self._first = now
        self._numbers = {}  # of the last frame of each kind: one that is said again keeps its number
        self._level = self._rests = 0
        self.magnets = False
        if kept.begun:
            self._begin(True, now)

    @property
    def count(self):
        """The number of the last roll that began."""
        return self._kept.n if self._kept.begun else self._kept.n - 1

    def press(self, now):
        """Somebody knocked."""
        if self._stage != READY:
            return
        if self.magnets:
            self._stage, self._began, self._rests = TUMBLING, now, now
            self._level = self._board.level()
            self._light.begin()
        else:
            self._kept.begin()
            self._begin(False, now)

    def mode(self, magnets):
        """Whether the die's own fall counts."""
        self.magnets = magnets
        if not magnets and self._stage == TUMBLING:
            self._stage = READY

    def greeted(self, now):
        """A host that was started anew has not heard of the pending roll."""
        if self._stage in (ROLLED, SHOWN):
            self._enter(ROLLED, now, new=False)
        elif self._stage == FACED:
            self._enter(FACED, now, new=False)

    def draw(self, n, draw, now):
        """The host's number has come. It is kept before it is used: else pulling the plug would give another try."""
        if n != self._kept.n:
            return
        if self._stage == ROLLED:
            if self._kept.draw is None:
                self._kept.drawn(draw)
            self._enter(SHOWN, now, new=True)
        elif self._stage == SHOWN:
            self._say(now, new=False)

    def seen(self, n, made, now):
        """The host has taken the roll, with these pips; None where it does not count."""
        if (
            n != self._kept.n
            or self._stage not in (ROLLED, SHOWN, FACED)
            or (made is not None and self._stage == ROLLED)
        ):
            return
        if made is None or (self._stage == SHOWN and made != self._pips()):
            self._light.fault(now)
        else:
            self._light.answer(made, now)
        self._end()

    def tick(self, now):
        """Let time pass."""
        if self._stage == TUMBLING:
            self._tumble(now)
        elif self._stage != READY:
            if now - self._began >= GIVE_UP:
                self._light.fault(now)
                self._end()
            elif now - self._said >= (SOON if now - self._first < SOON_FOR else LATER):
                self._say(now, new=False)

    def _tumble(self, now):
        level = self._board.level()
        if abs(level - self._level) > NOISE:
            self._level, self._rests = level, now
        if now - self._rests >= STILL:
            self._kept.begin(self._level)
            self._begin(False, now)
        elif now - self._began >= NEVER:
            self._stage = READY
            self._light.fault(now)

    def _begin(self, again, now):
        self._again, self._began = again, now
        self._light.begin()
        self._enter(ROLLED if self._kept.level is None else FACED, now, new=True)

    def _end(self):
        self._stage = READY
        self._kept.next()

    def _pips(self):
        return pips(self._kept.secret, self._kept.draw, self._kept.n)

    def _enter(self, stage, now, new):
        self._stage, self._first = stage, now
        self._say(now, new)

    def _say(self, now, new):
        """What the stage has to say, with a number of its own or with the last one."""
        kept, how = self._kept, "again" if self._again else "fresh"
        if self._stage == ROLLED:
            text = f"ROLL {kept.n} {tohex(commit(kept.id, kept.n, kept.secret))} {how}"
        elif self._stage == SHOWN:
            text = f"SHOW {kept.n} {tohex(kept.secret)} {tohex(kept.draw)} {self._pips()}"
        else:
            text = f"FACE {kept.n} {kept.level} {how}"
        self._numbers[self._stage] = self._send(text, None if new else self._numbers.get(self._stage))
        self._said = now
