"""Chance: who draws and rolls, and that nobody draws or rolls twice."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.game.hand_steps import combo_words
from companion.game.permissions import Changed, NoSeat
from companion.language.text import say
from companion.rules.commands import Answer, SetTurn, Stop
from companion.rules.engine import chances
from companion.rules.model import Refused
from tests.table.sitting import Sitting, sitting


def tap(one: Sitting, piece: int = 0) -> str:
    """Ben taps in one of the pieces that can come up; returns which."""
    asked = chances(one.game)[0]
    one.act("ben", 1, Answer(asked.occasion, asked.choices[piece]))
    return asked.choices[piece]


def test_the_companion_lays_out_six_combos(three: Sitting) -> None:
    """Where the companion deals, the column is full when the game begins, and the table is told what to lay out."""
    assert len(three.game.column) == 6
    assert len(three.todo) == 6
    assert three.todo == [f"Lay out the {say(combo_words(combo))}" for combo in three.game.column]


def test_the_companion_draws_what_comes_next(three: Sitting) -> None:
    """A pick and the two pieces that follow it are stored together, and are one thing to do for the hands."""
    row = three.do("pick")
    rows = [row.kind for row in three.store.rows(1)][-3:]
    assert rows == ["act", "chance", "chance"]
    assert three.state["last"]["row"] == row
    assert any("Lay out the" in text for text in three.todo)


def test_nobody_taps_in_pieces_where_the_companion_deals(three: Sitting) -> None:
    """A tapped-in banner is refused when none is asked for."""
    with pytest.raises(Changed):
        three.act("ben", 1, Answer("draw13", "trolls"))


def test_the_table_taps_in_its_pieces(dealt: Sitting) -> None:
    """Where the table deals, twelve taps fill the column with what was tapped."""
    tapped = [tap(dealt, number % 3) for number in range(12)]
    assert [combo.race for combo in dealt.game.column] == tapped[::2]
    assert [combo.power for combo in dealt.game.column] == tapped[1::2]
    assert not chances(dealt.game)


def test_a_wrong_tap_is_taken_back_freely_and_asked_again(dealt: Sitting) -> None:
    """A piece that was just tapped in wrongly is taken back at once, and another can be tapped."""
    tap(dealt)
    wrong = tap(dealt, 0)
    back = dealt.state["takeback"]
    assert back["free"]
    dealt.back("ann", 0, back["row"])
    right = tap(dealt, 1)
    assert dealt.game.column[0].power == right != wrong


def test_a_piece_cannot_come_up_twice(dealt: Sitting) -> None:
    """A piece that is not in the stack, or an occasion that is over, is refused and nothing changes."""
    race = tap(dealt)
    before = dealt.game
    with pytest.raises(Changed):
        dealt.act("ann", 0, Answer("draw1", race))
    with pytest.raises(Refused):
        dealt.act("ann", 0, Answer("draw2", race))
    assert dealt.game == before


def test_a_pick_taken_back_meets_the_same_pieces(three: Sitting) -> None:
    """When a pick is taken back and another combo taken, the same two pieces come up."""
    row = three.do("pick")
    shown = three.game.column[-1]
    ask = three.back("ann", 0, row)["ask"]
    three.say("ben", 1, ask)
    assert three.game.active(0) is None
    three.do("pick", 1)
    assert (three.game.column[-1].race, three.game.column[-1].power) == (shown.race, shown.power)


@pytest.mark.parametrize("restart", [False, True])
def test_nobody_rolls_again_by_taking_back(three: Sitting, restart: bool) -> None:
    """A final attempt that was taken back meets the same roll, from the same source, even after a restart."""
    three.to_attempt()
    assert three.table.press("button")
    rolled = three.table.queries.last_roll()
    attempt = three.state["takeback"]
    assert not attempt["free"]
    seat = three.game.turn.seat
    ask = three.back(three.history.lobby.places[seat].phone, seat, attempt["row"])["ask"]
    other = (seat + 1) % 3
    three.say(("ann", "ben", "cid")[other], other, ask)
    assert three.table.queries.last_roll() != rolled
    if restart:
        three.again()
    three.do("attempt")
    again = three.table.queries.last_roll()
    assert rolled is not None
    assert again is not None
    assert {**again, "row": 0} == {**rolled, "row": 0}
    assert three.table.queries.roll_due() is None


def test_a_turn_that_is_set_back_has_rolls_of_its_own(three: Sitting) -> None:
    """A roll that stands answers nothing else; a new one that is taken back is not rolled again either."""
    occasion = three.to_attempt(pips=3)
    number, seat = three.game.turn.number, three.game.turn.seat
    three.say("ben", 1, three.act("ann", 0, SetTurn(number, seat))["ask"])
    assert three.to_attempt() == occasion == three.table.queries.roll_due()
    three.table.die.roll("ann", 0, occasion, 1)
    three.agree(three.back("ann", 0, three.state["last_roll"]["row"] - 1)["ask"])
    three.do("attempt")
    assert three.table.queries.roll_due() is None
    assert three.state["last_roll"]["pips"] == 1


def test_the_face_of_the_boxs_die_can_be_mended(three: Sitting) -> None:
    """A face that was tapped in wrongly is asked again once another player agrees to take it back."""
    occasion = three.to_attempt(pips=0)
    row = three.state["last"]["row"]
    assert three.state["takeback"] == {"row": row, "text": three.state["takeback"]["text"], "free": []}
    three.agree(three.back("ann", 0, row)["ask"])
    assert three.table.queries.roll_due() == occasion
    assert three.table.die.roll("ann", 0, occasion, 3)["pips"] == 3


def test_the_button_rolls_only_when_a_roll_is_due(three: Sitting) -> None:
    """A press without a due roll does nothing at all; with one it rolls, once."""
    before = three.table.queries.state()
    assert not three.table.press("button")
    assert three.table.queries.state() == before
    three.to_attempt()
    assert three.table.press("button")
    assert three.state["last_roll"]["source"] == "button"
    assert not three.table.press("button")


def test_a_roll_asked_for_twice_is_one_roll(three: Sitting) -> None:
    """The second request for the same occasion gets the same answer and rolls nothing."""
    occasion = three.to_attempt()
    first = three.table.die.roll("ben", 1, occasion)
    version = three.hub.version
    assert three.table.die.roll("cid", 2, occasion) == first
    assert three.hub.version == version


def test_what_was_no_roll_has_no_pips(three: Sitting) -> None:
    """A roll under the id of another act, or on the occasion of a draw, is refused as one that is not due."""
    drawn = next(step for step in three.history.steps if isinstance(step.command, Answer))
    pick = three.offer("pick")
    phone = three.history.lobby.places[pick.seat].phone
    three.table.act(phone, "one-id", pick.seat, pick.command)
    for occasion, id in (("any", "one-id"), (drawn.command.occasion, None)):
        with pytest.raises(Changed) as refused:
            three.table.die.roll(phone, pick.seat, occasion, request=id)
        assert refused.value.message.key == "table.no_roll"


def test_a_roll_has_its_time(three: Sitting) -> None:
    """A roll that is not due, or a face the die does not have, is refused."""
    with pytest.raises(Changed):
        three.table.die.roll("ann", 0, "turn9.seat9.roll1")
    occasion = three.to_attempt()
    with pytest.raises(Refused, match="pips"):
        three.table.die.roll("ann", 0, occasion, 4)


def test_the_tray_brings_its_pips(three: Sitting) -> None:
    """A machine that rolled itself brings its pips and its name; pips that no die has are its own fault."""
    occasion = three.to_attempt()
    with pytest.raises(ValueError, match="no face with 5"):
        three.table.die.rolled(5, "tray", "tray:0badcafe:1")
    assert three.table.die.rolled(2, "tray", "tray:0badcafe:2") == "counted"
    roll = three.table.queries.last_roll()
    assert roll is not None
    assert (roll["pips"], roll["source"], roll["occasion"]) == (2, "tray", occasion)


@pytest.mark.parametrize("restart", [False, True])
def test_a_roll_told_twice_counts_once(three: Sitting, restart: bool) -> None:
    """A tray that tells a counted roll again gets the same answer; no second roll is stored, also after a restart."""
    three.to_attempt()
    assert three.table.die.rolled(2, "tray", "tray:0badcafe:2") == "counted"
    after = three.game
    if restart:
        three.again()
    assert three.table.die.rolled(2, "tray", "tray:0badcafe:2") == "counted"
    assert three.game == after
    assert three.state["practice"] is None
    assert [row.kind for row in three.store.rows(1)].count("practice") == 0


@pytest.mark.parametrize("restart", [False, True])
def test_a_roll_that_nobody_waits_for_is_practice(three: Sitting, restart: bool) -> None:
    """Practice changes nothing in the game, is shown, and told again it does not answer a roll that is due by then."""
    before, lines = three.game, three.state["log"]
    assert three.table.die.rolled(2, "tray", "tray:0badcafe:2") == "practice"
    assert three.state["practice"]["text"] == "Practice: 2 (dice tray)"
    assert (three.game, three.state["log"]) == (before, lines)
    occasion = three.to_attempt()
    if restart:
        three.again()
    assert three.table.die.rolled(2, "tray", "tray:0badcafe:2") == "practice"
    assert three.table.queries.roll_due() == occasion
    assert three.state["last_roll"] is None
    assert three.state["practice"]["pips"] == 2


def test_a_roll_of_another_time_is_practice(three: Sitting) -> None:
    """A roll that a machine brings along from yesterday answers nothing, though a roll be due."""
    occasion = three.to_attempt()
    assert three.table.die.rolled(2, "tray", "tray:0badcafe:2", old=True) == "practice"
    assert three.table.queries.roll_due() == occasion
    assert three.state["practice"]["pips"] == 2


def test_a_roll_for_one_occasion_does_not_answer_another(three: Sitting) -> None:
    """The tray was knocked on for what is due no more; for what is due it counts."""
    occasion = three.to_attempt()
    assert three.table.die.rolled(2, "tray", "tray:0badcafe:2", asked="turn1.seat2.roll9") == "practice"
    assert three.table.queries.roll_due() == occasion
    assert three.table.die.rolled(2, "tray", "tray:0badcafe:3", asked=occasion) == "counted"


def test_a_roll_keeps_its_answer_in_the_next_game(three: Sitting) -> None:
    """A machine's name for its roll is one in the whole log: what counted in a game is not practice of the next."""
    three.to_attempt()
    three.table.die.rolled(3, "tray", "tray:0badcafe:7")
    three.say("ben", 1, three.act("ann", 0, Stop())["ask"])
    three.table.seats.new("ann", 0)
    assert three.table.die.rolled(3, "tray", "tray:0badcafe:7") == "counted"
    assert three.state["practice"] is None


