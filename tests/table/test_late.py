"""Taps that come late: done once where nothing has changed, else refused in words, never twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.permissions import Changed
from companion.rules.commands import SetRegion, decode
from companion.table.session import AT_ONCE
from tests.clock import Clock
from tests.table.sitting import Sitting


@pytest.fixture
def clock() -> Clock:
    """A clock in the test's hand."""
    return Clock()


@pytest.fixture
def pair(tmp_path: Path, clock: Clock) -> Iterator[Sitting]:
    """Ann, who is to pick, and Ben, on a phone each."""
    sitting = Sitting(tmp_path, clock=clock)
    sitting.sit("ann", "ben")
    yield sitting
    sitting.store.close()


def corrects(pair: Sitting) -> None:
    """Ben puts right what lies on a region."""
    region = next(key for key, ground in pair.game.grounds.items() if not ground.tribe)
    pair.act("ben", 1, SetRegion(region, tribe=1))


def test_a_late_tap_counts_where_nothing_has_changed(pair: Sitting, clock: Clock) -> None:
    """An hour under way, and nobody has done anything meanwhile: it is done, and sent again it is the same act."""
    pick, seen = pair.offer("pick").command, pair.state["changed"]
    clock.now += 3600
    done = pair.table.act("ann", "tap", 0, pick, seen=seen)
    assert pair.game.turn.stage == "conquer"
    clock.now += 3600
    corrects(pair)
    clock.now += 3600
    assert pair.table.act("ann", "tap", 0, pick, seen=seen) == done
    assert pair.game.active(0) is not None


def test_a_late_tap_on_an_old_picture_does_nothing(pair: Sitting, clock: Clock) -> None:
    """Something else was done while it was under way: the act is refused, whether or not it would still be legal."""
    pick, seen = pair.offer("pick").command, pair.state["changed"]
    corrects(pair)
    clock.now += AT_ONCE + 1
    with pytest.raises(Changed, match="late"):
        pair.table.act("ann", "tap", 0, pick, seen=seen)
    assert pair.game.turn.stage == "begin"
    pair.table.act("ann", "anew", 0, pick, seen=pair.state["changed"])


def test_two_may_act_at_once(pair: Sitting, clock: Clock) -> None:
    """A tap counts for some seconds after another's act of which the phone has not heard yet."""
    pick, seen = pair.offer("pick").command, pair.state["changed"]
    corrects(pair)
    clock.now += AT_ONCE - 1
    pair.table.act("ann", "tap", 0, pick, seen=seen)
    assert pair.game.turn.stage == "conquer"


def test_the_first_thing_that_was_missed_counts(pair: Sitting, clock: Clock) -> None:
    """A phone that has missed much is late also where the last of it has only just been done."""
    pick, seen = pair.offer("pick").command, pair.state["changed"]
    corrects(pair)
    clock.now += AT_ONCE + 1
    corrects(pair)
    with pytest.raises(Changed, match="late"):
        pair.table.act("ann", "tap", 0, pick, seen=seen)


def test_a_restart_makes_nothing_late_and_nothing_new(pair: Sitting, clock: Clock) -> None:
    """After a restart a tap on the last picture counts, and one on an older one does not."""
    pick, old = pair.offer("pick").command, pair.state["changed"]
    corrects(pair)
    seen = pair.state["changed"]
    pair.again()
    with pytest.raises(Changed, match="late"):
        pair.table.act("ann", "old", 0, pick, seen=old)
    pair.table.act("ann", "tap", 0, pick, seen=seen)


def test_a_late_take_back_takes_nothing_else_along(pair: Sitting, clock: Clock) -> None:
    """What Ben has entered for Ann meanwhile does not go back with her late tap; a take-back is a change as well."""
    pair.do("pick")
    row = pair.do("conquer")
    seen = pair.state["changed"]
    pair.act("ben", 1, pair.offer("conquer").command)
    clock.now += AT_ONCE + 1
    with pytest.raises(Changed, match="late"):
        pair.table.take_back("ann", "back", 0, row, seen=seen)
    seen = pair.state["changed"]
    pair.back("ben", 1, pair.state["takeback"]["row"])
    clock.now += AT_ONCE + 1
    with pytest.raises(Changed, match="late"):
        pair.table.take_back("ann", "back", 0, row, seen=seen)
    before = pair.state["game"]["turn"]["hand"]
    pair.table.take_back("ann", "back", 0, row, seen=pair.state["changed"])
    assert pair.state["game"]["turn"]["hand"] > before


def test_a_late_yes_is_asked_again(pair: Sitting, clock: Clock) -> None:
    """A yes to a take-back that would by now take more along does not count."""
    ask = pair.back("ann", 0, pair.do("pick"))["ask"]
    seen = pair.state["changed"]
    pair.do("conquer")
    clock.now += AT_ONCE + 1
    with pytest.raises(Changed, match="late"):
        pair.table.approvals.consent("ben", "yes", 1, ask, True, seen=seen)
    assert len(pair.state["asks"]) == 1


def test_a_roll_sent_twice_is_one_roll(pair: Sitting, clock: Clock) -> None:
    """The same id gets the same pips, also after the die was taken for cocked and its occasion is due again."""
    due = pair.to_attempt()
    seen = pair.state["changed"]
    first = pair.table.die.roll("ann", 0, due, 2, request="roll", seen=seen)
    clock.now += AT_ONCE + 1
    assert pair.table.die.roll("ann", 0, due, 2, request="roll", seen=seen) == first
    pair.say("ben", 1, pair.act("ann", 0, decode(pair.state["cocked"]))["ask"])
    assert pair.table.queries.roll_due() == due
    assert pair.table.die.roll("ann", 0, due, 2, request="roll", seen=seen) == first
    assert pair.table.queries.roll_due() == due
    with pytest.raises(Changed, match="late"):
        pair.table.die.roll("ann", 0, due, 2, request="late", seen=seen)
