"""The one command of a newcomer, in a fresh copy: it sets everything up, and then needs no network."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.upkeep.wheel import LIBRARIES


@pytest.fixture(scope="module")
def clone(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody gets who clones the project."""
    return copied(tmp_path_factory.mktemp("clone") / "companion")


def run(clone: Path, *before: str) -> list[str]:
    """Type the command, wait until the table is open, end it, and return what it said."""
    service = subprocess.Popen(
        [*before, "sh", "deploy/run.sh", "--port", "0", "--pins", "off"],
        cwd=clone,
        env={**os.environ, "COMPANION_DATA": str(clone.parent / "data"), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = []
    assert service.stdout
    with service:
        for line in service.stdout:
            said.append(line.rstrip("\n"))
            if re.search("Press Ctrl-C to close the table", line):
                service.send_signal(signal.SIGTERM)
    assert service.returncode == 0, "\n".join(said)
    return said


@pytest.fixture(scope="module")
def first(clone: Path) -> list[str]:
    """What the command says when it is typed for the first time."""
    return run(clone)


def test_one_command_sets_everything_up_and_runs_the_table(clone: Path, first: list[str]) -> None:
    """It says in plain words what it does, and the table opens and closes."""
    said = first
    assert said[0] == f"Creating a virtual environment in {clone}/.venv..."
    assert said[1].startswith("Installing the Python libraries")
    assert said[-1].startswith("The table is closed")


@pytest.mark.usefixtures("first")
def test_the_second_time_nothing_is_set_up_and_no_network_needed(clone: Path) -> None:
    """In a network namespace without any network, where we may make one, the table opens at once."""
    cut_off = ("unshare", "--net") if os.geteuid() == 0 and shutil.which("unshare") else ()
    if cut_off and subprocess.run([*cut_off, "true"], capture_output=True, check=False).returncode:
        cut_off = ()
    said = run(clone, *cut_off)
    assert not any("Installing" in line or "Making" in line for line in said)
    if cut_off:
        assert any(line.startswith("    http://127.0.0.1:") for line in said)


@pytest.mark.usefixtures("first")
def test_without_a_network_it_says_so_and_keeps_what_is_there(clone: Path, tmp_path: Path) -> None:
    """A checkout with another list of libraries goes on with those that are there."""
    before = shutil.copy(clone / LIBRARIES, tmp_path)
    with (clone / LIBRARIES).open("a") as lock:
        lock.write(f"something-new==1.0 \\\n    --hash=sha256:{'0' * 64}\n")
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull, "PIP_NO_CACHE_DIR": "1"}
    said = run(clone, "env", *(f"{name}={value}" for name, value in nowhere.items()))
    shutil.copy(before, clone / LIBRARIES)
    assert "The Python libraries could not be updated. Going on with the ones already here." in said
    assert said[-1].startswith("The table is closed")
