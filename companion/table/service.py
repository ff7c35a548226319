"""The table as a service: its parts together, and the actions of players."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.game import log_entries, past_turns
from companion.game.claims import Claims
from companion.game.permissions import Changed, NotYours
from companion.language import text
from companion.rules import commands, engine
from companion.rules.model import Game, Message, Refused
from companion.store.store import NotStored
from companion.table.approvals import Approvals
from companion.table.die import Die
from companion.table.queries import Queries
from companion.table.seats import Seats
from companion.table.session import Answer, Session
from companion.table.take_back import redoing, taking_back

# They assume what others did, end somebody's part in the game, or change what was scored long ago.
NEEDS_APPROVAL = (commands.Stop, commands.SetTurn, *commands.OF_THE_PAST)


class TableService:
    """The table: what is known of it (`queries`), and what is done at it (`seats`, `approvals`, `die`, and acts here).

    Every method of it and of these parts may be called from any thread; `session` is what they share.

    A `phone` is the secret id of a phone, None for one that has none; a `request` is an id the phone made, and asking
    twice with the same one gets the same answer and does nothing twice. Methods raise Refused with words for the
    player; of its kinds, NoSeat and NotYours say that this phone may not, Changed that something else came first.
    NotStored says that the disk did not take it. After any of them nothing has happened. `seen` is the last change of
    the game that a phone had heard of when it was tapped: a tap on a picture that is long out of date raises Changed.
    """

    def __init__(self, session: Session) -> None:
        claims = Claims(session.clock)
        self.session = session
        self.queries = Queries(session)
        self.approvals = Approvals(session, claims)
        self.seats = Seats(session, claims)
        self.die = Die(session)

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
        seen: int | None = None,
        language: str = text.DEFAULT,
    ) -> Answer:
        """Do what a command says, entered by a seat of this phone.

        `seat` is whose act the phone took it for, `bill` the price it showed; when either has changed, nothing is done.
        With `as_played`, what the rules refuse is asked of another seat. Returns {"row": n}, or {"ask": id}.
        """
        with self.session.lock:
            if done := self.session.answer_to(request):
                return done
            self.session.require_holder(phone, by)
            self.session.require_fresh(seen)
            game = self.session.require_game()
            if isinstance(command, commands.Answer):
                return self._tapped(game, request, by, command)
            if isinstance(command, commands.Cocked):
                return self._cocked(request, by, command)
            whose = log_entries.whose_act(game, command, by)
            if seat is not None and seat != whose:
                raise Changed(Message("table.another_turn"))
            if bill is not None:
                self._same_bill(game, command, bill, language)
            own = log_entries.purse_of(command, whose) in self.session.held_by(phone)
            asking = isinstance(command, NEEDS_APPROVAL) or (isinstance(command, commands.Leave) and not own)
            if not own and log_entries.asks_consent(game, command):
                # On another phone it can only be recorded as played, and another player confirms it.
                if not as_played:
                    raise Refused(Message("table.consent", {"name": game.name(whose)}), overridable=True)
                asking = True
            if isinstance(command, commands.SetSheet) and not own:
                raise NotYours(Message("table.not_yours"))
            complete = past_turns.with_consequences(self.session.history.steps, command)
            try:
                outcome = engine.outcome(game, complete, blind=not own)
            except Refused as refused:
                # Placing nothing is not an act: it would only use up this turn's piece.
                empty = isinstance(command, commands.Place) and not any(command.regions.values())
                if not as_played or empty:
                    raise Changed(refused.message, refused.overridable) if bill is not None else refused from None
                outcome = engine.outcome(game, complete, as_played=True, blind=True)
                asking = True
            kind = "act" if own else "for_another"
            if asking:
                if isinstance(complete, commands.SetPast):
                    # Its coins are worked out anew once somebody approves.
                    complete = replace(complete, sheets=())
                plain = {"what": "act", "command": commands.encode(complete), "seat": whose, "as_played": as_played}
                return self.approvals.ask(request, by, plain)
            return self.session.carry_out(log_entries.decided(kind, whose, by, request, command, outcome))

    def count_purse(self, phone: str | None, request: str, seat: int, coins: int) -> Answer:
        """Set a player's coins to what the player has counted. Returns {"row": n}."""
        with self.session.lock:
            if done := self.session.answer_to(request):
                return done
            self.session.require_holder(phone, seat)
            game = self.session.require_game()
            # A row is written even when the count was right, so that its presence reveals nothing.
            command = commands.SetCoins(seat, coins - game.seats[seat].coins)
            return self.session.carry_out(
                log_entries.decided("purse", seat, seat, request, command, log_entries.counted(game, command))
            )

    def tick(self, phone: str | None, row: int, step: int, texts: Sequence[int], done: bool) -> Answer:
        """Tick off what hands have done of an act, by its row, or untick it: no act of the game, so it is not stored.

        Returns {"version": n}, the first state that shows it. Raises Changed where the table has no such step.
        """
        with self.session.lock:
            self.session.require_seat(phone)
            if self.session.ticks.tick(self.session.history, row, step, texts, done):
                self.session.publish()
            return {"version": self.session.hub.version}

    def unveiling(self) -> tuple[int, int] | None:
        """How many of how many scores are revealed, while the next one follows by itself; else None.

        They follow from the first tap on, as long as nobody does anything else in between.
        """
        with self.session.lock:
            game = self.session.history.game
            if game is None or not game.over or self.session.history.undone is not None:
                return None
            opened, seats = len(game.unveiled), len(game.seats)
            last = self.session.history.steps[-1].command
            return (opened, seats) if isinstance(last, commands.Unveil) and opened < seats else None

    def unveil_next(self, opened: int) -> None:
        """Reveal the next score by itself, if still so many are revealed. Raises NotStored."""
        with self.session.lock:
            found = self.unveiling()
            if found is None or found[0] != opened:
                return
            command = commands.Unveil()
            outcome = engine.outcome(self.session.require_game(), command)
            self.session.carry_out(log_entries.decided("act", None, None, None, command, outcome))

    def take_back(self, phone: str | None, request: str, by: int, row: int, *, seen: int | None = None) -> Answer:
        """Undo everything from a row on, at once if no approval is needed. Returns {"row": n}, or {"ask": id}."""
        with self.session.lock:
            if done := self.session.answer_to(request):
                return done
            self.session.require_holder(phone, by)
            self.session.require_fresh(seen)
            if self.session.history.step(row) is None:
                raise Changed(Message("table.not_back"))
            history, held = self.session.history, self.session.held_by(phone)
            if not history.free(row, held):
                # Whose acts they are says whether they may be undone; of one's own anybody else does.
                of = sorted(history.undoes(row) - set(held))
                return self.approvals.ask(request, by, {"what": "takeback", "row": row} | ({"of": of} if of else {}))
            return self.session.commit(taking_back(self.session, request, by, row))

    def redo(self, phone: str | None, request: str, by: int, *, seen: int | None = None) -> Answer:
        """Redo this phone's act that was undone. Returns {"row": n}. Raises Changed when there is none."""
        with self.session.lock:
            if done := self.session.answer_to(request):
                return done
            self.session.require_holder(phone, by)
            self.session.require_fresh(seen)
            step = next(iter(self.session.history.redoable), None)
            if step is not None and step.entered_by not in (None, *self.session.held_by(phone)):
                raise NotYours(Message("table.not_yours"))
            return self.session.commit(redoing(self.session, request, by))

    def press(self, source: str = "button") -> bool:
        """Handle a press of the hardware button: roll if a roll is due, or approve a request if the table allows it.

        Returns whether it did anything.
        """
        with self.session.lock:
            try:
                return self.die.press(source) or self.approvals.press()
            except NotStored as error:
                self.session.tell("store", error.message)
                return False
            except Changed:
                # The request is no longer possible: a rejection is stored, and everybody was told why.
                return True

    def _same_bill(self, game: Game, command: commands.Command, bill: str, language: str) -> None:
        """Refuse a conquest whose price is no longer the one the phone showed."""
        if not isinstance(command, commands.Conquer):
            return
        try:
            ways = engine.quote(game, game.turn.seat, command.region).ways
        except Refused as refused:
            raise Changed(refused.message) from None
        bills = [way.bill for way in ways if (way.name, way.boosts) == (command.way, command.boosts)]
        if not bills:
            # Before a turn's first act pieces that help still stand on the map: they come to hand with that conquest.
            listed = engine.offers(game, game.turn.seat, blind=True)
            bills = [offer.bill for offer in listed if offer.command == command]
        if not bills:
            raise Changed(Message("table.bill_gone"))
        now = text.bill(bills[0], language).text
        if now != bill:
            raise Changed(Message("table.bill", {"now": now}))

    def _tapped(self, game: Game, request: str, by: int, command: commands.Answer) -> Answer:
        """Enter by tap what came up on the table: a banner, a badge, or the face of the real die."""
        asked = next((asked for asked in engine.chances(game) if asked.occasion == command.occasion), None)
        if asked is None:
            raise Changed(Message("refuse.no_chance"))
        if asked.kind != "roll" and self.session.history.lobby.dealing != "table":
            raise Refused(Message("table.companion_deals"))
        source = "box" if asked.kind == "roll" else "table"
        answer = commands.Answer(command.occasion, command.value, source)
        return self.session.carry_out(
            log_entries.decided("chance", asked.seat, by, request, answer, engine.outcome(game, answer))
        )

    def _cocked(self, request: str, by: int, command: commands.Cocked) -> Answer:
        """Claim that the die just rolled was cocked: once another seat approves, it is rolled again."""
        step = self.session.history.just_rolled()
        if step is None or commands.cocked(step.command) != command:
            raise Changed(Message("table.cocked"))
        return self.approvals.ask(request, by, {"what": "cocked", "row": step.row})
