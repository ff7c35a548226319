"""A roll of somebody whose turn it is not: asked for and answered by the same path as any other."""

from collections.abc import Iterable, Iterator

import pytest

from companion.records.export import header, written
from companion.records.importer import rows
from companion.records.record import play, read
from companion.rules import hooks
from companion.rules.ability import Owner
from companion.rules.boxes.base.powers import Berserk
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import SetRace, SetRegion, SetTurn, decode
from companion.rules.events import Event
from companion.rules.model import Decision, Message
from tests.table.sitting import Sitting

NEXT = 1


class Dared(Berserk):
    """A power of the tests: at its call the next player rolls."""

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        """The roll is the next seat's."""
        yield self.ask(owner, NEXT, "roll", holds=True)

    def question(self, owner: Owner, decision: Decision) -> Message:
        """Its words."""
        return Message("chance.called", {"ability": self.key})


@pytest.fixture
def dared(three: Sitting, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sitting]:
    """Ann conquers with such a race and has called for Ben's roll."""
    monkeypatch.setitem(ABILITIES, Berserk.key, Dared())
    hooks.asked.COMBOS.clear()
    three.act("ann", 0, SetRace(0, "elves", Berserk.key))
    band = max(three.game.bands)
    three.act("ann", 0, SetRegion("r05", band, 4))
    three.say("ben", 1, three.act("ann", 0, SetTurn(2, 0))["ask"])
    three.do("ready")
    three.do("act")
    yield three
    hooks.asked.COMBOS.clear()


def test_the_due_roll_names_who_rolls(dared: Sitting) -> None:
    """It is Ann's turn and Ben's roll, and everybody reads whose it is."""
    (due,) = dared.state["game"]["chances"]
    assert (dared.game.turn.seat, due["seat"]) == (0, NEXT)
    assert due["text"] == "Berserk: roll the die"


@pytest.mark.parametrize("source", ["tray", "button", "phone", "another phone", "box"])
def test_any_source_answers_it(dared: Sitting, source: str) -> None:
    """Tray, button, Ben's phone, somebody else's, the box's die: the answer is Ben's and leaves Ann's price alone."""
    occasion = dared.table.queries.roll_due()
    assert occasion is not None
    match source:
        case "tray":
            assert dared.table.die.rolled(2, "tray", "tray:0badcafe:1") == "counted"
        case "button":
            assert dared.table.press()
        case "phone":
            dared.table.die.roll("ben", 1, occasion)
        case "another phone":
            dared.table.die.roll("cid", 2, occasion)
        case _:
            dared.table.die.roll("ann", 0, occasion, 3)
    roll = dared.state["last_roll"]
    assert roll["occasion"] == occasion
    assert roll["text"].startswith("Ben rolls ")
    assert dared.table.queries.roll_due() is None
    assert dared.game.turn.pips is None
    assert dared.game.turn.seat == 0


@pytest.mark.parametrize("restart", [False, True])
def test_it_can_be_cocked_and_is_never_made_twice(dared: Sitting, restart: bool) -> None:
    """A cocked die is Ben's again; once answered, taking Ann's act back and doing it again meets Ben's answer."""
    occasion = dared.table.queries.roll_due()
    dared.table.die.rolled(0, "tray", "tray:0badcafe:1")
    dared.say("cid", 2, dared.act("ann", 0, decode(dared.state["cocked"]))["ask"])
    assert dared.table.queries.roll_due() == occasion
    assert "Ben rolls again" in dared.state["log"][0]["text"]
    dared.table.die.rolled(3, "tray", "tray:0badcafe:2")
    dared.say("ben", 1, dared.back("ann", 0, dared.state["takeback"]["row"])["ask"])
    if restart:
        dared.again()
    dared.do("act")
    assert dared.table.queries.roll_due() is None
    assert (dared.state["last_roll"]["pips"], dared.state["last_roll"]["source"]) == (3, "tray")


def test_a_record_keeps_whose_roll_it_was(dared: Sitting) -> None:
    """Written down and laid out again, the game is the same and the roll's row is Ben's."""
    dared.table.die.rolled(1, "tray", "tray:0badcafe:1")
    history = dared.history
    record = read(written(header(history), history.steps).encode())
    steps = list(play(record))
    assert steps[-1].after == dared.game
    rolls = [row for row in rows(record, steps, "companion") if row.kind == "chance" and ".ask" in str(row.command)]
    assert [row.seat for row in rolls] == [NEXT]
