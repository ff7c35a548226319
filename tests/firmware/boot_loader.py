"""A board at a pseudo-terminal: its boot loader speaks STK500, version 1, and then the tray starts that was written."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import termios
import threading
import time
import tty
from enum import IntEnum

from companion.hardware.board import Board

INSYNC, OK, NOSYNC, END = b"\x14", b"\x10", b"\x15", 0x20
ATMEGA328P = b"\x1e\x95\x0f"


class Ask(IntEnum):
    """The questions that avrdude asks of a boot loader."""

    SYNC = 0x30
    PARAMETER = 0x41
    DEVICE = 0x42
    MORE_OF_DEVICE = 0x45
    ENTER = 0x50
    LEAVE = 0x51
    ADDRESS = 0x55
    UNIVERSAL = 0x56
    WRITE = 0x64
    READ = 0x74
    SIGNATURE = 0x75


# How many bytes a question has with its end. A page to write brings its own length.
LENGTHS = {
    Ask.PARAMETER: 3, Ask.DEVICE: 22, Ask.MORE_OF_DEVICE: 7, Ask.ADDRESS: 4, Ask.UNIVERSAL: 6, Ask.READ: 5,
}  # fmt: skip
SHORTEST = 2


class BootLoader:
    """`flash` is what was written. It hears nothing at another speed than `baud`.

    Where it does not start, what was written runs and cannot be understood.
    """

    def __init__(self, baud: int = 115200, signature: bytes = ATMEGA328P, starts: bool = True) -> None:
        self.flash = bytearray(b"\xff" * 32768)
        self.baud, self._signature, self._starts = baud, signature, starts
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self._address = 0
        self._tray: Board | None = None
        self._heard = bytearray()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Pull it out."""
        self._ended.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)

    def _run(self) -> None:
        while not self._ended.is_set():
            came = os.read(self._ours, 4096) if select.select([self._ours], [], [], 0.02)[0] else b""
            if self._tray:
                self._tray.tick(time.monotonic())
                self._tray.receive(came, time.monotonic())
                for frame in self._tray.take():
                    self._say(frame)
            elif termios.tcgetattr(self._theirs)[4] == getattr(termios, f"B{self.baud}"):
                self._heard += came
                while answer := self._next():
                    self._say(answer)

    def _say(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._ours, data)

    def _next(self) -> bytes:
        """The answer to the next whole question, b"" while none is there."""
        heard = self._heard
        if not heard:
            return b""
        verb, length = heard[0], LENGTHS.get(heard[0], SHORTEST)
        if verb == Ask.WRITE:
            length = 5 + int.from_bytes(heard[1:3]) if len(heard) > 2 else 5
        if len(heard) < length:
            return b""
        asked, self._heard = bytes(heard[:length]), heard[length:]
        if asked[-1] != END:
            self._heard.clear()
            return NOSYNC
        return INSYNC + self._do(verb, asked[1:-1]) + OK

    def _do(self, verb: int, told: bytes) -> bytes:
        match verb:
            case Ask.LEAVE:
                if self._starts:
                    self._tray = Board()
                    self._tray.start(time.monotonic())
            case Ask.ADDRESS:
                self._address = 2 * int.from_bytes(told, "little")
            case Ask.WRITE:
                assert told[2:3] == b"F"
                self.flash[self._address : self._address + len(told) - 3] = told[3:]
            case Ask.READ:
                return bytes(self.flash[self._address : self._address + int.from_bytes(told[:2])])
            case Ask.SIGNATURE:
                return self._signature
            case Ask.PARAMETER | Ask.UNIVERSAL:
                return b"\x03"
        return b""
