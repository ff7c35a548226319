"""Two tables that live through the same game but for one player's secret, and are asked the same things all along.

Whatever anybody but that player gets to see must be the same to the byte: every route, every stream, every refusal.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlite_utils import Database

from companion.store import checksums
from companion.store.store import FILE
from tests.web import routes
from tests.web.house import Answer, House, Phone, Plain, Stream, filled, house
from tests.web.routes import FILES, ROUTES

ANSWERS = tuple(f"/api/{each}" for each in ("state", "log", "me", "mine?seat=9", "box", "record", "prices?seat=0"))
# The same at every step, whatever the game is.
PAGES = ("/", "/table", "/qr.svg", "/nothing", "/api/ability/orcs")
# What a phone is told of its own seat.
OWN = ("purse", "diary", "mine")
# What tells of the computer and of no game: files, the folder, the port.
MACHINES = ("GET /api/status", "GET /api/wifi", "GET /api/wifi/home", "GET /wifi")
OF_THE_COMPUTER = (FILES, *MACHINES, *(name for name in ROUTES if name.startswith("GET /card")))
# What else there is to look at, and tells nothing new at every step.
RARELY = tuple(
    ROUTES[name].path
    for name in routes.of("all", "game", "here")
    if name.startswith("GET") and name not in OF_THE_COMPUTER
)
# What may have a price.
PAID = ("pick", "act", "choose", "conquer")
FIGURES = ("/api/games", "/api/games/1", *(f"/api/games/1/game.{kind}" for kind in ("json", "csv", "jsonl")))


class Twins:
    """Two houses with the same luck, and the same phones in both.

    `secret` is the seat whose coins differ; `at` the seats of each phone. All chance in what is done comes from `dice`.
    """

    def __init__(self, houses: tuple[House, House], cookies: list[str], secret: int, dice: random.Random) -> None:
        self.houses = houses
        self.secret = secret
        self.dice = dice
        self.names = [f"p{seat}" for seat in range(len(cookies))]
        self.phones = tuple([self._phone(house, cookie) for cookie in cookies] for house in houses)
        self.screens = tuple(house.phone() for house in houses)
        self.streams: tuple[list[Stream], list[Stream]] = ([], [])
        self.number = 0
        self.done: dict[str, int] = {}
        for seat in range(len(cookies)):
            for side, home in enumerate(houses):
                self.streams[side].append(self.phones[side][seat].stream())
                self._settle(home, side)
        for side, home in enumerate(houses):
            self.streams[side].append(self.screens[side].stream())
            self._settle(home, side)

    @staticmethod
    def _phone(house: House, cookie: str) -> Phone:
        phone = house.phone()
        phone.cookie = cookie
        return phone

    def _settle(self, house: House, side: int) -> None:
        """Wait until every stream of a house has the newest version, so that none leaves one out by chance."""
        for stream in self.streams[side]:
            stream.settle(house.hub.version)

    def _settle_both(self) -> None:
        for side, home in enumerate(self.houses):
            self._settle(home, side)

    @property
    def others(self) -> list[int]:
        """The phones that hold another seat than the secret one; and -1, the screen."""
        return [seat for seat in range(len(self.names)) if seat != self.secret] + [-1]

    def both(self, seat: int, method: str, path: str, value: object = None) -> Answer:
        """Ask both houses from the same phone; fails when the answers differ by a byte."""
        found = [
            (phones[seat] if seat >= 0 else screen).ask(method, path, value)
            for phones, screen in zip(self.phones, self.screens, strict=True)
        ]
        assert found[0].seen == found[1].seen, (seat, method, path, value)
        if method == "POST":
            self._settle_both()
        return found[0]

    def post(self, seat: int, path: str, /, **value: object) -> Answer:
        """Post the same from the same phone to both."""
        self.number += 1
        named = {"id": f"n{self.number}", "by": seat, **value} if path != "/api/roll" else {"by": seat, **value}
        found = self.both(seat, "POST", path, named)
        key = f"{path} {found.status}"
        self.done[key] = self.done.get(key, 0) + 1
        return found

    def look(self, seat: int, regions: list[str]) -> None:
        """Ask for everything one phone could ask for."""
        asked = [*ANSWERS, *(f"/api/{own}?seat={self.secret}" for own in OWN)]
        asked += [f"/api/quote?region={region}" for region in regions]
        if seat >= 0:
            asked += [f"/api/{own}?seat={seat}" for own in OWN]
        for path in asked:
            self.both(seat, "GET", path)
        for whose in {self.secret, seat} - {-1}:
            self.both(seat, "POST", "/api/check", {"seat": whose, "coins": {"5": 1, "1": 3}})

    def purses_differ(self) -> bool:
        """Whether the secret is still a different one on both sides."""
        coins = [phones[self.secret].get(f"/api/purse?seat={self.secret}")["coins"] for phones in self.phones]
        return bool(coins[0] != coins[1])

    def state(self) -> Plain:
        """The public state, the same on both sides."""
        found: Plain = self.both(-1, "GET", "/api/state").json
        return found

    def streams_agree(self) -> None:
        """Every message that any phone but the secret seat's ever got is the same on both sides."""
        for seat in self.others:
            first, second = (streams[seat].messages for streams in self.streams)
            assert first == second
            assert len(first) > 1

    def play(self, steps: int) -> Plain:
        """Let a random table play so many steps, or to the end; returns the last state."""
        for step in range(steps):
            state = self.state()
            if state["phase"] != "play":
                return state
            seat = self.dice.choice(self.others)
            regions = self.dice.sample(sorted(state["game"]["regions"]), 2)
            self.look(seat, regions)
            if step % 40 == 0:
                for other in self.others:
                    self.look(other, sorted(state["game"]["regions"])[::5])
                for path in (*PAGES, *FIGURES, *RARELY):
                    self.both(other, "GET", path)
            self._step(state)
        return self.state()

    def _step(self, state: Plain) -> None:
        """One thing that somebody does."""
        entering = self.dice.choice([seat for seat in self.others if seat >= 0])
        if state["asks"]:
            ask = state["asks"][0]
            by = self.dice.choice(ask["may"])
            self.post(by, "/api/consent", ask=ask["id"], yes=self.dice.random() < 0.7)
            return
        for chance in state["game"]["chances"]:
            if chance["kind"] == "roll":
                pips = self.dice.choice((None, 0, 1, 2, 3))
                if self.dice.random() < 0.3:
                    pressed = [house.table.press("button") for house in self.houses]
                    assert pressed == [True, True]
                    self._settle_both()
                    return
                self.post(entering, "/api/roll", occasion=chance["occasion"], pips=pips)
                return
        self.dice.choices(
            (self._offered, self._refused, self._as_played, self._back, self._correct, self._coins),
            (30, 2, 1, 2, 1, 1),
        )[0](state, entering)

    def _offered(self, state: Plain, entering: int) -> None:
        """Do something that is offered, from the own phone or another."""
        offers = state["game"]["offers"]
        kinds = sorted({one["kind"] for one in offers})
        weights = [12 if kind in ("conquer", "ready") else 5 for kind in kinds]
        kind = self.dice.choices(kinds, weights)[0]
        one = self.dice.choice([one for one in offers if one["kind"] == kind])
        by = one["seat"] if self.dice.random() < 0.7 else entering
        if one["seat"] == self.secret and kind in PAID:
            # On the own phone the purse is looked at, and that may well differ.
            by = entering
        self.post(
            by,
            "/api/act",
            command=filled(one, self.dice),
            seat=one["seat"],
            bill=one["bill"] and one["bill"]["text"],
        )

    def _refused(self, state: Plain, entering: int) -> None:
        """Ask for something wild, which is mostly refused."""
        region = self.dice.choice(sorted(state["game"]["regions"]))
        wild: list[Plain] = [
            {"type": "conquer", "region": region},
            {"type": "conquer", "region": region, "die": True},
            {"type": "pick", "place": 5},
            {"type": "accept", "decline": True},
            {"type": "decline"},
            {"type": "unveil"},
            {"type": "set_coins", "seat": self.secret, "difference": -500},
            {"type": "set_coins", "seat": self.secret, "difference": 500},
        ]
        self.post(
            entering, "/api/act", command=self.dice.choice(wild), bill=self.dice.choice((None, "2 + 1 defender = 3"))
        )

    def _as_played(self, state: Plain, entering: int) -> None:
        region = self.dice.choice(sorted(state["game"]["regions"]))
        self.post(entering, "/api/act", command={"type": "conquer", "region": region}, as_played=True)

    def _back(self, state: Plain, entering: int) -> None:
        rows = [line["row"] for line in state["log"][:6]]
        row = state["takeback"]["row"] if state["takeback"] and self.dice.random() < 0.7 else self.dice.choice(rows)
        if row != state["beginning"]:
            # What makes the two differ lies behind the beginning.
            self.post(entering, "/api/takeback", row=row)

    def _correct(self, state: Plain, entering: int) -> None:
        region = self.dice.choice(sorted(state["game"]["regions"]))
        choices = self.both(entering, "GET", f"/api/quote?region={region}").json["correct"]["choices"]
        if choices:
            self.post(entering, "/api/act", command=self.dice.choice(choices)["command"])

    def _coins(self, state: Plain, entering: int) -> None:
        """Others correct a purse by a difference; the owner counts it, to what differs from before by the same."""
        seat = self.dice.randrange(len(self.names))
        difference = self.dice.choice((-3, -1, 1, 2))
        self.post(entering, "/api/act", command={"type": "set_coins", "seat": seat, "difference": difference})


