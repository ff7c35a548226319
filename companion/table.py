"""The table's one writer: everything people and machines ask for is decided, stored and made known here."""

import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, Literal

import msgspec

from companion import boxkeeper, consent, export, lobby, show, state, text
from companion.boards import Boards
from companion.consent import Ask, Changed, NotYours
from companion.dice import Tally, tally
from companion.hub import Hub
from companion.ledger import Ledger, Step
from companion.lobby import Change, Lobby
from companion.rules import commands, conquest, engine, events
from companion.rules.model import Chance, Game, Refused, Say
from companion.store import Bystander, Entry, NotStored, Store

Answer = dict[str, Any]
Rolled = Literal["counted", "practice"]
# They take what others did for granted, or end somebody's part in the game.
NEED_A_YES = (commands.Stop, commands.SetTurn)
# What lies on the table whoever's turn it is: kept when somebody takes back something older.
KEPT = (*commands.CORRECTIONS, commands.Withdraw, commands.PutBack)
# So many phones may ask for a seat at a time.
MOST_WAITING = 12


class TableService:
    """The table. Every method may be called from any thread.

    A `phone` is the secret id of a phone, None for one that has none; a `request` is an id the phone made, and asking
    twice with the same one gets the same answer and does nothing twice. Methods raise Refused with words for the
    player; of its kinds, NoSeat and NotYours say that this phone may not, Changed that something else came first.
    NotStored says that the disk did not take it. After any of them nothing has happened.
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
    ) -> None:
        """`address` finds what the QR code says; `choose` draws for the companion, and is secure chance by default."""
        self.boards = boards
        self._store = store
        self._hub = hub
        self._find_address = address
        self._address = address()
        self._dealing = dealing
        self._choose = choose
        said = {"store": store.notice or "", "maps": " ".join(boards.faults)}
        self._notices: dict[str, str] = {source: sentence for source, sentence in said.items() if sentence}
        self._watching: frozenset[str] = frozenset()
        self._encoded: dict[str, bytes] = {}
        self._lock = threading.RLock()
        # The same table plays on the same board next time.
        self._photos = {row.command["map"]: row.command["photo"] for row in store.of_kind("photo")}
        number = store.last_game()
        self._ledger = Ledger(number, Lobby(dealing=dealing), store.rows(number))

    # What all may see.

    def state(self, language: str = text.DEFAULT) -> tuple[int, bytes]:
        """The version there is and the public state as JSON, made once for everybody who reads this language."""
        with self._lock:
            if language not in self._encoded:
                view = state.public(
                    self._ledger,
                    self._hub.version,
                    address=self._address,
                    notices=list(self._notices.values()),
                    photos=self._photos,
                    boards=self.boards,
                    watching=self._watching,
                    language=language,
                )
                self._encoded[language] = msgspec.json.encode(view)
            return self._hub.version, self._encoded[language]

    def log(self, language: str = text.DEFAULT) -> list[Answer]:
        """Every line of this game's log, the newest first."""
        with self._lock:
            return state.lines(self._ledger, language)

    def record(self) -> str:
        """The game as text (docs/record.md). Raises Refused until its end, when every purse is open."""
        with self._lock:
            game, ledger, steps = self._ledger.game, self._ledger, tuple(self._ledger.steps)
        if game is None or not game.over or not export.purses_are_open(game):
            raise Refused(Say("table.no_record"))
        return export.written(export.header(ledger), steps)

    def dice(self) -> list[Tally]:
        """What each die has rolled so far, in all games of this table. Raises StoreError."""
        # The whole log is read, so nobody who plays may have to wait for it.
        with closing(Bystander(self._store.path.parent)) as log:
            return tally(log.rolls())

    def box(self, language: str = text.DEFAULT) -> Answer:
        """What of the box lies where: {"lay_out", "left", "away"}, lines as in companion/boxkeeper.py, or none yet."""
        with self._lock:
            game, chosen = self._ledger.game, lobby.chosen_map(self._ledger.lobby, self.boards)
        if game is None:
            lines = boxkeeper.lay_out(self.boards.load(chosen).board, language) if chosen else []
            return {"lay_out": lines, "left": [], "away": []}
        return {
            "lay_out": boxkeeper.lay_out(game.board, language),
            "left": boxkeeper.left(game, language),
            "away": boxkeeper.away(game, language),
        }

    def notices(self) -> dict[str, str]:
        """The plain sentences that machines say of themselves, by what says them."""
        with self._lock:
            return dict(self._notices)

    def address(self) -> str:
        """The web address that phones can reach."""
        with self._lock:
            return self._address

    def roll_due(self) -> str | None:
        """The occasion of the roll that is due, None when none is."""
        with self._lock:
            due = self._due()
            return due.occasion if due else None

    def last_roll(self) -> Answer | None:
        """The last roll that stands: pips, source, text, occasion."""
        with self._lock:
            return state.last_roll(self._ledger, text.DEFAULT)

    def game(self) -> Game | None:
        """The game as it stands, secret coins and all, for the program itself; None in the lobby."""
        with self._lock:
            return self._ledger.game

    # What one phone may see. Looking changes nothing and no version.

    def seats(self, phone: str | None) -> list[int]:
        """The seats a phone holds."""
        with self._lock:
            return consent.held_by(self._ledger.lobby.places, phone)

    def waiting(self, phone: str | None) -> str | None:
        """The sign to show while a phone waits for a seat, None when it does not: whoever says yes compares it."""
        with self._lock:
            return next((consent.sign(ask.number) for ask in self._seat_asks() if ask.command["phone"] == phone), None)

    def mine(self, phone: str | None, seat: int, language: str = text.DEFAULT) -> list[Answer]:
        """What a seat may do, its purse looked at."""
        with self._lock:
            self._holds(phone, seat)
            game = self._playing()
            return [show.offer_view(game, offer, language) for offer in engine.offers(game, seat)]

    def purse(self, phone: str | None, seat: int) -> int:
        """The coins of a seat that the phone holds."""
        with self._lock:
            self._holds(phone, seat)
            return self._playing().seats[seat].coins

    def quote(self, phone: str | None, region: str, seat: int | None = None, language: str = text.DEFAULT) -> Answer:
        """A region looked at closely: its price or why not, and how to correct it. Any seated phone may ask.

        The price is that of `seat`, without it that of the seat whose turn it is.
        """
        with self._lock:
            self._seated(phone)
            return show.quote_view(self._playing(), region, seat, language)

    def draft(self, phone: str | None, command: commands.PlayTurn, language: str = text.DEFAULT) -> Answer:
        """A turn that is being told, as far as it has come. Any seated phone may ask, its own purse looked at."""
        with self._lock:
            self._seated(phone)
            game = self._playing()
            own = game.turn.seat in consent.held_by(self._ledger.lobby.places, phone)
            return show.draft_view(game, command, language, blind=not own)

    def prices(self, phone: str | None, seat: int) -> Answer:
        """The price of every region within a seat's reach. Any seated phone may ask."""
        with self._lock:
            self._seated(phone)
            game = self._playing()
            if seat not in range(len(game.seats)):
                raise Refused(Say("refuse.no_seat"))
            return show.prices(game, seat)

    # The lobby.

    def joined(self, request: str) -> tuple[int, str] | None:
        """The seat that this request took and the phone that holds it; None when it took none, or it is free again."""
        with self._lock:
            row = self._ledger.requests.get(request)
            places = self._ledger.lobby.places
            if row is None or row.kind != "join" or row.seat is None:
                return None
            phone = msgspec.json.decode(row.events, type=tuple[Lobby])[0].places[row.seat].phone
            held = consent.held_by(places, phone)
            return (row.seat if row.seat in held else held[0], phone) if held else None

    def join(
        self,
        phone: str,
        name: str,
        colour: str | None = None,
        shape: str | None = None,
        *,
        request: str | None = None,
    ) -> int:
        """Take a seat; returns its number. A phone may take several; the same `request` takes one."""
        with self._lock:
            if request is not None and (done := self.joined(request)):
                return done[0]
            if self._ledger.game is not None:
                raise Refused(Say("table.began"))
            after = lobby.join(self._ledger.lobby, phone, name, colour, shape, self.boards)
            seat = len(after.places) - 1
            self._append([_settled("join", after, seat, {"name": after.places[seat].name}, request)])
            return seat

    def change(self, phone: str | None, asked: Change) -> None:
        """Change the lobby: seats, order, who starts, map, dealing, options."""
        with self._lock:
            self._seated(phone)
            if self._ledger.game is not None:
                raise Refused(Say("table.began"))
            if asked.seat is not None:
                self._holds(phone, asked.seat)
            after = lobby.change(self._ledger.lobby, asked, self.boards)
            command = {key: value for key, value in msgspec.to_builtins(asked).items() if value is not None}
            if after != self._ledger.lobby:
                self._append([_settled("lobby", after, None, command)])

    def lay_photo(self, phone: str | None, by: int, map: str, photo: str) -> None:
        """Lay a photo under the drawing of a map, by its id, or take it away with ""."""
        with self._lock:
            self._holds(phone, by)
            if map not in self.boards.names():
                raise Refused(Say("table.no_map", {"map": map[:40]}))
            if self._photos.get(map, "") != photo:
                before, self._photos = self._photos, self._photos | {map: photo}
                try:
                    self._append([Entry(kind="photo", entered_by=by, command={"map": map, "photo": photo})])
                except NotStored:
                    self._photos = before
                    raise

    def boards_changed(self) -> None:
        """Somebody made or changed a board: everybody sees it, and what is wrong with a file."""
        with self._lock:
            self._publish()
        self.tell("maps", " ".join(self.boards.faults) or None)

    def playing_on(self) -> str | None:
        """The id of the map of the running game, None in the lobby and after the end."""
        with self._lock:
            game = self._ledger.game
            return game.board.id if game and not game.over else None

    def start(self, phone: str | None) -> None:
        """Begin the game."""
        with self._lock:
            by = self._seated(phone)
            if self._ledger.game is not None:
                raise Refused(Say("table.began"))
            began = engine.new_game(lobby.setup(self._ledger.lobby, self.boards))
            entry = Entry(kind="start", entered_by=by, events=events.encode(began).decode())
            drawn = self._follow(engine.fold(began)) if self._ledger.lobby.dealing == "companion" else []
            self._append([entry, *drawn])

    def new(self, phone: str | None, by: int) -> None:
        """After the game: a new lobby with the same seats."""
        with self._lock:
            self._holds(phone, by)
            game = self._playing()
            if not game.over:
                raise Refused(Say("table.not_over"))
            left = {number for number, seat in enumerate(game.seats) if seat.left}
            entry = _settled("new", lobby.without(self._ledger.lobby, left), None, {})
            rows = self._store.append(self._ledger.number + 1, [entry])
            self._ledger = Ledger(self._ledger.number + 1, Lobby(dealing=self._dealing), rows)
            self._publish()

    def rejoin(self, phone: str, seat: int) -> None:
        """Ask for a seat whose phone lost it; another seat says yes. A seat that no phone ever had is free to take."""
        with self._lock:
            if seat not in range(len(self._ledger.lobby.places)):
                raise Refused(Say("refuse.no_seat"))
            if self._ledger.lobby.places[seat].phone == phone:
                raise Refused(Say("table.your_own"))
            if not self._ledger.lobby.places[seat].phone:
                # A game from a file, or a seat given up: nobody need say yes to the first one who comes.
                self._append(self._handed([seat], phone))
                return
            command = {"what": "seat", "seat": seat, "phone": phone}
            if any(ask.command == command for ask in self._seat_asks()):
                return
            if len(self._seat_asks()) >= MOST_WAITING:
                raise Refused(Say("table.many_wait"))
            self._append([Entry(kind="ask", seat=seat, command=command)])

    def stand_up(self, phone: str | None, seat: int) -> None:
        """Give up a seat of this phone in a game, as after a wrong tap: whoever comes first may take it."""
        with self._lock:
            self._holds(phone, seat)
            self._playing()
            self._append(self._handed([seat], ""))

    # Playing.

    def act(
        self,
        phone: str | None,
        request: str,
        by: int,
        command: commands.Command,
        *,
        seat: int | None = None,
        bill: str | None = None,
        as_played: bool = False,
        language: str = text.DEFAULT,
    ) -> Answer:
        """Do what a command says, entered by a seat of this phone.

        `seat` is whose act the phone took it for, `bill` the price it showed; when either has changed, nothing is done.
        With `as_played`, what the rules refuse is asked of another seat. Returns {"row": n}, or {"ask": id}.
        """
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, by)
            game = self._playing()
            if isinstance(command, commands.Answer):
                return self._tapped(game, request, by, command)
            if isinstance(command, commands.Cocked):
                return self._cocked(request, by, command)
            whose = _whose(game, command, by)
            if seat is not None and seat != whose:
                raise Changed(Say("table.another_turn"))
            if bill is not None:
                self._same_bill(game, command, bill, language)
            own = _purse(command, whose) in consent.held_by(self._ledger.lobby.places, phone)
            asking = isinstance(command, NEED_A_YES) or (isinstance(command, commands.Leave) and not own)
            try:
                happening = engine.decide(game, command, blind=not own)
            except Refused as refused:
                if not as_played:
                    raise Changed(refused.say, refused.bendable) if bill is not None else refused from None
                happening = engine.decide(game, command, as_played=True, blind=True)
                asking = True
            kind = "act" if own else "for_another"
            if asking:
                plain = {"what": "act", "command": commands.encode(command), "seat": whose, "as_played": as_played}
                return self._ask(request, by, plain)
            return self._do(Entry(**_entry(kind, whose, by, request, command, happening)))

    def count_purse(self, phone: str | None, request: str, seat: int, coins: int) -> Answer:
        """The owner has counted the own coins: set them to what is there. Returns {"row": n}."""
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, seat)
            game = self._playing()
            # A row is written even when the count was right: whether one appears must tell nobody anything.
            command = commands.SetCoins(seat, coins - game.seats[seat].coins)
            return self._do(Entry(**_entry("purse", seat, seat, request, command, _counted(command))))

    def roll(self, phone: str | None, by: int, occasion: str, pips: int | None = None) -> Answer:
        """Roll the die that is due on this occasion, or enter the face of the box's own die. Returns pips and row."""
        with self._lock:
            self._holds(phone, by)
            game = self._playing()
            due = self._due()
            if due is None or due.occasion != occasion:
                for step in reversed(self._ledger.steps):
                    if isinstance(step.command, commands.Answer) and step.command.occasion == occasion:
                        return {"row": step.row, "pips": int(step.command.value)}
                raise Changed(Say("table.no_roll"))
            if pips is not None and str(pips) not in due.choices:
                raise Refused(Say("table.pips"))
            source = "phone" if pips is None else "box"
            value = self._choose([str(face) for face in conquest.DIE]) if pips is None else str(pips)
            command = commands.Answer(occasion, value, source)
            happening = engine.decide(game, command)
            done = self._do(Entry(**_entry("chance", due.seat, by, None, command, happening)))
            return {**done, "pips": int(value)}

    def press(self, source: str = "button") -> bool:
        """The hardware button was pressed: roll, if a roll is due, or say yes, where the table has it so.

        Returns whether it did anything.
        """
        with self._lock:
            try:
                if self._due() is not None:
                    pips = int(self._choose([str(face) for face in conquest.DIE]))
                    self.rolled(pips, source, f"{source}:{secrets.token_hex(8)}")
                    return True
                ledger = self._ledger
                ask = consent.by_button(ledger.lobby, ledger.left, ledger.asks.values())
                if ask is not None:
                    # If the only phone was lost, the one that asks for a seat gets all of them.
                    everything = consent.alone(ledger.lobby.places, ledger.left)
                    self._answer(ask, True, Entry(kind="consent"), everything=everything)
                    return True
            except NotStored as error:
                self.tell("store", str(error))
            except Changed:
                # What was asked for cannot be any more: a no is stored, and everybody has read why not.
                return True
            return False

    def rolled(self, pips: int, source: str, request: str | None = None, *, old: bool = False) -> Rolled:
        """A machine rolled 0 to 3 pips: counted where a roll is due, else practice, which changes nothing in the game.

        An `old` roll, from another time, is practice too. `request` is the machine's own name for this roll, one in the
        whole log: told twice, the roll counts once and gets the same answer, also after a restart. Raises ValueError
        for pips that the die has not, and NotStored when the disk did not take it, which everybody is told.
        """
        if pips not in conquest.DIE:
            raise ValueError(f"The die has no face with {pips}.")
        with self._lock:
            if request is not None and (kind := self._store.kind_of(request)):
                return "practice" if kind == "practice" else "counted"
            due, game = self._due(), self._ledger.game
            try:
                if due is None or game is None or old:
                    self._append([Entry(kind="practice", request=request, command={"pips": pips, "source": source})])
                    return "practice"
                command = commands.Answer(due.occasion, str(pips), source)
                happening = engine.decide(game, command)
                self._do(Entry(**_entry("chance", due.seat, None, request, command, happening)))
                return "counted"
            except NotStored as error:
                self.tell("store", str(error))
                raise

    def take_back(self, phone: str | None, request: str, by: int, row: int) -> Answer:
        """Take back everything from a row on, at once where that is free. Returns {"row": n}, or {"ask": id}."""
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, by)
            if self._ledger.step(row) is None:
                raise Changed(Say("table.not_back"))
            if not self._ledger.free(row):
                return self._ask(request, by, {"what": "takeback", "row": row})
            return self._take_back(request, by, row)

    def consent(self, phone: str | None, request: str, by: int, ask_id: str, yes: bool) -> Answer:
        """Answer what another seat asks. Whoever asked may answer no. Returns {"row": n}."""
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, by)
            ask = next((ask for ask in self._ledger.asks.values() if ask.id == ask_id), None)
            if ask is None:
                raise Changed(Say("table.no_ask"))
            ledger = self._ledger
            own_no = not yes and ledger.lobby.places[ask.by].phone == phone
            if by not in consent.may(ledger.lobby.places, ledger.left, ask) and not own_no:
                raise NotYours(Say("table.not_for_you"))
            return self._answer(ask, yes, Entry(kind="consent", seat=by, entered_by=by, request=request))

    def asked_for(self) -> list[tuple[str, str]]:
        """The seats that phones ask for: the name at the seat, and the sign that the phone shows."""
        with self._lock:
            return [(self._ledger.name(ask.by), consent.sign(ask.number)) for ask in self._seat_asks()]

    def allow(self, seat: str) -> str | None:
        """Say yes to a phone that asks for a seat, from the computer itself. `seat` is its name or the phone's sign.

        Returns the name of the seat, None when no phone, or more than one, asks for such a seat. Raises NotStored.
        """
        with self._lock:
            said = seat.casefold()
            found = [
                ask
                for ask in self._seat_asks()
                if said in (self._ledger.name(ask.by).casefold(), consent.sign(ask.number))
            ]
            if len(found) != 1:
                return None
            self._answer(found[0], True, Entry(kind="consent"))
            return self._ledger.name(found[0].by)

    # What the machines around the table say.

    def tell(self, source: str, sentence: str | None) -> None:
        """Show a plain sentence about something that is not connected, or with None take it away again."""
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
            watching, address = self._hub.watching() & seated, self._find_address()
            if (watching, address) != (self._watching, self._address):
                self._watching, self._address = watching, address
                self._publish()

    # Inside the lock.

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

    def _again(self, request: str) -> Answer:
        row = self._ledger.requests[request]
        return {"ask": f"a{row.row}"} if row.kind == "ask" else {"row": row.row}

    def _due(self) -> Chance | None:
        game = self._ledger.game
        return next((asked for asked in engine.chances(game) if asked.kind == "roll"), None) if game else None

    def _same_bill(self, game: Game, command: commands.Command, bill: str, language: str) -> None:
        """Refuse a conquest whose price is no longer the one the phone showed."""
        if not isinstance(command, commands.Conquer):
            return
        try:
            ways = engine.quote(game, game.turn.seat, command.region).ways
        except Refused as refused:
            raise Changed(refused.say) from None
        now = next((text.bill(way.bill, language) for way in ways if way.key == command.way), None)
        if now is None:
            raise Changed(Say("table.bill_gone"))
        if now != bill:
            raise Changed(Say("table.bill", {"now": now}))

    def _tapped(self, game: Game, request: str, by: int, command: commands.Answer) -> Answer:
        """Somebody taps in what came up on the table: a banner, a badge, or the face of the box's die."""
        asked = next((asked for asked in engine.chances(game) if asked.occasion == command.occasion), None)
        if asked is None:
            raise Changed(Say("refuse.no_chance"))
        if asked.kind != "roll" and self._ledger.lobby.dealing != "table":
            raise Refused(Say("table.companion_deals"))
        source = "box" if asked.kind == "roll" else "table"
        answer = commands.Answer(command.occasion, command.value, source)
        return self._do(Entry(**_entry("chance", asked.seat, by, request, answer, engine.decide(game, answer))))

    def _cocked(self, request: str, by: int, command: commands.Cocked) -> Answer:
        """Somebody says that the die just rolled was cocked: another seat's yes makes its occasion due again."""
        step = self._ledger.just_rolled()
        if step is None or commands.cocked(step.command) != command:
            raise Changed(Say("table.cocked"))
        return self._ask(request, by, {"what": "cocked", "row": step.row})

    def _ask(self, request: str, by: int, command: dict[str, Any]) -> Answer:
        """Ask another seat; or do it at once where nobody else is there to ask."""
        for ask in self._ledger.asks.values():
            if ask.by == by and ask.command == command:
                return {"ask": ask.id}
        places, left = self._ledger.lobby.places, self._ledger.left
        entry = Entry(kind="ask", seat=by, entered_by=by, request=request, command=command)
        ask = Ask(0, by, command["what"], command, Say("log.asked"))
        if consent.may(places, left, ask) == [by]:
            return self._append(self._granted(ask, request))
        return {"ask": f"a{self._append([entry])['row']}"}

    def _answer(self, ask: Ask, yes: bool, entry: Entry, *, everything: bool = False) -> Answer:
        """Store an answer together with what follows from it. A yes to what cannot be any more becomes a no."""
        said = {"ask": ask.number, "yes": yes}
        try:
            granted = self._granted(ask, None, everything=everything) if yes else []
        except Refused as refused:
            self._append([msgspec.structs.replace(entry, command={**said, "yes": False})])
            raise Changed(refused.say) from None
        return self._append([msgspec.structs.replace(entry, command=said), *granted])

    def _handed(self, seats: Sequence[int], phone: str, **command: Any) -> list[Entry]:
        """The rows that hand seats to a phone, or with "" to nobody."""
        after, entries = self._ledger.lobby, []
        for seat in seats:
            after = _handed(after, seat, phone)
            entries.append(_settled("seat", after, seat, command))
        return entries

    def _granted(self, ask: Ask, request: str | None, *, everything: bool = False) -> list[Entry]:
        """What is stored when a question has its yes. Raises Refused when it cannot be any more.

        With `everything`, the phone that asks for a seat gets all that the seat's phone held.
        """
        ledger = self._ledger
        if ask.what == "seat":
            places, seat = ledger.lobby.places, ask.command["seat"]
            seats = consent.held_by(places, places[seat].phone) if everything else [seat]
            return self._handed(seats, ask.command["phone"], ask=ask.number)
        if ask.what == "takeback":
            if ledger.step(ask.command["row"]) is None:
                raise Refused(Say("table.not_back"))
            return self._returning(request, ask.by, ask.command["row"])
        if ask.what == "cocked":
            return self._rolled_again(request, ask)
        game = self._playing()
        command = commands.decode(ask.command["command"])
        as_played = ask.command["as_played"]
        happening = engine.decide(game, command, as_played=as_played, blind=True)
        kind = "as_played" if as_played else "act"
        whose = _whose(game, command, ask.by)
        entry = Entry(**_entry(kind, whose, ask.by, request, command, happening))
        return [entry, *self._follow(_after(game, happening))]

    def _rolled_again(self, request: str | None, ask: Ask) -> list[Entry]:
        """The roll is taken back with what came of it, and its occasion is due again; the log keeps what was shown."""
        step = next((step for step in self._ledger.steps if step.row == ask.command["row"]), None)
        command = commands.cocked(step.command) if step else None
        if step is None or step.before is None or command is None:
            raise Refused(Say("table.cocked"))
        back, *follows = self._returning(request, ask.by, step.row)
        happening = engine.decide(step.before, command)
        return [
            msgspec.structs.replace(back, command={**back.command, "cocked": True}),
            Entry(**_entry("chance", step.seat, ask.by, None, command, happening)),
            *follows,
        ]

    def _take_back(self, request: str, by: int, row: int) -> Answer:
        return self._append(self._returning(request, by, row))

    def _returning(self, request: str | None, by: int, row: int) -> list[Entry]:
        """A take-back, with what others laid on the table since, as far as it still fits."""
        steps = [step for step in self._ledger.steps if step.row >= row]
        game = steps[0].before
        if game is None:
            # Back into the lobby, where everybody sits as before.
            back = {"kept": list[Answer]()}
            return [Entry(kind="takeback", entered_by=by, request=request, command=back, returns_to=row)]
        kept: list[Answer] = []
        happening: list[events.Event] = []
        for step in steps[1:]:
            if step.seat == steps[0].seat or not isinstance(step.command, KEPT):
                continue
            try:
                again = _redone(game, step)
            except Refused:
                continue
            game = _after(game, again)
            happening += again
            kept.append(
                {
                    "row": step.row,
                    "kind": step.kind,
                    "seat": step.seat,
                    "entered_by": step.entered_by,
                    "command": commands.encode(step.command),
                    "events": len(again),
                }
            )
        entry = Entry(
            kind="takeback",
            seat=steps[0].seat,
            entered_by=by,
            request=request,
            command={"kept": kept},
            events=events.encode(tuple(happening)).decode(),
            returns_to=row,
        )
        return [entry, *self._follow(game, steps[0])]

    def _follow(self, game: Game, back_to: Step | None = None) -> list[Entry]:
        """The answers of chance that can be given at once; `back_to` is the first step that is taken back with them.

        An occasion that was taken back gets the same answer again, but for one that was tapped in wrongly. The
        companion draws banners and badges where it deals; a roll waits.
        """
        entries = []
        while (found := self._chance(game, back_to)) is not None:
            seat, answer = found
            happening = engine.decide(game, answer)
            game = _after(game, happening)
            entries.append(Entry(**_entry("chance", seat, None, None, answer, happening)))
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
        game = _after(self._playing(), events.decode(entry.events))
        return self._append([entry, *self._follow(game)])

    def _append(self, entries: Sequence[Entry]) -> Answer:
        """Store entries, then take them up, then tell everybody. Returns the first one's row."""
        rows = self._store.append(self._ledger.number, entries)
        self._notices.pop("store", None)
        if self._store.grown():
            self._read_again()
        else:
            for row in rows:
                self._ledger.add(row)
        self._publish()
        return {"row": rows[0].row}

    def _read_again(self) -> None:
        """An export has left a row in between: put the game together from the file, as after a restart."""
        number = self._ledger.number
        self._ledger = Ledger(number, Lobby(dealing=self._dealing), self._store.rows(number))

    def _publish(self) -> None:
        self._encoded.clear()
        self._hub.publish()


