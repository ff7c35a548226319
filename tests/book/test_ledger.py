"""The book itself: what it keeps, once and in order, how it rates, and how it forgets."""

from __future__ import annotations

import itertools
import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from companion.book.ledger import FILE, Ledger, NotKnown
from companion.book.message import Combo, Played, Result, Seat
from companion.book.seasons import BadSeason, Season, apart, read

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """An empty book."""
    return Ledger(tmp_path / "book")


def game(
    number: int,
    *names: str,
    day: str = "2026-03-01",
    stopped: bool = False,
    row: int = 9,
    after: int = 0,
    winner: str | None = None,
) -> Result:
    """A game that was won by the first; "" is somebody, "-" the app. `winner` is the id of who won under a new name."""
    seats = tuple(
        Seat(
            place=place,
            side=place - 1,
            won=place == 1,
            app=name == "-",
            name=None if name in ("", "-") else name,
            after=after,
            person=winner if place == 1 else None,
            coins=None if name in ("", "-") else 100 - 10 * place,
            combos=() if name in ("", "-") else (Combo("orcs", "hill", 1, 40),),
        )
        for place, name in enumerate(names, 1)
    )
    ended = f"{day}T20:{number % 60:02}:00+00:00"
    return Result(f"{number:032x}", row, Played(ended, "base-3", ("base",), 10, stopped, seats))


def rows(ledger: Ledger, query: str) -> list[tuple[object, ...]]:
    """What a plain SQLite tool finds."""
    with closing(sqlite3.connect(ledger.path)) as db:
        return db.execute(query).fetchall()


def standing(ledger: Ledger, season: str = "2026") -> list[tuple[str, int, int]]:
    """Names, games and wins of a season, the best first."""
    return [(line.name, line.games, line.wins) for line in ledger.table(season)]


