"""Corrections of old turns: what was forgotten is paid for every turn in which it was there; nothing else moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.game import past_turns
from companion.game.corrections import contents
from companion.game.permissions import Changed, NotYours
from companion.game.steps import Step
from companion.records import export, record
from companion.rules.commands import (
    Conquer,
    Decline,
    Lay,
    OldSheet,
    Redeploy,
    SetBand,
    SetCoins,
    SetPast,
    SetRace,
    SetRegion,
    SetSheet,
    SetTurn,
    Stop,
    Unveil,
    decode,
)
from companion.rules.engine import decide, fold, new_game
from companion.rules.events import CoinsMoved
from companion.rules.model import Marker, Refused
from tests import chance
from tests.rules.walker import set_up, walk
from tests.table.sitting import Sitting, sitting

ANN, BEN = 1, 2


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Sitting]:
    """Ann's Dwarves and Ben's Orcs on the board for three, away from each other; r11 and r07 are mines."""
    with sitting(tmp_path) as opened:
        opened.sit("ann", "ben", "cid")
        for command in (
            SetRace(0, "dwarves", "fortified"),
            SetRegion("r04", ANN, 4),
            SetRace(1, "orcs", "commando"),
            SetRegion("r18", BEN, 4),
            SetRace(2, "elves", "swamp"),
            SetRegion("r27", 3, 3),
        ):
            opened.act("ann", 0, command)
        yield opened


def quiet(table: Sitting, *then: Any) -> int:
    """Whose turn it is conquers nothing, redeploys as `then` says, and scores; returns the row of the sheet."""
    table.do("ready")
    table.do("finish")
    for command in then:
        table.act(PHONES[table.game.turn.seat], table.game.turn.seat, command)
    if table.game.turn.stage == "redeploy":
        table.do("redeploy")
    return table.do("accept")


PHONES = ("ann", "ben", "cid")


def rounds(table: Sitting, count: int) -> None:
    """Everybody has so many quiet turns."""
    for _ in range(3 * count):
        quiet(table)


def purses(table: Sitting) -> list[int]:
    """What everybody has."""
    return [seat.coins for seat in table.game.seats]


def agreed(table: Sitting, command: Any, phone: str = "ann", by: int = 0, yes: str = "ben") -> list[int]:
    """A correction with another's yes; returns what it has changed in each purse."""
    before = purses(table)
    asked = table.act(phone, by, command)
    assert purses(table) == before
    table.say(yes, PHONES.index(yes), asked["ask"])
    return [now - was for now, was in zip(purses(table), before, strict=True)]


def paid(table: Sitting, command: SetPast) -> list[tuple[int, int, int]]:
    """The sheets that would be paid differently: turn, seat, coins."""
    found = past_turns.corrected(table.history.steps, command)
    return [(old.turn, old.seat, old.coins) for old in found.sheets if old.coins]


def test_a_forgotten_mine_pays_for_its_turn_and_those_since(two: Sitting) -> None:
    """A region and a mine, a coin each (Scoring; Dwarves), in turns 1, 2 and 3; the board and all rows stay."""
    rounds(two, 3)
    board, steps = two.game.grounds, [(step.row, step.events) for step in two.history.steps]
    forgotten = SetPast(1, 0, "r11", ANN, 2)
    found = two.table.queries.follows("ann", forgotten)
    assert (found["turns"], found["own"]) == ([1, 3], [{"seat": 0, "coins": 6}])
    assert paid(two, forgotten) == [(1, 0, 2), (2, 0, 2), (3, 0, 2)]
    assert agreed(two, forgotten) == [6, 0, 0]
    assert two.game.grounds == board
    assert [(step.row, step.events) for step in two.history.steps][:-1] == steps
    purse, state = purses(two), two.state
    two.again()
    assert (purses(two), two.state["game"], two.state["log"]) == (purse, state["game"], state["log"])
    assert [each["amount"] for each in two.table.queries.diary("ann", 0)["entries"][:3]] == [2, 2, 2]
    quiet(two)


