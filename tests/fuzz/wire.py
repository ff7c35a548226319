"""The dice tray's door: talks with all that a wire does to them, held against the protocol as its page says it.

Nothing of the program is used to judge what it took: frames are found by a pattern and checked with a sum worked out
bit by bit, and rolls are worked out from SHA-256 (docs/tray-protocol.md).
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable
from functools import lru_cache
from random import Random

from companion.hardware.board import Board, Memory
from companion.hardware.calibration import MAGNETS, Lesson
from companion.hardware.faces import Faces
from companion.hardware.frames import Frame, encode
from companion.hardware.rolls import TrayRoll
from companion.hardware.talk import Event, Talk
from tests.hardware import vectors

KEY = bytes(range(32))
# The tray with this id reads a die; its faces lie 64 apart, and what is nearer than a third of that to one is that one.
MAGNETIC = "0ddd1ce5"
LESSON = Lesson(MAGNETS, Faces({0: 512, 1: 576, 2: 640, 3: 704}))
LEVELS = (512, 576, 640, 704)
FACES = (0, 0, 0, 1, 2, 3)

_FRAME = re.compile(rb"!([^!\n]*)\n")
_FORM = re.compile(rb"([0-9A-F]{2}) ([A-Z]{1,8}(?: [!-)+-~]+)*)\*([0-9A-F]{4})")


def _sum_table() -> list[int]:
    table = []
    for byte in range(256):
        value = byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
        table.append(value)
    return table


_TABLE = _sum_table()


@lru_cache(2**16)
def check_sum(body: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    value = 0xFFFF
    for byte in body:
        value = value << 8 & 0xFFFF ^ _TABLE[value >> 8 ^ byte]
    return value


def whole(data: bytes) -> list[tuple[int, str]]:
    """The whole frames in some bytes: number and words."""
    found = []
    for line in _FRAME.findall(data.replace(b"\r", b"")):
        form = _FORM.fullmatch(line)
        if form and len(line) <= 94 and int(form[3], 16) == check_sum(line[:-5]):
            found.append((int(form[1], 16), form[2].decode()))
    return found


def mended(data: bytes) -> bytes:
    """The same with every sum made right: what a tray says that lies, and no wire has spoiled."""
    return re.sub(rb"!([^!\n*]*)\*[^!\n]*\n", lambda line: b"!%b*%04X\n" % (line[1], check_sum(line[1])), data)


class Ear(Talk):
    """A host of whom one can see which frames it handled, and of how many rolls it has heard, each tray's by itself."""

    def __init__(self, key: bytes, taught: Callable[[str], Lesson]) -> None:
        super().__init__(key, taught)
        self.heard: list[Frame] = []
        self.rolls: set[tuple[str, str]] = set()

    def _handle(self, frame: Frame, now: float) -> Event | None:
        self.heard.append(frame)
        if self.about and frame.args and frame.verb in ("ROLL", "SHOW", "FACE"):
            self.rolls.add((self.about.id, frame.args[0]))
        return super()._handle(frame, now)


def enter(data: bytes) -> int:
    """Bring bytes to a host; fails where one frame is broken and taken, or a roll counts that nobody made.

    Returns how many rolls counted. Every frame is taken that is whole, and no other; a number counts once, its pips
    follow from what was committed first and from what was shown; a face counts where its level is near that of a face;
    the host's own answers are whole; and afterwards an honest tray is understood as ever.
    """
    frames = whole(data)
    talk = Ear(KEY, lambda id: LESSON if id == MAGNETIC else Lesson())
    talk.open(0.0)
    counted: dict[tuple[str, int], TrayRoll] = {}
    told: dict[str, list[list[str]]] = {}
    for _, frame in frames:
        if frame.startswith(("ROLL ", "SHOW ", "FACE ")):
            told.setdefault(frame.split(" ")[1], []).append(frame.split(" "))
    now = 0.0
    for line in re.split(rb"(?<=\n)", data):
        now += 0.01
        for event in talk.receive(line, now):
            if isinstance(event, TrayRoll):
                # The host remembers so many rolls; of older ones the log knows that they were counted.
                again = (event.id, event.n) in counted
                assert not again or len(talk.rolls) > 64, f"roll {event.n} counted twice"
                counted.setdefault((event.id, event.n), event)
                talk.seen(event)
        talk.tick(now)
    assert [(frame.seq, str(frame)) for frame in talk.heard] == frames
    answers = talk.take()
    assert len(whole(answers)) == answers.count(b"!") == answers.count(b"\n")
    for event in counted.values():
        words = told[str(event.n)]
        made = _pips_shown(event, words)
        if event.id == MAGNETIC:
            made |= _pips_lying(words)
        assert event.pips in made, event
    # What is led by coverage would guess any id that stands here, and its rolls were counted then.
    assert _honest(talk, hashlib.sha256(data).hexdigest()[:8], now) == 1
    return len(counted)


