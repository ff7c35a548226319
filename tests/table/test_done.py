"""The turn in few taps: the first conquest readies, Done ends and scores; undo and redo of one's own and of others'."""

import pytest

from companion.game.permissions import Changed, NotYours
from companion.rules.commands import SetRegion
from tests.table.sitting import Sitting


def redo(three: Sitting, phone: str, by: int) -> int:
    """Redo what was undone; returns the row."""
    return int(three.table.redo(phone, next(three.ids), by)["row"])


def lines(three: Sitting) -> list[str]:
    """The log's lines, the newest first."""
    return [line["text"] for line in three.table.queries.log()]


def done(three: Sitting) -> int:
    """Ann's first turn: a race, two conquests, Done. Returns the row of Done."""
    three.do("pick")
    three.do("conquer")
    three.do("conquer")
    return three.do("done")


def test_done_ends_the_turn_in_one_line(three: Sitting) -> None:
    """The conquests end, the tokens in hand are laid out as proposed, the sheet is accepted, and Ben is to play."""
    three.do("pick")
    three.do("conquer")
    before = lines(three)
    three.do("done")
    band = next(iter(three.game.bands.values()))
    assert (three.game.turn.seat, three.game.turn.stage, band.hand) == (1, "begin", 0)
    assert three.state["game"]["sheet"]["accepted"]
    assert lines(three) == ["Ann scores and ends the turn", *before]


def test_everybody_reads_what_the_last_turn_brought(three: Sitting) -> None:
    """The coins of the last sheet stand beside the player, none before the first."""
    done(three)
    assert [seat["income"] for seat in three.state["seats"]] == [three.state["game"]["sheet"]["total"], None, None]


def test_own_done_is_undone_freely(three: Sitting) -> None:
    """Ann undoes her Done herself, as long as nobody else has acted."""
    three.do("pick")
    three.do("conquer")
    before = three.game
    row = three.do("done")
    assert three.state["takeback"]["free"] == [0]
    assert set(three.back("ann", 0, row)) == {"row"}
    assert three.game == before


def test_after_anothers_act_done_needs_their_approval(three: Sitting) -> None:
    """Once Ben has acted, Ann's Done goes back only with his approval, for his act goes with it."""
    row = done(three)
    three.do("pick")
    ask = three.back("ann", 0, row)["ask"]
    assert three.state["asks"][0]["may"] == [1]
    with pytest.raises(NotYours):
        three.say("cid", 2, ask)
    three.say("ben", 1, ask)
    assert (three.game.turn.seat, three.game.turn.stage) == (0, "conquer")


def test_a_watcher_undoes_nothing_unasked(three: Sitting) -> None:
    """Cid's undo of Ann's conquest asks Ann, and only her."""
    three.do("pick")
    row = three.do("conquer")
    assert set(three.back("cid", 2, row)) == {"ask"}
    assert three.state["asks"][0]["may"] == [0]


def test_undone_acts_are_redone_one_by_one(three: Sitting) -> None:
    """Two conquests undone together come back by two redos, in their order; then there is nothing to redo."""
    three.do("pick")
    first = three.do("conquer")
    three.do("conquer")
    after = three.game
    three.back("ann", 0, first)
    redo(three, "ann", 0)
    three.again()
    redo(three, "ann", 0)
    assert three.game == after
    assert three.state["redo"] is None
    with pytest.raises(Changed):
        redo(three, "ann", 0)


def test_done_is_redone(three: Sitting) -> None:
    """Undone and redone, Done leads to the same game."""
    row = done(three)
    after = three.game
    three.back("ann", 0, row)
    redo(three, "ann", 0)
    assert three.game == after


def test_something_else_ends_redo(three: Sitting) -> None:
    """After another act there is nothing to redo."""
    three.do("pick")
    three.back("ann", 0, three.do("conquer"))
    assert three.state["redo"]["may"] == [0]
    three.do("conquer", 1)
    assert three.state["redo"] is None


def test_another_does_not_redo(three: Sitting) -> None:
    """What Ann undid Ben does not redo."""
    three.do("pick")
    three.back("ann", 0, three.do("conquer"))
    with pytest.raises(NotYours):
        redo(three, "ben", 1)


def test_a_correction_of_another_stays_and_needs_nobody(three: Sitting) -> None:
    """Ben corrected a region after Ann's conquest: Ann undoes hers freely, and his correction stays."""
    three.do("pick")
    row = three.do("conquer")
    empty = next(key for key, ground in three.game.grounds.items() if not ground.band and not ground.tribe)
    three.act("ben", 1, SetRegion(empty, tribe=1))
    assert set(three.back("ann", 0, row)) == {"row"}
    assert three.game.grounds[empty].tribe == 1
