"""What a game comes to in figures. Every number was worked out on paper, from the records' own comments."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

from companion.language import text
from companion.language.text import sentence
from companion.records.importer import laid
from companion.records.record import play, read
from companion.rules.boxes.registry import BOXES
from companion.rules.events import CoinsMoved, Rolled
from companion.stats import charts
from companion.stats.figures import Choice, Coins, Conquest, Figures, Held, Roll, deviation, expected, figures, group
from tests.record.played import lines, text_of

BUYING = lines(
    {"record": 1, "players": ["Ann", "Ben"], "column": ["orcs+hill", "giants+forest", "humans+swamp", "elves+spirit"]},
    {"type": "pick", "place": "humans"},
    {"type": "conquer", "region": 4},
    {"type": "finish"},
    {"type": "redeploy"},
    {"type": "accept"},
    {"type": "pick", "place": "orcs"},
)


def figures_of(record: str) -> Figures:
    """The figures of a record."""
    found = read(record.encode())
    steps = [event for step in play(found) for event in step.events]
    return figures([*laid(found.opening), *steps])


def test_coins_turn_by_turn() -> None:
    """5 at the start, then 3, 3 and 9 for Ann; 5, 2 and 5 for Ben, who has not scored the third turn yet."""
    found = figures_of(text_of("ghouls"))
    assert [found.running(seat) for seat in (0, 1)] == [[5, 8, 11, 20], [5, 7, 12, 12]]
    assert found.totals == (20, 12)


def test_coins_by_reason() -> None:
    """Ann: 6 for regions, 8 for the declined Ghouls, 1 for Wizards. Ben: 5 for regions, 1 for Orcs, 1 for the hill."""
    found = figures_of(text_of("ghouls"))
    nothing = dict.fromkeys(("start", "regions", "declined", "race", "power", "bonus", "column", "other"), 0)
    assert found.groups(0) == nothing | {"start": 5, "regions": 6, "declined": 8, "race": 1}
    assert found.groups(1) == nothing | {"start": 5, "regions": 5, "race": 1, "power": 1}
    assert found.by(lambda each: each.reason, 0) == {"regions": 6, "declined": 8, "wizards": 1}
    assert found.by(lambda each: each.race, 0) == {"ghouls": 11, "wizards": 4}


def test_regions_as_they_were_scored() -> None:
    """Three of the Ghouls, the same three declined, then three of the Wizards beside five of the Ghouls."""
    found = figures_of(text_of("ghouls"))
    assert found.regions(0) == [Held(1, 0, 3, 0), Held(2, 0, 0, 3), Held(3, 0, 3, 5)]
    assert found.regions(1) == [Held(1, 1, 2, 0), Held(2, 1, 3, 0), None]


def test_conquests_with_what_lay_there() -> None:
    """The declined Ghouls take three Orcs' region with two pips; it is Ben's one loss."""
    found = figures_of(text_of("ghouls"))
    taken = Conquest(3, 0, "ghouls", "r15", "ordinary", won=True, tribe=0, tokens=3, against=1, pips=2)
    assert taken in found.conquests
    assert found.rolls == (Roll(3, 0, 2, "table"),)
    shown = charts.view(found, "en")
    assert [sum(each) for each in shown["conquered"]] == [8, 3]
    assert [each[2] for each in shown["conquered"]] == [1, 0]
    assert shown["attacks"] == [{"failed": 0, "die": 1, "lost": 0}, {"failed": 0, "die": 0, "lost": 1}]


def test_what_a_combo_brought() -> None:
    """3 + 3 + 5 coins came from the Ghouls, also after they had declined, and 4 from the Wizards."""
    found = figures_of(text_of("ghouls"))
    assert [(each.race, found.earned_by(each)) for each in found.choices if each.seat == 0] == [
        ("ghouls", 11),
        ("wizards", 4),
    ]


def test_a_combo_taken_twice_is_told_apart() -> None:
    """What a race earned counts for the combo under which the seat had it then."""
    found = figures_of(text_of("ghouls"))
    again = Choice(3, 0, "ghouls", "stout")
    later = figures_with(found, choices=(*found.choices, again))
    assert [later.earned_by(each) for each in later.choices if each.race == "ghouls"] == [6, 5]


def figures_with(found: Figures, **changed: object) -> Figures:
    """The same figures but for some."""
    return type(found)(**{name: getattr(found, name) for name in found.__struct_fields__} | changed)


def test_a_failed_attempt_and_a_mended_purse() -> None:
    """Region 12 withstands with no pips; Cid's forgotten coin is no earning; the most coins win (evening)."""
    found = figures_of(text_of("evening"))
    failed = [each for each in found.conquests if not each.won]
    assert [(each.turn, each.seat, each.region, each.tribe, each.pips) for each in failed] == [(1, 0, "r12", 1, 0)]
    assert found.groups(2)["other"] == 1
    assert [found.running(seat) for seat in range(3)] == [[5, 9, 9], [6, 6, 6], [7, 9, 10]]
    assert (found.winners, found.stopped, found.left) == ((2,), True, (False, True, False))