def _pips_lying(frames: list[list[str]]) -> set[int]:
    """What faces these frames tell of."""
    levels = [int(frame[2]) for frame in frames if frame[0] == "FACE" and len(frame) > 3 and frame[2].isdigit()]
    return {pips for level in levels for pips, face in enumerate(LEVELS) if 3 * abs(level - face) <= 64}


def _pips_shown(event: TrayRoll, frames: list[list[str]]) -> set[int]:
    """What a roll can have come to: from what these frames show after they have committed to it."""
    number, id = event.n.to_bytes(4, "big"), bytes.fromhex(event.id)
    committed, made = set(), set()
    for frame in frames:
        if frame[0] == "ROLL" and len(frame) > 3:
            committed.add(frame[2])
        if frame[0] == "SHOW" and len(frame) > 4 and re.fullmatch("[0-9a-f]{32}", frame[2]):
            hidden = bytes.fromhex(frame[2])
            promise = hashlib.sha256(b"tray" + id + number + hidden).digest()[:16]
            own = hmac.new(KEY, b"draw" + id + number + promise, hashlib.sha256).digest()[:8]
            sums = hashlib.sha256(b"pips" + hidden + own + number).digest()
            if promise.hex() in committed and frame[3] == own.hex():
                made.add(next((FACES[byte % 6] for byte in sums if byte < 252), 0))
    return made


def _honest(talk: Talk, id: str, now: float) -> int:
    """How many rolls are counted when a tray that was never here makes one."""
    board = Board(Memory(id, 0, bytes(16)))
    board.start(now)
    found = 0
    for step in range(12):
        if step == 8:
            board.knock(now)
        for frame in board.take():
            for event in talk.receive(frame, now):
                if isinstance(event, TrayRoll) and event.id == id:
                    found += 1
                    talk.seen(event)
        talk.tick(now)
        board.receive(talk.take(), now)
    return found


def _evening(id: str, rolls: int) -> bytes:
    """All that an honest tray says in an evening of so many rolls."""
    dice = Random(id)
    board, talk = Board(Memory(id, 0, dice.randbytes(16)), dice.randbytes), Talk(KEY, lambda _: _lesson(id))
    said, now = b"", 0.0
    board.start(now)
    talk.open(now)
    for _ in range(rolls * 6):
        now += 0.3
        board.tick(now)
        talk.tick(now)
        for frame in board.take():
            said += frame
            for event in talk.receive(frame, now):
                if isinstance(event, TrayRoll):
                    talk.seen(event)
        board.receive(talk.take(), now)
        if dice.random() < 0.3:
            board.knock(now)
            board.die(dice.choice(LEVELS) + dice.randrange(-30, 30), now)
    return said


def _lesson(id: str) -> Lesson:
    return LESSON if id == MAGNETIC else Lesson()


EVENINGS = (*(_evening(id, 24) for id in ("1a2b3c4d", "00000000", "ffffffff")), _evening(MAGNETIC, 24))
# The talks of the protocol's examples were made with another key: their frames are right here, and their rolls wrong.
TALKS = (
    *(
        b"".join(vectors.raw(text) + b"\n" for mark, text in talk.lines if mark.startswith("<"))
        for talk in vectors.talks()
    ),
    *(vectors.raw(given) for kind in ("broken", "stream") for given, _ in vectors.examples(kind)),
)
SCRAPS = (
    *(encode(n, verb, *args) for n, verb, *args in ((0, "BOOT", 1, "9", "power"), (7, "TRAY", 2, "2.0.0", "x"))),
    encode(9, "TRAY", 1, "1.0.0", MAGNETIC, 3, "power"),
    encode(9, "TRAY", 1, "1.0.0", "1a2b3c4d", 3, "power"),
    *(encode(n, "FACE", n, level, "fresh") for n, level in ((3, 512), (4, 544), (5, 9999), (6, 704))),
    *(b"!", b"\n", b"\r", b"*", b" ", b"!!", b"\x00", b"\xff", b"*0000\n", b" again", b" fresh", b"!00 ", b"\x11\x13"),
)
