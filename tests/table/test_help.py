"""A race or a power explains itself; a newcomer reads the game of this table."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game.lobby import Change
from companion.language import text
from companion.language.catalogues import LANGUAGES
from companion.rules.boxes.registry import ABILITIES, BOXES
from companion.rules.engine import RULE_OPTIONS
from companion.rules.model import Message, Refused
from companion.views import help
from companion.views.game_view import public
from tests.rules.azeroth import azeroth
from tests.rules.position import table
from tests.table.sitting import Sitting, sitting


def said(found: help.Plain) -> list[str]:
    """The numbers of an explanation."""
    return [number["text"] for number in found["numbers"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ABILITIES)
def test_every_race_and_power_explains_itself(key: str, language: str) -> None:
    """Name, rule, numbers and options are all there in words."""
    found = help.explained(key, None, {}, language)
    assert found["rule"] == text.rule(key, language)
    assert found["name"]
    assert all(number["text"] and "{" not in number["text"] for number in found["numbers"])
    assert all(option["sentence"] and option["chosen"] for option in found["options"])


@pytest.mark.parametrize(
    ("race", "side"), [("warcraft-orcs", "Horde"), ("gnomes", "Alliance"), ("naga", "Neutral"), ("orcs", None)]
)
def test_a_race_says_on_which_side_it_stands(race: str, side: str | None) -> None:
    """Warcraft rules, Alliance and Horde Faction Bonus: the banner shows it; other boxes have no sides."""
    sides = {"Alliance", "Horde", "Neutral"} & set(said(help.explained(race, None, {}, "en")))
    assert sides == ({side} if side else set())


def test_what_touches_an_ability_is_an_option_of_the_table() -> None:
    """No ability names an option that is not there."""
    known = {option.key for option in RULE_OPTIONS}
    assert {key for ability in ABILITIES.values() for key in ability.concerns} <= known


def test_every_box_has_its_name() -> None:
    """The newcomer's page says which boxes are in play."""
    assert not {f"set.{box}" for box in BOXES} - set(text.english())


def test_a_race_says_what_is_printed_and_what_is_left(three: Sitting) -> None:
    """Sorcerers: 5 on the banner, 18 in the box (base rules, Components); the tray as it is now."""
    found = three.table.queries.explained("sorcerers")
    assert said(found) == ["5 tokens from the race banner", "18 tokens in the game", "18 left in the tray"]
    three.do("pick")
    band = three.game.bands[three.game.taken]
    left = said(three.table.queries.explained(band.race))
    assert f"{three.game.tray[band.race]} left in the tray" in left
    assert three.game.tray[band.race] < ABILITIES[band.race].supply


def test_a_power_says_its_pieces_and_whether_it_stays(three: Sitting) -> None:
    """Fortified: 3 on the badge, 6 Fortresses, and a face for decline (base rules, Components)."""
    expected = ["3 tokens from the power badge", "6 Fortresses in the game", "Keeps its power badge in decline"]
    assert said(three.table.queries.explained("fortified")) == expected


def test_it_says_what_this_table_has_chosen(tmp_path: Path) -> None:
    """Before the game as well: the Diplomat's option as the lobby has it, and the Ghouls' two of the table."""
    with sitting(tmp_path) as table:
        table.table.seats.join("ann", "Ann")
        table.table.seats.change("ann", Change(options={"failed-attack": "does-not-count"}))
        (option,) = table.table.queries.explained("diplomat")["options"]
        assert option["chosen"] == text.say(Message("option.failed-attack.does-not-count"))
        assert len(table.table.queries.explained("ghouls")["options"]) == 2


def test_nothing_else_explains_itself(three: Sitting) -> None:
    """A name that is no race's is refused in words."""
    with pytest.raises(Refused) as caught:
        three.table.queries.explained("gnus")
    assert caught.value.message.key == "table.no_ability"


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "Alchemist Amazons"),
        ("de", "Alchemisten-Amazonen"),
        ("fr", "Amazones Alchimistes"),
        ("es", "Amazonas Alquimistas"),
    ],
)
def test_a_combo_is_called_as_its_language_joins_it(language: str, name: str) -> None:
    """Also one that nobody has laid out yet."""
    assert help.combo("amazons", "alchemist", language)["name"].replace("\u00ad", "") == name


@pytest.mark.parametrize(("race", "power"), [("gnus", "flying"), ("elves", "gnus"), ("flying", "elves")])
def test_nothing_else_is_a_combo(race: str, power: str) -> None:
    """A race comes first and a power second; anything else is refused in words."""
    with pytest.raises(Refused) as caught:
        help.combo(race, power, "en")
    assert caught.value.message.key == "table.no_ability"


