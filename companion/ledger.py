"""What the rows of a game's log make together: the lobby, the game as it stands, what waits for a yes, and the words.

Each kind of row has one function here. Rows were accepted when they were stored, so nothing is refused: the same rows
make the same ledger on the day they are stored and whenever the file is opened again.

===========================  =========================================================================================
join, lobby, seat, new       `events` holds the lobby as it is after the row; an imported game begins with `new`, whose
                             `command` holds the header of its record
start                        `events` of the new game
act, for_another, as_played  `command` of the rules and its `events`; `for_another` was entered from a phone that does
                             not hold the seat, `as_played` with another seat's yes
chance                       `command` is the answer, its `events` what came of it; or what a cocked die showed, after
                             the `takeback` that names its roll and says `cocked`
purse                        the owner counted the own coins: `command` and `events` of the difference, maybe none
takeback                     `returns_to` a row; `command` lists what others did since and was kept, and `events` what
                             came of that
ask, consent                 `command` says what for, or whether yes or no; with `more` others' yes is needed as well
practice                     a machine rolled when no roll was due: `command` has its pips and its source
tray                         the dice tray was taught: `what` is face, number, magnets or forget, `pips` the face
clock                        `seat` has used so many `tenths` of a second more, where the table plays with the clock
pause                        the clock stands still, or with `on` false it goes on
photo                        a photo of the board of `map` was laid under the drawing, or with "" taken away: `photo`
opened                       an export on the computer opened the purses of the game that `command` names
===========================  =========================================================================================
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from companion import happened
from companion.consent import Ask, sign
from companion.lobby import Lobby
from companion.receipts import Receipts
from companion.rules import commands, engine, events
from companion.rules.model import Game, Refused, Say
from companion.store import Entry, Row

# The rows whose `events` hold the lobby.
LOBBY = ("join", "lobby", "seat", "new")
# After one of these somebody has seen something, or a purse is closed: no free way back across it.
LASTING = (events.Scored, events.Unveiled, events.GameEnded, events.SeatLeft, events.TurnBegan)
# It matters who did this, also where nobody's turn was played.
SIGNED = (*commands.CORRECTIONS, commands.Cocked, commands.SetTurn, commands.Stop)
# Questions about a row that would be taken back.
BACK = ("takeback", "cocked")
# They ask about turns that are over anyway.
OLD = tuple(kind.__struct_config__.tag for kind in commands.OF_THE_PAST)
# Tapped in by people who may have tapped wrong.
BY_HAND = ("table", "box")


class Step(Struct, frozen=True):
    """A row that stands, or an act that a take-back kept, with the game before and after it.

    `row` is the number it is taken back by. `entered_by` and `seat` as in the log.
    """

    row: int
    kind: str
    seat: int | None
    entered_by: int | None
    command: commands.Command | None
    events: tuple[events.Event, ...]
    before: Game | None
    after: Game

    @property
    def drawn(self) -> bool:
        """Chance answered without anybody's hand: it belongs to the act before it."""
        if isinstance(self.command, commands.Cocked):
            return True
        return isinstance(self.command, commands.Answer) and self.command.source not in BY_HAND

    @property
    def dealt(self) -> bool:
        """A piece that was turned up on the table and tapped in."""
        return isinstance(self.command, commands.Answer) and self.command.source == "table"

    @property
    def lasting(self) -> bool:
        """What cannot be taken back without a yes."""
        return self.kind == "chance" or any(isinstance(event, LASTING) for event in self.events)


class Said(Struct, eq=False):
    """A line of the log that everyone reads. `mark` is a message key, or "".

    `entered_by` is set where it is another seat than the one whose act it is, or where it matters who did it. `sheet`
    is the turn and the seat of a score sheet that was accepted, which can be put right.
    """

    row: int
    say: Say
    entered_by: int | None = None
    mark: str = ""
    sheet: tuple[int, int] | None = None


