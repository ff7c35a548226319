"""A log that was damaged: what is noticed, what of it goes on, and what people are told and may choose."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.game.entries import Entry, StoreError
from companion.language import text
from companion.rules.engine import chances
from companion.store import snapshots
from companion.store.checksums import checksum
from companion.store.recovery import damaged
from companion.store.rows import Damaged
from companion.store.sqlite_file import FRAME_HEAD, WAL_HEAD
from companion.store.store import FILE, ReadOnlyStore, Store
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from tests.record.played import text_of
from tests.store.earlier_logs import EARLIER, laid
from tests.store.stored import add_games, content
from tests.table.sitting import sitting
from tests.web.house import house

PAGE = 4096
HAND = ("ghouls", "evening", "record")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with a log of three games."""
    add_games(tmp_path, map(text_of, HAND))
    return tmp_path


def said(folder: Path) -> str:
    """Open a log, and what is said of it then: the end of a message's key, or ""."""
    with closing(Store(folder)) as store:
        if not store.notice:
            return ""
        assert "games.damaged-1.db" in text.sentence(store.notice)
        return store.notice.key.removeprefix("notice.")


def spoil(folder: Path, row: int, column: str = "events") -> None:
    """Flip a bit of what a row holds."""
    ((holds,),) = ask(folder, f"SELECT {column} FROM log WHERE row = {row}")
    meddle(folder, (f"UPDATE log SET {column} = ? WHERE row = {row}", [f"{holds}"[:-1] + chr(ord(f"{holds}"[-1]) ^ 1)]))


def ask(folder: Path, query: str, *bound: object) -> list[tuple[object, ...]]:
    """What a log's file says, asked without the program."""
    with closing(sqlite3.connect(f"{(folder / FILE).as_uri()}?mode=ro", uri=True)) as log:
        return log.execute(query, bound).fetchall()


def meddle(folder: Path, *changes: str | tuple[str, list[str]]) -> None:
    """Change a log as SQLite changes it: the file is in order afterwards, its rows are not."""
    with closing(sqlite3.connect(folder / FILE)) as log:
        triggers = log.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            log.execute(f"DROP TRIGGER {name}")
        for change in changes:
            log.execute(*([change] if isinstance(change, str) else change))
        for _, made in triggers:
            log.execute(made)
        log.commit()


def rows_of(folder: Path, game: int) -> list[int]:
    """The numbers of a game's rows."""
    return [int(str(row)) for (row,) in ask(folder, "SELECT row FROM log WHERE game = ? ORDER BY row", game)]


# What is noticed.


def test_a_checksum_is_the_same_for_ever() -> None:
    """Logs in people's folders have been given these; the figures were made with b2sum -l 64."""
    first = {"row": 1, "game": 1, "kind": "join", "seat": None, "time": "", "events": "[é]"}
    one = checksum(first)
    assert one.hex() == "bf8f1e58de89f0f94fd4dba2f45da3ab"
    second = {"row": 2, "kind": "act", "checksum": b"is left out"}
    assert checksum(second, one).hex() == "50c4541261e4d1fbcdd55e9d9a733c99"


def test_a_whole_log_is_whole(games: Path) -> None:
    """Nothing is said, and nothing is put aside."""
    assert not damaged(games / FILE)
    assert said(games) == ""
    assert not list(games.glob("*damaged*"))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE log SET events = '[]' WHERE row = 30",
        "UPDATE log SET command = command || ' ' WHERE row = 30",
        "UPDATE log SET game = 2 WHERE row = 5",
        "UPDATE log SET request = 'another' WHERE row = 30",
        "UPDATE log SET clock = 1 - coalesce(clock, 0) WHERE row = 30",
        "UPDATE log SET checksum = NULL WHERE row = 30",
        "UPDATE log SET checksum = zeroblob(16) WHERE row = 30",
        "DELETE FROM log WHERE row = 30",
        "UPDATE log SET row = 100000 WHERE row = 30",
        "DELETE FROM log WHERE row < 3",
    ],
)
def test_a_row_that_is_not_as_it_was_is_noticed(games: Path, change: str) -> None:
    """Whatever of it has changed, or if it is gone; SQLite itself finds nothing wrong with the file."""
    before = {row[0]: row for row in content(games)}
    meddle(games, change)
    assert ask(games, "PRAGMA integrity_check") == [("ok",)]
    assert said(games).startswith("damaged")
    assert all(before[row[0]] == row for row in content(games))