@pytest.mark.parametrize(("more", "turns"), [((), 2), (({"type": "pick", "place": "giants"},), 3)])
def test_a_turn_in_which_nobody_did_anything_was_not_played(more: tuple[dict[str, object], ...], turns: int) -> None:
    """Both have had two turns when the game is ended early; a race taken in the third one makes that a turn."""
    second = (
        {"type": "conquer", "region": 12},
        {"type": "finish"},
        {"type": "redeploy"},
        {"type": "accept"},
        {"type": "decline"},
        {"type": "accept"},
        {"type": "decline"},
        {"type": "accept"},
    )
    found = figures_of(BUYING + "\n" + lines(*second, *more, {"type": "stop"}))
    assert found.turns == turns


def test_combos_are_paid_for_and_found() -> None:
    """The third combo costs 2, one on each above; the first one is free and has 1 on it."""
    found = figures_of(BUYING)
    spent = [(each.turn, each.seat, each.reason, each.amount) for each in found.coins if group(each.reason) == "column"]
    assert spent == [(1, 0, "paid", -1), (1, 0, "paid", -1), (1, 1, "found", 1)]
    assert found.groups(0)["column"] == -2


def test_coins_from_the_bank_from_players_and_put_right() -> None:
    """Each way of a coin has its reason, on both sides where two players are concerned."""
    moved = [
        CoinsMoved(3, "bank", "seat:0"),
        CoinsMoved(1, "seat:0", "bank"),
        CoinsMoved(2, "seat:0", "seat:1"),
        CoinsMoved(-1, "counted", "seat:1"),
    ]
    found = figures([*laid(read(BUYING.encode()).opening), *moved])
    assert found.by(lambda each: each.reason, 0) == {"gained": 3, "spent": -1, "dealt": -2}
    assert found.by(lambda each: each.reason, 1) == {"dealt": 2, "mended": -1}
    assert found.totals == (5, 6)


def test_a_record_that_was_put_right_counts() -> None:
    """Two regions that had a Lost Tribe after all count as taken from it, once each (record)."""
    found = figures_of(text_of("record"))
    assert [(each.turn, each.region, each.tribe) for each in found.conquests] == [(4, "r04", 1), (4, "r10", 1)]


def test_before_the_reveal_nobody_has_won() -> None:
    """A game whose purses are not all open has no winner, whoever has the most coins."""
    found = figures_of(text_of("ghouls"))
    assert (found.over, found.open, found.winners) == (False, False, ())


def test_there_is_no_game_without_its_beginning() -> None:
    """Events without a beginning are refused."""
    with pytest.raises(ValueError, match="begins"):
        figures([])
    with pytest.raises(ValueError, match="begins"):
        figures([Rolled(1, "box")])


def test_what_is_expected_of_the_die() -> None:
    """Its faces 0, 0, 0, 1, 2, 3 make 1 on average and 8/6 for the square of the deviation."""
    assert (expected(0), expected(6)) == (0, 6)
    assert deviation(12) == pytest.approx(4)


def test_every_ability_has_its_group() -> None:
    """A race's own coins are a race's, a power's a power's; what else a sheet pays, for whatever, is a bonus."""
    assert {group(kind.key) for box in BOXES.values() for kind in box.races} == {"race"}
    assert {group(kind.key) for box in BOXES.values() for kind in box.powers} == {"power"}
    assert [group(key) for key in ("regions", "declined", "paid", "mended", "bomb")] == [
        "regions",
        "declined",
        "column",
        "other",
        "bonus",
    ]


def test_what_people_would_tell() -> None:
    """Ann's 9 coins in turn 3 and her 8 conquests; her 2 pips in one roll are no luck yet."""
    found = figures_of(text_of("ghouls"))
    assert [sentence(say) for say in charts.highlights(found)] == [
        "Richest turn: Ann, 9 coins on turn 3",
        "Most conquests: Ann, 8",
    ]