def test_several_regions_are_put_right_by_one_yes(two: Sitting) -> None:
    """Ann had the mine as well, and Ben two regions less one: each region pays its coin, in one row of the log."""
    rounds(two, 2)
    forgotten = SetPast(1, 0, "r11", ANN, 2, also=(Lay("r07", BEN, 1), Lay("r04", ANN, 4)))
    found = two.table.queries.follows("ann", forgotten)
    # What lay so already is none of it.
    assert [lay["text"] for lay in found["lays"]] == [
        "Region 11: 2 Dwarves (Ann), conquered that turn",
        "Region 7: 1 Orc (Ben)",
    ]
    assert paid(two, forgotten) == [(1, 0, 2), (1, 1, 1), (2, 0, 2), (2, 1, 1)]
    assert found["regions"]["r11"]["tokens"] == 2
    count = len(two.history.steps)
    assert agreed(two, forgotten) == [4, 2, 0]
    assert len(two.history.steps) == count + 1
    assert two.state["log"][0]["text"] == (
        "The end of Ann’s turn 1 was corrected: region 11: 2 Dwarves (Ann), conquered that turn; region 7: 1 Orc (Ben)"
    )
    why = "Score sheet of turn 2 corrected: what was in region 11, region 7"
    assert two.table.queries.diary("ann", 0)["entries"][0]["text"] == why
    two.again()
    ended = two.table.queries.old_turn("cid", next(line["row"] for line in two.state["log"][::-1] if line["sheet"]))
    assert (ended["regions"]["r11"]["tokens"], ended["regions"]["r07"]["tokens"]) == (2, 1)
    assert agreed(two, SetPast(1, 0, "r07", also=(Lay("r11"),))) == [-4, -2, 0]


def test_tokens_that_lay_elsewhere_are_there_for_it(two: Sitting) -> None:
    """All eight Dwarves stood on the mine (base rules, the tray has no ninth): what is lifted first lies there then."""
    rounds(two, 1)
    assert two.game.tray["dwarves"] == 4
    assert agreed(two, SetPast(1, 0, "r11", ANN, 8, also=(Lay("r04"),))) == [1, 0, 0]
    with pytest.raises(Refused) as caught:
        two.act("ann", 0, SetPast(1, 0, "r04", ANN, 1))
    assert caught.value.message.key == "refuse.tray"


def taken_in_between(two: Sitting) -> None:
    """Three turns are played, in the second of which Ben conquers the mine, r11."""
    rounds(two, 1)
    quiet(two)
    two.act("ben", 1, SetBand(BEN, hand=5))
    two.do("ready")
    two.act("ben", 1, Conquer("r12"))
    two.act("ben", 1, Conquer("r11"))
    two.do("finish")
    two.do("redeploy")
    two.do("accept")
    quiet(two)
    rounds(two, 1)


def test_each_region_lies_so_as_long_as_it_does(two: Sitting) -> None:
    """Of two forgotten regions Ben takes the mine in turn 2; the other one stays Ann's and pays in both turns."""
    taken_in_between(two)
    forgotten = SetPast(1, 0, "r11", ANN, 2, also=(Lay("r05", ANN, 1),))
    # Two regions and a mine in turns 1 and 2, one region in turn 3.
    assert agreed(two, forgotten) == [7, 0, 0]
    command = two.history.steps[-1].command
    assert isinstance(command, SetPast)
    assert OldSheet(3, 0, 1, ("r05",)) in command.sheets
    assert OldSheet(2, 0, 3) in command.sheets
    # Put right again, it starts from that.
    assert agreed(two, SetPast(3, 0, "r05")) == [-1, 0, 0]


def test_a_forgotten_conquest_counts_as_one(two: Sitting) -> None:
    """Orcs have a coin for each region that was not empty when they conquered it (Orcs), beside that for the region."""
    tribe = next(region for region, ground in two.game.grounds.items() if ground.tribe)
    quiet(two)
    quiet(two)
    forgotten = SetPast(1, 1, tribe, BEN, 2)
    assert two.table.queries.follows("ben", forgotten)["own"] == [{"seat": 1, "coins": 2}]
    assert agreed(two, forgotten) == [0, 2, 0]
    assert two.state["log"][0]["text"].endswith("2 Orcs (Ben); conquered that turn")
    # A coin for the region and that for the conquest go together.
    assert agreed(two, SetPast(1, 1, tribe, 0, 0, 1)) == [0, -2, 0]


