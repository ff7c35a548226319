"""Teaching a tray the die that people made, from a phone: lay each face down once and say its pips."""

from typing import Any

import msgspec

from companion.hardware.calibration import MAGNETS, NUMBER, Lesson
from companion.hardware.faces import Faces
from companion.hardware.tray import Tray
from companion.rules.model import Message, Refused


class Teaching:
    """What a phone asks of the tray. Methods raise Refused with words for the player."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray

    def report(self) -> dict[str, Any]:
        """How the tray is and what it was taught, as plain values; `taught` is None when no tray is here.

        Whoever asks is looking, so the tray's sensors are watched.
        """
        self._tray.watch()
        lesson = self._tray.lesson()
        taught = lesson and {
            "mode": lesson.mode,
            "levels": [lesson.faces.levels.get(pips) for pips in range(4)],
            "alike": lesson.faces.alike,
            "ready": lesson.faces.ready,
        }
        return {**msgspec.to_builtins(self._tray.status()), "taught": taught}

    def learn(self, pips: int) -> None:
        """The die lies over the sensor and shows these pips."""
        level = self._tray.level()
        self._tray.teach(lambda lesson: _safe(Lesson(lesson.mode, lesson.faces.learned(pips, level))))

    def read(self, mode: str) -> None:
        """Roll by knocks, or read the magnetic die."""
        self._tray.teach(lambda lesson: _reading(mode, lesson.faces))

    def forget(self) -> None:
        """Forget all faces, and roll by knocks."""
        self._tray.teach(lambda _: Lesson())


def _safe(lesson: Lesson) -> Lesson:
    """A die that can no longer be read is not waited for: the tray goes back to knocks."""
    return lesson if lesson.faces.ready else Lesson(NUMBER, lesson.faces)


def _reading(mode: str, faces: Faces) -> Lesson:
    if mode == MAGNETS and faces.alike:
        one, other = faces.alike
        raise Refused(Message("tray.alike", {"one": one, "other": other}))
    if mode == MAGNETS and not faces.ready:
        raise Refused(Message("tray.faces"))
    return Lesson(mode, faces)
