"""What stands in the log after undos is the game that people see, for all who read the log and not the table."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from companion.rules import engine, events
from companion.rules.commands import SetCoins
from companion.rules.model import Game, Refused
from companion.store.store import ReadOnlyStore
from tests.chance import seed
from tests.record.evenings import play_on, settle
from tests.store.earlier_logs import EARLIER, laid
from tests.table.sitting import NAMES, Sitting, sitting


def read(table: Sitting) -> Game:
    """The game as the log's events have it, which the book, the statistics and SQLite tools read."""
    with closing(ReadOnlyStore(table.folder)) as log:
        told = log.events_of(table.history.number)
        return engine.fold(event for each in told for event in events.decode(each))


def test_of_what_an_undo_kept_the_rest_stands_when_one_is_undone(tmp_path: Path) -> None:
    """Ann undoes her conquest, Ben's two counts stay; Ben undoes the second, and the first still holds."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben", "cid")
        table.do("pick")
        conquest = table.do("conquer")
        table.act("ben", 1, SetCoins(1, 2))
        second = table.act("ben", 1, SetCoins(1, 5))["row"]
        table.back("ann", 0, conquest)
        table.back("ben", 1, second)
        assert [seat.coins for seat in read(table).seats] == [5, 7, 5]


def test_what_was_undone_all_the_same_stands_no_more(tmp_path: Path) -> None:
    """Ann undoes her conquest, Ben's count stays; Ben undoes it, then Cid's count comes and goes."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben", "cid")
        table.do("pick")
        conquest = table.do("conquer")
        count = table.act("ben", 1, SetCoins(1, 2))["row"]
        table.back("ann", 0, conquest)
        table.back("ben", 1, count)
        table.back("cid", 2, table.act("cid", 2, SetCoins(2, 3))["row"])
        assert [seat.coins for seat in read(table).seats] == [5, 5, 5]


def counts(table: Sitting, chance: Random) -> None:
    """Somebody counts their coins and finds some more, or some fewer."""
    seat = chance.randrange(len(NAMES[:3]))
    coins = max(table.game.seats[seat].coins + chance.randrange(-3, 4), 0)
    table.table.count_purse(NAMES[seat].lower(), next(table.ids), seat, coins)


def undoes(table: Sitting, chance: Random) -> None:
    """Somebody undoes one of the last acts, and whoever has to approve it does."""
    seat = chance.randrange(len(NAMES[:3]))
    step = chance.choice([step for step in table.history.steps if table.history.step(step.row)][-6:])
    # Nobody goes back to the seats here.
    with suppress(Refused):
        if step.kind != "start":
            settle(table, (seat + 1) % 3, table.back(NAMES[seat].lower(), seat, step.row))


def test_a_log_that_was_told_wrong_is_told_right(tmp_path: Path) -> None:
    """In a log of the version before, which lost such a count, it stands as the table has it."""
    laid(next(path for path in EARLIER if path.name.startswith("m006")), tmp_path)
    with sitting(tmp_path) as table:
        assert read(table) == table.game


@pytest.mark.parametrize("part", range(3))
def test_whatever_is_undone_the_log_has_the_game(tmp_path: Path, part: int) -> None:
    """Players act, count and undo by chance; after each undo the game read from the log is the one on the table."""
    chance = Random(f"{seed()} {part}")
    with sitting(tmp_path, seed=chance.randrange(1000)) as table:
        table.sit(*(name.lower() for name in NAMES[:3]))
        for _ in range(60):
            if not play_on(table, chance):
                break
            for _ in range(chance.randrange(4)):
                counts(table, chance)
            undoes(table, chance)
            assert read(table) == table.game
