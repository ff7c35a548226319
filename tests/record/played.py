"""Records that were written by hand from docs/record.md, and how they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.records.record import Halted, play, read
from companion.rules.model import Band, Game
from tests.rules.position import lies

BY_HAND = Path(__file__).parent / "by_hand"


def text_of(name: str) -> str:
    """The record of this name, as it was written."""
    return (BY_HAND / f"{name}.jsonl").read_text()


def lines(*parts: str | dict[str, Any]) -> str:
    """A file of these lines; a dict is written as JSON."""
    return "\n".join(part if isinstance(part, str) else json.dumps(part) for part in parts)


def end_of(text: str) -> Game:
    """The game after the last command of a record."""
    record = read(text.encode())
    game = record.opening
    for step in play(record):
        game = step.after
    return game


def refusal_of(text: str) -> tuple[int, str]:
    """The line at which a record is refused, and why; fails when it is not."""
    try:
        end_of(text)
    except Halted as halted:
        return halted.line, halted.reason
    raise AssertionError("nothing was refused")


def refusal(text: str) -> str:
    """Why the last line of a record is refused; fails when another one is."""
    number, reason = refusal_of(text)
    assert number == len(text.splitlines())
    return reason


def on_map(game: Game, *numbers: int) -> list[str]:
    """What lies on some regions."""
    return [lies(game, number) for number in numbers]


def coins(game: Game) -> list[int]:
    """Everybody's coins."""
    return [seat.coins for seat in game.seats]


def band(game: Game, race: str) -> Band:
    """The race in play."""
    return next(band for band in game.bands.values() if band.race == race)