def _whose(game: Game, command: commands.Command, by: int) -> int:
    """The seat whose act a command is: the one whose turn it is, the defenders', or whoever corrects."""
    match command:
        case commands.Withdraw(band=band) | commands.PutBack(band=band):
            return game.bands[band].seat if band in game.bands else by
        case commands.Leave(seat=seat) if 0 <= seat < len(game.seats):
            return seat
        case (
            commands.SetRegion()
            | commands.SetBand()
            | commands.SetRecord()
            | commands.SetCoins()
            | commands.SetTurn()
            | commands.SetRace()
            | commands.DropRace()
            | commands.SetColumn()
            | commands.Stop()
            | commands.Unveil()
            | commands.Leave()
        ):
            return by
        case _:
            return game.turn.seat


def _purse(command: commands.Command, whose: int) -> int:
    """The seat whose purse a command may look at."""
    return command.seat if isinstance(command, commands.SetCoins | commands.Leave) else whose


def _entry(
    kind: str,
    seat: int | None,
    by: int | None,
    request: str | None,
    command: commands.Command,
    happening: tuple[events.Event, ...],
) -> dict[str, Any]:
    return {
        "kind": kind,
        "seat": seat,
        "entered_by": by,
        "request": request,
        "command": commands.encode(command),
        "events": events.encode(happening).decode(),
    }


