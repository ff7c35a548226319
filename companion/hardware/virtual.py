"""A virtual dice tray: it speaks the real protocol over a pseudo-terminal, and can be told to misbehave.

It takes commands through the socket tray.sock in the data folder, one per line, and answers each when it is done:

knock [MS]      somebody knocks: the sensor rings   level N    the sensor's level, 0 to 1023
die N           a die of level N comes to rest      light      tells what the lights show: off, nobody, dark,
until LIGHT     answers when they show that                    breathes, rolls, pips 0 to pips 3, or error
unplug, plug    the cable                           reset      the board restarts
noise           a handful of bytes that mean nothing
lose N          its next N frames get lost          deaf N     the host's next N frames get lost
double N        its next N frames come twice        lie        its next reveal is a false one
version N       it says it is of this version       mute       it says and hears nothing, until plugged in again
"""

import contextlib
import os
import select
import threading
import time
import tty
from pathlib import Path

from companion.hardware.board import Board
from companion.hardware.wire import Wire

SOCKET = "tray.sock"
_NOISE = bytes(range(0, 256, 7)) + b"!7F ROLL 9 \n!!*0000\n!00 PONG 1"
_UNTIL = 20.0
_WORDS = (
    "knock [MS], die N, level N, light, until LIGHT, unplug, plug, reset, noise, lose N, double N, deaf N, lie,"
    " version N or mute"
)


class VirtualTray:
    """A board at a pseudo-terminal. Raises OSError if the system has no terminal or no socket to give."""

    def __init__(self, folder: Path) -> None:
        self.board = Board()
        self._lock = threading.Condition()
        self._wake_read, self._wake_write = os.pipe()
        self._ends: tuple[int, int] | None = None  # The board's end of the cable and the host's.
        self._port: str | None = None
        self._lose = self._double = self._deaf = 0
        self._mute = False
        self._closing = False
        self._plug()
        self._thread = threading.Thread(target=self._run, name="virtual tray", daemon=True)
        self._thread.start()
        self._wire = Wire(folder / SOCKET, self._handle)

    @property
    def port(self) -> str | None:
        """The device of the host's end, None while the cable is out."""
        return self._port

    def close(self) -> None:
        """Pull the cable out for good."""
        self._wire.close()
        with self._lock:
            self._closing = True
            self._lock.notify_all()
        self._wake()
        self._thread.join()
        self._unplug()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _handle(self, words: str) -> str:
        word, _, number = words.partition(" ")
        with self._lock:
            if word == "until":
                shown = self._lock.wait_for(lambda: self._light == number or self._closing, _UNTIL)
                return "ok" if shown else f"error: they show {self._light}"
            answer = self._do(word, int(number) if number.isdecimal() and len(number) < 5 else None)
        self._wake()
        return answer

    def _do(self, word: str, number: int | None) -> str:
        board, now = self.board, time.monotonic()
        match word, number:
            case "knock", None:
                if self._ends:
                    board.knock(now)
            case "knock", int(rang):
                if self._ends:
                    board.knock(now, rang)
            case "die", int(level):
                if self._ends:
                    board.die(level, now)
            case "level", int(level):
                board.level = level
            case "light", None:
                return self._light
            case "unplug", None:
                self._unplug()
            case "plug", None:
                if self._ends is None:
                    self._plug()
            case "reset", None:
                board.start(now, "reset")
            case "noise", None:
                self._write(_NOISE)
            case "lose", int(count):
                self._lose = count
            case "double", int(count):
                self._double = count
            case "deaf", int(count):
                self._deaf = count
            case "lie", None:
                board.lies = True
            case "version", int(version):
                board.protocol = version
                board.start(now, "reset")
            case "mute", None:
                self._mute = True
            case _:
                return f"error: {_WORDS}"
        return "ok"

    @property
    def _light(self) -> str:
        return self.board.light if self._ends else "off"

    def _plug(self) -> None:
        board, host = os.openpty()
        tty.setraw(host)
        os.set_blocking(board, False)
        self._ends, self._port = (board, host), os.ttyname(host)
        self._mute = False
        self.board.start(time.monotonic())

    def _unplug(self) -> None:
        if self._ends:
            for end in self._ends:
                os.close(end)
        self._ends = self._port = None

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._closing:
                    return
                now = time.monotonic()
                if self._ends:
                    self.board.tick(now)
                    self._speak()
                    self._lock.notify_all()
                    wait = None if self.board.due_at == float("inf") else max(0.0, self.board.due_at - now)
                    watched = [self._wake_read, self._ends[0]]
                else:
                    wait, watched = None, [self._wake_read]
            with contextlib.suppress(OSError, ValueError):  # The cable may have been pulled out just now.
                ready = select.select(watched, [], [], wait)[0]
                if self._wake_read in ready:
                    os.read(self._wake_read, 1000)
                self._hear()

    def _hear(self) -> None:
        with self._lock:
            if self._ends is None:
                return
            with contextlib.suppress(BlockingIOError):
                data = os.read(self._ends[0], 1000)
                lines = data.splitlines(keepends=True)
                self._deaf, deaf = max(0, self._deaf - len(lines)), self._deaf
                if not self._mute:
                    self.board.receive(b"".join(lines[deaf:]), time.monotonic())

    def _speak(self) -> None:
        for frame in self.board.take():
            if self._mute:
                continue
            if self._lose:
                self._lose -= 1
                continue
            self._write(frame)
            if self._double:
                self._double -= 1
                self._write(frame)

    def _write(self, data: bytes) -> None:
        # What nobody reads is lost, as on a real wire.
        if self._ends:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)

    def _wake(self) -> None:
        os.write(self._wake_write, b".")
