"""What a player says about the club's book on their own phone, and what becomes of it at the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.book.at_table import REMEMBERING
from companion.book.message import KnownPlayer, Players
from companion.game.history import History
from companion.game.lobby import InBook, Lobby
from tests.book import evening
from tests.web.house import House, Phone, house


@pytest.fixture
def club(tmp_path: Path) -> Iterator[House]:
    """A table of a club whose book has three players and has forgotten two."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as home:
        evening.sit_down([home.phone("Ann"), home.phone("Ben")], ["Ann", "Ben"])
        assert home.delivery
        known = [
            KnownPlayer("Ben", 12, "2026-05-03"),
            KnownPlayer("Benedikt", 1, "2026-05-03"),
            KnownPlayer("Dee", 3, "2026-01-03"),
        ]
        home.delivery._names = Players(2, tuple(known))
        yield home


def books(home: House) -> list[InBook | None]:
    """How each seat stands to the book; a random id is shown as "new"."""
    found = [place.book for place in home.table.session.history.lobby.places]
    return [book and structs.replace(book, person=book.person and "new") for book in found]


def looks(phone: Phone, seat: int, more: str = "") -> dict[str, Any]:
    """What the sheet on a phone shows."""
    found: dict[str, Any] = phone.get(f"/api/book?seat={seat}{more}")
    return found


def test_the_name_in_the_book_is_picked_or_new(club: House) -> None:
    """Who is called so is listed, with their games; the second Ben notices, and the first picks his name."""
    ben = club.phones[1]
    listed = [{"name": "Ben", "text": "12 games"}, {"name": "Benedikt", "text": "1 game"}]
    assert looks(ben, 1)["players"] == listed
    assert looks(ben, 1, "&like=%20bene")["players"] == listed[1:]
    assert looks(ben, 1, "&like=x")["players"] == []
    refusal = ben.refused("/api/book", seat=1, name="BEN")
    assert refusal.status == 409
    assert refusal.json["error"].startswith("Ben is already in the book.")
    assert books(club) == [None, None]
    ben.post("/api/book", seat=1, name="BEN", mine=True)
    assert books(club) == [None, InBook("Ben", 2)]
    ben.post("/api/book", seat=1, name="Ben K.")
    assert books(club) == [None, InBook("Ben K.", 2, "new")]
    assert looks(ben, 1)["name"] == "Ben K."


def test_who_gave_a_name_as_a_new_one_may_still_pick_it(club: House) -> None:
    """The book was out of reach, or somebody gave the same name since: Ben sees it on his phone and says who he is."""
    assert club.delivery
    club.delivery._names, known = None, club.delivery._names
    ben = club.phones[1]
    for _ in range(2):
        ben.post("/api/book", seat=1, name="Ben")
    assert books(club) == [None, InBook("Ben", 0, "new")]
    assert (looks(ben, 1)["new"], looks(ben, 1)["players"]) == (True, [])
    before = club.table.session.history.lobby.places[1].book
    ben.post("/api/book", seat=1, name="Ben")
    assert club.table.session.history.lobby.places[1].book == before
    club.delivery._names = known
    assert [each["name"] for each in looks(ben, 1)["players"]] == ["Ben", "Benedikt"]
    ben.post("/api/book", seat=1, name="Ben", mine=True)
    assert books(club) == [None, InBook("Ben", 2)]
    assert looks(ben, 1)["new"] is False


def test_a_wish_says_who_had_given_the_name_as_a_new_one(club: House) -> None:
    """So that the book forgets this Ben K., whatever it calls him, and no other; of another name it says nothing."""
    ben = club.phones[1]
    ben.post("/api/book", seat=1, name="Ben K.")
    book = club.table.session.history.lobby.places[1].book
    assert book
    for name in ("Dee", "ben k."):
        ben.post("/api/book/forget", id=name, seat=1, name=name)
    assert [row.command.get("person") for row in club.store.of_kind("forget")] == [None, book.person]


def test_it_is_on_the_disk_before_anybody_is_told(club: House) -> None:
    """As all of the table's data; after a restart it is as it was, and the log says who wants what."""
    club.phones[0].post("/api/start")
    club.phones[0].post("/api/book", seat=0, name="Ann")
    row = next(row for row in reversed(list(club.store.rows(1))) if row.kind == "lobby")
    assert (row.seat, row.command) == (0, {"book": "Ann"})
    assert club.phones[1].state()["log"][0]["text"] == "Ann: this game goes into the club’s book"
    club.phones[0].post("/api/book", seat=0, name="")
    assert club.phones[1].state()["log"][0]["text"] == "Ann: not in the club’s book after all"
    assert books(club) == [None, None]


def test_it_can_be_said_and_taken_back_until_the_game_ends(club: House) -> None:
    """Not a moment longer, and once more in the next game."""
    phones = club.phones
    phones[0].post("/api/book", seat=0, name="Ann")
    phones[0].post("/api/start")
    evening.to_the_last_turn(phones)
    phones[0].post("/api/book", seat=0, name="")
    phones[0].post("/api/book", seat=0, name="Annie")
    evening.play_the_last_turn(phones)
    for name in ("", "Ann"):
        assert "over" in phones[0].refused("/api/book", seat=0, name=name).json["error"]
    assert looks(phones[0], 0)["ended"] is True
    assert books(club) == [InBook("Annie", 2, "new"), None]
    evening.reveal(phones)
    phones[0].post("/api/new", by=0)
    phones[0].post("/api/book", seat=0, name="")
    assert books(club) == [None, None]


