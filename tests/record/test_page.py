"""docs/record.md tells the truth: its examples play; and docs/reference.md is what the code says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import fields

from companion.records import replay
from companion.records.notation import FIELDS, KINDS, field_of
from companion.records.record import Header
from companion.rules.boxes.registry import ABILITIES, PIECES, RULES
from companion.rules.notation.line import PLACES
from companion.rules.notation.reader import Reader
from docs.reference import PAGE as REFERENCE
from docs.reference import page, told
from tests.record.played import end_of

PAGE = Path(__file__).parents[2] / "docs" / "record.md"
# The abilities of the base box with which something has to be written down.
CHOICES = {
    "Amazons",
    "Berserk",
    "Bivouacking",
    "Diplomat",
    "Dragon-Master",
    "Elves",
    "Flying",
    "Fortified",
    "Ghouls",
    "Halflings",
    "Heroic",
    "Seafaring",
    "Sorcerers",
    "Spirit",
    "Stout",
    "Underworld",
}


class Example(NamedTuple):
    """A record on the page, and lines that its final position must have."""

    record: str
    lines: tuple[str, ...]


def examples() -> list[Example]:
    """Every record on the page."""
    blocks = re.findall(r"```json\n(.*?)```(?:\n\n```text\n(.*?)```)?", PAGE.read_text(), re.DOTALL)
    return [Example(record, tuple(lines.splitlines())) for record, lines in blocks]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.lines[-1] if example.lines else "none")
def test_an_example_comes_to_what_the_page_says(example: Example):
    """Each example is a whole record, plays to its end, and its final position has the lines below it."""
    found = replay.position(end_of(example.record))
    assert example.lines
    assert [line for line in example.lines if line not in found] == []


def test_every_command_stands_in_an_example():
    """All commands are shown at work."""
    shown = {json.loads(line).get("type") for example in examples() for line in example.record.splitlines()}
    assert set(KINDS) - shown == set()


def test_every_ability_with_a_choice_has_its_example():
    """Each ability that needs a choice has a heading of its own."""
    headings = re.findall(r"^\*\*([\w ]+)\.\*\*", PAGE.read_text(), re.MULTILINE)
    assert {heading.replace(" ", "-") for heading in headings} >= CHOICES


def test_the_reference_is_the_code_s():
    """The generated page is up to date; python docs/reference.py writes it again."""
    assert REFERENCE.read_text(encoding="utf-8") == page()


def test_every_field_is_described():
    """Each field of each command has its words, and no words are left over."""
    used = {
        key
        for tag, kind in KINDS.items()
        for field in fields(kind)
        for key in (f"{tag}.{field.name}", field.name)
        if FIELDS.get(key) is field_of(tag, field.name)
    }
    assert used == set(FIELDS)


def test_the_header_is_described():
    """Each field of the header stands in the page's table."""
    table = PAGE.read_text().partition("## The header")[2].partition("A **position**")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == {field.name for field in fields(Header)}


def test_the_json_is_described():
    """Each member of the JSON stands in the page's table."""
    table = PAGE.read_text().partition("The JSON object has these members")[2].partition("\n## ")[0]
    said = {key for row in re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)}
    printed = {"file", "commands", "events", "offers", "refusals", *replay.facts(end_of(examples()[0].record))}
    assert said == printed


def rows_of(heading: str) -> dict[str, str]:
    """The rows of the table under a heading, by what their first column begins with."""
    table = PAGE.read_text(encoding="utf-8").partition(heading)[2].partition("\n## ")[0]
    return {row[1]: row[0] for row in re.finditer(r"^\| `([^ `]+).*$", table, re.MULTILINE)}


def test_every_part_of_a_position_is_described():
    """All that the notation reads stands in the page's table, and nothing else."""
    read = {name.removeprefix("read_") for name in dir(Reader) if name.startswith("read_")}
    said = set(rows_of("| part | what it says |"))
    assert said - {"7:"} == read | {*PLACES, "seats", "board"}


def test_what_more_there_is_to_say_of_an_ability_is_true():
    """The notes are about abilities that there are, and leave out no word that is written for them."""
    everything = PIECES | ABILITIES
    rows = rows_of("## What abilities are told")
    assert rows.keys() >= BY_ITSELF | OF_ITS_OWN
    for key, row in rows.items():
        words = set(re.findall(r"`([^` :]+)", " ".join(told(everything[key]))))
        assert words <= set(re.findall(r"`([^` :]+)", row)), key
        assert words or key in BY_ITSELF, key


BY_ITSELF = {"amazons", "ghouls", "marauding"}
"""Of these a step that everybody takes is told otherwise."""
OF_ITS_OWN = {"tavern", "portal-mage", "ethereals", "igors"}
"""What their targets are follows from no class."""


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("berserk", ["`act` `roll`"]),
        ("catapult", ["`way` `catapult`"]),
        ("stout", ["`accept` with `decline`"]),
        ("hordes-of", ["`boosts` `hordes-of`", "`place` `hordes`"]),
        ("priestesses", ["`decline` with `regions`"]),
        ("mercenary", ["`boosts` `mercenary`", "`choose`"]),
        ("pygmies", ["`answer`"]),
        ("boneyard", ["`act` `place`", "`choose`"]),
        ("warcraft-goblins", ["`place` `bomb`", "`answer`"]),
        ("flying", []),
    ],
)
def test_the_reference_says_what_is_written_for_an_ability(key: str, words: list[str]):
    """Its acts, ways, help, placements and answers are read from its class."""
    assert list(told((PIECES | ABILITIES)[key])) == words


def test_every_name_of_every_box_is_described():
    """Races, powers, pieces, relics, places and artifacts, and the memory of each."""
    names = REFERENCE.read_text(encoding="utf-8").partition("## Every name")[2]
    keys = {*PIECES, *ABILITIES} - {*RULES}
    memories = {f"{key}.{memory.key}" for key, ability in ABILITIES.items() for memory in ability.memory}
    assert {key for key in keys | memories if f"| `{key}` |" not in names} == set()
