"""A seat that is played: whole games, what it looks at, and the plans it carries over."""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from msgspec.structs import replace

from companion.rules.commands import Conquer, UseAbility
from companion.rules.engine import players
from companion.seat.games import kept_out, offered
from companion.seat.player import LEVELS, next_command, think
from tests import chance
from tests.rules.position import after, table
from tests.seat.seated import begun, other_purses, played, to_move

EXPANSIONS = ("base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus")
BOXES = ("base",), EXPANSIONS, ("warcraft",)
AHEAD = "turn 2 Ann conquer | 8: 1 orcs+hill@Ann | hand orcs+hill@Ann 5"


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_comes_to_its_end(level: str) -> None:
    """At every level a seat knows what to do to the last turn, and nothing it does is refused."""
    *_, (last, _) = played(begun(2, chance.dice()), level, chance.dice())
    assert last.turn.number == last.board.turns


@pytest.mark.parametrize("boxes", [EXPANSIONS, ("warcraft",), ("base", "blank_banner", "blank_badge")])
def test_every_box_is_played(boxes: tuple[str, ...]) -> None:
    """It names no race and no power, so it plays those of every box."""
    *_, (last, _) = played(begun(players(boxes)[0], chance.dice(), boxes), "easy", chance.dice())
    assert last.turn.number == last.board.turns


def test_after_the_end_there_is_nothing_to_do() -> None:
    """Purses are revealed by people."""
    game = replace(begun(2, chance.dice()), over=True)
    assert next_command(game, 0, "easy") == (None, None)


def test_it_waits_for_its_turn() -> None:
    """In somebody else's turn it has nothing to do."""
    assert next_command(table(AHEAD), 1, "easy") == (None, None)


def purses_are_not_looked_at(positions: int) -> None:
    """The same moves whatever the others have, with every box in turn."""
    dice = chance.dice()
    looked = 0
    for boxes in cycle(BOXES):
        if looked >= positions:
            break
        for game, seat in islice(to_move(dice, boxes), dice.randrange(25), None, 25):
            level = dice.choice(LEVELS)
            move, _ = next_command(game, seat, level)
            assert next_command(other_purses(game, seat, dice), seat, level)[0] == move
            looked += 1


def test_no_other_purse_is_looked_at() -> None:
    """Secret coins are secret to a seat as well."""
    purses_are_not_looked_at(60)


@pytest.mark.long(name="seat")
def test_no_other_purse_is_looked_at_in_a_thousand_positions() -> None:
    """The same in many more positions."""
    purses_are_not_looked_at(1000)


def test_a_turn_is_thought_out_once() -> None:
    """The plan is carried over from command to command."""
    game = table(AHEAD)
    first = think(game, 0, "normal")
    assert first is not None
    command, rest = next_command(game, 0, "normal", first)
    assert (command, rest and rest.commands) == (first.commands[0], first.commands[1:])


def test_it_thinks_again_when_the_table_is_corrected() -> None:
    """A plan for another position than the one on the table is not carried on."""
    game = table(AHEAD)
    plan = think(game, 0, "normal")
    assert plan is not None
    corrected = table(AHEAD.replace("orcs+hill@Ann 5", "orcs+hill@Ann 1"))
    assert next_command(corrected, 0, "normal", plan) == next_command(corrected, 0, "normal")


def test_it_takes_what_it_can_on_the_last_turn() -> None:
    """Regions are coins, and tokens in hand are none: two for sure, and another one with the die."""
    game = table(AHEAD.replace("turn 2", "turn 10"))
    plan = think(game, 0, "normal")
    assert plan is not None
    assert [command.die for command in plan.commands if isinstance(command, Conquer)] == [False, False, True]


def test_it_makes_peace_with_whom_it_fears() -> None:
    """An action of the redeployment that keeps an enemy off is taken, and taken once."""
    game = table("turn 3 Ann redeploy | 8: 1 giants+diplomat@Ann | 9: 1 giants+diplomat@Ann | 10: 1 elves@Ben")
    plan = think(game, 0, "normal")
    assert plan is not None
    assert plan.commands == (UseAbility("diplomat", "ally", "1"),)
    again = think(after(game, *plan.commands), 0, "normal")
    assert again is not None
    assert not any(isinstance(command, UseAbility) for command in again.commands)


def test_the_die_is_rolled_before_each_conquest() -> None:
    """Where an ability has it: it costs nothing, and may save something."""
    game = table("turn 3 Ann conquer | 8: 1 giants+berserk@Ann | hand giants+berserk@Ann 5")
    plan = think(game, 0, "normal")
    assert plan is not None
    assert plan.commands == (UseAbility("berserk", "roll"),)


def test_it_is_not_offered_in_teams() -> None:
    """It knows nothing of a side that wins together."""
    game = begun(6, chance.dice(), ("base", "teams"))
    assert (offered(game), kept_out(game.boxes, 6)) == (False, "teams")


def test_it_is_not_offered_with_a_player_beside_the_map() -> None:
    """Nor of somebody who wins by another rule than coins."""
    assert kept_out(("base", "necromancer"), 4) == "beside"


def test_it_is_offered_wherever_everybody_plays_alone() -> None:
    """With the base box it is."""
    assert offered(begun(3, chance.dice()))


@pytest.mark.long(name="seat")
@pytest.mark.parametrize("boxes", BOXES)
def test_a_thousand_games_of_a_box_come_to_their_end(boxes: tuple[str, ...]) -> None:
    """None of some million commands is refused."""
    dice = chance.dice()
    for number in range(1000):
        many = players(boxes)[number % len(players(boxes))]
        *_, (last, _) = played(begun(many, dice, boxes), "normal", dice)
        assert last.turn.number == last.board.turns
        print(boxes, number + 1)
