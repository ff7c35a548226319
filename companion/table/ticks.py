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

    def shown(self, history: History) -> dict[int, list[list[bool]]]:
        """Whether each text of each step is ticked off, by the row of the act."""
        self._follow(history)
        return {row: [[told in act.done for told in step] for step in act.steps] for row, act in self._acts.items()}

    def tick(self, history: History, row: int, step: int, texts: Sequence[int], done: bool) -> bool:
        """Tick off some texts of a step, or untick them. Returns whether that changed anything. Raises Changed."""
        self._follow(history)
        act = self._acts.get(row)
        if act is None or step >= len(act.steps) or max(texts) >= len(act.steps[step]):
            raise Changed(Message("table.late"))
        named = [act.steps[step][number] for number in texts]
        before = act.done
        act.done = [told for told in before if told not in named] + (named if done else [])
        return len(act.done) != len(before)

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
