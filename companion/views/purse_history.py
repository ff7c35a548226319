"""Where one player's coins came from, turn by turn: for that player's own phone alone.

It is built from the rows that stand, without what was undone, and adds up to the player's coins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from companion.game import narration
from companion.game.steps import Step
from companion.language import text
from companion.rules import commands, engine
from companion.rules.events import CoinsMoved, Event, Scored
from companion.rules.model import Game, Line, Message, SeatSetup
from companion.views import coins, game_view
from companion.views.coins import Coins

Plain = dict[str, Any]
# What people do with real coins at that moment; a correction comes after they have done it.
BY_HAND = ("begin", "scored", "taken", "dropped")


class Entry(Struct, frozen=True):
    """One change of a purse.

    `kind` is begin, scored, taken or dropped, "" for what hands have done long ago. `combos` are those on which coins
    were dropped, and how many; `lines` are a score sheet's; `game` is as it was then.
    """

    game: Game
    message: Message
    amount: int
    kind: str = ""
    lines: tuple[Line, ...] = ()
    combos: tuple[tuple[Message, int], ...] = ()


def entries(steps: Sequence[Step], names: Sequence[str], seat: int) -> list[Entry]:
    """A purse from its beginning on; `names` are those of the seats."""
    found: list[Entry] = []
    for step in steps:
        if step.before is None:
            found.append(Entry(step.after, Message("diary.begin"), step.after.seats[seat].coins, "begin"))
        elif step.before.seats is not step.after.seats:
            # A step that changes no coins keeps the same `seats` object.
            found += _of(step, step.before, names, seat)
    return found


def _of(step: Step, game: Game, names: Sequence[str], seat: int) -> list[Entry]:
    found: list[Entry] = []
    dropped: list[tuple[Message, int]] = []
    sheets = _old_sheets(step.command, seat)
    for event in step.events:
        after = engine.evolve(game, event)
        amount = after.seats[seat].coins - game.seats[seat].coins
        combo = _combo(game, event)
        if amount < 0 and combo:
            dropped.append((combo, -amount))
        elif amount:
            lines = event.lines if isinstance(event, Scored) else ()
            kind = "scored" if lines else "taken" if combo else ""
            say = next(sheets, None) or _why(step, event, combo, names, seat)
            found.append(Entry(game, say, amount, kind, lines))
        game = after
    if dropped:
        paid = sum(count for _, count in dropped)
        found.insert(0, Entry(game, Message("diary.dropped"), -paid, "dropped", combos=tuple(dropped)))
    return found


def _old_sheets(command: commands.Command | None, seat: int) -> Iterator[Message]:
    """What is said of a seat's old sheets that were put right, in the order in which they are paid."""
    match command:
        case commands.SetSheet():
            yield Message("diary.sheet", {"number": command.turn, "what": narration.line_of(command)})
        case commands.SetPast():
            for old in command.sheets:
                if old.coins and old.seat == seat:
                    what = narration.corrected_where(old.regions or tuple(lay.region for lay in command.lays))
                    yield Message("diary.sheet", {"number": old.turn, "what": (what,)})


def _combo(game: Game, event: Event) -> Message | None:
    """The combo on which coins are laid, or from which they come."""
    for place in (event.source, event.target) if isinstance(event, CoinsMoved) else ():
        kind, _, number = place.partition(":")
        if kind == "combo":
            combo = game.column[int(number)]
            return Message("combo", {"race": combo.race, "power": combo.power})
    return None


def _why(step: Step, event: Event, combo: Message | None, names: Sequence[str], seat: int) -> Message:
    if isinstance(event, Scored):
        return Message("diary.scored")
    if combo:
        return Message("diary.taken", {"combo": combo})
    if step.kind == "purse":
        return Message("diary.counted")
    command = step.command
    if isinstance(command, commands.SetCoins):
        by = names[step.entered_by] if step.entered_by is not None else ""
        key = "diary.corrected" + (".note" if command.note else ".why" if command.reason else "")
        return Message(key, {"name": by, "why": Message(f"reason.{command.reason or 'other'}"), "note": command.note})
    if isinstance(event, CoinsMoved):
        gained = event.target == f"seat:{seat}"
        kind, _, number = (event.source if gained else event.target).partition(":")
        if kind == "seat":
            return Message("diary.from" if gained else "diary.to", {"name": names[int(number)]})
    return Message("diary.bank")


def view(found: Sequence[Entry], language: str) -> Plain:
    """The diary for its owner, the newest entry first, each with what the purse came to.

    For those who keep the cardboard coins: `take` from the bank or the combo, `change` at the bank first, and `stash`,
    how it all lies then; each a list of [value, count].
    """
    stash: Coins = {}
    lines: list[Plain] = []
    sum_ = 0
    for entry in found:
        sum_ += entry.amount
        take, change = _hands(stash, entry)
        stash = coins.with_more(stash, take) if entry.amount > 0 else coins.without(stash, -entry.amount)
        told = entry.kind in BY_HAND
        lines.insert(
            0,
            {
                "turn": entry.game.turn.number,
                "text": text.sentence(entry.message, language),
                "amount": entry.amount,
                "sum": sum_,
                "score": game_view.score_sum(entry.lines, language).text,
                "combos": [{"text": text.say(combo, language), "count": count} for combo, count in entry.combos],
                "take": _pairs(take) if told else [],
                "change": _pairs(change) if told else [],
            },
        )
    return {"entries": lines, "stash": _pairs(stash)}


def _hands(stash: Coins, entry: Entry) -> tuple[Coins, Coins]:
    """What to take, and what to change before coins are dropped."""
    if entry.amount < 0:
        return {}, coins.changed(stash, -entry.amount)
    if entry.kind == "taken" or (entry.kind == "begin" and entry.amount == SeatSetup("").coins):
        return {coins.ONE: entry.amount}, {}
    return coins.taken(stash, entry.amount), {}


def _pairs(found: Coins) -> list[tuple[int, int]]:
    return list(found.items())
