"""The contributor's guide, followed word for word by somebody in a hurry."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
# What is read and written on the way; the rest of the repository is not needed for it.
TAKEN = ("companion", "docs", "tests/rules", "tests/words", "tests/chance.py", "tests/conftest.py", "pyproject.toml")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The repository as the guide's reader has it."""
    for name in TAKEN:
        source = TOP / name
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "screens", "vendor"))
        else:
            shutil.copy(source, target)
    return tmp_path


def blocks() -> list[str]:
    """The examples of the chapter, in order: classes, row, words, test."""
    page = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    chapter = page.partition("## Add a race, a power and a piece\n")[2].partition("\nIf the class is only for")[0]
    return re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)


def python(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the clone."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(clone)}, capture_output=True, text=True, check=False, cwd=clone,
    )  # fmt: skip


def lay(clone: Path, *, words: str) -> None:
    """Put the guide's examples where it says."""
    classes, row, _, test = blocks()
    boxes = clone / "companion/rules/boxes"
    (boxes / "marsh").mkdir()
    (boxes / "marsh/__init__.py").write_text(classes, encoding="utf-8")
    listed = (boxes / "__init__.py").read_text(encoding="utf-8")
    listed = listed.replace("    grand_dames,\n", "    grand_dames,\n    marsh,\n", 1)
    listed = listed.replace('        "teams": ', row + '        "teams": ', 1)
    (boxes / "__init__.py").write_text(listed, encoding="utf-8")
    table = clone / "companion/language/en/pieces.py"
    before, head, after = table.read_text(encoding="utf-8").partition("WORDS: dict[str, str] = {\n")
    table.write_text(before + head + words + after, encoding="utf-8")
    (clone / "tests/rules/test_marsh.py").write_text(test, encoding="utf-8")


@pytest.mark.long(name="extras")
def test_the_guide_adds_a_race_a_power_and_a_piece(clone: Path) -> None:
    """One class each, one row, the English words and a test are enough; nobody has to know another language."""
    lay(clone, words=blocks()[2])
    wrote = python(clone, "docs/words.py")
    assert wrote.returncode == 0, wrote.stdout + wrote.stderr
    assert "race.lizards" in wrote.stdout
    assert python(clone, "docs/reference.py").returncode == 0
    done = python(clone, "-m", "pytest", "-q", "-n", "0", "tests/rules/test_marsh.py", "tests/words/test_catalogues.py",
                  "tests/rules/test_core.py", "-k", "not test_the_core_names")  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "sentences to translate in fr.po" in done.stdout


@pytest.mark.long(name="extras")
def test_a_missing_word_is_named(clone: Path) -> None:
    """By docs/words.py, and by the test that fails."""
    words = re.sub(r'    "help\.smouldering".*\n', "", blocks()[2])
    lay(clone, words=words)
    wrote = python(clone, "docs/words.py")
    assert (wrote.returncode, "help.smouldering" in wrote.stdout) == (1, True)
    failed = python(clone, "-m", "pytest", "-q", "-n", "0", "tests/rules/test_core.py", "-k", "has_its_words")
    assert "help.smouldering" in failed.stdout