def test_a_conquest_taken_off_and_put_back_counts_as_before(two: Sitting) -> None:
    """The coins for a conquered Lost Tribe (Orcs) go and come again, not as for a region that was empty."""
    quiet(two)
    two.act("ben", 1, SetRegion("r12", tribe=1))
    two.act("ben", 1, SetBand(BEN, hand=5))
    two.do("ready")
    two.act("ben", 1, Conquer("r12"))
    two.do("finish")
    two.do("redeploy")
    two.do("accept")
    # It was empty.
    assert agreed(two, SetPast(1, 1, "r12")) == [0, -2, 0]
    assert agreed(two, SetPast(1, 1, "r12", BEN, 2)) == [0, 2, 0]


def test_tokens_moved_are_no_conquest(two: Sitting) -> None:
    """Ben's Orcs held their region before his turn: one token more on it brings nothing (Orcs)."""
    quiet(two)
    quiet(two)
    assert agreed(two, SetPast(1, 1, "r18", BEN, 5)) == [0, 0, 0]


def test_a_region_of_another_turn_was_not_conquered_in_it(two: Sitting) -> None:
    """At the end of Ann's turn 1 Ben's Orcs had it already: his own turn 1 has a coin for the region alone (Orcs)."""
    tribe = next(region for region, ground in two.game.grounds.items() if ground.tribe)
    rounds(two, 1)
    assert agreed(two, SetPast(1, 0, tribe, BEN, 2)) == [0, 1, 0]


def test_after_the_last_purse_is_open_the_winner_follows(two: Sitting) -> None:
    """Ben has a coin more than Ann until the mine of turn 1 is put right: everybody sees it, and the files agree."""
    rounds(two, 1)
    two.act("ben", 1, SetCoins(1, 1, "forgotten"))
    two.say("ben", 1, two.act("ann", 0, Stop())["ask"])
    for _ in range(3):
        two.act("ann", 0, Unveil())
    assert two.state["game"]["winner"] == [1]
    assert agreed(two, SetPast(1, 0, "r11", ANN, 2, today=True)) == [2, 0, 0]
    assert two.state["log"][0]["text"].endswith("2 Dwarves (Ann); conquered that turn; the map now as well")
    shown = {one["seat"]: one for one in two.state["game"]["reveal"]}
    assert two.state["game"]["winner"] == [0]
    # Two on the mine, beside the four (End of the game: tokens on the board break a tie).
    assert (shown[0]["coins"], shown[0]["tokens"]) == (8, 6)
    _, told = two.table.queries.figures(1)
    assert (told.totals, told.winners) == ((8, 7, 6), (0,))
    assert told.running(0)[-1] == 8
    last = list(record.play(record.read(two.table.queries.record().encode())))[-1].after
    assert ([seat.coins for seat in last.seats], last.grounds) == (purses(two), two.game.grounds)
    two.say("ben", 1, two.back("ann", 0, two.state["log"][0]["row"])["ask"])
    assert (two.state["game"]["winner"], two.table.queries.figures(1)[1].winners) == ([1], (1,))
    assert two.game.grounds["r11"].band == 0


def test_a_region_lost_in_between_pays_for_the_turns_before(two: Sitting) -> None:
    """Ben conquers it in turn 2: Ann's sheets of turns 1 and 2 follow, none after them, and Ben's is as it was."""
    taken_in_between(two)
    forgotten = SetPast(1, 0, "r11", ANN, 2)
    assert paid(two, forgotten) == [(1, 0, 2), (2, 0, 2)]
    assert agreed(two, forgotten) == [4, 0, 0]


