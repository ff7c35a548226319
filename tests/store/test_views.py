"""The views of the log for people's own tools: they are documented, say what the game says, and tell no secret."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from companion.game.entries import Entry
from companion.rules.events import CoinsMoved, Scored
from companion.stats.figures import figures
from companion.store import system_clock
from companion.store.store import FILE, ReadOnlyStore, Store
from tests.playthroughs.again import GAMES, path_of
from tests.record.played import text_of
from tests.store.stored import add_games, stored

DOCS = Path(__file__).parents[2] / "docs" / "tables.md"
HAND = ("ghouls", "evening", "record")


@pytest.fixture
def by_hand(tmp_path: Path) -> Iterator[Database]:
    """A log with three games that were written by hand; the last is not over. Read as a stranger's tool reads it."""
    yield from log_of(tmp_path, [text_of(name) for name in HAND])


def log_of(folder: Path, texts: list[str]) -> Iterator[Database]:
    """A log with these games."""
    add_games(folder, texts)
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as file:
        yield Database(file)


def listed(log: Database, query: str) -> list[tuple[Any, ...]]:
    """What a query finds."""
    return [tuple(line.values()) for line in log.query(query)]


def test_the_views_say_what_the_game_says(tmp_path: Path) -> None:
    """For every recorded game the views hold the same coins, conquests and rolls as the fold of its events."""
    games = [figures(stored(path_of(name).read_text())[0]) for name in GAMES]
    for log in log_of(tmp_path, [path_of(name).read_text() for name in GAMES]):
        # A view puts all games together whichever is asked for: so each is asked once.
        scores = listed(log, "SELECT game, turn, seat, reason, coins FROM scores")
        assert sorted(scores) == sorted(
            (game, one.turn, one.seat, one.reason, one.amount)
            for game, found in enumerate(games, 1)
            for one in found.coins
        )
        attacks = listed(log, "SELECT game, turn, seat, region, way, won, tribe, tokens, against FROM conquests")
        assert sorted(map(repr, attacks)) == sorted(
            repr((game, one.turn, one.seat, one.region, one.way, int(one.won), one.tribe, one.tokens, one.against))
            for game, found in enumerate(games, 1)
            for one in found.conquests
        )
        rolls = listed(log, "SELECT game, turn, seat, pips, source FROM rolls ORDER BY game, row")
        assert rolls == [
            (game, one.turn, one.seat, one.pips, one.source)
            for game, found in enumerate(games, 1)
            for one in found.rolls
        ]
        players = listed(log, "SELECT game, name, began_with, coins FROM players ORDER BY game, seat")
        assert players == [
            (game, *each)
            for game, found in enumerate(games, 1)
            for each in zip(found.names, found.start, found.totals, strict=True)
        ]


def test_games_and_players_by_hand(by_hand: Database) -> None:
    """The evening is over and open, with Ben gone; the others run on and show no coins."""
    assert listed(by_hand, "SELECT game, map, turns, ended, open FROM games") == [
        (1, "base-2", 3, 0, 0),
        (2, "base-3", 2, 1, 1),
        (3, "base-3", 4, 0, 0),
    ]
    assert listed(by_hand, "SELECT * FROM players WHERE game < 3") == [
        (1, 0, "Ann", 0, None, None),
        (1, 1, "Ben", 0, None, None),
        (2, 0, "Ann", 0, 5, 9),
        (2, 1, "Ben", 1, 6, 6),
        (2, 2, "Cid", 0, 7, 10),
    ]


def test_no_view_shows_the_coins_of_a_running_game(by_hand: Database) -> None:
    """Of games whose purses are closed no view shows a score, a payment or what anybody began with."""
    told = {type(event) for name in ("ghouls", "record") for event in stored(text_of(name))[0]}
    assert {Scored, CoinsMoved} <= told
    assert listed(by_hand, "SELECT DISTINCT game FROM scores") == [(2,)]
    secret = "SELECT count(*) FROM happened WHERE game <> 2 AND type IN ('scored', 'coins_moved')"
    assert listed(by_hand, secret) != [(0,)]
    assert listed(by_hand, f"{secret} AND event IS NOT NULL") == [(0,)]
    for (event,) in listed(by_hand, "SELECT event FROM happened WHERE game <> 2 AND type = 'game_began'"):
        assert "coins" not in event


def test_what_was_taken_back_is_in_no_view(tmp_path: Path) -> None:
    """A take-back in the log takes its rows out of every view."""
    (text,) = [text_of("evening")]
    store = Store(tmp_path)
    made = store.append(1, stored(text)[1])
    scored = next(row for row in made if '"scored"' in row.events)
    store.append(1, [Entry(kind="takeback", command={"kept": []}, returns_to=scored.row)])
    counted = store._db.query("SELECT type FROM happened WHERE type IN ('scored', 'unveiled', 'game_ended')")
    assert list(counted) == []
    assert len(list(store._db.query("SELECT * FROM conquests"))) == 4
    store.close()


