"""Releases on a stick and on the card: which is the newest, which step is unusual, which are damaged, which stay."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import click
import msgspec
import pytest

from companion.upkeep.releases import MARK, Place, tidy
from companion.upkeep.wheel import newest, read, unusual
from tests import chance
from tests.fuzz.heavy import release


def test_the_newest_is_found_by_number_in_the_top_folder(tmp_path: Path) -> None:
    """1.10 is newer than 1.9; what lies in a folder of the stick, or is something else, is none of ours."""
    (tmp_path / "sub").mkdir()
    for name in (
        "smallworld_companion-1.9.0-py3-none-any.whl",
        "smallworld_companion-1.10-py3-none-any.whl",
        "smallworld_companion-3.0.0.tar.gz",
        "sub/smallworld_companion-2.0.0-py3-none-any.whl",
        "flask-9.0-py3-none-any.whl",
    ):
        (tmp_path / name).touch()
    found = newest(tmp_path)
    assert found is not None
    assert found.name == "smallworld_companion-1.10-py3-none-any.whl"


@pytest.mark.parametrize(
    ("version", "used", "said"),
    [
        ("1.2.4", "1.2.3", ""),
        ("2.0", "1.9.9", ""),
        ("1.2", "1.2", ""),
        ("1.1.9", "1.2", "Version 1.1.9 is older than 1.2, which is in use."),
        ("99.0.0", "1.2", "Going from 1.2, which is in use, to 99.0.0 skips versions in between."),
        ("0.1", "", ""),
    ],
)
def test_a_step_back_or_a_jump_is_unusual(version: str, used: str, said: str) -> None:
    """The next versions are what an owner means by an update; these others may be a mistake, or a trap."""
    assert unusual(version, used) == said


def test_a_release_with_changed_bytes_is_refused_in_words(tmp_path: Path) -> None:
    """Whichever of its bytes a stick gives back wrongly, no fault of the program comes of it."""
    dice, whole, said = chance.dice(), release(), Counter[str]()
    file = tmp_path / "smallworld_companion-9.0-py3-none-any.whl"
    for _ in range(1000):
        held = bytearray(whole)
        for place in dice.sample(range(len(held)), dice.choice((1, 1, 3))):
            held[place] = dice.choice((held[place] ^ 1 << dice.randrange(8), 0, 0xFF, dice.randrange(256)))
        file.write_bytes(held)
        try:
            read(file)
        except click.ClickException as refusal:
            said[refusal.message.removeprefix(f"{file} ")] += 1
    assert said["is damaged: copy or download it again. The current version stays in use."] > 500


def test_what_an_interruption_left_is_taken_away(tmp_path: Path) -> None:
    """A release without its mark goes at the next try; whole ones stay until another has taken over."""
    place = Place(tmp_path, tmp_path)
    for name in ("1.0-a", "1.1-b", "1.2-c", "1.3-half"):
        (place.releases / name).mkdir(parents=True)
        if name != "1.3-half":
            (place.releases / name / MARK).touch()
    place.point("current", place.releases / "1.1-b")
    place.point("previous", place.releases / "1.0-a")
    tidy(place, half_made_only=True)
    assert sorted(one.name for one in place.releases.iterdir()) == ["1.0-a", "1.1-b", "1.2-c"]
    tidy(place)
    assert sorted(one.name for one in place.releases.iterdir()) == ["1.0-a", "1.1-b"]


def test_a_release_that_a_process_runs_stays(tmp_path: Path) -> None:
    """After two updates in one evening a table that is awake still has its own; once it sleeps, that one goes."""
    place = Place(tmp_path, tmp_path / "data")
    for name in ("1.0-a", "1.1-b", "1.2-c", "1.3-d"):
        (place.releases / name).mkdir(parents=True)
        (place.releases / name / MARK).touch()
    place.point("current", place.releases / "1.3-d")
    place.point("previous", place.releases / "1.2-c")
    library = shutil.copy(msgspec._core.__file__, place.releases / "1.0-a")  # type: ignore[attr-defined]  # It is compiled.
    program = "import ctypes, sys; ctypes.CDLL(sys.argv[1]); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", program, library]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as awake:
        assert awake.stdout
        assert awake.stdout.readline() == b"\n"
        tidy(place)
        assert sorted(one.name for one in place.releases.iterdir()) == ["1.0-a", "1.2-c", "1.3-d"]
        assert awake.stdin
        awake.stdin.close()
    tidy(place)
    assert sorted(one.name for one in place.releases.iterdir()) == ["1.2-c", "1.3-d"]
