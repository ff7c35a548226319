"""Photos of printed boards: checking and storage.

A phone straightens its photo and sends a JPEG that shows the board from edge to edge. Here it is checked, stripped of
everything that is not the picture (cameras add the place and the time), and stored in a file named after its content.
"""

import hashlib
import re
import threading
from collections.abc import Iterator
from pathlib import Path

from companion.files import write_atomically
from companion.rules.model import Message, Refused

FOLDER = "photos"
LARGEST = 4 * 1024 * 1024  # bytes
MOST = 200  # pictures; the card is for the games
SHORTEST, LONGEST = 200, 4096  # pixels of a side
# Segments and scans: cameras write some dozens and up to ten. Each segment takes time here, and each scan takes phones
# as long as a whole picture.
MOST_SEGMENTS, MOST_SCANS = 500, 32

_ID = re.compile("[0-9a-f]{32}")
# The JPEG markers (ITU-T T.81, table B.1) that matter here.
_START, _END, _SCAN, _JFIF, _ADOBE = 0xD8, 0xD9, 0xDA, 0xE0, 0xEE
_FILLED = re.compile(rb"\xff+")
# Coded data goes on to the next marker; FF 00 is not a marker, and restart markers are part of the data.
_NEXT = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_APPLICATION = range(0xE0, 0xF0)
_COMMENT = 0xFE
# Frames that every browser can show: baseline, extended and progressive.
_FRAMES = (0xC0, 0xC1, 0xC2)
# Huffman tables, arithmetic conditioning and a reserved marker have numbers among those of frames.
_OTHER_FRAMES = set(range(0xC3, 0xD0)) - {0xC4, 0xC8, 0xCC}


class Photos:
    """The photos in a data folder. Nothing is ever overwritten: another picture has another name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._lock = threading.Lock()

    def keep(self, sent: bytes) -> str:
        """Store a picture atomically and return its id, 32 hex digits.

        Raises Refused for anything but such a picture, and if it cannot be stored.
        """
        picture = checked(sent)
        id = hashlib.sha256(picture).hexdigest()[:32]
        try:
            # The same picture may come twice at once, from a sender who did not wait for the answer.
            with self._lock:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                if not self._path(id).exists():
                    if len(list(self._folder.glob("*.jpg"))) >= MOST:
                        raise Refused(Message("photo.many", {"count": MOST, "folder": str(self._folder)}))
                    write_atomically(self._path(id), picture)
        except OSError as error:
            raise Refused(Message("photo.not_kept", {"why": error.strerror or str(error)})) from None
        return id

    def path(self, id: str) -> Path | None:
        """The file of a stored picture, None if there is none of this name."""
        path = self._path(id)
        return path if _ID.fullmatch(id) and path.is_file() else None

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.jpg"


def checked(sent: bytes) -> bytes:
    """A JPEG without comments and camera data. Raises Refused for anything else, and for sizes no board needs."""
    if len(sent) > LARGEST:
        raise Refused(Message("photo.large"))
    # Nothing is copied before all of it is checked.
    kept, size, scans = [memoryview(bytes((0xFF, _START)))], None, 0
    for count, (marker, segment) in enumerate(_segments(memoryview(sent))):
        scans += marker == _SCAN
        if count > MOST_SEGMENTS or scans > MOST_SCANS:
            raise Refused(Message("photo.kind"))
        if marker in _FRAMES and size is None:
            size = _size(segment)
        elif marker in _FRAMES or marker in _OTHER_FRAMES:
            raise Refused(Message("photo.kind"))
        if marker not in (_COMMENT, *_APPLICATION) or marker in (_JFIF, _ADOBE):
            kept.append(segment)
    if size is None or not scans:
        raise Refused(Message("photo.broken"))
    if not all(SHORTEST <= side <= LONGEST for side in size):
        raise Refused(Message("photo.size", {"width": size[0], "height": size[1], "least": SHORTEST, "most": LONGEST}))
    return b"".join(kept)


def _segments(sent: memoryview) -> Iterator[tuple[int, memoryview]]:
    """Each marker with its bytes, a scan's with its coded data, to the end of the picture. What follows is ignored.

    Raises Refused if the structure is broken.
    """
    if bytes(sent[:3]) != b"\xff\xd8\xff":
        raise Refused(Message("photo.kind"))
    at = 2
    while True:
        if at + 2 > len(sent) or sent[at] != 0xFF:
            raise Refused(Message("photo.broken"))
        marker = sent[at + 1]
        if marker == 0xFF and (filled := _FILLED.match(sent, at)):
            at = filled.end() - 1
            continue
        if marker == _END:
            yield marker, sent[at : at + 2]
            return
        end = at + 2 + int.from_bytes(sent[at + 2 : at + 4])
        if end < at + 4 or end > len(sent):
            raise Refused(Message("photo.broken"))
        if marker == _SCAN:
            follows = _NEXT.search(sent, end)
            if follows is None:
                raise Refused(Message("photo.broken"))
            end = follows.start()
        yield marker, sent[at:end]
        at = end


def _size(frame: memoryview) -> tuple[int, int]:
    """Width and height in pixels of a frame segment. Raises Refused if it is too short or has unknown colours."""
    if len(frame) < 10 or frame[4] != 8 or frame[9] not in (1, 3):
        raise Refused(Message("photo.kind"))
    return int.from_bytes(frame[7:9]), int.from_bytes(frame[5:7])
