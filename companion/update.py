"""`companion update`: a newer release takes over once it is well on a copy of the games, and gives back if it fails."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol

import click

from companion import stick
from companion.backup import back_up, copy_log, kept, restore
from companion.ledger import Ledger
from companion.lobby import Lobby
from companion.photo import FOLDER as PHOTOS
from companion.releases import PROGRAM, Place, around, make, newest, tidy, version
from companion.store import FILE, Bystander, StoreError

UNIT = "smallworld-companion.service"
# Of the copies of the games that updates made, so many are left.
COPIES = 2
# Seconds: for a health check on the slowest Pi, and for a service that is up to prove that it stays up.
PATIENCE, STEADY = 300, 5


class Service(Protocol):
    """What runs the table; a test has its own."""

    def running(self) -> bool:
        """Whether it is meant to run, be it well or not."""

    def stop(self) -> None:
        """Stop it, and return when it has ended."""

    def start(self) -> bool:
        """Start it; whether it answers, and goes on to."""


class Systemd:
    """The service of an installation."""

    def running(self) -> bool:
        """Whether it is meant to run: what its owner stopped stays stopped."""
        return Path("/run/systemd/system").is_dir() and self._ask("is-active") not in ("inactive", "unknown", "")

    def stop(self) -> None:
        """Stop it."""
        self._ask("stop")

    def start(self) -> bool:
        """Start it. systemd waits for the word that the table answers."""
        self._ask("reset-failed")
        self._ask("start")
        process = self._ask("show", "--property=MainPID")
        time.sleep(STEADY)
        return self._ask("is-active") == "active" and self._ask("show", "--property=MainPID") == process

    def _ask(self, *words: str) -> str:
        command = ["/usr/bin/systemctl", *words, UNIT]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def run(data: Path, source: Path | None, *, now: bool, back: bool) -> None:
    """Update the installation of this computer, or with `back` use the release before again.

    Raises ClickException; then the version that was in use is.
    """
    place, service = Place(PROGRAM, data), Systemd()
    if place.link("current") is None:
        raise click.ClickException(
            "There is no installation in /opt/smallworld-companion to update: sh deploy/install.sh makes one."
        )
    if os.geteuid() != 0:
        raise click.ClickException("Only root may update: type the same with sudo in front.")
    # The service runs as another user, who must be able to read the release.
    os.umask(0o022)
    with _alone(place), _told():
        tidy(place, half_made_only=True)
        if back:
            before = place.link("previous")
            if before is None:
                raise click.ClickException("There is no version before this one to go back to.")
            take_over(place, service, before, now=now)
        elif source:
            update(place, service, source, now=now)
        else:
            with _found() as file:
                update(place, service, file, now=now)


def update(place: Place, service: Service, source: Path, *, now: bool) -> None:
    """Have the release in a file or folder take over. Raises ClickException; then the one that was in use still is."""
    not_in_a_game(place.data, now=now)
    try:
        release = make(place, source)
        if release == place.link("current"):
            click.echo(f"Version {version(release)} is in use already.")
            return
        take_over(place, service, release, now=now)
    finally:
        tidy(place)
    if changed := around(source):
        click.echo(f"What belongs to the system around it has changed too. To bring it up to date: sh {changed}")


def take_over(place: Place, service: Service, release: Path, *, now: bool) -> None:
    """Use a release that lies there from now on, unless it fails its health check or does not start.

    Raises ClickException; then the release that was in use is in use, with its games.
    """
    used, before = place.link("current"), place.link("previous")
    if reason := fault(place, release):
        raise click.ClickException(
            f"Version {version(release)} fails its health check on a copy of the games: {reason} Nothing was changed."
        )
    not_in_a_game(place.data, now=now)
    with _undisturbed():
        running = service.running()
        if running:
            service.stop()
        try:
            copy = _copy(place)
            place.point("previous", used)
            place.point("current", release)
        except BaseException:
            if running:
                service.start()
            raise
        if not running:
            _say(f"Version {version(release)} is used as soon as the table is started.")
            return
        if service.start():
            _say(f"Version {version(release)} is in use. To go back: sudo companion update --back")
            return
        _go_back(place, service, used, before, copy)
    raise click.ClickException(
        f"Version {version(release)} did not start, and the one before is back in use with all its games. This says"
        f" why: sudo journalctl -u {UNIT} -n 50"
    )


def fault(place: Place, release: Path) -> str:
    """What the health check of a release says against it, on a copy of the games that it may change; "" if nothing."""
    with tempfile.TemporaryDirectory(prefix="trial-", dir=place.program) as folder:
        copy = Path(folder)
        try:
            if (place.data / FILE).exists():
                copy_log(place.data, copy / FILE)
        except click.ClickException as error:
            # As when another release has brought the log further than this one can read.
            return error.message
        for file in kept(place.data):
            part = file.relative_to(place.data)
            if part.parts[0] != PHOTOS:
                (copy / part).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy / part)
        # What is set for the command would otherwise be heeded here too.
        clean = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")}
        try:
            done = subprocess.run(  # noqa: S603  The release that the owner wants.
                [release / "bin/companion", "check", "--data", copy],
                capture_output=True,
                text=True,
                env=clean,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"it gave no answer in {PATIENCE} seconds."
        except OSError as error:
            return f"it cannot be started ({error.strerror})."
    if done.returncode == 0:
        return ""
    return (done.stderr or done.stdout).strip().rpartition("\n")[2].replace(str(copy), "the copy") or "it says nothing."


def in_a_game(data: Path) -> bool:
    """Whether a game is under way. Raises StoreError."""
    if not (data / FILE).exists():
        return False
    with closing(Bystander(data)) as log:
        number = log.last_game()
        game = Ledger(number, Lobby(), log.rows(number)).game
    return game is not None and not game.over


def not_in_a_game(data: Path, *, now: bool) -> None:
    """Raises ClickException while a game is under way, unless it shall be `now`."""
    try:
        playing = not now and in_a_game(data)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    if playing:
        raise click.ClickException(
            "A game is under way. Update after it, or with --now: then the table is away for some seconds, and the game"
            " goes on where it is."
        )


def _go_back(place: Place, service: Service, used: Path | None, before: Path | None, copy: Path | None) -> None:
    """Use the release again that was in use, with the games as it can read them."""
    service.stop()
    place.point("current", used)
    place.point("previous", before)
    # Whatever comes of it, the service is started then.
    with contextlib.suppress(click.ClickException, OSError):
        if used and copy and fault(place, used):
            # The newer release has brought the log up to itself before it failed; that one is kept too.
            restore(place.data, copy)
    if not service.start():
        raise click.ClickException(
            f"Neither the new version nor the one before starts. The games are safe in {place.data}. This says why:"
            f" sudo journalctl -u {UNIT} -n 50"
        )


def _copy(place: Place) -> Path | None:
    """A backup from just before a release takes over, with nobody at the table; None while there are no games."""
    if not (place.data / FILE).exists():
        return None
    folder = place.program / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    made = back_up(place.data, folder)
    for old in sorted(folder.glob("*.zip"), key=lambda file: file.stat().st_mtime)[:-COPIES]:
        if old != made:
            old.unlink()
    return made


@contextlib.contextmanager
def _found() -> Iterator[Path]:
    """The newest release on the stick that is plugged in."""
    try:
        with stick.opened() as folder:
            file = newest(folder)
            if file is None:
                raise click.ClickException("No release of the companion (smallworld_companion-*.whl) is on the stick.")
            yield file
    except stick.NoStick as error:
        raise click.ClickException(str(error)) from None


@contextlib.contextmanager
def _alone(place: Place) -> Iterator[None]:
    """One update at a time."""
    lock = os.open(place.program / "update.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise click.ClickException("Another update is under way: wait until it has ended.") from None
    finally:
        os.close(lock)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(
            f"The update could not be made ({where}{error.strerror or error}). The version in use goes on."
        ) from None


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """No Ctrl-C and no session that breaks off leaves the table without a service."""
    held = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGPIPE)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in held}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _say(sentence: str) -> None:
    # Nobody may be there any more to read it.
    with contextlib.suppress(OSError):
        click.echo(sentence)