def test_it_ends_where_others_moved_tokens(two: Sitting) -> None:
    """r07 was Ann's in turn 1, not Ben's; in turn 3 Ben's tokens there move, as entered: so they were there by then."""
    two.act("ann", 0, SetRegion("r07", BEN, 1))
    for moved in (1, 1, 3, 3):
        quiet(two)
        quiet(two, Redeploy({"r07": moved, "r18": 5 - moved}))
        quiet(two)
    # A region and a mine for Ann in turns 1 to 3; a region less for Ben in turns 1 and 2.
    assert agreed(two, SetPast(1, 0, "r07", ANN, 2)) == [6, -2, 0]
    # If it was hers in turn 3 as well, that is said of turn 3.
    assert agreed(two, SetPast(3, 1, "r07", ANN, 2)) == [2, -2, 0]


def test_a_race_that_declines_keeps_it(two: Sitting) -> None:
    """Dwarves in decline keep their regions and their mines (Dwarves)."""
    rounds(two, 1)
    two.act("ann", 0, Decline())
    two.do("accept")
    quiet(two)
    quiet(two)
    assert paid(two, SetPast(1, 0, "r11", ANN, 2)) == [(1, 0, 2), (2, 0, 2)]


def test_a_race_that_is_gone_has_nothing(two: Sitting) -> None:
    """After Ann's second race no Dwarf is in play any more: none was on the mine in turn 3."""
    rounds(two, 1)
    two.act("ann", 0, Decline())
    two.do("accept")
    quiet(two)
    quiet(two)
    two.act("ann", 0, SetRace(0, "giants", "merchant"))
    two.act("ann", 0, Decline())
    two.do("accept")
    assert ANN not in two.game.bands
    forgotten = SetPast(1, 0, "r11", ANN, 2)
    assert paid(two, forgotten) == [(1, 0, 2), (2, 0, 2)]
    # Whoever is asked reads whose it was all the same.
    two.act("ann", 0, forgotten)
    assert "region 11: 2 Dwarves (Ann)" in two.state["asks"][0]["text"]


def test_a_race_without_enough_tokens_was_not_there(two: Sitting) -> None:
    """All 8 Dwarves (base rules) are elsewhere in turn 2: none of them was on the mine as well; Ben's were."""
    rounds(two, 1)
    two.act("ann", 0, SetRegion("r05", ANN, 4))
    quiet(two)
    quiet(two)
    both = SetPast(1, 0, "r11", ANN, 2, also=(Lay("r07", BEN, 1),))
    assert paid(two, both) == [(1, 0, 2), (1, 1, 1), (2, 1, 1)]


def test_a_piece_stays_where_tokens_were_only_moved(two: Sitting) -> None:
    """A fortress forgotten in turn 1 pays in each turn since (Fortified), however many guard it."""
    two.act("ann", 0, SetRegion("r05", ANN, 2))
    rounds(two, 1)
    quiet(two, Redeploy({"r04": 5, "r05": 1}))
    fort = SetPast(1, 0, "r05", ANN, 2, markers=(Marker("fortress", ANN),))
    assert agreed(two, fort) == [2, 0, 0]


def test_todays_map_stays_as_it_is(two: Sitting) -> None:
    """Whether the mine is on it already or not: it is corrected by itself, in two taps."""
    rounds(two, 1)
    assert agreed(two, SetPast(1, 0, "r11", ANN, 2)) == [2, 0, 0]
    assert two.game.grounds["r11"].band == 0
    two.act("ann", 0, SetRegion("r11", ANN, 1))
    assert agreed(two, SetPast(1, 1, "r07", BEN, 2)) == [0, 1, 0]
    assert (two.game.grounds["r11"].tokens, two.game.grounds["r07"].band) == (1, 0)


def test_what_was_conquered_later_is_not_taken_away_with_it(two: Sitting) -> None:
    """The mine was said to be Ann's in turn 1, which was wrong; in turn 2 she conquers it, and keeps what it paid."""
    rounds(two, 1)
    two.act("ann", 0, SetBand(ANN, hand=4))
    two.do("ready")
    for region in ("r05", "r11"):
        two.act("ann", 0, Conquer(region))
    two.do("finish")
    two.do("redeploy")
    two.do("accept")
    count = two.game.grounds["r11"].tokens
    assert agreed(two, SetPast(1, 0, "r11", ANN, count)) == [2, 0, 0]
    assert agreed(two, SetPast(1, 0, "r11")) == [-2, 0, 0]


