"""The end of an old turn for the screens: the board, what people say was on it, and what follows from that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import corrections, narration, past_turns
from companion.game.past_turns import Accepted
from companion.game.steps import Step
from companion.language import text
from companion.rules import correct, score
from companion.rules.commands import SetPast
from companion.rules.model import Game, Message, Refused
from companion.views import game_view

Plain = dict[str, Any]


def view(sheet: Accepted, own: bool, language: str) -> Plain:
    """The board at the end of an old turn, and for the owner the lines of the sheet."""
    title = Message("past.title", {"number": sheet.turn, "name": sheet.game.name(sheet.seat)})
    named = {"row": sheet.row, "turn": sheet.turn, "seat": sheet.seat, "text": text.sentence(title, language)}
    plain = {**named, "regions": game_view.public(sheet.game, language)["regions"]}
    return {**plain, "lines": lines(sheet, language)} if own else plain


def region_then(game: Game, region: str, language: str) -> Plain:
    """What may have been on a region then: the same choices as for a correction of the map. Raises Refused."""
    if region not in game.grounds:
        raise Refused(Message("refuse.no_region", {"region": region}))
    return corrections.region_view(game, region, language)


def lines(sheet: Accepted, language: str) -> list[Plain]:
    """The lines of a sheet on its board as corrected since, with their coins."""
    return [
        {"text": game_view.score_reason(sheet.game, line, language), "amount": line.amount}
        for line in score.sheet(sheet.game, sheet.seat)
    ]


def follows(
    steps: Sequence[Step], command: SetPast, own: Sequence[int], language: str, region: str | None = None
) -> Plain:
    """What would follow from a correction: {"lays", "regions", "turns", "own"}.

    `lays` has each change, to be sent again, and in words; `regions` the whole board, and with a region `correct` what
    else may have been there. `turns` are the first and the last that are scored again, and `own` has the coins of the
    seats of this phone. Raises Refused, as past_turns.corrected.
    """
    complete, first = past_turns.corrected(steps, command), past_turns.sheets(steps)[past_turns.key(command)].game
    then = correct.with_grounds(first, first.grounds | {lay.region: lay.ground for lay in complete.lays})
    turns = [old.turn for old in complete.sheets]
    return {
        "lays": [
            {"lay": lay, "text": text.sentence(narration.contents_then(first, lay), language)} for lay in complete.lays
        ],
        "regions": game_view.public(then, language)["regions"],
        **({"correct": region_then(then, region, language)} if region is not None else {}),
        "turns": [min(turns), max(turns)],
        "own": [{"seat": seat, "coins": sum(old.coins for old in complete.sheets if old.seat == seat)} for seat in own],
    }