def everything(ledger: Ledger) -> list[list[tuple[object, ...]]]:
    """All that was told, and all that was worked out."""
    ledger.renew()
    tables = ("players", "games", "results", "combos", "standings")
    return [rows(ledger, f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in tables]


def test_what_came_twice_is_there_once(ledger: Ledger) -> None:
    """The same delivery again changes nothing; nor does one from before a correction."""
    ledger.keep(game(1, "Ann", "Ben", ""), NOW)
    before = everything(ledger)
    ledger.keep(game(1, "Ann", "Ben", ""))
    ledger.keep(game(1, "Ben", "Ann", "", row=8))
    assert everything(ledger) == before
    ledger.keep(game(1, "Ben", "Ann", "", row=10))
    assert standing(ledger) == [("Ben", 1, 1), ("Ann", 1, 0)]
    assert rows(ledger, "SELECT arrived FROM games") == [(NOW.isoformat(),)]


def test_an_end_that_was_taken_back_counts_for_nobody(ledger: Ledger) -> None:
    """Until the game ends again."""
    ledger.keep(game(1, "Ann", "Ben"))
    ledger.keep(Result(game(1).game, 11, None))
    assert standing(ledger) == []
    assert ledger.names().players == ()
    ledger.keep(game(1, "Ben", "Ann", row=14))
    assert standing(ledger) == [("Ben", 1, 1), ("Ann", 1, 0)]


def test_somebody_has_a_place_and_nothing_else(ledger: Ledger) -> None:
    """Even if a table told more of a seat without a name."""
    told = game(1, "Ann", "")
    assert told.played
    loud = msgspec.structs.replace(told.played.seats[1], coins=77, combos=(Combo("elves", "hill", 1, 3),))
    ledger.keep(
        msgspec.structs.replace(told, played=msgspec.structs.replace(told.played, seats=(told.played.seats[0], loud)))
    )
    assert rows(ledger, "SELECT player, place, coins FROM results WHERE seat = 1") == [(None, 2, None)]
    assert rows(ledger, "SELECT race FROM combos") == [("orcs",)]


def test_a_name_is_one_player_however_it_is_written(ledger: Ledger) -> None:
    """Capitals, spaces and wide letters; the first spelling stays."""
    for number, name in enumerate(("Ben", " BEN ", "Ｂｅｎ"), 1):
        ledger.keep(game(number, name, "Ann"))
    assert standing(ledger) == [("Ben", 3, 3), ("Ann", 3, 0)]


def test_the_rating_is_that_of_the_library(ledger: Ledger) -> None:
    """Worked out here by hand from openskill, game by game."""
    from openskill.models import PlackettLuce

    ledger.keep(game(1, "Ann", "Ben", ""))
    ledger.keep(game(2, "Ben", "Ann"))
    model = PlackettLuce()
    ((ann,), (ben,), _) = model.rate([[model.rating()], [model.rating()], [model.rating()]], ranks=[1, 2, 3])
    ((ben,), (ann,)) = model.rate([[ben], [ann]], ranks=[1, 2])
    expected = {"Ann": round(1000 + 25 * ann.ordinal()), "Ben": round(1000 + 25 * ben.ordinal())}
    assert {line.name: line.rating for line in ledger.table("2026")} == expected


def test_what_does_not_change_the_rating(ledger: Ledger) -> None:
    """A game stopped early, and one with nobody but the app: they are games, the first not even a win."""
    ledger.keep(game(1, "Ann", "Ben", stopped=True))
    ledger.keep(game(2, "Ann", "-", "-"))
    lines = ledger.table("2026")
    assert {(line.name, line.games, line.wins, line.rating) for line in lines} == {
        ("Ann", 2, 1, 1000),
        ("Ben", 1, 0, 1000),
    }


@pytest.mark.parametrize(("minutes", "counts"), [(0, False), (9, False), (10, True), (None, True)])
def test_a_game_of_a_few_minutes_is_no_win(ledger: Ledger, minutes: int | None, counts: bool) -> None:
    """Whoever taps through a game at a free table rises by nothing. Without a right clock nobody knows."""
    ledger.keep(game(1, "Ann", "Ben"))
    before = {line.name: line.rating for line in ledger.table("2026")}
    short = game(2, "Ben", "Ann")
    assert short.played
    ledger.keep(msgspec.structs.replace(short, played=msgspec.structs.replace(short.played, minutes=minutes)))
    found = {line.name: line for line in ledger.table("2026")}
    assert (found["Ben"].games, found["Ben"].wins) == (2, int(counts))
    assert ({name: line.rating for name, line in found.items()} != before) is counts


def test_partners_are_rated_together(ledger: Ledger) -> None:
    """Ann and Cid beat Ben and Dee: each side has one rating."""
    told = game(1, "Ann", "Ben", "Cid", "Dee")
    assert told.played
    seats = tuple(
        msgspec.structs.replace(seat, side=number % 2, place=number % 2 + 1, won=number % 2 == 0)
        for number, seat in enumerate(told.played.seats)
    )
    ledger.keep(msgspec.structs.replace(told, played=msgspec.structs.replace(told.played, seats=seats)))
    rated = {line.name: (line.place, line.rating) for line in ledger.table("2026")}
    assert rated["Ann"] == rated["Cid"]
    assert rated["Ben"] == rated["Dee"]
    assert rated["Ann"][1] > 1000 > rated["Ben"][1]


@pytest.mark.parametrize("seed", range(3))
def test_in_whatever_order_results_come_the_ratings_are_the_same(tmp_path: Path, seed: int) -> None:
    """Forty games, one after the other with the table looked at in between, or in any order, or by another process."""
    dice = random.Random(seed)
    names = ["Ann", "Ben", "Cid", "Dee", ""]
    games = [game(number, *dice.sample(names, 3), day=f"2026-03-{number % 20 + 1:02}") for number in range(40)]
    found = []
    for turn in range(3):
        ledger = Ledger(tmp_path / str(turn))
        for number, each in enumerate(games):
            (ledger if turn < 2 else Ledger(tmp_path / str(turn))).keep(each, NOW)
            if turn == 0 and number % 7 == 0:
                ledger.table("2026")
        dice.shuffle(games)
        found.append([(line.name, line.rating, line.place, line.games, line.wins) for line in ledger.table("2026")])
    assert found[0] == found[1] == found[2]
    assert len({rating for _, rating, *_ in found[0]}) == 4


def test_seasons_are_years_unless_they_have_a_name(ledger: Ledger) -> None:
    """A named season takes its days out of the year."""
    ledger.keep(game(1, "Ann", "Ben", day="2025-12-30"))
    ledger.keep(game(2, "Ben", "Ann", day="2026-01-20"))
    ledger.keep(game(3, "Ben", "Ann", day="2026-06-01"))
    assert ledger.seasons("2026-06-02") == ["2026", "2025"]
    ledger.name_seasons([read("Winter = 2025-12-01..2026-02-28")])
    assert ledger.seasons("2026-06-02") == ["2026", "Winter"]
    assert sorted(standing(ledger, "Winter")) == [("Ann", 2, 1), ("Ben", 2, 1)]
    assert standing(ledger, "2026") == [("Ben", 1, 1), ("Ann", 1, 0)]
    assert (ledger.season_of("2026-02-28"), ledger.season_of("2026-03-01")) == ("Winter", "2026")


@pytest.mark.parametrize(
    "written", ["Spring", "=2026-01-01..2026-02-01", "S=2026-02-30..2026-03-01", "S=2026-03-01..2026-01-01"]
)
def test_what_is_no_season_is_refused(written: str) -> None:
    """In a sentence that shows how it is written."""
    with pytest.raises(BadSeason, match="Write it like this"):
        read(written)


def test_two_seasons_have_no_day_in_common() -> None:
    """Nor a name."""
    one = Season("2026-01-01", "2026-02-01", "One")
    with pytest.raises(BadSeason, match="a day in common"):
        apart([one, Season("2026-02-01", "2026-03-01", "Two")])
    with pytest.raises(BadSeason, match="the same name"):
        apart([one, Season("2026-02-02", "2026-03-01", "One")])


def test_who_is_forgotten_is_in_no_row_and_no_byte(ledger: Ledger) -> None:
    """The results stay as somebody's, so that everybody else is rated as before."""
    for number in range(20):
        ledger.keep(game(number, *(("Quetzalina", "Ben") if number % 3 else ("Ben", "Quetzalina"))))
    before = {line.name: line.rating for line in ledger.table("2026")}
    assert ledger.forget("quetzalina") == 20
    after = {line.name: line.rating for line in ledger.table("2026")}
    assert set(before) == {"Ben", "Quetzalina"}
    assert set(after) == {"Ben"}
    assert rows(ledger, "SELECT count(*) FROM results WHERE player IS NULL AND coins IS NULL") == [(20,)]
    folder = ledger.path.parent
    for file in folder.iterdir():
        assert b"uetzalina" not in file.read_bytes().lower(), file
    assert (folder / FILE).stat().st_size > 0


def test_a_late_result_does_not_bring_the_name_back(ledger: Ledger) -> None:
    """A game from before, told again or for the first time; a name given since then is remembered again."""
    ledger.keep(game(1, "Ann", "Ben"))
    ledger.forget("Ben")
    ledger.keep(game(1, "Ann", "Ben", row=10))
    ledger.keep(game(2, "BEN", "Ann"))
    assert standing(ledger) == [("Ann", 2, 1)]
    gone = ledger.names().forgotten
    ledger.keep(game(3, "Ben", "Ann", after=gone))
    assert ("Ben", 1, 1) in standing(ledger)
    ledger.forget("Ben")
    ledger.keep(game(4, "Ben", "Ann", after=gone))
    assert standing(ledger) == [("Ann", 4, 1)]


def test_a_wish_that_comes_twice_is_one_wish(ledger: Ledger) -> None:
    """Ben comes back after he was forgotten, and the table sends the old wish once more: Ben stays."""
    ledger.keep(game(1, "Ann", "Ben"))
    assert ledger.forget("Ben", "0" * 16) == 1
    ledger.keep(game(2, "Ben", "Ann", after=ledger.names().forgotten))
    assert ledger.forget("Ben", "0" * 16) == 0
    assert {name for name, *_ in standing(ledger)} == {"Ann", "Ben"}


def test_somebody_may_be_forgotten_before_anything_has_come(ledger: Ledger) -> None:
    """The result is still on its way when the wish is there."""
    assert ledger.forget("Ben") == 0
    ledger.keep(game(1, "Ann", "Ben"))
    assert standing(ledger) == [("Ann", 1, 1)]


def test_two_names_become_one_player_for_good(ledger: Ledger) -> None:
    """Games of both, those that come later too; and forgetting the one forgets the other."""
    ledger.keep(game(1, "Benny", "Ann"))
    ledger.keep(game(2, "Ben", "Ann"))
    ledger.merge("benny", "Ben")
    ledger.keep(game(3, "Benny", "Ann"))
    assert standing(ledger)[0] == ("Ben", 3, 3)
    ledger.forget("Ben")
    ledger.keep(game(4, "Benny", "Ann"))
    assert standing(ledger) == [("Ann", 4, 0)]


# Two people called Ben, and a third.
BEN, OTHER, THIRD = "1" * 16, "2" * 16, "3" * 16


def test_two_who_give_the_same_new_name_are_two(ledger: Ledger) -> None:
    """Neither table knew of the other's Ben. Told again and corrected, each keeps his own games, and later ones."""
    ledger.keep(game(1, "Ben", "Ann", winner=BEN))
    ledger.keep(game(2, "ben", "Ann", winner=OTHER))
    ledger.keep(game(3, "Ben", "Ann", winner=BEN))
    for row in (9, 10):
        ledger.keep(game(2, "ben", "Ann", winner=OTHER, row=row))
    assert standing(ledger) == [("Ben", 2, 2), ("ben (2)", 1, 1), ("Ann", 3, 0)]
    # From now on both are listed, and each picks his own name.
    ledger.keep(game(4, "Ben (2)", "Ann"))
    ledger.keep(game(5, "Ben", "Ann"))
    ledger.keep(game(6, "Ben", "Ann", winner=THIRD))
    assert [name for name, _, _ in standing(ledger)] == ["Ben", "ben (2)", "Ben (3)", "Ann"]
    assert [games for _, games, _ in standing(ledger)] == [3, 2, 1, 6]


def test_who_was_kept_apart_is_made_one_for_good(ledger: Ledger) -> None:
    """The owner says that it was the same Ben: what still comes from that table is his too."""
    ledger.keep(game(1, "Ben", "Ann", winner=BEN))
    ledger.keep(game(2, "Ben", "Ann", winner=OTHER))
    ledger.merge("Ben (2)", "Ben")
    ledger.keep(game(3, "Ben", "Ann", winner=OTHER))
    assert standing(ledger) == [("Ben", 3, 3), ("Ann", 3, 0)]


def test_who_was_kept_apart_is_forgotten_alone(ledger: Ledger) -> None:
    """He asks for it by the name that he gave at his table; what comes late from there does not bring him back."""
    ledger.keep(game(1, "Ben", "Ann", winner=BEN))
    ledger.keep(game(2, "Ben", "Ann", winner=OTHER))
    assert ledger.forget("Ben", "f" * 16, OTHER) == 1
    ledger.keep(game(2, "Ben", "Ann", winner=OTHER, row=10))
    ledger.keep(game(3, "Ben", "Ann", winner=BEN))
    assert standing(ledger) == [("Ben", 2, 2), ("Ann", 3, 0)]
    assert ledger.forget("Ben") == 2
    ledger.keep(game(1, "Ben", "Ann", winner=BEN, row=10))
    assert standing(ledger) == [("Ann", 3, 0)]
    assert rows(ledger, "SELECT * FROM people") == []


def test_who_is_forgotten_before_the_first_result_leaves_the_other_of_that_name(ledger: Ledger) -> None:
    """Two Bens; the second asks while his game is still on its way. What comes then is somebody's."""
    ledger.keep(game(1, "Ben", "Ann", winner=BEN))
    assert ledger.forget("Ben", "f" * 16, OTHER) == 0
    ledger.keep(game(2, "Ben", "Ann", winner=OTHER))
    assert standing(ledger) == [("Ben", 1, 1), ("Ann", 2, 0)]
    assert rows(ledger, "SELECT count(*) FROM results WHERE player IS NULL") == [(1,)]


def test_a_long_name_that_two_gave_can_still_be_picked(ledger: Ledger) -> None:
    """No name is longer than the field on a phone takes."""
    for person in (BEN, OTHER):
        ledger.keep(game(int(person[0]), "B" * 20, "Ann", winner=person))
    assert standing(ledger)[1][0] == "B" * 16 + " (2)"


def test_two_who_met_are_not_one(ledger: Ledger) -> None:
    """Nor is somebody who is not there, nor a name its own double."""
    ledger.keep(game(1, "Ann", "Ben"))
    before = everything(ledger)
    for one, into, why in (("Ann", "Ben", "two people"), ("Eve", "Ben", "called Eve"), ("ben", "Ben", "already")):
        with pytest.raises(NotKnown, match=why):
            ledger.merge(one, into)
    assert everything(ledger) == before


def test_who_sits_there_under_two_names_counts_once(ledger: Ledger) -> None:
    """After a merge the second seat is somebody's."""
    ledger.keep(game(1, "Benny", "Ann"))
    ledger.keep(game(2, "Ben", "Ann"))
    ledger.merge("Benny", "Ben")
    ledger.keep(game(3, "Ben", "Benny"))
    assert standing(ledger)[0] == ("Ben", 3, 3)
    assert rows(ledger, "SELECT count(*) FROM results WHERE player IS NULL") == [(1,)]


def test_the_file_opens_with_plain_tools(ledger: Ledger) -> None:
    """Tables and views have readable names, and no column that needs explaining is without its comment."""
    ledger.keep(game(1, "Ann", "Ben"))
    ledger.renew()
    names = {name for (name,) in rows(ledger, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    assert {"players", "games", "results", "combos", "standings", "seasons", "season_table", "player_games"} <= names
    assert rows(ledger, "SELECT name, games, wins FROM season_table ORDER BY place") == [("Ann", 1, 1), ("Ben", 1, 0)]
    assert rows(ledger, "SELECT name, place, seats FROM player_games ORDER BY place") == [("Ann", 1, 2), ("Ben", 2, 2)]
    assert rows(ledger, "PRAGMA journal_mode") == [("wal",)]


def test_a_player_s_page_has_games_and_favourite_combos(ledger: Ledger) -> None:
    """The newest game first, and who else was there."""
    ledger.keep(game(1, "Ann", "Ben", "-"))
    ledger.keep(game(2, "", "Ann"))
    number = next(line.player for line in ledger.table("2026") if line.name == "Ann")
    found = ledger.player(number)
    assert found
    assert [each["place"] for each in found["games"]] == [2, 1]
    assert [[other["name"] for other in each["others"]] for each in found["games"]] == [[None], ["Ben", None]]
    assert found["combos"] == [{"race": "orcs", "power": "hill", "times": 2, "coins": 80}]
    assert ledger.player(number + 7) is None


def test_two_processes_write_and_nothing_is_lost(ledger: Ledger) -> None:
    """Two hands on one file, turn by turn, as the owner's commands are beside the book's own process."""
    other = Ledger(ledger.path.parent)
    for number, each in zip(range(12), itertools.cycle((ledger, other)), strict=False):
        each.keep(game(number, "Ann", "Ben"))
        assert standing(ledger) == standing(other) == [("Ann", number + 1, number + 1), ("Ben", number + 1, 0)]
