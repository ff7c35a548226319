"""What the rows of a game's log come to: its steps, the lines that people read, and rolls for practice."""

from __future__ import annotations

from msgspec import Struct

from companion.rules import commands, events
from companion.rules.model import Game, Message

# After one of these somebody has seen something, so taking it back needs approval.
LASTING = (events.Unveiled, events.SeatLeft)
# What lies on the table whoever's turn it is: kept when somebody undoes something older.
KEPT = (*commands.CORRECTIONS, commands.Withdraw, commands.PutBack, commands.Choose)
# What people tap in, and may tap wrong.
BY_HAND = ("table", "box")


class Step(Struct, frozen=True):
    """A row that was not taken back, or an act that a take-back kept, with the game before and after it.

    `row` is the number by which it is taken back. `entered_by` and `seat` are as in the log. `by_app`: the app played
    it, at a seat of its own. `unconfirmed` are the regions whose counts nobody has laid out by then, with those counts.
    """

    row: int
    kind: str
    seat: int | None
    entered_by: int | None
    command: commands.Command | None
    events: tuple[events.Event, ...]
    before: Game | None
    after: Game
    by_app: bool = False
    unconfirmed: dict[str, int] = {}

    @property
    def by_itself(self) -> bool:
        """Whether nobody tapped it: it is undone with the act before it, and follows by itself again."""
        return self.drawn or self.by_app

    @property
    def drawn(self) -> bool:
        """Whether the program drew it: then it belongs to the act before it."""
        if isinstance(self.command, commands.Cocked):
            return True
        return isinstance(self.command, commands.Answer) and self.command.source not in BY_HAND

    @property
    def dealt(self) -> bool:
        """Whether it is a piece that was revealed on the table and tapped in."""
        return isinstance(self.command, commands.Answer) and self.command.source == "table"

    def outlasts(self, undone: Step) -> bool:
        """It stays when an earlier act is undone: another player saw it on the table, whoever's turn it was."""
        if not isinstance(self.command, KEPT):
            return False
        return self.seat != undone.seat or isinstance(self.command, commands.OF_THE_PAST)

    @property
    def lasting(self) -> bool:
        """Whether taking it back needs approval."""
        return self.kind == "chance" or any(isinstance(event, LASTING) for event in self.events)

    @property
    def scored(self) -> int | None:
        """The seat whose score sheet it accepted, if it did."""
        return next((event.seat for event in self.events if isinstance(event, events.Scored)), None)

    @property
    def sheet(self) -> tuple[int, int] | None:
        """The turn and the seat of a score sheet that it accepted."""
        seat = self.scored
        return None if seat is None or self.before is None else (self.before.turn.number, seat)


class Undone(Struct, frozen=True):
    """What people put back after an undo: the pieces from where they are `now`, and what was `paid` in the open.

    `scored` are the turns and seats of accepted score sheets, the last one first: their coins go back too. `row` is
    the undo in the log, `seat` the seat whose act was undone.
    """

    row: int
    now: Game
    paid: tuple[events.CoinsMoved, ...]
    scored: tuple[tuple[int, int], ...]
    seat: int | None


class Redone(Struct, frozen=True):
    """What was redone in a row: the `rows` of it in the log, and where the first of the undos before found the pieces.

    Hands may have put back what was undone, or wait: nobody says so.
    """

    rows: tuple[int, ...]
    now: Game


class LogLine(Struct, eq=False):
    """A line of the log, for everyone. `mark` is a message key, or "".

    `entered_by` is set if it is not the actor's seat, or if it matters who did it. `sheet` is the turn and the seat of
    an accepted score sheet, which can be corrected.
    """

    row: int
    message: Message
    entered_by: int | None = None
    mark: str = ""
    sheet: tuple[int, int] | None = None


class Practice(Struct, frozen=True):
    """A roll for practice: `row` in the log, `pips` 0 to 3, `source` what rolled it."""

    row: int
    pips: int
    source: str
