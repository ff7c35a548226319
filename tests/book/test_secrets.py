"""A running game's coins are in no byte that leaves the table for the book."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.book.delivery import FILE, Delivery
from tests.book import evening
from tests.book.processes import message, until
from tests.web.house import SECRET, House, house
from tests.web.test_secrets import more_coins
from tests.web.twins import twins

NAMES = b'{"forgotten": 0, "players": []}'


class Listener:
    """A book that takes everything and notes every byte."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            with line, line.makefile("rb") as reading:
                head, body = message(reading)
                # The port is the listener's own.
                self.said.append((head + body).replace(str(self.port).encode(), b"PORT"))
                answer = NAMES if head.startswith(b"GET") else b"{}"
                line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(answer), answer))

    def close(self) -> None:
        """Hear no more."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


@contextmanager
def heard(home: House) -> Iterator[tuple[Listener, Delivery]]:
    """A table whose post goes to a listener."""
    listener = Listener()
    delivery = Delivery(home.table.session, f"http://127.0.0.1:{listener.port}", SECRET, look=0.05)
    thread = threading.Thread(target=delivery.keep)
    thread.start()
    try:
        yield listener, delivery
    finally:
        delivery.end()
        thread.join()
        listener.close()


def asked_again(listener: Listener, delivery: Delivery) -> None:
    """Wait until the table has looked through its log once more, and has asked who is in the book after that."""
    before = len(listener.said)
    delivery.hurry()
    until(lambda: any(said.startswith(b"GET") for said in listener.said[before:]))


@pytest.mark.long(name="extras")
def test_of_two_games_that_differ_in_coins_the_book_hears_the_same(tmp_path: Path) -> None:
    """Everybody wants to be remembered, the table's post runs all along: no byte differs, and none is of a game."""
    with (
        twins(tmp_path, 5, 3, more_coins, 20) as pair,
        heard(pair.houses[0]) as first,
        heard(pair.houses[1]) as second,
    ):
        for home in pair.houses:
            for seat, place in enumerate(home.table.session.history.lobby.places):
                home.table.seats.remember(place.phone, seat, f"Player {seat}")
        for _ in range(6):
            pair.play(6)
            for listener, delivery in (first, second):
                asked_again(listener, delivery)
        assert pair.purses_differ()
        one, other = (set(listener.said) for listener, _ in (first, second))
        assert one == other
        assert all(said.startswith(b"GET /names ") for said in one)


def test_nothing_before_the_last_purse_and_then_the_coins(home: House) -> None:
    """With coins that no other number can be, they are heard when all are revealed: so it is heard where they are."""
    phones = [home.phone("Ann"), home.phone("Ben")]
    evening.sit_down(phones, ["Ann", "Ben"])
    with heard(home) as (listener, delivery):
        for seat in range(2):
            home.table.seats.remember(home.table.session.history.lobby.places[seat].phone, seat, f"Player {seat}")
        phones[0].post("/api/start")
        phones[0].post("/api/purse", id="count", seat=0, coins=7391)
        for step in (evening.to_the_last_turn, evening.play_the_last_turn):
            step(phones)
            asked_again(listener, delivery)
        phones[0].act(0, {"type": "unveil"})
        asked_again(listener, delivery)
        assert all(said.startswith(b"GET /names ") for said in listener.said)
        # Nor is anything written for it while the taps of the reveal are.
        assert not (home.folder / FILE).exists()
        phones[0].act(0, {"type": "unveil"})
        until(lambda: any(b'"coins":7391' in said for said in listener.said))


def test_of_who_did_not_ask_for_it_no_coin_is_told_even_then(home: House) -> None:
    """Ben's coins stay at the table, and so does his name."""
    phones = [home.phone("Ann"), home.phone("Bennofred")]
    evening.sit_down(phones, ["Ann", "Bennofred"])
    home.table.seats.remember(home.table.session.history.lobby.places[0].phone, 0, "Ann")
    with heard(home) as (listener, _):
        phones[0].post("/api/start")
        phones[1].post("/api/purse", id="count", seat=1, coins=7391)
        evening.to_the_last_turn(phones)
        evening.play_the_last_turn(phones)
        evening.reveal(phones)
        until(lambda: any(said.startswith(b"POST /results") for said in listener.said))
        told = b"".join(listener.said)
        assert b'"name":"Ann"' in told
        # A signature or a random name may have any three digits.
        told = re.sub(rb"\b[0-9a-f]{16,}\b", b"", told)
        for secret in (b"739", b"Bennofred"):
            assert secret not in told


def test_an_end_that_is_undone_is_told_and_nothing_of_the_game_that_goes_on(tmp_path: Path) -> None:
    """The result is withdrawn, and comes again with the next end."""
    with house(tmp_path / "data") as home:
        phones = [home.phone("Ann"), home.phone("Ben")]
        evening.sit_down(phones, ["Ann", "Ben"])
        home.table.seats.remember(home.table.session.history.lobby.places[0].phone, 0, "Ann")
        with heard(home) as (listener, delivery):
            evening.played(phones)
            until(lambda: any(b'"coins"' in said for said in listener.said))
            before = len(listener.said)
            evening.take_back_the_end(home, phones)
            asked_again(listener, delivery)
            told = [said for said in listener.said[before:] if said.startswith(b"POST")]
            # It is told until an answer has come in time.
            assert told
            assert all(said.endswith(b'"played":null}') for said in told)
