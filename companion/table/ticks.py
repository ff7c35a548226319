"""What hands have done of the steps of the last few acts, as anybody at the table ticks it off, and what is left.

It is no part of the game: it is in no log, and a restart forgets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.game.app_turn import app_turn
from companion.game.history import History
from companion.game.last_act import COINS, HandStep, LastAct, Left, LeftStep, by_place, last_act
from companion.game.moves import differs
from companion.game.permissions import Changed
from companion.game.steps import Step
from companion.language import text
from companion.rules import commands
from companion.rules.model import Message

# The number and the seat of a turn.
Turn = tuple[int, int]
# So many acts can be ticked off, the newest ones: those of a long turn, which is as many as anybody still thinks of.
ACTS = 16
# What an undo says of a region and of a hand, what puts something in a region, and what is about all that is in it.
LIES, HAND = "back.lies", "back.hand"
PUTS = ("do.map", "do.place", "do.put", "do.move", "do.shift")
WHOLE = (LIES, "do.swap")
# Where the conquests are over with these, hands may still be at what came just before.
UNHURRIED = (commands.Finish, commands.Place, commands.Withdraw, commands.PutBack)
# What lays out the rest and ends the turn.
ENDS = (commands.Redeploy, commands.EndTurn)
# What corrects regions alone: another correction may have put right what was to be done beside the map.
OF_THE_MAP = (commands.SetRegion, commands.Recount)
# Whoever has ticked nothing for so many rounds does not tick.
ROUNDS = 1


class Ticked(Struct):
    """An act: its steps, what of them is done, whose hands they are, and the turn in which it was the last one.

    `over` is what fits the board no more.
    """

    steps: list[HandStep]
    done: list[Message]
    over: list[Message]
    seat: int | None
    turn: Turn


class Ticks:
    """The last few acts by row, each as it was when it was the last one. Access only with the table's lock."""

    def __init__(self) -> None:
        self._acts: dict[int, Ticked] = {}
        self._followed: tuple[History, int] | None = None
        # The act that was done last, by its row, and with it the app's turn that goes on.
        self._last: int | None = None
        self._current: frozenset[int] = frozenset()
        self._turn: Turn | None = None
        # The turns up to that one.
        self._turns: list[Turn] = []
        # The last act before each player's latest turn, by its row.
        self._since: dict[int, int] = {}
        # The regions in which hands have done all that a turn's end proposes, by its row; kept longer than its steps.
        self._laid: dict[int, frozenset[str]] = {}
        # The undos, by row, whose pieces are still to be put back, and whether one of them was done last.
        self._backs: list[int] = []
        self._undoing = False
        # The round in which somebody ticked something off last.
        self._ticked: int | None = None

    def shown(self, history: History) -> dict[int, list[list[bool]]]:
        """Whether each text of each step is ticked off, by the row of the act."""
        self.follow(history)
        return {row: [[told in act.done for told in step] for step in act.steps] for row, act in self._acts.items()}

    def left(self, history: History) -> list[Left]:
        """The acts before the last one, the oldest first, with what of them still fits the board.

        An act waits until its turn is over, where people tick until its player has another turn, and what nobody in
        particular does until the round is over; a turn's last act and how its end was laid out count as the next one's.
        """
        self.follow(history)
        if history.game is None:
            return []
        now = _turn(history)
        ticking = self.ticking(history)
        before = max((row for row, act in self._acts.items() if act.steps and row not in self._current), default=0)
        still_at = self._still_at(history, before)
        acts = [
            Left(row, act.seat, list(_units(act)), just=still_at and row == before)
            for row, act in sorted(self._acts.items())
            if row not in self._current and (act.turn == now or (ticking and self._waits(row, act, now)))
        ]
        return [act for act in acts if act.steps]

    def _still_at(self, history: History, before: int) -> bool:
        """Whether hands may still be at an act, by its row, when the last one is done."""
        last = history.steps[-1].command if history.steps else None
        if isinstance(last, commands.CORRECTIONS) and not isinstance(last, OF_THE_MAP):
            return False
        if isinstance(last, UNHURRIED) and history.game and history.game.turn.stage != "conquer":
            return True
        # Whoever places a piece after the conquests ends the turn at once.
        if isinstance(last, ENDS) and any(step.row == before for step in history.steps if _places(step)):
            return True
        told = [told for row in self._current for step in self._acts[row].steps for told in step]
        return all(each.key in COINS for each in told)

    def _waits(self, row: int, act: Ticked, now: Turn) -> bool:
        """Whether an act of another turn is still told: its player has had no turn since, or its round is not over."""
        return act.turn[0] == now[0] if act.seat is None else row > self._since.get(act.seat, 0)

    def ticking(self, history: History) -> bool:
        """Whether people at this table tick off what they have done: somebody has lately."""
        if history.game is None or self._ticked is None:
            return False
        return abs(history.game.turn.number - self._ticked) <= ROUNDS

    def open_counts(self, history: History) -> dict[str, int]:
        """The counts that nobody has laid out, without those that hands have put there as the app proposed."""
        self.follow(history)
        laid: set[str] = set()
        for step in history.steps if self._laid else ():
            if isinstance(step.command, commands.EndTurn):
                laid = {*laid - _proposed(step), *self._laid.get(step.row, ())}
        return {region: count for region, count in history.unconfirmed.items() if region not in laid}

    def tick(self, history: History, row: int, step: int, texts: Sequence[int], done: bool) -> bool:
        """Tick off some texts of a step, or untick them. Returns whether that changed anything. Raises Changed."""
        self.follow(history)
        act = self._acts.get(row)
        if act is None or step >= len(act.steps) or max(texts) >= len(act.steps[step]):
            raise Changed(Message("table.late"))
        named = [act.steps[step][number] for number in texts]
        before = act.done
        act.done = [told for told in before if told not in named] + (named if done else [])
        self._lay(history, row, act)
        if len(act.done) > len(before):
            self._ticked = _turn(history)[0]
        return len(act.done) != len(before)

    def _lay(self, history: History, row: int, act: Ticked) -> None:
        """Take up where hands have done what the end of a turn proposes: its steps there, or all there are."""
        ended = next((step for step in reversed(history.steps) if step.row == row), None)
        if ended is None or not isinstance(ended.command, commands.EndTurn):
            return
        done = [step for step in act.steps if all(told in act.done for told in step)]
        places = {place for step in done for place in text.places(step[0])}
        self._laid[row] = frozenset(_proposed(ended) if len(done) == len(act.steps) else places)

    def follow(self, history: History) -> None:
        """Take up what was done last, and forget what was undone or is old."""
        now = history, next(reversed(history.changes), 0)
        if now == self._followed:
            return
        self._followed = now
        app = app_turn(history)
        last = last_act(history, app.first if app else None)
        self._next_turn(history)
        acts = {last.row: (last.seat, last.hands)} if last else {}
        if app:
            acts[app.first] = app.seat, app.todo
        for row, (seat, todo) in acts.items():
            # While an act goes on, as the app's turn does, more is to be done, and what was done stays so.
            known = self._acts.get(row)
            done = [told for told in known.done if told in todo] if known else []
            self._acts[row] = Ticked(by_place(todo), done, [], seat, _turn(history))
        self._current = frozenset(acts)
        if last and last.row != self._last:
            self._last = last.row
            self._overtake(history, last.row, last.seat, last.hands)
        if app:
            # Its turn is one act, and grows.
            self._overtake(history, app.first, app.seat, app.todo)
        self._put_back(history, last)
        stand = {*acts, *self._backs, *(step.row for step in history.steps)}
        newest = sorted(row for row in self._acts if row in stand)[-ACTS:]
        self._acts = {row: self._acts[row] for row in newest}
        self._laid = {row: laid for row, laid in self._laid.items() if row in stand}

    def _next_turn(self, history: History) -> None:
        """Take along into another player's turn the last act of the one before that had something for hands.

        Whoever ends a turn may not have moved its last pieces, or a race in decline, before the next player is quick.
        """
        now = _turn(history) if history.game else None
        if now in self._turns:
            # An undo led back to it.
            del self._turns[self._turns.index(now) + 1 :]
        elif now:
            self._turns.append(now)
            if self._turn:
                self._since[now[1]] = max(self._acts, default=0)
        if self._turn and now and now[1] != self._turn[1]:
            before = self._turn[1], self._turn
            ends = [row for row, act in self._acts.items() if act.steps and (act.seat, act.turn) == before]
            if ends:
                self._acts[max(ends)].turn = now
        self._turn = now

    def _overtake(self, history: History, last: int, seat: int | None, hands: Sequence[Message]) -> None:
        """After an act, by its row, nothing is put where others have moved, and nothing done where people have looked.

        What slow hands have not taken from a region yet lies there still. What others have for the hands of whoever
        acts now comes before that.
        """
        moved = {place for told in hands for place in text.places(told)}
        # Coins are put on a combo that stays where it is.
        named = {text.mentioned(told) for told in hands if told.key not in COINS}
        races = {told.args.get("race") for told in hands}
        # Such a sentence has all that is to be there.
        looked_at = {place for told in hands if told.key == LIES for place in text.places(told)}
        looked_at |= _changed(history, last)
        name = history.game.name(seat) if history.game and seat is not None else None
        for act in (act for row, act in self._acts.items() if row < last):
            for told in (told for step in act.steps for told in step):
                places = set(text.places(told))
                settled = bool(places) and places <= looked_at
                others = act.seat != seat and (name is None or told.args.get("name") != name)
                comes = {told.args["region"]} if told.key.startswith(PUTS) else places if told.key in WHOLE else set()
                # What an undo says is to be somewhere holds until anybody moves there.
                elsewhere = bool(comes & moved) and (others or told.key == LIES)
                # A banner with its badge lies elsewhere now.
                taken = not places and len(text.mentioned(told)) > 1 and text.mentioned(told) in named
                # Nobody has the tokens in hand that an undo says once they have moved.
                gone = told.key.startswith(HAND) and told.args["race"] in races
                if (settled or elsewhere or taken or gone) and told not in act.over:
                    act.over.append(told)

    def _put_back(self, history: History, last: LastAct | None) -> None:
        """What an undo has for hands waits like that of any act; the next undo or redo tells it again."""
        redone = history.redone.rows if history.redone else ()
        if self._undoing and last and (history.undone or last.row in redone):
            self._backs.pop()
        self._undoing = history.undone is not None
        if self._undoing and last:
            self._backs = [*self._backs, last.row][-ACTS:]


