"""What the log stores: entries, and the rows that they become."""

from typing import Any, NamedTuple

from msgspec import Struct

from companion.rules.model import Game


class StoreError(Exception):
    """A sentence: what is wrong with the file, what to do, and that nothing is lost."""


class Entry(Struct, frozen=True, kw_only=True):
    """One thing to add to the log.

    `kind` says what it is (game/history.py). `seat` is the actor's, `entered_by` the seat whose phone sent it; both are
    None if no seat is concerned. `request` is the id that the phone made, which counts once in the life of a log.
    `command` and `events` are JSON. `returns_to` is the row before which a take-back returns.
    """

    kind: str
    seat: int | None = None
    entered_by: int | None = None
    request: str | None = None
    command: dict[str, Any] = {}
    events: str = "[]"
    returns_to: int | None = None


class Decided(NamedTuple):
    """An entry with the game after it, which deciding has reached, so that its events need not be applied again."""

    entry: Entry
    game: Game


class Row(Entry, frozen=True, kw_only=True):
    """A stored entry. `time` is when it was stored, by a clock that may be wrong."""

    row: int
    game: int
    time: str
