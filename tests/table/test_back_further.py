"""Taken back further than an act: the beginning of a game, an accepted sheet, a pick; and what hands do then."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.game.lobby import Change
from companion.language import text
from companion.rules.commands import (
    Answer,
    Conquest,
    Leave,
    PlayTurn,
    SetCoins,
    SetColumn,
    SetRace,
    SetRegion,
    Stop,
    Unveil,
)
from companion.rules.engine import offers
from companion.rules.model import EMPTY, Refused
from companion.store.store import ReadOnlyStore
from tests.table.sitting import Sitting, sitting

PHONES = ("ann", "ben", "cid")


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Sitting]:
    """Ann and Ben have begun a game."""
    with sitting(tmp_path) as opened:
        opened.sit("ann", "ben")
        yield opened


def begun(one: Sitting) -> int:
    """The row that began the game, which is what can be taken back."""
    found = one.state["takeback"]
    assert found["text"] == "Undo: The game begins"
    return int(found["row"])


# The beginning.


def test_a_beginning_goes_back_into_the_lobby(two: Sitting) -> None:
    """Freely while nobody has done anything: everybody sits as before, and somebody who was missing joins."""
    assert two.state["takeback"]["free"]
    two.back("ben", 1, begun(two))
    assert two.table.queries.game() is None
    assert (two.state["phase"], [seat["name"] for seat in two.state["seats"]]) == ("lobby", ["Ann", "Ben"])
    two.again()
    assert two.state["phase"] == "lobby"
    two.table.seats.join("cid", "Cid")
    two.table.seats.start("ann")
    assert (two.game.board.id, len(two.game.column)) == ("base-3", 6)


def test_nobody_gets_another_column_by_beginning_anew(two: Sitting) -> None:
    """Each draw of the companion is the answer of its occasion."""
    column = two.game.column
    two.back("ann", 0, begun(two))
    two.table.seats.start("ann")
    assert two.game.column == column


def test_a_table_that_deals_itself_begins_with_nothing_turned_up(two: Sitting) -> None:
    """Whoever shuffles now, it is not the companion: none of its draws is taken up again."""
    two.back("ann", 0, begun(two))
    two.table.seats.change("ann", Change(dealing="table"))
    two.table.seats.start("ann")
    assert (two.game.column, two.game.drawn) == ((), 0)
    asked = two.state["game"]["chances"][0]
    two.act("ann", 0, Answer(asked["occasion"], "trolls", "table"))
    assert (two.game.half, two.game.drawn) == ("trolls", 1)


def test_a_beginning_is_not_taken_back_freely_once_somebody_has_acted(two: Sitting) -> None:
    """Then another player says yes, and everything goes with it."""
    row = begun(two)
    two.do("pick")
    asked = two.back("ann", 0, row)
    assert two.state["asks"][0]["text"] == "Ann wants to undo: The game begins"
    two.say("ben", 1, asked["ask"])
    assert (two.state["phase"], two.state["asks"]) == ("lobby", [])


def test_a_game_that_went_back_is_no_game_to_export(two: Sitting) -> None:
    """Its log has a beginning, and then none."""
    two.back("ann", 0, begun(two))
    log = ReadOnlyStore(two.folder)
    try:
        assert log.begun() == []
        two.table.seats.start("ann")
        assert log.begun() == [1]
    finally:
        log.close()


# An accepted sheet.


def test_no_take_back_opens_a_sheet_that_was_shut(two: Sitting) -> None:
    """A sheet is for all to read until the next one is accepted, and not again (Scoring Victory Coins)."""
    two.turn()
    two.turn()
    assert (two.state["game"]["sheet"]["seat"], two.state["game"]["sheet"]["accepted"]) == (1, True)
    accepted = next(row["row"] for row in two.state["log"] if "scores" in row["text"])
    redeployed = next(row["row"] for row in two.state["log"] if "redeploys" in row["text"])
    two.back("ben", 1, accepted)
    sheet = two.state["game"]["sheet"]
    assert (sheet["seat"], sheet["accepted"]) == (1, False)
    two.back("ben", 1, redeployed)
    assert two.game.sheet is not None
    assert two.state["game"]["sheet"] is None
    two.again()
    assert two.state["game"]["sheet"] is None
    two.do("redeploy")
    two.do("accept")
    assert two.state["game"]["sheet"]["seat"] == 1


# What hands do.


def test_a_pick_that_goes_back_is_put_back_by_hands(two: Sitting) -> None:
    """The combo, the coins that were paid, and the combo that had come up since."""
    before = two.game.column
    two.say("ben", 1, two.back("ann", 0, two.do("pick", 2))["ask"])
    said = two.todo
    assert two.game.column == before
    assert [line for line in said if "back as number 3 of the combos to pick from" in line] == said[:1]
    assert sum(line.startswith("Ann gets 1 coin back from the") for line in said) == 2
    assert sum(line.endswith("they come up next") for line in said) == 1
    assert len(said) == 4


def test_a_decline_that_goes_back_is_turned_over(two: Sitting) -> None:
    """The race is turned to its active side, and the tokens come from the tray."""
    two.turn()
    two.turn()
    two.back("ann", 0, two.do("decline"))
    said = two.todo
    assert any(line.startswith("Flip Ann’s ") and line.endswith(" back to their active side") for line in said)


def test_coins_of_a_sheet_that_goes_back_go_back_to_the_bank(two: Sitting) -> None:
    """Once for each sheet, however far one goes back; how many there were is told nobody."""
    two.do("pick")
    two.do("conquer")
    two.do("finish")
    two.do("redeploy")
    accepted = two.do("accept")
    two.back("ann", 0, accepted)
    said = ["Ann puts the coins scored on turn 1 back in the bank"]
    assert two.todo == said
    last = two.history.last_act()
    assert last is not None
    two.back("ann", 0, last.row)
    two.again()
    assert [line for line in two.todo if "coins" in line] == said


def conquered(two: Sitting, number: int = 0) -> tuple[int, str, str]:
    """Ann conquers; the row, the region, and her race with the tokens it took."""
    region = two.offer("conquer", number).region
    row = two.do("conquer", number)
    ground = two.game.grounds[region]
    return row, region, f"{ground.tokens} {text.race(two.game.bands[ground.band].race, ground.tokens)}"


def told_in(two: Sitting, region: str) -> list[str]:
    """What hands are told to do in a region, beside its picture."""
    return [line for step in two.state["last"]["steps"] if step["places"] == [region] for line in step["here"]]


def test_a_conquest_that_goes_back_says_what_is_to_be_there(two: Sitting) -> None:
    """Hands that had not moved yet have nothing to move back; it is Ann's that look."""
    two.do("pick")
    tribes = [offer.region for offer in offers(two.game, 0) if offer.kind == "conquer"]
    number = next(at for at, region in enumerate(tribes) if two.game.grounds[region].tribe)
    row, region, _ = conquered(two, number)
    two.back("ann", 0, row)
    assert told_in(two, region) == ["As before: 1 Lost Tribe"]
    assert two.state["last"]["by"] == 0