@contextmanager
def twins(
    folder: Path, seed: int, players: int, differ: Callable[[list[Plain]], None], before: int = 0, **lobby: object
) -> Iterator[Twins]:
    """Two tables whose logs are the same but for what `differ` changes in the events of one.

    The game is begun, and `before` steps of it are played, in one house; then its folder is copied, the copy altered,
    and both are opened. `differ` gets all events of the log as plain values and changes some. `lobby` is what the table
    settles before it begins.
    """
    dice = random.Random(seed)
    first, second = folder / "first", folder / "second"
    with house(first, seed=seed) as home:
        phones = home.seated(players, **lobby)
        cookies = [phone.cookie for phone in phones]
        for _ in range(before):
            _some_act(home, dice)
    shutil.copytree(first, second)
    _alter(second / FILE, differ)
    with house(first, seed=seed) as one, house(second, seed=seed) as other:
        pair = Twins((one, other), cookies, secret=0, dice=dice)
        try:
            yield pair
        finally:
            for stream in (*pair.streams[0], *pair.streams[1]):
                stream.close()


def _some_act(home: House, dice: random.Random) -> None:
    """A plain act of whoever has one to do, to get a game under way."""
    state = home.phones[0].state()
    for chance in state["game"]["chances"]:
        home.phones[0].post("/api/roll", by=0, occasion=chance["occasion"], pips=dice.randrange(4))
        return
    offers = [one for one in state["game"]["offers"] if one["kind"] not in ("decline", "act")]
    one = dice.choice([one for one in offers if one["kind"] == dice.choice(offers)["kind"]] or offers)
    home.phones[one["seat"]].act(one["seat"], filled(one, dice))


def _alter(path: Path, differ: Callable[[list[Plain]], None]) -> None:
    """Change events in a log, with its checksums; the file itself would not let anybody do that."""
    db = Database(path)
    trigger = "log_keeps_every_row_from_update"
    made = next(db.query("SELECT sql FROM sqlite_master WHERE name = ?", [trigger]))["sql"]
    db.execute(f"DROP TRIGGER {trigger}")
    rows: list[dict[str, Any]] = list(db.query("SELECT row, events FROM log ORDER BY row"))
    events = [msgspec.json.decode(row["events"]) for row in rows]
    before = msgspec.json.encode(events)
    differ([event for row_events in events for event in row_events if "type" in event])
    assert msgspec.json.encode(events) != before
    with db.atomic():
        for row, row_events in zip(rows, events, strict=True):
            db.execute(
                "UPDATE log SET events = ? WHERE row = ?", [msgspec.json.encode(row_events).decode(), row["row"]]
            )
        sealed = b""
        for values in list(db.query("SELECT * FROM log ORDER BY row")):
            sealed = checksums.checksum(values, sealed)
            db.execute("UPDATE log SET checksum = ? WHERE row = ?", [sealed, values["row"]])
        db.execute(made)
    db.close()