def test_what_was_held_before_is_put_back_without_a_conquest(two: Sitting) -> None:
    """Ben's region was said to be Ann's in his turn 1, and was not: he gets back one coin, and none for Orcs."""
    rounds(two, 1)
    assert agreed(two, SetPast(1, 1, "r18", ANN, 1)) == [0, -1, 0]
    assert agreed(two, SetPast(1, 1, "r18", BEN, 4)) == [0, 1, 0]


def test_a_region_entered_as_lost_by_mistake_was_not_conquered(two: Sitting) -> None:
    """Ben's Orcs held it at the sheet before his turn 3, in which it was entered as Ann's; in turn 1 they did not."""
    rounds(two, 1)
    two.act("ben", 1, SetRegion("r07", BEN, 1))
    rounds(two, 1)
    quiet(two)
    two.act("ben", 1, SetRegion("r07", ANN, 1))
    quiet(two)
    assert agreed(two, SetPast(3, 1, "r07", BEN, 1)) == [0, 1, 0]


def test_what_goes_back_to_who_was_entered_is_as_it_was_entered(two: Sitting) -> None:
    """Ben had a region since his turn 1 without an attack; said to be Ann's and then his, it brings no conquest."""
    quiet(two)
    two.act("ben", 1, SetRegion("r07", BEN, 1))
    quiet(two)
    assert agreed(two, SetPast(1, 1, "r07", ANN, 1)) == [0, -1, 0]
    assert agreed(two, SetPast(1, 1, "r07", BEN, 1)) == [0, 1, 0]


def test_a_conquest_pays_in_its_own_turn_alone(two: Sitting) -> None:
    """A Lost Tribe's region: a coin each turn, and one for Orcs in the turn of the conquest."""
    tribe = next(region for region, ground in two.game.grounds.items() if ground.tribe)
    rounds(two, 2)
    assert paid(two, SetPast(1, 1, tribe, BEN, 2)) == [(1, 1, 2), (2, 1, 1)]


def test_what_was_said_of_a_later_turn_stands(two: Sitting) -> None:
    """The mine was Ben's in turn 2, as somebody has said: that it was Ann's in turn 1 ends there."""
    rounds(two, 2)
    assert agreed(two, SetPast(2, 0, "r11", BEN, 1)) == [0, 1, 0]
    assert paid(two, SetPast(1, 0, "r11", ANN, 2)) == [(1, 0, 2)]


def test_undoing_a_correction_leaves_nothing_of_one_that_took_it_back(two: Sitting) -> None:
    """The first gives two coins, the second takes them; without the first there is nothing to take."""
    rounds(two, 1)
    before = purses(two)
    agreed(two, SetPast(1, 0, "r11", ANN, 2))
    first = two.state["log"][0]["row"]
    agreed(two, SetPast(1, 0, "r11"))
    two.say("ben", 1, two.back("ann", 0, first)["ask"])
    assert purses(two) == before
    two.again()
    assert purses(two) == before


def test_undoing_a_correction_has_the_next_one_pay_for_itself(two: Sitting) -> None:
    """The second said that 3 were there and not 2; without the first it is the one that found the mine."""
    rounds(two, 1)
    before = purses(two)
    agreed(two, SetPast(1, 0, "r11", ANN, 2))
    first = two.state["log"][0]["row"]
    assert agreed(two, SetPast(1, 0, "r11", ANN, 3)) == [0, 0, 0]
    two.say("ben", 1, two.back("ann", 0, first)["ask"])
    assert purses(two) == [before[0] + 2, *before[1:]]


def test_more_pieces_than_the_box_has_were_not_there(two: Sitting) -> None:
    """All six fortresses (Fortified) stand elsewhere in turn 2: one that was forgotten in turn 1 was moved by then."""
    fortress = (Marker("fortress", ANN),)
    rounds(two, 1)
    two.act("ann", 0, SetRegion("r04", ANN, 1))
    for region in ("r05", "r10", "r12", "r13", "r16", "r17"):
        two.act("ann", 0, SetRegion(region, ANN, 1, markers=fortress))
    quiet(two)
    assert paid(two, SetPast(1, 0, "r04", ANN, 4, markers=fortress)) == [(1, 0, 1)]


