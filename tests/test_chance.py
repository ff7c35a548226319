"""A run's seed repeats what was drawn in it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DRAWS = """
from tests import chance

def test_draws():
    assert [chance.dice().random(), chance.dice().random()] is None
"""
SAYS = re.compile(r"pytest --seed (\d+) '(\S+test_draws)'")


def fails(test: str, *options: str) -> str:
    """What a run of tests that fail says."""
    words = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-c", "pyproject.toml", *options, test]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=Path(__file__).parents[1], capture_output=True, text=True
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long(name="extras")
def test_a_failure_says_what_draws_the_same_again(tmp_path: Path) -> None:
    """Whatever a worker drew, its test draws alone with the seed that stands at the failure."""
    file = tmp_path / "test_drawn.py"
    file.write_text(DRAWS, encoding="utf-8")
    drawn = re.compile(r"E +assert (\[0\.\d+, 0\.\d+\]) is None")
    first = fails(str(file), "-n", "1")
    (found,) = SAYS.findall(first)
    assert f"seed: {found[0]}" in first
    assert drawn.findall(first) == drawn.findall(fails(str(file), "--seed", found[0])) != []