def test_rows_that_have_changed_places_are_noticed(games: Path) -> None:
    """Two rows that are each as they were written, under each other's numbers."""
    meddle(games, *(f"UPDATE log SET row = {new} WHERE row = {old}" for old, new in ((30, -1), (31, 30), (-1, 31))))
    assert said(games).startswith("damaged")


@pytest.mark.parametrize(
    "change",
    [
        "DROP VIEW standing",
        "DROP INDEX log_starts",
        "DELETE FROM _sqlite_migrations WHERE name = 'm003_views_for_people'",
        "UPDATE _sqlite_migrations SET name = 'm002_finc_a_request' WHERE name LIKE 'm002%'",
        "UPDATE _sqlite_migrations SET migration_set = 'compani.n'",
        "ALTER TABLE log RENAME COLUMN returns_to TO returns_tn",
    ],
)
def test_what_is_beside_the_rows_is_made_again(games: Path, change: str) -> None:
    """Tables, views and indexes are made as they belong, with every row, and people are told."""
    before = content(games)
    meddle(games, change)
    assert said(games) == "repaired"
    assert content(games) == before
    assert not damaged(games / FILE)


def test_a_card_s_own_letters_are_never_quoted(games: Path) -> None:
    """Letters that are none, which SQLite's own errors would quote beside what stands next to them."""
    flip_to(games / FILE, b'"scored"', b'"\xff\xfe\xff\xfe\xff\xfe"')
    with closing(ReadOnlyStore(games)) as log, pytest.raises(Damaged) as fault:
        for game in (1, 2, 3):
            list(log.rows(game))
    assert "scored" not in str(fault.value)
    assert said(games).startswith("damaged")


def flip_to(file: Path, held: bytes, becomes: bytes) -> None:
    """Put other bytes in the first place of some."""
    assert len(held) == len(becomes)
    file.write_bytes(file.read_bytes().replace(held, becomes, 1))


# What goes on.


def test_each_game_is_good_up_to_its_first_bad_row(games: Path) -> None:
    """What was damaged in the second game costs neither the first nor the one on the table anything."""
    first, second, third = (rows_of(games, game) for game in (1, 2, 3))
    spoil(games, second[20])
    assert said(games) == "damaged.earlier"
    assert [rows_of(games, game) for game in (1, 2, 3)] == [first, second[:20], third]
    assert not damaged(games / FILE)


def test_the_game_on_the_table_is_good_up_to_its_first_bad_row(games: Path) -> None:
    """People are told to compare it with the board."""
    third = rows_of(games, 3)
    spoil(games, third[-3])
    assert said(games) == "damaged"
    assert rows_of(games, 3) == third[:-3]


def test_a_bad_last_row_is_told(games: Path) -> None:
    """Nothing follows it that would miss it."""
    third = rows_of(games, 3)
    spoil(games, third[-1])
    assert said(games) == "damaged"
    assert rows_of(games, 3) == third[:-1]


def test_damaged_again_it_keeps_what_it_had(games: Path) -> None:
    """The gap of the first damage is none to the second."""
    second, third = rows_of(games, 2), rows_of(games, 3)
    spoil(games, second[20])
    said(games)
    spoil(games, third[-1])
    with closing(Store(games)) as store:
        assert store.notice
        assert store.notice.args["file"] == "games.damaged-2.db"
    assert (rows_of(games, 2), rows_of(games, 3)) == (second[:20], third[:-1])


