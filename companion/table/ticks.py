"""What hands have done of the steps of the last few acts, as anybody at the table ticks it off.

It is no part of the game: it is in no log, and a restart forgets it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.game.app_turn import app_turn
from companion.game.history import History
from companion.game.last_act import HandStep, by_place, last_act
from companion.game.permissions import Changed
from companion.game.steps import Step
from companion.language import text
from companion.rules import commands
from companion.rules.model import Message

# So many acts can be ticked off, the newest ones: as many as anybody still thinks of.
ACTS = 8


class Ticked(Struct):
    """An act: its steps, and what of them is done."""

    steps: list[HandStep]
    done: list[Message]


class Ticks:
    """The last few acts by row, each as it was when it was the last one. Access only with the table's lock."""

    def __init__(self) -> None:
        self._acts: dict[int, Ticked] = {}
        self._followed: tuple[History, int] | None = None
        # The regions in which hands have done all that a turn's end proposes, by its row; kept longer than its steps.
        self._laid: dict[int, frozenset[str]] = {}

    def shown(self, history: History) -> dict[int, list[list[bool]]]:
        """Whether each text of each step is ticked off, by the row of the act."""
        self._follow(history)
        return {row: [[told in act.done for told in step] for step in act.steps] for row, act in self._acts.items()}

    def open_counts(self, history: History) -> dict[str, int]:
        """The counts that nobody has laid out, without those that hands have put there as the app proposed."""
        self._follow(history)
        laid: set[str] = set()
        for step in history.steps if self._laid else ():
            if isinstance(step.command, commands.EndTurn):
                laid = {*laid - _proposed(step), *self._laid.get(step.row, ())}
        return {region: count for region, count in history.unconfirmed.items() if region not in laid}

    def tick(self, history: History, row: int, step: int, texts: Sequence[int], done: bool) -> bool:
        """Tick off some texts of a step, or untick them. Returns whether that changed anything. Raises Changed."""
        self._follow(history)
        act = self._acts.get(row)
        if act is None or step >= len(act.steps) or max(texts) >= len(act.steps[step]):
            raise Changed(Message("table.late"))
        named = [act.steps[step][number] for number in texts]
        before = act.done
        act.done = [told for told in before if told not in named] + (named if done else [])
        self._lay(history, row, act)
        return len(act.done) != len(before)

    def _lay(self, history: History, row: int, act: Ticked) -> None:
        """Take up where hands have done what the end of a turn proposes: its steps there, or all there are."""
        ended = next((step for step in reversed(history.steps) if step.row == row), None)
        if ended is None or not isinstance(ended.command, commands.EndTurn):
            return
        done = [step for step in act.steps if all(told in act.done for told in step)]
        places = {place for step in done for place in text.places(step[0])}
        self._laid[row] = frozenset(_proposed(ended) if len(done) == len(act.steps) else places)

    def _follow(self, history: History) -> None:
        """Take up what was done last, and forget what was undone or is old."""
        now = history, next(reversed(history.changes), 0)
        if now == self._followed:
            return
        self._followed = now
        app = app_turn(history)
        last = last_act(history, app.first if app else None)
        hands = {last.row: last.hands} if last else {}
        if app:
            hands[app.first] = app.todo
        for row, todo in hands.items():
            # While an act goes on, as the app's turn does, more is to be done, and what was done stays so.
            known = self._acts.get(row)
            self._acts[row] = Ticked(by_place(todo), [told for told in known.done if told in todo] if known else [])
        stand = {*hands, *(step.row for step in history.steps)}
        newest = sorted(row for row in self._acts if row in stand)[-ACTS:]
        self._acts = {row: self._acts[row] for row in newest}
        self._laid = {row: laid for row, laid in self._laid.items() if row in stand}


def _proposed(ended: Step) -> set[str]:
    """The regions whose counts the end of a turn proposes."""
    assert ended.before is not None  # noqa: S101  A turn that ends has begun.
    band = ended.before.turn.band
    return {region for region in ended.unconfirmed if ended.after.grounds[region].band == band}