def test_several_undos_in_a_row_put_all_of_it_back(two: Sitting) -> None:
    """Whoever taps undo twice before moving a piece is told what to do about both, and so whoever redoes them."""
    two.do("pick")
    first, one, tokens = conquered(two)
    second, other, more = conquered(two)
    empty = "As before: empty"
    two.back("ann", 0, second)
    assert (told_in(two, one), told_in(two, other)) == ([], [empty])
    two.back("ann", 0, first)
    assert (told_in(two, one), told_in(two, other)) == ([empty], [empty])
    two.again()
    assert (told_in(two, one), told_in(two, other)) == ([empty], [empty])
    two.table.redo("ann", next(two.ids), 0)
    assert (told_in(two, one)[-1], told_in(two, other)) == (f"Put {tokens} here", [empty])
    two.again()
    assert (told_in(two, one)[-1], told_in(two, other)) == (f"Put {tokens} here", [empty])
    two.table.redo("ann", next(two.ids), 0)
    assert (told_in(two, one)[-1], told_in(two, other)[-1]) == (f"Put {tokens} here", f"Put {more} here")


def test_a_correction_that_goes_back_moves_nothing(two: Sitting) -> None:
    """It followed the table, and was wrong; the act before it goes back whatever was said to be there."""
    two.do("pick")
    row, region, _ = conquered(two)
    ground = two.game.grounds[region]
    wrong = two.act("ann", 0, SetRegion(region, ground.band, ground.tokens - 1, 0))["row"]
    two.back("ann", 0, wrong)
    assert two.todo == []
    two.act("ann", 0, SetRegion(region, ground.band, ground.tokens - 1, 0))
    two.back("ann", 0, row)
    assert told_in(two, region) == ["As before: empty"]


