"""docs/record.md tells the truth: its examples play; and docs/reference.md is what the code says."""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import fields

from companion.records import replay
from companion.records.notation import FIELDS, KINDS, field_of
from companion.records.record import Header
from companion.rules.ability import Ability
from companion.rules.boxes.registry import ABILITIES, PIECES, RULES
from companion.rules.notation.line import PLACES
from companion.rules.notation.reader import Reader
from companion.rules.piece import Piece
from companion.rules.table_rule import TableRule
from docs.reference import PAGE as REFERENCE
from docs.reference import page
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


def sources(ability: Ability) -> list[ast.AST]:
    """The code of an ability's class, and of those it is made of."""
    kinds = [kind for kind in type(ability).__mro__ if kind.__module__.startswith("companion.rules")]
    kinds = [kind for kind in kinds if kind not in (Ability, Piece, TableRule)]
    return [node for kind in kinds for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(kind))))]


def told(ability: Ability) -> set[str]:
    """What is written for an ability: its acts by name, and how its questions are answered."""
    words: set[str] = set()
    calls = [node for node in sources(ability) if isinstance(node, ast.Call)]
    for call in calls:
        literals = [each.value for each in call.args if isinstance(each, ast.Constant)]
        if isinstance(call.func, ast.Name) and call.func.id == "Action":
            words |= {"act", str(literals[0])}
        if isinstance(call.func, ast.Attribute) and call.func.attr == "ask":
            words |= {"choose" if "choice" in literals else "answer"}
    kind, hooks = type(ability), {"ways": "way", "boost": "boosts", "placements": "place", "gathers": "decline"}
    words |= {word for hook, word in hooks.items() if getattr(kind, hook) is not getattr(Ability, hook)}
    words |= {"choose"} if ability.key in ASKED_AFTER_A_ROLL else set()
    return words | ({"accept"} if kind.declines_late is not Ability.declines_late else set())


ASKED_AFTER_A_ROLL = {"gnomes", "mercenary"}
"""For these the conquest itself asks."""
BY_ITSELF = {"amazons", "ghouls", "marauding"}
"""Of these a step that everybody takes is told otherwise."""


def test_what_every_ability_is_told_is_described():
    """Each act, way, help, placement and answer of every race, power, piece, rule, relic, place and artifact."""
    said = rows_of("## What abilities are told")
    everything = PIECES | ABILITIES
    needed = {key: words for key, ability in everything.items() if (words := told(ability))}
    assert needed.keys() | BY_ITSELF == said.keys()
    written = {key: set(re.findall(r"`([^` :]+)", row)) for key, row in said.items()}
    assert {key: words - written[key] for key, words in needed.items() if words - written[key]} == {}
    asking = {key for key, ability in everything.items() if type(ability).on_answer is not Ability.on_answer}
    assert {key for key in asking if written[key].isdisjoint({"choose", "answer"})} == set()


def test_every_name_of_every_box_is_described():
    """Races, powers, pieces, relics, places and artifacts, and the memory of each."""
    names = REFERENCE.read_text(encoding="utf-8").partition("## Every name")[2]
    keys = {*PIECES, *ABILITIES} - {*RULES}
    memories = {f"{key}.{memory.key}" for key, ability in ABILITIES.items() for memory in ability.memory}
    assert {key for key in keys | memories if f"| `{key}` |" not in names} == set()
