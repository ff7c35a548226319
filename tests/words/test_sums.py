"""Prices and score sheets, written as sums."""

from __future__ import annotations

import pytest

from companion.game import narration
from companion.language import text
from companion.language.sums import Part, Sum
from companion.rules.commands import Conquer
from companion.rules.engine import decide
from companion.rules.model import Line
from companion.views import game_view
from tests.rules.position import refusal, region, table

MOUNTAIN = (Line("region", 2), Line("defenders", 1), Line("mountain", 1), Line("commando", -1))


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([], ""),
        ([(2, "")], "2"),
        ([(2, ""), (3, "defenders")], "2 + 3 defenders = 5"),
        ([(2, ""), (-1, "Commando")], "2 − 1 Commando = 1"),
        ([(-1, "Wizards"), (-2, "Hill")], "−1 Wizards − 2 Hill = −3"),
    ],
)
def test_a_sum_has_its_numbers_its_signs_and_its_total(parts: list[tuple[int, str]], expected: str) -> None:
    """The first number has no plus sign; a single number is no sum."""
    assert Sum(tuple(Part(*part) for part in parts)).text == expected


def test_where_nothing_is_to_be_paid_only_the_least_is_said() -> None:
    """As of Tauren who conquer with a Champion: there is nothing before the sign of a total."""
    assert Sum((), "at least 1 (Tauren)").text == "at least 1 (Tauren)"


def test_a_score_names_its_reasons_first() -> None:
    """What brought the coins, then how many."""
    assert Sum((Part(4, "Regions"), Part(2, "Hill")), score=True).text == "Regions 4 + Hill 2 = 6"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "2 + 1 defender + 1 mountain − 1 Commando = 3"),
        ("de", "2 + 1 Verteidiger + 1 Gebirge − 1 (Kommando) = 3"),
        ("fr", "2 + 1 défenseur + 1 montagne − 1 (Armés) = 3"),
        ("es", "2 + 1 defensor + 1 montaña − 1 (Comando) = 3"),
    ],
)
def test_only_the_nouns_of_a_sum_are_translated(language: str, expected: str) -> None:
    """One thing has its singular in every language."""
    assert text.bill(MOUNTAIN, language).text == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "2 − 1 Giant = 1"), ("de", "2 − 1 Riese = 1"), ("fr", "2 − 1 Géant = 1"), ("es", "2 − 1 Gigante = 1")],
)
def test_a_race_that_saves_one_token_is_one(language: str, expected: str) -> None:
    """Its name agrees with the number before it."""
    assert text.bill((Line("region", 2), Line("giants", -1)), language).text == expected


def test_a_price_below_the_least_says_what_is_paid_instead() -> None:
    """At least one unused token (Conquering a Region); whose rule asks for more is named."""
    saved = (Line("region", 2), Line("giants", -1), Line("commando", -1))
    assert text.bill((*saved, Line("least", 1))).text == "2 − 1 Giant − 1 Commando = 0, at least 1"
    assert text.bill((*saved, Line("kobolds", 2))).text == "2 − 1 Giant − 1 Commando = 0, at least 2 (Kobolds)"


def test_a_screen_gets_the_parts_of_a_sum_and_its_text() -> None:
    """Numbers and nouns apart, so that it can be laid out; the text says the same."""
    assert game_view.sum_view(text.bill((Line("region", 2), Line("defenders", 3), Line("giants", -1)))) == {
        "parts": [{"number": 2, "noun": ""}, {"number": 3, "noun": "defenders"}, {"number": -1, "noun": "Giant"}],
        "total": 4,
        "least": "",
        "text": "2 + 3 defenders − 1 Giant = 4",
    }


def test_a_score_sheet_is_a_sum() -> None:
    """Every coin by its reason (Scoring Victory Coins)."""
    position = "turn 3 Ann score | 17: 1 wizards+swamp@Ann | 6: 1 dwarves@Ann declined"
    sheet = game_view.public(table(position))["sheet"]
    assert sheet["sum"]["text"] == "Regions 1 + Wizards 1 + Swamp 1 + Regions in decline 1 + Dwarves 1 = 5"


def test_two_races_in_decline_are_one_item_of_a_sum() -> None:
    """A Spirit race stays in decline beside another; their regions have one name."""
    lines = (Line("regions", 4), Line("declined", 1), Line("declined", 2))
    assert game_view.score_sum(lines, "en").text == "Regions 4 + Regions in decline 3 = 7"


def test_a_refusal_writes_the_price_as_a_sum() -> None:
    """Conquering a Region: too few tokens."""
    game = table("turn 3 Ann conquer | 5: 1 orcs+hill@Ben | 4: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 2")
    why = "costs 2 + 1 defender = 3; you have 2, but you can try the die"
    assert refusal(game, Conquer(region(5))) == why


def test_a_conquest_in_the_log_has_its_price() -> None:
    """As it was when the region was taken."""
    game = table("turn 3 Ann conquer | 5: 1 orcs+hill@Ben | 4: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 9")
    command = Conquer(region(5))
    said = narration.headline(game, command, decide(game, command))
    assert text.bill(said.args["bill"]).text == "2 + 1 defender = 3"
