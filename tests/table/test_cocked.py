"""The die did not lie flat: a roll is made again only with another player's yes, and the log keeps both."""

import pytest

from companion.game.permissions import Changed, NotYours
from companion.records.export import header, written
from companion.records.record import play, read
from companion.rules.commands import Cocked, SetTurn, decode
from companion.rules.model import Refused
from tests.table.sitting import Sitting


def cocked(one: Sitting) -> Cocked:
    """The command that the phones offer after a roll."""
    command = decode(one.state["cocked"])
    assert isinstance(command, Cocked)
    return command


def texts(one: Sitting) -> list[str]:
    """The log, the newest line first, each with its mark."""
    return [" ".join(filter(None, (line["text"], line["by"], line["state"]))) for line in one.table.queries.log()]


@pytest.mark.parametrize("restart", [False, True])
def test_a_cocked_die_is_rolled_again_with_another_players_yes(three: Sitting, restart: bool) -> None:
    """The game is as before the roll, the same occasion is due, any source answers it, and the log says all of it."""
    occasion = three.to_attempt()
    due = three.game
    assert three.state["cocked"] is None
    assert three.table.die.rolled(0, "tray", "tray:0badcafe:1") == "counted"
    ask = three.act("ben", 1, cocked(three))["ask"]
    assert three.state["cocked"] is None
    with pytest.raises(NotYours):
        three.say("ben", 1, ask)
    three.say("ann", 0, ask)
    assert three.game == due
    assert three.state["last_roll"] is None
    if restart:
        three.again()
    assert three.table.queries.roll_due() == occasion
    name = three.game.name(three.game.turn.seat)
    line = f"The die did not lie flat: {name} rolls again, and the blank (dice tray) does not count entered by Ben"
    assert texts(three)[0] == line
    assert three.state["last"]["text"] == line.removesuffix(" entered by Ben")
    assert any(text.endswith(" not flat") and "rolls a blank (dice tray)" in text for text in texts(three))
    assert three.table.die.rolled(0, "tray", "tray:0badcafe:1") == "counted"
    assert three.table.queries.roll_due() == occasion
    assert three.table.die.rolled(3, "tray", "tray:0badcafe:2") == "counted"
    assert three.state["last_roll"]["pips"] == 3
    assert three.table.queries.roll_due() is None


def test_hands_put_back_what_a_cocked_die_had_brought(three: Sitting) -> None:
    """Where the roll that does not count had taken a region, people are told what is to be there again."""
    three.to_attempt()
    target = three.game.turn.attempt
    assert target is not None
    before = three.game.grounds[target.region]
    three.table.die.rolled(3, "tray", "tray:0badcafe:1")
    assert three.game.grounds[target.region] != before
    three.say("cid", 2, three.act("ann", 0, cocked(three))["ask"])
    assert three.game.grounds[target.region] == before
    assert three.todo[0] == f"Region {int(target.region[1:])}, as before: empty"


def test_without_a_yes_the_roll_stands(three: Sitting) -> None:
    """A no leaves everything as it was, and stands in the log."""
    three.to_attempt()
    three.table.die.rolled(1, "tray", "tray:0badcafe:1")
    before = three.game
    three.say("ann", 0, three.act("ben", 1, cocked(three))["ask"], yes=False)
    assert three.game == before
    assert texts(three)[0].startswith("Ben says the die did not lie flat")
    assert texts(three)[0].endswith(" – Ann rejects it")
    assert three.state["cocked"] is not None


@pytest.mark.parametrize(("source", "real"), [("tray", True), ("box", True), ("button", False), ("phone", False)])
def test_only_a_real_die_can_be_cocked(three: Sitting, source: str, real: bool) -> None:
    """What a program has rolled lies straight: nobody is offered to say otherwise."""
    occasion = three.to_attempt()
    if source == "phone":
        three.table.die.roll("ann", 0, occasion)
    elif source == "box":
        three.table.die.roll("ann", 0, occasion, 1)
    else:
        three.table.die.rolled(1, source, f"{source}:1")
    assert (three.state["last_roll"]["source"], three.state["cocked"] is not None) == (source, real)


def test_only_the_roll_just_made_can_be_cocked(three: Sitting) -> None:
    """Once somebody has gone on, or for another roll than the last, nobody can ask for it."""
    three.to_attempt()
    three.table.die.rolled(1, "tray", "tray:0badcafe:1")
    command = cocked(three)
    with pytest.raises(Changed, match="cocked"):
        three.act("ann", 0, Cocked(command.occasion, "2", "tray"))
    three.do("redeploy")
    assert three.state["cocked"] is None
    with pytest.raises(Changed, match="cocked"):
        three.act("ann", 0, command)


