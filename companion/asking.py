"""What waits for a yes: asking another seat, answering, and what follows from a yes."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion import consent, hindsight, rows
from companion.consent import Ask, Changed, NotYours
from companion.desk import Answer
from companion.looking import Looking
from companion.rules import commands, engine, events
from companion.rules.model import Refused, Say
from companion.store import Entry

# What lies on the table whoever's turn it is: kept when somebody takes back something older.
KEPT = (*commands.CORRECTIONS, commands.Withdraw, commands.PutBack, commands.Choose)


class Asking(Looking):
    """The table's questions."""

    def consent(
        self, phone: str | None, request: str, by: int, ask_id: str, yes: bool, *, seen: int | None = None
    ) -> Answer:
        """Answer what another seat asks. Whoever asked may answer no. Returns {"row": n}."""
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, by)
            self._in_time(seen)
            ask = next((ask for ask in self._ledger.asks.values() if ask.id == ask_id), None)
            if ask is None:
                raise Changed(Say("table.no_ask"))
            ledger = self._ledger
            own_no = not yes and ledger.lobby.places[ask.by].phone == phone
            if by not in consent.may(ledger.lobby.places, ledger.left, ask) and not own_no:
                raise NotYours(Say("table.not_for_you"))
            if yes and ask.what == "pause" and self._to_ask(ask) - {phone}:
                said = {"ask": ask.number, "yes": True, "more": True}
                return self._append([Entry(kind="consent", seat=by, entered_by=by, request=request, command=said)])
            return self._answer(ask, yes, Entry(kind="consent", seat=by, entered_by=by, request=request))

    def pause(self, phone: str | None, request: str, by: int, on: bool) -> Answer:
        """Let the clock stand still, when everybody who is there has said yes, or go on. Returns {"row": n} or an ask.

        Raises Refused where the table plays without it.
        """
        with self._lock:
            if request in self._ledger.requests:
                return self._again(request)
            self._holds(phone, by)
            self._playing()
            if not self._ledger.lobby.clock:
                raise Refused(Say("table.no_clock"))
            if on == self._ledger.paused:
                raise Changed(Say("table.no_ask"))
            entry = Entry(kind="pause", seat=by, entered_by=by, request=request, command={"on": on})
            asking = Ask(0, by, "pause", {"what": "pause"}, Say("log.asked"))
            if not on or not self._to_ask(asking):
                return self._append([entry])
            return self._ask(request, by, asking.command)

    def _to_ask(self, ask: Ask) -> set[str | None]:
        """The phones whose yes to a break is missing. Nobody waits for one that is away."""
        places = self._ledger.lobby.places
        found = consent.may(places, self._ledger.left, ask)
        return {places[seat].phone for seat in found if places[seat].phone in self._watching}

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
        if ask.what == "pause":
            return [Entry(kind="pause", seat=ask.by, command={"on": True})]
        game = self._playing()
        command = self._reckoned(commands.decode(ask.command["command"]))
        as_played = ask.command["as_played"]
        happening = engine.decide(game, command, as_played=as_played, blind=True)
        kind = "as_played" if as_played else "act"
        whose = rows.whose_act(game, command, ask.by)
        entry = Entry(**rows.entry(kind, whose, ask.by, request, command, happening))
        return [entry, *self._follow(rows.after(game, happening))]

    def _reckoned(self, command: commands.Command) -> commands.Command:
        """A correction of the past with what follows from it; any other command as it is. Raises Refused."""
        if isinstance(command, commands.SetSheet):
            if (command.turn, command.seat) not in hindsight.sheets(self._ledger.steps):
                raise Refused(Say("table.no_sheet"))
        elif isinstance(command, commands.SetPast):
            return hindsight.reckoned(self._ledger.steps, command)
        return command

    def _handed(self, seats: Sequence[int], phone: str, **command: Any) -> list[Entry]:
        """The rows that hand seats to a phone, or with "" to nobody."""
        after, entries = self._ledger.lobby, []
        for seat in seats:
            after = rows.handed(after, seat, phone)
            entries.append(rows.settled("seat", after, seat, command))
        return entries

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
            Entry(**rows.entry("chance", step.seat, ask.by, None, command, happening)),
            *follows,
        ]

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
        stand = hindsight.sheets(step for step in self._ledger.steps if step.row < row)
        for step in steps[1:]:
            if not isinstance(step.command, KEPT) or not hindsight.stands(step.command, stand):
                continue
            if step.seat == steps[0].seat and not isinstance(step.command, commands.OF_THE_PAST):
                continue
            try:
                again = rows.redone(game, step)
            except Refused:
                continue
            game = rows.after(game, again)
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
