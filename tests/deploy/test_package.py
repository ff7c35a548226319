"""The package as it is installed away from its checkout, and the commands a person types."""

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import companion

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, **other: object) -> str:
    """Run a command to its end and return what it printed; a failure shows all of it."""
    done = subprocess.run(  # type: ignore[call-overload]
        [str(one) for one in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **other
    )
    assert done.returncode == 0, done.stdout
    return str(done.stdout)


@pytest.fixture(scope="module")
def wheel(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built without fetching anything."""
    source = copied(tmp_path_factory.mktemp("source"))
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", source, source)
    (made,) = source.glob("*.whl")
    return made


@pytest.mark.long(name="extras")
def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    """Templates, static files and maps are installed with the modules, and the tests are not."""
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    listed = {name for name in run("git", "-C", ROOT, "ls-files", "companion").split() if (ROOT / name).exists()}
    assert listed <= packed
    assert all(name.startswith("companion/") for name in packed)


@pytest.mark.long(name="extras")
def test_the_installed_package_runs_without_its_checkout(wheel: Path, tmp_path: Path) -> None:
    """The command starts from the wheel alone; what it needs is already there."""
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", tmp_path, wheel)
    there = {"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"}
    said = run(sys.executable, tmp_path / "bin" / "companion", "--version", cwd=tmp_path, env=there)
    assert said == f"companion, version {companion.__version__}\n"


def test_help_is_quick_because_nothing_heavy_is_imported() -> None:
    """Asking for help loads neither the web server nor the database nor the pins."""
    heavy = "print(sorted({'flask', 'sqlite_utils', 'gpiozero', 'qrcode', 'waitress'} & set(sys.modules)))"
    code = f"import sys, companion.__main__ as m; m.main(['--help'], standalone_mode=False); {heavy}"
    assert run(sys.executable, "-c", code).endswith("[]\n")


def test_a_wrong_setting_is_one_sentence_and_no_traceback(tmp_path: Path) -> None:
    """The command ends with the sentence and not with Python's pages."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "serve", "--data", tmp_path, "--port", "many"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "Error: The option --port is 'many', but it must be a whole number from 0 to 65535."
    )
    assert "Traceback" not in done.stderr