@pytest.mark.parametrize(("reason", "most"), [("faction-bonus", 10), ("mended", 9)])
def test_the_richest_turn_is_what_its_sheet_paid(reason: str, most: int) -> None:
    """A bonus of the table is on it (Warcraft rules, Alliance and Horde Faction Bonus); a corrected purse is not."""
    found = figures_of(text_of("ghouls"))
    more = figures_with(found, coins=(*found.coins, Coins(3, 0, reason, 1)))
    assert sentence(charts.highlights(more)[0]) == f"Richest turn: Ann, {most} coins on turn 3"


def test_two_equally_rich_turns_are_nobodys_richest() -> None:
    """Nobody would be told that another's was as rich."""
    found = figures_of(text_of("ghouls"))
    more = figures_with(found, coins=(*found.coins, Coins(5, 1, "regions", 9)))
    told = [sentence(say) for say in charts.highlights(more)]
    assert not any("Richest turn" in each for each in told)


def test_three_rolls_make_luck() -> None:
    """Three rolls with 2 pips each are three more than to be expected."""
    found = figures_of(text_of("ghouls"))
    lucky = figures_with(found, rolls=tuple(Roll(turn, 0, 2, "phone") for turn in (1, 2, 3)))
    assert "Luckiest roller: Ann, 6 pips in 3 rolls" in [sentence(say) for say in charts.highlights(lucky)]


def test_charts_add_up() -> None:
    """The parts of every bar, and the table of reasons beside it, come to the coins that the player has."""
    shown = charts.view(figures_of(text_of("evening")), "en")
    assert [sum(parts) for parts in shown["grouped"]] == [9, 6, 10]
    assert [sum(each["amounts"][seat] for each in shown["reasons"]) for seat in range(3)] == [9, 6, 10]
    assert [each["text"] for each in shown["reasons"]] == ["at the start", "regions", "Orcs", "Forest", "corrected"]
    assert [each["text"] for each in shown["luck"]] == [
        "0 pips in 1 roll; expected: 1",
        "No roll",
        "No roll",
    ]


@pytest.mark.parametrize(("language", "average"), [("en", "2.9"), ("de", "2,9"), ("fr", "2,9"), ("es", "2,9")])
def test_the_average_is_told_as_the_language_writes_it(language: str, average: str) -> None:
    """Whole numbers stand bare, as Ann's one pip of one roll; fractions have the language's own sign."""
    assert text.decimal(2.94, language) == average
    assert text.decimal(3.0, language) == "3"
    shown = charts.view(figures_of(text_of("evening")), language)["luck"]
    assert [each["average"] for each in shown] == ["1", "0", "0"]


def test_the_game_as_a_table_for_spreadsheets() -> None:
    """A line for each turn of each player, whose coins and totals are those of the record's comments."""
    found = list(csv.DictReader(StringIO(charts.as_csv(figures_of(text_of("ghouls"))))))
    assert [(line["turn"], line["name"], line["coins"], line["total"]) for line in found] == [
        ("0", "Ann", "5", "5"),
        ("0", "Ben", "5", "5"),
        ("1", "Ann", "3", "8"),
        ("1", "Ben", "2", "7"),
        ("2", "Ann", "3", "11"),
        ("2", "Ben", "5", "12"),
        ("3", "Ann", "9", "20"),
        ("3", "Ben", "0", "12"),
    ]
    third = found[6]
    assert (third["race"], third["power"], third["conquests"], third["rolls"], third["pips"]) == (
        "wizards",
        "mounted",
        "5",
        "1",
        "2",
    )
    assert (third["coins_regions"], third["coins_declined"], third["coins_wizards"]) == ("3", "5", "1")


def test_a_name_is_no_formula() -> None:
    """A spreadsheet takes a name that begins like a formula for text."""
    found = figures_with(figures_of(text_of("evening")), names=("=1+1", "Ben", "Cid"))
    assert next(csv.DictReader(StringIO(charts.as_csv(found))))["name"] == "'=1+1"


def test_the_game_as_json() -> None:
    """Every coin, conquest and roll stands in it, with the game's number and its time."""
    found = json.loads(charts.as_json(7, "2026-11-21T17:00:00+00:00", figures_of(text_of("evening"))))
    assert (found["game"], found["begun"], found["totals"]) == (7, "2026-11-21T17:00:00+00:00", [9, 6, 10])
    assert sum(each["amount"] for each in found["coins"] if each["seat"] == 0) == 4
    assert [each["won"] for each in found["conquests"]].count(False) == 1
    assert found["rolls"] == [{"turn": 1, "seat": 0, "pips": 0, "source": "box"}]
