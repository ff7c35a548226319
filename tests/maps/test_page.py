"""docs/maps.md tells the truth: its map can be drawn and played, and its tables are complete."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from msgspec.structs import fields
from shapely import Polygon

from companion.boards import borders, making, maps, mesh, outline
from companion.boards.sheet import RegionSheet, Sheet
from companion.language import text
from companion.rules.model import Message
from tests.maps.test_generator import faults_of

PAGE = (Path(__file__).parents[2] / "docs" / "maps.md").read_text(encoding="utf-8")


def example(folder: Path) -> Path:
    """The map on the page, as a file."""
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    path = folder / "bay.toml"
    path.write_text(block, encoding="utf-8")
    return path


def first_column(heading: str) -> set[str]:
    """The names in the first column of the table with this heading."""
    table = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return {name for row in table.splitlines()[2:] for name in re.findall(r"`(.+?)`", row.split("|")[1])}


def test_the_map_on_the_page_is_drawn_and_offered(tmp_path: Path) -> None:
    """The example needs nothing but its outlines, which come out without a fault, and has a name in words."""
    path = example(tmp_path)
    with pytest.raises(maps.MapError, match="has no outline"):
        maps.load(path)
    assert faults_of(outline.read(path)) == []
    assert outline.main([str(path)]) == 0
    (name,) = maps.names(tmp_path)
    assert (name.id, name.players, text.say(Message(name.name))) == ("bay", 2, "Board for 2 players")
    assert all(Polygon(points).is_valid for points in maps.load(path).outlines.values())


def test_every_field_is_on_the_page() -> None:
    """Both tables name the fields a file may have, and no others."""
    assert first_column("field of the map") == {field.encode_name for field in fields(Sheet)} - {"region"}
    assert first_column("field of a region") == {field.encode_name for field in fields(RegionSheet)}


def test_fields_that_may_be_left_out() -> None:
    """The last column says "needed" exactly where a field has no default."""
    rows = PAGE.partition("| field of a region |")[2].partition("\n\n")[0].splitlines()[2:]
    needed = {row.split("`")[1] for row in rows if row.endswith("| needed |")}
    assert needed == {field.name for field in fields(RegionSheet) if field.required}


def test_every_refusal_of_the_generator_is_on_the_page() -> None:
    """The table has the beginning of whatever the generator may say, names left out, and no other."""
    said = set()
    for module in (borders, making, mesh, outline):
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Undrawable":
                parts = node.args[0].values if isinstance(node.args[0], ast.JoinedStr) else [node.args[0]]
                said.add("".join(part.value if isinstance(part, ast.Constant) else "..." for part in parts))
    sentences = first_column("the sentence says")
    assert {sentence for sentence in said if not sentence.startswith(tuple(sentences))} == set()
    assert {known for known in sentences if not any(sentence.startswith(known) for sentence in said)} == set()
