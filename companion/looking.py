"""What can be seen of the table: by everybody, and by one phone. Looking changes nothing and no version."""

from collections.abc import Mapping
from contextlib import closing

import msgspec

from companion import boxkeeper, coins, consent, diary, explain, export, hindsight, lobby, retold, show, state, text
from companion.desk import Answer, Desk
from companion.dice import Tally, tally
from companion.figures import Figures
from companion.ledger import Ledger
from companion.lobby import Lobby
from companion.past import Past
from companion.rules import commands, engine, events
from companion.rules.model import Game, Refused, Say, SeatSetup, Setup
from companion.store import Bystander


def _scored_by(event: events.Event, seat: int) -> bool:
    """Whether a score sheet of a seat was accepted."""
    return isinstance(event, events.Scored) and event.seat == seat


def _began(game: Game) -> Setup:
    """What the table had decided before the first turn."""
    seats = tuple(SeatSetup(seat.name) for seat in game.seats)
    return Setup(game.board, seats, game.start, game.boxes, game.options)


class Looking(Desk):
    """The table as it is looked at."""

    def state(self, language: str = text.DEFAULT) -> tuple[int, bytes]:
        """The version there is and the public state as JSON, made once for everybody who reads this language."""
        with self._lock:
            if language not in self._encoded:
                view = state.public(
                    self._ledger,
                    self._hub.version,
                    address=self._address,
                    wifi=self._wifi,
                    notices=list(self._notices.values()),
                    copy=Say("copy.offer", {"up_to": self._copy.up_to}) if self._copy else None,
                    photos=self._photos,
                    boards=self.boards,
                    watching=self._watching,
                    language=language,
                )
                self._encoded[language] = msgspec.json.encode(view)
            return self._hub.version, self._encoded[language]

    def printing(self) -> str | None:
        """How the table speaks of its pieces: the names of a later printing, and its own; None for as everybody."""
        with self._lock:
            game = self._ledger.game
            settled = self._ledger.lobby
            return text.manner(game.options if game else {**settled.options, **engine.settled(settled.boxes)})

    def log(self, language: str = text.DEFAULT) -> list[Answer]:
        """Every line of this game's log, the newest first."""
        with self._lock:
            return state.lines(self._ledger, language)

    def record(self) -> str:
        """The game as text (docs/record.md). Raises Refused until its end, when every purse is open."""
        with self._lock:
            game, ledger, steps = self._ledger.game, self._ledger, tuple(self._ledger.steps)
            made = tuple(ledger.receipts)
        if game is None or not game.over or not export.purses_are_open(game):
            raise Refused(Say("table.no_record"))
        return export.written(export.header(ledger), steps, made)

    def games(self) -> list[Past]:
        """All games of this table that have begun, the newest first. Raises StoreError."""
        return self._archive.games()

    def figures(self, number: int) -> tuple[Past, Figures]:
        """A game in figures. Raises Refused until every purse of it is open, and StoreError."""
        found = self._archive.game(number)
        if found is None:
            raise Refused(Say("table.no_figures"))
        return found

    def record_of(self, number: int) -> str:
        """Any game of this table as text. Raises Refused until every purse of it is open, and StoreError."""
        self.figures(number)
        with closing(Bystander(self._store.path.parent)) as log:
            ledger = Ledger(number, Lobby(), log.rows(number))
        return export.written(export.header(ledger), ledger.steps, ledger.receipts)

    def dice(self) -> list[Tally]:
        """What each die has rolled so far, in all games of this table. Raises StoreError."""
        # The whole log is read, so nobody who plays may have to wait for it.
        with closing(Bystander(self._store.path.parent)) as log:
            return tally(log.rolls())

    def box(self, language: str = text.DEFAULT) -> Answer:
        """What of the box lies where: {"lay_out", "left", "away"}, lines as in companion/boxkeeper.py, or none yet."""
        with self._lock:
            game, settled = self._ledger.game, self._ledger.lobby
            chosen = lobby.chosen_map(settled, self.boards)
        if game is None:
            setup = None if lobby.why_not(settled, self.boards) else lobby.setup(settled, self.boards)
            lines = boxkeeper.lay_out(self.boards.load(chosen).board, language, setup) if chosen else []
            return {"lay_out": lines, "left": [], "away": []}
        return {
            "lay_out": boxkeeper.lay_out(game.board, language, _began(game)),
            "left": boxkeeper.left(game, language),
            "away": boxkeeper.away(game, language),
        }

    def explained(self, key: str, language: str = text.DEFAULT) -> Answer:
        """A race or a power, as companion/explain.py tells it; for everybody, before the game too. Raises Refused."""
        with self._lock:
            game, chosen = self._ledger.game, self._ledger.lobby.options
        return explain.explained(key, game, game.options if game else chosen, language)

    def introduced(self, language: str = text.DEFAULT) -> Answer:
        """What a newcomer reads of this table's game: {"turns", "boxes", "in_play"}, see companion/explain.py."""
        with self._lock:
            game, ledger = self._ledger.game, self._ledger
            map_id = lobby.chosen_map(ledger.lobby, self.boards)
        boxes = game.boxes if game else ledger.lobby.boxes
        options = game.options if game else ledger.lobby.options
        board = game.board if game else self.boards.load(map_id).board if map_id else None
        return {
            "turns": board.turns if board else None,
            "boxes": [text.label(f"set.{box}", language) for box in boxes],
            "in_play": explain.in_play(boxes, options, language),
        }

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

    def playing_on(self) -> str | None:
        """The id of the map of the running game, None in the lobby and after the end."""
        with self._lock:
            game = self._ledger.game
            return game.board.id if game and not game.over else None

    def seats(self, phone: str | None) -> list[int]:
        """The seats a phone holds."""
        with self._lock:
            return consent.held_by(self._ledger.lobby.places, phone)

    def times(self) -> Answer:
        """The `seconds` that each seat has used, and whose clock is `running`; empty where the table plays without."""
        with self._lock:
            ledger = self._ledger
            if not ledger.lobby.clock or ledger.game is None:
                return {}
            now = {ledger.thinking: int(self._stopwatch.read() * 10)}
            seconds = [(ledger.spent[seat] + now.get(seat, 0)) // 10 for seat in range(len(ledger.lobby.places))]
            return {"seconds": seconds, "running": ledger.thinking}

    def moved(self, phone: str | None) -> list[int]:
        """The seats that were this phone's and are another's now."""
        with self._lock:
            places = self._ledger.lobby.places
            return sorted(seat for seat in self._ledger.moved.get(phone or "", ()) if places[seat].phone)

    def taken(self) -> bool:
        """Whether a phone holds a seat."""
        with self._lock:
            return any(place.phone for place in self._ledger.lobby.places)

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

    def diary(self, phone: str | None, seat: int, language: str = text.DEFAULT) -> Answer:
        """Where the coins of a seat that the phone holds came from: see companion/diary.py."""
        with self._lock:
            self._holds(phone, seat)
            self._playing()
            names = [place.name for place in self._ledger.lobby.places]
            steps = tuple(self._ledger.steps)
        return diary.view(diary.entries(steps, names, seat), language)

    def receipts(self, phone: str | None, seat: int) -> Answer:
        """The heads of a seat that the phone holds, which it keeps: {"game", "heads", "without"}.

        `without` counts the seat's score sheets that have no receipt, for they came in with a record. See
        companion/receipts.py.
        """
        with self._lock:
            self._holds(phone, seat)
            self._playing()
            ledger = self._ledger
            scored = [step.row for step in ledger.steps for event in step.events if _scored_by(event, seat)]
            without = sum(not ledger.receipts.has(row) for row in scored)
            heads = [each.head for each in ledger.receipts.of(seat)]
            return {"game": ledger.number, "heads": heads, "without": without}

    def old_turn(
        self, phone: str | None, row: int, region: str | None = None, language: str = text.DEFAULT
    ) -> Answer:
        """How an old turn ended, by the row of its score sheet, to be put right: see companion/retold.py.

        With a region also `correct`, what may have lain there. Only the sheet's owner gets its lines. Any seated phone
        may ask. Raises Refused where there is no such sheet.
        """
        with self._lock:
            self._seated(phone)
            steps, held = tuple(self._ledger.steps), self.seats(phone)
        sheet = next((sheet for sheet in hindsight.sheets(steps).values() if sheet.row == row), None)
        if sheet is None:
            raise Refused(Say("table.no_sheet"))
        found = retold.view(sheet, sheet.seat in held, language)
        if region is not None:
            found["correct"] = retold.region_then(sheet.game, region, language)
        return found

    def follows(
        self,
        phone: str | None,
        command: commands.SetPast,
        language: str = text.DEFAULT,
        region: str | None = None,
    ) -> Answer:
        """What follows if an old turn's end is put right: see companion/retold.py. Any seated phone may ask."""
        with self._lock:
            self._seated(phone)
            steps, held = tuple(self._ledger.steps), self.seats(phone)
        return retold.follows(steps, command, held, language, region)

    def asked_past(self, phone: str | None, ask_id: str, language: str = text.DEFAULT) -> Answer:
        """The same as `follows`, of an old turn that somebody asks to put right: it is looked at before a yes."""
        with self._lock:
            self._seated(phone)
            asked = next((ask.command for ask in self._ledger.asks.values() if ask.id == ask_id), {})
        command = commands.decode(asked["command"]) if asked.get("what") == "act" else None
        if not isinstance(command, commands.SetPast):
            raise Refused(Say("table.no_ask"))
        return self.follows(phone, command, language)

    def check_purse(self, phone: str | None, seat: int, there: Mapping[int, int]) -> Answer:
        """Whether these cardboard coins, by value, are what a seat of the phone has: {"counted", "difference"}.

        The difference is what the cardboard has more than the table. It is only looked at: nothing is set by it.
        """
        with self._lock:
            self._holds(phone, seat)
            if not there.keys() <= coins.BOX.keys():
                raise Refused(Say("table.no_coin"))
            counted = coins.worth(there)
            return {"counted": counted, "difference": counted - self._playing().seats[seat].coins}

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
