"""Positions for the rules' tests: a line of text, and what one asks of it."""

from __future__ import annotations

from functools import cache

import pytest

from companion.boards import maps
from companion.language import text
from companion.rules import notation
from companion.rules.commands import Command, Conquer
from companion.rules.engine import Refused, decide, evolve, offers, quote
from companion.rules.model import Board, Game
from companion.rules.score import sheet


@cache
def board(name: str) -> Board:
    """A printed board, read once."""
    return maps.load(name).board


def table(line: str) -> Game:
    """The game that a position's line describes."""
    return notation.read(line, board(notation.board_of(line)))


def region(number: int) -> str:
    """The id of a region by its number."""
    return f"r{number:02d}"


def bill(game: Game, number: int, way: str = "ordinary") -> str:
    """What conquering a region takes, in the table's own words."""
    return next(
        text.bill(found.bill).text for found in quote(game, game.turn.seat, region(number)).ways if found.key == way
    )


def ways(game: Game, number: int) -> list[str]:
    """The ways in which a region can be conquered, paid for or not."""
    return [way.key for way in quote(game, game.turn.seat, region(number)).ways]


def after(game: Game, *commands: Command) -> Game:
    """The game after some commands, each of which must be allowed."""
    for command in commands:
        for event in decide(game, command):
            game = evolve(game, event)
    return game


def conquer(game: Game, *numbers: int, way: str = "ordinary") -> Game:
    """The game after conquering some regions, one after the other."""
    return after(game, *(Conquer(region(number), way) for number in numbers))


def refusal(game: Game, command: Command) -> str:
    """Why a command is refused, in words; fails when it is allowed."""
    try:
        decide(game, command)
    except Refused as refused:
        return text.say(refused.message)
    raise AssertionError(f"{command} was allowed")


def bent(game: Game, *commands: Command) -> Game:
    """The game after acts entered as they were played, each of which the rules refuse but may be bent."""
    for command in commands:
        with pytest.raises(Refused) as caught:
            decide(game, command)
        assert caught.value.overridable, text.say(caught.value.message)
        for event in decide(game, command, as_played=True):
            game = evolve(game, event)
    return game


def refused(game: Game, command: Command) -> str:
    """Why an act is refused even as played, in words."""
    with pytest.raises(Refused) as caught:
        decide(game, command, as_played=True)
    assert not caught.value.overridable
    return text.say(caught.value.message)


def lies(game: Game, number: int) -> str:
    """What lies on a region, as the notation writes it."""
    for head, rest in notation.parts(notation.write(game)):
        if head == f"{region(number)}:":
            return rest
    return "nothing"


def listed(game: Game, seat: int = 0) -> set[str]:
    """The ids of every single step a seat may do; that the turn is there at once as well is for test_wholeturn.py."""
    return {offer.id for offer in offers(game, seat) if offer.kind not in ("turn", "done")}


def coins(game: Game, seat: int = 0) -> str:
    """A seat's score sheet as the map stands, "regions 2, wizards 1"."""
    return ", ".join(f"{line.key} {line.amount}" for line in sheet(game, seat) if line.amount)
