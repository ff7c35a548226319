"""A turn is searched widely, and that pays."""

from __future__ import annotations

import pytest

from companion.rules.commands import Answer, Choose
from companion.rules.engine import offers
from companion.seat.position import seen
from companion.seat.search import NARROW, Search
from companion.seat.style import STYLES
from tests import chance
from tests.seat.seated import begun, played


@pytest.mark.parametrize("box", ["base", pytest.param("warcraft", marks=pytest.mark.long(name="extras"))])
def test_hard_finds_better_turns(box: str) -> None:
    """Of the turns of a game those that it finds are worth more in all than those of normal, which keeps one position
    at each step and looks at the same worth."""
    gained, dice = 0.0, chance.dice()
    for game, command in played(begun(2, dice, (box,)), "easy", dice):
        if game.turn.stage == "begin" and not isinstance(command, Answer | Choose):
            view = seen(game, game.turn.seat)
            found = offers(view, game.turn.seat)
            hard, normal = (
                Search(game.turn.seat, STYLES[level], game.board).turn(view, found) for level in ("hard", "normal")
            )
            assert hard is not None
            assert normal is not None
            gained += hard.worth - normal.worth
    assert gained > 0


@pytest.mark.parametrize(
    ("box", "players", "wide"), [("base", 2, False), ("warcraft", 2, True), ("warcraft", 3, False)]
)
def test_two_on_islands_are_searched_more_widely(box: str, players: int, wide: bool) -> None:
    """With more players a small computer has no time for it, and on other maps it could not be shown to help."""
    board = begun(players, chance.dice(), (box,)).board
    hard, normal = (Search(0, STYLES[level], board) for level in ("hard", "normal"))
    assert (hard.width > NARROW) == wide
    assert hard.width > normal.width == 1
