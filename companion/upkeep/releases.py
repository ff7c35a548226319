"""The releases of an installation: one folder each, as deploy/install.sh makes them, and links to two.

`current` is the one in use, `previous` the one before. A release is a virtual environment; the file `complete` in it is
written last, so that a folder without it is what an interruption left.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from msgspec import Struct

from companion.files import write_atomically
from companion.upkeep.wheel import NAME, Wheel

PROGRAM = Path("/opt/smallworld-companion")
MARK = "complete"
# In a checkout.
INSTALL = "deploy/install.sh"
# Bytes that must be free before a release is made, as in install.sh; it takes a quarter of them, and making it another.
SPACE = 100_000_000
# What install.sh writes into the mark where the pins' library is the system's own.
SYSTEM_PINS = ", with python3-lgpio"
# A folder whose name begins like this is still being made, and no release.
MAKING = "making-"
# Seconds: pip on the slowest Pi, from a slow stick.
PATIENCE = 1800


class ClubTable(Struct, frozen=True):
    """A table of a club, as an update sees it: its name, the folder of its games, and whether its process runs."""

    name: str
    folder: Path
    awake: bool


class Place(Struct, frozen=True):
    """Where an installation is: its program and its data, and the tables of its club as they are when asked for."""

    program: Path
    data: Path
    club: Callable[[], Sequence[ClubTable]] = tuple

    @property
    def releases(self) -> Path:
        """The folder of all releases."""
        return self.program / "releases"

    def link(self, name: str) -> Path | None:
        """The release that `current` or `previous` points at; None where it points at none."""
        link = self.program / name
        return link.readlink() if link.is_symlink() else None

    def point(self, name: str, release: Path | None) -> None:
        """Point a link at a release atomically; None removes the link."""
        link = self.program / name
        if release is None:
            link.unlink(missing_ok=True)
            return
        fresh = link.with_name(f"{name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(release)
        fresh.replace(link)


def version(release: Path) -> str:
    """The version of a release, which its folder is named after."""
    return release.name.rpartition("-")[0] or release.name


def made(place: Place, source: Path) -> bool:
    """Whether a source is a release that is beside the others already, as install.sh has just made it."""
    return source.parent == place.releases and (source / MARK).is_file()


def checkout(source: Path) -> str | None:
    """The version of the checkout that a folder is; None where it is none."""
    if not (source / INSTALL).is_file():
        return None
    try:
        said = (source / "companion/__init__.py").read_text()
    except (OSError, ValueError):
        return None
    found = re.search('^__version__ = "([^"\n]{1,40})"$', said, re.M)
    return found and found[1]


def make(place: Place, source: Path | Wheel) -> Path:
    """Put the release of a wheel or a checkout beside the others, whole; returns its folder.

    A release that is beside them already is returned as it is. Without a network this works if everything it needs
    is beside the wheel. Raises ClickException; the next tidy() then removes what is half made.
    """
    if not isinstance(source, Wheel):
        return source if made(place, source) else _from_checkout(source)
    folder = place.releases / f"{source.version}-{source.digest[:8]}"
    if not (folder / MARK).exists():
        click.echo(f"Installing version {source.version}. On a Raspberry Pi this takes a minute or two...")
        _install(place, source, folder)
    return folder


def tidy(place: Place, *, half_made_only: bool = False) -> None:
    """Delete what an interruption left, and otherwise every release except the current and the previous one.

    One that a process runs stays too: a table of a club that is awake and the club's front page keep theirs, and
    read in it what they show next.
    """
    used = {place.link("current"), place.link("previous")}
    for release in place.releases.glob("*"):
        unused = release not in used and not (half_made_only and (release / MARK).exists())
        if unused and not _is_running(release):
            shutil.rmtree(release, ignore_errors=True)
    for kind in ("trial-*", f"{MAKING}*"):
        for left in place.program.glob(kind):
            shutil.rmtree(left, ignore_errors=True)


def _is_running(release: Path) -> bool:
    """Whether a process has loaded something of a release, such as its libraries: those of others only root sees."""
    inside = os.fsencode(release.resolve()) + b"/"
    for maps in Path("/proc").glob("[0-9]*/maps"):
        # It may end meanwhile.
        with contextlib.suppress(OSError):
            if inside in maps.read_bytes():
                return True
    return False


def around(source: Path) -> Path | None:
    """The script that brings the system around a checkout's release up to date, such as the service; None if all is."""
    script = source.absolute() / INSTALL
    if not script.is_file():
        return None
    done = subprocess.run(  # noqa: S603  The owner named the checkout.
        ["/bin/sh", script, "--check"], stdout=subprocess.PIPE, text=True, check=False
    )
    return script if "Would do:" in done.stdout else None


