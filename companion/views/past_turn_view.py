"""The end of an old turn for the screens: the board, what people say was on it, and what follows from that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import corrections, narration, past_turns
from companion.game.past_turns import Accepted
from companion.game.steps import Step
from companion.language import text
from companion.rules.commands import SetPast, SetSheet
from companion.rules.model import Game, Message, Refused
from companion.views import game_view

Plain = dict[str, Any]


def view(sheet: Accepted, own: bool, language: str) -> Plain:
    """The board at the end of an old turn, and for the owner the lines of the sheet."""
    regions = game_view.public(sheet.game, language)["regions"]
    plain = {"row": sheet.row, **_named(sheet, language), "regions": regions}
    return {**plain, "lines": lines(sheet, language)} if own else plain


def region_then(game: Game, region: str, language: str) -> Plain:
    """What may have been on a region then: the same choices as for a correction of the map. Raises Refused."""
    if region not in game.grounds:
        raise Refused(Message("refuse.no_region", {"region": region}))
    return corrections.region_view(game, region, language)


def lines(sheet: Accepted, language: str) -> list[Plain]:
    """The lines of a sheet with every later correction, for its owner; `key` is None for what is no line of it."""
    found: dict[str, Plain] = {}
    for line in sheet.lines:
        words = game_view.score_reason(sheet.game, line, language)
        found.setdefault(line.key, {"key": line.key, "text": words, "amount": 0})["amount"] += line.amount
    for number, (command, coins) in enumerate(sheet.corrected):
        if isinstance(command, SetSheet) and command.line in found:
            found[command.line]["amount"] += coins
        elif coins:
            if isinstance(command, SetSheet):
                why = Message("past.why", {"what": narration.line_of(command)})
            else:
                why = narration.corrected_where(tuple(lay.region for lay in command.lays))
            found[f"corrected-{number}"] = {"key": None, "text": text.sentence(why, language), "amount": coins}
    return list(found.values())


def follows(
    steps: Sequence[Step], command: SetPast, own: Sequence[int], language: str, region: str | None = None
) -> Plain:
    """What would follow from a correction: {"lays", "regions", "clear", "unclear", "today", "own"}.

    `lays` has the changes in words, and whether each counts as conquered in that turn where that pays; `regions` the
    whole board, and with a region `correct` what else may have been there. `clear` and `unclear` list the sheets of
    the players whose pieces change, whether or not they differ; where several regions change, a sheet is listed for
    each `region` in doubt. `today` says whether today's board could be changed too. `own` has the coins of the seats
    of this phone: the clear sheets and those that the correction names. Raises Refused, as past_turns.follows.
    """
    found = past_turns.follows(steps, command)
    first, changes = found[0].sheet, list(found[0].held)
    then, counted = past_turns.board(first, changes), past_turns.counting(found, command.sheets)
    concerned = [
        (sheet, change, sure)
        for sheet, held in found
        for change, sure in held.items()
        if sheet.seat in change.seats(first.game)
    ]
    clear = {sheet.row: _named(sheet, language) for sheet, _, sure in concerned if sure}
    lays = [
        {
            "region": change.region,
            "text": text.sentence(narration.contents_then(first.game, change.lay), language),
            "conquered": past_turns.conquest_pays(found, change),
        }
        for change in changes
    ]
    return {
        "lays": lays,
        "regions": game_view.public(then, language)["regions"],
        **({"correct": region_then(then, region, language)} if region is not None else {}),
        "clear": list(clear.values()),
        "unclear": [
            _named(sheet, language, change.region if len(changes) > 1 else "")
            for sheet, change, sure in concerned
            if not sure
        ],
        "today": past_turns.fits_today(steps[-1].after, found),
        "own": [{"seat": seat, "coins": sum(old.coins for old in counted if old.seat == seat)} for seat in own],
    }


def _named(sheet: Accepted, language: str, region: str = "") -> Plain:
    """A sheet by its turn and its owner, and by the region in doubt."""
    words = text.sentence(Message("past.title", {"number": sheet.turn, "name": sheet.game.name(sheet.seat)}), language)
    named = {"turn": sheet.turn, "seat": sheet.seat, "text": words}
    if region:
        where = text.sentence(Message("past.region", {"region": region}), language)
        whole = text.say(Message("page.named", {"name": where, "said": words}), language)
        named |= {"text": whole, "region": region}
    return named
