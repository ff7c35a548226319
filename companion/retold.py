"""An old turn's end for the screens: how it lay then, what people say lay there, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion import happened, hindsight, righted, show, text
from companion.hindsight import Accepted, Change, Followed, Follows
from companion.ledger import Step
from companion.rules import commands
from companion.rules.commands import SetPast, SetSheet
from companion.rules.model import Game, Refused, Say

Plain = dict[str, Any]


def view(sheet: Accepted, own: bool, language: str) -> Plain:
    """An old turn's end: what lay on every region then, and for the owner the lines of the sheet."""
    return {
        "row": sheet.row,
        "turn": sheet.turn,
        "seat": sheet.seat,
        "text": _title(sheet, language),
        "regions": show.public(sheet.game, language)["regions"],
        **({"lines": lines(sheet, language)} if own else {}),
    }


def _title(sheet: Accepted, language: str) -> str:
    return text.sentence(Say("past.title", {"number": sheet.turn, "name": sheet.game.name(sheet.seat)}), language)


def region_then(game: Game, region: str, language: str) -> Plain:
    """What may have lain on a region of a table of then, as the map's own corrections have it. Raises Refused."""
    if region not in game.grounds:
        raise Refused(Say("refuse.no_region", {"region": region}))
    return righted.region_view(game, region, language)


def lines(sheet: Accepted, language: str) -> list[Plain]:
    """The lines of a sheet with all that was put right since, for its owner; `key` is None for what is no line."""
    found: dict[str, Plain] = {}
    for line in sheet.lines:
        words = show.score_reason(sheet.game, line, language)
        at = found.setdefault(line.key, {"key": line.key, "text": words, "amount": 0})
        at["amount"] += line.amount
    for number, (command, coins) in enumerate(sheet.corrected):
        if isinstance(command, SetSheet) and command.line in found:
            found[command.line]["amount"] += coins
        elif coins:
            words = text.sentence(why(command), language)
            found[f"corrected-{number}"] = {"key": None, "text": words, "amount": coins}
    return list(found.values())


def why(command: commands.Command) -> Say:
    """For what reason an old sheet was put right."""
    if isinstance(command, SetPast):
        return happened.where_lay(tuple(lay.region for lay in command.lays))
    assert isinstance(command, SetSheet)  # noqa: S101  Nothing else puts one right.
    return Say("past.why", {"what": happened.line_of(command)})


def follows(
    steps: Sequence[Step], command: SetPast, own: Sequence[int], language: str, region: str | None = None
) -> Plain:
    """What would follow from a correction: {"lays", "regions", "clear", "unclear", "today", "own"}.

    `lays` has what changes, in words, and whether it counts as conquered then where that pays; `regions` how it all
    lay, and with a region `correct` what else may have lain there. `clear` and `unclear` list the sheets of those whom
    it concerns, whether or not they differ; where several regions change, what is unclear is so for one `region` each.
    `today` says whether today's board could be put so too. `own` has by how many coins the sheets of seats of this
    phone differ in all: the clear ones, and those that the correction names. Raises Refused, as `hindsight.follows`.
    """
    found = hindsight.follows(steps, command)
    first, then = found.sheets[0].sheet, hindsight.table_then(found)
    coins = dict.fromkeys(own, 0)
    for old in hindsight.counting(found, command.sheets):
        if old.seat in coins:
            coins[old.seat] += old.coins
    return {
        "lays": [_lay(found, change, first.game, language) for change in found.changes],
        "regions": show.public(then, language)["regions"],
        **({"correct": region_then(then, region, language)} if region is not None else {}),
        "clear": [_named(each.sheet, language) for each in found.sheets if _concerned(each, each.sure)],
        "unclear": [
            _named(each.sheet, language, change.region if len(found.changes) > 1 else None)
            for each in found.sheets
            for change in each.perhaps
            if _concerned(each, (change,))
        ],
        "today": hindsight.can_lie(steps[-1].after, found),
        "own": [{"seat": seat, "coins": amount} for seat, amount in coins.items()],
    }


def _concerned(each: Followed, changes: Sequence[Change]) -> bool:
    return any(each.sheet.seat in change.seats for change in changes)


def _lay(found: Follows, change: Change, game: Game, language: str) -> Plain:
    words = text.sentence(happened.lay_then(game, change.lay), language)
    return {"region": change.region, "text": words, "conquered": hindsight.conquest_pays(found, change)}


def _named(sheet: Accepted, language: str, region: str | None = None) -> Plain:
    where = f"{text.sentence(Say('past.region', {'region': region}), language)}: " if region else ""
    title = _title(sheet, language)
    named = {"turn": sheet.turn, "seat": sheet.seat, "text": f"{where}{title}"}
    return {**named, "region": region} if region else named
