"""The host's side of the tray protocol (docs/tray-protocol.md): bytes in, bytes and events out.

It has no port, thread or clock: the caller passes bytes and the time, seconds that never run backwards.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.hardware.calibration import MAGNETS, Lesson
from companion.hardware.frames import Decoder, Frame, encode, number
from companion.hardware.open_question import OpenQuestion
from companion.hardware.rolls import OLD_AFTER, Reply, Rolls, TrayRoll, VoidRoll

PROTOCOL = 1

# Seconds, as the protocol has them.
HELLO_EVERY, PING_EVERY, AWAY_AFTER = 0.5, 1.0, 2.5
# How many hellos a device that may not be a tray gets, and how far apart: an old boot loader has ended by the second.
GENTLY, GENTLY_EVERY = 2, 3.0
# How long the lights show an answer from elsewhere.
_SHOWN = 5.0
# For how many trays the time they were last heard is kept: more than any house has.
_TRAYS = 16
# Frames kept for whoever looks for a fault.
_KEPT = 40


class About(Struct, frozen=True):
    """What a tray says of itself. `rolls` is the number of its last roll, `cause` why it started."""

    protocol: int
    firmware: str
    id: str
    rolls: int
    cause: str


class Here(NamedTuple):
    """The tray answered for the first time since the port was opened, or since it started."""

    about: About


class Stranger(NamedTuple):
    """A tray of another version answered; it is not used."""

    protocol: int
    firmware: str


class Level(NamedTuple):
    """What the sensor for magnets says, 0 to 1023, and for how many ms the knock sensor rang since the last time."""

    level: int
    rang: int = 0


class SelfTest(NamedTuple):
    """The tray's own test: "ok" or what is wrong, the supply in mV, the bytes of memory that were never used."""

    result: str
    supply: int
    free: int


Event = Here | Stranger | TrayRoll | VoidRoll | Level | SelfTest


