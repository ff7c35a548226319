"""What a table tells the book of a game: from the log of real games, and nothing too early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.book.message import Played, Result
from companion.book.results import result
from companion.game.entries import Row
from companion.game.lobby import InBook
from companion.store import system_clock
from companion.store.store import ReadOnlyStore
from tests.book import evening
from tests.web.house import House, Phone, house

NAMES = ["Ann", "Ben", "Cid"]


def told(home: House, game: int = 1) -> Result | None:
    """What the book is told of a game."""
    with closing(ReadOnlyStore(home.folder)) as log:
        return result(log, next(begun for begun in log.games() if begun.game == game))


class TakenBackMeanwhile(ReadOnlyStore):
    """A log to which a game's end is taken back when half of it has been read."""

    def __init__(self, folder: Path, take_back: Callable[[], None]) -> None:
        super().__init__(folder)
        self._take_back = take_back

    def rows(self, game: int) -> Iterator[Row]:
        """As ever, and then the end is taken back."""
        found = list(super().rows(game))
        self._take_back()
        return iter(found)


def over(home: House, game: int = 1) -> Played:
    """What came of a game that is over."""
    found = told(home, game)
    assert found
    assert found.played
    return found.played


@pytest.fixture
def three(home: House) -> list[Phone]:
    """Three at a table, of whom Ann and Cid want to be remembered."""
    phones = [home.phone(name) for name in NAMES]
    evening.sit_down(phones, NAMES)
    home.table.seats.remember(home.table.session.history.lobby.places[0].phone, 0, "Ann", known=True)
    home.table.seats.remember(home.table.session.history.lobby.places[2].phone, 2, "Cid of the hill", 4)
    return phones


def test_places_coins_and_combos_of_those_who_asked_for_it(home: House, three: list[Phone]) -> None:
    """Names, final coins and combos of two; of the third who sat there, the place alone."""
    evening.played(three)
    found = over(home)
    coins = [phone.get(f"/api/purse?seat={seat}")["coins"] for seat, phone in enumerate(three)]
    ann, ben, cid = found.seats
    assert (ann.name, ann.coins, ann.after, ann.person) == ("Ann", coins[0], 0, None)
    assert (cid.name, cid.coins, cid.after) == ("Cid of the hill", coins[2], 4)
    new = home.table.session.history.lobby.places[2].book
    assert new
    assert cid.person == new.person != ""
    assert msgspec.to_builtins(ben) == {"place": ben.place, "side": 1}
    # Cid alone had a turn: all have 5 coins and Cid's region besides.
    assert coins[2] > coins[0] == coins[1]
    assert [(seat.place, seat.won) for seat in found.seats] == [(2, False), (2, False), (1, True)]
    assert len(cid.combos) == 1
    assert (ann.combos, found.board, found.boxes, found.turns) == ((), "base-3", ("base",), 10)
    assert (found.stopped, found.ended is not None, found.minutes) == (False, True, 0)


@pytest.mark.parametrize(
    ("begun", "ended", "minutes"), [(True, True, 0), (False, True, None), (True, False, None), (False, False, None)]
)
def test_where_the_clock_was_not_right_nobody_knows_how_long_it_took(
    home: House, three: list[Phone], monkeypatch: pytest.MonkeyPatch, begun: bool, ended: bool, minutes: int | None
) -> None:
    """A Pi that hears the time late in the evening, at the last purse too, makes no short game of a long one."""
    monkeypatch.setattr(system_clock, "SERVICE", home.folder / "timesync")
    system_clock.SERVICE.mkdir()
    mark = system_clock.SERVICE / system_clock.MARK

    def heard(right: bool) -> None:
        mark.touch() if right else mark.unlink(missing_ok=True)

    heard(begun)
    three[0].post("/api/lobby", start=0)
    three[0].post("/api/start")
    heard(True)
    evening.to_the_last_turn(three)
    heard(ended)
    evening.play_the_last_turn(three)
    heard(True)
    evening.reveal(three)
    assert over(home).minutes == minutes