def _places(step: Step) -> bool:
    return isinstance(step.command, commands.Place)


def _units(act: Ticked) -> Iterator[LeftStep]:
    """What of an act fits the board: all that is done in a place at once, and what is done beside the map by itself."""
    for number, step in enumerate(act.steps):
        lines = [line for line, told in enumerate(step) if told not in act.over]
        for part in [lines] if text.places(step[0]) else [[line] for line in lines]:
            if part:
                yield LeftStep(number, part, step)


def _changed(history: History, row: int) -> set[str]:
    """The regions that an act has changed which hands had done before: people have looked there."""
    step = next((step for step in reversed(history.steps) if step.row == row), None)
    if step is None or step.before is None or not isinstance(step.command, commands.DONE_BY_HAND):
        return set()
    named = {*text.places(history.words(row))}
    return {region for region in step.after.grounds if differs(step.before, step.after, region)} | named


def _turn(history: History) -> Turn:
    """The turn that is played now."""
    assert history.game is not None  # noqa: S101  Without a game nothing was done.
    return history.game.turn.number, history.game.turn.seat


def _proposed(ended: Step) -> set[str]:
    """The regions whose counts the end of a turn proposes."""
    assert ended.before is not None  # noqa: S101  A turn that ends has begun.
    band = ended.before.turn.band
    return {region for region in ended.unconfirmed if ended.after.grounds[region].band == band}
