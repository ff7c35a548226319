"""Read-only queries: what everybody may see of the table, and what one phone may see."""

from collections.abc import Mapping
from contextlib import closing

import msgspec

from companion.game import lobby, past_turns, unconfirmed
from companion.game.history import History
from companion.game.lobby import Lobby, Place
from companion.language import text
from companion.records import export
from companion.rules import commands, engine
from companion.rules.model import Game, Message, Refused, SeatSetup, Setup
from companion.seat.advice import Advice, advise
from companion.stats.dice import Tally, tally
from companion.stats.figures import Figures
from companion.stats.past_games import Past
from companion.store.store import ReadOnlyStore
from companion.table.session import Answer, Session
from companion.views import (
    advice_view,
    box_contents,
    coins,
    game_view,
    help,
    past_turn_view,
    public_state,
    purse_history,
    region_quote,
)

# Nothing is wrong and nobody at the table can do anything about it: said in the terminal and on the devices' page.
FOR_THE_OWNER = frozenset({"notice.pins.none"})


def _began(game: Game) -> Setup:
    """The settings chosen before the first turn."""
    seats = tuple(SeatSetup(seat.name) for seat in game.seats)
    return Setup(game.board, seats, game.start, game.boxes, game.options, game.guard)


class Queries:
    """Read access to a table, from any thread."""

    def __init__(self, session: Session) -> None:
        self._session = session
        # The public state of one version, by language.
        self._version = -1
        self._encoded: dict[str, bytes] = {}
        # The last advice of each seat, and the game it was for: thinking costs more than any other question.
        self._advice: dict[int, tuple[Game, Advice]] = {}

    def state(self, language: str = text.DEFAULT) -> tuple[int, bytes]:
        """The current version and the public state as JSON, rendered once per language."""
        session = self._session
        with session.lock:
            if self._version != session.hub.version:
                self._version = session.hub.version
                self._encoded.clear()
            if language not in self._encoded:
                view = public_state.public(
                    session.history,
                    self._version,
                    address=session.address(),
                    wifi=session.wifi,
                    button=session.button,
                    notices=[said for said in session.notices().values() if said.key not in FOR_THE_OWNER],
                    copy=Message("copy.offer", {"up_to": session.copy.up_to}) if session.copy else None,
                    photos=session.photos,
                    boards=session.boards,
                    watching=session.watching,
                    ticks=session.ticks.shown(session.history),
                    ticking=session.ticks.ticking(session.history),
                    left=session.ticks.left(session.history),
                    open_counts=session.ticks.open_counts(session.history),
                    app_ends=session.app_ends[1] if session.app_ends and self._now() == session.app_ends[0] else None,
                    language=language,
                )
                self._encoded[language] = msgspec.json.encode(view)
            return self._version, self._encoded[language]

    def _now(self) -> int | None:
        """The row of the last change of the game."""
        return next(reversed(self._session.history.changes), None)

    def printing(self) -> str | None:
        """How the table names its pieces: as in a later printing, or its own names; None for the usual ones."""
        with self._session.lock:
            game = self._session.history.game
            settled = self._session.history.lobby
            return text.manner(game.options if game else {**settled.options, **engine.settled(settled.boxes)})

    def log(self, language: str = text.DEFAULT) -> list[Answer]:
        """Every line of this game's log, the newest first."""
        with self._session.lock:
            return public_state.lines(self._session.history, language)

    def record(self) -> str:
        """The game as text (docs/record.md). Raises Refused until its end, when every purse is open."""
        with self._session.lock:
            game, history, steps = self._session.history.game, self._session.history, tuple(self._session.history.steps)
        if game is None or not game.over or not export.purses_are_open(game):
            raise Refused(Message("table.no_record"))
        return export.written(export.header(history), steps)

    def number(self) -> int:
        """The number of the game on the table, also before it begins."""
        with self._session.lock:
            return self._session.history.number

    def games(self) -> list[Past]:
        """All games of this table that have begun, the newest first. Raises StoreError."""
        return self._session.archive.games()

    def figures(self, number: int) -> tuple[Past, Figures]:
        """A game in figures. Raises Refused until every purse of it is open, and StoreError."""
        found = self._session.archive.game(number)
        if found is None:
            raise Refused(Message("table.no_figures"))
        return found

    def record_of(self, number: int) -> str:
        """Any game of this table as text. Raises Refused until every purse of it is open, and StoreError."""
        self.figures(number)
        with closing(ReadOnlyStore(self._session.store.path.parent)) as log:
            history = History(number, Lobby(), log.rows(number))
        # Its end may have been taken back since.
        if history.game is None or not export.purses_are_open(history.game):
            raise Refused(Message("table.no_figures"))
        return export.written(export.header(history), history.steps)

    def dice(self) -> list[Tally]:
        """What each die has rolled so far, in all games of this table. Raises StoreError."""
        # It reads the whole log, so not under the lock: players must not wait for it.
        with closing(ReadOnlyStore(self._session.store.path.parent)) as log:
            return tally(log.rolls())

    def box(self, language: str = text.DEFAULT) -> Answer:
        """Where the box's contents are: {"lay_out", "left", "away"}, lines as in views/box_contents.py, or none."""
        with self._session.lock:
            game, settled = self._session.history.game, self._session.history.lobby
            chosen = lobby.chosen_map(settled, self._session.boards)
        dealt = settled.dealing == "companion"
        if game is None:
            setup = None if lobby.why_not(settled, self._session.boards) else lobby.setup(settled, self._session.boards)
            board = self._session.boards.board(chosen) if chosen else None
            lines = box_contents.lay_out(board, language, setup, dealt=dealt) if board else []
            return {"lay_out": lines, "left": [], "away": []}
        return {
            "lay_out": box_contents.lay_out(game.board, language, _began(game), dealt=dealt),
            "left": box_contents.left(game, language),
            "away": box_contents.away(game, language),
        }

    def explained(self, key: str, language: str = text.DEFAULT) -> Answer:
        """A race or a power, as views/help.py tells it; for everybody, before the game too. Raises Refused."""
        with self._session.lock:
            game, chosen = self._session.history.game, self._session.history.lobby.options
        return help.explained(key, game, game.options if game else chosen, language)

    def introduced(self, language: str = text.DEFAULT) -> Answer:
        """What a newcomer reads of this table's game: {"turns", "boxes", "in_play"}, see companion/views/help.py."""
        with self._session.lock:
            game, history = self._session.history.game, self._session.history
            map_id = lobby.chosen_map(history.lobby, self._session.boards)
        boxes = game.boxes if game else history.lobby.boxes
        options = game.options if game else history.lobby.options
        board = game.board if game else self._session.boards.board(map_id) if map_id else None
        return {
            "turns": board.turns if board else None,
            "boxes": [text.label(f"set.{box}", language) for box in boxes],
            "in_play": help.in_play(boxes, options, language),
        }

    def advice(self, phone: str | None, seat: int, language: str = text.DEFAULT) -> Answer:
        """What the app advises a seat of the phone, whose player has asked for advice: see views/advice_view.py.

        Raises Refused where the table plays without it, or nobody has asked.
        """
        with self._session.lock:
            self._session.require_holder(phone, seat)
            game, settled = self._session.require_game(), self._session.history.lobby
        if not settled.advice:
            raise Refused(Message("table.no_advice"))
        if not settled.places[seat].advised:
            raise Refused(Message("table.advice_off"))
        known, found = self._advice.get(seat, (None, None))
        if found is None or known is not game:
            # It takes a while, and nobody waits for it.
            found = advise(game, seat)
            self._advice[seat] = game, found
        return advice_view.view(game, seat, found, language)

    def roll_due(self) -> str | None:
        """The occasion of the roll that is due, None when none is."""
        with self._session.lock:
            due = self._session.due_roll()
            return due.occasion if due else None

    def last_roll(self) -> Answer | None:
        """The last roll that stands: pips, source, text, occasion."""
        with self._session.lock:
            return public_state.last_roll(self._session.history, text.DEFAULT)

    def game(self) -> Game | None:
        """The game as it stands, secret coins and all, for the program itself; None in the lobby."""
        with self._session.lock:
            return self._session.history.game

    def playing_on(self) -> str | None:
        """The id of the map of the running game, None in the lobby and after the end."""
        with self._session.lock:
            game = self._session.history.game
            return game.board.id if game and not game.over else None

    def seating(self) -> int:
        """The last row that changed who holds which seat."""
        with self._session.lock:
            return self._session.history.seating

    def seats(self, phone: str | None) -> list[int]:
        """The seats a phone holds."""
        with self._session.lock:
            return self._session.held_by(phone)

    def place_and_end(self, phone: str | None, seat: int) -> tuple[Place, bool]:
        """A seat that the phone holds, as the lobby has it, and whether the game is over. Raises NotYours."""
        with self._session.lock:
            self._session.require_holder(phone, seat)
            history = self._session.history
            return history.lobby.places[seat], history.game is not None and history.game.over

    def new_here(self, phone: str | None) -> list[int]:
        """The seats of a phone whose names this table has never seen in a game. Raises StoreError."""
        with self._session.lock:
            held, history = self._session.held_by(phone), self._session.history
            names = {seat: history.lobby.places[seat].name.casefold() for seat in held}
        known = self._session.archive.played_before(history.number) if held else frozenset()
        return [seat for seat, name in names.items() if name not in known]

    def times(self) -> Answer:
        """The `seconds` that each seat has used, and whose clock is `running`; empty where the table plays without."""
        with self._session.lock:
            history = self._session.history
            if not history.lobby.clock or history.game is None:
                return {}
            now = {history.thinking: int(self._session.stopwatch.read() * 10)}
            seconds = [(history.spent[seat] + now.get(seat, 0)) // 10 for seat in range(len(history.lobby.places))]
            return {"seconds": seconds, "running": history.thinking}

    def moved(self, phone: str | None) -> list[int]:
        """The seats that were this phone's and are another's now."""
        with self._session.lock:
            places = self._session.history.lobby.places
            return sorted(seat for seat in self._session.history.moved.get(phone or "", ()) if places[seat].phone)

    def waiting(self, phone: str | None) -> str | None:
        """The pairing code of a phone that waits for a seat, None for any other: whoever approves it compares it."""
        with self._session.lock:
            return next(
                (ask.pairing_code for ask in self._session.seat_requests() if ask.command["phone"] == phone), None
            )

    def mine(self, phone: str | None, seat: int, language: str = text.DEFAULT) -> list[Answer]:
        """What a seat may do, its purse looked at."""
        with self._session.lock:
            self._session.require_holder(phone, seat)
            game = self._session.require_game()
            return [game_view.offer_view(game, offer, language) for offer in engine.offers(game, seat)]

    def purse(self, phone: str | None, seat: int) -> int:
        """The coins of a seat that the phone holds."""
        with self._session.lock:
            self._session.require_holder(phone, seat)
            return self._session.require_game().seats[seat].coins

    def diary(self, phone: str | None, seat: int, language: str = text.DEFAULT) -> Answer:
        """Where the coins of a seat that the phone holds came from: see companion/views/purse_history.py."""
        with self._session.lock:
            self._session.require_holder(phone, seat)
            self._session.require_game()
            names = [place.name for place in self._session.history.lobby.places]
            steps = tuple(self._session.history.steps)
        return purse_history.view(purse_history.entries(steps, names, seat), language)

    def old_turn(self, phone: str | None, row: int, region: str | None = None, language: str = text.DEFAULT) -> Answer:
        """How an old turn ended, by the row of its score sheet, to be put right: see companion/views/past_turn_view.py.

        With a region also `correct`, what may have lain there. Only the sheet's owner gets its lines. Any seated phone
        may ask. Raises Refused where there is no such sheet.
        """
        with self._session.lock:
            self._session.require_seat(phone)
            steps, held = tuple(self._session.history.steps), self.seats(phone)
        sheet = next((sheet for sheet in past_turns.sheets(steps).values() if sheet.row == row), None)
        if sheet is None:
            raise Refused(Message("table.no_sheet"))
        found = past_turn_view.view(sheet, sheet.seat in held, language)
        if region is not None:
            found["correct"] = past_turn_view.region_then(sheet.game, region, language)
        return found

    def follows(
        self,
        phone: str | None,
        command: commands.SetPast,
        language: str = text.DEFAULT,
        region: str | None = None,
    ) -> Answer:
        """What follows if an old turn's end is put right: see views/past_turn_view.py. Any seated phone may ask."""
        with self._session.lock:
            self._session.require_seat(phone)
            steps, held = tuple(self._session.history.steps), self.seats(phone)
        return past_turn_view.follows(steps, command, held, language, region)

    def asked_past(self, phone: str | None, ask_id: str, language: str = text.DEFAULT) -> Answer:
        """The same as `follows`, of an old turn that somebody asks to put right: it is looked at before a yes."""
        with self._session.lock:
            self._session.require_seat(phone)
            asked = next((ask.command for ask in self._session.history.asks.values() if ask.id == ask_id), {})
        command = commands.decode(asked["command"]) if asked.get("what") == "act" else None
        if not isinstance(command, commands.SetPast):
            raise Refused(Message("table.no_ask"))
        return self.follows(phone, command, language)

    def check_purse(self, phone: str | None, seat: int, there: Mapping[int, int]) -> Answer:
        """Whether these cardboard coins, by value, are what a seat of the phone has: {"counted", "difference"}.

        The difference is what the cardboard has more than the table. It is only looked at: nothing is set by it.
        """
        with self._session.lock:
            self._session.require_holder(phone, seat)
            if not there.keys() <= coins.BOX.keys():
                raise Refused(Message("table.no_coin"))
            counted = coins.worth(there)
            return {"counted": counted, "difference": counted - self._session.require_game().seats[seat].coins}

    def quote(self, phone: str | None, region: str, seat: int | None = None, language: str = text.DEFAULT) -> Answer:
        """A region looked at closely: its price or why not, and how to correct it. Any seated phone may ask.

        The price is that of `seat`, without it that of the seat whose turn it is.
        """
        with self._session.lock:
            self._session.require_seat(phone)
            game = self._session.require_game()
            open_counts = self._session.ticks.open_counts(self._session.history)
            settles = unconfirmed.counts(open_counts, game, region)
            counts = [{"tokens": each.tokens, "command": commands.encode(each)} for each in settles]
            return region_quote.quote_view(game, region, seat, language, open_counts) | {"counts": counts}

    def draft(self, phone: str | None, command: commands.PlayTurn, language: str = text.DEFAULT) -> Answer:
        """A turn that is being told, as far as it has come. Any seated phone may ask, its own purse looked at."""
        with self._session.lock:
            self._session.require_seat(phone)
            game = self._session.require_game()
            own = game.turn.seat in self._session.held_by(phone)
            return game_view.draft_view(game, command, language, blind=not own)

    def prices(self, phone: str | None, seat: int) -> Answer:
        """The price of every region within a seat's reach. Any seated phone may ask."""
        with self._session.lock:
            self._session.require_seat(phone)
            game = self._session.require_game()
            if seat not in range(len(game.seats)):
                raise Refused(Message("refuse.no_seat"))
            return region_quote.prices(game, seat)
