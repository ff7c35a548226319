"""Requests that need another player's approval: asking, answering, and carrying out what was approved."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.game import log_entries, past_turns, permissions
from companion.game.claims import Claims
from companion.game.entries import Decided, Entry
from companion.game.permissions import Ask, Changed, NotYours
from companion.rules import commands, engine
from companion.rules.model import Message, Refused
from companion.table.session import Answer, Session
from companion.table.take_back import rolling_again, taking_back


class Approvals:
    """The open requests of a table."""

    def __init__(self, session: Session, claims: Claims) -> None:
        self._session = session
        self._claims = claims

    def consent(
        self, phone: str | None, request: str, by: int, ask_id: str, yes: bool, *, seen: int | None = None
    ) -> Answer:
        """Approve or reject a request. Whoever asked may withdraw it by rejecting it. Returns {"row": n}."""
        with self._session.lock:
            if done := self._session.answer_to(request):
                return done
            self._session.require_holder(phone, by)
            self._session.require_fresh(seen)
            ask = next((ask for ask in self._session.history.asks.values() if ask.id == ask_id), None)
            if ask is None:
                raise Changed(Message("table.no_ask"))
            history = self._session.history
            own_no = not yes and history.lobby.places[ask.by].phone == phone
            if by not in permissions.eligible_approvers(history.lobby.places, history.left, ask) and not own_no:
                raise NotYours(Message("table.not_for_you"))
            if yes and ask.what == "pause" and self._to_ask(ask) - {phone}:
                said = {"ask": ask.number, "yes": True, "more": True}
                return self._session.commit(
                    [Entry(kind="consent", seat=by, entered_by=by, request=request, command=said)]
                )
            answer = self._answer(ask, yes, Entry(kind="consent", seat=by, entered_by=by, request=request))
            if ask.what == "seat" and not yes:
                self._claims.refused(history.number, ask)
            return answer

    def pause(self, phone: str | None, request: str, by: int, on: bool) -> Answer:
        """Pause the clock once everybody present has approved, or resume it. Returns {"row": n} or {"ask": id}.

        Raises Refused where the table plays without it.
        """
        with self._session.lock:
            if done := self._session.answer_to(request):
                return done
            self._session.require_holder(phone, by)
            self._session.require_game()
            if not self._session.history.lobby.clock:
                raise Refused(Message("table.no_clock"))
            if on == self._session.history.paused:
                raise Changed(Message("table.no_ask"))
            entry = Entry(kind="pause", seat=by, entered_by=by, request=request, command={"on": on})
            asking = Ask(0, by, "pause", {"what": "pause"}, Message("log.asked"))
            if not on or not self._to_ask(asking):
                return self._session.commit([entry])
            return self.ask(request, by, asking.command)

    def _to_ask(self, ask: Ask) -> set[str | None]:
        """Connected phones that have not approved the pause."""
        places = self._session.history.lobby.places
        found = permissions.eligible_approvers(places, self._session.history.left, ask)
        return {places[seat].phone for seat in found if places[seat].phone in self._session.watching}

    def asked_for(self) -> list[tuple[str, str]]:
        """The seats that phones ask for: the name at the seat, and the pairing code that the phone shows."""
        with self._session.lock:
            return [(self._session.history.name(ask.by), ask.pairing_code) for ask in self._session.seat_requests()]

    def allow(self, code: str) -> str | None:
        """Approve, from the computer itself, the phone that asks for a seat and shows this code.

        Returns the name of the seat, None when no phone shows it. Raises NotStored.
        """
        with self._session.lock:
            found = [ask for ask in self._session.seat_requests() if ask.pairing_code == code]
            if len(found) != 1:
                return None
            self._answer(found[0], True, Entry(kind="consent"))
            return self._session.history.name(found[0].by)

    def press(self) -> bool:
        """Approve a request with the table's button, if the table allows that or has one phone. Returns whether it did.

        Raises Changed when the request is no longer possible, and NotStored.
        """
        with self._session.lock:
            history = self._session.history
            ask = permissions.by_button(history.lobby, history.left, history.asks.values())
            if ask is None:
                return False
            # If the only phone was lost, the one that asks for a seat gets all of them.
            everything = permissions.single_phone(history.lobby.places, history.left)
            self._answer(ask, True, Entry(kind="consent"), everything=everything)
            return True

    def ask(self, request: str, by: int, command: dict[str, Any]) -> Answer:
        """Ask another seat, or do it at once if there is nobody else to ask. The caller holds the lock."""
        for ask in self._session.history.asks.values():
            if ask.by == by and ask.command == command:
                return {"ask": ask.id}
        places, left = self._session.history.lobby.places, self._session.history.left
        entry = Entry(kind="ask", seat=by, entered_by=by, request=request, command=command)
        ask = Ask(0, by, command["what"], command, Message("log.asked"))
        if permissions.eligible_approvers(places, left, ask) == [by]:
            return self._session.commit(self._granted(ask, request))
        return {"ask": f"a{self._session.commit([entry])['row']}"}

    def _answer(self, ask: Ask, yes: bool, entry: Entry, *, everything: bool = False) -> Answer:
        """Store an answer together with its effects. Approving what is no longer possible counts as a rejection."""
        said = {"ask": ask.number, "yes": yes}
        try:
            granted = self._granted(ask, None, everything=everything) if yes else []
        except Refused as refused:
            self._session.commit([msgspec.structs.replace(entry, command={**said, "yes": False})])
            raise Changed(refused.message) from None
        return self._session.commit([msgspec.structs.replace(entry, command=said), *granted])

    def _granted(self, ask: Ask, request: str | None, *, everything: bool = False) -> Sequence[Entry | Decided]:
        """The entries of an approved request. Raises Refused when it is no longer possible.

        With `everything`, the phone that asks for a seat gets all that the seat's phone held.
        """
        history = self._session.history
        if ask.what == "seat":
            places, seat = history.lobby.places, ask.command["seat"]
            seats = permissions.held_by(places, places[seat].phone) if everything else [seat]
            return log_entries.seats_handed(history.lobby, seats, ask.command["phone"], ask=ask.number)
        if ask.what == "takeback":
            if history.step(ask.command["row"]) is None:
                raise Refused(Message("table.not_back"))
            return taking_back(self._session, request, ask.by, ask.command["row"])
        if ask.what == "cocked":
            return rolling_again(self._session, request, ask)
        if ask.what == "pause":
            return [Entry(kind="pause", seat=ask.by, command={"on": True})]
        game = self._session.require_game()
        command = past_turns.with_consequences(history.steps, commands.decode(ask.command["command"]))
        as_played = ask.command["as_played"]
        outcome = engine.outcome(game, command, as_played=as_played, blind=True)
        kind = "as_played" if as_played else "act"
        whose = log_entries.whose_act(game, command, ask.by)
        decided = log_entries.decided(kind, whose, ask.by, request, command, outcome)
        return [decided, *self._session.draw(outcome.game)]
