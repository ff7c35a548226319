"""Two tables and a book, each a process of its own: results come over HTTP, once, whoever is killed and whenever."""

from __future__ import annotations

import os
import random
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
import pytest

from companion.book import signature
from companion.book.delivery import FILE
from companion.book.message import LARGEST
from tests.book import evening
from tests.book.processes import Book, Table, Wire, until, whole
from tests.book.test_ledger import game
from tests.chance import dice
from tests.faults.test_kill import moment
from tests.web.house import Phone


class Club:
    """A club's computers: a book, the wire to it, and tables."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self.book = Book(folder / "book")
        stack.callback(self.book.close)
        self.book.start()
        self.wire = Wire(self.book.port)
        stack.callback(self.wire.close)

    def table(self, name: str) -> Table:
        """A table that is open, two at it."""
        table = Table(self._folder / name, self.wire.port, self.book.folder / "book.secret")
        self._stack.callback(table.close)
        table.start()
        evening.sit_down(table.arrive(), ["Ann", "Ben"])
        return table


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club with a book and no table yet."""
    with ExitStack() as stack:
        yield Club(tmp_path, stack)


def remember(phone: Phone, seat: int, name: str) -> None:
    """A player says so on their own phone."""
    phone.post("/api/book", seat=seat, name=name, mine=True)


def coins_of(table: Table) -> list[int]:
    """The coins that players see on their own phones."""
    return [phone.get(f"/api/purse?seat={seat}")["coins"] for seat, phone in enumerate(table.phones)]


@pytest.mark.long(name="extras")
def test_the_same_people_at_two_tables(club: Club) -> None:
    """Ann plays at both, Ben is remembered at neither; the season's table and her page have both games."""
    tables = [club.table("one"), club.table("two")]
    for table in tables:
        remember(table.phones[0], 0, "Ann")
        evening.played(table.phones)
    expected = sorted(coins_of(table)[0] for table in tables)
    until(lambda: len(club.book.coins().get("Ann", [])) == 2, lambda: [table.poke() for table in tables])
    assert {name: sorted(coins) for name, coins in club.book.coins().items()} == {"Ann": expected}
    assert club.book.rows("SELECT count(*) FROM results WHERE player IS NULL AND coins IS NULL") == [(2,)]
    until(lambda: club.book.rows("SELECT name, games FROM season_table") == [("Ann", 2)])
    assert "Ann" in club.book.page()
    assert "somebody" in club.book.page("/players/1")
    assert all(b"Ben" not in said for said in club.wire.said)


def everything(book: Book) -> list[list[tuple[object, ...]]]:
    """All that was told, in an order that does not depend on when."""
    return [sorted(book.rows(f"SELECT * FROM {name}"), key=repr) for name in ("games", "results", "combos", "players")]


POINTS = ("before", "after its head", "in its body", "after its body", "after the answer")


@pytest.mark.long(name="extras")
def test_the_book_is_killed_in_the_middle_of_a_delivery(club: Club) -> None:
    """Before, within and after a delivery, and before its answer arrives: told again, it is there once and right."""
    table = club.table("one")
    remember(table.phones[0], 0, "Ann")
    evening.played(table.phones)
    until(lambda: club.book.coins() == {"Ann": [coins_of(table)[0]]}, table.poke)
    for number, point in enumerate(POINTS):
        seen: list[str] = []

        def cut(asked: bytes, answer: bytes, point: str = point, seen: list[str] = seen) -> bool:
            if seen and seen[-1] == "killed":
                return False
            seen.append(point)
            if POINTS[len(seen) - 1] != point:
                return False
            club.book.kill()
            seen.append("killed")
            return True

        club.wire.cut = cut
        # A correction after the reveal is a delivery too.
        table.phones[0].post("/api/purse", id=f"count-{number}", seat=0, coins=60 + number)
        until(lambda seen=seen: "killed" in seen, table.poke)  # type: ignore[misc]
        club.book.start()
        until(lambda number=number: club.book.coins() == {"Ann": [60 + number]}, table.poke)  # type: ignore[misc]
        assert club.book.rows("SELECT count(*), max(seat) FROM results") == [(2, 1)]
        assert club.book.rows("PRAGMA integrity_check") == [("ok",)]


