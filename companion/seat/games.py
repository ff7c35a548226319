"""The games in which a seat can be played: those where every player collects coins for themselves."""

from __future__ import annotations

from companion.rules.engine import allies, beside
from companion.rules.model import Game


def kept_out(boxes: tuple[str, ...], seats: int) -> str:
    """Why nobody is played at a table with these boxes, as a key: "teams" or "beside"; "" if a seat can be played.

    The worth of a position is one player's coins. It knows nothing of a side that wins together, nor of a player beside
    the others who wins by another rule.
    """
    if allies(boxes, seats):
        return "teams"
    return "beside" if beside(boxes, 0, seats) else ""


def offered(game: Game) -> bool:
    """Whether a seat of this game can be played."""
    return not kept_out(game.boxes, len(game.seats))
