"""The die: rolled by phone, button or tray, or tapped in from the box."""

import secrets
from typing import Literal

from companion import consent, rows
from companion.consent import Changed
from companion.desk import Answer
from companion.rules import commands, conquest, engine
from companion.rules.model import Refused, Say
from companion.seating import Seating
from companion.store import Entry, NotStored

Rolled = Literal["counted", "practice"]
FACES = [str(face) for face in conquest.DIE]


class Rolling(Seating):
    """The table's die."""

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
        """Roll the die that is due on this occasion, or enter the face of the box's own die. Returns pips and row."""
        with self._lock:
            if request is not None and (row := self._ledger.requests.get(request)):
                return _fell(row.row, row.command.get("value"))
            self._holds(phone, by)
            game = self._playing()
            due = self._due()
            if due is None or due.occasion != occasion:
                for step in reversed(self._ledger.steps):
                    if isinstance(step.command, commands.Answer) and step.command.occasion == occasion:
                        return _fell(step.row, step.command.value)
                raise Changed(Say("table.no_roll"))
            self._in_time(seen)
            if pips is not None and str(pips) not in due.choices:
                raise Refused(Say("table.pips"))
            source = "phone" if pips is None else "box"
            value = self._choose(FACES) if pips is None else str(pips)
            command = commands.Answer(occasion, value, source)
            happening = engine.decide(game, command)
            done = self._do(Entry(**rows.entry("chance", due.seat, by, request, command, happening)))
            return {**done, "pips": int(value)}

    def taught(self, phone: str | None, what: str, pips: int = 0) -> None:
        """Somebody is about to teach the tray: everybody reads it, for the tray's rolls hang on it.

        `what` is face, number, magnets or forget. Raises NoSeat, and NotStored.
        """
        with self._lock:
            by = self._seated(phone)
            self._append([Entry(kind="tray", entered_by=by, command={"what": what, "pips": pips})])

    def press(self, source: str = "button") -> bool:
        """The hardware button was pressed: roll, if a roll is due, or say yes, where the table has it so.

        Returns whether it did anything.
        """
        with self._lock:
            try:
                if self._due() is not None:
                    pips = int(self._choose(FACES))
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
                self.tell("store", error.say)
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
                self._do(Entry(**rows.entry("chance", due.seat, None, request, command, happening)))
                return "counted"
            except NotStored as error:
                self.tell("store", error.say)
                raise


def _fell(row: int, value: object) -> Answer:
    """What was rolled there already. Raises Changed for an id, or an occasion, of something else than a roll."""
    if value not in FACES:
        raise Changed(Say("table.no_roll"))
    return {"row": row, "pips": int(str(value))}