@pytest.mark.long(name="extras")
def test_the_book_is_killed_at_any_moment(club: Club) -> None:
    """Twenty corrections and as many kills: in the end the book has the last of them, once."""
    chance: random.Random = dice()
    table = club.table("one")
    remember(table.phones[0], 0, "Ann")
    evening.played(table.phones)
    for number in range(20):
        table.phones[0].post("/api/purse", id=f"count-{number}", seat=0, coins=60 + number)
        table.poke()
        moment(chance, 0.2)
        club.book.kill()
        club.book.start()
    until(lambda: club.book.coins() == {"Ann": [79]}, table.poke)
    assert club.book.rows("SELECT count(*) FROM games") == [(1,)]


def test_a_table_delivers_after_a_restart(club: Club) -> None:
    """The book is away while a game ends, and the table is killed before it comes back; no evening is lost."""
    table = club.table("one")
    remember(table.phones[0], 0, "Ann")
    club.book.kill()
    evening.played(table.phones)
    table.poke()
    expected = coins_of(table)[0]
    table.kill()
    table.start()
    table.arrive()
    club.book.start()
    until(lambda: club.book.coins() == {"Ann": [expected]}, table.poke)


@pytest.mark.long(name="extras")
def test_two_bens_who_never_met_stay_two(club: Club) -> None:
    """Both are new, at two tables, while the book is away; told again they are still two, each with his own game."""
    club.book.kill()
    tables = [club.table("one"), club.table("two")]
    for table in tables:
        table.phones[1].post("/api/book", seat=1, name="Ben")
        evening.played(table.phones)
    expected = sorted([coins_of(table)[1]] for table in tables)
    club.book.start()
    until(lambda: len(club.book.coins()) == 2, lambda: [table.poke() for table in tables])
    posts = len(club.wire.said)
    for table in tables:
        table.kill()
        (table.data / FILE).unlink(missing_ok=True)
        table.start()
        table.arrive()
    # A busy computer may send one of them twice.
    until(lambda: len({said for said in club.wire.said[posts:] if said.startswith(b"POST /results")}) == 2)
    assert sorted(club.book.coins()) == ["Ben", "Ben (2)"]
    assert sorted(club.book.coins().values()) == expected
    # One of them asks for it at his own table, by the name that he gave there.
    tables[0].phones[1].post("/api/book/forget", id="wish", seat=1, name="Ben")
    until(lambda: list(club.book.coins().values()) == [[coins_of(tables[1])[1]]], tables[0].poke)


def test_all_is_sent_twice_and_is_there_once(club: Club) -> None:
    """Two games; then the table loses its note of what it has sent."""
    table = club.table("one")
    remember(table.phones[0], 0, "Ann")
    for number in range(2):
        evening.played(table.phones)
        until(lambda number=number: len(club.book.coins().get("Ann", [])) == number + 1, table.poke)  # type: ignore[misc]
        table.phones[0].post("/api/new", by=0)
    before = everything(club.book)
    sent = [said for said in club.wire.said if said.startswith(b"POST")]
    table.kill()
    (table.data / FILE).unlink()
    table.start()
    table.arrive()
    until(lambda: len([said for said in club.wire.said if said.startswith(b"POST")]) == len(sent) + 2, table.poke)
    again = [said for said in club.wire.said if said.startswith(b"POST")][len(sent) :]
    assert sorted(again) == sorted(set(sent))
    until(lambda: (table.data / FILE).exists())
    assert everything(club.book) == before


