"""Each of the 280 combos of the base box is played: conquests, decline, and the turns after it.

Every power with every second race, and every race with every second power; the other half is a long part.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.rules.boxes.registry import BOXES
from companion.rules.commands import Decline, Pick
from companion.rules.engine import decide, fold, new_game
from companion.rules.model import Combo, Game
from tests.rules import invariants
from tests.rules.walker import choose, played, set_up

RACES = [race.key for race in BOXES["base"].races]
POWERS = [power.key for power in BOXES["base"].powers]
DECLINES_IN = 4
"""The game turn in which the combo goes into decline, if its player did not choose to before."""


def dealt(race: str, power: str, dice: Random) -> Game:
    """A new game of two to five players with one combo at the top of the column."""
    game = fold(new_game(set_up(dice.choice((2, 3, 4, 5)), dice)))
    return replace(
        game,
        column=(Combo(race, power),),
        banners=tuple(key for key in game.banners if key != race),
        badges=tuple(key for key in game.badges if key != power),
    )


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.long(name="walk"))])
@pytest.mark.parametrize("power", POWERS)
def test_a_power_goes_with_every_race(power: str, half: int) -> None:
    """With the 14 races it is picked, played, declined and played on beside; all pieces stay in the box."""
    for race in RACES[(POWERS.index(power) + half) % 2 :: 2]:
        dice = Random(f"{race} {power}")
        game = dealt(race, power, dice)
        first = game.turn.seat
        while len(game.column) < 6 and (command := choose(game, dice)) is not None:
            game = played(game, decide(game, command))
        game = played(game, decide(game, Pick(0)))
        assert game.bands[1].abilities == (race, power)
        while not game.over and game.turn.number <= DECLINES_IN + 2:
            mine = game.turn.seat == first and game.turn.stage == "begin" and not game.turn.mustered
            band = game.active(first)
            if mine and band and band.id == 1 and game.turn.number == DECLINES_IN:
                command = Decline()
            else:
                command = choose(game, dice)
            assert command is not None
            game = played(game, decide(game, command))
            invariants.check_played(game)
        assert 1 not in game.bands or game.bands[1].declined
