"""The history of a game, folded from the rows of its log: lobby, game, open requests and the words of the log.

Each kind of row has one function here. Rows were checked when they were stored, so nothing is refused: the same rows
make the same history on the day they are stored and whenever the file is opened again.

===========================  =========================================================================================
join, lobby, seat, new       `events` holds the lobby as it is after the row; an imported game begins with `new`, whose
                             `command` holds the header of its record; a `lobby` with a seat says whether the app
                             advises that player, or the club's book remembers
start                        `events` of the new game
act, for_another, as_played  `command` of the rules and its `events`; `for_another` was entered from a phone that does
                             not hold the seat, `as_played` with another seat's approval; an `act` that no phone
                             entered, at a seat with a level, was played by the app
chance                       `command` is the answer, its `events` the result; or what a cocked die showed, after the
                             `takeback` that names its roll and says `cocked`
purse                        the owner counted their coins: `command` and `events` of the difference, if there is one
takeback                     `returns_to` a row; `command` lists what others did since and was kept, and `events` the
                             result of that
ask, consent                 `command` says what is asked, or yes or no; with `more` others have to approve as well; a
                             no of no seat is the phone's that asked for a seat and wants it no more
practice                     a machine rolled when no roll was due: `command` has its pips and its source
tray                         the dice tray was taught: `what` is face, number, magnets or forget, `pips` the face
clock                        `seat` has used this many more `tenths` of a second, if the table plays with the clock
pause                        the clock stops, or with `on` false it goes on
photo                        a photo of the board of `map` was put under the drawing, or removed if `photo` is ""
opened                       an export on the computer revealed the purses of the game that `command` names
stay                         the log was damaged, and people went on without the `copy` that was offered
forget                       the club's book is to forget the player with this `name`; `id` is that of the wish
===========================  =========================================================================================
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from companion.game import narration, questions
from companion.game.entries import Row, StoreError
from companion.game.lobby import Lobby
from companion.game.permissions import BACK, Ask
from companion.game.steps import LogLine, Practice, Redone, Step, Undone
from companion.game.unconfirmed import unconfirmed
from companion.rules import commands, engine, events
from companion.rules.model import Game, Message

# The kinds of rows whose `events` hold the lobby.
LOBBY = ("join", "lobby", "seat", "new")
# All kinds of rows.
KINDS = {
    *LOBBY,
    *("start", "act", "for_another", "as_played", "chance", "purse", "takeback", "ask", "consent", "opened", "stay"),
    *("practice", "tray", "clock", "pause", "photo", "forget"),
}
# The log names who did one of these, whoever's turn it was.
SIGNED = (*commands.CORRECTIONS, commands.Cocked, commands.SetTurn, commands.Stop)
# Requests about turns that are over anyway.
OLD = tuple(kind.__struct_config__.tag for kind in commands.OF_THE_PAST)


class Inconsistent(StoreError):
    """A row that cannot follow the rows before it: the log is damaged, or the program has a bug."""

    def __init__(self, row: Row) -> None:
        super().__init__(
            f"Row {row.row} of the log, in game {row.game}, makes no sense to this version of the companion: the file"
            " is damaged, or the program has a fault. Start the table once, which checks the file; if that does not"
            " help, go back to the version before with companion update --back. Nothing was changed."
        )


class History:
    """The rows of one game, folded one by one. Access only with the table's lock.

    `seating`: the last row that changed who holds which seat
    `undone`: the last row if it was a take-back, with what people put back; `redone`: what was redone last
    `sheet_closed`: an accepted sheet was taken back, and the one before it is not shown again
    `header`: that of an imported game's record, otherwise empty
    `practice`: the latest practice roll
    `moved`: the seats that moved to another phone, by the phone that lost them
    `spent`: the seconds that each seat has used, if the table plays with the clock; `paused`: whether it is stopped
    `changes`: the rows that changed the game, take-backs included, the oldest first
    `rejected`: the row that last rejected a request, the request, and the seat that did so, unless it was withdrawn
    `redoable`: the acts that were undone since anything else was done, in the order in which they are redone
    """

    def __init__(self, number: int, lobby: Lobby, rows: Iterable[Row] = ()) -> None:
        """Fold the stored rows of a game. Raises Inconsistent."""
        self.number = number
        self.lobby = lobby
        self.seating = 0
        self.steps: list[Step] = []
        self.said: list[LogLine] = []
        self.asks: dict[int, Ask] = {}
        self.answered: dict[tuple[str, int], commands.Answer] = {}
        self.undone: Undone | None = None
        self.redone: Redone | None = None
        self.sheet_closed = False
        self.header: dict[str, Any] = {}
        self.practice: Practice | None = None
        self.changes: list[int] = []
        self.rejected: tuple[int, Ask, int] | None = None
        self.redoable: list[Step] = []
        self.moved: dict[str, set[int]] = {}
        self.spent: Counter[int] = Counter()
        self.paused = False
        for row in rows:
            try:
                self.add(row)
            except Exception as fault:
                raise Inconsistent(row) from fault

    @property
    def game(self) -> Game | None:
        """The current game, None in the lobby."""
        return self.steps[-1].after if self.steps else None

    @property
    def unconfirmed(self) -> dict[str, int]:
        """The regions whose counts nobody has laid out, with those counts."""
        return self.steps[-1].unconfirmed if self.steps else {}

    @property
    def left(self) -> frozenset[int]:
        """The seats whose players have left the game."""
        game = self.game
        return frozenset(number for number, seat in enumerate(game.seats) if seat.left) if game else frozenset()

    @property
    def thinking(self) -> int | None:
        """The seat whose clock runs, None if none does: while troops are withdrawn it is nobody's turn."""
        game = self.game
        if game is None or game.over or not self.lobby.clock or self.paused or game.turn.stage == "withdraw":
            return None
        return game.turn.seat

    def name(self, seat: int | None) -> str:
        """The name at a seat, "" for none."""
        places = self.lobby.places
        return places[seat].name if seat is not None and seat < len(places) else ""

    def step(self, row: int) -> Step | None:
        """The step that a take-back names by its row."""
        return next((step for step in self._since(row)[:1] if step.row == row and self._goes_back(step)), None)

    def _since(self, row: int) -> list[Step]:
        """The steps from a row on."""
        return self.steps[bisect_left(self.steps, row, key=lambda step: step.row) :]

    def last_act(self) -> Step | None:
        """The act that would be taken back next."""
        acts = (step for step in reversed(self.steps) if not step.by_itself)
        return next((step for step in acts if self._goes_back(step)), None)

    def _goes_back(self, step: Step) -> bool:
        """Whether it can be taken back: what follows by itself only with the act before it, and nothing before an
        imported game."""
        return not step.by_itself and (step.kind != "start" or not self.header)

    def just_rolled(self) -> Step | None:
        """The latest roll, if nobody has done anything since; the app goes on at once, whether it counts or not."""
        for step in reversed(self.steps):
            if step.by_app:
                continue
            if not isinstance(step.command, commands.Answer):
                return None
            if any(isinstance(event, events.Rolled) for event in step.events):
                return step
        return None

    def free(self, row: int, seats: Collection[int]) -> bool:
        """Whether whoever holds these seats may undo everything back to a row without approval."""
        asked = self.asked_for(row)
        return asked is not None and asked <= set(seats)

    def asked_for(self, row: int) -> set[int] | None:
        """The seats whose acts may only be undone by themselves, back to a row; None where others approve in any case.

        Players undo their own acts, even after their turn, until somebody else has acted or chance has revealed
        something; another player's acts need that player's approval. Pieces just tapped in are free for everybody,
        since they are face up on the table anyway. So is the beginning, until somebody has done something.
        """
        steps = self._since(row)
        if steps and isinstance(steps[0].command, commands.OF_THE_PAST):
            # It was approved by somebody.
            return None
        if steps and steps[0].kind == "start":
            return set() if all(step.by_itself or step.dealt for step in steps[1:]) else None
        if all(step.dealt for step in steps):
            return set()
        return None if any(step.lasting for step in steps) else self.undoes(row)

    def undoes(self, row: int) -> set[int]:
        """The seats whose acts are undone with everything back to a row: those whose phones entered them."""
        steps = self._since(row)
        return {
            step.entered_by
            for step in steps
            if step.entered_by is not None and not step.drawn and (step is steps[0] or not step.outlasts(steps[0]))
        }

    def known(self, occasion: str, until: int | None = None) -> commands.Answer | None:
        """What chance answered when this occasion came up and was taken back; rows from `until` on are ignored."""
        return self.answered.get(self._meeting(occasion, until))

    def _meeting(self, occasion: str, until: int | None = None) -> tuple[str, int]:
        """An occasion, and how often it came up before in rows that were not taken back.

        It comes up again only when people set the turn back: then chance answers afresh.
        """
        times = sum(
            isinstance(step.command, commands.Answer) and step.command.occasion == occasion
            for step in self.steps
            if until is None or step.row < until
        )
        return occasion, times

    def words(self, row: int) -> Message:
        """What the log says of a row."""
        at = bisect_left(self.said, row, key=lambda said: said.row)
        return next((said.message for said in self.said[at : at + 1] if said.row == row), Message("log.begin"))

    def add(self, row: Row, reached: Game | None = None) -> None:
        """Fold one more stored row; its events are applied, unless deciding has `reached` the game after it."""
        match row.kind:
            case "join" | "lobby" | "seat" | "new":
                self._settle(row)
            case "takeback":
                self.changes.append(row.row)
                self._take_back(row)
            case "ask":
                self._ask(row)
            case "consent":
                self._consent(row)
            case "clock" if row.seat is not None:
                # Tenths, so that the sum does not depend on rounding.
                self.spent[row.seat] += row.command["tenths"]
            case "pause":
                self.paused = row.command["on"]
                key = "log.pause" if self.paused else "log.goes_on"
                self.said.append(LogLine(row.row, Message(key, {"name": self.name(row.seat)})))
            case "practice":
                self.practice = Practice(row.row, row.command["pips"], row.command["source"])
            case "tray":
                what = {"name": self.name(row.entered_by), "pips": row.command.get("pips", 0)}
                self.said.append(LogLine(row.row, Message(f"log.tray.{row.command['what']}", what)))
            case "photo":
                key = "log.photo" if row.command["photo"] else "log.photo_gone"
                self.said.append(LogLine(row.row, Message(key, {"name": self.name(row.entered_by)})))
            case "stay":
                self.said.append(LogLine(row.row, Message("log.stay")))
            case "forget":
                said = {"name": self.name(row.seat), "who": row.command["name"]}
                self.said.append(LogLine(row.row, Message("log.forget", said)))
            case "opened":
                game = row.command["game"]
                key = "log.opened" if game == self.number else "log.opened_other"
                self.said.append(LogLine(row.row, Message(key, {"game": game})))
            case _:
                self.changes.append(row.row)
                self._happen(row, reached)

    def _settle(self, row: Row) -> None:
        places = self.lobby.places
        self.lobby = msgspec.json.decode(row.events, type=tuple[Lobby])[0]
        if [place.phone for place in places] != [place.phone for place in self.lobby.places]:
            self.seating = row.row
            if row.kind != "seat":
                # Seats have other numbers now: requests for a seat must be made again.
                self.asks, self.moved = {}, {}
        self.header = row.command.get("header", self.header)
        held = {(place.phone, seat) for seat, place in enumerate(self.lobby.places)}
        self.asks = {number: ask for number, ask in self.asks.items() if (ask.command.get("phone"), ask.by) not in held}
        if row.kind == "lobby" and row.seat is not None and self.steps:
            what, on = ("book", row.command["book"]) if "book" in row.command else ("advice", row.command["advice"])
            key = f"log.{what}" if on else f"log.{what}.off"
            self.said.append(LogLine(row.row, Message(key, {"name": self.name(row.seat)})))
        if row.kind == "seat" and row.seat is not None:
            self._move(row.seat, places[row.seat].phone, self.lobby.places[row.seat].phone)
        if row.kind == "seat" and self.steps:
            free = row.seat is not None and not places[row.seat].phone
            given_up = row.seat is not None and not self.lobby.places[row.seat].phone
            app = row.seat is not None and bool(self.lobby.places[row.seat].level)
            key = "log.app_seat" if app else "log.given_up" if given_up else "log.seated" if free else "log.seat"
            self.said.append(LogLine(row.row, Message(key, {"name": self.name(row.seat)})))
            if free and row.seat is not None:
                # Whoever had asked for another seat, and then took this one, no longer asks.
                phone = self.lobby.places[row.seat].phone
                self.asks = {number: ask for number, ask in self.asks.items() if ask.command.get("phone") != phone}

    def _move(self, seat: int, before: str, now: str) -> None:
        """Move a seat from phone to phone, "" for none. Of the phones that asked for it, only this one may have it."""
        if now:
            self.asks = {number: ask for number, ask in self.asks.items() if ask.what != "seat" or ask.by != seat}
            self.moved.get(now, set()).discard(seat)
        if before and now:
            self.moved.setdefault(before, set()).add(seat)

    def _happen(self, row: Row, reached: Game | None) -> None:
        # Playing on ends the break.
        self.paused = False
        if row.kind == "start":
            self.spent.clear()
        command = commands.decode(row.command) if row.command else None
        if isinstance(command, commands.Answer):
            self.answered[self._meeting(command.occasion)] = command
        elif isinstance(command, commands.Cocked):
            self.answered.pop(self._meeting(command.occasion), None)
        if row.kind == "start" and self.lobby.dealing == "table":
            # Before an earlier beginning was taken back, the pieces may have been shuffled differently.
            self.answered = {}
        step = self._step(row.row, row, command, events.decode(row.events), reached)
        self.steps.append(step)
        if not step.drawn:
            again = self.redoable[:1] if self.redoable and self.redoable[0].command == command else []
            if again and step.before is not None:
                self.redone = self._redone(row.row, step.before)
            self.redoable = self.redoable[1:] if again else []
        if step.scored is not None:
            self.sheet_closed = False
        # After a cocked die is taken back, people still need to know what was there before.
        stays = isinstance(command, commands.Cocked)
        self.undone = msgspec.structs.replace(self.undone, row=row.row) if self.undone and stays else None
        say = Message("log.begin")
        if row.kind == "purse":
            say = Message("log.counted", {"name": self.name(row.seat)})
        elif command is not None and step.before is not None:
            say = narration.headline(step.before, command, step.events)
        mark = "mark.as_played" if row.kind == "as_played" else ""
        signed = isinstance(command, SIGNED) and row.kind != "purse"
        entered_by = row.entered_by if signed or row.entered_by != row.seat else None
        self.said.append(LogLine(row.row, say, entered_by, mark, step.sheet))
        if any(isinstance(event, events.TurnBegan | events.GameEnded) for event in step.events):
            # What was played in a turn that is over is no longer asked.
            self.asks = {number: ask for number, ask in self.asks.items() if _outlasts(ask)}

    def _redone(self, row: int, before: Game) -> Redone:
        """What was redone with a row: alone after an undo, with the rows before it if they were redone too."""
        if self.undone is not None:
            return Redone((row,), self.undone.now)
        return Redone((*self.redone.rows, row), self.redone.now) if self.redone else Redone((row,), before)

    def _step(
        self,
        number: int,
        row: Row,
        command: commands.Command | None,
        new_events: tuple[events.Event, ...],
        reached: Game | None = None,
    ) -> Step:
        before = self.game
        after = reached or engine.fold(new_events, before)
        places, app = self.lobby.places, row.kind == "act" and row.entered_by is None
        by_app = app and row.seat is not None and row.seat < len(places) and bool(places[row.seat].level)
        open_counts = unconfirmed(self.unconfirmed, before, command, after)
        return Step(number, row.kind, row.seat, row.entered_by, command, new_events, before, after, by_app, open_counts)

    def _take_back(self, row: Row) -> None:
        returns_to, cocked = row.returns_to or 0, row.command.get("cocked", False)
        what = self.words(returns_to)
        first = next(number for number, step in enumerate(self.steps) if step.row >= returns_to)
        named = self.steps[first]
        if isinstance(named.command, commands.Answer) and not named.drawn:
            # People tapped this in and now say that it was wrong: ask again what came up.
            self.answered.pop(self._meeting(named.command.occasion, returns_to), None)
        self.sheet_closed = self.sheet_closed or any(step.scored is not None for step in self.steps[first:])
        gone = {step.row for step in self.steps[first:]} - {act["row"] for act in row.command["kept"]}
        undone = [step for step in self.steps[first:] if step.row in gone]
        people = [step for step in undone if not step.by_itself]
        if cocked or any(step.command is None or isinstance(step.command, commands.Answer) for step in people):
            self.redoable = []
        else:
            self.redoable = people + self.redoable
        found = self.steps[-1].after
        del self.steps[first:]
        for said in self.said:
            if said.row in gone:
                said.mark = "mark.cocked" if cocked and said.row == returns_to else "mark.taken_back"
        remaining = events.decode(row.events)
        for act in row.command["kept"]:
            here, remaining = remaining[: act["events"]], remaining[act["events"] :]
            origin = msgspec.structs.replace(row, kind=act["kind"], seat=act["seat"], entered_by=act["entered_by"])
            self.steps.append(self._step(act["row"], origin, commands.decode(act["command"]), here))
        self.undone = self._put_back(row, undone, found, cocked) if self.game else None
        if not cocked:
            # Whoever undoes the own act has the name in its words.
            key = "log.takeback.own" if named.seat == row.entered_by else "log.takeback"
            self.said.append(LogLine(row.row, Message(key, {"name": self.name(row.entered_by), "what": what})))
        self.asks = {
            number: ask for number, ask in self.asks.items() if ask.what not in BACK or ask.command["row"] not in gone
        }
        if self.game is None:
            self.asks = {number: ask for number, ask in self.asks.items() if ask.what == "seat"}

    def _put_back(self, row: Row, undone: list[Step], found: Game, cocked: bool) -> Undone:
        """What people put back after an undo that `found` the game so.

        Who undoes several acts in a row may not have moved a piece in between, so all of them are put back from where
        the first undo found the pieces. A correction moved none: what it said to be on the table was not. A `cocked`
        die did, though nobody tapped it.
        """
        acts = [step for step in undone if not isinstance(step.command, commands.CORRECTIONS)]
        paid = tuple(event for step in acts for event in step.events if isinstance(event, events.CoinsMoved))
        now = found if cocked or any(not step.by_itself for step in acts) else self.steps[-1].after
        scored = tuple(step.sheet for step in reversed(acts) if step.sheet)
        earlier = self.undone
        if earlier is None:
            return Undone(row.row, now, paid, scored, row.seat)
        return Undone(row.row, earlier.now, paid + earlier.paid, earlier.scored + scored, row.seat)

    def _ask(self, row: Row) -> None:
        for number in row.command.get("instead", ()):
            self.asks.pop(number, None)
        seat = row.seat or 0
        say = questions.question(row, self.steps, self.name, self.words)
        kept = questions.statement(say)
        self.asks[row.row] = Ask(row.row, seat, row.command["what"], row.command, say, kept=kept)

    def _consent(self, row: Row) -> None:
        if row.command.get("more"):
            # One of several who have to approve has done so.
            waits = self.asks[row.command["ask"]]
            self.asks[waits.number] = msgspec.structs.replace(waits, agreed=(*waits.agreed, row.seat or 0))
            return
        ask = self.asks.pop(row.command["ask"], None)
        if ask is None or not self.steps:
            return
        key = "log.yes" if row.command["yes"] else "log.no"
        places = self.lobby.places
        if row.seat is not None and not row.command["yes"] and places[row.seat].phone != places[ask.by].phone:
            self.rejected = row.row, ask, row.seat
        # Of a seat that is asked for, `by` is its player, who does not cancel anything.
        if row.seat == ask.by and ask.what != "seat" and not row.command["yes"]:
            key = "log.no.own"
        if row.seat is not None:
            self.said.append(
                LogLine(row.row, Message(key, {"name": self.name(row.seat), "what": ask.kept or ask.message}))
            )
        elif ask.what != "seat":
            # The table's button approved it. Who gets a seat is said by the row that hands it over.
            self.said.append(LogLine(row.row, Message(f"{key}.button", {"what": ask.kept or ask.message})))


def _outlasts(ask: Ask) -> bool:
    """Whether a request stays open when a turn is over, because it is not about that turn."""
    if ask.what == "act":
        return ask.command["command"]["type"] in OLD
    return ask.what not in ("cocked", "pause")
