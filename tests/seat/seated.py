"""Games in which seats are played, a command at a time."""

from __future__ import annotations

from collections.abc import Container, Iterator
from random import Random

from msgspec.structs import replace

from companion.rules.commands import Command
from companion.rules.engine import chances, decide, evolve, fold, new_game, offers
from companion.rules.model import Game
from companion.seat.player import Plan, next_command
from tests.rules.walker import answer, set_up, walk


def begun(players: int, dice: Random, boxes: tuple[str, ...] = ("base",)) -> Game:
    """A game at its first turn."""
    return fold(new_game(set_up(players, dice, boxes)))


def played(game: Game, level: str, dice: Random, gladly: Container[str] = ()) -> Iterator[tuple[Game, Command]]:
    """Every command of a game that seats of one level play to its end, and the game before it.

    Fails if one is refused, or if a seat does not know what to do. What comes `gladly` is drawn before all else.
    """
    plans: dict[int, Plan | None] = {}
    while not game.over:
        waiting = chances(game)
        if waiting:
            command: Command = answer(waiting[0], dice, gladly)
        else:
            seat = next(seat for seat in range(len(game.seats)) if offers(game, seat))
            found, plans[seat] = next_command(game, seat, level, plans.get(seat))
            assert found is not None, "a seat does not know what to do"
            command = found
        yield game, command
        for event in decide(game, command):
            game = evolve(game, event)


def to_move(dice: Random, boxes: tuple[str, ...] = ("base",), players: int = 2) -> Iterator[tuple[Game, int]]:
    """Positions of a game of random players, each with a seat that has something to do in it."""
    for step in walk(set_up(players, dice, boxes), dice):
        if not step.before.over and not chances(step.before):
            for seat in range(players):
                if offers(step.before, seat):
                    yield step.before, seat


def other_purses(game: Game, seat: int, dice: Random) -> Game:
    """The game with other coins in every purse but one."""
    seats = tuple(
        each if number == seat else replace(each, coins=dice.randrange(60)) for number, each in enumerate(game.seats)
    )
    return replace(game, seats=seats)
