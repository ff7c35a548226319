"""Calibration of trays, set from a phone and kept in the data folder by tray id: mode and faces of the die."""

from pathlib import Path

import msgspec

from companion.files import read_json, write_atomically
from companion.hardware.faces import Faces

FILE = "tray.json"
# Bytes; a tray takes some hundred of them.
LARGEST = 64 * 1024
# How a tray rolls: it makes a number at a knock, or reads a magnetic die.
NUMBER, MAGNETS = "number", "magnets"


class Lesson(msgspec.Struct, frozen=True):
    """How one tray is read."""

    mode: str = NUMBER
    faces: Faces = Faces()


class Taught:
    """The lessons in a data folder. A file that cannot be read counts as none: they are taught again in a minute."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lessons = read_json(self._path, dict[str, Lesson], LARGEST) or {}

    def of(self, id: str) -> Lesson:
        """How this tray is read."""
        return self._lessons.get(id, Lesson())

    def teach(self, id: str, lesson: Lesson) -> None:
        """Keep a lesson. Raises OSError."""
        lessons = {**self._lessons, id: lesson}
        write_atomically(self._path, msgspec.json.encode(lessons))
        self._lessons = lessons
