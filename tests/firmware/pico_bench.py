"""The tray in MicroPython, in real time, its port a pseudo-terminal; everything behind its pins is made up."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests import chance
from tests.firmware.bench import FIRMWARE, Board

HERE = Path(__file__).parent / "pico"
TRAY = FIRMWARE / "micropython"
# It comes with the tests' environment.
NODE = Path(sys.executable).with_name("node")
# How soon the chip's watchdog bites, in ms.
BITES = 500
# The words of the other bench name the pins of its board.
CONTACTS = {"D2": "button", "D3": "knock"}
LIGHTS = ("D5", "D6", "D9", "D13")


class Python:
    """MicroPython in a process of its own; its flash is a folder."""

    def __init__(self, flash: Path) -> None:
        flash.mkdir(exist_ok=True)
        command = [NODE, HERE / "bench.mjs", TRAY, HERE, flash]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **what: object) -> dict[str, Any]:
        """One step, as bench.mjs describes it."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "MicroPython has ended, and said why above"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End it."""
        self._process.communicate()
        assert self._process.returncode == 0


class Pico(Board):
    """A board with power, following the same words as the one in the simulator."""

    def __init__(self, built: Path, folder: Path) -> None:
        """`built` is not needed: nothing is compiled."""
        del built
        self.port = folder / "tray"
        self._python = Python(folder / "flash")
        self._dice = chance.dice()
        self._now = self._lose = self._bites = self._due = 0
        self._closed = dict.fromkeys(CONTACTS.values(), 0)
        self._level = 512
        self._typed = b""
        self._lit, self._steps, self._starts = [0.0] * 4, 0, 0
        self._powered = self._ended = False
        self._ends: tuple[int, int] | None = None
        self._answers: list[str] = []
        self._doing: Iterator[None] = iter(())
        self._lock = threading.Condition()
        self._plug()
        self._start("power")
        self._clock = threading.Thread(target=self._run)
        self._clock.start()

    def word(self, *words: str) -> str:
        """Say words to the bench; each is done when this returns. Answers the last answer.

        The board's clock carries them out, so that between two of them no more of its time goes by than they say.
        """
        with self._lock:
            self._answers, self._doing = [], self._handle(words)
            assert self._lock.wait_for(lambda: len(self._answers) == len(words) or not self._clock.is_alive(), 200)
            assert self._clock.is_alive(), "the bench has ended, and said why above"
            return self._answers[-1]

    def breathes(self) -> None:
        """Wait until it breathes. Alone it flashes, and is never half bright."""
        with self._lock:
            assert self._lock.wait_for(lambda: 0 < self._due < 255 or not self._clock.is_alive(), 60)

    def close(self) -> None:
        """End it; its flash stays in its folder."""
        with self._lock:
            self._ended = True
        self._clock.join()
        self._unplug()
        self._python.close()

    def _handle(self, words: Sequence[str]) -> Iterator[None]:
        """Carry words out, and give way in each millisecond of a wait."""
        for word in words:
            answer = "ok"
            match word.split(" ", 1):
                case ["wait", milliseconds]:
                    end = self._now + int(milliseconds)
                    while self._now < end:
                        yield
                case ["pin", what]:
                    pin, value = what.split(" ")
                    self._closed[CONTACTS[pin]] = 1 - int(value)
                case ["adc", what]:
                    self._level = int(what.split(" ")[1]) * 1023 // 5000
                case ["noise", count]:
                    self._to_host(self._dice.randbytes(int(count)))
                    self._typed += self._dice.randbytes(int(count))
                case ["lose", count]:
                    self._lose = int(count)
                case ["type", line]:
                    self._typed += line.encode() + b"\n"
                case ["reset"]:
                    self._start("reset")
                case ["power", "off"]:
                    self._powered = False
                case ["power", "on"]:
                    self._start("power")
                case ["unplug"]:
                    self._unplug()
                case ["plug"]:
                    self._plug()
                case ["stat"]:
                    shares = " ".join(
                        f"{pin}={on / self._steps:.2f}" for pin, on in zip(LIGHTS, self._lit, strict=True)
                    )
                    self._lit, self._steps = [0.0] * 4, 1e-9
                    answer = f"seconds={self._now / 1000:.3f} starts={self._starts} {shares}"
                case _:
                    raise ValueError(word)
            self._answers.append(answer)

    def _run(self) -> None:
        """A millisecond of the board's time after the other, never ahead of the real one."""
        began = time.monotonic()
        while not self._ended:
            ahead = self._now / 1000 - (time.monotonic() - began)
            if ahead > 0:
                time.sleep(ahead)
            with self._lock:
                self._now += 1
                next(self._doing, None)
                if self._powered:
                    self._step()
                elif self._bites and self._now >= self._bites:
                    self._start("watchdog")
                self._lock.notify_all()

    def _step(self) -> None:
        came = self._typed
        self._typed = b""
        if self._ends:
            with contextlib.suppress(BlockingIOError):
                came += os.read(self._ends[0], 256)
        done = self._python.ask(now=self._now, level=self._level, came=came.hex(), **self._closed)
        self._to_host(bytes.fromhex(done["sent"]))
        self._steps += 1
        self._due = done["due"]
        shown = [*(float(on) for on in done["pips"]), done["due"] / 255]
        self._lit = [lit + on for lit, on in zip(self._lit, shown, strict=True)]
        if done["hung"]:
            self._powered, self._bites = False, self._now + BITES

    def _start(self, cause: str) -> None:
        self._python.ask(start=cause, now=self._now)
        self._due = 0
        self._powered, self._bites, self._starts = True, 0, self._starts + 1

    def _to_host(self, data: bytes) -> None:
        data, self._lose = data[self._lose :], max(0, self._lose - len(data))
        if self._ends and data:
            # Where nobody reads, it is lost.
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)

    def _plug(self) -> None:
        if self._ends:
            return
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        fcntl.fcntl(ours, fcntl.F_SETFL, os.O_NONBLOCK)
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(theirs))
        self._ends = ours, theirs

    def _unplug(self) -> None:
        if self._ends:
            self.port.unlink(missing_ok=True)
            for end in self._ends:
                os.close(end)
            self._ends = None
