"""docs/record.md tells the truth: its reference is the code's, and its examples play."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import fields

from companion import replay
from companion.record import Header
from companion.spelling import FIELDS, KINDS, field_of
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
    """The generated part is up to date; python docs/reference.py writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == page()


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
    table = PAGE.read_text().partition("The JSON object has these members")[2].partition("<!--")[0]
    said = {key for row in re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)}
    printed = {"file", "commands", "events", "offers", "refusals", *replay.facts(end_of(examples()[0].record))}
    assert said == printed
