"""A real table on a real port, and phones that talk to it as browsers do."""

from __future__ import annotations

import http.client
import itertools
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.boards.library import Boards
from companion.book import at_table
from companion.book.delivery import Delivery
from companion.host.hotspot import Hotspot
from companion.settings import Settings
from companion.store.store import Store
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from companion.web import Machines, WebServer, create_app

Plain = dict[str, Any]
SECRET = b"the secret of a club that has a book"
NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")
# Where a phone comes from that is not the computer itself: its own browser comes from 127.0.0.1.
STRANGER = "127.0.3.1"
# What differs between two answers with the same meaning, in a way that tells nothing of a game.
PASSING = ("date", "set-cookie")


class Answer(NamedTuple):
    """What came back: status, headers in small letters, and the raw body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def seen(self) -> tuple[int, list[tuple[str, str]], bytes]:
        """All of it that could tell anything about a game."""
        return self.status, sorted(item for item in self.headers.items() if item[0] not in PASSING), self.body


class Stream:
    """An open event stream, read by a thread; `messages` are the raw ones that came, heartbeats left out."""

    def __init__(self, port: int, cookie: str, address: str = "127.0.0.1", path: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
        self.connection.request("GET", f"{path}/api/stream", headers={"Cookie": cookie} if cookie else {})
        # The response takes the socket over.
        self._socket = self.connection.sock
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.messages: list[bytes] = []
        self.ended_cleanly = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read)
        if self.status == 200:
            self._thread.start()

    def _read(self) -> None:
        lines: list[bytes] = []
        try:
            while line := self.response.readline():
                lines.append(line)
                if line == b"\n":
                    with self._news:
                        if any(part.startswith(b"event: state") for part in lines):
                            self.messages.append(b"".join(lines))
                        self._news.notify_all()
                    lines = []
            self.ended_cleanly = self.response.isclosed() or self.response.read() == b""
        except (OSError, http.client.HTTPException, ValueError):
            pass
        with self._news:
            self._news.notify_all()

    def state(self, version: int = 0) -> Plain:
        """The newest state, once there is one of at least this version."""
        self.settle(version)
        return self._decoded(self.messages[-1])

    def settle(self, version: int) -> None:
        """Wait until a state of at least this version has come."""
        with self._news:
            assert self._news.wait_for(lambda: self._newest() >= version, 30), "the stream brought nothing"

    def _newest(self) -> int:
        return int(self.messages[-1].split(b"\n", 2)[1].removeprefix(b"id: ")) if self.messages else -1

    @staticmethod
    def _decoded(message: bytes) -> Plain:
        found: Plain = json.loads(next(line for line in message.splitlines() if line.startswith(b"data: "))[6:])
        return found

    def wait_end(self) -> None:
        """Wait until the server has ended the stream."""
        self._thread.join(30)
        assert not self._thread.is_alive()
        self.close()

    def close(self) -> None:
        """Go away, as a phone that is switched off does."""
        if self.status == 200 and self._thread.is_alive():
            with suppress(OSError):  # the table may be gone already
                self._socket.shutdown(socket.SHUT_RDWR)
            self._thread.join()
        self.response.close()
        self.connection.close()


class Phone:
    """A browser with a cookie jar of one cookie. `ids` makes the ids of its messages; the table lies below `path`."""

    def __init__(self, port: int, label: str = "phone", address: str = "127.0.0.1", path: str = "") -> None:
        self.port = port
        self.path = path
        self.address = address
        self.cookie = ""
        self.ids = (f"{label}-{number}" for number in itertools.count(1))
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))

    def ask(self, method: str, path: str, value: object = None, /, raw: bytes | None = None, **headers: str) -> Answer:
        """Send one request; header names are given with underscores."""
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        if self.cookie and "Cookie" not in sent:
            sent["Cookie"] = self.cookie
        body = raw
        if value is not None:
            body = json.dumps(value).encode()
            sent.setdefault("Content-Type", "application/json")
        try:
            self.connection.request(method, self.path + path, body, sent)
            # An answer that ends the line owns the socket by now, so it is closed too, whatever happens.
            with self.connection.getresponse() as response:
                found = Answer(
                    response.status, {name.lower(): text for name, text in response.getheaders()}, response.read()
                )
        except (http.client.HTTPException, OSError):
            self.connection.close()
            raise
        if "set-cookie" in found.headers:
            self.cookie = found.headers["set-cookie"].partition(";")[0]
        return found

    def get(self, path: str) -> Any:
        """The JSON of a page that must be there."""
        try:
            found = self.ask("GET", path)
        except ConnectionError:
            # What a killed program had kept open ends with the first question; a browser, too, asks anew.
            found = self.ask("GET", path)
        assert found.status == 200, (path, found)
        return found.json

    def post(self, path: str, **value: object) -> Any:
        """Post JSON that must be accepted; returns what came back."""
        found = self.ask("POST", path, value)
        assert found.status == 200, (path, value, found)
        return found.json

    def refused(self, path: str, **value: object) -> Answer:
        """Post JSON that must be refused; returns the whole answer."""
        found = self.ask("POST", path, value)
        assert found.status >= 400, (path, value, found)
        return found

    def act(self, by: int, command: Plain, **more: object) -> Any:
        """Post a command that must be accepted."""
        return self.post("/api/act", id=next(self.ids), by=by, command=command, **more)

    def state(self) -> Plain:
        """The public state."""
        found: Plain = self.get("/api/state")
        return found

    def stream(self) -> Stream:
        """Open the event stream."""
        return Stream(self.port, self.cookie, self.address, self.path)


class House:
    """A table on a free port of this computer, its server in a thread.

    `seed` draws for the companion, so that two tables can have the same luck. `book` is the address of a club's book;
    nothing is delivered by itself.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 1,
        streams: int = 24,
        dealing: str = "companion",
        hotspot: Hotspot | None = None,
        clock: Callable[[], float] = time.monotonic,
        show: bool = False,
        path: str = "",
        proxy: str = "",
        book: str = "",
    ) -> None:
        dice = random.Random(seed)
        self.folder = folder
        self.store = Store(folder)
        self.hub = Hub(streams, first=self.store.run * 1000)
        choose: Callable[[Sequence[str]], str] = dice.choice
        self.table = TableService(
            Session(
                self.store,
                self.hub,
                button=lambda: True,
                address=lambda: "http://192.0.2.7:8000",
                dealing=dealing,
                boards=Boards(folder),
                choose=choose,
                wifi=hotspot.wifi if hotspot else lambda: None,
                clock=clock,
            )
        )
        settings = Settings(data=folder, streams=streams, path=path)
        machines = Machines(report=lambda: {"hotspot": hotspot.report()} if hotspot else {})
        self.app = create_app(self.table, self.hub, settings, machines, hotspot, show=show)
        self.delivery = Delivery(self.table.session, book, SECRET) if book else None
        if self.delivery:
            at_table.add(self.app, self.delivery)
        self.server = WebServer(self.app, self.hub, "127.0.0.1", 0, streams, path, proxy=proxy)
        self.port = self.server.port
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()
        self.phones: list[Phone] = []

    def phone(self, label: str = "phone", address: str = "127.0.0.1") -> Phone:
        """A phone that comes to the table without a seat, from one of this computer's addresses (127.x.y.z)."""
        self.phones.append(Phone(self.port, label, address))
        return self.phones[-1]

    def seated(self, count: int, **lobby: object) -> list[Phone]:
        """So many phones, each with its seat, and the game begun."""
        phones = [self.phone(name) for name in NAMES[:count]]
        for seat, phone in enumerate(phones):
            assert phone.post("/api/join", name=NAMES[seat])["seat"] == seat
        if lobby:
            phones[0].post("/api/lobby", **lobby)
        phones[0].post("/api/start")
        return phones

    def ended(self) -> None:
        """Wait until the server has come to its end."""
        self._thread.join(30)
        assert not self._thread.is_alive()

    def close(self) -> None:
        """Stop the server and close the file."""
        self.server.stop()
        self.ended()
        for phone in self.phones:
            phone.connection.close()
        self.store.close()


@contextmanager
def house(folder: Path, **given: Any) -> Iterator[House]:
    """A table that is closed at the end."""
    opened = House(folder, **given)
    try:
        yield opened
    finally:
        opened.close()


def offer(state: Plain, kind: str, seat: int | None = None) -> Plain:
    """The first offer of a kind in the public state."""
    return next(one for one in state["game"]["offers"] if one["kind"] == kind and (seat is None or one["seat"] == seat))


def filled(one: Plain, dice: random.Random | None = None) -> Plain:
    """An offer's command, its form filled in as it starts, or by chance within its bounds."""
    command, form = dict(one["command"]), one["form"]
    if form is None:
        return command
    counts = {slot["id"]: slot["start"] for slot in form["slots"]}
    least = {slot["id"]: slot["least"] for slot in form["slots"]}
    if dice is not None:
        counts = dict(least)
        wanted = dice.randint(max(form["least_total"], sum(least.values())), form["total"])
        for _ in range(wanted - sum(counts.values())):
            open_slots = [slot["id"] for slot in form["slots"] if counts[slot["id"]] < slot["most"]]
            if not open_slots:
                break
            counts[dice.choice(open_slots)] += 1
    command[form["field"]] = counts
    return command
