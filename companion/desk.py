"""What every part of the table stands on: the log, the lock, chance, and telling everybody."""

import math
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from companion import consent, copies, lobby, receipts, rows
from companion.boards import Boards
from companion.consent import Ask, Changed
from companion.hub import Hub
from companion.ledger import Ledger, Step
from companion.lobby import Lobby
from companion.past import Archive
from companion.rules import commands, engine, events
from companion.rules.model import Chance, Game, Refused, Say
from companion.stopwatch import Stopwatch
from companion.store import Entry, Store

Answer = dict[str, Any]
# Two people may act at once: for so long, in seconds, a phone need not have heard of what another has done.
AT_ONCE = 2.0


class Desk:
    """The open log of a table with its lock. What stands behind an underscore is called with the lock held."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        *,
        address: Callable[[], str],
        dealing: str = "companion",
        boards: Boards = lobby.SHIPPED,
        choose: Callable[[Sequence[str]], str] = secrets.choice,
        wifi: Callable[[], dict[str, str] | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        salt: Callable[[], str] = receipts.salt,
    ) -> None:
        """`address` finds what the QR code says; `choose` draws for the companion, and is secure chance by default.

        `wifi` finds the name and the password of the table's own Wi-Fi, None while there is none. `clock` gives seconds
        that only ever grow. `salt` is chance for receipts, never to be guessed.
        """
        self.boards = boards
        self._store = store
        self._hub = hub
        self._find_address = address
        self._address = address()
        self._find_wifi = wifi
        self._wifi = wifi()
        self._dealing = dealing
        self._choose = choose
        self._notices: dict[str, Say] = {}
        self._watching: frozenset[str] = frozenset()
        self._encoded: dict[str, bytes] = {}
        self._lock = threading.RLock()
        self._clock = clock
        self._salt = salt
        # When the rows of the last moments were stored: what is not in here is older, or from before a restart.
        self._stored: dict[int, float] = {}
        self._stopwatch = Stopwatch(clock)
        self._begin()
        # A copy that has more than the log: people decide whether to go on from it.
        self._copy = copies.better(store.path.parent, store.last_row())
        if said := boards.notice():
            self._notices["maps"] = said

    def _begin(self) -> None:
        """Take up the log as it lies in its file."""
        self._archive = Archive(self._store.path.parent)
        # The same table plays on the same board next time.
        self._photos = {row.command["map"]: row.command["photo"] for row in self._store.of_kind("photo")}
        number = self._store.last_game()
        self._ledger = Ledger(number, Lobby(dealing=self._dealing), self._store.rows(number))
        if self._store.notice:
            self._notices["store"] = self._store.notice

    def bring_back(self, phone: str | None) -> None:
        """Go on from the copy that is offered; whoever sits here decides that, and while nobody does, anybody.

        Raises NoSeat; Changed when no copy is offered any more; NotStored and StoreError when it cannot be done.
        """
        with self._lock:
            if self._ledger.lobby.places:
                self._seated(phone)
            if self._copy is None:
                raise Changed(Say("copy.none"))
            kept = self._store.bring_back(self._copy.path)
            self._copy = None
            self._stored.clear()
            self._stopwatch.clear()
            self._begin()
            self._notices["store"] = Say("copy.taken", {"file": kept})
            self._publish()

    def notices(self) -> dict[str, Say]:
        """The sentences that machines say of themselves, by what says them."""
        with self._lock:
            return dict(self._notices)

    def address(self) -> str:
        """The web address that phones can reach."""
        with self._lock:
            return self._address

    def tell(self, source: str, sentence: Say | None) -> None:
        """Show a sentence about something that is not connected, or with None take it away again."""
        with self._lock:
            before = dict(self._notices)
            self._notices.pop(source, None)
            if sentence:
                self._notices[source] = sentence
            if self._notices != before:
                self._publish()

    def look_around(self) -> None:
        """Notice phones that came or went, a changed address of this computer, and what an export left in the log."""
        with self._lock:
            if self._store.grown():
                self._read_again()
                self._publish()
            seated = {place.phone for place in self._ledger.lobby.places}
            watching = self._hub.watching() & seated
            address, wifi = self._find_address(), self._find_wifi()
            if (watching, address, wifi) != (self._watching, self._address, self._wifi):
                self._watching, self._address, self._wifi = watching, address, wifi
                self._publish()

    def _seat_asks(self) -> list[Ask]:
        return [ask for ask in self._ledger.asks.values() if ask.what == "seat"]

    def _playing(self) -> Game:
        if self._ledger.game is None:
            raise Refused(Say("table.not_began"))
        return self._ledger.game

    def _holds(self, phone: str | None, seat: int) -> None:
        consent.holder(self._ledger.lobby.places, phone, seat)

    def _seated(self, phone: str | None) -> int:
        held = consent.held_by(self._ledger.lobby.places, phone)
        consent.holder(self._ledger.lobby.places, phone, held[0] if held else 0)
        return held[0]

    def _in_time(self, seen: int | None) -> None:
        """Refuse a tap made on a picture that is out of date. `seen` is the last change that the phone had heard of.

        It may have waited on a phone that was out of reach, or in the network.
        """
        if seen is None:
            return
        missed = next((row for row in self._ledger.changes if row > seen), None)
        if missed is not None and self._clock() - self._stored.get(missed, -math.inf) > AT_ONCE:
            raise Changed(Say("table.late"))

    def _again(self, request: str) -> Answer:
        row = self._ledger.requests[request]
        return {"ask": f"a{row.row}"} if row.kind == "ask" else {"row": row.row}

    def _due(self) -> Chance | None:
        game = self._ledger.game
        return next((asked for asked in engine.chances(game) if asked.kind == "roll"), None) if game else None

    def _follow(self, game: Game, back_to: Step | None = None) -> list[Entry]:
        """The answers of chance that can be given at once; `back_to` is the first step that is taken back with them.

        An occasion that was taken back gets the same answer again, but for one that was tapped in wrongly. The
        companion draws banners and badges where it deals; a roll waits.
        """
        entries = []
        while (found := self._chance(game, back_to)) is not None:
            seat, answer = found
            happening = engine.decide(game, answer)
            game = rows.after(game, happening)
            entries.append(Entry(**rows.entry("chance", seat, None, None, answer, happening)))
        return entries

    def _chance(self, game: Game, back_to: Step | None) -> tuple[int, commands.Answer] | None:
        wrong = back_to.command.occasion if back_to and isinstance(back_to.command, commands.Answer) else ""
        for asked in engine.chances(game):
            known = self._ledger.known(asked.occasion, back_to.row if back_to else None)
            if known and known.value in asked.choices and asked.occasion != wrong:
                return asked.seat, known
            if asked.kind != "roll" and self._ledger.lobby.dealing == "companion":
                return asked.seat, commands.Answer(asked.occasion, self._choose(asked.choices), "companion")
        return None

    def _do(self, entry: Entry) -> Answer:
        """Store something that happened, with the answers of chance that follow at once."""
        game = rows.after(self._playing(), events.decode(entry.events))
        return self._append([entry, *self._follow(game)])

    def _append(self, entries: Sequence[Entry]) -> Answer:
        """Store entries, then take them up, then tell everybody. Returns the first one's row."""
        ready = [*rows.receipted(self._ledger, entries, self._salt), *self._thought()]
        done = self._store.append(self._ledger.number, ready)
        self._stopwatch.clear()
        now = self._clock()
        self._stored = {row: at for row, at in self._stored.items() if now - at <= AT_ONCE}
        self._stored |= dict.fromkeys((row.row for row in done), now)
        self._notices.pop("store", None)
        if self._copy and (done[-1].row >= self._copy.last or any(row.kind == "start" for row in done)):
            # Another game has begun: who wanted the copy would have taken it.
            self._copy = None
        if self._store.grown():
            self._read_again()
        else:
            for row in done:
                self._ledger.add(row)
        self._publish()
        return {"row": done[0].row}

    def _thought(self) -> list[Entry]:
        """What the seat whose clock runs has used since the last row."""
        seat, tenths = self._ledger.thinking, int(self._stopwatch.read() * 10)
        return [Entry(kind="clock", seat=seat, command={"tenths": tenths})] if seat is not None and tenths else []

    def _read_again(self) -> None:
        """An export has left a row in between: put the game together from the file, as after a restart."""
        number = self._ledger.number
        self._ledger = Ledger(number, Lobby(dealing=self._dealing), self._store.rows(number))

    def _publish(self) -> None:
        # While no phone is at the table nobody thinks.
        self._stopwatch.run(self._ledger.thinking is not None and bool(self._watching))
        self._encoded.clear()
        self._hub.publish()
