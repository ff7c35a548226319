"""Proxy, tables and front page of a club are killed at any moment: nothing is lost, and no two tables are mixed."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chance import dice
from tests.club.house import NAMES, Club, club
from tests.faults.evening import Evening, holds, requests

# How long the tables play at most before something is killed, in seconds.
PLAYS = 0.3


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Club]:
    """A club with two tables."""
    with club(tmp_path / "club") as found:
        yield found


def killed(home: Club, times: int, chance: random.Random) -> dict[str, Evening]:
    """Kill a part of the club so many times while phones at two tables never rest, and see each time that all is well.

    Whoever was not killed goes on as if nothing had been.
    """
    evenings = {name: Evening(home.proxy.port, chance, f"/t/{name}") for name in NAMES}
    for evening in evenings.values():
        evening.sit_down()
    parts = {**home.tables, "proxy": home.proxy, "front": home.front}
    for _ in range(times):
        victim = chance.choice(list(parts))
        window, corner = (evenings[name] for name in NAMES)
        with window.goes_on(), corner.goes_on():
            try:
                for evening in evenings.values():
                    assert evening.book.wait(1)
                threading.Event().wait(chance.uniform(0, PLAYS))
                parts[victim].kill()
                for name, evening in evenings.items():
                    if victim not in (name, "proxy"):
                        assert evening.book.wait(2), f"{name} stood still when {victim} was killed"
            finally:
                for evening in evenings.values():
                    evening.rests.set()
        for evening in evenings.values():
            evening.hang_up()
        parts[victim].start()
        for name, evening in evenings.items():
            holds(evening, home.tables[name].data)
    unmixed(home, evenings)
    for evening in evenings.values():
        evening.hang_up()
    return evenings


def unmixed(home: Club, evenings: dict[str, Evening]) -> None:
    """In each table's log is what was sent there, and no phone has a seat at the other table."""
    for name, evening in evenings.items():
        others = next(other for place, other in evenings.items() if place != name)
        found = requests(home.tables[name].data)
        assert evening.book.promised.keys() <= found.keys()
        assert not others.book.promised.keys() & found.keys()
        for phone in others.phones:
            stray = home.guest(name)
            stray.cookie = phone.cookie
            assert stray.get("/api/me")["seats"] == []


def test_killed_a_few_times(home: Club) -> None:
    """Whatever is killed, every promised row is there once, at its table and nowhere else."""
    evenings = killed(home, 6, dice())
    assert all(len(evening.book.promised) > 5 for evening in evenings.values())


@pytest.mark.long(name="club")
@pytest.mark.parametrize("part", range(2))
def test_killed_two_hundred_times(home: Club, part: int) -> None:
    """The same, 100 times in each part."""
    evenings = killed(home, 100, dice())
    print({name: (len(one.book.promised), len(one.book.refused)) for name, one in evenings.items()})
