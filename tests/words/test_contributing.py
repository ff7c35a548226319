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
TAKEN = (
    "companion", "docs", "tests/rules", "tests/words", "tests/record", "tests/table/test_plugins.py", "pyproject.toml",
    "CONTRIBUTING.md",
)  # fmt: skip
NEW = ("companion/rules/boxes", "companion/language/en", "tests/rules/test_marsh.py")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The repository as the guide's reader has it."""
    shared = [f"tests/{path.name}" for path in (TOP / "tests").glob("*.py")]
    for name in (*TAKEN, *shared):
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
    near = ("rules/test_marsh", "rules/test_core", "words/test_catalogues", "words/test_names", "record/test_page",
            "table/test_plugins")  # fmt: skip
    done = python(clone, "-m", "pytest", "-q", "-n", "0", *(f"tests/{name}.py" for name in near))
    assert done.returncode == 0, done.stdout
    assert "sentences to translate in fr.po" in done.stdout
    for checks in (("check",), ("format", "--check")):
        tidy = python(clone, "-m", "ruff", *checks, *NEW)
        assert tidy.returncode == 0, tidy.stdout + tidy.stderr


@pytest.mark.long(name="extras")
def test_a_missing_word_is_named(clone: Path) -> None:
    """By docs/words.py, and by the test that fails."""
    lay(clone, words=re.sub(r'    "(race\.lizards|help\.smouldering\.one)".*\n', "", blocks()[2]))
    classes = clone / "companion/rules/boxes/marsh/__init__.py"
    with classes.open("a", encoding="utf-8") as module:
        module.write('\nfrom companion.rules.model import Message\n\nSAID = Message("refuse.wet_feet")\n')
    wrote = python(clone, "docs/words.py")
    assert wrote.returncode == 1
    named = wrote.stdout.partition("English words are missing:\n")[2].split()
    assert named == ["help.smouldering.one", "race.lizards", "refuse.wet_feet"]
    failed = python(clone, "-m", "pytest", "-q", "-n", "0", "tests/rules/test_core.py", "-k", "has_its_words")
    assert "help.smouldering.one" in failed.stdout


def test_every_long_part_has_its_row() -> None:
    """The table of long parts names all those there are, and no others; `X_arm64` may stand in the row of X."""
    code = [path.read_text(encoding="utf-8") for path in (TOP / "tests").rglob("*.py") if path != Path(__file__)]
    marked = {name for text in code for name in re.findall(r'(?:long\(name=|seldom\()"(\w+)"', text)}
    page = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.partition("| name | what it does | takes |\n")[2].partition("\n\n")[0]
    rows = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert marked - TRIED == rows | set(re.findall(r"`(\w+_arm64)`", table))


TRIED = {"parts"}
"""What a test of the long parts makes up."""
