"""A table without the web: the service on a real file, and short ways to play."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.boards.library import Boards
from companion.game.history import History
from companion.game.lobby import Change
from companion.rules.commands import Command
from companion.rules.engine import Offer, offers
from companion.rules.model import Game
from companion.store.store import Store
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve")


class Sitting:
    """Some players, each on the phone of the same name in small letters unless told otherwise."""

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 1,
        dealing: str = "companion",
        choose: Callable[[Sequence[str]], str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.folder, self.dealing, self.clock = folder, dealing, clock
        self.choose = choose or random.Random(seed).choice
        self.ids = (f"q{number}" for number in itertools.count(1))
        self._open()

    def _open(self) -> None:
        self.store = Store(self.folder)
        self.hub = Hub(10)
        self.table = TableService(
            Session(
                self.store,
                self.hub,
                address=lambda: "http://192.0.2.7",
                dealing=self.dealing,
                boards=Boards(self.folder),
                choose=self.choose,
                clock=self.clock,
            )
        )

    def again(self) -> None:
        """Close the file and open it, as a restart does."""
        self.store.close()
        self._open()

    def sit(self, *phones: str) -> None:
        """A seat for each phone, and the game begins; Ann's seat begins it."""
        for name, phone in zip(NAMES, phones, strict=False):
            self.table.seats.join(phone, name)
        self.table.seats.start(phones[0])

    def sit_two(self, *boxes: str) -> None:
        """Ann and Ben, on a table of the base game and some boxes."""
        for name, phone in zip(NAMES, ("ann", "ben"), strict=False):
            self.table.seats.join(phone, name)
        self.table.seats.change("ann", Change(boxes=("base", *boxes)))
        self.table.seats.start("ann")

    @property
    def history(self) -> History:
        """What the rows of this game make together."""
        return self.table.session.history

    @property
    def game(self) -> Game:
        """The game as it stands."""
        game = self.table.queries.game()
        assert game is not None
        return game

    @property
    def state(self) -> dict[str, Any]:
        """The public state."""
        found: dict[str, Any] = msgspec.json.decode(self.table.queries.state()[1])
        return found

    @property
    def todo(self) -> list[str]:
        """What hands do about the last act, step by step."""
        return [text for step in self.state["last"]["steps"] for text in step["texts"]]

    def offer(self, kind: str, number: int = 0) -> Offer:
        """The n-th offer of a kind, whoever's it is."""
        listed = [offer for seat in range(len(self.game.seats)) for offer in offers(self.game, seat, blind=True)]
        return [offer for offer in listed if offer.kind == kind][number]

    def act(self, phone: str, by: int, command: Command, **more: Any) -> dict[str, Any]:
        """Enter a command with an id of its own."""
        return self.table.act(phone, next(self.ids), by, command, **more)

    def do(self, kind: str, number: int = 0) -> int:
        """Take the n-th offer of a kind on its owner's phone; returns its row."""
        offer = self.offer(kind, number)
        places = self.history.lobby.places
        return int(self.act(places[offer.seat].phone, offer.seat, offer.command)["row"])

    def back(self, phone: str, by: int, row: int) -> dict[str, Any]:
        """Take back to a row."""
        return self.table.take_back(phone, next(self.ids), by, row)

    def say(self, phone: str, by: int, ask: str, yes: bool = True) -> dict[str, Any]:
        """Answer an ask."""
        return self.table.approvals.consent(phone, next(self.ids), by, ask, yes)

    def agree(self, ask: str) -> dict[str, Any]:
        """The first who may approve a request does so."""
        seat = next(each["may"][0] for each in self.state["asks"] if each["id"] == ask)
        return self.say(self.history.lobby.places[seat].phone, seat, ask)

    def turn(self) -> None:
        """One seat plays a plain turn: a race if it has none, two conquests, and the score sheet."""
        if self.game.active(self.game.turn.seat) is None:
            self.do("pick")
        else:
            self.do("ready")
        for _ in range(2):
            if any(offer.kind == "conquer" for offer in offers(self.game, self.game.turn.seat)):
                self.do("conquer")
        self.do("finish")
        self.do("redeploy")
        self.do("accept")
        while self.game.turn.stage == "withdraw":
            self.do("withdraw")

    def to_attempt(self, pips: int | None = None) -> str:
        """Somebody names a region for the die; returns the occasion of the roll, rolled with these pips."""
        while True:
            if self.game.active(self.game.turn.seat) is None:
                self.do("pick")
            elif self.game.turn.stage == "begin":
                self.do("ready")
            listed = [offer.kind for offer in offers(self.game, self.game.turn.seat)]
            if "attempt" in listed:
                self.do("attempt")
                due = self.table.queries.roll_due()
                assert due is not None
                if pips is not None:
                    self.table.die.roll("ann", 0, due, pips)
                return due
            if "conquer" in listed:
                self.do("conquer")
                continue
            self.do("finish")
            self.do("redeploy")
            self.do("accept")
            while self.game.turn.stage == "withdraw":
                self.do("withdraw")


@contextmanager
def sitting(folder: Path, **given: Any) -> Iterator[Sitting]:
    """A sitting whose file is closed at the end."""
    opened = Sitting(folder, **given)
    try:
        yield opened
    finally:
        opened.store.close()
