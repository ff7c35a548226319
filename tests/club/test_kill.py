"""Any part of a club is killed at any moment, or all of them at once: nothing is lost, and no two tables are mixed."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.book.processes import until
from tests.chance import dice
from tests.club.evening import ClubEvening, Seats, called, games_in_log
from tests.club.house import NAMES, Club, Part, club
from tests.faults.evening import holds, requests

# How long the tables play at most before something is killed, in seconds.
PLAYS = 0.3
# Everything that runs, killed in the same moment.
COMPUTER = "computer"
VICTIMS = (*NAMES, "proxy", "front", "book", COMPUTER)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Club]:
    """A club with two tables and a book."""
    with club(tmp_path / "club", book=True) as found:
        yield found


def killed(home: Club, victims: Iterable[str], chance: random.Random) -> dict[str, ClubEvening]:
    """Kill one after another while phones at two tables never rest, and see each time that all is well.

    Whoever was not killed goes on as if nothing had been. In the end every game that has ended stands in the book.
    """
    evenings = {name: ClubEvening(home.proxy.port, chance, name) for name in NAMES}
    for evening in evenings.values():
        evening.sit_down()
    for victim in victims:
        dead = list(home.parts.values()) if victim == COMPUTER else [home.parts[victim]]
        window, corner = (evenings[name] for name in NAMES)
        with window.goes_on(), corner.goes_on():
            try:
                for evening in evenings.values():
                    assert evening.book.wait(1)
                threading.Event().wait(chance.uniform(0, PLAYS))
                kill(dead)
                for name, evening in evenings.items():
                    if victim not in (name, "proxy", COMPUTER):
                        assert evening.book.wait(2), f"{name} stood still when {victim} was killed"
            finally:
                for evening in evenings.values():
                    evening.rests.set()
        for evening in evenings.values():
            evening.hang_up()
        for part in chance.sample(dead, len(dead)):
            part.start()
        for name, evening in evenings.items():
            holds(evening, home.tables[name].data)
    for evening in evenings.values():
        evening.to_the_end()
    unmixed(home, evenings)
    delivered(home, evenings)
    for evening in evenings.values():
        evening.hang_up()
    return evenings


def kill(parts: list[Part]) -> None:
    """Kill them all in the same moment, as far as there is one."""
    threads = [threading.Thread(target=part.kill) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def unmixed(home: Club, evenings: dict[str, ClubEvening]) -> None:
    """In each table's log is what was sent there, its own people sit there, and no phone has a seat at the other."""
    for name, evening in evenings.items():
        others = next(other for place, other in evenings.items() if place != name)
        found = requests(home.tables[name].data)
        assert evening.book.promised.keys() <= found.keys()
        assert not others.book.promised.keys() & found.keys()
        seats = evening.phones[0].state()["seats"]
        assert [seat["name"] for seat in seats] == [called(seat, name) for seat in range(len(seats))]
        for phone in others.phones:
            stray = home.guest(name)
            stray.cookie = phone.cookie
            assert stray.get("/api/me")["seats"] == []


def delivered(home: Club, evenings: dict[str, ClubEvening]) -> None:
    """Each game that ended at a table is in the book once, as the table's log has it, and no other is."""
    logs = [games_in_log(home.tables[name].data, name) for name in evenings]
    assert all(logs)
    expected = sum(logs, Counter())
    until(
        lambda: in_book(home) == expected, lambda: [one.phones[0].get("/api/book?seat=0") for one in evenings.values()]
    )
    assert home.book
    assert home.book.rows("PRAGMA integrity_check") == [("ok",)]


def in_book(home: Club) -> Counter[Seats]:
    """The games that stand in the book, read without the program."""
    assert home.book
    found: dict[object, list[tuple[str | None, int | None]]] = {}
    query = """
        SELECT game, name, coins FROM results JOIN games USING (game) LEFT JOIN players USING (player)
        WHERE NOT withdrawn ORDER BY game, seat
    """
    for game, name, coins in home.book.rows(query):
        found.setdefault(game, []).append((name and str(name), coins if coins is None else int(str(coins))))
    return Counter(tuple(seats) for seats in found.values())


@pytest.mark.long(name="extras")
def test_everything_is_killed_once(home: Club) -> None:
    """Whatever is killed, every promised row is there once, at its table and nowhere else; so is every game's end."""
    chance = dice()
    evenings = killed(home, chance.sample(VICTIMS, len(VICTIMS)), chance)
    assert all(len(evening.book.promised) > 5 for evening in evenings.values())


@pytest.mark.long(name="kill")
@pytest.mark.parametrize("part", range(2))
def test_a_club_is_killed_two_hundred_times(home: Club, part: int) -> None:
    """The same, 100 times in each part, in any order."""
    chance = dice()
    victims = chance.choices(VICTIMS, k=100)
    evenings = killed(home, victims, chance)
    print(dict(Counter(victims)))
    for name, evening in evenings.items():
        games = games_in_log(home.tables[name].data, name).total()
        print(
            name, len(evening.book.promised), "promised,", len(evening.book.refused), "refused,", games, "games ended"
        )
