"""A long part that was broken off goes on where it was, with the same code and no other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tests.conftest

LONG = """
import pathlib, pytest

@pytest.mark.long(name="parts")
@pytest.mark.parametrize("part", range(3))
def test_part(part):
    assert part != 2 or pathlib.Path("well").exists()
"""


def run(folder: Path, *words: str) -> dict[str, int]:
    """Run the long part; how many tests passed, failed or were left out."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "long(name='parts')", *words]
    # Other plugins only cost time here.
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=alone, check=False).stdout
    return {word: int(count) for count, word in re.findall(r"(\d+) (passed|failed|deselected)", said)}


def git(folder: Path, *words: str) -> None:
    """Do something with the folder's history."""
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.long(name="extras")
def test_what_has_passed_is_left_out(tmp_path: Path) -> None:
    """Only with the option, never what failed, and all of it again once a line has changed, committed or not."""
    shutil.copy(tests.conftest.__file__, tmp_path / "conftest.py")
    (tmp_path / "test_long.py").write_text(LONG)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long(name): a long part\n")
    (tmp_path / ".gitignore").write_text(".pytest_cache\n__pycache__\nwell\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "Begin")
    assert run(tmp_path) == {"passed": 2, "failed": 1}
    (tmp_path / "well").touch()
    assert run(tmp_path, "--resume") == {"passed": 1, "deselected": 2}
    (tmp_path / "test_long.py").write_text(f"{LONG}# Another line.\n")
    assert run(tmp_path, "--resume") == {"passed": 3}
    git(tmp_path, "commit", "-qam", "Change it")
    assert run(tmp_path, "--resume") == {"passed": 3}
