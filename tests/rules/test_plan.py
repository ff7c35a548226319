"""The stages of a turn as a plan: what a power that changes it can rely on.

The powers here are made up; each does one thing to the plan.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from companion.rules import notation
from companion.rules.ability import Ability, Owner
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Accept, Conquer, Finish, Redeploy
from companion.rules.events import Event, Used
from companion.rules.model import Game, Stage
from tests.rules.moves import roll
from tests.rules.position import after, region, table

LINE = "turn 2 Ann conquer | 10: 1 humans+hill@Ann | hand humans@Ann 3"


class Twice(Ability):
    """The race conquers a second time before it redeploys."""

    key = "twice"

    def plan(self, owner: Owner, stages: list[Stage]) -> list[Stage]:
        """A second wave after the first."""
        place = stages.index(Stage("conquer", owner.band.id)) + 1
        return [*stages[:place], Stage("conquer", owner.band.id, 1), *stages[place:]]


class Bells(Ability):
    """When the sheet is accepted bells ring by themselves."""

    key = "bells"

    def plan(self, owner: Owner, stages: list[Stage]) -> list[Stage]:
        """Before the others put back what they took in hand."""
        return [*stages[:-1], Stage("bells", waits=False), *stages[-1:]]

    def on_stage(self, owner: Owner, stage: Stage) -> Iterable[Event]:
        """They ring."""
        if stage.kind == "bells":
            yield Used("rung")


def with_power(monkeypatch: pytest.MonkeyPatch, power: Ability, line: str = LINE) -> Game:
    """A position in which Ann's race has a power of nobody's box."""
    monkeypatch.setitem(ABILITIES, power.key, power)
    game = table(line)
    band = replace(game.bands[1], powers=(power.key,))
    return replace(game, bands={**game.bands, 1: band})


def stage(game: Game) -> tuple[str, int]:
    """How far the turn has come."""
    return game.turn.stage, game.turn.cycle


def test_a_second_wave_comes_after_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abilities 5: whoever ends the conquests goes on to the next stage of the plan."""
    game = after(with_power(monkeypatch, Twice()), Finish())
    assert stage(game) == ("conquer", 1)


def test_after_the_second_wave_the_race_redeploys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abilities 5: the plan goes on after the stage that ended, not after one of the same kind."""
    game = after(with_power(monkeypatch, Twice()), Finish(), Finish())
    assert stage(game) == ("redeploy", 0)


def test_the_final_attempt_skips_the_second_wave(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abilities 6: an attempt goes on to the redeployment."""
    line = "turn 2 Ann conquer | 10: 1 humans+hill@Ann | 9: 2 trolls+swamp@Ben | hand humans@Ann 3"
    game = after(with_power(monkeypatch, Twice(), line), Conquer(region(9), die=True))
    assert stage(roll(game, 0)) == ("redeploy", 0)


def test_what_happens_by_itself_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abilities 5: a stage that waits for nobody is over at once."""
    game = after(with_power(monkeypatch, Bells()), Finish(), Redeploy(), Accept())
    assert (game.turn.seat, game.turn.stage) == (1, "begin")


def test_in_a_stage_of_its_own_something_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abilities 5: a turn waits in another stage after it, and its record says what happened."""
    line = "turn 2 Ann score | 10: 1 humans+hill@Ann | 9: 1 trolls+swamp@Ben | 5: 1 trolls@Ben | withdrawn trolls@Ben 1"
    game = after(with_power(monkeypatch, Bells(), line), Accept())
    assert (game.turn.stage, game.turn.used) == ("withdraw", ("rung",))


def test_a_position_says_which_wave_it_is() -> None:
    """Notation: the second time that a race conquers this turn is conquer:2, both ways."""
    game = table(LINE.replace("conquer", "conquer:2"))
    assert (stage(game), notation.write(game).split(" | ")[0]) == (("conquer", 1), "turn 2 Ann conquer:2")
