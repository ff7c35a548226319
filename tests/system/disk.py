"""A disk that can lose its power: what an emulator logged of it, played again as far as a cut would have let it come.

The log is QEMU's `blklogwrites`, in the form of Linux's dm-log-writes: a sector that says what it is, then for each
write a sector with where it went, how long it is and of what kind, and the data.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

SECTOR = 512
FLUSH, DISCARD = 1, 4
_ENTRY = struct.Struct("<QQQQ")


# Where a write begins, in sectors, its data and its kind.
Write = tuple[int, bytes, int]


def cut(disk: Path, writes: Sequence[Write], chance: random.Random) -> int:
    """Bring a disk, as it was before some writes, to what a power cut after the last of them leaves.

    All up to the last flush is there; of the sectors written after it each one is or is not. Returns how many of those
    were lost.
    """
    flushed = max((number for number, (_, _, kind) in enumerate(writes) if kind & FLUSH), default=-1)
    lost = 0
    with disk.open("r+b") as file:
        for number, (start, data, _) in enumerate(writes):
            if number <= flushed:
                file.seek(start * SECTOR)
                file.write(data)
                continue
            for sector in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    lost += 1
                    continue
                file.seek(start * SECTOR + sector)
                file.write(data[sector : sector + SECTOR])
    return lost


def writes(file: Path) -> Iterator[Write]:
    """The writes of a log; what was being logged at the end is left out."""
    log, at = file.read_bytes(), SECTOR
    while at + SECTOR <= len(log):
        start, sectors, kind, _ = _ENTRY.unpack_from(log, at)
        at += SECTOR
        length = 0 if kind & DISCARD else sectors * SECTOR
        if at + length > len(log):
            return
        yield start, log[at : at + length], kind
        at += length
