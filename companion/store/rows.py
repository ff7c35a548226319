"""Reading the log: its rows, and what can be asked of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from companion.game.entries import Row, StoreError
from companion.store import checksums, recovery
from companion.store.recovery import FAULTS, is_damage


class Damaged(StoreError):
    """The log has a row that was never stored, or cannot be read."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is damaged. Start the table, or restart it (if it is installed: sudo systemctl restart"
            " smallworld-companion). It keeps this file under another name, continues from the undamaged part, and"
            " offers the newest undamaged copy. Nothing was changed."
        )


class Begun(Struct, frozen=True):
    """A game that has begun: its number, its first row and its last row so far."""

    game: int
    row: int
    last: int


# The kinds of rows whose `events` belong to the game.
PLAYED = ("start", "act", "for_another", "as_played", "chance", "purse", "takeback")


class Rows:
    """A readable log; `path` is its file, and `_db` the open database.

    Every method that reads rows raises Damaged for a row that is not intact.
    """

    path: Path
    _db: Database

    def rows(self, game: int) -> Iterator[Row]:
        """All rows of a game, taken back or not, the oldest first."""
        return self._read("game = ?", game)

    def _read(self, where: str, *bound: object) -> Iterator[Row]:
        for values in self._query(f"SELECT * FROM log WHERE {where} ORDER BY row", bound):  # noqa: S608
            # Rows of earlier versions have none.
            if checksums.COLUMN in values and not checksums.intact(values):
                raise Damaged(self.path)
            try:
                yield recovery.as_row(values)
            except msgspec.MsgspecError:
                raise Damaged(self.path) from None

    def _query(self, query: str, bound: Sequence[object] = ()) -> Iterator[dict[str, Any]]:
        try:
            yield from lines(self._db, query, bound)
        except FAULTS as error:
            if is_damage(error):
                raise Damaged(self.path) from None
            raise

    def of_kind(self, kind: str) -> Iterator[Row]:
        """All rows of a kind, of every game, the oldest first."""
        return self._read("kind = ?", kind)

    def rolls(self) -> Iterator[Row]:
        """The rows that made rolls, in all games, and those that may have voided one, the oldest first.

        An answer that was given again, or imported with a game, was not rolled here.
        """
        return self._read(
            "kind IN ('practice', 'takeback') OR kind = 'chance' AND (entered_by IS NOT NULL OR request IS NOT NULL)"
            " AND command ->> 'type' = 'answer' AND command ->> 'occasion' LIKE '%.roll%'"
        )

    def games(self) -> list[Begun]:
        """The games that have begun and were not taken back into the lobby, the oldest first."""
        query = (
            "SELECT game, row, (SELECT max(row) FROM log WHERE game = start.game) AS last"
            " FROM standing AS start WHERE kind = 'start' ORDER BY row"
        )
        return [Begun(**line) for line in self._query(query)]

    def time_of(self, begun: Begun) -> str | None:
        """When a game began, or the first time in it at which the clock was right; None if it never was."""
        # The log may be from an older version when it is only read.
        right = "clock IS NOT 0" if "clock" in self._db.table("log").columns_dict else "1"
        query = f"SELECT time FROM log WHERE row BETWEEN ? AND ? AND +game = ? AND {right} ORDER BY row LIMIT 1"  # noqa: S608
        return next((line["time"] for line in self._query(query, [begun.row, begun.last, begun.game])), None)

    def time_at(self, row: int) -> str | None:
        """The time of a row; None where the clock was not right then."""
        right = "clock IS NOT 0" if "clock" in self._db.table("log").columns_dict else "1"
        found = self._query(f"SELECT time FROM log WHERE row = ? AND {right}", [row])  # noqa: S608
        return next((line["time"] for line in found), None)

    def ended(self, begun: Begun) -> str | None:
        """When the last thing was played in a game; None where its clock was not right then."""
        marks = ", ".join("?" * len(PLAYED))
        right = "clock IS NOT 0" if "clock" in self._db.table("log").columns_dict else "1"
        query = f"SELECT time, {right} AS right FROM log WHERE game = ? AND kind IN ({marks}) ORDER BY row DESC LIMIT 1"  # noqa: S608
        found = next(self._query(query, [begun.game, *PLAYED]), None)
        return found["time"] if found and found["right"] else None

    def events_of(self, game: int) -> Iterator[str]:
        """What happened in a game and was not taken back: JSON arrays of events, the oldest first."""
        marks = ", ".join("?" * len(PLAYED))
        query = f"SELECT events FROM standing WHERE game = ? AND kind IN ({marks}) ORDER BY row"  # noqa: S608
        return (line["events"] for line in self._query(query, [game, *PLAYED]))

    def last_of(self, game: int, kinds: Sequence[str], before: int) -> str | None:
        """The events of a game's last row of these kinds before another row; None if there is none."""
        marks = ", ".join("?" * len(kinds))
        query = f"SELECT events FROM log WHERE game = ? AND kind IN ({marks}) AND row < ? ORDER BY row DESC LIMIT 1"  # noqa: S608
        return next((line["events"] for line in self._query(query, [game, *kinds, before])), None)

    def last_row(self) -> int:
        """The number of the last row of any game, 0 before the first."""
        return int(next(self._query("SELECT coalesce(max(row), 0) AS row FROM log"))["row"])

    def last_game(self) -> int:
        """The number of the latest game, 1 before the first."""
        return int(next(self._query("SELECT coalesce(max(game), 1) AS game FROM log"))["game"])


def lines(db: Database, query: str, bound: Sequence[object] = ()) -> Iterator[dict[str, Any]]:
    """What a query finds, without the savepoint around it that the library's own `query` sets: every tap asks four."""
    found = db.conn.execute(query, tuple(bound))
    names = [column[0] for column in found.description]
    return (dict(zip(names, values, strict=True)) for values in found)
