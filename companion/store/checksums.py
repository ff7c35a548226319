"""Checksums of the rows of the log, which reveal a bit flipped by a worn card and a missing row.

A checksum has two halves. The first is a hash of the row itself, with its number. The second is a hash of the first
half and of the second half of the row before, so it stands for the whole log up to here. A correct first half means
that the row is intact, a correct second half that it is where it was written.

Logs keep their checksums for ever, so nothing here may change.
"""

from collections.abc import Mapping
from hashlib import blake2b

Value = int | float | str | bytes | None
Values = Mapping[str, Value]

COLUMN = "checksum"
# Bytes of each half.
HALF = 8


def checksum(values: Values, before: bytes = b"") -> bytes:
    """The checksum of a row with these columns; `before` is that of the row before, b"" for the first.

    Empty columns are skipped, so that rows keep their checksum when a column is added.
    """
    own = blake2b(digest_size=HALF)
    for name in sorted(values):
        value = values[name]
        if value is not None and name != COLUMN:
            data = value if isinstance(value, bytes) else str(value).encode()
            own.update(b"%s=%d:%s" % (name.encode(), len(data), data))
    half = own.digest()
    return half + blake2b(before[HALF:] + half, digest_size=HALF).digest()


def stored(values: Values) -> bytes:
    """The checksum stored with a row, b"" for none."""
    kept = values.get(COLUMN)
    return kept if isinstance(kept, bytes) else b""


def intact(values: Values) -> bool:
    """Whether a row is intact."""
    kept = stored(values)
    return len(kept) == 2 * HALF and kept[:HALF] == checksum(values)[:HALF]


def in_place(values: Values, before: bytes) -> bool:
    """Whether a row is intact and comes right after the row with this checksum."""
    return stored(values) == checksum(values, before)
