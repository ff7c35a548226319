"""How the dice fall: each roll counts once, and what is said about them is what the chi-square table says."""

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.language import text
from companion.language.text import say
from companion.rules.commands import decode
from companion.stats import dice
from tests.table.sitting import Sitting


def counts(one: Sitting) -> dict[str, dict[int, int]]:
    """By source, how often each face was seen."""
    return {each.source: dict(each.seen) for each in one.table.queries.dice()}


def back_to_attempt(one: Sitting) -> None:
    """Everything back to the attempt is taken back, and the attempt made again."""
    row = one.state["takeback"]["row"]
    seat = one.game.turn.seat
    ask = one.back(("ann", "ben", "cid")[seat], seat, row)["ask"]
    other = (seat + 1) % 3
    one.say(("ann", "ben", "cid")[other], other, ask)
    one.do("attempt")


@pytest.mark.parametrize(
    ("chi", "share"),
    [
        # Critical values for 3 degrees of freedom, as statistics books print them.
        (0.115, 0.99),
        (0.352, 0.95),
        (0.584, 0.90),
        (2.366, 0.50),
        (6.251, 0.10),
        (7.815, 0.05),
        (9.348, 0.025),
        (11.345, 0.01),
        (16.266, 0.001),
    ],
)
def test_the_share_is_that_of_the_printed_table(chi: float, share: float) -> None:
    """The share of fair dice agrees with the published critical values to their last digit."""
    assert dice.share_of_fair_dice(chi) == pytest.approx(share, rel=0.004)


def test_a_die_that_shows_what_it_should_strays_nowhere() -> None:
    """Thirty 0s and ten of each other face are what 60 rolls should show: every fair die strays at least so far."""
    assert dice.chi_square(Counter({0: 30, 1: 10, 2: 10, 3: 10})) == 0
    assert dice.share_of_fair_dice(0) == 1


def test_how_far_is_counted_face_by_face() -> None:
    """40, 8, 8 and 4 of 60: 100/30 + 4/10 + 4/10 + 36/10 = 7.7333."""
    assert dice.chi_square(Counter({0: 40, 1: 8, 2: 8, 3: 4})) == pytest.approx(100 / 30 + 0.4 + 0.4 + 3.6)


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ({0: 15, 1: 5, 2: 5, 3: 4}, "Too few rolls to judge yet"),
        ({0: 15, 1: 5, 2: 5, 3: 5}, "Looks fair: of 100 fair dice rolled this often, about 100 would"),
        # 7.7333 lies just below 7.815, the value for 5 in 100; 8.4 lies above it.
        ({0: 40, 1: 8, 2: 8, 3: 4}, "Looks fair: of 100 fair dice rolled this often, about 5 would"),
        ({0: 42, 1: 6, 2: 6, 3: 6}, "A little uneven: of 100 fair dice"),
        # (20-30)²/30 + (24-10)²/10 + 2·(8-10)²/10 = 23.7: more than 16.266, the value for 1 in 1000.
        ({0: 20, 1: 24, 2: 8, 3: 8}, "Very uneven: fewer than one fair die in 1000"),
    ],
)
def test_a_player_reads_what_to_think_of_a_die(faces: dict[int, int], words: str) -> None:
    """Too few, fair, a little uneven and very uneven are told in words, at the usual bounds."""
    assert say(dice.verdict(dice.Tally("tray", Counter(faces), 0, [], []))).startswith(words)


def test_every_source_is_counted_by_itself(three: Sitting) -> None:
    """Tray, phone, button and the box's die each have their rolls, practice counts with the tray's."""
    three.table.die.rolled(2, "tray", "tray:0badcafe:1")
    three.table.die.rolled(0, "tray", "tray:0badcafe:2")
    three.table.die.rolled(0, "tray", "tray:0badcafe:2")
    three.to_attempt(pips=3)
    three.do("redeploy")
    three.do("accept")
    while three.game.turn.stage == "withdraw":
        three.do("withdraw")
    three.to_attempt()
    three.table.die.rolled(2, "tray", "tray:0badcafe:3")
    assert counts(three) == {"tray": {2: 2, 0: 1}, "box": {3: 1}}
    assert three.table.queries.dice()[0].practice == 2


