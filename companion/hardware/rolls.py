"""Verification of trays' rolls by the host (docs/tray-protocol.md), and the answer to each."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

from companion.hardware import commitment
from companion.hardware.faces import Faces

# A tray that was not heard for so many seconds and takes up a roll has it from another time.
OLD_AFTER = 60.0
# Rolls of which the answer is remembered; the log knows the rest.
_REMEMBERED = 64


class TrayRoll(NamedTuple):
    """A complete, verified roll; it may be repeated until it is answered. An old one is practice.

    `request` names it for good. It may answer the question `asked`, and no later one.
    """

    id: str
    n: int
    pips: int
    old: bool
    asked: str | None = None

    @property
    def request(self) -> str:
        return f"tray:{self.id}:{self.n}"


class VoidRoll(NamedTuple):
    """A roll does not count: why is "reveal", "commitment", "level" or "mode"."""

    n: int
    why: str


class Reply(NamedTuple):
    """What the tray is told, None for nothing yet, and what happened."""

    say: tuple[object, ...] | None
    event: TrayRoll | VoidRoll | None = None


@dataclass
class _Roll:
    commit: str | None = None
    old: bool = False
    said: str | None = None


class Rolls:
    """Remembers the last rolls of every tray that was here. `key` is the host's secret.

    `dropped` counts the rolls for which a tray had our number, and then showed something else or began another one.
    """

    def __init__(self, key: bytes) -> None:
        self.dropped = 0
        self._key = key
        self._rolls: OrderedDict[tuple[str, int], _Roll] = OrderedDict()

    def commits(self, id: str, n: int, committed: str, old: bool) -> Reply:
        """ROLL: the tray has committed itself; it is told our number, the same each time."""
        roll = self._roll(id, n, old)
        if roll.commit is None:
            self._drop_others(id, n)
        roll.commit = roll.commit or committed
        if roll.commit != committed:
            return Reply(("SEEN", n, "void"), VoidRoll(n, "commitment"))
        return Reply(("DRAW", n, self._draw(id, n, committed).hex()))

    def shows(self, id: str, n: int, secret: str, drawn: str, pips: int) -> Reply:
        """SHOW: the reveal is held against the commitment and our own number."""
        roll = self._rolls.get((id, n))
        if roll is None or roll.commit is None:
            return Reply(None)  # Its ROLL was not heard, and comes again.
        if roll.said is not None:
            return Reply(("SEEN", n, roll.said))
        own, hidden = self._draw(id, n, roll.commit), bytes.fromhex(secret)
        fits = (
            commitment.commit(bytes.fromhex(id), n, hidden).hex() == roll.commit
            and drawn == own.hex()
            and pips == commitment.pips(hidden, own, n)
        )
        if not fits:
            # To spoil a roll is as good as to leave it aside.
            self.dropped += 1
            return self._void(roll, n, "reveal")
        return Reply(None, TrayRoll(id, n, pips, roll.old))

    def faces(self, id: str, n: int, level: int, old: bool, faces: Faces | None) -> Reply:
        """FACE: a magnetic die lies over the sensor; `faces` is None where that is not how this tray rolls."""
        roll = self._roll(id, n, old)
        if roll.said is not None:
            return Reply(("SEEN", n, roll.said))
        if faces is None:
            return self._void(roll, n, "mode")
        pips = faces.pips(level)
        return self._void(roll, n, "level") if pips is None else Reply(None, TrayRoll(id, n, pips, roll.old))

    def seen(self, rolled: TrayRoll) -> tuple[object, ...]:
        """The roll is on disk, or was practice: what the tray is told, now and whenever it asks again."""
        roll = self._rolls.setdefault((rolled.id, rolled.n), _Roll())
        roll.said = str(rolled.pips)
        return "SEEN", rolled.n, roll.said

    def _drop_others(self, id: str, n: int) -> None:
        """Another roll begins: what the tray did not show by now never counts, or it could show the one it likes."""
        for (other, number), roll in self._rolls.items():
            if other == id and number != n and roll.commit and roll.said is None:
                roll.said = "void"
                self.dropped += 1

    def _void(self, roll: _Roll, n: int, why: str) -> Reply:
        roll.said = "void"
        return Reply(("SEEN", n, roll.said), VoidRoll(n, why))

    def _draw(self, id: str, n: int, committed: str) -> bytes:
        return commitment.draw(self._key, bytes.fromhex(id), n, bytes.fromhex(committed))

    def _roll(self, id: str, n: int, old: bool) -> _Roll:
        roll = self._rolls.setdefault((id, n), _Roll())
        roll.old = roll.old or old
        if len(self._rolls) > _REMEMBERED:
            self._rolls.popitem(last=False)
        return roll
