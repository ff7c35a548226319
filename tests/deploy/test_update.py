"""A newer release takes over, or gives back: real wheels, environments, logs and tables, one after the other."""

from __future__ import annotations

import hashlib
import os
import pty
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import weakref
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import FileIO, TextIOWrapper
from pathlib import Path
from urllib.request import urlopen

import click
import msgspec
import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.club.tables import Tables
from companion.records import importer
from companion.store.store import FILE
from companion.upkeep.releases import MARK, ClubTable, Place, version
from companion.upkeep.update import NOBODY, _say, _undisturbed, meant, not_in_a_game, take_over, update
from companion.upkeep.wheel import LIBRARIES, SUMS
from tests.ports import kept

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests/playthroughs/three.jsonl"
HOME = "127.0.0.1"
# What a release does to a log when it opens it: one brings it further, and one cannot.
FURTHER = '\n\n@migrations()\ndef m900_later(db: Database) -> None:\n    db.execute("CREATE TABLE later (one)")\n'
IN_VAIN = '\n\n@migrations()\ndef m900_in_vain(db: Database) -> None:\n    db.execute("DROP TABLE nowhere")\n'
# Where a wheel of version 0.11.0 says its name.
ABOUT = "smallworld_companion-0.11.0.dist-info/METADATA"


