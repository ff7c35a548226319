"""Encoding and decoding of the dice tray's frames (docs/tray-protocol.md)."""

import binascii
import re
from collections import Counter
from typing import NamedTuple

# Bytes, with the ! at the start and the line feed at the end.
LONGEST = 96

_START, _END, _IGNORED = ord("!"), ord("\n"), ord("\r")
_PRINTABLE = range(0x20, 0x7F)
_NUMBER = re.compile(r"0|[1-9]\d{0,9}", re.ASCII)
_FORM = re.compile(rb"([0-9A-F]{2}) ([A-Z]{1,8})((?: [^ *]+)*)\*([0-9A-F]{4})")


class Frame(NamedTuple):
    """One frame: the sender's sequence number from 0 to 255, a verb and its arguments."""

    seq: int
    verb: str
    args: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


def encode(seq: int, verb: str, *args: object) -> bytes:
    """The bytes of a frame, its end included. Raises ValueError for words that no frame can hold."""
    body = " ".join((f"{seq:02X}", verb, *map(str, args))).encode()
    line = body + b"*%04X" % checksum(body)
    if _FORM.fullmatch(line) is None or b"!" in line or not all(byte in _PRINTABLE for byte in line):
        raise ValueError(f"No frame can hold {body!r}")
    if len(line) + 2 > LONGEST:
        raise ValueError(f"A frame has at most {LONGEST} bytes: {body!r}")
    return b"!" + line + b"\n"


def number(word: str) -> int | None:
    """The number that a word of a frame stands for: decimal, without leading zeros, in 32 bits; None if it is none."""
    return int(word) if _NUMBER.fullmatch(word) and int(word) < 2**32 else None


def checksum(body: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    return binascii.crc_hqx(body, 0xFFFF)


class Decoder:
    """Finds the frames in what a line brings, however it is cut into pieces.

    `broken` counts what was begun and did not become a frame, by reason: cut, long, byte, form or checksum.
    """

    def __init__(self, broken: Counter[str] | None = None) -> None:
        """Count on in `broken`, if it is given."""
        self.broken: Counter[str] = Counter() if broken is None else broken
        self._line: bytearray | None = None  # What stands after the last !, None outside of frames.

    def feed(self, data: bytes) -> list[Frame]:
        """Decode some bytes; returns the frames completed by them. Never raises."""
        frames = []
        for byte in data:
            if byte == _START:
                if self._line is not None:
                    self.broken["cut"] += 1
                self._line = bytearray()
            elif self._line is None or byte == _IGNORED:
                continue
            elif byte == _END:
                frame = self._whole(bytes(self._line))
                if frame:
                    frames.append(frame)
                self._line = None
            elif byte not in _PRINTABLE:
                self._drop("byte")
            elif len(self._line) + 2 == LONGEST:
                self._drop("long")
            else:
                self._line.append(byte)
        return frames

    def _drop(self, reason: str) -> None:
        self.broken[reason] += 1
        self._line = None

    def _whole(self, line: bytes) -> Frame | None:
        found = _FORM.fullmatch(line)
        if found is None:
            self.broken["form"] += 1
            return None
        seq, verb, args, check = found.groups()
        if int(check, 16) != checksum(line[:-5]):
            self.broken["checksum"] += 1
            return None
        return Frame(int(seq, 16), verb.decode(), tuple(args.decode().split()))