def test_a_piece_that_was_not_there_is_taken_off_every_sheet(two: Sitting) -> None:
    """A fortress that never stood (Fortified), however many guarded it."""
    two.act("ann", 0, SetRegion("r05", ANN, 2, markers=(Marker("fortress", ANN),)))
    rounds(two, 1)
    quiet(two, Redeploy({"r04": 5, "r05": 1}))
    assert paid(two, SetPast(1, 0, "r05", ANN, 2)) == [(1, 0, -1), (2, 0, -1)]


def test_of_two_yeses_to_the_same_the_second_brings_nothing(two: Sitting) -> None:
    """Two questions wait for the same region, of 2 tokens and of 3: it was conquered once (Orcs)."""
    quiet(two)
    quiet(two)
    asked = [two.act("ben", 1, SetPast(1, 1, "r07", BEN, count))["ask"] for count in (2, 3)]
    for ask in asked:
        two.say("ann", 0, ask)
    diary = two.table.queries.diary("ben", 1)["entries"]
    assert [each["amount"] for each in diary if "corrected" in each["text"]] == [1]


def test_an_empty_region_was_conquered_by_nobody(two: Sitting) -> None:
    """On the sheet of a turn in which a race only declined, either."""
    rounds(two, 1)
    two.act("ann", 0, Decline())
    two.do("accept")
    (lay,) = two.table.queries.follows("ann", SetPast(2, 0, "r04"))["lays"]
    assert lay["text"] == "Region 4: empty"


def test_turns_are_told_in_their_order(two: Sitting) -> None:
    """After turn 2 the game goes back to turn 1, which Ann plays once more: both are scored again."""
    rounds(two, 2)
    two.say("ben", 1, two.act("ann", 0, SetTurn(1, 0))["ask"])
    quiet(two)
    assert two.table.queries.follows("ann", SetPast(2, 0, "r11", ANN, 2))["turns"] == [1, 2]


def test_what_was_put_right_can_be_put_right_again(two: Sitting) -> None:
    """The second correction starts from the first: nothing is paid twice, and nothing is left over."""
    rounds(two, 2)
    board = two.game.grounds
    assert agreed(two, SetPast(1, 0, "r11", ANN, 2)) == [4, 0, 0]
    assert agreed(two, SetPast(2, 0, "r07", ANN, 2)) == [2, 0, 0]
    with pytest.raises(Refused) as caught:
        two.act("ann", 0, SetPast(1, 0, "r11", ANN, 2))
    assert caught.value.message.key == "refuse.no_change"
    assert agreed(two, SetPast(1, 0, "r11")) == [-4, 0, 0]
    assert agreed(two, SetPast(2, 0, "r07")) == [-2, 0, 0]
    assert two.game.grounds == board


def test_taking_it_back_needs_a_yes_too(two: Sitting) -> None:
    """It stands in the log as what it is, and goes by another's yes; then the purses are as before."""
    rounds(two, 1)
    before = purses(two)
    agreed(two, SetPast(1, 0, "r11", ANN, 2))
    line = two.state["log"][0]
    assert line["text"] == "Region 11 at the end of Ann’s turn 1 was corrected: 2 Dwarves (Ann); conquered that turn"
    assert not two.state["takeback"]["free"]
    two.say("ben", 1, two.back("ann", 0, line["row"])["ask"])
    assert purses(two) == before
    two.again()
    assert purses(two) == before


def test_it_stays_when_something_later_is_taken_back(two: Sitting) -> None:
    """Ann takes back what she did before it in this turn: her old sheets stay right. One that is taken back is gone."""
    rounds(two, 1)
    row = two.do("ready")
    before = purses(two)
    assert agreed(two, SetPast(1, 0, "r11", ANN, 2)) == [2, 0, 0]
    two.back("ann", 0, row)
    assert (two.game.turn.stage, purses(two)[0]) == ("begin", before[0] + 2)
    two.again()
    assert purses(two)[0] == before[0] + 2
    accepted = next(line["row"] for line in two.state["log"][::-1] if line["sheet"])
    two.say("ben", 1, two.back("ann", 0, accepted)["ask"])
    assert purses(two)[0] == 5


