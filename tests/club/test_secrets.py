"""Two tables live through the same but for one player's coins: no other table, and no front page, tells of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.overview import Overview
from tests.club.house import Club, club
from tests.web.house import Answer, Phone, offer
from tests.web.routes import FILES, ROUTES, ask, of

# What only looks, and what a phone without a seat at that table is refused.
LOOKS = [name for name in of("all", "game", "here", "seated", "owner") if name.startswith("GET") and name != FILES]
ACTS = [name for name in of("seated", "owner") if not name.startswith("GET")]
ROOM = re.compile(rb"[\d.,]+ GB free")
FRONT = ("/", "/cards", "/qr/window.svg", "/qr/corner.svg")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Club]:
    """A club with two tables."""
    with club(tmp_path / "club") as found:
        yield found


def seated(home: Club, name: str) -> list[Phone]:
    """Ann and Ben at a game that has just begun, and Ann has picked her first combo."""
    phones = [home.guest(name, f"127.0.0.{seat + 2}") for seat in range(2)]
    for phone, called in zip(phones, ("Ann", "Ben"), strict=True):
        phone.post("/api/join", name=called)
    phones[0].post("/api/start")
    phones[0].act(0, offer(phones[0].state(), "pick")["command"])
    return phones


def seen(answer: Answer) -> object:
    """All that could tell anything of a game: how much room the computer's disk has left is nobody's secret, and
    whatever else runs there fills it."""
    status, headers, body = answer.seen
    if not ROOM.search(body):
        return status, headers, body
    return status, [each for each in headers if each[0] != "content-length"], ROOM.sub(b"room", body)


def test_no_table_tells_of_another_tables_coins(home: Club) -> None:
    """Ann's coins change at one table; whoever asks the other one anything gets the same bytes as before."""
    ann, ben = seated(home, "window")
    others = seated(home, "corner")
    stray = home.guest("corner", "127.0.0.2")
    stray.cookie = ann.cookie
    clock = iter(range(0, 1000, 10))
    overview = Overview(lambda _: False, lambda: float(next(clock)))

    def told() -> dict[str, Any]:
        found: dict[str, Any] = {f"stray {name}": seen(ask(stray, name)) for name in LOOKS + ACTS}
        for seat, phone in enumerate(others):
            found |= {f"{seat} {name}": seen(ask(phone, name)) for name in LOOKS}
        found |= {f"front {path}": home.guest("").ask("GET", path).seen for path in FRONT}
        return found | {"looks": overview.at(home.listed)}

    ann.post("/api/purse", id="first", seat=0, coins=7)
    before, mine = told(), ask(ann, "GET /api/purse").seen
    ann.post("/api/purse", id="second", seat=0, coins=31)
    after, now = told(), ask(ann, "GET /api/purse").seen
    assert mine != now
    assert before == after
    for name in ACTS + [name for name in LOOKS if ROUTES[name].who in ("here", "seated", "owner")]:
        assert before[f"stray {name}"][0] in (401, 404, 409), name
    assert ask(ben, "GET /api/purse").status == 403


def test_a_key_opens_one_table_alone(home: Club) -> None:
    """A seat's cookie is signed with its table's own key, so that no table can make one for another."""
    keys = {(table.data / "server.key").read_bytes() for table in home.tables.values()}
    assert len(keys) == len(home.tables)