def _from_checkout(source: Path) -> Path:
    """Install a checkout with its own install.sh, which prints the folder last."""
    done = subprocess.run(  # noqa: S603  The owner named the checkout.
        ["/bin/sh", source / INSTALL, "--beside"], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise click.ClickException("The release could not be installed beside the one in use. The lines above say why.")
    return Path(done.stdout.splitlines()[-1])


def _install(place: Place, wheel: Wheel, folder: Path) -> None:
    """Install a wheel and its libraries in one step, each of them only as it was listed, and no code of any is run.

    pip is in a folder that is deleted afterwards, so that nobody can use it inside a release, which does not need it.
    """
    used = place.link("current")
    mark = (used / MARK).read_text() if used and (used / MARK).exists() else ""
    system_pins = SYSTEM_PINS in mark
    place.releases.mkdir(parents=True, exist_ok=True)
    if (free := shutil.disk_usage(place.releases).free) < SPACE:
        raise click.ClickException(
            f"Only {free // 10**6} MB are free on the card; {SPACE // 10**6} MB are needed. The current version"
            " stays in use."
        )
    with tempfile.TemporaryDirectory(prefix=MAKING, dir=place.program) as name:
        tools = Path(name)
        _run([sys.executable, "-m", "venv", tools], folder)
        _run([sys.executable, "-m", "venv", "--clear", "--without-pip", folder], folder)
        wants_pins = not system_pins and bool(list(Path("/dev").glob("gpiochip*")))
        said = _pip(tools, folder, wheel, pins=wants_pins)
        if said and wants_pins:
            said = _pip(tools, folder, wheel, pins=False)
    if said:
        raise click.ClickException(
            f"The libraries could not be installed ({said}). Connect to the network, or put their wheels next to"
            f" {wheel.file.name}, and try again. The current version stays in use."
        )
    if system_pins:
        # Only now may the release see the system's modules, so that all others are still its own.
        _run([sys.executable, "-m", "venv", "--upgrade", "--without-pip", "--system-site-packages", folder], folder)
    elif wants_pins and not list(folder.glob("lib/python3*/site-packages/lgpio.py")):
        click.echo("There is no GPIO library for this computer: the die button cannot be used, everything else works.")
    os.sync()
    told = f"Python {platform.python_version()}{SYSTEM_PINS if system_pins else ''}\n"
    write_atomically(folder / MARK, told.encode(), 0o644)


def _pip(tools: Path, folder: Path, wheel: Wheel, *, pins: bool) -> str:
    """Install with pip from what is beside the wheel, else from the internet; returns "" or pip's last word."""
    wanted = tools / "wanted.txt"
    itself = f"{NAME} @ {wheel.file.absolute().as_uri()} --hash=sha256:{wheel.digest}\n"
    wanted.write_text(wheel.libraries + (wheel.pins if pins else "") + itself)
    command: list[str | Path] = [tools / "bin/python", "-m", "pip", "--python", folder / "bin/python", "install"]
    command += ["--no-input", "--only-binary", ":all:", "--no-deps", "--require-hashes", "--requirement", wanted]
    offline: list[str | Path] = ["--no-index", "--find-links", wheel.file.parent]
    beside = any(other.name != wheel.file.name for other in wheel.file.parent.glob("*.whl"))
    if beside and not _told([*command, *offline], folder / "pip.log"):
        return ""
    return _told(command, folder / "pip.log")


def _told(command: list[str | Path], log: Path) -> str:
    """Run pip; returns "" or its last word on what went wrong."""
    quick = {"PIP_NO_CACHE_DIR": "1", "PIP_RETRIES": "2", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    with log.open("w") as file:
        try:
            done = subprocess.run(  # noqa: S603  Our own Python.
                command, stdout=file, stderr=subprocess.STDOUT, env=os.environ | quick, timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            return f"it took more than {PATIENCE // 60} minutes"
    if done.returncode == 0:
        return ""
    errors = [line for line in log.read_text(errors="replace").splitlines() if line.startswith("ERROR:")]
    return errors[-1].removeprefix("ERROR:").strip() if errors else f"see {log}"


def _run(command: list[str | Path], folder: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  Our own Python.
    if done.returncode:
        said = (done.stderr or done.stdout).strip().rpartition("\n")[2]
        raise click.ClickException(f"{folder} could not be made: {said}. The current version stays in use.")