class Talk:
    """The conversation with whatever is at the host's port, each time it is opened; `open` begins each one.

    After every call `take()` has the bytes to send. `about` is the tray that is there, None before it answered; `last`
    has the last frames of both, but for the sensor's level. `broken` counts the frames of the tray that came broken
    since it first answered, `lost` and `repeated` count by its numbers. `asked` is the question that the tray knows of,
    None while none is open or it has not heard of it.
    """

    def __init__(
        self, key: bytes, taught: Callable[[str], Lesson] = lambda _: Lesson(), asked: OpenQuestion | None = None
    ) -> None:
        """`key` is the host's secret, the same for good; `taught` knows how the tray with an id is read."""
        self.about: About | None = None
        self.last: deque[str] = deque(maxlen=_KEPT)
        self.broken: Counter[str] = Counter()
        self.lost = 0
        self.repeated = 0
        self._decoder = Decoder()
        self._rolls = Rolls(key)
        self._taught = taught
        self._out = bytearray()
        self._seq = 0
        self._expected: int | None = None
        self._heard = float("-inf")
        self._heard_of: dict[str, float] = {}
        self._counted = ""  # The id of the tray whose broken frames are counted.
        self._absent = False
        self.asked = asked
        self._question: str | None = None
        # Whether the tray has shown that nothing is due since the last question: its next word is of the new one.
        self._between = True
        self._shown: tuple[int, float] | None = None
        self._lesson = Lesson()
        self._hellos = float("inf")
        self.due_at = 0.0

    # What the host wants.

    def open(self, now: float, *, gently: bool = False) -> None:
        """A port was opened: say hello to whatever is there.

        With `gently`, the device may not be a tray: it gets one hello, and another one if it stays silent. A tray
        that starts says so, and is greeted like any other.
        """
        self._hellos = GENTLY if gently else float("inf")
        self._decoder = Decoder()
        self._expected = None
        self._seq = 0
        self._between = True
        self._out.clear()
        self._greet(now)

    def tick(self, now: float) -> None:
        """Say what is due now; `due_at` tells when that is."""
        if self.about and not self.answers(now):
            self._greet(now)
        elif now >= self.due_at:
            if self.about is None:
                self._greet(now)
            else:
                self._ping(now)

    def show(self, question: str | None, now: float) -> None:
        """Have the tray show whether a roll is due: the name of the question that waits for it, None for none."""
        if question == self._question:
            return
        self._between = self._between and self._question is None
        self._question = question
        if self.asked and self.asked.question != question:
            self.asked = None
        self._soon(now)

    def answer(self, pips: int, now: float) -> None:
        """Have the tray show the pips of a roll that was made elsewhere."""
        self._shown = (pips, now + _SHOWN)
        self._soon(now)

    def read(self, lesson: Lesson) -> None:
        """Read the tray that is there in another way from now on."""
        changed, self._lesson = lesson.mode != self._lesson.mode, lesson
        if changed and self.about:
            self._say("MODE", lesson.mode)

    def ask(self, verb: str, *args: str) -> None:
        """Say LEVEL or TEST to a tray that is there."""
        if self.about:
            self._say(verb, *args)

    def seen(self, rolled: TrayRoll) -> None:
        """The roll is on disk, or was practice: the tray may light its pips."""
        answer = self._rolls.seen(rolled)
        if self.about and self.about.id == rolled.id:
            self._say(*answer)

    @property
    def dropped(self) -> int:
        """How many rolls a tray abandoned or spoiled once it knew their pips."""
        return self._rolls.dropped

    def take(self) -> bytes:
        """The bytes to send, once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def answers(self, now: float) -> bool:
        """Whether a tray of our version is there and answers."""
        return self.about is not None and now - self._heard <= AWAY_AFTER

    # What the tray says.

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Take bytes from the port; returns what happened. Never raises."""
        events = []
        frames = self._decoder.feed(data)
        if data and self._hellos <= GENTLY:
            # A whole frame is a tray's, but for our own that is sent back; all else is another device's talk.
            self._hellos = float("inf") if any(frame.verb != "HELLO" for frame in frames) else 0
        for frame in frames:
            self._keep("<", str(frame))
            self._count(frame)
            self._heard = now
            event = self._handle(frame, now)
            if self.about:
                self._heard_of.pop(self.about.id, None)
                self._heard_of[self.about.id] = now
                if len(self._heard_of) > _TRAYS:
                    del self._heard_of[next(iter(self._heard_of))]
            if event:
                events.append(event)
        return events

    def _handle(self, frame: Frame, now: float) -> Event | None:
        match frame.verb, frame.args:
            case "BOOT", _:
                self._greet(now)
                return None
            case "TRAY", [protocol, firmware, *rest] if _are(protocol):
                return self._handle_tray(int(protocol), firmware, rest, now)
        if self.about is None:
            return None  # Whatever it is, it comes again after TRAY.
        id = self.about.id
        match frame.verb, frame.args:
            case "PONG", [count, due, mode, *_] if _are(count):
                self.about = replace(self.about, rolls=int(count))
                self._handle_due(due, now)
                if mode != self._lesson.mode:
                    self._say("MODE", self._lesson.mode)
            case "ROLL", [n, committed, how, *_] if _are(n) and _is_hex(committed, 16):
                return self._pass_on(self._rolls.commits(id, int(n), committed, self._is_old(how)))
            case "SHOW", [n, secret, drawn, pips, *_] if _are(n, pips) and _is_hex(secret, 16):
                return self._pass_on(self._rolls.shows(id, int(n), secret, drawn, int(pips)))
            case "FACE", [n, level, how, *_] if _are(n, level):
                faces = self._lesson.faces if self._lesson.mode == MAGNETS else None
                return self._pass_on(self._rolls.faces(id, int(n), int(level), self._is_old(how), faces))
            case "LEVEL", [level, *more] if _are(level, *more[:1]):
                return Level(int(level), *map(int, more[:1]))
            case "TEST", [result, supply, free, *_] if _are(supply, free):
                return SelfTest(result, int(supply), int(free))
        return None

    def _handle_tray(self, protocol: int, firmware: str, rest: list[str], now: float) -> Event | None:
        if protocol != PROTOCOL:
            self.about = None
            return Stranger(protocol, firmware)
        match rest:
            case [id, count, cause, *_] if _is_hex(id, 4) and _are(count):
                first = self.about is None or self.about.id != id
                self.about = About(protocol, firmware, id, int(count), cause)
                if first:
                    self._count_broken(id)
                    self._absent = now - self._heard_of.get(id, float("-inf")) > OLD_AFTER
                    # Now: what it has to say of a pending roll may be in the same bytes.
                    self._lesson = self._taught(id)
                self._say("MODE", self._lesson.mode)
                self._ping(now)
                return Here(self.about) if first else None
        return None

    def _handle_due(self, due: str, now: float) -> None:
        """The tray says whether it knows that a roll is due: what it rolled before is no answer."""
        if due == "0" and not self._between:
            self._between = True
            self._soon(now)
        elif due == "1" and self._between and self._question is not None and self.about:
            asked = OpenQuestion(self._question, self.about.id, self.about.rolls)
            # The first word counts: by the next one the tray may have rolled for this question.
            self.asked = self.asked if self.asked and self.asked.id == asked.id else asked

    def _is_old(self, how: str) -> bool:
        return how == "again" and self._absent

    def _pass_on(self, answer: Reply) -> TrayRoll | VoidRoll | None:
        if answer.say:
            self._say(*answer.say)
        if isinstance(answer.event, TrayRoll) and self.asked:
            return answer.event._replace(asked=self.asked.by(answer.event.id, answer.event.n))
        return answer.event

    def _count(self, frame: Frame) -> None:
        """Notice frames that were lost on the way, or came again."""
        if self._expected is not None and frame.verb != "BOOT":
            ahead = (frame.seq - self._expected) % 256
            if ahead >= 128:
                self.repeated += 1
                return
            self.lost += ahead
        self._expected = (frame.seq + 1) % 256

    def _count_broken(self, id: str) -> None:
        """Count from here on what comes broken: before, another device may have spoken, or the board's boot loader."""
        if id != self._counted:
            self._counted = id
            self.broken.clear()
        self._decoder.broken = self.broken

    def _greet(self, now: float) -> None:
        self.about = None
        if self._hellos > 0:
            self._hellos -= 1
            self._say("HELLO", PROTOCOL)
        self.due_at = now + (HELLO_EVERY if self._hellos > GENTLY else GENTLY_EVERY)

    def _ping(self, now: float) -> None:
        if self._shown and now >= self._shown[1]:
            self._shown = None
        self._say("PING", int(self._question is not None and self._between), self._shown[0] if self._shown else "-")
        self.due_at = now + PING_EVERY

    def _soon(self, now: float) -> None:
        """Ping at once; hello keeps its pace."""
        if self.about:
            self.due_at = min(self.due_at, now)

    def _say(self, *words: object) -> None:
        verb, *args = words
        self._out += encode(self._seq, str(verb), *args)
        self._seq = (self._seq + 1) % 256
        self._keep(">", " ".join(map(str, words)))

    def _keep(self, way: str, text: str) -> None:
        # While somebody looks, these would soon be all that is kept.
        if not text.startswith("LEVEL"):
            self.last.append(f"{way} {text}")


def _are(*words: str) -> bool:
    """Whether these are numbers as the protocol writes them."""
    return all(number(word) is not None for word in words)


def _is_hex(word: str, size: int) -> bool:
    return re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", word) is not None
