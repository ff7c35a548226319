"""The reinforcement die: rolled by phone, button or dice tray, or the real die entered by tap."""

import secrets
from typing import Literal

from companion.game import log_entries
from companion.game.entries import Entry
from companion.game.permissions import Changed
from companion.rules import commands, engine, quotes
from companion.rules.model import Message, Refused
from companion.store.store import NotStored
from companion.table.session import Answer, Session

Rolled = Literal["counted", "practice"]
FACES = [str(face) for face in quotes.DIE]


class Die:
    """The table's reinforcement die."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def roll(
        self,
        phone: str | None,
        by: int,
        occasion: str,
        pips: int | None = None,
        *,
        request: str | None = None,
        seen: int | None = None,
    ) -> Answer:
        """Make the roll that is due on this occasion, or enter the face of the real die. Returns pips and row."""
        with self._session.lock:
            if request is not None and (row := self._session.store.row_of(request)):
                return _fell(row.row, row.command.get("value"))
            self._session.require_holder(phone, by)
            game = self._session.require_game()
            due = self._session.due_roll()
            if due is None or due.occasion != occasion:
                for step in reversed(self._session.history.steps):
                    if isinstance(step.command, commands.Answer) and step.command.occasion == occasion:
                        return _fell(step.row, step.command.value)
                raise Changed(Message("table.no_roll"))
            self._session.require_fresh(seen)
            if pips is not None and str(pips) not in due.choices:
                raise Refused(Message("table.pips"))
            source = "phone" if pips is None else "box"
            value = self._session.choose(FACES) if pips is None else str(pips)
            command = commands.Answer(occasion, value, source)
            outcome = engine.outcome(game, command)
            done = self._session.carry_out(log_entries.decided("chance", due.seat, by, request, command, outcome))
            return {**done, "pips": int(value)}

    def taught(self, phone: str | None, what: str, pips: int = 0) -> None:
        """Log that somebody is about to teach the tray, since the tray's rolls depend on it.

        `what` is face, number, magnets or forget. Raises NoSeat, and NotStored.
        """
        with self._session.lock:
            by = self._session.require_seat(phone)
            self._session.commit([Entry(kind="tray", entered_by=by, command={"what": what, "pips": pips})])

    def press(self, source: str) -> bool:
        """Roll with the button if a roll is due. Returns whether it did. Raises NotStored."""
        with self._session.lock:
            if self._session.due_roll() is None:
                return False
            pips = int(self._session.choose(FACES))
            self.rolled(pips, source, f"{source}:{secrets.token_hex(8)}")
            return True

    def rolled(
        self, pips: int, source: str, request: str | None = None, *, old: bool = False, asked: str | None = None
    ) -> Rolled:
        """Take a roll of 0 to 3 pips from a device: it counts if a roll is due, else it is practice.

        An `old` roll, from another time, is practice too, and so is one for the occasion `asked` where by now another
        one is due; without it, it is for whatever is due. `request` is the machine's own name for this roll, one in the
        whole log: told twice, the roll counts once and gets the same answer, also after a restart. Raises ValueError
        for impossible pips, and NotStored, which everybody is told about.
        """
        if pips not in quotes.DIE:
            raise ValueError(f"The die has no face with {pips}.")
        with self._session.lock:
            if request is not None and (row := self._session.store.row_of(request)):
                return "practice" if row.kind == "practice" else "counted"
            due, game = self._session.due_roll(), self._session.history.game
            try:
                if due is None or game is None or old or asked not in (None, due.occasion):
                    self._session.commit(
                        [Entry(kind="practice", request=request, command={"pips": pips, "source": source})]
                    )
                    return "practice"
                command = commands.Answer(due.occasion, str(pips), source)
                outcome = engine.outcome(game, command)
                self._session.carry_out(log_entries.decided("chance", due.seat, None, request, command, outcome))
                return "counted"
            except NotStored as error:
                self._session.tell("store", error.message)
                raise


def _fell(row: int, value: object) -> Answer:
    """The pips already rolled on this occasion. Raises Changed for an id or occasion that is not a roll's."""
    if value not in FACES:
        raise Changed(Message("table.no_roll"))
    return {"row": row, "pips": int(str(value))}