def test_who_goes_on_quickly_escapes_nothing(three: Sitting) -> None:
    """What was done while the question waited is taken back with the roll, and the question says how much that is."""
    occasion = three.to_attempt()
    three.table.die.rolled(1, "tray", "tray:0badcafe:1")
    asker, other = [seat for seat in range(3) if seat != three.game.turn.seat]
    names = ("ann", "ben", "cid")
    ask = three.act(names[asker], asker, cocked(three))["ask"]
    three.do("redeploy")
    assert three.state["asks"][0]["since"] == 1
    three.say(names[other], other, ask)
    assert three.table.queries.roll_due() == occasion


def test_the_question_ends_with_the_turn(three: Sitting) -> None:
    """When the next turn has begun nobody is asked about a die of the last one any more."""
    three.to_attempt()
    three.table.die.rolled(1, "tray", "tray:0badcafe:1")
    three.act("ben", 1, cocked(three))
    three.do("redeploy")
    three.do("accept")
    while three.game.turn.stage == "withdraw":
        three.do("withdraw")
    assert three.state["asks"] == []


@pytest.mark.parametrize("restart", [False, True])
def test_the_second_answer_belongs_to_the_occasion(three: Sitting, restart: bool) -> None:
    """Whoever takes the attempt back after a cocked die meets the answer that counted, not a third roll."""
    three.to_attempt()
    three.table.die.rolled(0, "tray", "tray:0badcafe:1")
    three.say("cid", 2, three.act("ann", 0, cocked(three))["ask"])
    three.table.die.rolled(2, "button", "button:1")
    attempt = three.state["takeback"]
    assert not attempt["free"]
    three.agree(three.back("ann", 0, attempt["row"])["ask"])
    if restart:
        three.again()
    three.do("attempt")
    assert three.table.queries.roll_due() is None
    assert (three.state["last_roll"]["pips"], three.state["last_roll"]["source"]) == (2, "button")


def test_a_cocked_answer_is_gone_for_good(three: Sitting) -> None:
    """Whoever takes the attempt back before the new roll, and makes it again, does not meet what the die had shown."""
    occasion = three.to_attempt()
    three.table.die.rolled(0, "tray", "tray:0badcafe:1")
    three.say("cid", 2, three.act("ann", 0, cocked(three))["ask"])
    three.agree(three.back("ann", 0, three.state["takeback"]["row"])["ask"])
    three.do("attempt")
    assert three.table.queries.roll_due() == occasion
    assert three.state["last_roll"] is None


def test_a_phone_cannot_void_a_roll_on_its_own(three: Sitting) -> None:
    """The command alone, sent while a roll is due or after it, does nothing without the yes."""
    occasion = three.to_attempt()
    with pytest.raises(Refused):
        three.act("ann", 0, Cocked(occasion, "0", "phone"))
    rows = len(list(three.store.rows(1)))
    assert three.table.queries.roll_due() == occasion
    three.table.die.roll("ann", 0, occasion)
    three.act("ann", 0, Cocked(occasion, str(three.state["last_roll"]["pips"]), "phone"))
    assert [row.kind for row in three.store.rows(1)][rows:] == ["chance", "ask"]


def test_a_game_with_a_cocked_die_is_a_record(three: Sitting) -> None:
    """The record has the cocked die where it lay and plays to the same end."""
    three.to_attempt()
    three.table.die.rolled(0, "tray", "tray:0badcafe:1")
    three.say("cid", 2, three.act("ann", 0, cocked(three))["ask"])
    three.table.die.rolled(2, "tray", "tray:0badcafe:2")
    history = three.history
    record = written(header(history), history.steps)
    assert '"type":"cocked"' in record
    assert list(play(read(record.encode())))[-1].after == three.game


def test_a_turn_set_back_leaves_no_cocked_roll(three: Sitting) -> None:
    """Where people set the turn anew, the old roll is no longer the one just made."""
    three.to_attempt()
    three.table.die.rolled(0, "tray", "tray:0badcafe:1")
    number, seat = three.game.turn.number, three.game.turn.seat
    three.say("ben", 1, three.act("ann", 0, SetTurn(number, seat))["ask"])
    assert three.state["cocked"] is None