def test_the_owner_puts_a_line_of_an_old_sheet_right(two: Sitting) -> None:
    """A line, or one more with a reason: the others are told the coins when they are asked, and the log keeps none."""
    row = quiet(two)
    rounds(two, 1)
    lines = two.table.queries.old_turn("ann", row)["lines"]
    assert lines == [{"text": "Regions held by the Dwarves", "amount": 1}]
    assert "lines" not in two.table.queries.old_turn("ben", row)
    two.act("ann", 0, SetSheet(1, 0, "forgotten", 7, "the mine"))
    assert two.state["asks"][0]["text"] == (
        "Ann wants 7 more coins on the score sheet of turn 1: forgotten when scoring; the mine"
    )
    before = purses(two)
    two.say("cid", 2, two.state["asks"][0]["id"])
    assert [now - was for now, was in zip(purses(two), before, strict=True)] == [7, 0, 0]
    said = [line["text"] for line in two.state["log"][:2]]
    assert said == [
        "Ann’s score sheet for turn 1 was corrected: forgotten when scoring; the mine",
        "Ann wants to correct the score sheet of turn 1: forgotten when scoring; the mine – Cid approves",
    ]
    assert agreed(two, SetSheet(1, 0, "regions", -1)) == [-1, 0, 0]
    assert two.table.queries.diary("ann", 0)["entries"][0]["text"] == "Score sheet of turn 1 corrected: regions"


def test_an_old_sheet_has_the_lines_of_its_corrected_board(two: Sitting) -> None:
    """The mine makes two regions of one, and a line of the Dwarves' own (Dwarves)."""
    row = quiet(two)
    assert agreed(two, SetPast(1, 0, "r11", ANN, 2)) == [2, 0, 0]
    lines = two.table.queries.old_turn("ann", row)["lines"]
    assert [line["amount"] for line in lines] == [2, 1]


def test_nobody_else_touches_a_line(two: Sitting) -> None:
    """Not by the phone of another seat; what lay where anybody may say."""
    rounds(two, 1)
    with pytest.raises(NotYours):
        two.act("ben", 1, SetSheet(1, 0, "regions", 1))
    assert agreed(two, SetPast(1, 0, "r11", ANN, 2), "ben", 1, "cid") == [2, 0, 0]


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (SetPast(2, 0, "r11", ANN, 2), "table.no_sheet"),
        (SetPast(1, 0, "r11", 9, 2), "refuse.no_band"),
        (SetPast(1, 0, "r04", ANN, 4), "refuse.no_change"),
        (SetPast(1, 0, "r11", ANN, 99), "refuse.tray"),
        (SetPast(1, 0, "r99", ANN, 2), "refuse.no_region"),
        (SetPast(1, 0, "r11", ANN, 2, also=(Lay("r99", ANN, 2),)), "refuse.no_region"),
        (SetPast(1, 0, "r11", ANN, 2, also=(Lay("r11", ANN, 3),)), "refuse.region_twice"),
        (SetPast(1, 0, "r11", ANN, 3, also=(Lay("r07", ANN, 2),)), "refuse.tray"),
        (SetSheet(2, 0, "regions", 1), "table.no_sheet"),
        (SetSheet(1, 0, "greed", 1), "refuse.no_reason"),
        (SetSheet(1, 0, "regions", 0), "refuse.no_change"),
        (SetSheet(1, 0, "regions", -99), "refuse.negative"),
    ],
)
def test_what_cannot_have_been_is_refused(two: Sitting, command: Any, key: str) -> None:
    """With the reason, before anybody is asked; and nothing has happened."""
    rounds(two, 1)
    rows = list(two.store.rows(1))
    with pytest.raises(Refused) as caught:
        two.act("ann", 0, command)
    assert caught.value.message.key == key
    assert list(two.store.rows(1)) == rows