class Practice(Struct, frozen=True):
    """A roll that counts for nothing: `row` in the log, `pips` 0 to 3, `source` what rolled it."""

    row: int
    pips: int
    source: str


class Ledger:
    """The rows of one game, put together one by one. Only the table's lock lets anybody in.

    `seating` is the last row that changed who holds which seat; `undone` the last
    row if it was a take-back, and the game it took back, for the hands that put the pieces back;
    `sheet_closed`: an accepted sheet was taken back, so the one before it, shut by then, stays shut;
    `header` is that of the record which an imported game came from, else empty; `practice` the last such roll;
    `moved` has the seats that went on to another phone, by the phone that lost them;
    `spent` are the seconds that each seat has used, where the table plays with the clock, and `paused` a break in that;
    `changes` are the rows that changed the game, take-backs included, the oldest first; `receipts` those of its rows.
    """

    def __init__(self, number: int, lobby: Lobby, rows: Iterable[Row] = ()) -> None:
        self.number = number
        self.lobby = lobby
        self.seating = 0
        self.steps: list[Step] = []
        self.said: list[Said] = []
        self.asks: dict[int, Ask] = {}
        self.answered: dict[tuple[str, int], commands.Answer] = {}
        self.requests: dict[str, Row] = {}
        self.undone: tuple[int, Game] | None = None
        self.sheet_closed = False
        self.header: dict[str, Any] = {}
        self.practice: Practice | None = None
        self.changes: list[int] = []
        self.moved: dict[str, set[int]] = {}
        self.spent: Counter[int] = Counter()
        self.paused = False
        self.receipts = Receipts()
        for row in rows:
            self.add(row)

    @property
    def game(self) -> Game | None:
        """The game as it stands, None in the lobby."""
        return self.steps[-1].after if self.steps else None

    @property
    def left(self) -> frozenset[int]:
        """The seats whose players have left the game."""
        game = self.game
        return frozenset(number for number, seat in enumerate(game.seats) if seat.left) if game else frozenset()

    @property
    def thinking(self) -> int | None:
        """The seat whose clock runs, None where none does: nobody's turn is it while troops are withdrawn."""
        game = self.game
        if game is None or game.over or not self.lobby.clock or self.paused or game.turn.stage == "withdraw":
            return None
        return game.turn.seat

    def name(self, seat: int | None) -> str:
        """The name at a seat, "" for none."""
        places = self.lobby.places
        return places[seat].name if seat is not None and seat < len(places) else ""

    def step(self, row: int) -> Step | None:
        """The standing act that a take-back may name by its row."""
        return next((step for step in self.steps if step.row == row and self._goes_back(step)), None)

    def last_act(self) -> Step | None:
        """The act that is taken back next."""
        acts = (step for step in reversed(self.steps) if not step.drawn)
        return next((step for step in acts if self._goes_back(step)), None)

    def _goes_back(self, step: Step) -> bool:
        """What chance drew goes back with the act before it. There is no lobby before a game from a file."""
        return not step.drawn and (step.kind != "start" or not self.header)

    def just_rolled(self) -> Step | None:
        """The roll after which nobody has done anything yet."""
        for step in reversed(self.steps):
            if not isinstance(step.command, commands.Answer):
                return None
            if any(isinstance(event, events.Rolled) for event in step.events):
                return step
        return None

    def free(self, row: int) -> bool:
        """Whether everything back to a row may be taken back without a yes.

        Back to the last thing that chance revealed or the last accepted score sheet. Pieces just tapped in are free
        too, for they lie open on the table anyway. The beginning is free until somebody has done something.
        """
        steps = [step for step in self.steps if step.row >= row]
        if steps and isinstance(steps[0].command, commands.OF_THE_PAST):
            # It was somebody's yes that made it so.
            return False
        if steps and steps[0].kind == "start":
            return all(step.drawn or step.dealt for step in steps[1:])
        return not any(step.lasting for step in steps) or all(step.dealt for step in steps)

    def known(self, occasion: str, until: int | None = None) -> commands.Answer | None:
        """What chance answered when this occasion was met and taken back; rows from `until` on do not stand."""
        return self.answered.get(self._meeting(occasion, until))

    def _meeting(self, occasion: str, until: int | None = None) -> tuple[str, int]:
        """An occasion, and how often it was met before in rows that stand.

        That is more than never only where people set the turn back: then chance answers anew.
        """
        times = sum(
            isinstance(step.command, commands.Answer) and step.command.occasion == occasion
            for step in self.steps
            if until is None or step.row < until
        )
        return occasion, times

    def words(self, row: int) -> Say:
        """What a row says in the log."""
        return next((said.say for said in self.said if said.row == row), Say("log.begin"))

    def add(self, row: Row) -> None:
        """Take up a stored row."""
        if row.request is not None:
            self.requests[row.request] = row
        if row.receipts:
            self.receipts.take(row.row, row.receipts)
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
                # Tenths, so that no sum depends on the order of its parts.
                self.spent[row.seat] += row.command["tenths"]
            case "pause":
                self.paused = row.command["on"]
                key = "log.pause" if self.paused else "log.goes_on"
                self.said.append(Said(row.row, Say(key, {"name": self.name(row.seat)})))
            case "practice":
                self.practice = Practice(row.row, row.command["pips"], row.command["source"])
            case "tray":
                what = {"name": self.name(row.entered_by), "pips": row.command.get("pips", 0)}
                self.said.append(Said(row.row, Say(f"log.tray.{row.command['what']}", what)))
            case "photo":
                key = "log.photo" if row.command["photo"] else "log.photo_gone"
                self.said.append(Said(row.row, Say(key, {"name": self.name(row.entered_by)})))
            case "opened":
                game = row.command["game"]
                key = "log.opened" if game == self.number else "log.opened_other"
                self.said.append(Said(row.row, Say(key, {"game": game})))
            case _:
                self.changes.append(row.row)
                self._happen(row)

    def _settle(self, row: Row) -> None:
        places = self.lobby.places
        self.lobby = msgspec.json.decode(row.events, type=tuple[Lobby])[0]
        if [place.phone for place in places] != [place.phone for place in self.lobby.places]:
            self.seating = row.row
            if row.kind != "seat":
                # Seats have other numbers now: who asked for one asks again.
                self.asks, self.moved = {}, {}
        self.header = row.command.get("header", self.header)
        held = {(place.phone, seat) for seat, place in enumerate(self.lobby.places)}
        self.asks = {
            number: ask for number, ask in self.asks.items() if (ask.command.get("phone"), ask.by) not in held
        }
        if row.kind == "seat" and row.seat is not None:
            self._move(row.seat, places[row.seat].phone, self.lobby.places[row.seat].phone)
        if row.kind == "seat" and self.steps:
            free = row.seat is not None and not places[row.seat].phone
            given_up = row.seat is not None and not self.lobby.places[row.seat].phone
            key = "log.given_up" if given_up else "log.seated" if free else "log.seat"
            self.said.append(Said(row.row, Say(key, {"name": self.name(row.seat)})))
            if free and row.seat is not None:
                # Whoever asked for another seat first, and then took this one, asks no more.
                phone = self.lobby.places[row.seat].phone
                self.asks = {number: ask for number, ask in self.asks.items() if ask.command.get("phone") != phone}

    def _move(self, seat: int, before: str, now: str) -> None:
        """A seat goes from phone to phone, "" for none. Of those that asked for it, one has it and no other."""
        if now:
            self.asks = {number: ask for number, ask in self.asks.items() if ask.what != "seat" or ask.by != seat}
            self.moved.get(now, set()).discard(seat)
        if before and now:
            self.moved.setdefault(before, set()).add(seat)

    def _happen(self, row: Row) -> None:
        # Whoever plays on has ended the break.
        self.paused = False
        if row.kind == "start":
            self.spent.clear()
        command = commands.decode(row.command) if row.command else None
        if isinstance(command, commands.Answer):
            self.answered[self._meeting(command.occasion)] = command
        elif isinstance(command, commands.Cocked):
            self.answered.pop(self._meeting(command.occasion), None)
        if row.kind == "start" and self.lobby.dealing == "table":
            # Before an earlier beginning was taken back, the pieces may have been shuffled otherwise.
            self.answered = {}
        step = self._step(row.row, row, command, events.decode(row.events))
        self.steps.append(step)
        if _scored(step):
            self.sheet_closed = False
        # Where a cocked die goes back, the hands still need to know what lay there before.
        self.undone = (row.row, self.undone[1]) if self.undone and isinstance(command, commands.Cocked) else None
        say = Say("log.begin")
        if row.kind == "purse":
            say = Say("log.counted", {"name": self.name(row.seat)})
        elif command is not None and step.before is not None:
            say = happened.headline(step.before, command, step.events)
        mark = "mark.as_played" if row.kind == "as_played" else ""
        signed = isinstance(command, SIGNED) and row.kind != "purse"
        entered_by = row.entered_by if signed or row.entered_by != row.seat else None
        self.said.append(Said(row.row, say, entered_by, mark, _sheet(step)))
        if any(isinstance(event, events.TurnBegan | events.GameEnded) for event in step.events):
            # What was played in a turn that is over is not asked any more.
            self.asks = {number: ask for number, ask in self.asks.items() if _outlasts(ask)}

    def _step(
        self, number: int, row: Row, command: commands.Command | None, happening: tuple[events.Event, ...]
    ) -> Step:
        before = game = self.game
        for event in happening:
            game = engine.evolve(game, event)
        if game is None:
            raise events.Impossible("a game begins with its set-up")
        return Step(number, row.kind, row.seat, row.entered_by, command, happening, before, game)

    def gone(self, back: Entry) -> tuple[set[int], Game | None]:
        """The rows that a take-back of now undoes, and the game as it was before them, None in the lobby."""
        steps = self.steps[self._first(back.returns_to or 0) :]
        return {step.row for step in steps} - {act["row"] for act in back.command["kept"]}, steps[0].before

    def _first(self, returns_to: int) -> int:
        return next(number for number, step in enumerate(self.steps) if step.row >= returns_to)

    def _take_back(self, row: Row) -> None:
        returns_to, cocked = row.returns_to or 0, row.command.get("cocked", False)
        what = self.words(returns_to)
        first = self._first(returns_to)
        named = self.steps[first]
        if isinstance(named.command, commands.Answer) and not named.drawn:
            # People tapped this in, and now say that it was wrong: what came up is asked again.
            self.answered.pop(self._meeting(named.command.occasion, returns_to), None)
        before = self.game
        self.sheet_closed = self.sheet_closed or any(_scored(step) for step in self.steps[first:])
        gone, _ = self.gone(row)
        del self.steps[first:]
        self.undone = (row.row, before) if before and named.before else None
        for said in self.said:
            if said.row in gone:
                said.mark = "mark.cocked" if cocked and said.row == returns_to else "mark.taken_back"
        happening = events.decode(row.events)
        for act in row.command["kept"]:
            here, happening = happening[: act["events"]], happening[act["events"] :]
            origin = msgspec.structs.replace(row, kind=act["kind"], seat=act["seat"], entered_by=act["entered_by"])
            self.steps.append(self._step(act["row"], origin, commands.decode(act["command"]), here))
        if not cocked:
            self.said.append(Said(row.row, Say("log.takeback", {"name": self.name(row.entered_by), "what": what})))
        self.asks = {
            number: ask for number, ask in self.asks.items() if ask.what not in BACK or ask.command["row"] not in gone
        }
        if self.game is None:
            self.asks = {number: ask for number, ask in self.asks.items() if ask.what == "seat"}

    def _ask(self, row: Row) -> None:
        seat = row.seat or 0
        say = self._question(self.name(seat), row)
        kept = Say("log.set_sheet", say.args) if say.key.startswith("ask.sheet") else None
        self.asks[row.row] = Ask(row.row, seat, row.command["what"], row.command, say, kept=kept)

    def _question(self, name: str, row: Row) -> Say:
        command = row.command
        if command["what"] == "seat":
            return Say("ask.seat", {"name": name, "sign": sign(row.row)})
        if command["what"] == "pause":
            return Say("ask.pause", {"name": name})
        if command["what"] in BACK:
            return Say(f"ask.{command['what']}", {"name": name, "what": self.words(command["row"])})
        act = commands.decode(command["command"])
        match act:
            case commands.Stop():
                return Say("ask.stop", {"name": name})
            case commands.Leave(seat=seat):
                return Say("ask.leave", {"name": name, "who": self.name(seat)})
            case commands.SetTurn(number=number, seat=seat):
                return Say("ask.set_turn", {"name": name, "number": number, "who": self.name(seat)})
            case commands.SetSheet(turn=number, difference=coins):
                key = "ask.sheet.more" if coins > 0 else "ask.sheet.less"
                return Say(key, {"name": name, "number": number, "count": abs(coins), "what": happened.line_of(act)})
            case commands.SetPast() if self.game:
                return Say("ask.past", {"name": name, "what": self._lay_then(self.game, act)})
        game = self.game
        what = Say("log.asked", {"name": name})
        if game is not None:
            # A later version may judge otherwise; only the words would be lost.
            with contextlib.suppress(Refused):
                what = happened.headline(game, act, engine.decide(game, act, as_played=True, blind=True))
        return Say("ask.act", {"name": name, "what": what})

    def _lay_then(self, game: Game, act: commands.SetPast) -> tuple[Say, ...]:
        """What is said to have lain where, at which other turns' ends as well, and whether it lies so today."""
        also = tuple(_titled(game, old) for old in act.sheets if old.seat < len(game.seats))
        said = [happened.headline(game, act, ())]
        said += [Say("past.also", {"what": also})] if also else []
        return (*said, Say("past.today")) if act.today else tuple(said)

    def _consent(self, row: Row) -> None:
        if row.command.get("more"):
            # Of those whose yes is needed one has said it.
            waits = self.asks[row.command["ask"]]
            self.asks[waits.number] = msgspec.structs.replace(waits, agreed=(*waits.agreed, row.seat or 0))
            return
        ask = self.asks.pop(row.command["ask"], None)
        if ask is None or not self.steps:
            return
        key = "log.yes" if row.command["yes"] else "log.no"
        if row.seat is not None:
            self.said.append(Said(row.row, Say(key, {"name": self.name(row.seat), "what": ask.kept or ask.say})))
        elif ask.what != "seat":
            # Nobody's phone said it. Who has a seat now is said by the row that hands it over.
            self.said.append(Said(row.row, Say(f"{key}.button", {"what": ask.kept or ask.say})))


def _sheet(step: Step) -> tuple[int, int] | None:
    """The turn and the seat of a score sheet that a step accepted."""
    scored = next((event.seat for event in step.events if isinstance(event, events.Scored)), None)
    return None if scored is None or step.before is None else (step.before.turn.number, scored)


def _scored(step: Step) -> bool:
    return any(isinstance(event, events.Scored) for event in step.events)


def _titled(game: Game, old: commands.OldSheet) -> Say:
    whose = {"number": old.turn, "name": game.name(old.seat)}
    if not old.regions:
        return Say("past.title", whose)
    return Say("past.title.on", {**whose, "regions": happened.named(old.regions)})


def _outlasts(ask: Ask) -> bool:
    """Whether a question is still asked when a turn is over: not about what was played in it."""
    if ask.what == "act":
        return ask.command["command"]["type"] in OLD
    return ask.what not in ("cocked", "pause")
