"""The project as somebody gets it: its files, without what lies around them."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def copied() -> Callable[[Path], Path]:
    """Copy every file that is committed, or would be, into a new folder, and return it."""

    def copy(folder: Path) -> Path:
        listed = subprocess.run(
            ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        for name in listed.split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        return folder

    return copy