@pytest.mark.parametrize("source", ["tray", "button", "phone"])
def test_an_answer_given_again_is_no_second_roll(three: Sitting, source: str) -> None:
    """A roll that was taken back with its attempt and met again was made once; so it is after a restart."""
    occasion = three.to_attempt()
    match source:
        case "tray":
            three.table.die.rolled(1, "tray", "tray:0badcafe:1")
        case "button":
            three.table.press()
        case _:
            three.table.die.roll("ann", 0, occasion)
    before = counts(three)
    assert sum(before[source].values()) == 1
    back_to_attempt(three)
    assert three.table.queries.roll_due() is None
    three.again()
    assert counts(three) == before


def test_what_did_not_count_stands_beside(three: Sitting) -> None:
    """A cocked die and a face that was tapped in wrongly are named with what they showed, and not counted."""
    occasion = three.to_attempt()
    three.table.die.rolled(3, "tray", "tray:0badcafe:1")
    three.say("cid", 2, three.act("ann", 0, decode(three.state["cocked"]))["ask"])
    three.table.die.roll("ann", 0, occasion, 2)
    three.say("ben", 1, three.back("ann", 0, three.state["takeback"]["row"])["ask"])
    three.table.die.roll("ann", 0, occasion, 1)
    tray, box = three.table.queries.dice()
    assert (tray.rolls, tray.cocked) == (0, [3])
    assert (dict(box.seen), box.mistapped) == ({1: 1}, [2])
    assert [text.say(say) for say in dice.not_counted(tray) + dice.not_counted(box)] == [
        "not flat and rolled again, not counted: 3",
        "entered wrongly and corrected, not counted: 2",
    ]


def test_the_terminal_prints_it_while_the_table_runs(three: Sitting) -> None:
    """companion dice reads the log of an open table and prints each source with seen and expected."""
    for number, pips in enumerate([0, 0, 0, 1]):
        three.table.die.rolled(pips, "tray", f"tray:0badcafe:{number}")
    found = CliRunner().invoke(main, ["dice", "--data", str(three.folder)])
    assert found.exit_code == 0, found.output
    lines = found.output.splitlines()
    assert lines[0] == "Dice tray: 4 rolls"
    assert lines[1].split() == ["0", "#" * 24, "3", "rolled,", "2", "expected"]
    assert lines[2].split() == ["1", "#" * 8, "1", "rolled,", "0.7", "expected"]
    assert lines[3].split() == ["2", "0", "rolled,", "0.7", "expected"]
    assert lines[5] == "  Too few rolls to judge yet: it takes at least 30."
    assert lines[6] == "  4 of them were practice"


@pytest.mark.parametrize(("language", "expected"), [("en", "0.7"), ("de", "0,7"), ("fr", "0,7"), ("es", "0,7")])
def test_page_and_terminal_say_a_fraction_as_the_language_does(three: Sitting, language: str, expected: str) -> None:
    """Four rolls show each of the dotted faces 0.7 times, and the blank one twice."""
    for number in range(4):
        three.table.die.rolled(0, "tray", f"tray:0badcafe:{number}")
    (tray,) = found = three.table.queries.dice()
    assert "2" in dice.view(found, language)[0]["faces"][0]["text"].split()
    assert expected in dice.view(found, language)[0]["faces"][1]["text"].split()
    assert expected in dice.printed([tray], language).splitlines()[2].split()


def test_the_terminal_says_when_there_is_nothing(three: Sitting, tmp_path: Path) -> None:
    """Before the first roll it says so; where no games are kept it says that."""
    found = CliRunner().invoke(main, ["dice", "--data", str(three.folder)])
    assert found.output == "Nothing has been rolled yet.\n"
    found = CliRunner().invoke(main, ["dice", "--data", str(tmp_path / "nowhere")])
    assert (found.exit_code, found.output.count("No games are kept")) == (1, 1)
