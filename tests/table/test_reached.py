"""The game in memory, taken from where deciding has come to, is the one that the stored rows make."""

import random

from companion.game.history import History
from companion.game.lobby import Lobby
from companion.rules.commands import SetCoins, decode
from companion.rules.engine import offers
from tests.bench.former import choose
from tests.table.sitting import Sitting


def of_the_log(one: Sitting) -> History:
    """The history that a restart would read."""
    return History(one.history.number, Lobby(dealing=one.dealing), one.store.rows(one.history.number))


def same(one: Sitting) -> bool:
    """Whether every step in memory is the step of the log, to the last token."""
    return one.history.steps == of_the_log(one).steps


def test_a_game_in_memory_is_the_game_of_its_rows(three: Sitting) -> None:
    """A whole game with everything that is drawn in it, compared after every tenth act."""
    dice = random.Random(1)
    acts = 0
    while not three.game.over:
        if due := three.table.queries.roll_due():
            three.table.die.roll("ann", 0, due)
        elif (command := choose(three.game, dice)) is not None:
            seat = next(seat for seat in range(3) if offers(three.game, seat))
            three.act(("ann", "ben", "cid")[seat], seat, command)
        acts += 1
        if acts % 10 == 0:
            assert same(three)
    assert acts > 50
    assert same(three)


def test_so_it_is_after_undo_redo_a_count_and_a_cocked_die(three: Sitting) -> None:
    """What others did since is kept, and comes after the row that returns."""
    three.turn()
    row = three.do("pick")
    three.act("ann", 0, SetCoins(0, 2))
    assert same(three)
    three.agree(three.back("ann", 0, row)["ask"])
    assert same(three)
    three.table.redo("ben", next(three.ids), 1)
    assert same(three)
    three.table.count_purse("ann", next(three.ids), 0, 3)
    assert same(three)
    three.to_attempt()
    three.table.die.rolled(3, "tray", "tray:0badcafe:1")
    ask = three.act("ben", 1, decode(three.state["cocked"]))["ask"]
    three.act("cid", 2, SetCoins(2, 1))
    three.agree(ask)
    assert same(three)
