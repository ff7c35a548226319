"""What comes and goes without end: requests good and bad, and the phones of game after game, leave nothing behind."""

from __future__ import annotations

import http.client
import os
import socket
import struct
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import chance
from tests.bench import table
from tests.load.test_crowd_long import FLAT, open_files, settled
from tests.web.routes import ROUTES, STREAM
from tests.web.test_malformed import said, spoiled

pytestmark = pytest.mark.long(name="endurance")
REQUESTS = int(os.environ.get("REQUESTS", "50000"))
GAMES = int(os.environ.get("GAMES", "500"))
SAMPLES = 20
LOOKS = [route.path for name, route in ROUTES.items() if name.startswith("GET") and name != STREAM]
# Who leaves the Wi-Fi says no goodbye: the line is reset.
RESET = struct.pack("ii", 1, 0)


def test_fifty_thousand_requests_take_up_nothing_more(tmp_path: Path) -> None:
    """Of every three one is malformed, one a player's and one a stranger's: memory and files stay as they were."""
    dice = chance.dice()
    with table.companion(tmp_path / "data") as server:
        cookies = table.seated(server)
        figures, files = [], open_files(server)
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for number in range(REQUESTS):
            if number % 3 == 0:
                assert said(server.port, spoiled(dice, server.port, cookies[0])) < 500
            else:
                line.request("GET", dice.choice(LOOKS), headers={"Cookie": cookies[0]} if number % 3 == 1 else {})
                answer = line.getresponse()
                answer.read()
                assert answer.status < 500
            if (number + 1) % (REQUESTS // SAMPLES) == 0:
                line.close()
                figures.append((server.memory, settled(server, files)))
    stays(figures)


def test_the_phones_of_five_hundred_games_leave_nothing(tmp_path: Path) -> None:
    """Five new phones from new addresses sit down for each game, watch, play a little, end it and leave."""
    with table.companion(tmp_path / "data") as server:
        figures, files = [], open_files(server)
        for number in range(GAMES):
            game(server, number)
            if (number + 1) % (GAMES // SAMPLES) == 0:
                figures.append((server.memory, settled(server, files)))
    stays(figures)


def stays(figures: list[tuple[float, int]]) -> None:
    """Memory and files in the last quarter are those of the second."""
    quarter = len(figures) // 4
    memory, files = (list(kind) for kind in zip(*figures, strict=True))
    print("MB:", [round(each, 1) for each in memory], "files:", files)
    assert max(memory[-quarter:]) <= FLAT * max(memory[quarter : 2 * quarter])
    assert max(files[-quarter:]) <= max(files[quarter : 2 * quarter])


class Phone:
    """A phone that comes for one game."""

    def __init__(self, server: table.Server, number: int) -> None:
        address = f"127.{10 + number // 60_000}.{number // 250 % 250}.{number % 250 + 1}"
        self.cookie = ""
        self._line = http.client.HTTPConnection("127.0.0.1", server.port, 60, (address, 0))

    def ask(self, method: str, path: str, value: object = None) -> table.Plain:
        """Send a request that must be answered well."""
        headers = {"Content-Type": "application/json"} | ({"Cookie": self.cookie} if self.cookie else {})
        self._line.request(method, path, None if value is None else table.msgspec.json.encode(value), headers)
        answer = self._line.getresponse()
        body = answer.read()
        assert answer.status == 200, (path, answer.status, body)
        self.cookie = answer.headers.get("Set-Cookie", self.cookie).partition(";")[0]
        found: table.Plain = table.msgspec.json.decode(body) if body[:1] == b"{" else {}
        return found

    def goes(self) -> None:
        """It is out of reach from now on."""
        if self._line.sock:
            self._line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._line.close()


def game(server: table.Server, number: int) -> None:
    """One game of five new phones, from their coming to their leaving."""
    phones = [Phone(server, len(table.NAMES) * number + each) for each in range(len(table.NAMES))]
    with ExitStack() as open_now:
        for phone, name in zip(phones, table.NAMES, strict=True):
            open_now.callback(phone.goes)
            for path in ("/", "/static/phone/main.js", "/static/css/base.css", "/api/me"):
                phone.ask("GET", path)
            phone.ask("POST", "/api/join", {"name": name, "id": f"join-{number}-{name}"})
            open_now.callback(table.Watcher(server.port, phone.cookie).socket.close)
        phones[0].ask("POST", "/api/start", {})
        for tap in range(3):
            pick_or_conquer(server, phones, f"{number}-{tap}")
        asked = phones[0].ask("POST", "/api/act", {"id": f"stop-{number}", "by": 0, "command": {"type": "stop"}})
        yes = {"id": f"yes-{number}", "by": 1, "ask": asked["ask"], "yes": True}
        phones[1].ask("POST", "/api/consent", yes)
        phones[0].ask("POST", "/api/new", {"by": 0})
        for phone in reversed(phones):
            phone.ask("POST", "/api/lobby", {"remove": phones.index(phone)})


def pick_or_conquer(server: table.Server, phones: list[Phone], id: str) -> None:
    """The first thing that is offered and needs no form filled in."""
    offers = [each for each in server.state()["game"]["offers"] if each["kind"] in ("pick", "conquer")]
    seat = offers[0]["seat"]
    phones[seat].ask("POST", "/api/act", {"id": f"tap-{id}", "by": seat, "command": offers[0]["command"]})
