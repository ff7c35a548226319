"""Events of the turn: its stages, and its record of what was readied, used, attacked and tried."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.events.event import (
    Event,
)
from companion.rules.model import (
    Attack,
    Attempt,
    Game,
    Turn,
)


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A seat's turn began."""

    number: int
    seat: int

    def apply(self, game: Game) -> Game:
        """Only the score sheet is left of the turn before."""
        return replace(game, turn=Turn(self.number, self.seat))


class StageBegan(Event, frozen=True, tag="stage_began"):
    """The turn reached a new stage, with this band acting (0: none)."""

    stage: str
    band: int
    cycle: int = 0

    def apply(self, game: Game) -> Game:
        """Everything of the stage before is closed."""
        turn = replace(
            game.turn, stage=self.stage, band=self.band, cycle=self.cycle, attempt=None, called="", pips=None
        )
        return replace(game, turn=turn)


class Mustered(Event, frozen=True, tag="mustered"):
    """A band readied its troops."""

    band: int

    def apply(self, game: Game) -> Game:
        """Only once a turn."""
        turn = replace(game.turn, mustered=(*game.turn.mustered, self.band))
        return replace(game, turn=turn)


class Used(Event, frozen=True, tag="used"):
    """Something that may be done once this turn was done."""

    key: str

    def apply(self, game: Game) -> Game:
        """It is in the turn's record."""
        return replace(game, turn=replace(game.turn, used=(*game.turn.used, self.key)))


class AttemptDeclared(Event, frozen=True, tag="attempt_declared"):
    """A region was named for the final attempt; the die is due."""

    attempt: Attempt

    def apply(self, game: Game) -> Game:
        """The turn waits for the roll."""
        return replace(game, turn=replace(game.turn, attempt=self.attempt))


class Attacked(Event, frozen=True, tag="attacked"):
    """A region was conquered, or a final attempt on it failed."""

    attack: Attack

    def apply(self, game: Game) -> Game:
        """It is in the turn's record."""
        turn = replace(game.turn, attacks=(*game.turn.attacks, self.attack), attempt=None)
        return replace(game, turn=turn)


class RecordCorrected(Event, frozen=True, tag="record_corrected"):
    """The turn's record was corrected: its attacks, what was used, who readied, and a roll."""

    attacks: tuple[Attack, ...]
    used: tuple[str, ...]
    mustered: tuple[int, ...]
    pips: int | None = None

    def apply(self, game: Game) -> Game:
        """It replaces the earlier record."""
        turn = replace(game.turn, attacks=self.attacks, used=self.used, mustered=self.mustered, pips=self.pips)
        return replace(game, turn=turn)
