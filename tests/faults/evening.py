"""Three phones that never rest: they play, count coins, lay photos and draw boards, and note what was promised."""

from __future__ import annotations

import hashlib
import http.client
import io
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from PIL import Image

from companion.boards.making import Draft
from companion.boards.photos import MOST
from companion.game.history import History
from companion.game.lobby import Lobby
from companion.rules.engine import chances
from companion.store.store import FILE, ReadOnlyStore
from tests.web.house import NAMES, Answer, Phone, Plain, filled

# What a phone finds when the table is gone.
GONE = (OSError, http.client.HTTPException)
MAP = "base-3"
PLAYERS = 3


class Book:
    """What was sent, and what came of it: by the ids of messages the rows that were promised, and what was refused."""

    def __init__(self) -> None:
        self.promised: dict[str, int] = {}
        self.refused: set[str] = set()
        self.open: dict[str, tuple[Phone, str, Plain]] = {}
        self.photos: set[str] = set()
        # What was sent of a board, and whether it was promised; at first there is nothing.
        self.boards: dict[str, list[tuple[Plain | None, bool]]] = {}
        self.times: dict[str, float] = {}
        self.news = threading.Condition()

    def at(self, time: float) -> Book:
        """What was promised at a moment of time.monotonic()."""
        book = Book()
        book.promised = {id: row for id, row in self.promised.items() if self.times[id] <= time}
        book.refused = self.refused
        book.photos = {id for id in self.photos if self.times[id] <= time}
        book.boards = {
            id: [(drawn, kept and self.times.get(str(drawn), 0) <= time) for drawn, kept in sent]
            for id, sent in self.boards.items()
        }
        return book

    def send(self, phone: Phone, path: str, value: Plain) -> None:
        """Send a tap, as phones do until there is an answer, and note the answer. Raises what GONE names."""
        self.open[value["id"]] = (phone, path, value)
        answer = phone.ask("POST", path, value)
        assert answer.status in (200, 409), answer
        if answer.status == 200:
            row = answer.json.get("row") or int(answer.json["ask"][1:])
            self.times.setdefault(value["id"], time.monotonic())
            assert self.promised.setdefault(value["id"], row) == row
        else:
            self.refused.add(value["id"])
        del self.open[value["id"]]
        with self.news:
            self.news.notify_all()

    def wait(self, more: int, patience: float = 60) -> bool:
        """Wait until so many more rows are promised."""
        with self.news:
            wanted = len(self.promised) + more
            return self.news.wait_for(lambda: len(self.promised) >= wanted, patience)


