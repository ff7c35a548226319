"""`companion update`: install a release once it works on a copy of the games, and roll back if it fails."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Protocol

import click

from companion.boards.photos import FOLDER as PHOTOS
from companion.game.entries import StoreError
from companion.game.history import History
from companion.game.lobby import Lobby
from companion.host import usb
from companion.store.store import FILE, ReadOnlyStore
from companion.upkeep import wheel
from companion.upkeep.backup import back_up, copy_log, kept, restore
from companion.upkeep.releases import PROGRAM, ClubTable, Place, around, checkout, made, make, tidy, version
from companion.upkeep.wheel import Wheel

UNIT = "smallworld-companion.service"
# Copies of the games that are kept from earlier updates.
COPIES = 2
# Seconds: for a health check on the slowest Pi, and for a service that is up to prove that it stays up.
PATIENCE, STEADY = 300, 5
# The user who tries out a release where the games belong to root.
NOBODY = 65534


class Service(Protocol):
    """The service that runs the table; tests have their own."""

    def running(self) -> bool:
        """Whether it should be running, healthy or not."""

    def stop(self) -> None:
        """Stop it and wait until it has ended."""

    def start(self) -> bool:
        """Start it; returns whether it answers and keeps answering."""


class Systemd:
    """The service of an installation."""

    def running(self) -> bool:
        """Whether it is meant to run: what its owner stopped stays stopped."""
        return Path("/run/systemd/system").is_dir() and self._ask("is-active") not in ("inactive", "unknown", "")

    def stop(self) -> None:
        """Stop it."""
        self._ask("stop")

    def start(self) -> bool:
        """Start it. systemd waits until the table reports that it answers."""
        self._ask("reset-failed")
        self._ask("start")
        process = self._ask("show", "--property=MainPID")
        time.sleep(STEADY)
        return self._ask("is-active") == "active" and self._ask("show", "--property=MainPID") == process

    def _ask(self, *words: str) -> str:
        command = ["/usr/bin/systemctl", *words, UNIT]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def run(
    data: Path, source: Path | None, club: Callable[[], Sequence[ClubTable]], *, now: bool, back: bool, yes: bool
) -> None:
    """Update the installation of this computer, or with `back` use the release before again.

    `club` lists the tables of its club. `yes`: an unusual step is what its owner means. Raises ClickException; then
    the version in use stays the same.
    """
    place, service = Place(PROGRAM, data, club), Systemd()
    if place.link("current") is None:
        raise click.ClickException(
            "Nothing is installed in /opt/smallworld-companion yet. To install it: sh deploy/install.sh"
        )
    if os.geteuid() != 0:
        raise click.ClickException("Only root can update. Run the same command with sudo.")
    # The service runs as another user, who must be able to read the release.
    os.umask(0o022)
    with _update_lock(place), _told():
        tidy(place, half_made_only=True)
        if back:
            before = place.link("previous")
            if before is None:
                raise click.ClickException("There is no previous version to go back to.")
            take_over(place, service, before, now=now)
        elif source:
            update(place, service, source, now=now, yes=yes)
        else:
            not_in_a_game(place, service, now=now)
            with _found() as file:
                update(place, service, file, now=now, yes=yes)


def update(place: Place, service: Service, source: Path, *, now: bool, yes: bool = False) -> None:
    """Have the release in a file or folder take over. Raises ClickException; then the one in use stays the same."""
    not_in_a_game(place, service, now=now)
    try:
        release = make(place, meant(place, source, yes=yes))
        if release == place.link("current"):
            click.echo(f"Version {version(release)} is already in use.")
            return
        take_over(place, service, release, now=now)
    finally:
        tidy(place)
    if changed := around(source):
        click.echo(f"Files outside the program have changed too, such as the service. To update them: sh {changed}")


def meant(place: Place, source: Path, *, yes: bool) -> Path | Wheel:
    """The release that its owner means, shown (and if it is an unusual step, confirmed) before any of it is run.

    Raises ClickException where it is none, or the owner says no.
    """
    if made(place, source):
        return source
    current = place.link("current")
    used = version(current) if current else ""
    if (number := checkout(source)) is not None:
        click.echo(f"Version {number}, the checkout {source}")
        _agreed([wheel.unusual(number, used)], yes=yes)
        return source
    if source.is_dir():
        file = wheel.newest(source)
        if file is None:
            raise click.ClickException(f"There is no smallworld_companion-*.whl in {source}.")
        source = file
    found = wheel.read(source)
    checked = f", as {wheel.SUMS} lists it" if found.listed else ""
    click.echo(f"Version {found.version} of {wheel.NAME}, {found.file}{checked}")
    doubts = [wheel.unusual(found.version, used)]
    if found.version == used and current and not current.name.endswith(found.digest[:8]):
        doubts.append(f"Version {used} is in use, and this is a different build of it.")
    if found.listed is False:
        doubts.append(f"{wheel.SUMS} next to it does not list it.")
    _agreed(doubts, yes=yes)
    return found


def _agreed(doubts: list[str], *, yes: bool) -> None:
    """Ask whether an unusual step is meant. Raises ClickException where it is not, or nobody is there to ask."""
    said = " ".join(filter(None, doubts))
    if not said or yes:
        return
    if not sys.stdin.isatty():
        raise click.ClickException(f"{said} If you are sure, run it again with --yes. Nothing was changed.")
    click.echo(said)
    if not click.confirm("Install it anyway?"):
        raise click.ClickException("Nothing was changed.")


def take_over(place: Place, service: Service, release: Path, *, now: bool) -> None:
    """Switch to a release that is installed, unless it fails its health check or does not start.

    Raises ClickException; then the release that was in use is in use, with its games.
    """
    used, before = place.link("current"), place.link("previous")
    if reason := fault(place, release):
        raise click.ClickException(
            f"Version {version(release)} fails its health check on a copy of the games: {reason} Nothing was changed."
        )
    not_in_a_game(place, service, now=now)
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
            _say(f"Version {version(release)} will be used when the table starts.")
            return
        if service.start():
            _say(f"Version {version(release)} is in use. To go back: sudo companion update --back")
            return
        _go_back(place, service, used, before, copy)
    raise click.ClickException(
        f"Version {version(release)} did not start. The previous version is running again, with all its games."
        f" To see why: sudo journalctl -u {UNIT} -n 50"
    )


def fault(place: Place, release: Path) -> str:
    """Why a release fails its health check on a copy of the games, which it may change; "" if it passes.

    In a club it is tried on the games of every table, asleep or not: each one wakes with it.
    """
    if reason := _fault(place.program, place.data, release):
        return reason
    for table in place.club():
        if reason := _fault(place.program, table.folder, release):
            return f"table {table.name}: {reason}"
    return ""


def _fault(program: Path, data: Path, release: Path) -> str:
    """Why a release fails on a copy of the games of one table, made in a folder of the program; "" if it passes.

    Nothing of the release runs as root: it is tried as the user to whom the games belong, the table's own.
    """
    with tempfile.TemporaryDirectory(prefix="trial-", dir=program) as folder:
        copy = Path(folder)
        try:
            user = _copied(data, copy)
        except click.ClickException as error:
            # As when another release has brought the log further than this one can read.
            return error.message
        # The command's own settings would otherwise apply here too.
        clean = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")}
        try:
            done = subprocess.run(  # noqa: S603  The release that the owner wants.
                [*user, release / "bin/companion", "check", "--data", copy],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=copy,
                text=True,
                errors="replace",
                env=clean,
                timeout=PATIENCE,
                check=False,
                # Without the owner's terminal, into which a program could type.
                start_new_session=True,
            )
        except subprocess.TimeoutExpired:
            return f"it did not answer within {PATIENCE} seconds."
        except OSError as error:
            return f"it cannot be started ({error.strerror})."
    if done.returncode == 0:
        return ""
    last = (done.stderr or done.stdout).strip().rpartition("\n")[2].replace(str(copy), "the copy")
    return "".join(filter(str.isprintable, last)) or "it gave no reason."


def _copied(data: Path, copy: Path) -> list[str | Path]:
    """Copy the games, without photos, into an empty folder, for the user to whom they belong.

    Returns the words before a command that have it run as that user. Raises ClickException.
    """
    user: list[str | Path] = []
    if (data / FILE).exists():
        copy_log(data, copy / FILE)
    if os.geteuid() == 0:
        owner = data.stat() if data.exists() else None
        uid, gid = (owner.st_uid, owner.st_gid) if owner and owner.st_uid else (NOBODY, NOBODY)
        user = ["/usr/bin/setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups", "--no-new-privs"]
        for path in (*copy.iterdir(), copy):
            os.chown(path, uid, gid)
    parts = [file.relative_to(data) for file in kept(data)]
    if files := [part for part in parts if part.parts[0] != PHOTOS]:
        # That user makes the copy: root would follow links that were put there in the meantime.
        command = [*user, "/bin/cp", "--parents", "--no-dereference", "--target-directory", copy, "--", *files]
        done = subprocess.run(command, cwd=data, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise click.ClickException(f"The games cannot be copied: {done.stderr.strip().rpartition(chr(10))[2]}")
    return user


def in_a_game(data: Path) -> bool:
    """Whether a game is in progress. Raises StoreError."""
    if not (data / FILE).exists():
        return False
    with closing(ReadOnlyStore(data)) as log:
        number = log.last_game()
        game = History(number, Lobby(), log.rows(number)).game
    return game is not None and not game.over


def not_in_a_game(place: Place, service: Service, *, now: bool) -> None:
    """Raises ClickException while a game is in progress, unless `now`.

    At a club's table that sleeps nobody plays, even if its game is not over, nor at the single table that the club has
    closed. Where tables are on the list and no club is installed, the single one still runs.
    """
    if now:
        return
    try:
        tables = place.club()
        playing = (not tables or service.running()) and in_a_game(place.data)
        there = [table.name for table in tables if table.awake and in_a_game(table.folder)]
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    if there:
        raise click.ClickException(
            f"A game is in progress at {', '.join(there)}. Update afterwards, or now with --now: no table is"
            " interrupted, and each goes on with the new version when it has slept."
        )
    if playing:
        raise click.ClickException(
            "A game is in progress. Update afterwards, or now with --now: the table goes away for a few seconds, and"
            " the game continues where it was."
        )


def _go_back(place: Place, service: Service, used: Path | None, before: Path | None, copy: Path | None) -> None:
    """Switch back to the previous release, with games that it can read."""
    service.stop()
    place.point("current", used)
    place.point("previous", before)
    # Whatever comes of it, the service is started then.
    with contextlib.suppress(click.ClickException, OSError):
        if used and copy and _fault(place.program, place.data, used):
            # The newer release has brought the log up to itself before it failed; that one is kept too.
            restore(place.data, copy)
    if not service.start():
        raise click.ClickException(
            f"Neither the new version nor the previous one starts. The games are safe in {place.data}. To see why:"
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
    """The newest release on the USB stick."""
    try:
        with usb.opened() as folder:
            file = wheel.newest(folder)
            if file is None:
                raise click.ClickException("There is no smallworld_companion-*.whl in the stick's top folder.")
            yield file
    except usb.NoStick as error:
        raise click.ClickException(str(error)) from None


@contextlib.contextmanager
def _update_lock(place: Place) -> Iterator[None]:
    """One update at a time."""
    lock = os.open(place.program / "update.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise click.ClickException("Another update is already running. Wait until it has finished.") from None
    finally:
        os.close(lock)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(
            f"The update failed ({where}{error.strerror or error}). The current version stays in use."
        ) from None


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C and a lost session, so that the table is not left without a service."""
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
