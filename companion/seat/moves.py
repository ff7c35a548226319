"""Steps of a game as a seat thinks ahead: what follows from a command, and from an answer of chance."""

from __future__ import annotations

from companion.rules import decisions
from companion.rules.commands import Answer, Choose, Command
from companion.rules.engine import Refused, chances, outcome
from companion.rules.model import Game


def carried_out(game: Game, command: Command) -> Game | None:
    """The game after a command, or None if it is refused."""
    try:
        return outcome(game, command).game
    except Refused:
        return None


def answered(game: Game, value: str) -> Game | None:
    """The game after chance has answered its first question; None if it is not asked, or not answered like this."""
    waiting = chances(game)
    return carried_out(game, Answer(waiting[0].occasion, value)) if waiting else None


def blocked(game: Game) -> bool:
    """Whether nothing goes on before chance or somebody has answered."""
    return game.turn.rolling or game.turn.held_up


def likely(game: Game) -> Command | None:
    """An answer to the first question that is open: a die shows nothing, and of other answers it is the one in the
    middle; a seat takes the first."""
    for asked in () if game.turn.rolling else decisions.due(game):
        if asked.kind == decisions.CHOICE:
            return Choose(decisions.occasion(game, asked), asked.choices[0])
    waiting = chances(game)
    if not waiting:
        return None
    first = waiting[0]
    return Answer(first.occasion, first.choices[0 if first.kind == "roll" else len(first.choices) // 2])
