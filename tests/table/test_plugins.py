"""Races of an owner's own, named in the settings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.language.plugins import NotOwn, found
from companion.rules.boxes.registry import BOXES, OWN

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"
PLAY = """
from companion.language.plugins import take_in
take_in("lizards:Lizards")
from companion.language import text; from companion.views import game_view as show
from tests.rules.position import bill, table
game = table("turn 2 Ann conquer | hand lizards+hill@Ann 8")
print(game.boxes[-1], "/", bill(game, 4), "/", text.race("lizards", 1, "fr"), "/", text.rule("lizards"))
print(show.public(game)["bands"][0]["name"])
"""


def lizards(folder: Path) -> None:
    """The example of the page as a module in a folder."""
    chapter = PAGE.read_text(encoding="utf-8").partition("\nIf the class is only for your own table")[2]
    example = re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)[0]
    (folder / "lizards.py").write_text(example, encoding="utf-8")


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a folder in its path, in a process of its own: what is taken in stays."""
    path = os.pathsep.join([str(folder), str(PAGE.parent)])
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False, cwd=PAGE.parent,
    )  # fmt: skip


def test_the_example_of_the_page_plays(tmp_path: Path) -> None:
    """The class in CONTRIBUTING.md is a race: it is on the bill, and has its name and its rule."""
    lizards(tmp_path)
    played = python(tmp_path, "-c", PLAY)
    assert played.stdout.splitlines() == [
        "own / 2 − 1 Lizard = 1 / Lizard / A Swamp costs 1 token less.",
        "Hill Lizards",
    ], played.stderr


def test_a_class_that_there_is_not_is_said_in_a_sentence(tmp_path: Path) -> None:
    """A wrong name in the settings ends the command with what is wrong, not with a traceback."""
    asked = python(tmp_path, "-m", "companion", "serve", "--data", str(tmp_path / "data"), "--own", "snakes:Snakes")
    assert asked.returncode == 2
    assert "The setting own names snakes:Snakes, which cannot be found" in asked.stderr


@pytest.mark.parametrize(
    ("name", "module", "said"),
    [
        ("lost_names:Snakes", "class Snakes(Ability):\n    pass\n",
         "and its module fails: NameError: name 'Ability' is not defined (lost_names.py, line 1). Correct it, and"),
        ("lost_colon:Snakes", "class Snakes\n",
         "and its module fails: SyntaxError: expected ':' (lost_colon.py, line 1). Correct it"),
        ("lost_module:Snakes", "import serpents_of_old\n",
         "and its module fails: ModuleNotFoundError: No module named 'serpents_of_old' (lost_module.py, line 1)."),
        ("lost_way:Snakes", "raise SystemExit('bye')\n",
         "and its module fails: SystemExit: bye (lost_way.py, line 1)."),
        ("lost_brace:Snakes", "import json\njson.loads('{')\n",
         "and its module fails: JSONDecodeError: Expecting property name enclosed in double quotes:"
         " line 1 column 2 (char 1) (lost_brace.py, line 2). Correct it"),
        ("lost_class:Snakes", "", "which cannot be found: the module lost_class has no class of this name."),
        ("lost_key:Snakes", "class Snakes:\n    pass\n", "which is no race, power or piece with a key."),
        ("lost_file:Snakes", None, "which cannot be found: it takes a module and a class, such as lizards:Lizards"),
        (":Snakes", None, "which cannot be found: it takes a module and a class, such as lizards:Lizards"),
        ("lost_kind", "", "which cannot be found: it takes a module and a class, such as lizards:Lizards"),
        (".lost:Snakes", None, "which cannot be found: it takes a module and a class, such as lizards:Lizards"),
    ],
)  # fmt: skip
def test_whatever_is_wrong_with_a_module_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, module: str | None, said: str
) -> None:
    """Which name of the setting it is, what is wrong and where."""
    if module is not None:
        (tmp_path / f"{name.partition(':')[0]}.py").write_text(module, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NotOwn, match=re.escape(f"The setting own names {name}, {said}")):
        found(name)


def test_nobody_has_such_a_box_unasked() -> None:
    """Without the setting there is no such box to tick."""

    assert OWN not in BOXES
