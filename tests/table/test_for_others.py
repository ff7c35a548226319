"""What is entered for another player, or as it was played, and who knows what is in a purse."""

from pathlib import Path

import pytest

from companion.game.permissions import NoSeat, NotYours
from companion.rules.commands import Conquer, Place, SetCoins
from companion.rules.model import Refused
from tests.table.sitting import Sitting, sitting
from tests.table.test_takeback import log


def test_an_act_is_entered_for_who_is_in_the_kitchen(three: Sitting) -> None:
    """Ben enters Ann's pick; the log says so, and Ann's purse is not looked at for it."""
    three.act("ann", 0, SetCoins(0, -5))
    three.act("ben", 1, three.offer("pick", 2).command)
    words, by, _ = log(three)[2]
    assert words.startswith("Ann picks")
    assert by == "entered by Ben"
    assert three.game.seats[0].coins == -2


def test_ones_own_phone_knows_what_one_can_pay(three: Sitting) -> None:
    """On Ann's phone a pick that her purse cannot pay is refused, and not listed."""
    three.act("ann", 0, SetCoins(0, -4))
    command = three.offer("pick", 2).command
    with pytest.raises(Refused, match="coins"):
        three.act("ann", 0, command)
    assert [offer["id"] for offer in three.table.queries.mine("ann", 0)] == ["pick:0", "pick:1", "turn:pick"]
    assert len([one for one in three.state["game"]["offers"] if one["kind"] == "pick"]) == 6


def test_anothers_purse_never_refuses(three: Sitting) -> None:
    """Taking more from Ben than he has is accepted from Ann's phone, as played too: a refusal would tell."""
    three.act("ann", 0, SetCoins(1, -50))
    assert three.game.seats[1].coins == -45
    three.act("ann", 0, SetCoins(1, -50), as_played=True)
    assert three.game.seats[1].coins == -95


def test_a_purse_is_its_owners(three: Sitting) -> None:
    """Only the phone that holds a seat sees its coins."""
    assert three.table.queries.purse("ann", 0) == 5
    with pytest.raises(NotYours):
        three.table.queries.purse("ann", 1)
    for phone in (None, "stranger"):
        with pytest.raises(NoSeat):
            three.table.queries.purse(phone, 0)
    with pytest.raises(NotYours):
        three.table.queries.mine("ann", 1)


def test_the_owner_counts(three: Sitting) -> None:
    """A counted purse is set to what is there; a right count leaves a row too, and the log names no amount."""
    three.table.count_purse("ann", "c1", 0, 17)
    assert three.table.queries.purse("ann", 0) == 17
    rows = len(list(three.store.rows(1)))
    three.table.count_purse("ann", "c2", 0, 17)
    assert len(list(three.store.rows(1))) == rows + 1
    assert {words for words, _, _ in log(three)[:2]} == {"Ann counts their coins"}
    with pytest.raises(NotYours):
        three.table.count_purse("ann", "c3", 1, 17)
    three.again()
    assert three.table.queries.purse("ann", 0) == 17


def test_what_the_rules_refuse_is_entered_as_played(three: Sitting) -> None:
    """A refused conquest becomes a question; with another's yes it happens, marked, and counts like any other."""
    three.do("pick")
    inland = next(
        key
        for key, region in three.game.board.regions.items()
        if not region.border and region.terrain not in ("sea", "lake") and not three.game.grounds[key].tribe
    )
    with pytest.raises(Refused) as caught:
        three.act("ann", 0, Conquer(inland))
    assert caught.value.overridable
    said = f"Ann conquers region {int(inland[1:])}"
    for yes in (False, True):
        ask = three.act("ann", 0, Conquer(inland), as_played=True)["ask"]
        assert three.game.grounds[inland].band == 0
        asked, own = three.state["asks"][0]["text"], three.state["asks"][0]["own"]
        assert own == f"You asked to allow this although it is against the rules: {said}"
        assert asked.startswith(f"The app thinks this is against the rules: {said}")
        three.say("ben", 1, ask, yes=yes)
        # What was answered is no question any more.
        if not yes:
            assert three.state["rejected"]["text"].startswith(said)
            assert three.state["rejected"]["text"].endswith(", against the rules")
            assert log(three)[0][0] == three.state["rejected"]["text"] + " – Ben rejects it"
    assert three.game.grounds[inland].band == three.game.turn.band
    assert [attack.region for attack in three.game.turn.attacks] == [inland]
    assert log(three)[0][2] == "as played"
    three.again()
    assert three.game.grounds[inland].band == three.game.turn.band


def test_what_cannot_be_is_not_asked(three: Sitting) -> None:
    """What the pieces do not allow is refused at once, as played or not."""
    with pytest.raises(Refused) as caught:
        three.act("ann", 0, Conquer("r01"), as_played=True)
    assert not caught.value.overridable
    assert three.state["asks"] == []


@pytest.mark.parametrize("regions", [{}, {"r01": 0}], ids=["none", "zero"])
def test_nothing_placed_is_nothing_that_was_played(tmp_path: Path, regions: dict[str, int]) -> None:
    """Asked about and approved, it would use up the Fortress of the turn."""
    with sitting(tmp_path, choose=lambda pieces: "fortified" if "fortified" in pieces else pieces[0]) as table:
        table.sit("ann", "ben")
        for kind in ("pick", "conquer", "finish"):
            table.do(kind)
        with pytest.raises(Refused):
            table.act("ann", 0, Place("fortress", regions), as_played=True)
        assert table.state["asks"] == []
        assert table.offer("place").form


def test_what_is_allowed_needs_no_yes(three: Sitting) -> None:
    """Something the rules allow happens at once, though it was marked as played."""
    assert set(three.act("ann", 0, three.offer("pick").command, as_played=True)) == {"row"}
