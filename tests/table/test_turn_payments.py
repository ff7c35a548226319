"""What was paid in the open during a turn stands below its score, and below no other."""

from __future__ import annotations

from pathlib import Path

from companion.game.lobby import Change
from companion.rules.commands import SetRace, SetRegion
from companion.rules.model import Marker
from tests.table.sitting import Sitting

PAID = "Ben takes 1 coin from the bank"


def paid(sitting: Sitting) -> list[str]:
    """What stands below the score sheet that is seen."""
    found: list[str] = sitting.state["game"]["sheet"]["paid"]
    return found


def test_what_comes_as_a_turn_begins_belongs_to_that_turn(tmp_path: Path) -> None:
    """A Pot of Gold pays when its owner's turn begins, in the act that closes the score before it (Leprechauns)."""
    two = Sitting(tmp_path)
    for name, phone in (("Ann", "ann"), ("Ben", "ben")):
        two.table.seats.join(phone, name)
    two.table.seats.change("ann", Change(boxes=("base", "be_not_afraid")))
    two.table.seats.start("ann")
    pots = (Marker("pot", 2),)
    for seat, race, power, region, markers in (
        (0, "elves", "merchant", "r20", ()),
        (1, "leprechauns", "hill", "r05", pots),
    ):
        two.act("ann", 0, SetRace(seat, race, power))
        two.act("ann", 0, SetRegion(region, seat + 1, 2, 0, markers))
    two.do("ready")
    two.do("done")
    assert two.game.turn.seat == 1
    assert paid(two) == []
    for kind in ("ready", "finish", "redeploy", "accept"):
        two.do(kind)
    assert two.game.turn.seat == 0
    assert paid(two) == [PAID]
    two.again()
    assert paid(two) == [PAID]
