"""The question that a tray's rolls may answer: only rolls that began after the tray knew of it count."""

from pathlib import Path

import msgspec

from companion.files import read_json

FILE = "tray.asked"
LARGEST = 4 * 1024  # bytes


class OpenQuestion(msgspec.Struct, frozen=True):
    """A tray knows of the question; the last roll that it had begun by then is number `rolls`."""

    question: str
    id: str
    rolls: int

    def by(self, id: str, n: int) -> str | None:
        """The question that a roll may answer; None for an earlier roll, or another tray's."""
        return self.question if id == self.id and n > self.rolls else None


def load(folder: Path) -> OpenQuestion | None:
    """What was kept. With it, a table that restarts in the middle of a roll still knows what that roll answers."""
    return read_json(folder / FILE, OpenQuestion, LARGEST)


def keep(folder: Path, asked: OpenQuestion | None) -> None:
    """Keep it, or forget it. Not synced: without it a roll is practice, and the next one counts."""
    file = folder / FILE
    try:
        if asked:
            file.write_bytes(msgspec.json.encode(asked))
        else:
            file.unlink(missing_ok=True)
    except OSError:
        return