def test_a_copy_of_the_same_log_has_what_is_missing(games: Path) -> None:
    """The rows behind prove that it is the same, so nothing is lost and nothing need be asked."""
    snapshots.make(games)
    with closing(Store(games)) as store:
        store.append(3, [Entry(kind="practice", command={"pips": 2, "source": "button"})])
    before = content(games)
    spoil(games, rows_of(games, 2)[20])
    assert said(games) == "repaired"
    assert content(games) == before


def test_a_copy_of_another_log_fills_nothing(games: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Its rows have the same numbers and another past."""
    other = tmp_path_factory.mktemp("other")
    add_games(other, map(text_of, reversed(HAND)))
    made = snapshots.make(other)
    assert made
    shutil.copytree(made.parent, games / made.parent.name)
    second = rows_of(games, 2)
    spoil(games, second[20])
    assert said(games) == "damaged.earlier"
    assert rows_of(games, 2) == second[:20]


@pytest.mark.parametrize("place", ["head", "first", "middle", "last"])
def test_rows_beside_the_file_are_found_again(games: Path, tmp_path: Path, place: str) -> None:
    """After a power cut the newest rows wait in a file of their own, which SQLite drops from the first damage on."""
    kept = tmp_path / "kept"
    with closing(Store(games)) as store:
        for number in range(20):
            store.append(3, [Entry(kind="practice", request=f"roll{number}", command={"pips": 2, "source": "button"})])
        before = content(games)
        shutil.copytree(games, kept, ignore=lambda *_: {"kept"})
    wal = kept / f"{FILE}-wal"
    data = bytearray(wal.read_bytes())
    frames = (len(data) - WAL_HEAD) // (FRAME_HEAD + PAGE)
    at = {"head": 17, "first": 60, "middle": 60 + frames // 2 * (FRAME_HEAD + PAGE), "last": len(data) - 9}[place]
    data[at] ^= 4
    wal.write_bytes(data)
    assert damaged(kept / FILE)
    with closing(Store(kept)) as store:
        assert store.notice
    found = content(kept)
    assert found == before[: len(found)]
    assert len(found) >= len(before) - 1
    assert place == "last" or found == before


def test_a_log_that_has_just_begun_is_no_damage(tmp_path: Path) -> None:
    """All of it is still in the file beside, and the log itself a page without anything."""
    games, kept = tmp_path / "games", tmp_path / "kept"
    with closing(Store(games)) as store:
        store.append(1, [Entry(kind="practice", command={"pips": 2, "source": "button"})])
        assert (games / FILE).stat().st_size == PAGE
        assert not damaged(games / FILE)
        shutil.copytree(games, kept)
    assert said(kept) == ""
    assert ask(kept, "SELECT count(*) FROM log") == [(1,)]


def test_a_tap_that_the_power_cut_broke_off_is_no_damage(games: Path, tmp_path: Path) -> None:
    """What was half written beside the file had been promised to nobody."""
    kept = tmp_path / "kept"
    with closing(Store(games)) as store:
        store.append(3, [Entry(kind="practice", command={"pips": 2, "source": "button"})])
        shutil.copytree(games, kept, ignore=lambda *_: {"kept"})
    wal = kept / f"{FILE}-wal"
    whole = wal.read_bytes()
    wal.write_bytes(whole + whole[-FRAME_HEAD - PAGE :][:2000])
    assert said(kept) == ""


@pytest.mark.parametrize("packed", EARLIER, ids=lambda path: path.name.partition(".")[0])
def test_rows_of_an_earlier_version_get_their_checksums(packed: Path, tmp_path: Path) -> None:
    """As soon as they were read whole; from then on damage is noticed."""
    laid(packed, tmp_path)
    assert said(tmp_path) == ""
    assert ask(tmp_path, "SELECT count(*) FROM log WHERE checksum IS NULL") == [(0,)]
    spoil(tmp_path, rows_of(tmp_path, 1)[-1], "command")
    assert said(tmp_path) == "damaged"


@pytest.mark.parametrize("packed", EARLIER, ids=lambda path: path.name.partition(".")[0])
def test_a_row_of_an_earlier_version_has_to_make_sense(packed: Path, tmp_path: Path) -> None:
    """It has no checksum, but the game shows where it breaks off."""
    before = laid(packed, tmp_path)
    flip_to(tmp_path / FILE, b'"type":"conquer', b'"type":"conquex')
    assert said(tmp_path) == "damaged"
    found = rows_of(tmp_path, 1)
    assert 10 < len(found) < len(before)


def test_a_game_of_an_earlier_version_with_an_owner_s_own_pieces_stays(tmp_path: Path) -> None:
    """Where those are gone nobody can tell what made sense, so nothing is taken for damage."""
    before = laid(EARLIER[0], tmp_path)
    boxes = 'replace(events, \'"boxes":["base"]\', \'"boxes":["base","own"]\')'
    meddle(tmp_path, f"UPDATE log SET events = {boxes}", "UPDATE log SET events = replace(events, 'hill', 'hall')")
    assert said(tmp_path) == ""
    assert len(rows_of(tmp_path, 1)) == len(before)


# What was broken off.


def half_done(folder: Path) -> None:
    """A log that is no WAL yet, as a copy is, in which a change ends half way: some of it is in the file already."""
    with closing(sqlite3.connect(folder / FILE)) as log:
        log.execute("PRAGMA journal_mode=DELETE")
    code = """
import os, sqlite3, sys
log = sqlite3.connect(sys.argv[1], isolation_level=None)
log.execute("PRAGMA cache_size=1")
log.execute("BEGIN")
log.execute("CREATE TABLE more AS SELECT * FROM log")
os._exit(0)
"""
    size = (folder / FILE).stat().st_size
    subprocess.run([sys.executable, "-c", code, folder / FILE], check=True)
    assert (folder / FILE).stat().st_size > size
    assert (folder / f"{FILE}-journal").stat().st_size


def test_a_change_that_was_broken_off_is_undone(games: Path) -> None:
    """As when the power goes in the first start with a log that was restored: the next one has every row."""
    before = content(games)
    half_done(games)
    assert said(games) == ""
    assert content(games) == before


def test_another_file_s_rest_is_no_part_of_the_log(games: Path) -> None:
    """What lies under the name of a change that was broken off, and is none."""
    before = content(games)
    (games / f"{FILE}-journal").write_bytes(b"hello")
    assert said(games) == ""
    assert content(games) == before


@pytest.mark.parametrize("rest", [b"hello", b""], ids=["of something else", "its own"])
def test_no_rest_of_a_damaged_log_gets_into_the_next(games: Path, rest: bytes) -> None:
    """What SQLite would undo is undone in its own log before that is judged, or goes aside with it."""
    before = content(games)
    half_done(games)
    with (games / FILE).open("rb+") as file:
        file.seek(5 * PAGE)
        file.write(bytes(PAGE))
        if rest:
            file.seek(0)
            file.write(b"no letters of a log")
            (games / f"{FILE}-journal").write_bytes(rest)
    assert said(games).startswith(("damaged", "repaired"))
    assert set(content(games)) <= set(before)
    assert not (games / f"{FILE}-journal").exists()
    assert said(games) == ""


@pytest.mark.parametrize("why", ["damaged", "before"])
def test_a_log_that_was_to_take_this_one_s_place_has_to_be_whole(games: Path, why: str) -> None:
    """The power went in between, and the card has lost what was written: the log that is here goes on."""
    before = content(games)
    (games / f"{FILE}.{why}").write_bytes(b"hello")
    assert said(games) == ""
    assert content(games) == before
    assert (games / f"games.{why}-1.db").read_bytes() == b"hello"


# What cannot be done.


def test_no_room_for_the_good_part(games: Path) -> None:
    """Then nothing is changed, and a sentence says what to do."""
    spoil(games, rows_of(games, 2)[20])
    held = (games / FILE).read_bytes()
    (games / f"{FILE}.part").mkdir()
    with pytest.raises(StoreError, match="Make room on the disk"):
        Store(games)
    assert (games / FILE).read_bytes() == held


@pytest.mark.parametrize("gone", [False, True], ids=["before", "after"])
def test_the_power_goes_while_a_log_takes_the_place_of_another(games: Path, gone: bool) -> None:
    """Before or after the old one was put aside: at the next start the new one stands there, and both are kept."""
    held = (games / FILE).read_bytes()
    add_games(games / "new", [text_of("evening")])
    (games / "new" / FILE).replace(games / f"{FILE}.damaged")
    if gone:
        (games / FILE).rename(games / "games.damaged-1.db")
    with closing(Store(games)) as store:
        assert store.notice
        assert store.notice.key == "notice.replaced"
    assert len(rows_of(games, 1)) == len(content(games)) > 0
    assert held in [path.read_bytes() for path in games.glob("games.damaged-*.db")]


# What people choose.


@pytest.fixture
def broken_off(tmp_path: Path) -> tuple[Path, list[str]]:
    """A game of two whose log lost its last act, which a copy has; the players' cookies."""
    data = tmp_path / "data"
    with house(data) as home:
        ann, ben = home.seated(2)
        ann.act(0, next(each["command"] for each in ann.state()["game"]["offers"] if each["kind"] == "pick"))
        ben.post("/api/purse", id="count", seat=1, coins=23)
        snapshots.make(data)
        cookies = [ann.cookie, ben.cookie]
    spoil(data, rows_of(data, 1)[-1], "request")
    return data, cookies


@pytest.mark.parametrize("take", [True, False], ids=["the copy", "what is here"])
def test_people_choose_the_copy_or_what_is_here(broken_off: tuple[Path, list[str]], take: bool) -> None:
    """The good part is shown until then; what was chosen holds after a restart, and nobody is asked again."""
    data, cookies = broken_off
    with house(data) as home:
        stranger, ben = home.phone(), home.phone()
        ben.cookie = cookies[1]
        state = stranger.state()
        assert "Ann, Ben, turn 1" in state["table"]["copy"]
        assert "compare it with the board" in state["table"]["notices"][0]
        assert state["game"]
        assert ben.get("/api/purse?seat=1")["coins"] != 23
        assert stranger.refused("/api/copy", take=take).status == 401
        assert ben.post("/api/copy", take=take) == {}
        assert (ben.get("/api/purse?seat=1")["coins"] == 23) == take
        assert stranger.state()["table"]["copy"] is None
        assert ben.refused("/api/copy", take=take).status == 409
    with house(data) as home:
        ben = home.phone()
        ben.cookie = cookies[1]
        assert (ben.get("/api/purse?seat=1")["coins"] == 23) == take
        assert ben.state()["table"]["copy"] is None


def test_draws_that_were_lost_are_drawn_again(tmp_path: Path) -> None:
    """Where the log breaks off between an act and what the companion drew for it, the game still goes on."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        pick = table.do("pick")
        rows = content(tmp_path)
    assert rows[pick][3] == "chance"
    meddle(tmp_path, f"DELETE FROM log WHERE row > {pick + 1}", f"UPDATE log SET events = '' WHERE row = {pick + 1}")
    with closing(Store(tmp_path)) as store:
        table_again = TableService(Session(store, Hub(6), address=str))
        assert "store" in table_again.session.notices()
        game = table_again.queries.game()
        assert game
        assert not list(chances(game))
        assert store.last_row() > pick


def test_a_row_that_turned_bad_is_never_read_as_another_one(games: Path) -> None:
    """Whoever reads the log beside the table, or without one, is told in words."""
    spoil(games, next(int(str(row[0])) for row in content(games) if row[1] == 2 and row[3] == "chance"), "command")
    with closing(ReadOnlyStore(games)) as log:
        for reading in (log.rows(2), log.of_kind("chance")):
            with pytest.raises(Damaged, match="Start the table"):
                list(reading)
        assert len(list(log.rows(1))) == len(rows_of(games, 1))