def test_two_at_one_table_are_not_one_in_the_book(club: House) -> None:
    """However it is written."""
    club.phones[0].post("/api/book", seat=0, name="Ann")
    assert "ANN" in club.phones[1].refused("/api/book", seat=1, name="ANN").json["error"]


@pytest.mark.parametrize("name", ["\u200b", "x" * 21, " \u115f "])
def test_what_is_no_name_is_refused(club: House, name: str) -> None:
    """Nothing that cannot be seen, nothing longer than a name at the table."""
    assert club.phones[0].refused("/api/book", seat=0, name=name).status == 409
    assert books(club) == [None, None]


def test_a_wish_to_be_forgotten_is_a_row_and_takes_the_name_out_of_this_game(club: House) -> None:
    """Sent twice it is one; everybody reads who asked for whom."""
    ann, ben = club.phones
    ann.post("/api/start")
    ben.post("/api/book", seat=1, name="Ben", mine=True)
    for _ in range(2):
        ben.post("/api/book/forget", id="wish", seat=1, name="ben")
    (row,) = club.store.of_kind("forget")
    assert (row.seat, row.command["name"], len(row.command["id"])) == (1, "ben", 16)
    assert books(club) == [None, None]
    assert ann.state()["log"][1]["text"] == "Ben asks the club’s book to forget ben"


def test_who_is_forgotten_after_a_game_is_not_in_the_next_one_either(club: House) -> None:
    """Until they say so again, and then the book takes it: the next game does not go in under the name it refuses."""
    ann, _ = club.phones
    ann.post("/api/book", seat=0, name="Ann")
    old = club.table.session.history.lobby.places[0].book
    evening.played(club.phones)
    ann.post("/api/book/forget", id="wish", seat=0, name="Ann")
    assert looks(ann, 0)["name"] == ""
    assert [row.command.get("person") for row in club.store.of_kind("forget")] == [old and old.person]
    ann.post("/api/new", by=0)
    assert books(club) == [None, None]
    ann.post("/api/book", seat=0, name="Ann")
    assert books(club) == [InBook("Ann", 2, "new"), None]
    assert club.table.session.history.lobby.places[0].book != old


def test_nobody_has_the_whole_book_forgotten(club: House) -> None:
    """Who sits down and asks for one name after another is stopped soon, and nothing more is asked of the book."""
    joker = club.phone(address="127.0.3.9")
    seat = joker.post("/api/join", name="Joker")["seat"]
    asked = [{"id": f"wish {number}", "seat": seat, "name": f"N{number}"} for number in range(6)]
    assert [joker.ask("POST", "/api/book/forget", each).status for each in asked] == 3 * [200] + 3 * [429]
    assert [row.command["name"] for row in club.store.of_kind("forget")] == ["N0", "N1", "N2"]


def test_nobody_fills_the_book(club: House) -> None:
    """Game after game, each under another name: soon nobody more is remembered from there. Others are."""
    for number in range(REMEMBERING[60]):
        club.phones[0].post("/api/book", seat=0, name=f"N{number}")
    assert club.phones[0].refused("/api/book", seat=0, name="N").status == 429
    other = club.phone(address="127.0.3.9")
    seat = other.post("/api/join", name="Cid")["seat"]
    other.post("/api/book", seat=seat, name="Cid")


def test_the_log_of_such_an_evening_opens_again(club: House) -> None:
    """All of the rows are folded as they were."""
    club.phones[0].post("/api/start")
    club.phones[0].post("/api/book", seat=0, name="Ann")
    club.phones[0].post("/api/book/forget", id="wish", seat=0, name="Dee")
    before = club.table.session.history.said
    again = History(1, Lobby(), club.store.rows(1))
    assert [line.message for line in again.said] == [line.message for line in before]
    assert again.lobby == club.table.session.history.lobby


def test_at_home_there_is_nothing_of_it(home: House) -> None:
    """No route, no sign on the page, no byte in the log."""
    ann = home.phone()
    ann.post("/api/join", name="Ann")
    assert ann.ask("GET", "/api/book?seat=0").status == 404
    assert ann.ask("POST", "/api/book", {"seat": 0, "name": "Ann"}).status == 404
    assert b"book" not in ann.ask("GET", "/").body
    assert all("book" not in row.events for row in home.store.rows(1))


def test_a_table_without_the_secret_opens_and_says_so(tmp_path: Path) -> None:
    """Tonight's game matters more than the book."""
    from companion.app import _book
    from companion.settings import Settings

    with house(tmp_path / "data") as home:
        settings = Settings(data=home.folder, book="http://127.0.0.1:9")
        assert _book(settings, home.table, home.app) is None
        (notice,) = home.phone().state()["table"]["notices"]
        assert notice.startswith(
            "The club’s book takes no results from this table. The secret of the club's book cannot"
        )
