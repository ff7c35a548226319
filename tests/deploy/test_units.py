"""The units, as systemd itself reads and rates them."""

import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))

pytestmark = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")


def analyze(*words: str | Path) -> tuple[int, str]:
    """Ask systemd-analyze; returns its exit code and all it said."""
    done = subprocess.run(
        ["systemd-analyze", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


def tree(folder: Path, unit: str) -> Path:
    """A system that has one unit and the programs it starts."""
    release = "opt/smallworld-companion/current/bin"
    for program in (f"{release}/companion", f"{release}/python", "usr/bin/cage", "usr/bin/chromium"):
        (folder / program).parent.mkdir(parents=True, exist_ok=True)
        (folder / program).write_text("#!/bin/sh\n")
        (folder / program).chmod(0o755)
    (folder / "etc/systemd/system").mkdir(parents=True)
    (folder / "etc/systemd/system/one.service").write_text(unit)
    # The targets that every unit needs.
    shutil.copytree("/usr/lib/systemd/system", folder / "usr/lib/systemd/system", symlinks=True)
    return folder


def test_these_are_the_units() -> None:
    """The table, the hotspot's switch and the table screen."""
    names = ["smallworld-companion.service", "smallworld-hotspot@.service", "smallworld-screen.service"]
    assert [unit.name for unit in UNITS] == names


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_all_of_it(unit: Path, tmp_path: Path) -> None:
    """It has nothing to say: for a key that it does not know it only says so, and ends with 0."""
    assert analyze("verify", f"--root={tree(tmp_path, unit.read_text())}", "one.service") == (0, "")


def test_a_mistake_in_a_unit_would_be_found(tmp_path: Path) -> None:
    """The test above can fail."""
    wrong = UNITS[0].read_text().replace("NoNewPrivileges", "NoNewPrivilege")
    assert "NoNewPrivilege" in analyze("verify", f"--root={tree(tmp_path, wrong)}", "one.service")[1]


def test_the_table_is_shut_in() -> None:
    """systemd rates its exposure at 2.0 of 10 or better."""
    code, said = analyze(
        "security", "--offline=true", "--threshold=20", "--no-pager", DEPLOY / "smallworld-companion.service"
    )
    assert code == 0, said


def test_the_hotspots_switch_is_shut_in() -> None:
    """It is root, and systemd rates its exposure at 1.0 of 10 or better all the same."""
    unit = DEPLOY / "smallworld-hotspot@.service"
    code, said = analyze("security", "--offline=true", "--threshold=10", "--no-pager", unit)
    assert code == 0, said


def test_systemd_understands_the_switchs_socket(tmp_path: Path) -> None:
    """The socket and the service it starts belong together."""
    folder = tree(tmp_path, UNITS[0].read_text())
    names = ("smallworld-hotspot.socket", "smallworld-hotspot@.service")
    for name in names:
        shutil.copy(DEPLOY / name, folder / "etc/systemd/system")
    assert analyze("verify", f"--root={folder}", names[0]) == (0, "")
