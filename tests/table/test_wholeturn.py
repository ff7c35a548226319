"""A turn that is entered at once at a real table: one row, one way back, and nothing before it is told in full."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.rules.commands import Accept, Conquer, Conquest, PlayTurn, SetBand, SetCoins
from companion.rules.model import Refused
from tests.table.sitting import Sitting


def begun(table: Sitting) -> PlayTurn:
    """The rest of Ann's turn after her pick: the first two conquests that the table lists."""
    if table.game.turn.stage == "begin":
        table.do("pick")
    offer = table.offer("turn")
    assert isinstance(offer.command, PlayTurn)
    told = offer.command
    for _ in range(2):
        draft = table.table.queries.draft("ann", told)
        first = next(each for each in draft["offers"] if each["kind"] == "conquer")["command"]
        told = replace(told, conquests=(*told.conquests, Conquest(first["region"], first["way"])))
    return told


def test_it_is_one_row_and_one_way_back(three: Sitting) -> None:
    """All of it is one line of the log, and freely taken back as one; the file tells the same after a restart."""
    told = begun(three)
    before = three.game
    row = three.act("ann", 0, told)["row"]
    after = three.game
    assert [attack.region for attack in after.turn.attacks] == [each.region for each in told.conquests]
    assert three.state["log"][0]["text"].startswith("Ann’s turn, entered in one go: conquered region ")
    assert three.state["game"]["sheet"]["accepted"] is False
    assert three.state["takeback"] == {"row": row, "text": three.state["takeback"]["text"], "free": [0]}
    three.again()
    assert three.game == after
    assert three.back("ann", 0, row) == {"row": row + 1}
    assert three.game == before


def test_hands_have_done_it(three: Sitting) -> None:
    """The cardboard has all of it already, so nobody is told to move a token."""
    three.act("ann", 0, begun(three))
    assert three.todo == []


def test_its_die_is_no_roll_of_the_table(three: Sitting) -> None:
    """The box's die that was told with the turn is no roll to be shown, or to be rolled again as cocked."""
    three.do("pick")
    three.act("ann", 0, SetBand(three.game.turn.band, hand=1))
    tries = [each for each in three.table.queries.draft("ann", PlayTurn())["offers"] if each["kind"] == "attempt"]
    lost = Conquest(tries[0]["region"], die=True, pips=0)
    three.act("ann", 0, PlayTurn(conquests=(lost,)))
    assert three.state["log"][0]["text"].endswith(f"failed to take region {int(lost.region[1:])} with a roll of 0")
    assert three.state["last_roll"] is None
    assert three.history.just_rolled() is None


def test_a_pick_at_once_turns_up_what_comes_next(three: Sitting) -> None:
    """The companion draws for the column after a turn that began with a pick, and says what to lay out."""
    three.act("ann", 0, PlayTurn(pick=0))
    assert len(three.game.column) == 6
    assert [text.split()[0] for text in three.todo] == ["Move", "Lay"]


def test_anybody_enters_it_for_another(three: Sitting) -> None:
    """Ben enters Ann's turn, and Ann's purse says nothing to him: not in the draft, and not in the refusal."""
    three.act("ann", 0, SetCoins(0, -4))
    dear = PlayTurn(pick=5)
    assert three.table.queries.draft("ben", dear)["refusal"] is None
    assert "costs 5" in three.table.queries.draft("ann", dear)["refusal"]
    three.act("ben", 1, dear)
    assert any(line["by"] == "entered by Ben" for line in three.state["log"])


def test_a_draft_changes_nothing(three: Sitting) -> None:
    """It appends no row and raises no version, and whoever has no seat is told nothing."""
    three.do("pick")
    version, rows = three.hub.version, len([*three.store.rows(1)])
    draft = three.table.queries.draft("ann", PlayTurn())
    assert (three.hub.version, len([*three.store.rows(1)])) == (version, rows)
    assert {offer["kind"] for offer in draft["offers"]} >= {"conquer"}
    with pytest.raises(Refused, match="no_seat"):
        three.table.queries.draft("stranger", PlayTurn())


def test_as_played_needs_a_yes(three: Sitting) -> None:
    """What the rules refuse in the middle is asked of another player, and is one row with its mark."""
    told = begun(three)
    far = next(
        region
        for region in three.game.board.regions
        if not any(offer["region"] == region for offer in three.table.queries.draft("ann", PlayTurn())["offers"])
    )
    bent = replace(told, conquests=(Conquest(far), *told.conquests[:1]))
    with pytest.raises(Refused, match=r"refuse\.conquest"):
        three.act("ann", 0, bent)
    ask = three.act("ann", 0, bent, as_played=True)["ask"]
    assert three.game.turn.stage == "conquer"
    three.say("ben", 1, ask)
    assert three.game.turn.stage == "score"
    assert three.state["log"][0]["text"].startswith("Ann’s turn, entered in one go")
    assert three.state["log"][0]["state"] == "as played"


def test_nothing_half_done(three: Sitting) -> None:
    """A refused turn leaves the game and the file as they were."""
    told = begun(three)
    before, rows = three.game, len([*three.store.rows(1)])
    with pytest.raises(Refused) as refused:
        three.act("ann", 0, replace(told, conquests=(*told.conquests, Conquest(told.conquests[0].region))))
    assert refused.value.message.args["number"] == 3
    assert (three.game, len([*three.store.rows(1)])) == (before, rows)


def test_what_was_meant_for_another_turn(three: Sitting) -> None:
    """A turn that is told while its race has gone on meanwhile is not entered for the next player."""
    told = begun(three)
    for command in (Conquer(told.conquests[0].region), PlayTurn(), Accept()):
        three.act("ann", 0, command)
    with pytest.raises(Refused):
        three.act("ann", 0, told)
