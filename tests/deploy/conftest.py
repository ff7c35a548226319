"""The project as somebody gets it: its files, without what lies around them."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.upkeep.wheel import LIBRARIES, PINS

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


@pytest.fixture(scope="session")
def built(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Build a wheel of this checkout as another version, with something added to its files.

    `libraries` takes the place of its lock of libraries, and that of the pins is empty then.
    """

    def build(number: str, more: dict[str, str], libraries: str | None = None) -> Path:
        source = copied(tmp_path_factory.mktemp("source"))
        about = source / "companion/__init__.py"
        about.write_text(re.sub('__version__ = ".*"', f'__version__ = "{number}"', about.read_text()))
        for name, text in more.items():
            file = source / "companion" / name
            file.write_text(file.read_text() + text)
        if libraries is not None:
            (source / LIBRARIES).write_text(libraries)
            (source / PINS).write_text("")
        code = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"
        folder = tmp_path_factory.mktemp("wheel")
        command = [sys.executable, "-c", code, folder]
        name = subprocess.run(command, cwd=source, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        return folder / name

    return build
