"""What a power cut leaves of a disk, on a log laid out by hand as Linux documents that of dm-log-writes."""

from __future__ import annotations

import random
import struct
from pathlib import Path

from tests.system.disk import SECTOR, cut, writes


def entry(start: int, data: bytes, kind: int) -> bytes:
    """An entry of the log: a whole sector that says where the data went, then the data."""
    return struct.pack("<QQQQ", start, len(data) // SECTOR, kind, 0).ljust(SECTOR, b"\0") + data


def test_what_was_flushed_is_kept_and_of_the_rest_any_sector_may_be_lost(tmp_path: Path) -> None:
    """Sector 1 was written and flushed, 2 to 41 only written, 50 was on its way when the log ended."""
    disk, log = tmp_path / "disk", tmp_path / "log"
    disk.write_bytes(b"." * 60 * SECTOR)
    written = entry(1, b"a" * SECTOR, 0) + entry(0, b"", 1) + entry(2, b"b" * 40 * SECTOR, 0)
    log.write_bytes(b"\0" * SECTOR + written + entry(50, b"c" * SECTOR, 0)[:-1])
    lost = cut(disk, list(writes(log)), random.Random(1))
    left = disk.read_bytes()
    assert left[::SECTOR][:2] == b".a"
    assert left[::SECTOR][2:42].count(b".") == lost
    assert left[::SECTOR][2:42].count(b"b") == 40 - lost
    assert 0 < lost < 40
    assert left[42 * SECTOR :] == b"." * 18 * SECTOR
