"""What befalls an example on its way in: some edits, each small, so that what is left is nearly right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

KINDS = (
    *("set", "flip", "cut out", "double", "move", "put in", "cut off", "number"),
    *("line out", "line twice", "lines", "join"),
)
NUMBERS = (b"0", b"1", b"-1", b"2", b"99", b"255", b"256", b"65535", b"4294967296", b"1" + b"0" * 30, b"0.5", b"1e9")
DIGITS = b"0123456789"
WIDEST = 24


class Edit(NamedTuple):
    """One edit. `at`, `far` and `what` are any numbers: places and scraps are counted around."""

    kind: str
    at: int
    far: int
    what: int


MOST = 6
_LONG = 7
# Two of three are none.
_NONE = 255 - 7 * len(KINDS)
SPOILING = 2 + MOST * _LONG


def told(dice: bytes) -> tuple[int, list[Edit]]:
    """Which example, counted around, and what befalls it, from SPOILING bytes: two edits on the average.

    One draw is a third of the work of many small ones. Zeros are no edit, so that one that did no harm can be left out
    of those that did without a change to the others.
    """
    edits = []
    for start in range(2, SPOILING, _LONG):
        kind, *rest = dice[start : start + _LONG]
        if kind > _NONE:
            edits.append(Edit(KINDS[kind % len(KINDS)], *(rest[at] << 8 | rest[at + 1] for at in (0, 2, 4))))
    return dice[0] << 8 | dice[1], edits


def edited(example: bytes, edits: Sequence[Edit], scraps: Sequence[bytes], others: Sequence[bytes]) -> bytes:
    """An example after some edits: `scraps` are put into it, and the ends of `others` joined to its beginning."""
    for edit in edits:
        example = _edited(bytearray(example), edit, scraps, others)
    return example


def _edited(data: bytearray, edit: Edit, scraps: Sequence[bytes], others: Sequence[bytes]) -> bytes:
    kind, at, far, what = edit
    place = at % (len(data) + 1)
    wide = 1 + far % WIDEST
    match kind:
        case "set":
            data[place : place + 1] = bytes((what % 256,))
        case "flip" if place < len(data):
            data[place] ^= 1 << what % 8
        case "cut out":
            del data[place : place + wide]
        case "double":
            data[place:place] = data[place : place + wide] * (1 + what % 3)
        case "move":
            part = data[place : place + wide]
            del data[place : place + wide]
            to = what % (len(data) + 1)
            data[to:to] = part
        case "put in":
            data[place:place] = scraps[what % len(scraps)]
        case "cut off":
            del data[place:]
        case "number":
            _other_number(data, place, NUMBERS[what % len(NUMBERS)])
        case "line out" | "line twice" | "lines":
            return _other_lines(data, kind, at, far)
        case "join":
            other = others[what % len(others)]
            return bytes(data[:place]) + other[far % (len(other) + 1) :]
    return bytes(data)


def _other_number(data: bytearray, place: int, number: bytes) -> None:
    """The next number from a place on becomes another one."""
    start = next((at for at in range(place, len(data)) if data[at] in DIGITS), None)
    if start is not None:
        end = next((at for at in range(start, len(data)) if data[at] not in DIGITS), len(data))
        data[start:end] = number


def _other_lines(data: bytearray, kind: str, at: int, far: int) -> bytes:
    lines = bytes(data).splitlines(keepends=True) or [b""]
    one, other = at % len(lines), far % len(lines)
    if kind == "line out":
        del lines[one]
    elif kind == "line twice":
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)
