"""A newer release takes over, or gives back: real wheels, environments, logs and tables, one after the other."""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import click
import msgspec
import pytest

from companion import imported
from companion.releases import MARK, Place, newest, tidy, version
from companion.store import FILE
from companion.update import _undisturbed, not_in_a_game, take_over, update
from tests.ports import kept

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests/playthroughs/three.jsonl"
HOME = "127.0.0.1"
# What a release does to a log when it opens it: one brings it further, and one cannot.
FURTHER = '\n\n@migrations()\ndef m900_later(db: Database) -> None:\n    db.execute("CREATE TABLE later (one)")\n'
IN_VAIN = '\n\n@migrations()\ndef m900_in_vain(db: Database) -> None:\n    db.execute("DROP TABLE nowhere")\n'


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


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """An installation of this checkout, in the middle of a game of Ann, Ben and Cid."""
    folder = tmp_path_factory.mktemp("installed")
    made = Place(folder / "program", folder / "data")
    release = made.releases / "0.1.0-old"
    (release / "bin").mkdir(parents=True)
    (release / "bin/companion").write_text(
        f'#!/bin/sh\nPYTHONPATH={ROOT}:"$PYTHONPATH" exec {sys.executable} -m companion "$@"\n'
    )
    (release / "bin/companion").chmod(0o755)
    (release / MARK).write_text("Python\n")
    made.point("current", release)
    record = folder / "begun.jsonl"
    record.write_text("".join(RECORD.read_text().splitlines(keepends=True)[:20]))
    made.data.mkdir()
    assert imported.run(made.data, "companion", str(record)) == 0
    return made


@pytest.fixture(scope="module")
def service(place: Place) -> Iterator[Process]:
    """Its table, which is open."""
    with pytest.MonkeyPatch.context() as patch:
        # The libraries are those of the tests; what is installed is the companion alone, so that nothing is fetched.
        patch.setenv("PIP_NO_DEPS", "1")
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PYTHONPATH", sysconfig.get_path("purelib"))
        one = Process(place)
        assert one.start()
        yield one
        one.stop()


def refused(act: Callable[[], object]) -> str:
    """The one sentence with which something is refused."""
    with pytest.raises(click.ClickException) as said:
        act()
    return said.value.message


def test_a_game_under_way_is_left_alone(place: Place, service: Process) -> None:
    """Without --now nothing is even looked at while people play."""
    assert refused(lambda: update(place, service, place.data, now=False)).startswith("A game is under way.")
    not_in_a_game(place.data, now=True)


def test_a_failing_health_check_changes_nothing(place: Place, service: Process, built: Callable[..., Path]) -> None:
    """A release that cannot bring the copy of the log up to itself never touches the log, and its folder is gone."""
    file = built("0.2.0", {"store.py": IN_VAIN})
    said = refused(lambda: update(place, service, file, now=True))
    assert said.startswith("Version 0.2.0 fails its health check on a copy of the games: ")
    assert "no such table: nowhere" in said
    assert service.names() == ["Ann", "Ben", "Cid"]
    assert [one.name for one in place.releases.iterdir()] == ["0.1.0-old"]
    assert sorted(one.name for one in place.program.iterdir()) == ["current", "releases"]


def test_a_release_that_does_not_start_gives_back(place: Place, service: Process, built: Callable[..., Path]) -> None:
    """It was well on the copy and brought the log further, and then failed: the old one plays on with the old log."""
    halt = {"terminal.py": "\n\nraise RuntimeError('not on this computer')\n"}
    file = built("0.3.0", {"store.py": FURTHER, **halt})
    said = refused(lambda: update(place, service, file, now=True))
    assert said.startswith("Version 0.3.0 did not start, and the one before is back in use with all its games.")
    assert service.names() == ["Ann", "Ben", "Cid"]
    assert place.link("current") == place.releases / "0.1.0-old"
    assert place.link("previous") is None
    assert [one.name for one in place.releases.iterdir()] == ["0.1.0-old"]


