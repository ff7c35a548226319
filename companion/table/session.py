"""Shared state of the table: event log, lock, randomness, change notification."""

import logging
import math
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from companion.boards.library import Boards
from companion.game import lobby, log_entries, permissions
from companion.game.entries import Decided, Entry, Row
from companion.game.history import History
from companion.game.lobby import Lobby
from companion.game.permissions import Ask, Changed
from companion.game.steps import Step
from companion.game.turn_clock import Stopwatch
from companion.rules import commands, engine
from companion.rules.model import Chance, Game, Message, Refused
from companion.stats.past_games import Archive
from companion.store import snapshots
from companion.store.snapshots import Copy
from companion.store.store import Store, number
from companion.table.hub import Hub
from companion.table.ticks import Ticks

log = logging.getLogger(__name__)

Answer = dict[str, Any]
# Seconds in which a phone need not yet know what another one did: two people may act at once.
AT_ONCE = 2.0


class Session:
    """One table's open log with its lock, and what stands in it: `history`, the rows of the game that is on.

    The parts of the table (queries, approvals, seats, die) hold `lock` from their first look at the session to their
    last; it can be taken again by the thread that holds it. What is public here and says nothing of the lock is for
    them.
    """

    def __init__(
        self,
        store: Store,
        hub: Hub,
        *,
        address: Callable[[], str],
        dealing: str = "companion",
        boards: Boards = lobby.SHIPPED,
        choose: Callable[[Sequence[str]], str] = secrets.choice,
        wifi: Callable[[], str | None] = lambda: None,
        button: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`address` finds what the QR code says; `choose` draws for the companion, and is secure chance by default.

        `wifi` finds the name of the table's own Wi-Fi, None while there is none. `button` tells
        whether the table has a die button. `clock` gives seconds that only ever grow.
        """
        self.store = store
        self.hub = hub
        self.boards = boards
        self.choose = choose
        self.clock = clock
        self.lock = threading.RLock()
        self.stopwatch = Stopwatch(clock)
        # How the app means to end its turn once somebody has moved its pieces: after which change, and the command.
        self.app_ends: tuple[int, commands.Accept] | None = None
        # The phones with a seat that have a stream open.
        self.watching: frozenset[str] = frozenset()
        self.ticks = Ticks()
        self._find_address = address
        self._address = address()
        self._find_wifi = wifi
        self.wifi = wifi()
        self._find_button = button
        self.button = button()
        self._dealing = dealing
        self._notices: dict[str, Message] = {}
        # When the rows of the last moments were stored: what is not in here is older, or from before a restart.
        self._stored: dict[int, float] = {}
        self._open()
        # A copy that has more than the log: people decide whether to go on from it.
        self.copy: Copy | None = snapshots.newer_copy(store.path.parent, store.last_row(), self._left_aside())
        if store.notice and self.copy is None:
            self._complete()
        if said := boards.notice():
            self._notices["maps"] = said

    def _open(self) -> None:
        """Read the log's file."""
        self.archive = Archive(self.store.path.parent)
        # The same table plays on the same board next time.
        self.photos = {row.command["map"]: row.command["photo"] for row in self.store.of_kind("photo")}
        self.history = self._history(self.store.last_game())
        if self.store.notice:
            self._notices["store"] = self.store.notice

    def _history(self, number: int) -> History:
        return History(number, Lobby(dealing=self._dealing), self.store.rows(number))

    def _left_aside(self) -> int:
        """The number of the last copy that people declined to continue from, 0 for none."""
        return max((row.command["copy"] for row in self.store.of_kind("stay")), default=0)

    def _complete(self) -> None:
        """Draw what is due: of a log that was damaged the draws that followed its last row may be lost."""
        if self.history.game and (drawn := self.draw(self.history.game)):
            notice = self._notices.get("store")
            self.commit(drawn)
            if notice:
                self._notices["store"] = notice

    # Public, from any thread: these take the lock.

    def choose_copy(self, phone: str | None, *, take: bool) -> None:
        """Continue from the copy that is offered, or without it from the last row of the log.

        Whoever sits here decides that, and while nobody does, anybody. Raises NoSeat; Changed when no copy is offered
        any more; NotStored and StoreError when it cannot be done.
        """
        with self.lock:
            by = self.require_seat(phone) if self.history.lobby.places else None
            if self.copy is None:
                raise Changed(Message("copy.none"))
            if not take:
                self.commit([Entry(kind="stay", entered_by=by, command={"copy": number(self.copy.path)})])
                self.copy = None
                self._complete()
                self.publish()
                return
            kept = self.store.go_on_from(self.copy.path)
            self.copy = None
            self._stored.clear()
            self.stopwatch.clear()
            self._open()
            self._notices["store"] = Message("copy.taken", {"file": kept})
            self.publish()

    def notices(self) -> dict[str, Message]:
        """The notices of devices, by source."""
        with self.lock:
            return dict(self._notices)

    def address(self) -> str:
        """The web address that phones can reach."""
        with self.lock:
            return self._address

    def tell(self, source: str, sentence: Message | None) -> None:
        """Show a notice of a source, or remove it with None."""
        with self.lock:
            before = dict(self._notices)
            self._notices.pop(source, None)
            if sentence:
                self._notices[source] = sentence
            if self._notices != before:
                self.publish()

    def look_around(self) -> None:
        """Check for phones that came or went, a changed address of this computer, and rows left by an export."""
        with self.lock:
            if self.store.has_grown():
                self._read_again()
                self.publish()
            seated = {place.phone for place in self.history.lobby.places}
            watching = self.hub.watching() & seated
            found = watching, self._find_address(), self._find_wifi(), self._find_button()
            if found != (self.watching, self._address, self.wifi, self.button):
                self.watching, self._address, self.wifi, self.button = found
                self.publish()

    # Preconditions of a request.

    def require_game(self) -> Game:
        """The game as it stands. Raises Refused in the lobby."""
        if self.history.game is None:
            raise Refused(Message("table.not_began"))
        return self.history.game

    def require_holder(self, phone: str | None, seat: int) -> None:
        """Let a phone act for a seat. Raises NoSeat or NotYours."""
        permissions.holder(self.history.lobby.places, phone, seat)

    def require_seat(self, phone: str | None) -> int:
        """The first seat that a phone holds. Raises NoSeat."""
        held = self.held_by(phone)
        self.require_holder(phone, held[0] if held else 0)
        return held[0]

    def require_fresh(self, seen: int | None) -> None:
        """Refuse a tap made on a picture that is out of date. `seen` is the last change that the phone had heard of.

        It may have waited on a phone that was out of reach, or in the network. Raises Changed.
        """
        if seen is None:
            return
        missed = next((row for row in self.history.changes if row > seen), None)
        if missed is not None and self.clock() - self._stored.get(missed, -math.inf) > AT_ONCE:
            raise Changed(Message("table.late"))

    def answer_to(self, request: str) -> Answer | None:
        """The answer that a request got in this game or an earlier one, None for a new request: an id counts once."""
        row = self.store.row_of(request)
        if row is None:
            return None
        return {"ask": f"a{row.row}"} if row.kind == "ask" else {"row": row.row}

    # Queries that several parts share.

    def held_by(self, phone: str | None) -> list[int]:
        """The seats that a phone holds."""
        return permissions.held_by(self.history.lobby.places, phone)

    def seat_requests(self) -> list[Ask]:
        """The requests of phones for seats that wait for a yes."""
        return [ask for ask in self.history.asks.values() if ask.what == "seat"]

    def due_roll(self) -> Chance | None:
        """The roll that the game waits for."""
        game = self.history.game
        return next((asked for asked in engine.chances(game) if asked.kind == "roll"), None) if game else None

    # Chance.

    def draw(self, game: Game, back_to: Step | None = None) -> list[Decided]:
        """The answers of chance that can be given at once; `back_to` is the first step that is taken back with them.

        An occasion that was taken back gets the same answer again, but for one that was tapped in wrongly. The
        companion draws banners and badges where it deals; a roll waits.
        """
        drawn = []
        while (found := self._next_answer(game, back_to)) is not None:
            seat, answer = found
            drawn.append(log_entries.decided("chance", seat, None, None, answer, engine.outcome(game, answer)))
            game = drawn[-1].game
        return drawn

    def _next_answer(self, game: Game, back_to: Step | None) -> tuple[int, commands.Answer] | None:
        wrong = back_to.command.occasion if back_to and isinstance(back_to.command, commands.Answer) else ""
        for asked in engine.chances(game):
            known = self.history.known(asked.occasion, back_to.row if back_to else None)
            if known and known.value in asked.choices and asked.occasion != wrong:
                return asked.seat, known
            if asked.kind != "roll" and self.history.lobby.dealing == "companion":
                return asked.seat, commands.Answer(asked.occasion, self.choose(asked.choices), "companion")
        return None

    # Storing and publishing.

    def carry_out(self, decided: Decided) -> Answer:
        """Store what was decided together with the draws that follow at once. Raises NotStored."""
        return self.commit([decided, *self.draw(decided.game)])

    def commit(self, entries: Sequence[Entry | Decided]) -> Answer:
        """Store entries, apply them, then notify everybody. Returns the first one's row. Raises NotStored."""
        known = [each if isinstance(each, Decided) else (each, None) for each in (*entries, *self._thinking_time())]
        done = self.store.append(self.history.number, [entry for entry, _ in known])
        try:
            self._follow(done, [reached for _, reached in known])
        except Exception:
            # It is on the disk, so it was done, whatever became of it here: go on with what the file says.
            log.exception("What was stored could not be followed, and is read again")
            self._read_again()
        self.publish()
        return {"row": done[0].row}

    def _follow(self, done: Sequence[Row], reached: Sequence[Game | None]) -> None:
        """Bring what this session holds in memory up to the rows that were just stored."""
        self.stopwatch.clear()
        now = self.clock()
        self._stored = {row: at for row, at in self._stored.items() if now - at <= AT_ONCE}
        self._stored |= dict.fromkeys((row.row for row in done), now)
        self._notices.pop("store", None)
        if self.copy and (done[-1].row >= self.copy.last or any(row.kind == "start" for row in done)):
            # Another game has begun: anybody who wanted the copy would have taken it.
            self.copy = None
        if self.store.has_grown():
            # An export has left a row in between.
            self._read_again()
        else:
            for row, game in zip(done, reached, strict=True):
                self.history.add(row, game)
        # Two acts may come before anybody asks for the state of the first.
        self.ticks.follow(self.history)

    def next_game(self, entry: Entry) -> None:
        """Continue with another game, whose first row this is. Raises NotStored."""
        following = self.history.number + 1
        stored = self.store.append(following, [entry])
        self.history = History(following, Lobby(dealing=self._dealing), stored)
        self.ticks = Ticks()
        self.publish()

    def publish(self) -> None:
        """Publish a new state to everybody who watches."""
        # While no phone is connected no clock runs.
        self.stopwatch.run(self.history.thinking is not None and bool(self.watching))
        self.hub.publish()

    def _thinking_time(self) -> list[Entry]:
        """The time used since the last row by the seat whose clock runs."""
        seat, tenths = self.history.thinking, int(self.stopwatch.read() * 10)
        return [Entry(kind="clock", seat=seat, command={"tenths": tenths})] if seat is not None and tenths else []

    def _read_again(self) -> None:
        """Put the game together from the file, as after a restart."""
        self.history = self._history(self.history.number)