def test_nothing_is_told_before_the_last_purse_is_open(home: House, three: list[Phone]) -> None:
    """In the lobby, in play, when the game is over, and between two purses: only that it has not come to that."""
    with closing(ReadOnlyStore(home.folder)) as log:
        assert log.games() == []
    three[0].post("/api/start")
    steps: list[Callable[[], object]] = [
        lambda: evening.to_the_last_turn(three),
        lambda: evening.play_the_last_turn(three),
        lambda: three[0].act(0, {"type": "unveil"}),
        lambda: three[0].act(0, {"type": "unveil"}),
    ]
    for step in steps:
        step()
        found = told(home)
        assert found
        assert msgspec.to_builtins(found) == {"game": found.game, "row": found.row, "played": None}
    three[0].act(0, {"type": "unveil"})
    assert over(home)


def test_of_a_table_where_nobody_asked_for_it_nothing_is_told(home: House) -> None:
    """Not even that there was a game."""
    phones = [home.phone(name) for name in NAMES]
    evening.sit_down(phones, NAMES)
    evening.played(phones)
    assert told(home) is None


def test_a_game_has_one_id_and_another_game_has_another(home: House, three: list[Phone], tmp_path: Path) -> None:
    """After every act, after a restart and in a copy it is the same game; the next one is not, nor one elsewhere."""
    three[0].post("/api/start")
    ids = [told(home)]
    evening.to_the_last_turn(three)
    ids.append(told(home))
    evening.play_the_last_turn(three)
    evening.reveal(three)
    ids.append(told(home))
    three[0].post("/api/new", by=0)
    evening.played(three)
    again = told(home, 2)
    with house(tmp_path / "other") as other:
        phones = [other.phone(name) for name in NAMES]
        evening.sit_down(phones, NAMES)
        place = other.table.session.history.lobby.places[0]
        other.table.seats.remember(place.phone, 0, "Ann")
        evening.played(phones)
        elsewhere = told(other)
    found = [each.game if each else "" for each in (*ids, again, elsewhere)]
    assert len(set(found[:3])) == 1
    assert len(set(found)) == 3


def test_who_stays_for_the_next_game_is_remembered_in_it_too(home: House, three: list[Phone]) -> None:
    """Until they say otherwise, or the seat goes to another phone."""
    evening.played(three)
    three[0].post("/api/new", by=0)
    places = home.table.session.history.lobby.places
    cid = places[2].book
    assert cid
    # Still the same Cid.
    assert cid.person == over(home).seats[2].person
    assert [place.book for place in places] == [InBook("Ann"), None, InBook("Cid of the hill", 4, cid.person)]
    home.table.seats.remember(places[2].phone, 2, "")
    three[0].post("/api/start")
    three[0].post("/api/standup", seat=0)
    assert [place.book for place in home.table.session.history.lobby.places] == [None] * 3


def test_what_happens_to_a_seat_after_the_end_changes_nothing(home: House, three: list[Phone]) -> None:
    """Ann gives her seat up when all is over; she played, and wanted to be remembered."""
    evening.played(three)
    three[0].post("/api/standup", seat=0)
    assert over(home).seats[0].name == "Ann"


def test_a_game_stopped_early_says_so_and_who_has_left_comes_last(home: House, three: list[Phone]) -> None:
    """Cid leaves with the most coins, and the others stop: Cid is third."""
    three[0].post("/api/start")
    three[2].post("/api/purse", id="count", seat=2, coins=50)
    three[2].act(2, {"type": "leave", "seat": 2})
    ask = three[0].act(0, {"type": "stop"})["ask"]
    three[1].post("/api/consent", id="yes", by=1, ask=ask, yes=True)
    evening.reveal(three)
    found = over(home)
    assert found.stopped
    assert [(seat.place, seat.left) for seat in found.seats] == [(1, False), (1, False), (3, True)]


def test_a_correction_after_the_reveal_is_a_later_row(home: House, three: list[Phone]) -> None:
    """Ann puts her coins right: the same game, told anew."""
    evening.played(three)
    before = told(home)
    three[0].post("/api/purse", id="count", seat=0, coins=40)
    after = told(home)
    assert before
    assert after
    assert before.game == after.game
    assert after.row > before.row
    assert (over(home).seats[0].place, over(home).seats[0].coins) == (1, 40)


def test_an_end_that_is_taken_back_while_it_is_read_is_told_as_it_was(home: House, three: list[Phone]) -> None:
    """Rows of before and events of after make no game that anybody played."""
    evening.played(three)
    before = told(home)
    with closing(TakenBackMeanwhile(home.folder, lambda: evening.take_back_the_end(home, three))) as log:
        meanwhile = result(log, log.games()[0])
    assert meanwhile == before
