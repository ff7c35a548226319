"""What people taught a tray from a phone, kept in the data folder by the tray's id: its mode, and its die's faces."""

from pathlib import Path

import msgspec

from companion.hardware.faces import Faces
from companion.keeping import keep

FILE = "tray.json"
# How a tray rolls: it makes a number at a knock, or reads a die with magnets.
NUMBER, MAGNETS = "number", "magnets"


class Lesson(msgspec.Struct, frozen=True):
    """How one tray is read."""

    mode: str = NUMBER
    faces: Faces = Faces()


class Taught:
    """The lessons in a data folder. A file that cannot be read counts as none: they are taught again in a minute."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lessons: dict[str, Lesson] = {}
        try:
            self._lessons = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Lesson])
        except (OSError, msgspec.DecodeError):
            return

    def of(self, id: str) -> Lesson:
        """How this tray is read."""
        return self._lessons.get(id, Lesson())

    def teach(self, id: str, lesson: Lesson) -> None:
        """Keep a lesson. Raises OSError."""
        lessons = {**self._lessons, id: lesson}
        keep(self._path, msgspec.json.encode(lessons))
        self._lessons = lessons
