"""A simulated tray board (docs/tray-protocol.md), for the virtual tray and the tests.

It has no port, thread or clock: the caller passes bytes and the time in seconds.
"""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.hardware import commitment
from companion.hardware.frames import Decoder, Frame, encode, number

FIRMWARE = "virtual-1.0"

# Seconds, as the protocol has them.
_SOON, _SOON_FOR, _LATER, _GIVE_UP = 0.25, 2.0, 1.0, 60.0
_LIT = 3.0
_NOBODY_AFTER = 3.0
_WATCHDOG = 0.5
# Milliseconds that the knock sensor rings: for a knock, and at least for it to be one.
_KNOCK, _ENOUGH = 34, 20


@dataclass
class Memory:
    """What a tray keeps without power: its id, its last roll, whether that one is still pending, and a secret.

    The secret belongs to the pending roll, or else to the next one. `draw` is the host's number for a pending roll, and
    `level` that of a pending face.
    """

    id: str = field(default_factory=lambda: secrets.token_hex(4))
    rolls: int = 0
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    pending: bool = False
    draw: str | None = None
    level: int | None = None


class Board:
    """A tray's board. `memory` outlives resets and power; `light` is what its lights show.

    After every call `take()` has the frames to send. The rest is for playing tricks: `protocol` is the version it
    says, `lies` makes its next reveal a false one, `random` draws its secrets.
    """

    def __init__(self, memory: Memory | None = None, random: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.memory = memory or Memory()
        self.random = random
        self.protocol = 1
        self.lies = False
        self.firmware = FIRMWARE
        self.level = 512
        self.rang = 0  # ms, of the knock sensor
        self.light = "off"
        self._out: list[bytes] = []

    def start(self, now: float, cause: str = "power") -> None:
        """Start anew: everything but the memory is forgotten."""
        self._decoder = Decoder()
        self._out.clear()
        self._seq = 0
        self._cause = cause
        self._mode = "number"
        self._due = "0"
        self._pinged = float("-inf")
        self._lit_until = float("-inf")
        self._hangs_until: float | None = None
        self._how = "again"
        self._waiting: bytes | None = None
        self._began = self._said = self._again_at = now
        self.light = "off"
        self._say("BOOT", self.protocol, self.firmware, cause)
        if self.memory.pending:
            self._begin(now)

    def knock(self, now: float, rang: int = _KNOCK) -> None:
        """Knock on the tray, so that its sensor rings for some milliseconds."""
        self.rang = max(self.rang, rang)
        if rang < _ENOUGH:
            return
        if self._mode == "number" and not self.memory.pending:
            self._new_roll(None, now)

    def die(self, level: int, now: float) -> None:
        """A die comes to rest over the sensor."""
        self.level = level
        if self._mode == "magnets" and not self.memory.pending:
            self._new_roll(level, now)

    def receive(self, data: bytes, now: float) -> None:
        """Receive bytes from the host."""
        for frame in self._decoder.feed(data):
            if self._hangs_until is None and not self._handle(frame, now):
                self._say("WHAT", frame.verb)

    def tick(self, now: float) -> None:
        """Do what is due now."""
        if self._hangs_until is not None and now >= self._hangs_until:
            self.start(now, "watchdog")
        if self._waiting and now - self._began >= _GIVE_UP:
            self._finish("error", now)
        elif self._waiting and now >= self._again_at:
            self._out.append(self._waiting)
            self._again_at = now + (_SOON if now - self._said < _SOON_FOR else _LATER)
        if now - self._pinged > _NOBODY_AFTER and self.light in ("dark", "breathes"):
            self.light = "nobody"

    @property
    def due_at(self) -> float:
        """When `tick` has something to do."""
        times = [self._pinged + _NOBODY_AFTER] if self.light in ("dark", "breathes") else []
        if self._waiting:
            times += [self._again_at, self._began + _GIVE_UP]
        if self._hangs_until is not None:
            times.append(self._hangs_until)
        return min(times, default=float("inf"))

    def take(self) -> list[bytes]:
        """The frames to send, once."""
        out, self._out = self._out, []
        return out

    def _handle(self, frame: Frame, now: float) -> bool:
        """Carry out a frame; false if it cannot be understood."""
        memory = self.memory
        match frame.verb, frame.args:
            case "HELLO", [protocol, *_] if number(protocol) is not None:
                self._say("TRAY", self.protocol, self.firmware, memory.id, memory.rolls, self._cause)
                if memory.pending:
                    self._again(now)
            case "MODE", [("number" | "magnets") as mode, *_]:
                self._mode = mode
            case "PING", [("0" | "1") as due, ("-" | "0" | "1" | "2" | "3") as pips, *_]:
                self._due, self._pinged = due, now
                if pips != "-":
                    self.light = f"pips {pips}"
                elif not memory.pending and now >= self._lit_until:
                    self.light = "breathes" if due == "1" else "dark"
                self._say("PONG", memory.rolls, due, self._mode)
            case "DRAW", [n, drawn, *_] if number(n) is not None and re.fullmatch("[0-9a-f]{16}", drawn):
                if memory.pending and memory.level is None and number(n) == memory.rolls:
                    memory.draw = memory.draw or drawn
                    self._show(memory.draw, now)
            case "SEEN", [n, ("void" | "0" | "1" | "2" | "3") as pips, *_] if number(n) is not None:
                if memory.pending and number(n) == memory.rolls:
                    self._finish("error" if pips == "void" else f"pips {pips}", now)
            case "LEVEL", _:
                self._say("LEVEL", self.level, self.rang)
                self.rang = 0
            case "TEST", ["watchdog", *_]:
                self._hangs_until = now + _WATCHDOG
            case "TEST", _:
                self._say("TEST", "ok", 5000, 1024)
            case _:
                return False
        return True

    def _new_roll(self, level: int | None, now: float) -> None:
        self.memory.rolls += 1
        self.memory.pending, self.memory.level = True, level
        self._how = "fresh"
        self.light = "rolls"
        self._begin(now)

    def _begin(self, now: float) -> None:
        self._began = now
        self._again(now)

    def _again(self, now: float) -> None:
        """Say what this roll begins with."""
        memory = self.memory
        if memory.level is None:
            committed = commitment.commit(bytes.fromhex(memory.id), memory.rolls, memory.secret)
            self._ask(now, "ROLL", memory.rolls, committed.hex(), self._how)
        else:
            self._ask(now, "FACE", memory.rolls, memory.level, self._how)

    def _show(self, drawn: str, now: float) -> None:
        memory = self.memory
        pips = commitment.pips(memory.secret, bytes.fromhex(drawn), memory.rolls)
        secret = bytes(16) if self.lies else memory.secret
        self.lies = False
        self._ask(now, "SHOW", memory.rolls, secret.hex(), drawn, pips)

    def _finish(self, light: str, now: float) -> None:
        self.light, self._lit_until = light, now + _LIT
        self.memory.pending, self.memory.draw, self.memory.level = False, None, None
        self.memory.secret = self.random(16)
        self._waiting = None

    def _ask(self, now: float, *words: object) -> None:
        """Say something that has to be answered, until it is."""
        self._say(*words)
        self._waiting = self._out[-1]
        self._said, self._again_at = now, now + _SOON

    def _say(self, *words: object) -> None:
        verb, *args = words
        self._out.append(encode(self._seq, str(verb), *args))
        self._seq = (self._seq + 1) % 256