def test_a_whole_turn_is_put_back_and_redone_by_hands(two: Sitting) -> None:
    """Nobody moves a piece when it is entered; undone it is put back, so redone it has to be played on the table."""
    two.do("pick")
    region = two.offer("conquer").region
    row = two.act("ann", 0, PlayTurn(conquests=(Conquest(region),)))["row"]
    assert two.todo == []
    two.back("ann", 0, row)
    assert told_in(two, region) == ["As before: empty"]
    two.table.redo("ann", next(two.ids), 0)
    (said,) = told_in(two, region)
    assert re.fullmatch(r"As before: \d+ .+", said)


def test_what_a_whole_turn_paid_is_paid_again_by_its_redo(tmp_path: Path) -> None:
    """Undone it was given back: whoever is corrupted pays once more (expansion sheet, Corrupt)."""
    with sitting(tmp_path) as two:
        two.sit_two("be_not_afraid")
        two.do("pick")
        free = [offer.region for offer in offers(two.game, 0, blind=True) if offer.kind == "conquer"]
        region = next(each for each in free if two.game.grounds[each] == EMPTY)
        two.act("ann", 0, SetRace(1, "leprechauns", "corrupt"))
        band = max(two.game.bands)
        two.act("ann", 0, SetRegion(region, band, 1, 0))
        row = two.act("ann", 0, PlayTurn(conquests=(Conquest(region),)))["row"]
        two.back("ann", 0, row)
        assert "Ben gives Ann 1 coin" in two.todo
        two.table.redo("ann", next(two.ids), 0)
        assert "Ann gives Ben 1 coin" in two.todo


# A new game.


@pytest.mark.parametrize(("begins", "leaves", "then"), [(1, 0, "Cid"), (1, 1, "Cid"), (2, 2, "Ann"), (2, 0, "Ben")])
def test_the_next_player_clockwise_begins_the_next_game(tmp_path: Path, begins: int, leaves: int, then: str) -> None:
    """Who began hands that on, past whoever has left."""
    with sitting(tmp_path) as three:
        for name, phone in zip(("Ann", "Ben", "Cid"), PHONES, strict=True):
            three.table.seats.join(phone, name)
        three.table.seats.change("ann", Change(start=begins))
        three.table.seats.start("ann")
        three.act(PHONES[leaves], leaves, Leave(leaves))
        stays, other = [seat for seat in range(3) if seat != leaves]
        three.say(PHONES[other], other, three.act(PHONES[stays], stays, Stop())["ask"])
        for _ in range(3):
            three.act(PHONES[stays], stays, Unveil())
        three.table.seats.new(PHONES[stays], stays)
        assert three.state["seats"][three.state["lobby"]["start"]]["name"] == then


# Coins.


def test_the_reason_stands_in_everybodys_log(two: Sitting) -> None:
    """Who corrected whose coins and why, and never how many; so it is after a restart."""
    two.act("ann", 0, SetCoins(1, 7, "forgotten", "the Wizards"))
    for _ in range(2):
        line = two.state["log"][0]
        assert (line["text"], line["by"]) == (
            "Ben’s coins were corrected: forgotten when scoring (the Wizards)",
            "entered by Ann",
        )
        assert "7" not in str(two.state["last"])
        two.again()


def test_the_log_names_the_row_it_went_back_to(two: Sitting) -> None:
    """Nothing is deleted: the beginning that was taken back is still there."""
    row = begun(two)
    two.back("ann", 0, row)
    with sqlite3.connect(two.folder / "games.db") as db:
        kinds = [kind for (kind,) in db.execute("SELECT kind FROM log ORDER BY row")]
    db.close()
    assert kinds.count("start") == 1
    assert kinds[-1] == "takeback"
    with pytest.raises(Refused):
        two.back("ann", 0, row)


def test_pieces_that_an_undone_decline_gives_back_are_overtaken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """They are in hand until their race moves: then nothing is told of them any more (Cursed, Hordes of)."""
    with sitting(tmp_path) as table:
        table.sit_two("cursed")
        first, *others = table.game.column
        table.act("ann", 0, SetColumn((msgspec.structs.replace(first, power="hordes-of"), *others)))
        for _ in range(2):
            table.turn()
        (held,) = table.game.holdings(1)
        table.act("ann", 0, SetRegion(held, 1, table.game.grounds[held].tokens))
        table.back("ann", 0, table.do("decline"))
        assert next(said for said in table.todo if said.startswith("In Ann’s hand")) == "In Ann’s hand: 1 Hordes token"
        table.do("ready")
        left = [said for act in table.state["earlier"] for step in act["steps"] for said in step["texts"]]
        assert not [said for said in left if said.startswith("In Ann’s hand")]
        assert not caplog.records
