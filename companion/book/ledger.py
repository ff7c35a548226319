"""The book itself: a SQLite file with the results, and what is worked out from them.

The results are the truth. Every change is one transaction, on the disk before anybody is told; another process may
read the file at any time, and `companion book merge` and `forget` write it beside the one that serves.
"""

from __future__ import annotations

import hmac
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from companion.book import rating, seasons
from companion.book.message import KnownPlayer, Played, Players, Result, Seat
from companion.book.seasons import Season
from companion.book.tables import migrations
from companion.files import key
from companion.game.names import LONGEST_NAME, as_read, cleaned

FILE = "book.db"
KEY = "forget.key"
# Seconds to wait while another process writes.
PATIENCE = 20.0
# Minutes of a game that says who plays better; in less time turns were left out.
SHORTEST = 10
# What stands before the id of a person where names are hashed, and in no name.
_PERSON = "person/"


class NotKnown(Exception):
    """A sentence: nobody in the book is called so, or two cannot be one."""


class Line(Struct, frozen=True):
    """A line of a season's table."""

    place: int
    player: int
    name: str
    rating: int
    games: int
    wins: int
    coins: int
    best: int


class Ledger:
    """The book in a folder. Any thread may call any method."""

    def __init__(self, folder: Path) -> None:
        """Open the book, or begin one. Raises OSError and sqlite3.Error."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = folder / FILE
        # Who has the file alone cannot try names against the hashes of those that were forgotten.
        self._key = key(folder / KEY).data
        if not self.path.exists():
            self.path.touch(mode=0o600)
        self._rating = threading.Lock()
        self._rated: dict[str, rating.Season] = {}
        self._version = ""
        with self._db() as db:
            db.enable_wal()
            migrations.apply(db)

    # What tables tell.

    def keep(self, result: Result, now: datetime | None = None) -> None:
        """Keep what came of a game. The same again changes nothing, nor does what was said before a correction."""
        arrived = (now or datetime.now(UTC)).isoformat(timespec="seconds")
        with self._change() as db:
            before = _first(db, "SELECT row, time, date, arrived FROM games WHERE game = ?", result.game)
            if before and before["row"] > result.row:
                return
            if before:
                db.execute("DELETE FROM combos WHERE game = ?", [result.game])
                db.execute("DELETE FROM results WHERE game = ?", [result.game])
                arrived = before["arrived"]
            if result.played:
                time = result.played.ended or arrived
                self._write(db, result, result.played, time, arrived)
            elif before:
                db.execute("UPDATE games SET withdrawn = 1, row = ? WHERE game = ?", [result.row, result.game])
            self._tidy(db)

    def _write(self, db: Database, result: Result, played: Played, time: str, arrived: str) -> None:
        values = {
            "game": result.game,
            "row": result.row,
            "time": datetime.fromisoformat(time).astimezone(UTC).isoformat(timespec="seconds"),
            "date": _day(time),
            "arrived": arrived,
            "board": played.board,
            "boxes": ",".join(played.boxes),
            "turns": played.turns,
            "ended_early": int(played.stopped or (played.minutes is not None and played.minutes < SHORTEST)),
            "withdrawn": 0,
        }
        db.table("games").upsert(values, pk="game")
        sitting: set[int] = set()
        for number, seat in enumerate(played.seats):
            player = self._player(db, seat, sitting)
            named = player is not None
            db.table("results").insert(
                {
                    "game": result.game,
                    "seat": number,
                    "player": player,
                    "place": seat.place,
                    "side": seat.side,
                    "won": int(seat.won),
                    "has_left": int(seat.left),
                    "app": int(seat.app),
                    "coins": seat.coins if named else None,
                }
            )
            for combo in seat.combos if named else ():
                db.table("combos").insert(
                    {
                        "game": result.game,
                        "seat": number,
                        "turn": combo.turn,
                        "race": combo.race,
                        "power": combo.power,
                        "coins": combo.coins,
                    }
                )

    def _player(self, db: Database, seat: Seat, sitting: set[int]) -> int | None:
        """The player of a seat; None for somebody: who did not give a name, or was forgotten since giving it."""
        name = cleaned(seat.name or "")
        if not name or seat.app:
            return None
        player = _person(db, seat.person)
        if player is None:
            if self._is_forgotten(db, name, seat):
                return None
            player = _named(db, name)
            if player is None or seat.person:
                # Whoever gave the name as a new one is not the player who has it: they can be made one later.
                name = name if player is None else _another(db, name)
                player = int(str(db.table("players").insert({"name": name, "as_read": as_read(name)}).last_pk))
            if seat.person:
                db.table("people").insert({"person": seat.person, "player": player})
        if player in sitting:
            return None
        sitting.add(player)
        return player

    def _is_forgotten(self, db: Database, name: str, seat: Seat) -> bool:
        """Whether the player of a seat was forgotten since they gave this name."""
        query = "SELECT number FROM forgotten WHERE hash = ?"
        gone = _first(db, query, self._hash(name))
        if gone and gone["number"] > seat.after:
            return True
        return bool(seat.person and _first(db, query, self._hash(_PERSON + seat.person)))

    def forget(self, name: str, wish: str | None = None, person: str | None = None) -> int:
        """Forget a player, under every name that was merged into this one; returns in how many games they were.

        With a `person` it is whoever has that id, whatever they are called here and although nothing of theirs has come
        yet, and nobody else of that name. Their results stay, as somebody's. The same wish does nothing twice.
        """
        name = cleaned(name)
        with self._change() as db:
            if wish and _first(db, "SELECT 1 AS done FROM forgettings WHERE wish = ?", wish):
                return 0
            time = datetime.now(UTC).isoformat(timespec="seconds")
            number = int(str(db.table("forgettings").insert({"wish": wish, "time": time}).last_pk))
            player = _person(db, person) if person else _named(db, name)
            names = {_PERSON + person if person else as_read(name)}
            games = 0
            if player is not None:
                for told in ("as_read FROM players", "as_read FROM other_names", f"'{_PERSON}' || person FROM people"):
                    rows = db.query(f"SELECT {told} WHERE player = ?", [player])
                    names |= {value for row in rows for value in row.values()}
                mine = "SELECT game, seat FROM results WHERE player = ?"
                db.execute(f"DELETE FROM combos WHERE (game, seat) IN ({mine})", [player])  # noqa: S608
                games = db.execute("UPDATE results SET player = NULL, coins = NULL WHERE player = ?", [player]).rowcount
                db.execute("DELETE FROM standings WHERE player = ?", [player])
                db.execute("DELETE FROM players WHERE player = ?", [player])
            for each in names:
                db.table("forgotten").upsert({"hash": self._hash(each), "number": number}, pk="hash")
        # What was deleted is overwritten (secure_delete), in the log beside the file too.
        with self._db() as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.renew()
        return games

    def merge(self, name: str, into: str) -> None:
        """Make two names one player, also for results that still come. Raises NotKnown."""
        with self._change() as db:
            one, other = _named(db, name), _named(db, into)
            for each, player in ((name, one), (into, other)):
                if player is None:
                    raise NotKnown(f"Nobody in the book is called {each}.")
            if one == other:
                raise NotKnown(f"{name} and {into} are one player already.")
            both = "SELECT 1 FROM results AS a JOIN results AS b USING (game) WHERE a.player = ? AND b.player = ?"
            if _first(db, both, one, other):
                raise NotKnown(f"{name} and {into} played in the same game, so they are two people.")
            old = _first(db, "SELECT as_read FROM players WHERE player = ?", one)
            db.execute("UPDATE results SET player = ? WHERE player = ?", [other, one])
            for table in ("other_names", "people"):
                db.execute(f"UPDATE {table} SET player = ? WHERE player = ?", [other, one])  # noqa: S608
            db.execute("DELETE FROM standings WHERE player = ?", [one])
            db.execute("DELETE FROM players WHERE player = ?", [one])
            db.table("other_names").upsert({"as_read": old and old["as_read"], "player": other}, pk="as_read")
        self.renew()

    def name_seasons(self, named: Iterable[Season]) -> None:
        """Add seasons, or change those of the same name. Raises BadSeason."""
        with self._change() as db:
            known = {season.name: season for season in self._seasons(db)} | {season.name: season for season in named}
            for season in seasons.apart(known.values()):
                db.table("seasons").upsert(
                    {"season": season.name, "first": season.first, "last": season.last}, pk="season"
                )

    # What people look at.

    def names(self) -> Players:
        """Who is in the book, for the tables."""
        query = """
            SELECT name, count(results.game) AS games, coalesce(max(date), '') AS last
            FROM players LEFT JOIN results USING (player) LEFT JOIN games USING (game) GROUP BY players.player
        """
        with self._db() as db:
            gone = _first(db, "SELECT coalesce(max(number), 0) AS number FROM forgettings")
            players = tuple(KnownPlayer(row["name"], row["games"], row["last"]) for row in db.query(query))
        return Players(gone["number"] if gone else 0, players)

    def seasons(self, today: str) -> list[str]:
        """The seasons of which there are games, and that of today: the newest first."""
        with self._db() as db:
            named = self._seasons(db)
            days = [row["date"] for row in db.query("SELECT DISTINCT date FROM games WHERE NOT withdrawn")]
        newest: dict[str, str] = {}
        for day in sorted([*days, today]):
            newest[seasons.of(day, named)] = day
        return sorted(newest, key=lambda name: newest[name], reverse=True)

    def season_of(self, day: str) -> str:
        """The season of a day."""
        with self._db() as db:
            return seasons.of(day, self._seasons(db))

    def table(self, season: str) -> list[Line]:
        """The standings of a season, the best first, as the results are now."""
        self.renew()
        query = "SELECT * FROM standings JOIN players USING (player) WHERE season = ? ORDER BY place, name"
        fields = Line.__struct_fields__
        with self._db() as db:
            return [Line(**{name: row[name] for name in fields}) for row in db.query(query, [season])]

    def player(self, number: int) -> dict[str, Any] | None:
        """A player: the name, the games with who else played, the newest first, and the combos, the favourite first."""
        with self._db() as db:
            found = _first(db, "SELECT name FROM players WHERE player = ?", number)
            if found is None:
                return None
            games = list(
                db.query(
                    "SELECT game, date, time, results.place, won, coins, board, ended_early FROM results"
                    " JOIN games USING (game) WHERE player = ? ORDER BY time DESC, game",
                    [number],
                )
            )
            others = db.query(
                "SELECT others.game, others.app, others.place, name FROM results AS mine JOIN results AS others"
                " ON others.game = mine.game AND others.seat <> mine.seat LEFT JOIN players ON"
                " players.player = others.player WHERE mine.player = ? ORDER BY others.place, others.seat",
                [number],
            )
            beside: dict[str, list[dict[str, Any]]] = {}
            for row in others:
                beside.setdefault(row["game"], []).append(row)
            combos = list(
                db.query(
                    "SELECT race, power, count(*) AS times, sum(combos.coins) AS coins FROM combos"
                    " JOIN results USING (game, seat) WHERE player = ? GROUP BY race, power"
                    " ORDER BY times DESC, coins DESC, race, power LIMIT 10",
                    [number],
                )
            )
        return {
            **found,
            "games": [{**game, "others": beside.get(game["game"], [])} for game in games],
            "combos": combos,
        }

    # What is worked out.

    def renew(self) -> None:
        """Work out the standings of every season from the results, if any has changed."""
        with self._rating:
            with self._db() as db:
                version = self._state(db)
                if version == self._version:
                    return
                played = self._played(db)
            for name in [*self._rated.keys() - played.keys()]:
                del self._rated[name]
            for name, games in played.items():
                self._rated.setdefault(name, rating.Season()).take(games)
            with self._change(renewed=True) as db:
                if self._state(db) != version:
                    # Something came meanwhile; whoever brought it, or looks next, works it out again.
                    return
                db.execute("DELETE FROM standings")
                db.table("standings").insert_all(
                    line for name in played for line in _standings(name, self._rated[name].standings.values())
                )
            self._version = version

    def _state(self, db: Database) -> str:
        """What changes with every change of a result, whichever process makes it."""
        found = _first(db, "PRAGMA user_version")
        return str(found and found["user_version"])

    def _played(self, db: Database) -> dict[str, list[rating.Game]]:
        named = self._seasons(db)
        seats: dict[str, list[rating.Sat]] = {}
        for row in db.query("SELECT game, player, side, place, app, won, coins FROM results ORDER BY game, seat"):
            game = row.pop("game")
            row |= {"app": bool(row["app"]), "won": bool(row["won"])}
            seats.setdefault(game, []).append(rating.Sat(**row))
        found: dict[str, list[rating.Game]] = {}
        for row in db.query("SELECT game, row, date, ended_early FROM games WHERE NOT withdrawn ORDER BY time, game"):
            game = rating.Game(row["game"], row["row"], bool(row["ended_early"]), tuple(seats.get(row["game"], ())))
            found.setdefault(seasons.of(row["date"], named), []).append(game)
        return found

    @staticmethod
    def _seasons(db: Database) -> list[Season]:
        rows = db.query("SELECT season, first, last FROM seasons ORDER BY first")
        return [Season(row["first"], row["last"], row["season"]) for row in rows]

    # The file.

    def _hash(self, name: str) -> str:
        return hmac.digest(self._key, as_read(name).encode(), "sha256").hex()

    @staticmethod
    def _tidy(db: Database) -> None:
        """Nobody stays in the book without a game."""
        db.execute("DELETE FROM standings WHERE player NOT IN (SELECT player FROM results WHERE player IS NOT NULL)")
        db.execute("DELETE FROM players WHERE player NOT IN (SELECT player FROM results WHERE player IS NOT NULL)")

    @contextmanager
    def _db(self) -> Iterator[Database]:
        with closing(sqlite3.connect(self.path, timeout=PATIENCE, check_same_thread=False)) as connection:
            db = Database(connection, execute_plugins=False)
            for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
                db.execute(f"PRAGMA {pragma}")
            yield db

    @contextmanager
    def _change(self, *, renewed: bool = False) -> Iterator[Database]:
        """A transaction, on the disk when it ends. `renewed`: it only writes what was worked out."""
        with self._db() as db:
            db.execute("BEGIN IMMEDIATE")
            with db.conn:
                yield db
                if not renewed:
                    found = _first(db, "PRAGMA user_version")
                    db.execute(f"PRAGMA user_version={(found['user_version'] if found else 0) % 2**30 + 1}")


def _standings(season: str, found: Iterable[rating.Standing]) -> Iterator[dict[str, Any]]:
    """The lines of a season's table; who has the same rating shares a place."""
    place, before = 0, None
    ordered = sorted(found, key=lambda each: (-each.rating, -each.games, each.player))
    for number, each in enumerate(ordered, start=1):
        if each.rating != before:
            place, before = number, each.rating
        yield {
            "season": season,
            "player": each.player,
            "place": place,
            "rating": each.rating,
            "mu": each.skill.mu,
            "sigma": each.skill.sigma,
            "games": each.games,
            "wins": each.wins,
            "coins": each.coins,
            "best": each.best,
        }


def _named(db: Database, name: str) -> int | None:
    """The player of a name, also of one that was merged into another."""
    query = "SELECT player FROM players WHERE as_read = ? UNION SELECT player FROM other_names WHERE as_read = ?"
    read = as_read(cleaned(name))
    found = _first(db, query, read, read)
    return found["player"] if found else None


def _person(db: Database, person: str | None) -> int | None:
    """The player who gave a name as a new one, under this id, and has a result here."""
    found = _first(db, "SELECT player FROM people WHERE person = ?", person) if person else None
    return found["player"] if found else None


def _another(db: Database, name: str) -> str:
    """A name for somebody else of that name: Ben (2)."""
    marks = (f" ({number})" for number in count(2))
    return next(
        found for mark in marks if _named(db, found := name[: LONGEST_NAME - len(mark)].rstrip() + mark) is None
    )


def _first(db: Database, query: str, *bound: object) -> dict[str, Any] | None:
    return next(iter(db.query(query, list(bound))), None)


def _day(time: str) -> str:
    """The day of a time, where the book is."""
    return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d}"