def test_before_a_game_every_roll_is_practice(tmp_path: Path) -> None:
    """Whoever tries the tray in the lobby sees what it rolled; the game that begins then has no roll yet."""
    with sitting(tmp_path) as one:
        assert one.table.die.rolled(1, "tray", "tray:0badcafe:1") == "practice"
        assert one.state["practice"]["pips"] == 1
        one.sit("ann", "ben")
        assert one.state["last_roll"] is None


def test_practice_is_not_taken_back(three: Sitting) -> None:
    """Practice in between does not hinder a take-back, and stays what it was."""
    row = three.do("pick")
    three.table.die.rolled(1, "tray", "tray:0badcafe:1")
    assert three.state["takeback"]["row"] == row
    three.say("ben", 1, three.back("ann", 0, row)["ask"])
    assert three.game.active(0) is None
    three.again()
    assert three.state["practice"]["pips"] == 1


def test_the_real_die_is_drawn_from_its_six_faces(tmp_path: Path) -> None:
    """The companion's die has three empty faces and one each of 1, 2 and 3."""
    asked: list[list[str]] = []

    def choose(choices: Sequence[str]) -> str:
        asked.append(list(choices))
        return choices[0]

    with sitting(tmp_path, choose=choose) as one:
        one.sit("ann", "ben")
        one.to_attempt()
        asked.clear()
        assert one.table.press()
        assert asked[0] == ["0", "0", "0", "1", "2", "3"]


def test_whoever_teaches_the_tray_stands_in_the_log_and_a_stranger_may_not(three: Sitting) -> None:
    """A tray that reads a die hangs on what it was taught, so the log names who taught it and what."""
    three.table.die.taught("ben", "face", 3)
    three.again()
    assert three.state["log"][0]["text"] == "Ben teaches the dice tray the face with 3"
    with pytest.raises(NoSeat):
        three.table.die.taught("nobody", "forget")
