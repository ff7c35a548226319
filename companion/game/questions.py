"""What a request asks the others, in words, and what the log says of it once they have answered."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from companion.game import narration, past_turns
from companion.game.entries import Row
from companion.game.permissions import BACK, pairing_code
from companion.game.steps import Step
from companion.rules import commands, engine
from companion.rules.model import Message, Refused


def question(
    row: Row, steps: Sequence[Step], name: Callable[[int | None], str], words: Callable[[int], Message]
) -> Message:
    """What a row of kind `ask` asks after these steps.

    `name` gives the name at a seat, `words` what the log says of a row.
    """
    who, command = name(row.seat or 0), row.command
    if command["what"] == "seat":
        return Message("ask.seat", {"name": who, "sign": pairing_code(row.row, command)})
    if command["what"] == "pause":
        return Message("ask.pause", {"name": who})
    if command["what"] in BACK:
        return Message(f"ask.{command['what']}", {"name": who, "what": words(command["row"])})
    act = commands.decode(command["command"])
    match act:
        case commands.Stop():
            return Message("ask.stop", {"name": who})
        case commands.Leave(seat=seat):
            return Message("ask.leave", {"name": who, "who": name(seat)})
        case commands.SetTurn(number=number, seat=seat):
            whose = name(seat)
            key = "ask.set_turn.own" if whose == who else "ask.set_turn"
            return Message(key, {"name": who, "number": number, "who": whose})
        case commands.SetSheet(turn=number, difference=coins):
            key = "ask.sheet.more" if coins > 0 else "ask.sheet.less"
            return Message(key, {"name": who, "number": number, "count": abs(coins), "what": narration.line_of(act)})
        case commands.SetPast(turn=number, seat=seat) if sheet := past_turns.sheets(steps).get((number, seat)):
            # Its races may have left the game since.
            each = tuple(narration.contents_then(sheet.game, lay) for lay in act.lays)
            today = (Message("past.today"),) if act.today else ()
            return Message("ask.past", {"name": who, "number": number, "whose": name(seat), "what": each + today})
    what = Message("log.asked", {"name": who})
    if steps:
        game = steps[-1].after
        # A later version may judge differently; only the words would be lost.
        with contextlib.suppress(Refused):
            what = narration.headline(game, act, engine.decide(game, act, as_played=True, blind=True))
    return Message("ask.act", {"name": who, "what": what})


def asking(question: Message) -> Message:
    """What whoever asked is told while it waits."""
    # A seat is asked for by a phone that has none.
    if question.key == "ask.seat":
        return question
    return Message(question.key.replace("ask.", "asking.", 1), question.args)


def statement(question: Message) -> Message | None:
    """What is said of a request once it has been answered, where that is not what was asked."""
    if question.key == "ask.act":
        return Message("asked.act", question.args)
    return Message("asked.sheet", question.args) if question.key.startswith("ask.sheet") else None
