"""The next command of a seat, and the turn that it was thought out in.

next_command(game, seat, level, plan) -> the command to give now, and the plan to hand in next time
think(game, seat, level)              -> the whole turn from here, as far as chance and other players let it be seen
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.commands import Command
from companion.rules.engine import offers
from companion.rules.model import Game
from companion.seat import habits
from companion.seat.moves import carried_out
from companion.seat.position import Position, position, seen
from companion.seat.search import Search
from companion.seat.style import LEVELS, STYLES, Style

__all__ = ["LEVELS", "Plan", "carry_on", "next_command", "think"]


class Plan(Struct, frozen=True):
    """The commands that a seat means to give one after the other, the next one first.

    `expected` is the position in which that one was thought out. A plan ends where chance or another player has to
    answer, and from there the seat thinks again.
    """

    seat: int
    level: str
    commands: tuple[Command, ...]
    expected: Position


def next_command(game: Game, seat: int, level: str, plan: Plan | None = None) -> tuple[Command | None, Plan | None]:
    """The next command of a seat, with the plan to hand in for the one after it; None if it has nothing to do.

    `level` is one of LEVELS. The same game leads to the same command, whatever is in the other purses. A plan of
    another seat, of another level, or for another position than this one is thought out again. After the end it has
    nothing to do: purses are revealed by people.
    """
    return carry_on(game, seat, level, STYLES[level], plan)


def carry_on(game: Game, seat: int, level: str, style: Style, plan: Plan | None) -> tuple[Command | None, Plan | None]:
    """The same for a level of any style."""
    if plan is None or (plan.seat, plan.level) != (seat, level) or plan.expected != position(game, seat):
        plan = thought_out(game, seat, level, style)
    if plan is None:
        return None, None
    command, *others = plan.commands
    return command, _after(game, plan, tuple(others)) if others else None


def think(game: Game, seat: int, level: str) -> Plan | None:
    """What a seat means to do from here to the end of its turn; None if it has nothing to do."""
    return thought_out(game, seat, level, STYLES[level])


def thought_out(game: Game, seat: int, level: str, style: Style) -> Plan | None:
    """The same for a level of any style."""
    view = seen(game, seat)
    found = () if game.over else offers(view, seat)
    if not found:
        return None
    best = Search(seat, style, view.board).turn(view, found)
    commands = best.commands if best and best.commands else (habits.usual(found),)
    return Plan(seat, level, commands, position(game, seat))


def _after(game: Game, plan: Plan, commands: tuple[Command, ...]) -> Plan | None:
    """The plan once its next command has been given."""
    then = carried_out(seen(game, plan.seat), plan.commands[0])
    if then is None or to_think_again(then, plan.seat):
        return None
    return replace(plan, commands=commands, expected=position(then, plan.seat))


def to_think_again(game: Game, seat: int) -> bool:
    """Whether something may be done here that was not weighed from afar: the die before each conquest, and the actions
    of the redeployment."""
    band = game.bands.get(game.turn.band)
    if game.turn.stage == "conquer" and band is not None:
        return hooks.calls_die(band)
    return game.turn.stage == "redeploy" and any(offer.kind == "act" for offer in offers(game, seat))
