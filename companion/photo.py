"""Photos of printed boards: what is accepted, and where they are kept.

A phone straightens its photo itself and sends a JPEG that shows the board from edge to edge. Here it is checked, freed
of all that is no picture (cameras write the place and the time into it), and kept in a file that is named after its
content.
"""

import hashlib
import re
import threading
from collections.abc import Iterator
from pathlib import Path

from companion.keeping import keep
from companion.rules.model import Refused, Say

FOLDER = "photos"
LARGEST = 4 * 1024 * 1024  # bytes
MOST = 200  # pictures: the card is for the games
SHORTEST, LONGEST = 200, 4096  # pixels of a side

_ID = re.compile("[0-9a-f]{32}")
# The markers of JPEG (ITU-T T.81, table B.1) that matter here.
_START, _END, _SCAN, _JFIF, _ADOBE = 0xD8, 0xD9, 0xDA, 0xE0, 0xEE
# Coded data goes on to the next marker; a zero behind FF says that it is none, and restarts stand among the data.
_NEXT = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_APPLICATION = range(0xE0, 0xF0)
_COMMENT = 0xFE
# Frames that every browser shows: baseline, extended and progressive.
_FRAMES = (0xC0, 0xC1, 0xC2)
# Huffman tables, arithmetic conditioning and the reserved marker look like frames and are none.
_OTHER_FRAMES = set(range(0xC3, 0xD0)) - {0xC4, 0xC8, 0xCC}


class Photos:
    """The photos in a data folder. Nothing is ever overwritten: another picture has another name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._lock = threading.Lock()

    def keep(self, sent: bytes) -> str:
        """Keep a picture and return its id, 32 hex digits. Its file is there whole or not at all.

        Raises Refused for what is no such picture, and where it cannot be kept.
        """
        picture = checked(sent)
        id = hashlib.sha256(picture).hexdigest()[:32]
        try:
            # The same picture may come twice at once, when its sender has waited too long for an answer.
            with self._lock:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                if not self._path(id).exists():
                    if len(list(self._folder.glob("*.jpg"))) >= MOST:
                        raise Refused(Say("photo.many", {"count": MOST, "folder": str(self._folder)}))
                    keep(self._path(id), picture)
        except OSError as error:
            raise Refused(Say("photo.not_kept", {"why": error.strerror or str(error)})) from None
        return id

    def read(self, id: str) -> bytes | None:
        """A picture that was kept, None when there is none of this name."""
        if not _ID.fullmatch(id):
            return None
        try:
            return self._path(id).read_bytes()
        except OSError:
            return None

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.jpg"


def checked(sent: bytes) -> bytes:
    """A JPEG without comments and camera data. Raises Refused for anything else, and for sizes no board needs."""
    if len(sent) > LARGEST:
        raise Refused(Say("photo.large"))
    kept, size, scanned = [bytes((0xFF, _START))], None, False
    for marker, segment in _segments(sent):
        if marker in _FRAMES and size is None:
            size = _size(segment)
        elif marker in _FRAMES or marker in _OTHER_FRAMES:
            raise Refused(Say("photo.kind"))
        scanned = scanned or marker == _SCAN
        if marker not in (_COMMENT, *_APPLICATION) or marker in (_JFIF, _ADOBE):
            kept.append(segment)
    if size is None or not scanned:
        raise Refused(Say("photo.broken"))
    if not all(SHORTEST <= side <= LONGEST for side in size):
        raise Refused(Say("photo.size", {"width": size[0], "height": size[1], "least": SHORTEST, "most": LONGEST}))
    return b"".join(kept)


def _segments(sent: bytes) -> Iterator[tuple[int, bytes]]:
    """Each marker with its bytes, a scan's with its coded data, up to the picture's end. What follows is none of it.

    Raises Refused where the form breaks.
    """
    if sent[:3] != b"\xff\xd8\xff":
        raise Refused(Say("photo.kind"))
    at = 2
    while True:
        if sent[at : at + 1] != b"\xff" or at + 1 == len(sent):
            raise Refused(Say("photo.broken"))
        marker = sent[at + 1]
        if marker == 0xFF:  # A fill byte.
            at += 1
            continue
        if marker == _END:
            yield marker, sent[at : at + 2]
            return
        end = at + 2 + int.from_bytes(sent[at + 2 : at + 4])
        if end < at + 4 or end > len(sent):
            raise Refused(Say("photo.broken"))
        if marker == _SCAN:
            follows = _NEXT.search(sent, end)
            if follows is None:
                raise Refused(Say("photo.broken"))
            end = follows.start()
        yield marker, sent[at:end]
        at = end


def _size(frame: bytes) -> tuple[int, int]:
    """Width and height in pixels of a frame segment. Raises Refused when it is too short, or of no colours we know."""
    if len(frame) < 10 or frame[4] != 8 or frame[9] not in (1, 3):
        raise Refused(Say("photo.kind"))
    return int.from_bytes(frame[7:9]), int.from_bytes(frame[5:7])
