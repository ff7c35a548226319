"""The firmware's own ELF in simavr, and the host's side of the line in a few lines of our own."""

from __future__ import annotations

import binascii
import contextlib
import hashlib
import re
import subprocess
from pathlib import Path

import serial

from tests import chance

FIRMWARE = Path(__file__).parents[2] / "firmware"
# Of real time; only a test that fails waits so long.
PATIENCE = 60.0


def build(folder: Path, *variables: str) -> None:
    """Make tray.elf and the program that runs it, in a folder of the test's own."""
    subprocess.run(["make", "-C", FIRMWARE, f"BUILD={folder}", *variables], check=True, capture_output=True, text=True)
    source = Path(__file__).with_name("tray_in_simavr.c")
    options = ["-O2", "-Wall", "-Wextra", "-Werror", "-I/usr/include/simavr"]
    libraries = ["-lsimavr", "-lelf", "-lutil"]
    subprocess.run(["gcc", *options, "-o", folder / "tray_in_simavr", source, *libraries], check=True)


class Board:
    """A board with the firmware, powered, its port a pseudo-terminal at `port`. Its EEPROM outlives it in `folder`."""

    def __init__(self, built: Path, folder: Path) -> None:
        self.port, number = folder / "tray", str(chance.dice().getrandbits(32))
        self._process = subprocess.Popen(
            [built / "tray_in_simavr", built / "tray.elf", self.port, folder / "eeprom", number],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        assert "ready\n" in iter(self._process.stdout.readline, "")

    def word(self, *words: str) -> str:
        """Say words to the bench; each is done when this returns. Answers the last answer."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("".join(word + "\n" for word in words))
        self._process.stdin.flush()
        answers = [self._process.stdout.readline().strip() for _ in words]
        assert "what?" not in " ".join(answers)
        return answers[-1]

    def press(self, pin: str = "D3", *then: str) -> None:
        """Close a contact for 30 ms, after a rest in which the last press is over, and say `then` in one go with it."""
        self.word("wait 420", f"pin {pin} 0", "wait 30", f"pin {pin} 1", *then)

    def lights(self) -> dict[str, float]:
        """The share of the next 400 ms that each light is on."""
        self.word("stat", "wait 400")
        return {pin: float(share) for pin, share in re.findall(r"(D\d+)=(\S+)", self.word("stat"))}

    def breathes(self) -> None:
        """Wait until it breathes: a table has found it, and a roll is due. Only a test that fails waits for minutes."""
        if not any(0.05 < self.lights()["D13"] < 0.95 for _ in range(500)):
            raise AssertionError("the tray does not breathe")

    def close(self) -> None:
        """End it; the EEPROM is written to its file."""
        with contextlib.suppress(BrokenPipeError):
            self._process.communicate()
        assert self._process.returncode == 0


class Line:
    """The host's end of the line."""

    def __init__(self, port: Path) -> None:
        self.serial = serial.Serial(str(port), 57600, timeout=PATIENCE)
        self._number = 0
        self.numbers: list[int] = []

    def say(self, text: str) -> None:
        """Send a frame."""
        self.serial.write(frame(self._number, text))
        self._number = (self._number + 1) % 256

    def hear(self) -> list[str]:
        """The next whole frame's words; what is no frame is passed over."""
        while True:
            line = self.serial.readline()
            assert line, "the tray says nothing"
            found = re.search(rb"!(([0-9A-F]{2}) ([^!*]+))\*([0-9A-F]{4})\n", line)
            if found and binascii.crc_hqx(found[1], 0xFFFF) == int(found[4], 16):
                self.numbers.append(int(found[2], 16))
                return found[3].decode().split(" ")

    def wait_for(self, verb: str) -> list[str]:
        """The words of the next frame with this verb."""
        while (words := self.hear())[0] != verb:
            pass
        return words

    def quiet(self, board: Board, milliseconds: int) -> None:
        """See that nothing is said for so long."""
        board.word(f"wait {milliseconds}")
        assert self.serial.in_waiting == 0

    def greet(self, mode: str = "number") -> list[str]:
        """Say hello, and wait until the tray is ready for a roll."""
        self.say("HELLO 1")
        words = self.wait_for("TRAY")
        self.say(f"MODE {mode}")
        return words

    def close(self) -> None:
        """Close the port."""
        self.serial.close()


def frame(number: int, text: str) -> bytes:
    """The bytes of a frame."""
    body = f"{number:02X} {text}".encode()
    return b"!%s*%04X\n" % (body, binascii.crc_hqx(body, 0xFFFF))


def commitment(tray: str, n: str, secret: str) -> str:
    """What the tray commits itself to."""
    whole = b"tray" + bytes.fromhex(tray) + int(n).to_bytes(4, "big") + bytes.fromhex(secret)
    return hashlib.sha256(whole).hexdigest()[:32]


def pips(secret: str, draw: str, n: str) -> str:
    """The pips of both numbers."""
    whole = b"pips" + bytes.fromhex(secret) + bytes.fromhex(draw) + int(n).to_bytes(4, "big")
    return str((0, 0, 0, 1, 2, 3)[next(byte for byte in hashlib.sha256(whole).digest() if byte < 252) % 6])
