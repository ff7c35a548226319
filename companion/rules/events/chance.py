"""Events of the die, and of questions that abilities ask a seat or chance."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.events.event import (
    Event,
)
from companion.rules.model import (
    Decision,
    Game,
)


def _without_question(game: Game, number: int) -> Game:
    asked = tuple(each for each in game.turn.asked if each.number != number)
    return replace(game, turn=replace(game.turn, asked=asked))


class DieCalled(Event, frozen=True, tag="die_called"):
    """An ability asked for the die; the roll is due."""

    ability: str

    def apply(self, game: Game) -> Game:
        """The turn waits for the roll."""
        return replace(game, turn=replace(game.turn, called=self.ability))


class Rolled(Event, frozen=True, tag="rolled"):
    """The reinforcement die showed 0 to 3 pips; `source` is what rolled it, `asked` the question it answers."""

    pips: int
    source: str
    asked: int = 0

    def apply(self, game: Game) -> Game:
        """The pips are kept until a conquest spends them or the stage ends; those for a question are its answer."""
        if self.asked:
            return _without_question(game, self.asked)
        turn = game.turn
        pips = self.pips if turn.called else None
        attempt = replace(turn.attempt, pips=self.pips) if turn.attempt else None
        return replace(game, turn=replace(turn, pips=pips, attempt=attempt, called="", rolls=turn.rolls + 1))


class DieCocked(Event, frozen=True, tag="die_cocked"):
    """The die was cocked and is rolled again; what it showed, 0 to 3 pips, does not count."""

    pips: int
    source: str

    def apply(self, game: Game) -> Game:
        """The same roll is still due."""
        return game


class PipsSpent(Event, frozen=True, tag="pips_spent"):
    """The last roll was used up by a conquest."""

    def apply(self, game: Game) -> Game:
        """The next roll may be asked for."""
        return replace(game, turn=replace(game.turn, pips=None))


class Asked(Event, frozen=True, tag="asked"):
    """An ability asked a seat or chance a question."""

    decision: Decision

    def apply(self, game: Game) -> Game:
        """The question is open, with the next number of this turn."""
        number = game.turn.questions + 1
        asked = (*game.turn.asked, replace(self.decision, number=number))
        return replace(game, turn=replace(game.turn, asked=asked, questions=number))


class Settled(Event, frozen=True, tag="settled"):
    """A question was answered; without an answer it was dropped, because nothing depends on it any more."""

    number: int
    answer: str = ""

    def apply(self, game: Game) -> Game:
        """It is no longer open."""
        return _without_question(game, self.number)