def test_a_no_leaves_everything(two: Sitting) -> None:
    """And a question about a sheet that is gone meanwhile becomes one."""
    rounds(two, 1)
    before = purses(two)
    two.say("ben", 1, two.act("ann", 0, SetPast(1, 0, "r11", ANN, 2))["ask"], yes=False)
    assert purses(two) == before
    asked = two.act("ann", 0, SetPast(1, 2, "r11", ANN, 2))["ask"]
    two.agree(two.back("ann", 0, next(line["row"] for line in two.state["log"] if line["sheet"]))["ask"])
    with pytest.raises(Changed):
        two.say("ben", 1, asked)


def test_it_waits_beyond_the_turn_and_the_game(two: Sitting) -> None:
    """Whoever is in the kitchen answers later; and after the end, too, an old turn can be put right."""
    rounds(two, 1)
    asked = two.act("ann", 0, SetPast(1, 0, "r11", ANN, 2))["ask"]
    quiet(two)
    two.say("ben", 1, two.act("ann", 0, Stop())["ask"])
    before = purses(two)
    two.say("ben", 1, asked)
    assert [now - was for now, was in zip(purses(two), before, strict=True)] == [4, 0, 0]


@pytest.mark.parametrize(
    ("boxes", "players"),
    [
        (("base", "cursed"), 3),
        (("base", "necromancer"), 4),
        (("base", "be_not_afraid", "grand_dames", "royal_bonus"), 5),
        (("base", "teams"), 6),
        (("warcraft",), 3),
    ],
)
def test_in_any_game_a_correction_and_its_opposite_cancel(boxes: tuple[str, ...], players: int) -> None:
    """Whatever was anywhere in whole random games: coins alone are moved, and said the other way all is as before."""
    dice = chance.dice()
    setup = set_up(players, dice, boxes)
    steps = [Step(1, "start", None, 0, None, new_game(setup), None, fold(new_game(setup)))]
    for walked in walk(setup, dice):
        steps.append(Step(len(steps) + 1, "act", 0, 0, walked.command, walked.events, walked.before, walked.after))
    known, moved, tried = past_turns.sheets(steps), 0, 0
    for sheet in dice.sample(list(known.values()), 8):
        for count in (1, 1, 2, 3):
            lays, back = [], []
            for region in dice.sample(list(sheet.game.grounds), count):
                choices = contents(sheet.game, region, "en", ())
                lay = decode(dice.choice(choices)["command"]) if choices else None
                if isinstance(lay, SetRegion):
                    lays.append(Lay(*msgspec.structs.astuple(lay)))
                    back.append(Lay(region, *msgspec.structs.astuple(sheet.game.grounds[region])))
            played = steps
            for each in (lays, back):
                if not each:
                    break
                try:
                    command = past_turns.corrected(played, SetPast(*past_turns.key(sheet), "").of(tuple(each)))
                except Refused:
                    # The box has not the tokens for all of it; what was there has them.
                    assert each == lays
                    break
                tried += 1
                before = played[-1].after
                new_events = decide(before, command, blind=True)
                assert all(isinstance(event, CoinsMoved) for event in new_events)
                moved += len(new_events)
                after = fold(new_events, before)
                played = [*played, Step(len(played) + 1, "act", 0, 0, command, new_events, before, after)]
            else:
                purse = [seat.coins for seat in steps[-1].after.seats]
                assert [seat.coins for seat in after.seats] == purse, (lays, back)
                again = past_turns.sheets(played)
                assert all(again[key].game.grounds == old.game.grounds for key, old in known.items()), (lays, back)
    assert tried > 32
    assert moved > 9


def test_a_record_tells_it(two: Sitting) -> None:
    """Exported and played again, the game comes to the same purses, digest by digest."""
    rounds(two, 1)
    agreed(two, SetPast(1, 0, "r11", ANN, 2))
    agreed(two, SetSheet(1, 0, "regions", 1))
    history = two.history
    text = export.written(export.header(history), history.steps)
    last = list(record.play(record.read(text.encode())))[-1].after
    assert [seat.coins for seat in last.seats] == purses(two)
    assert last.grounds == two.game.grounds
