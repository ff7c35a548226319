"""Untrusted zip files, opened in little memory whatever they contain.

zipfile reads the whole list of entries before anybody can ask how many there are, at half a kilobyte each; and for a
packing with a dictionary it takes as much memory as the file asks for, up to 4 GB. So the length of that list is
bounded, and only what our own files are packed with is unpacked.
"""

from __future__ import annotations

import errno
import io
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Bytes of the list of entries. A release has 30,000, and a backup with 200 photos and 60 boards has as many.
LONGEST_LIST = 256 * 1024
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class _Held(io.BufferedReader):
    """A file of which at most so many bytes are read at once, as zipfile reads the list of entries."""

    most = LONGEST_LIST

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self.most:
            raise zipfile.BadZipFile("too many entries, or too long names")
        return super().read(size)


@contextmanager
def opened(file: Path | bytes) -> Iterator[zipfile.ZipFile]:
    """A zip file to read, or the bytes of one.

    Whatever is wrong with it is BadZipFile, also while it is unpacked. Raises OSError where it cannot be read at all.
    """
    raw = io.BytesIO(file) if isinstance(file, bytes) else io.FileIO(str(file))
    try:
        with _Held(raw) as held, zipfile.ZipFile(held) as pack:
            held.most = sys.maxsize
            if any(one.compress_type not in PACKED for one in pack.infolist()):
                raise zipfile.BadZipFile("packed in another way")
            yield pack
    except (zlib.error, EOFError, RuntimeError, ValueError, struct.error) as error:
        raise zipfile.BadZipFile(str(error)) from None
    except OSError as error:
        if error.errno == errno.EINVAL:  # A place before the file's beginning.
            raise zipfile.BadZipFile(str(error)) from None
        raise
