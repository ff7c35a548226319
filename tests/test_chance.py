"""A run's seed repeats what was drawn in it."""

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DRAWS = """
import pytest
from tests import chance

{mark}
def test_draws():
    assert [chance.dice().random(), chance.dice().random()] is None
"""
LONG = '@pytest.mark.long(name="extras")'
SAYS = re.compile(r"pytest (.*--seed (\d+)) '\S+test_draws'")

# The names of all that draws from the computer's own chance, or from one that anybody may have drawn from before.
DRAW = re.compile(r"os\.urandom|(random|secrets|uuid)\.\w+")
# The files that may, and by what.
MAY_DRAW = {"conftest.py": {"secrets.randbelow"}}  # the seed of the run itself


def fails(test: str, *options: str) -> str:
    """What a run of tests that fail says."""
    words = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-c", "pyproject.toml", *options, test]
    done = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=HERE.parent, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long(name="extras")
@pytest.mark.parametrize(("mark", "chosen"), [("", []), (LONG, ["-m", "long"])])
def test_a_failure_says_what_draws_the_same_again(tmp_path: Path, mark: str, chosen: list[str]) -> None:
    """Whatever a worker drew, its test draws alone, a long one too, with the options that stand at the failure."""
    file = tmp_path / "test_drawn.py"
    file.write_text(DRAWS.format(mark=mark), encoding="utf-8")
    drawn = re.compile(r"E +assert (\[0\.\d+, 0\.\d+\]) is None")
    first = fails(str(file), "-n", "1", *chosen)
    ((options, seed),) = SAYS.findall(first)
    assert f"seed: {seed}" in first
    assert ("-m" in options) == bool(mark)
    assert drawn.findall(first) == drawn.findall(fails(str(file), *shlex.split(options))) != []


def unseeded(code: str) -> set[str]:
    """What a module names that draws without a seed, by its full name."""
    # Most modules name nothing of the kind.
    if not re.search(r"\b(random|secrets|uuid|urandom)\b", code):
        return set()
    nodes = list(ast.walk(ast.parse(code)))
    known: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            known |= {each.asname or each.name: each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            known |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}

    def full(node: ast.AST) -> str:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return f"{known.get(node.value.id, '')}.{node.attr}"
        return known.get(node.id, "") if isinstance(node, ast.Name) else ""

    found = {full(node) for node in nodes} - {"random.Random"}
    found |= {full(node.func) for node in nodes if isinstance(node, ast.Call) and not (node.args or node.keywords)}
    return {name for name in found if DRAW.fullmatch(name)}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import os as o; o.urandom(8)", {"os.urandom"}),
        ("from os import urandom; urandom(8)", {"os.urandom"}),
        ("import secrets; play(choose=secrets.choice)", {"secrets.choice"}),
        ("import uuid; uuid.uuid4()", {"uuid.uuid4"}),
        ("import random; random.shuffle(all)", {"random.shuffle"}),
        ("from random import Random; Random()", {"random.Random"}),
        ("from random import Random; Random(7).choice(all)", set()),
        ("import random; dice: random.Random = random.Random(x=7)", set()),
        ("secrets = line.secrets; secrets.choice(all)", set()),
    ],
)
def test_what_draws_without_a_seed_is_found(code: str, found: set[str]) -> None:
    """However it is imported, called or handed on."""
    assert unseeded(code) == found


def test_nothing_in_the_tests_draws_without_a_seed() -> None:
    """What fails in a run can be drawn again: from the seed of the run, or from one that is written down."""
    written = [path for path in HERE.rglob("*.py") if "node_modules" not in path.parts]
    files = {path.relative_to(HERE).as_posix(): unseeded(path.read_text("utf-8")) for path in written}
    assert {name: found for name, found in files.items() if found} == MAY_DRAW