@pytest.mark.long(name="extras")
def test_a_wish_to_be_forgotten_waits_for_the_book(club: Club) -> None:
    """Ben asks for it at a table while the book is away; the name is gone from all tables' games, for good."""
    tables = [club.table("one"), club.table("two")]
    for table in tables:
        remember(table.phones[0], 0, "Ann")
        remember(table.phones[1], 1, "Ben")
        evening.played(table.phones)
    until(lambda: len(club.book.coins().get("Ben", [])) == 2, lambda: [table.poke() for table in tables])
    club.book.kill()
    tables[0].phones[1].post("/api/book/forget", id="wish", seat=1, name="Ben")
    tables[0].phones[1].post("/api/book/forget", id="wish", seat=1, name="Ben")
    tables[0].kill()
    tables[0].start()
    tables[0].arrive()
    club.book.start()
    until(lambda: set(club.book.coins()) == {"Ann"}, tables[0].poke)
    assert club.book.rows("SELECT count(*) FROM results") == [(4,)]
    # A result from before that is told anew does not bring the name back.
    tables[1].phones[1].post("/api/purse", id="count", seat=1, coins=44)
    posts = len(club.wire.said)
    until(lambda: any(said.startswith(b"POST /results") for said in club.wire.said[posts:]), tables[1].poke)
    until(lambda: len(club.book.rows("SELECT 1 FROM games WHERE row > 0")) == 2)
    assert set(club.book.coins()) == {"Ann"}


def test_a_book_that_never_answers_keeps_nobody_waiting(club: Club) -> None:
    """It takes the line and says nothing: the table goes on with the next game."""
    table = club.table("one")
    remember(table.phones[0], 0, "Ann")
    held: list[bytes] = []
    # The wire's thread has a phone of its own: two threads cannot ask by one line.
    watching = Phone(table.port)

    def cut(asked: bytes, answer: bytes) -> bool:
        held.append(asked)
        # Until the table has gone on without it.
        with closing(watching.connection):
            until(lambda: watching.state()["phase"] == "lobby")
        return True

    club.wire.cut = cut
    evening.played(table.phones)
    until(lambda: bool(held))
    table.phones[1].post("/api/new", by=1)
    club.wire.cut = whole
    until(lambda: len(club.book.coins().get("Ann", [])) == 1, table.poke)


def test_a_wrong_secret_is_told_at_the_table_and_nothing_is_lost(club: Club) -> None:
    """The owner copies the right file, and the result arrives after all."""
    secret = club.book.folder / "book.secret"
    right = secret.read_bytes()
    wrong = club.book.folder.parent / "wrong.secret"
    wrong.write_bytes(b"f" * 64)
    table = club.table("one")
    table.kill()
    settings = table.data / "companion.toml"
    told = settings.read_text()
    settings.write_text(told.replace(str(secret), str(wrong)))
    table.start()
    table.arrive()
    remember(table.phones[0], 0, "Ann")
    evening.played(table.phones)
    until(lambda: any("book.secret" in notice for notice in table.phones[0].state()["table"]["notices"]), table.poke)
    assert club.book.coins() == {}
    table.kill()
    wrong.write_bytes(right)
    table.start()
    table.arrive()
    until(lambda: len(club.book.coins().get("Ann", [])) == 1, table.poke)
    until(lambda: not table.phones[0].state()["table"]["notices"])


def test_lines_that_ask_nothing_keep_nobody_from_the_book(tmp_path: Path) -> None:
    """A stranger holds more lines than there are, each with half a request: pages open, and results are taken."""
    book = Book(tmp_path / "book")
    held: list[socket.socket] = []
    try:
        book.start()
        for _ in range(300):
            held.append(socket.create_connection(("127.0.0.1", book.port), source_address=("127.0.0.2", 0)))
            held[-1].sendall(b"GET / HTTP/1.1\r\nX: ")
        assert "<h1>" in book.page()
        body = msgspec.json.encode(game(1, "Ann", "Ben")).ljust(LARGEST)
        secret = signature.read(book.folder / signature.FILE)
        table = Phone(book.port)
        with closing(table.connection):
            sign = signature.signature(secret, "POST", "/results", body)
            assert table.ask("POST", "/results", raw=body, X_Signature=sign).status == 200
            assert table.ask("POST", "/results", raw=body + b" ", X_Signature=sign).status == 413
        assert "Ann" in book.page("/?season=2026")
    finally:
        for line in held:
            line.close()
        book.close()


def test_the_book_ends_cleanly_when_it_is_told_to(tmp_path: Path) -> None:
    """As systemd tells it."""
    book = Book(tmp_path / "book")
    try:
        book.start()
        program, book.program = book.program, None
        assert program
        os.kill(program.process.pid or 0, signal.SIGTERM)
        code, said = program.ended()
        assert (code, "The book is closed." in said) == (0, True), said
    finally:
        book.close()