def test_a_newcomer_reads_what_a_box_does_otherwise() -> None:
    """Small World of Warcraft has rules for the whole table, in the order in which one meets them, and things to find;
    what a rule says of one of these is said there once."""
    found = {part["kind"]: [each["name"] for each in part["all"]] for part in help.in_play(("warcraft",), {}, "en")}
    assert found["rules"] == ["Islands", "Travel cost", "All discarded", "Faction Bonus", "Discoveries"]
    assert (len(found["prizes"]), found["prizes"][0]) == (12, "Aegis of Aggramar")


def test_a_newcomer_reads_of_the_boxes_in_play(three: Sitting) -> None:
    """14 races and 20 powers of the base box on the map for three with its 10 turns (base rules, Setting up)."""
    found = three.table.queries.introduced()
    assert (found["turns"], found["boxes"]) == (10, ["Small World"])
    assert {part["kind"]: len(part["all"]) for part in found["in_play"]} == {"races": 14, "powers": 20}


@pytest.mark.parametrize(
    ("language", "box", "kind", "names"),
    [
        ("es", "base", "powers", ["Alquimistas", "Colinas", "Comando", "Dragón", "Pantano"]),
        ("fr", "warcraft", "prizes", ["Cœur d’Azeroth", "Égide d’Aggramar", "Karazhan"]),
    ],
)
def test_articles_and_accents_do_not_change_the_order(language: str, box: str, kind: str, names: list[str]) -> None:
    """A newcomer looks under C for "de las Colinas" and under E for "Égide"."""
    found = {part["kind"]: [each["name"] for each in part["all"]] for part in help.in_play((box,), {}, language)}
    assert [name for name in found[kind] if name in names] == names


def test_a_newcomer_comes_before_the_others(tmp_path: Path) -> None:
    """With nobody at the table there is no map yet, and the page is there all the same."""
    with sitting(tmp_path) as table:
        found = table.table.queries.introduced("fr")
        assert found["turns"] is None
        assert found["in_play"][0]["all"][0]["name"] == "Amazones"


def test_a_line_of_the_log_knows_whom_it_names(three: Sitting) -> None:
    """Race and power of the combo that was taken, though a player may be called like a race."""
    three.do("pick")
    band = three.game.bands[three.game.taken]
    line = next(line for line in three.state["log"] if "picks the" in line["text"])
    assert line["about"] == [band.race, *band.powers] or line["about"] == [*band.powers, band.race]
    assert text.mentioned(Message("log.counted", {"name": "orcs"})) == ()


def test_the_regions_of_a_sentence_are_told_in_its_order() -> None:
    """Also of a sentence inside it and of a list; a player with the name of a region is none, nor is an empty stand."""
    taken = Message("log.conquer", {"name": "r02", "region": "r07", "count": 2, "race": "orcs"})
    assert text.places(taken) == ("r07",)
    assert text.places(Message("takeback", {"what": taken})) == ("r07",)
    moved = Message("do.move", {"count": 1, "race": "orcs", "stand": "r09", "region": "r03"})
    assert text.places(moved) == ("r09", "r03")
    several = Message("turn.did.conquers", {"regions": ("r05", Message("turn.did.lost", {"region": "r05", "pips": 0}))})
    assert text.places(several) == ("r05",)
    assert text.places(Message("log.conquer_by.at", {"stand": "", "region": "r01"})) == ("r01",)
    assert text.places(Message("log.pass", {"name": "Ann"})) == ()


@pytest.mark.parametrize(
    ("race", "counts"),
    [
        ("orcs", []),
        ("dwarves", ["dwarves"]),
        ("trolls", ["trolls"]),
        ("ratmen+seafaring", ["seafaring"]),
        ("orcs+hill", []),
    ],
)
def test_a_race_in_decline_says_what_of_it_still_counts(race: str, counts: list[str]) -> None:
    """Orcs earn nothing more, Dwarves do by their Mines, and Troll's Lairs stay (base rules, Entering in Decline)."""
    game = table(f"turn 3 Ann conquer | 9: 1 {race}@Ann declined | 4: 2 elves+swamp@Ann")
    assert [rule["key"] for rule in public(game)["bands"][0]["rules"]] == counts


@pytest.mark.parametrize(("race", "counts"), [("tauren", ["tauren"]), ("naga", ["naga"]), ("warcraft-goblins", [])])
def test_a_race_of_azeroth_in_decline_says_what_of_it_still_counts(race: str, counts: list[str]) -> None:
    """Tauren stay by two, and Naga keep their Seas and Lakes (Small World of Warcraft, races)."""
    game = azeroth(f"turn 3 Ann conquer | 8: 2 {race}+mining@Ann declined | 2: 2 pandaren@Ann")
    assert [rule["key"] for rule in public(game)["bands"][0]["rules"]] == counts