class Process:
    """The table of an installation as a process, where no systemd runs it."""

    def __init__(self, place: Place) -> None:
        port = kept()
        weakref.finalize(self, port.close)
        self.port: int = port.getsockname()[1]
        self._place = place
        self._process: subprocess.Popen[str] | None = None
        self.said = ""

    def running(self) -> bool:
        """It is meant to."""
        return True

    def stop(self) -> None:
        """End it as systemd does."""
        if self._process:
            self._process.terminate()
            self.said = self._process.communicate()[0]
            self._process = None

    def start(self) -> bool:
        """Start what `current` points at."""
        program = self._place.program / "current/bin/companion"
        options = ("--host", HOME, "--port", str(self.port), "--pins", "off", "--tray", "off")
        command = [program, "serve", "--data", self._place.data, *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout
        return any(f":{self.port}" in line for line in self._process.stdout)

    def names(self) -> list[str]:
        """Who sits at the table, asked over HTTP."""
        with urlopen(f"http://{HOME}:{self.port}/api/state") as answer:
            return [seat["name"] for seat in msgspec.json.decode(answer.read())["seats"]]


class Closed(Process):
    """The same after a club has closed it."""

    def running(self) -> bool:
        """It is not meant to."""
        return False


@pytest.fixture(scope="module")
def open_folder() -> Iterator[Path]:
    """A folder that every user of this computer may look into, as /opt is."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")) as name:
        Path(name).chmod(0o755)
        yield Path(name)


def installed(folder: Path) -> Place:
    """An installation of this checkout, in the middle of a game of Ann, Ben and Cid.

    Where root runs the tests, the games are somebody else's, as the table's own user's are.
    """
    made = Place(folder / "program", folder / "data")
    release = made.releases / "0.1.0-old"
    (release / "bin").mkdir(parents=True)
    (release / "bin/companion").write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from companion.__main__ import main\nmain()\n"
    )
    (release / "bin/companion").chmod(0o755)
    (release / MARK).write_text("Python\n")
    made.point("current", release)
    record = folder / "begun.jsonl"
    record.write_text("".join(RECORD.read_text().splitlines(keepends=True)[:20]))
    made.data.mkdir()
    assert importer.run(made.data, "companion", str(record)) == 0
    if os.geteuid() == 0:
        for path in (made.data, *made.data.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    return made


@contextmanager
def opened(place: Place) -> Iterator[Process]:
    """The table of an installation, which is open."""
    with pytest.MonkeyPatch.context() as patch:
        # The libraries are those of the tests; what is installed is the companion alone, so that nothing is fetched.
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PYTHONPATH", sysconfig.get_path("purelib"))
        one = Process(place)
        assert one.start()
        yield one
        one.stop()


@pytest.fixture(scope="module")
def place(open_folder: Path) -> Place:
    """An installation that no test brings up to date."""
    return installed(open_folder / "installed")


@pytest.fixture(scope="module")
def built(built: Callable[..., Path]) -> Callable[..., Path]:
    """Build a wheel that needs nothing installed beside it."""
    return partial(built, libraries="# None.\n")


@pytest.fixture(scope="module")
def wheel(built: Callable[..., Path]) -> Path:
    """A release that is in order."""
    return built("0.11.0", {})


@pytest.fixture(scope="module")
def service(place: Place) -> Iterator[Process]:
    """Its table, which is open."""
    with opened(place) as one:
        yield one


Renewed = tuple[Place, Process, Path]


@pytest.fixture(scope="module")
def renewed(open_folder: Path, built: Callable[..., Path]) -> Iterator[Renewed]:
    """An installation that a good release has brought up to date, its open table, and the release."""
    file = built("0.10.0", {"store/migrations.py": FURTHER})
    shutil.copy(file, file.with_name("smallworld_companion-0.9.0-py3-none-any.whl"))
    place = installed(open_folder / "renewed")
    with opened(place) as service:
        update(place, service, file.parent, now=True)
        yield place, service, file


def refused(act: Callable[[], object]) -> str:
    """The one sentence with which something is refused."""
    with pytest.raises(click.ClickException) as said:
        act()
    return said.value.message


def test_a_game_under_way_is_left_alone(place: Place, service: Process) -> None:
    """Without --now nothing is even looked at while people play."""
    assert refused(lambda: update(place, service, place.data, now=False)).startswith("A game is in progress.")
    not_in_a_game(place, service, now=True)


def at_club(place: Place, folder: Path, *, awake: bool) -> Place:
    """The same installation with a club: nobody has played at its single table, and the games are the corner's."""
    corner = ClubTable("corner", place.data, awake)
    return Place(place.program, folder / "single", lambda: [ClubTable("window", folder / "window", True), corner])


@pytest.mark.long(name="extras")
def test_a_game_at_any_table_of_a_club_is_left_alone(place: Place, service: Process, tmp_path: Path) -> None:
    """The refusal names the table; whoever says --now means it. Where a table sleeps nobody plays."""
    club = at_club(place, tmp_path, awake=True)
    said = refused(lambda: update(club, service, tmp_path, now=False))
    assert said.startswith("A game is in progress at corner. Update afterwards, or now with --now")
    assert refused(lambda: take_over(club, service, place.releases / "0.1.0-old", now=False)) == said
    not_in_a_game(club, service, now=True)
    not_in_a_game(at_club(place, tmp_path, awake=False), service, now=False)


def test_a_game_that_was_left_when_the_club_came_keeps_no_update(place: Place, tmp_path: Path) -> None:
    """The single table is closed, so that nobody could ever play it to its end."""
    window = ClubTable("window", tmp_path / "window", True)
    not_in_a_game(Place(place.program, place.data, lambda: [window]), Closed(place), now=False)


def test_a_list_of_tables_alone_closes_no_single_table(place: Place, service: Process, tmp_path: Path) -> None:
    """Somebody has added a table, and installed no club: people play at the single table, which still runs."""
    window = ClubTable("window", tmp_path / "window", True)
    listed = Place(place.program, place.data, lambda: [window])
    said = refused(lambda: update(listed, service, tmp_path, now=False))
    assert said.startswith("A game is in progress. Update afterwards, or now with --now: the table goes away")


def test_the_owners_command_asks_the_tables_of_the_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of their list; where no systemd wakes them, each counts as awake. Without a club there are none."""
    found: list[Sequence[ClubTable]] = []
    monkeypatch.setattr("companion.upkeep.update.run", lambda _data, _source, club, **_: found.append(club()))
    monkeypatch.setattr(Tables.__init__, "__defaults__", (tmp_path / "club",))
    words = ["update", str(tmp_path), "--data", str(tmp_path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    added = Tables(tmp_path / "club").add("window")
    assert CliRunner().invoke(main, words).exit_code == 0
    assert found == [[], [ClubTable("window", added.folder, True)]]


def library(folder: Path, name: str, text: str) -> str:
    """Write a wheel into a folder that has Python run a line whenever it starts; returns its line of a lock."""
    file = folder / f"{name}-1.0-py3-none-any.whl"
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(file, "w") as pack:
        pack.writestr(f"{name}.pth", text)
        pack.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        pack.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        pack.writestr(f"{about}/RECORD", "")
    return f"{name}==1.0 \\\n    --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


@pytest.mark.long(name="extras")
def test_a_failing_health_check_changes_nothing(
    place: Place, service: Process, built: Callable[..., Path], open_folder: Path
) -> None:
    """A release that cannot bring the copy of the log up to itself never touches the log, and its folder is gone.

    Nothing of it has run as root: neither its own code nor that of a library, nor while it was installed or tried.
    """
    seen = open_folder / "seen"
    seen.touch()
    seen.chmod(0o666)
    note = f"import os; open({str(seen)!r}, 'a').write(f'{{os.geteuid()}} ')\n"
    lock = library(open_folder, "noted", note)
    noting = built("0.2.0", {"__init__.py": f"\n{note}", "store/migrations.py": IN_VAIN}, libraries=lock)
    file = Path(shutil.copy(noting, open_folder))
    said = refused(lambda: update(place, service, file, now=True))
    assert said.startswith("Version 0.2.0 fails its health check on a copy of the games: ")
    assert "no such table: nowhere" in said
    assert service.names() == ["Ann", "Ben", "Cid"]
    assert [one.name for one in place.releases.iterdir()] == ["0.1.0-old"]
    assert sorted(one.name for one in place.program.iterdir()) == ["current", "releases"]
    # Only root can run a trial as somebody else.
    assert set(seen.read_text().split()) == {str(os.geteuid() or NOBODY)}


@pytest.mark.long(name="updates")
def test_a_release_that_does_not_start_gives_back(place: Place, service: Process, built: Callable[..., Path]) -> None:
    """It was well on the copy and brought the log further, and then failed: the old one plays on with the old log."""
    halt = {"upkeep/terminal.py": "\n\nraise RuntimeError('not on this computer')\n"}
    file = built("0.3.0", {"store/migrations.py": FURTHER, **halt})
    said = refused(lambda: update(place, service, file, now=True))
    assert said.startswith("Version 0.3.0 did not start. The previous version is running again, with all its games.")
    assert service.names() == ["Ann", "Ben", "Cid"]
    assert place.link("current") == place.releases / "0.1.0-old"
    assert place.link("previous") is None
    assert [one.name for one in place.releases.iterdir()] == ["0.1.0-old"]


@pytest.mark.long(name="updates")
def test_a_log_that_the_failed_release_brought_further_comes_back(
    place: Place, service: Process, built: Callable[..., Path]
) -> None:
    """The old release cannot read that log: it gets the one of before, and the other is kept beside."""
    file = built("0.4.0", {"store/migrations.py": FURTHER, "host/mdns.py": "\n\nLocalName = None\n"})
    said = refused(lambda: update(place, service, file, now=True))
    assert "The previous version is running again" in said
    assert service.names() == ["Ann", "Ben", "Cid"]
    assert (place.data / "kept-1" / FILE).exists()


@pytest.mark.long(name="extras")
def test_a_good_release_takes_over(renewed: Renewed) -> None:
    """The newest wheel of a folder is in use, with the game; the one before stays beside it."""
    place, service, file = renewed
    assert service.names() == ["Ann", "Ben", "Cid"]
    current, previous = place.link("current"), place.link("previous")
    assert (version(current), previous.name) == ("0.10.0", "0.1.0-old")  # type: ignore[arg-type, union-attr]
    assert current.joinpath(MARK).read_text().startswith("Python 3.")  # type: ignore[union-attr]
    packages = next(current.glob("lib/python3*/site-packages"))  # type: ignore[union-attr]
    assert not {"pip", "setuptools", "pkg_resources"}.intersection(one.name for one in packages.iterdir())
    pid = service._process
    update(place, service, file, now=True)
    assert service._process is pid


@pytest.mark.long(name="extras")
def test_going_back_is_refused_where_the_games_would_be_lost(renewed: Renewed) -> None:
    """The old release cannot read the log any more, says so on the copy, and nothing changes."""
    place, service, _ = renewed
    said = refused(lambda: take_over(place, service, place.releases / "0.1.0-old", now=True))
    assert "written by a newer version" in said
    assert version(place.link("current")) == "0.10.0"  # type: ignore[arg-type]
    assert service.names() == ["Ann", "Ben", "Cid"]


@pytest.mark.long(name="extras")
def test_a_release_is_tried_on_the_games_of_every_table_of_a_club(renewed: Renewed, tmp_path: Path) -> None:
    """One that is asleep would wake with it, and could not read its games."""
    place, service, _ = renewed
    club = at_club(place, tmp_path, awake=False)
    said = refused(lambda: take_over(club, service, place.releases / "0.1.0-old", now=False))
    assert "on a copy of the games: table corner: " in said
    assert "written by a newer version" in said
    assert version(place.link("current")) == "0.10.0"  # type: ignore[arg-type]


def test_an_unusual_step_is_the_owners_to_take(
    place: Place, built: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was found is shown; with nobody to ask it is refused, at a terminal it is asked, and --yes is a yes."""
    file = built("99.0.0", {})
    with Path(os.devnull).open() as nobody:
        monkeypatch.setattr(sys, "stdin", nobody)
        said = refused(lambda: meant(place, file, yes=False))
        assert f"Version 99.0.0 of smallworld-companion, {file}\n" in capsys.readouterr().out
        assert "skips versions in between. If you are sure, run it again with --yes." in said
        assert meant(place, file, yes=True).version == "99.0.0"  # type: ignore[union-attr]
    master, slave = pty.openpty()
    with os.fdopen(master, "wb", buffering=0) as owner, os.fdopen(slave) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        owner.write(b"n\n")
        assert refused(lambda: meant(place, file, yes=False)) == "Nothing was changed."
        owner.write(b"y\n")
        assert meant(place, file, yes=False).version == "99.0.0"  # type: ignore[union-attr]


def test_a_list_of_digests_is_checked(
    place: Place, wheel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SHA256SUMS beside a wheel speaks for it; it is refused where it is another one, and unusual where not listed."""
    file = Path(shutil.copy(wheel, tmp_path))
    sums = file.with_name(SUMS)
    with sums.open("w") as listed:
        subprocess.run(["sha256sum", file.name], cwd=file.parent, stdout=listed, check=True)
    meant(place, file, yes=False)
    assert f"{file}, as {SUMS} lists it\n" in capsys.readouterr().out
    sums.write_text(sums.read_text().replace("smallworld", "another"))
    assert f"{SUMS} next to it does not list it." in refused(lambda: meant(place, file, yes=False))
    sums.write_text(f"{'0' * 64} *{file.name}\n")
    assert f"is not the file that {SUMS} beside it lists" in refused(lambda: meant(place, file, yes=True))


def changed(wheel: Path, name: str, text: str | None) -> Path:
    """A copy of a wheel in which one file has another text, is new, or is left out."""
    other = wheel.with_name("changed") / wheel.name
    other.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(other, "w") as fresh:
        for entry in old.infolist():
            if entry.filename != name:
                fresh.writestr(entry, old.read(entry))
        if text is not None:
            fresh.writestr(name, text)
    return other


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (ABOUT, "Name: smallworld-champion\nVersion: 0.11.0\n", "inside it is 'smallworld-champion' '0.11.0'"),
        (ABOUT, "Name: smallworld-companion\nVersion: 0.12.0\n", "inside it is 'smallworld-companion' '0.12.0'"),
        ("companion.pth", "import this", "it has 'companion.pth' in it"),
        ("companion/../../pip.conf", "", "it has 'companion/../../pip.conf' in it"),
        (LIBRARIES, "--index-url http://127.0.0.1:9/\n", "its list of libraries is not valid"),
        (LIBRARIES, "flask==3.1.3 --no-binary :all: \\\n", "its list of libraries is not valid"),
        (LIBRARIES, None, "does not list the libraries"),
    ],
)
def test_what_is_no_release_is_refused_unread(
    place: Place, wheel: Path, name: str, text: str | None, said: str
) -> None:
    """It calls itself otherwise inside, puts files beside the companion, or has pip do what it should not."""
    file = changed(wheel, name, text)
    assert said in refused(lambda: meant(place, file, yes=True))


@pytest.mark.long(name="updates")
def test_a_library_that_is_not_the_one_tested_is_not_installed(
    place: Place, service: Process, built: Callable[..., Path], tmp_path: Path
) -> None:
    """Its wheel lies beside the release, with the right name and number and another content."""
    lock = library(tmp_path, "other", "import this\n")
    library(tmp_path, "other", "import that\n")
    file = Path(shutil.copy(built("0.11.0", {}, libraries=lock), tmp_path))
    assert "The libraries could not be installed" in refused(lambda: update(place, service, file, now=True))
    assert not list(place.releases.glob("0.11.0-*"))


def test_a_session_that_breaks_off_stops_nothing_half_way() -> None:
    """While the table is stopped, neither the end of the session nor Ctrl-C ends the update."""
    before = signal.getsignal(signal.SIGHUP)
    with _undisturbed():
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            os.kill(os.getpid(), number)
    assert signal.getsignal(signal.SIGHUP) == before


def test_what_nobody_reads_any_more_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A session that broke off meanwhile takes the last sentence of an update with it, and nothing else."""
    _say("Version 0.2.0 is in use.")
    assert capsys.readouterr().out == "Version 0.2.0 is in use.\n"
    reading, writing = os.pipe()
    os.close(reading)
    with TextIOWrapper(FileIO(writing, "w"), write_through=True) as lost:
        monkeypatch.setattr(sys, "stdout", lost)
        _say("Version 0.2.0 is in use.")


def test_a_file_that_was_cut_off_is_named(place: Place, service: Process, wheel: Path, tmp_path: Path) -> None:
    """A wheel that was not copied whole is said to be damaged, and no network is asked for."""
    file = tmp_path / wheel.name
    file.write_bytes(wheel.read_bytes()[:-1000])
    assert refused(lambda: update(place, service, file, now=True)).startswith(f"{file} is damaged")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_on_a_full_card_nothing_is_begun(tmp_path: Path, service: Process, wheel: Path) -> None:
    """A card with too little room is named with what is needed, and no half release fills it further."""
    card = tmp_path / "card"
    card.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1M", "none", card], check=False).returncode:
        pytest.skip("this computer mounts nothing")
    try:
        said = refused(lambda: update(Place(card, tmp_path / "data"), service, wheel, now=True))
        assert said.startswith("Only 1 MB are free on the card; 100 MB are needed.")
        assert list((card / "releases").iterdir()) == []
    finally:
        subprocess.run(["umount", card], check=True)


def test_other_files_are_no_release(place: Place, service: Process, tmp_path: Path) -> None:
    """A letter, an archive of the source, and a folder without a release are named as what they are not."""
    for name in ("letter.txt", "smallworld_companion-0.2.0.tar.gz"):
        file = tmp_path / name
        file.touch()
        assert "is not a release of the companion" in refused(lambda file=file: update(place, service, file, now=True))
    assert "There is no smallworld_companion-*.whl in" in refused(lambda: update(place, service, tmp_path, now=True))
