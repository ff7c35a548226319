"""The releases of an installation: folders beside each other, as deploy/install.sh makes them, and links to two.

`current` is the one in use, `previous` the one before. A release is a virtual environment; the file `complete` in it is
written last, so that a folder without it is what an interruption left.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import click
from msgspec import Struct

PROGRAM = Path("/opt/smallworld-companion")
MARK = "complete"
# In a checkout.
INSTALL = "deploy/install.sh"
# Bytes that must be free before a release is made, as in install.sh; it takes a third of them.
SPACE = 300_000_000
# What install.sh writes into the mark where the pins' library is the system's own.
SYSTEM_PINS = ", with python3-lgpio"
_PACKAGE = re.compile(r"smallworld_companion-(\d[^-]*)(-py3-none-any\.whl|\.tar\.gz)")
# Seconds: pip on the slowest Pi, from a slow stick.
PATIENCE = 1800


class Place(Struct, frozen=True):
    """Where an installation is: its program and its data."""

    program: Path
    data: Path

    @property
    def releases(self) -> Path:
        """The folder of all releases."""
        return self.program / "releases"

    def link(self, name: str) -> Path | None:
        """The release that `current` or `previous` points at; None where it points at none."""
        link = self.program / name
        return link.readlink() if link.is_symlink() else None

    def point(self, name: str, release: Path | None) -> None:
        """Have a link point at a release, in one step; None takes the link away."""
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


def newest(folder: Path) -> Path | None:
    """The newest release that lies in a folder or one of its own folders: a wheel, or an archive of the source."""
    found = [file for where in ("*", "*/*") for file in folder.glob(where) if _PACKAGE.fullmatch(file.name)]
    return max(found, key=lambda file: (_order(file.name), file.suffix == ".whl"), default=None)


def make(place: Place, source: Path) -> Path:
    """Put the release that a wheel, an archive or a checkout holds beside the others, whole; returns its folder.

    One that lies beside the others already, as install.sh has just made it, is returned as it is.

    Without a network this works where all that it needs lies beside the file. Raises ClickException; what is half made
    then is taken away by the next tidy().
    """
    if source.parent == place.releases and (source / MARK).is_file():
        return source
    if (source / INSTALL).is_file():
        return _from_checkout(source)
    if source.is_dir():
        found = newest(source)
        if found is None:
            raise click.ClickException(f"No release of the companion (smallworld_companion-*.whl) lies in {source}.")
        source = found
    named = _PACKAGE.fullmatch(source.name)
    if not named or not source.is_file():
        raise click.ClickException(
            f"{source} is no release of the companion: that is a file smallworld_companion-*.whl, or a checkout."
        )
    if _damaged(source):
        raise click.ClickException(f"{source} is damaged: copy or download it again. The version in use goes on.")
    content = hashlib.sha256(source.read_bytes()).hexdigest()[:8]
    folder = place.releases / f"{named[1]}-{content}"
    if not (folder / MARK).exists():
        click.echo(f"Putting version {named[1]} into {folder}; on a Raspberry Pi this takes a minute or two ...")
        _install(place, source, folder)
    return folder


def tidy(place: Place, *, half_made_only: bool = False) -> None:
    """Take away what an interruption left, and otherwise every release but the one in use and the one before."""
    used = {place.link("current"), place.link("previous")}
    for release in place.releases.glob("*"):
        if release not in used and not (half_made_only and (release / MARK).exists()):
            shutil.rmtree(release, ignore_errors=True)
    for trial in place.program.glob("trial-*"):
        shutil.rmtree(trial, ignore_errors=True)


def around(source: Path) -> Path | None:
    """The script that brings the system around a checkout's release up to date, such as the service; None if all is."""
    script = source.absolute() / INSTALL
    if not script.is_file():
        return None
    done = subprocess.run(  # noqa: S603  The owner named the checkout.
        ["/bin/sh", script, "--check"], stdout=subprocess.PIPE, text=True, check=False
    )
    return script if "Would do:" in done.stdout else None


def _damaged(file: Path) -> bool:
    """Whether a file was cut off or changed on its way."""
    try:
        if file.suffix == ".whl":
            with zipfile.ZipFile(file) as pack:
                return pack.testzip() is not None
        with gzip.open(file) as packed:
            while packed.read(1 << 20):
                pass
    except (OSError, EOFError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error):
        return True
    return False


def _from_checkout(source: Path) -> Path:
    """install.sh knows best how its own checkout is installed, and prints the folder last."""
    done = subprocess.run(  # noqa: S603  The owner named the checkout.
        ["/bin/sh", source / INSTALL, "--beside"], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise click.ClickException("The release could not be put beside the one in use; the lines above say why.")
    return Path(done.stdout.splitlines()[-1])


def _install(place: Place, file: Path, folder: Path) -> None:
    used = place.link("current")
    mark = (used / MARK).read_text() if used and (used / MARK).exists() else ""
    place.releases.mkdir(parents=True, exist_ok=True)
    if (free := shutil.disk_usage(place.releases).free) < SPACE:
        raise click.ClickException(
            f"Only {free // 10**6} MB are free on the card; {SPACE // 10**6} MB are needed. The version in use goes on."
        )
    _run([sys.executable, "-m", "venv", "--clear", folder], folder)
    # First with what lies beside the file, then from the internet.
    beside = any(other != file for other in file.parent.glob("*.whl"))
    offline: list[str | Path] = ["--no-index", "--find-links", file.parent]
    if not beside or _pip(folder, *offline, file):
        said = _pip(folder, file)
        if said:
            raise click.ClickException(
                f"The libraries could not be installed ({said}). Connect the network, or put their wheels beside"
                f" {file.name}, and type the same again. The version in use goes on."
            )
    if SYSTEM_PINS in mark:
        # Only now may the release see the system's modules, so that all others are still its own.
        _run([sys.executable, "-m", "venv", "--upgrade", "--without-pip", "--system-site-packages", folder], folder)
    elif list(Path("/dev").glob("gpiochip*")) and _pip(folder, f"{file}[gpio]"):
        click.echo("There is no GPIO library for this computer: the die button cannot be used, everything else works.")
    os.sync()
    (folder / MARK).write_text(f"Python {platform.python_version()}{SYSTEM_PINS if SYSTEM_PINS in mark else ''}\n")


def _pip(folder: Path, *what: str | Path) -> str:
    """Install with pip, wheels only; returns "" or pip's last word on what went wrong."""
    quick = {"PIP_NO_CACHE_DIR": "1", "PIP_RETRIES": "2", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    python = folder / "bin/python"
    with (folder / "pip.log").open("w") as log:
        try:
            done = subprocess.run(  # noqa: S603  Our own Python.
                [python, "-m", "pip", "install", "--no-input", "--only-binary", ":all:", *what],
                stdout=log,
                stderr=subprocess.STDOUT,
                env=os.environ | quick,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"it took more than {PATIENCE // 60} minutes"
    if done.returncode == 0:
        return ""
    errors = [line for line in (folder / "pip.log").read_text().splitlines() if line.startswith("ERROR:")]
    return errors[-1].removeprefix("ERROR:").strip() if errors else f"see {folder / 'pip.log'}"


def _run(command: list[str | Path], folder: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  Our own Python.
    if done.returncode:
        said = (done.stderr or done.stdout).strip().rpartition("\n")[2]
        raise click.ClickException(f"{folder} could not be made: {said}. The version in use goes on.")


def _order(name: str) -> tuple[int, ...]:
    named = _PACKAGE.fullmatch(name)
    return tuple(int(number) for number in re.findall(r"\d+", named[1])) if named else ()