class Evening:
    """The phones of one table, from game to game and from kill to kill."""

    def __init__(self, port: int, chance: random.Random, path: str = "") -> None:
        """The table is at a port of this computer, below a path."""
        self.chance = chance
        self.path = path
        self.book = Book()
        self.rests = threading.Event()
        # From addresses of their own: how much one phone may send is limited.
        self.phones = [Phone(port, f"{name}-{chance.random()}", f"127.0.0.{seat + 2}", path) for seat, name in _seats()]
        # Each of the other occupations has a second connection of the same phone.
        self.hands = [Phone(port, f"hand{seat}-{chance.random()}", f"127.0.0.{seat + 2}", path) for seat, _ in _seats()]
        self.pictures = _pictures(chance)
        self._faults: list[Exception] = []

    def sit_down(self) -> None:
        """Take the seats and begin."""
        for (seat, name), phone, hand in zip(_seats(), self.phones, self.hands, strict=True):
            assert phone.post("/api/join", name=name)["seat"] == seat
            hand.cookie = phone.cookie
        self.phones[0].post("/api/lobby", map=MAP)
        self.phones[0].post("/api/start")
        self.begun = time.monotonic()

    @contextmanager
    def goes_on(self) -> Iterator[None]:
        """Let everybody act at once, each until the table is gone or all rest; that has to happen in here."""
        self.rests.clear()
        works = (self._plays, self._counts, self._lays_photos, self._draws)
        threads = [threading.Thread(target=self._until_gone, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            for thread in threads:
                thread.join()
        if self._faults:
            raise self._faults[0]

    def send_again(self) -> None:
        """What had no answer is sent again, as phones do."""
        for phone, path, value in list(self.book.open.values()):
            self.book.send(phone, path, value)

    def hang_up(self) -> None:
        """Let go of the lines: the table is gone."""
        for phone in (*self.phones, *self.hands):
            phone.connection.close()

    def _until_gone(self, work: Callable[[], None]) -> None:
        try:
            while not self.rests.is_set():
                work()
        except GONE:
            pass
        except Exception as fault:
            self._faults.append(fault)

    def _plays(self) -> None:
        state = self.phones[0].state()
        if state["phase"] == "lobby":
            self.phones[0].ask("POST", "/api/start", {})
            return
        game = state["game"]
        roll = next((asked for asked in game["chances"] if asked["kind"] == "roll"), None)
        if roll:
            self._send(roll["seat"], "/api/roll", occasion=roll["occasion"])
        elif game["offers"] and self.chance.random() < 0.9:
            offered = self.chance.choice(game["offers"])
            self._send(offered["seat"], "/api/act", command=filled(offered, self.chance))
        elif game["over"]:
            self.phones[0].ask("POST", "/api/new", {"by": 0})
        elif back := state["takeback"]:
            self._send(self.chance.randrange(PLAYERS), "/api/takeback", row=back["row"])

    def _send(self, seat: int, path: str, **value: object) -> None:
        phone = self.phones[seat]
        self.book.send(phone, path, {"id": next(phone.ids), "by": seat, **value})

    def _counts(self) -> None:
        seat = self.chance.randrange(PLAYERS)
        hand = self.hands[seat]
        value = {"id": next(hand.ids), "seat": seat, "coins": self.chance.randrange(40)}
        self.book.send(hand, "/api/purse", value)

    def _lays_photos(self) -> None:
        phone = Phone(self.phones[1].port, "photos", "127.0.0.9", self.path)
        phone.cookie = self.phones[1].cookie
        with closing(phone.connection):
            while not self.rests.is_set():
                answer = phone.ask("PUT", f"/api/photo/{MAP}", raw=next(self.pictures), Content_Type="image/jpeg")
                if self._too_often(answer):
                    return
                assert answer.status == 200, answer
                self.book.times.setdefault(answer.json["photo"], time.monotonic())
                self.book.photos.add(answer.json["photo"])

    def _too_often(self, answer: Answer) -> bool:
        """Whether a table that was not killed for a while wants no more for now; then there is a pause."""
        if answer.status != 429:
            return False
        self.rests.wait(0.5)
        return True

    def _draws(self) -> None:
        phone = Phone(self.phones[2].port, "boards", "127.0.0.8", self.path)
        phone.cookie = self.phones[2].cookie
        with closing(phone.connection):
            while not self.rests.is_set():
                id = f"own-{self.chance.randrange(3)}"
                drawn = _draft(f"{self.chance.random()}")
                sent = self.book.boards.setdefault(id, [(None, True)])
                sent.append((drawn, False))
                answer: Answer = phone.ask("PUT", f"/api/boards/{id}", drawn)
                if self._too_often(answer):
                    return
                assert answer.status in (200, 409), answer
                if answer.status == 200:
                    self.book.times[str(drawn)] = time.monotonic()
                    sent[-1] = (drawn, True)


def holds(evening: Evening, data: Path) -> None:
    """After a kill and a start: all that was promised is there once, nothing is half there, and everybody sits there.

    What had no answer is sent again, and is then there once or refused.
    """
    for seat, phone in enumerate(evening.phones):
        # Whether the player is new to the table may change with a game's end.
        assert phone.get("/api/me") | {"new": []} == {
            "seats": [seat],
            "moved": [],
            "waiting": False,
            "sign": None,
            "new": [],
        }
    with closing(ReadOnlyStore(data)) as log:
        number = log.last_game()
        rows = list(log.rows(number))
    game = History(number, Lobby(), rows).game
    if game:
        # Every draw that follows from a row was stored with it.
        assert [asked.kind for asked in chances(game) if asked.kind != "roll"] == []
        shown = evening.phones[0].state()["game"]
        assert shown["regions"].keys() == game.grounds.keys()
        for seat, phone in enumerate(evening.phones):
            assert phone.get(f"/api/purse?seat={seat}")["coins"] == game.seats[seat].coins
    evening.send_again()
    found = requests(data)
    book = evening.book
    assert {id: found.get(id) for id in book.promised} == {id: [row] for id, row in book.promised.items()}
    assert not book.refused & found.keys()
    _files_hold(evening, data)


def _files_hold(evening: Evening, data: Path) -> None:
    """Photos and boards are whole, each promised one among them, and phones get them."""
    photos = {path.stem: path.read_bytes() for path in (data / "photos").glob("*.jpg")}
    assert photos.keys() >= evening.book.photos
    assert {hashlib.sha256(held).hexdigest()[:32] for held in photos.values()} == photos.keys()
    if laid := evening.phones[0].state()["table"]["photo"]:
        assert evening.phones[0].ask("GET", f"/api/photo/{laid}").body == photos[laid]
    if len(photos) > MOST / 2:
        # As their owner makes room before there are too many; the kill may come in the midst of the next one.
        for id in photos.keys() - {laid}:
            (data / "photos" / f"{id}.jpg").unlink()
            evening.book.photos.discard(id)
    for id, sent in evening.book.boards.items():
        path = data / "boards" / f"{id}.json"
        held = msgspec.json.decode(path.read_bytes(), type=Draft) if path.exists() else None
        last = max(number for number, (_, promised) in enumerate(sent) if promised)
        assert held in [one and msgspec.convert(one, Draft) for one, _ in sent[last:]], id
    assert not [path for path in (data / "boards").glob("*.toml") if path.stat().st_size == 0]


def requests(data: Path) -> dict[str, list[int]]:
    """The rows of each id of a message in a log, which is read without the program."""
    found: dict[str, list[int]] = {}
    with closing(sqlite3.connect(f"{(data / FILE).as_uri()}?mode=ro", uri=True)) as log:
        assert log.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        count, last = log.execute("SELECT count(*), max(row) FROM log").fetchone()
        assert count == last
        for id, row in log.execute("SELECT request, row FROM log WHERE request IS NOT NULL"):
            found.setdefault(id, []).append(row)
    return found


def _seats() -> list[tuple[int, str]]:
    return list(enumerate(NAMES[:PLAYERS]))


def _pictures(chance: random.Random) -> Iterator[bytes]:
    """Pictures of a board that all differ: by what JFIF says of their density, which is kept."""
    out = io.BytesIO()
    Image.frombytes("RGB", (400, 300), chance.randbytes(400 * 300 * 3)).save(out, "JPEG")
    made = bytearray(out.getvalue())
    # T.81 and JFIF 1.02: after the marker, its length, "JFIF" with a zero, the version and the units.
    at = made.index(b"JFIF\0") + 8
    while True:
        made[at : at + 4] = chance.randbytes(4)
        yield bytes(made)


def _draft(name: str) -> Plain:
    spots = [{"x": x, "y": y, "terrain": "hill", "edge": True} for x, y in ((60, 60), (240, 60), (240, 240), (60, 240))]
    draft: Plain = {"name": name, "players": 2, "turns": 10, "width": 300, "height": 300, "spots": spots}
    return {**draft, "joins": [[0, 1], [1, 2], [2, 3], [0, 3]]}
