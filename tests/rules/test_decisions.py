"""Questions inside a turn, asked of a player, of chance or of the die, by powers made up for these tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from companion.rules import commands, engine, events, hooks, notation
from companion.rules.ability import Action, Memory, Owner
from companion.rules.boxes.base.powers import Hill
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Accept, Answer, Choose, Leave, Redeploy, UseAbility
from companion.rules.engine import decide, offers
from companion.rules.events import Event, Remembered
from companion.rules.model import Chance, Decision, Game, Message
from tests.rules.moves import band, finish
from tests.rules.position import after, board, refusal, table

LINE = "turn 2 Ann conquer | 4: 1 elves@Ben | 9: 2 orcs+hill@Ann | hand orcs+hill@Ann 2"


class Curious(Hill):
    """A power of the tests: its deeds ask all sorts of questions, and it remembers the answer."""

    memory = (Memory("answer", 0, 9, "count"),)

    def actions(self, owner: Owner) -> Iterable[Action]:
        """One deed for each kind of question, and each of them holding everything up or not."""
        for kind in ("roll", "draw", "choice"):
            for when in ("now", "later"):
                yield Action(kind, when, Message("act.berserk.roll"))

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        """Ask Ben."""
        yield self.ask(owner, 1, act, "r09", () if act == "roll" else ("1", "2"), target == "now")

    def question(self, owner: Owner, decision: Decision) -> Message:
        """Its words."""
        return Message("chance.called", {"ability": self.key})

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        """The words of an answer."""
        return Message("region", {"number": key})

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        """Remember what was answered."""
        assert decision.about == "r09"
        yield Remembered(owner.band.id, f"{self.key}.answer", int(answer))


@pytest.fixture(autouse=True)
def curious(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The made-up power takes the place of one of the box."""
    monkeypatch.setitem(ABILITIES, Hill.key, Curious())
    hooks.asked.COMBOS.clear()
    yield
    hooks.asked.COMBOS.clear()


def asked(kind: str, when: str = "now") -> Game:
    """Ann conquers, and her power has asked Ben."""
    return after(table(LINE), UseAbility("hill", kind, when))


def chances(game: Game) -> list[Chance]:
    """The questions for chance, the column's apart."""
    return [chance for chance in engine.chances(game) if chance.kind != "banner"]


def remembered(game: Game) -> int:
    """The answer that came."""
    return band(game, "orcs").memo.get("hill.answer", 0)


def test_a_choice_is_the_other_seats() -> None:
    """Each answer is an offer of the seat that is asked; the one whose turn it is has nothing to do meanwhile."""
    game = asked("choice")
    assert [offer.id for offer in offers(game, 1)] == ["choose:turn2.seat0.ask1:1", "choose:turn2.seat0.ask1:2"]
    assert offers(game, 0) == ()


def test_the_answer_comes_back_to_the_ability() -> None:
    """Whoever asked hears the answer, and the question is open no longer."""
    game = after(asked("choice"), Choose("turn2.seat0.ask1", "2"))
    assert (remembered(game), game.turn.asked) == (2, ())


def test_nothing_goes_on_before_a_question_that_holds() -> None:
    """The conquests wait for the answer."""
    assert refusal(asked("choice"), commands.Finish()).startswith("answer the open question")


@pytest.mark.parametrize(("occasion", "choice"), [("turn2.seat0.ask1", "3"), ("turn2.seat0.ask2", "1")])
def test_only_an_open_question_and_its_answers(occasion: str, choice: str) -> None:
    """An answer that is none, or to a question that is not open, is refused in words."""
    assert refusal(asked("choice"), Choose(occasion, choice)) in (
        "that is not one of the answers", "that question is no longer open",
    )  # fmt: skip


@pytest.mark.parametrize(("kind", "value"), [("roll", "3"), ("draw", "2")])
def test_chance_answers_rolls_and_draws(kind: str, value: str) -> None:
    """The die and whatever is turned up are answered like every other roll and draw."""
    (due,) = chances(asked(kind))
    assert (due.kind, due.seat, due.holds) == (kind, 1, True)
    assert remembered(after(asked(kind), Answer(due.occasion, value, "table"))) == int(value)


def test_a_roll_that_is_asked_for_is_nobodys_reinforcement() -> None:
    """The pips are the answer and make no conquest cheaper; the die of the final attempt is another occasion."""
    game = after(asked("roll"), Answer("turn2.seat0.ask1", "3", "tray"))
    assert (game.turn.pips, game.turn.rolls) == (None, 0)


def test_what_may_wait_lets_the_turn_go_on_to_its_end() -> None:
    """The conquests go on and the sheet is accepted; the next turn begins with the answer."""
    game = finish(asked("choice", "later"))
    game = after(game, Redeploy(), Accept())
    assert (game.turn.number, game.turn.seat, game.turn.stage) == (2, 0, "withdraw")
    game = after(game, Choose("turn2.seat0.ask1", "1"))
    assert (game.turn.seat, remembered(game)) == (1, 1)


def test_rolls_that_wait_are_due_one_after_the_other() -> None:
    """Two dice that wait are two occasions; the first asked is the first due."""
    game = after(asked("roll", "later"), UseAbility("hill", "roll", "later"))
    assert [chance.occasion for chance in chances(game)] == ["turn2.seat0.ask1"]
    game = after(game, Answer("turn2.seat0.ask1", "1", "button"))
    assert [chance.occasion for chance in chances(game)] == ["turn2.seat0.ask2"]


def test_who_has_left_takes_what_stands_first() -> None:
    """Nobody waits for a player who is gone."""
    game = after(asked("choice"), Leave(1))
    assert (remembered(game), game.turn.asked) == (1, ())


def test_a_question_goes_with_its_race() -> None:
    """A correction that takes the race away takes its question along."""
    game = after(asked("choice"), commands.DropRace(band(table(LINE), "orcs").id))
    assert game.turn.asked == ()


@pytest.mark.parametrize("kind", ["roll", "draw", "choice"])
@pytest.mark.parametrize("when", ["now", "later"])
def test_an_open_question_stands_in_a_position(kind: str, when: str) -> None:
    """Written as a line and read again, the same question is open."""
    game = asked(kind, when)
    assert notation.read(notation.write(game), board("base-2")).turn.asked == game.turn.asked


def test_the_log_tells_it_again() -> None:
    """Events with a question and its answer come back from JSON as they were."""
    game = table(LINE)
    happened = decide(game, UseAbility("hill", "choice", "now"))
    assert events.decode(events.encode(happened)) == happened
    for event in happened:
        game = event.apply(game)
    answered = decide(game, Choose("turn2.seat0.ask1", "2"))
    assert events.decode(events.encode(answered)) == answered


@pytest.mark.parametrize(
    "part", ["elves@Ben hill roll Ben", "orcs+hill@Ann hill lunch Ben", "orcs+hill@Ann hill roll Cid"]
)
def test_a_question_that_cannot_be_is_no_position(part: str) -> None:
    """A power that the race has not, a kind there is not, a player nobody knows."""
    with pytest.raises(notation.Malformed):
        table(f"{LINE} | asked {part}")