def _settled(
    kind: str, after: Lobby, seat: int | None, command: dict[str, Any], request: str | None = None
) -> Entry:
    """A row of the lobby: what was asked for, and the lobby as it is then."""
    events_ = msgspec.json.encode([after]).decode()
    return Entry(kind=kind, seat=seat, request=request, command=command, events=events_)


def _handed(before: Lobby, seat: int, phone: str) -> Lobby:
    """The lobby with a seat in the hands of a phone."""
    places = list(before.places)
    places[seat] = msgspec.structs.replace(places[seat], phone=phone)
    return msgspec.structs.replace(before, places=tuple(places))


def _after(game: Game, happening: tuple[events.Event, ...]) -> Game:
    for event in happening:
        game = engine.evolve(game, event)
    return game


def _counted(command: commands.SetCoins) -> tuple[events.Event, ...]:
    """The events of a counted purse: none when the count was right."""
    return (events.CoinsMoved(command.difference, "bank", f"seat:{command.seat}"),) if command.difference else ()


def _redone(game: Game, step: Step) -> tuple[events.Event, ...]:
    """What an act brings about on an earlier game. Raises Refused when it does not fit there."""
    if step.kind == "purse" and isinstance(step.command, commands.SetCoins):
        return _counted(step.command)
    assert step.command is not None  # noqa: S101  Only acts with a command are kept.
    return engine.decide(game, step.command, as_played=True, blind=True)
