"""The table's one writer: everything people and machines ask for is decided, stored and made known here."""


from companion import consent, rows, text
from companion.consent import Changed, NotYours
from companion.desk import Answer
from companion.rolling import Rolling
from companion.rules import commands, engine
from companion.rules.model import Game, Refused, Say
from companion.store import Entry

# They take what others did for granted, end somebody's part in the game, or change what was scored long ago.
NEED_A_YES = (commands.Stop, commands.SetTurn, *commands.OF_THE_PAST)


class TableService(Rolling):
    """The table. Every method may be called from any thread.

    A `phone` is the secret id of a phone, None for one that has none; a `request` is an id the phone made, and asking
    twice with the same one gets the same answer and does nothing twice. Methods raise Refused with words for the
    player; of its kinds, NoSeat and NotYours say that this phone may not, Changed that something else came first.
    NotStored says that the disk did not take it. After any of them nothing has happened. `seen` is the last change of
    the game that a phone had heard of when it was tapped: a tap on a picture that has long been another one is Changed.
    """

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
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, by)
            self._in_time(seen)
            game = self._playing()
            if isinstance(command, commands.Answer):
                return self._tapped(game, request, by, command)
            if isinstance(command, commands.Cocked):
                return self._cocked(request, by, command)
            whose = rows.whose_act(game, command, by)
            if seat is not None and seat != whose:
                raise Changed(Say("table.another_turn"))
            if bill is not None:
                self._same_bill(game, command, bill, language)
            own = rows.purse_of(command, whose) in consent.held_by(self._ledger.lobby.places, phone)
            asking = isinstance(command, NEED_A_YES) or (isinstance(command, commands.Leave) and not own)
            if not own and rows.asks_consent(game, command):
                # On another phone it can only be told as it was played, and somebody else says that it was so.
                if not as_played:
                    raise Refused(Say("table.consent", {"name": game.name(whose)}), bendable=True)
                asking = True
            if isinstance(command, commands.SetSheet) and not own:
                raise NotYours(Say("table.not_yours"))
            reckoned = self._reckoned(command)
            try:
                happening = engine.decide(game, reckoned, blind=not own)
            except Refused as refused:
                if not as_played:
                    raise Changed(refused.say, refused.bendable) if bill is not None else refused from None
                happening = engine.decide(game, reckoned, as_played=True, blind=True)
                asking = True
            kind = "act" if own else "for_another"
            if asking:
                plain = {"what": "act", "command": commands.encode(command), "seat": whose, "as_played": as_played}
                return self._ask(request, by, plain)
            return self._do(Entry(**rows.entry(kind, whose, by, request, command, happening)))

    def count_purse(self, phone: str | None, request: str, seat: int, coins: int) -> Answer:
        """The owner has counted the own coins: set them to what is there. Returns {"row": n}."""
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, seat)
            game = self._playing()
            # A row is written even when the count was right: whether one appears must tell nobody anything.
            command = commands.SetCoins(seat, coins - game.seats[seat].coins)
            return self._do(Entry(**rows.entry("purse", seat, seat, request, command, rows.counted(command))))

    def unveiling(self) -> tuple[int, int] | None:
        """How many purses of how many are open, while the next one follows by itself; else None.

        So it is from the first tap on, as long as nothing else comes between.
        """
        with self._lock:
            game = self._ledger.game
            if game is None or not game.over or self._ledger.undone is not None:
                return None
            opened, seats = len(game.unveiled), len(game.seats)
            last = self._ledger.steps[-1].command
            return (opened, seats) if isinstance(last, commands.Unveil) and opened < seats else None

    def unveil_next(self, opened: int) -> None:
        """Open the next purse by itself, where still so many are open. Raises NotStored."""
        with self._lock:
            found = self.unveiling()
            if found is None or found[0] != opened:
                return
            command = commands.Unveil()
            happening = engine.decide(self._playing(), command)
            self._do(Entry(**rows.entry("act", None, None, None, command, happening)))

    def take_back(self, phone: str | None, request: str, by: int, row: int, *, seen: int | None = None) -> Answer:
        """Take back everything from a row on, at once where that is free. Returns {"row": n}, or {"ask": id}."""
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, by)
            self._in_time(seen)
            if self._ledger.step(row) is None:
                raise Changed(Say("table.not_back"))
            if not self._ledger.free(row):
                return self._ask(request, by, {"what": "takeback", "row": row})
            return self._take_back(request, by, row)

    def _same_bill(self, game: Game, command: commands.Command, bill: str, language: str) -> None:
        """Refuse a conquest whose price is no longer the one the phone showed."""
        if not isinstance(command, commands.Conquer):
            return
        try:
            ways = engine.quote(game, game.turn.seat, command.region).ways
        except Refused as refused:
            raise Changed(refused.say) from None
        asked = (command.way, command.boosts)
        now = next((text.bill(way.bill, language) for way in ways if (way.name, way.boosts) == asked), None)
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
        return self._do(Entry(**rows.entry("chance", asked.seat, by, request, answer, engine.decide(game, answer))))

    def _cocked(self, request: str, by: int, command: commands.Cocked) -> Answer:
        """Somebody says that the die just rolled was cocked: another seat's yes makes its occasion due again."""
        step = self._ledger.just_rolled()
        if step is None or commands.cocked(step.command) != command:
            raise Changed(Say("table.cocked"))
        return self._ask(request, by, {"what": "cocked", "row": step.row})

    def _take_back(self, request: str, by: int, row: int) -> Answer:
        return self._append(self._returning(request, by, row))