@pytest.mark.parametrize(
    ("service", "mark", "noted"), [(True, True, 1), (True, False, 0), (False, False, None)], ids=["right", "not", "?"]
)
def test_a_date_only_where_the_clock_was_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: bool, mark: bool, noted: int | None
) -> None:
    """What the time service says of the clock stands beside each row, and a game it says no to has no date."""
    monkeypatch.setattr(system_clock, "SERVICE", tmp_path / "timesync")
    if service:
        system_clock.SERVICE.mkdir()
    if mark:
        (system_clock.SERVICE / system_clock.MARK).touch()
    store = Store(tmp_path)
    store.append(1, stored(text_of("evening"))[1])
    assert {line["clock"] for line in store._db.query("SELECT clock FROM log")} == {noted}
    assert (store.time_of(store.games()[0]) is None) == (noted == 0)
    assert [line["date"] is None for line in store._db.query("SELECT date FROM games")] == [noted == 0]
    store.close()


def test_a_clock_that_is_set_during_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game has the first time that was right."""
    monkeypatch.setattr(system_clock, "SERVICE", tmp_path)
    store = Store(tmp_path)
    made = stored(text_of("evening"))[1]
    store.append(1, made[:10])
    (tmp_path / system_clock.MARK).touch()
    right = store.append(1, made[10:])
    assert store.time_of(store.games()[0]) == right[0].time
    store.close()


def test_what_was_undone_later_is_looked_up(tmp_path: Path) -> None:
    """For each row of a log the undos after it come from their index: games with many undos are told as quickly."""
    for log in log_of(tmp_path, [text_of(HAND[0])]):
        plan = [detail for *_, detail in listed(log, "EXPLAIN QUERY PLAN SELECT events FROM standing WHERE game = 1")]
        later = [detail for detail in plan if detail.split()[1:2] == ["back"]]
        assert later
        assert all("log_returns" in detail for detail in later)


# The view of the first release.
FIRST_VIEW = """
    CREATE VIEW standing AS SELECT * FROM log AS one WHERE NOT EXISTS (
        SELECT 1 FROM log AS back WHERE back.game = one.game AND back.returns_to <= one.row AND one.row < back.row
    )
"""


def test_a_log_of_the_first_release_is_brought_up(tmp_path: Path) -> None:
    """A file without views and receipts, full of games, gets them; and before that a bystander can read it."""
    store = Store(tmp_path)
    store.append(1, stored(text_of("evening"))[1])
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        older = Database(file)
        for (view,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall():
            older.execute(f"DROP VIEW {view}")
        older.execute(FIRST_VIEW)
        for index in ("log_returns", "log_starts"):
            older.execute(f"DROP INDEX {index}")
        older.execute("CREATE INDEX log_requests ON log(request) WHERE request IS NOT NULL")
        for column in ("clock", "receipts", "checksum"):
            older.execute(f"ALTER TABLE log DROP COLUMN {column}")
        older.execute("DELETE FROM _sqlite_migrations WHERE name >= 'm003'")
        file.commit()
    reader = ReadOnlyStore(tmp_path)
    (begun,) = reader.games()
    assert (begun.game, reader.time_of(begun) is None) == (1, False)
    assert len(list(reader.rows(1))) == len(stored(text_of("evening"))[1])
    reader.close()
    Store(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        assert listed(Database(file), "SELECT coins FROM players ORDER BY seat") == [(9,), (6,), (10,)]


# What docs/tables.md says.


def columns(view: str) -> list[str]:
    """The columns that the page documents for a table or view."""
    part = re.search(rf"### `{view}`.*?(?=\n##|\Z)", DOCS.read_text(), re.DOTALL)
    assert part, view
    rows = re.findall(r"^\| (`.*?) \|", part[0], re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_every_table_and_column_is_documented(by_hand: Database) -> None:
    """The page names each table and view there is, and its columns as they are; `standing` has those of `log`."""
    kept = by_hand.query("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    names = {line["name"] for line in kept if not line["name"].startswith("_")}
    assert names == set(re.findall(r"^### `(\w+)`", DOCS.read_text(), re.MULTILINE))
    for name in names - {"standing"}:
        there = [line["name"] for line in by_hand.query(f"SELECT name FROM pragma_table_info('{name}')")]
        assert columns(name) == there, name
    assert [line["name"] for line in by_hand.query("SELECT name FROM pragma_table_info('standing')")] == columns("log")


def queries() -> list[str]:
    """The queries of the page."""
    return re.findall(r"```sql\n(.*?)```", DOCS.read_text(), re.DOTALL)


def test_there_are_three_queries() -> None:
    """The page has as many as it says."""
    assert len(queries()) == 3


def test_who_has_won_how_often(by_hand: Database) -> None:
    """Of the one game that is open, Cid has won with 10 coins against 9 and 6."""
    assert listed(by_hand, queries()[0]) == [("Cid", 1, 1, 10), ("Ann", 1, 0, 9), ("Ben", 1, 0, 6)]


def test_which_abilities_earned_the_most(by_hand: Database) -> None:
    """In the evening the Forest earned one coin and the Orcs another."""
    assert listed(by_hand, queries()[1]) == [("forest", 1, 1), ("orcs", 1, 1)]


def test_who_took_regions_from_whom(by_hand: Database) -> None:
    """Ann's Ghouls took one region from Ben, which is nobody's secret."""
    assert listed(by_hand, queries()[2]) == [(1, "Ann", "Ben", 1)]
