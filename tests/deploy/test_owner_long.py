"""What an owner types later, on a Debian that was switched on: update, backup, report. systemd runs the table."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import companion
from tests.deploy.root import SOURCE, Computer, unpacked
from tests.deploy.test_install_long import DATA, INSTALL, JOURNAL, SIT_DOWN, UNIT, names, port, table
from tests.deploy.test_update import FURTHER, IN_VAIN

# A game of which nothing has to be known but that it goes on.
GAME = '{"record": 1, "position": "turn 2 Ann conquer | hand ratmen+forest@Ann 1 | 5: 1 ratmen+forest@Ann"}\n'

pytestmark = [
    pytest.mark.long(name="install"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch a system in a folder on"),
    pytest.mark.skipif(not shutil.which("systemd-nspawn"), reason="needs the package systemd-container"),
    pytest.mark.skipif(not shutil.which("mmdebstrap"), reason="needs the package mmdebstrap"),
]


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a clean system."""
    with unpacked("trixie", "amd64", tmp_path_factory.mktemp("system") / "trixie") as folder:
        yield folder


@pytest.fixture(scope="module")
def source(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody gets who clones the project."""
    return copied(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def owned(system: Path, source: Path) -> Iterator[Computer]:
    """The system, switched on and installed, with Ann at the table."""
    computer = Computer(system, source)
    try:
        computer.switch_on(network=True)
        computer.run(*INSTALL)
        computer.run("python3", "-c", SIT_DOWN % port(system))
        yield computer
    finally:
        computer.switch_off()


@pytest.fixture
def put(system: Path, built: Callable[..., Path]) -> Callable[..., str]:
    """Build a release and put it into the system; returns its path there."""

    def make(number: str, more: dict[str, str]) -> str:
        return f"/root/{Path(shutil.copy(built(number, more), system / 'root')).name}"

    return make


def fails(on: Computer, *command: str) -> str:
    """What a command says that fails."""
    done = subprocess.run(
        on._inside(*command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 1, done.stdout
    return done.stdout


def test_a_bad_release_disturbs_nobody(owned: Computer, system: Path, put: Callable[..., str]) -> None:
    """It fails on the copy: the service is not even restarted."""
    since = owned.run("systemctl", "show", "--property=MainPID", UNIT)
    file = put("0.2.0", {"store/migrations.py": IN_VAIN})
    assert "fails its health check" in fails(owned, "companion", "update", file)
    assert owned.run("systemctl", "show", "--property=MainPID", UNIT) == since


def test_a_release_that_does_not_start_gives_back(owned: Computer, system: Path, put: Callable[..., str]) -> None:
    """It brought the log further and ended: the version before is back, with Ann, and the other log is kept."""
    file = put("0.3.0", {"store/migrations.py": FURTHER, "host/mdns.py": "\n\nLocalName = None\n"})
    assert "The previous version is running again" in fails(owned, "companion", "update", file)
    assert owned.run("companion", "--version").split()[-1] == companion.__version__
    assert names(owned, system) == ["Ann"]
    assert (system / DATA[1:] / "kept-1/games.db").exists()


def test_a_good_release_takes_over_and_goes_back(owned: Computer, system: Path, put: Callable[..., str]) -> None:
    """The service runs the new version with Ann at the table, and then, when its owner wants, the old one again."""
    said = owned.run("companion", "update", put("0.4.0", {}))
    print(said)
    assert "Version 0.4.0 is in use." in said
    assert owned.run("companion", "--version").split()[-1] == "0.4.0"
    assert names(owned, system) == ["Ann"]
    assert f"Version {companion.__version__} is in use." in owned.run("companion", "update", "--back")
    assert owned.run("companion", "--version").split()[-1] == companion.__version__
    assert names(owned, system) == ["Ann"]


def test_what_was_found_is_shown_and_a_jump_has_to_be_meant(owned: Computer, put: Callable[..., str]) -> None:
    """Without anybody to ask, a version far ahead is refused with what was found, and nothing of it is installed."""
    said = fails(owned, "companion", "update", put("99.0.0", {}))
    assert "Version 99.0.0 of smallworld-companion, /root/smallworld_companion-99.0.0-py3-none-any.whl" in said
    assert "run it again with --yes" in said
    assert "99.0.0" not in owned.run("ls", "/opt/smallworld-companion/releases")


def test_a_checkout_is_a_release_too(owned: Computer, source: Path) -> None:
    """The folder that was installed from is in use already; brought up to date, it takes over."""
    assert "is already in use" in owned.run("companion", "update", SOURCE)
    (source / "companion/__init__.py").write_text('__version__ = "0.5.0"\n')
    assert "Version 0.5.0 is in use." in owned.run("companion", "update", SOURCE)
    assert owned.run("companion", "--version").split()[-1] == "0.5.0"


def test_a_release_that_is_not_well_is_not_installed(owned: Computer, system: Path, source: Path) -> None:
    """Installing over an installation is an update: what fails its health check leaves the service as it is."""
    newer = system / "root/newer"
    shutil.copytree(source, newer)
    (newer / "companion/__init__.py").write_text('__version__ = "0.5.1"\n')
    with (newer / "companion/store/migrations.py").open("a") as file:
        file.write(IN_VAIN)
    since = owned.run("systemctl", "show", "--property=MainPID", UNIT)
    assert "fails its health check" in fails(owned, "sh", "/root/newer/deploy/install.sh")
    assert owned.run("systemctl", "show", "--property=MainPID", UNIT) == since
    assert owned.run("companion", "--version").split()[-1] == "0.5.0"
    shutil.rmtree(newer)


def test_nobody_who_plays_loses_the_table(owned: Computer, system: Path, source: Path) -> None:
    """During a game neither another release nor another unit file is used, unless its owner says --now."""
    kept = owned.run("companion", "backup", "/srv").split("Backed up to ")[1].split()[0]
    (system / "root/game.jsonl").write_text(GAME)
    owned.run("systemctl", "stop", UNIT)
    for file in (system / DATA[1:]).glob("games.db*"):
        file.unlink()
    assert "This is game 1 now" in owned.run("companion", "import", "/root/game.jsonl")
    owned.run("systemctl", "start", UNIT)
    since = owned.run("systemctl", "show", "--property=MainPID", UNIT)
    unit = source / f"deploy/{UNIT}"
    unit.write_text(unit.read_text() + "# A line more.\n")
    assert "A game is in progress, so the service keeps running as it is." in owned.run(*INSTALL)
    (source / "companion/__init__.py").write_text('__version__ = "0.5.2"\n')
    before = sorted((system / "opt/smallworld-companion").rglob("*"))
    assert "A game is in progress. Update afterwards, or now with --now" in fails(owned, *INSTALL)
    # Nothing was fetched or put there.
    assert sorted((system / "opt/smallworld-companion").rglob("*")) == before
    assert owned.run("systemctl", "show", "--property=MainPID", UNIT) == since
    assert "Version 0.5.2 is in use." in owned.run(*INSTALL, "--now")
    assert table(owned, system)["phase"] == "play"
    owned.run("systemctl", "stop", UNIT)
    owned.run("companion", "restore", kept)
    owned.run("systemctl", "start", UNIT)
    assert names(owned, system) == ["Ann"]


def test_what_belongs_to_the_system_is_pointed_at(owned: Computer, source: Path) -> None:
    """An update of the program alone says how the service's file comes up to date too."""
    unit = source / f"deploy/{UNIT}"
    unit.write_text(unit.read_text() + "# Another.\n")
    (source / "companion/__init__.py").write_text('__version__ = "0.5.3"\n')
    said = owned.run("companion", "update", SOURCE)
    assert "Version 0.5.3 is in use." in said
    assert said.endswith(f"To update them: sh {SOURCE}/deploy/install.sh\n")
    owned.run(*INSTALL)
    assert "Nothing would be changed" in owned.run(*INSTALL, "--check")


def test_a_session_that_breaks_off_leaves_a_whole_table(owned: Computer, system: Path, put: Callable[..., str]) -> None:
    """Its owner's terminal goes away just when the table is closed: the update is done to its end all the same."""
    file = put("0.6.0", {})
    with owned.starts(*JOURNAL, "--follow", "--lines=0") as lines, owned.starts("companion", "update", file):
        next(line for line in lines if line.startswith("The table is closed"))
    assert owned.run("companion", "--version").split()[-1] == "0.6.0"
    assert names(owned, system) == ["Ann"]
    kept = sorted(release.name[:5] for release in (system / "opt/smallworld-companion/releases").iterdir())
    assert kept == ["0.5.3", "0.6.0"]


def test_a_backup_is_made_while_the_table_runs(owned: Computer, system: Path) -> None:
    """One command, and the games' owner keeps everything: nothing in the data folder belongs to root afterwards."""
    assert "is complete" in owned.run("companion", "backup", "/root")
    (made,) = (system / "root").glob("smallworld-*.zip")
    owned.run("systemctl", "stop", UNIT)
    assert "The games now come from" in owned.run("companion", "restore", f"/root/{made.name}")
    owned.run("systemctl", "start", UNIT)
    assert names(owned, system) == ["Ann"]
    assert owned.run("find", DATA, "-user", "root") == ""


def test_the_doctor_sees_that_the_service_does_not_run(owned: Computer) -> None:
    """Stopped, it is a fault with what to type; started by those words, the table is well again."""
    owned.run("systemctl", "stop", UNIT)
    said = fails(owned, "companion", "doctor")
    assert f"LOOK Table: The service with the games in {DATA} is not running (inactive)" in said
    owned.run(*said.split("     Type sudo ")[1].partition(",")[0].split())
    owned.run("sh", "-c", "companion doctor | grep '^ok   Table: Open at'")


def test_a_report_has_the_journal_and_no_secret(owned: Computer, system: Path) -> None:
    """What the service left in the journal is in the file, without the name of who sits there."""
    entry = f"MESSAGE=Ann's cloak fell on the button\nOBJECT_SYSTEMD_UNIT={UNIT}\n"
    owned.run("sh", "-c", f"printf '%s' \"{entry}\" | logger --journald && journalctl --sync")
    owned.run("companion", "doctor", "--file", "/root/report.txt")
    text = (system / "root/report.txt").read_text()
    assert "cloak fell on the button" in text
    assert "Ann" not in text
    assert "The table is open at" in text
