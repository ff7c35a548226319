"""What anybody may know of each table of a club: who sits there and how far the game is."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import msgspec

from companion.club.tables import Table

# Seconds that a look at the tables is good for, however many people look.
FRESH = 2.0
# Seconds in which a table has to answer.
PATIENCE = 2.0
# Tables that are asked at a time.
AT_ONCE = 8
# Bytes of a table's state at most; no game comes near.
LARGEST = 2 << 20

Stage = Literal["free", "gathering", "playing", "over", "resting", "away"]
_STAGES: dict[str, Stage] = {"lobby": "gathering", "play": "playing", "reveal": "over"}


class Look(msgspec.Struct, frozen=True):
    """A table as it was when it was last asked.

    `names` sit there, in their order; `turn` of `turns` is on where people play. A table that is "resting" has not been
    asked since this program began, because it sleeps; one that is "away" did not answer.
    """

    stage: Stage
    names: tuple[str, ...] = ()
    turn: int = 0
    turns: int = 0


class Overview:
    """The current state of all tables, fetched in parallel and cached for a moment."""

    def __init__(self, asleep: Callable[[Table], bool], clock: Callable[[], float] = time.monotonic) -> None:
        """`asleep` tells of a table whether a question would wake it: then it is shown as it was last."""
        self._asleep = asleep
        self._clock = clock
        self._lock = threading.Lock()
        self._at: float | None = None
        self._looks: dict[Table, Look] = {}

    def at(self, tables: Sequence[Table]) -> list[tuple[Table, Look]]:
        """Each table with a look at it."""
        with self._lock:
            now = self._clock()
            if self._at is None or now - self._at >= FRESH or any(table not in self._looks for table in tables):
                with ThreadPoolExecutor(AT_ONCE) as asking:
                    self._looks = dict(zip(tables, asking.map(self._look, tables), strict=True))
                self._at = self._clock()
            return [(table, self._looks[table]) for table in tables]

    def _look(self, table: Table) -> Look:
        if self._asleep(table):
            # It fell asleep some while after the last one had gone.
            before = self._looks.get(table)
            return before if before and before.stage != "away" else Look("resting")
        try:
            return seen(msgspec.json.decode(_state(table)))
        except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
            return Look("away")


def seen(state: Any) -> Look:
    """A look at a table by its public state. Raises LookupError and TypeError for what is none."""
    names = tuple(str(seat["name"]) for seat in state["seats"])
    stage = _STAGES[state["phase"]]
    if stage != "playing":
        return Look(stage if names else "free", names)
    turn = state["game"]["turn"]
    return Look(stage, names, int(turn["number"]), int(turn["of"]))


def _state(table: Table) -> bytes:
    """The public state, asked for as a stranger does: in nobody's name, and not as the computer itself."""
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=PATIENCE)
    try:
        connection.request("GET", "/api/state", headers={"Via": "1.1 club"})
        answer = connection.getresponse()
        if answer.status != http.HTTPStatus.OK:
            raise http.client.HTTPException(answer.status)
        return answer.read(LARGEST)
    finally:
        connection.close()