def test_a_log_that_the_failed_release_brought_further_comes_back(
    place: Place, service: Process, built: Callable[..., Path]
) -> None:
    """The old release cannot read that log: it gets the one of before, and the other is kept beside."""
    file = built("0.4.0", {"store.py": FURTHER, "avahi.py": "\n\nLocalName = None\n"})
    said = refused(lambda: update(place, service, file, now=True))
    assert "the one before is back in use" in said
    assert service.names() == ["Ann", "Ben", "Cid"]
    assert (place.data / "kept-1" / FILE).exists()


def test_a_good_release_takes_over(place: Place, service: Process, built: Callable[..., Path]) -> None:
    """The newest wheel of a folder is in use, with the game; the one before stays beside it."""
    file = built("0.10.0", {"store.py": FURTHER})
    shutil.copy(file, file.with_name("smallworld_companion-0.9.0-py3-none-any.whl"))
    update(place, service, file.parent, now=True)
    assert service.names() == ["Ann", "Ben", "Cid"]
    current, previous = place.link("current"), place.link("previous")
    assert (version(current), previous.name) == ("0.10.0", "0.1.0-old")  # type: ignore[arg-type, union-attr]
    assert current.joinpath(MARK).read_text().startswith("Python 3.")  # type: ignore[union-attr]
    pid = service._process
    update(place, service, file, now=True)
    assert service._process is pid


def test_going_back_is_refused_where_the_games_would_be_lost(place: Place, service: Process) -> None:
    """The old release cannot read the log any more, says so on the copy, and nothing changes."""
    said = refused(lambda: take_over(place, service, place.releases / "0.1.0-old", now=True))
    assert "written by a newer version" in said
    assert version(place.link("current")) == "0.10.0"  # type: ignore[arg-type]
    assert service.names() == ["Ann", "Ben", "Cid"]


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


def test_the_newest_is_found_by_number(tmp_path: Path) -> None:
    """1.10 is newer than 1.9, also in a folder of the stick; a wheel of something else is none of ours."""
    (tmp_path / "sub").mkdir()
    for name in (
        "smallworld_companion-1.9.0-py3-none-any.whl",
        "sub/smallworld_companion-1.10.0.tar.gz",
        "flask-9.0-py3-none-any.whl",
    ):
        (tmp_path / name).touch()
    found = newest(tmp_path)
    assert found is not None
    assert found.name == "smallworld_companion-1.10.0.tar.gz"


def test_a_session_that_breaks_off_stops_nothing_half_way() -> None:
    """While the table is stopped, neither the end of the session nor Ctrl-C ends the update."""
    before = signal.getsignal(signal.SIGHUP)
    with _undisturbed():
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            os.kill(os.getpid(), number)
    assert signal.getsignal(signal.SIGHUP) == before


def test_a_file_that_was_cut_off_is_named(place: Place, service: Process, built: Callable[..., Path]) -> None:
    """A wheel that was not copied whole is said to be damaged, and no network is asked for; an archive likewise."""
    wheel = built("0.20.0", {})
    wheel.write_bytes(wheel.read_bytes()[:-1000])
    archive = wheel.with_name("smallworld_companion-0.20.0.tar.gz")
    archive.write_bytes(gzip.compress(bytes(range(256)) * 1000)[:-10])
    for file in (wheel, archive):
        assert refused(lambda file=file: update(place, service, file, now=True)).startswith(f"{file} is damaged")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_on_a_full_card_nothing_is_begun(tmp_path: Path, service: Process, built: Callable[..., Path]) -> None:
    """A card with too little room is named with what is needed, and no half release fills it further."""
    card = tmp_path / "card"
    card.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1M", "none", card], check=False).returncode:
        pytest.skip("this computer mounts nothing")
    try:
        said = refused(lambda: update(Place(card, tmp_path / "data"), service, built("0.21.0", {}), now=True))
        assert said.startswith("Only 1 MB are free on the card; 300 MB are needed.")
        assert list((card / "releases").iterdir()) == []
    finally:
        subprocess.run(["umount", card], check=True)


def test_other_files_are_no_release(place: Place, service: Process, tmp_path: Path) -> None:
    """A letter, and a folder without a release, are named as what they are not."""
    (tmp_path / "letter.txt").touch()
    assert "is no release of the companion" in refused(
        lambda: update(place, service, tmp_path / "letter.txt", now=True)
    )
    assert "No release of the companion" in refused(lambda: update(place, service, tmp_path, now=True))
