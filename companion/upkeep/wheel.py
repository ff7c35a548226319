"""A release as one file: its metadata, and all checks before any of it is installed or run."""

from __future__ import annotations

import hashlib
import re
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import click
from msgspec import Struct

from companion.upkeep import zip_file

NAME = "smallworld-companion"
SUMS = "SHA256SUMS"
# The locks of the libraries and of those for the pins, which docs/lock.py writes.
LIBRARIES, PINS = "companion/libraries.lock", "companion/pins.lock"
# Bytes; a release has one million, all of which are held in memory at once.
MOST = 10_000_000
# And so many in one of its files that is looked into; of a release they have 8,000 at most.
MOST_TEXT = 64 * 1024
_FILE = re.compile(r"smallworld_companion-([0-9][0-9A-Za-z.+!]*)-py3-none-any\.whl")
# What docs/lock.py writes, and nothing else that pip would act on: an option there could have it run a package's code.
_LOCKED = re.compile(r"(#.*|[\w.-]+==[\w.+!]+( ; [\w .'<>=!()*]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?)")


class Wheel(Struct, frozen=True):
    """A release that can be installed. `digest` is its SHA-256 in hex; `libraries` and `pins` are its locks.

    `listed`: a file SHA256SUMS beside it lists it, with this digest; None where there is no such file.
    """

    file: Path
    version: str
    digest: str
    libraries: str
    pins: str
    listed: bool | None


def newest(folder: Path) -> Path | None:
    """The newest wheel of the companion in a folder, going by its name; what is in folders of that is none of ours."""
    found = {file: named[1] for file in folder.glob("*.whl") if (named := _FILE.fullmatch(file.name))}
    return max(found, key=lambda file: order(found[file]), default=None)


def read(file: Path) -> Wheel:
    """Read and check a wheel without running any of it. Raises ClickException if it is not a valid release."""
    named = _FILE.fullmatch(file.name)
    if not named or not file.is_file() or file.stat().st_size > MOST:
        raise click.ClickException(
            f"{file} is not a release of the companion; that would be a file smallworld_companion-*.whl or a checkout."
        )
    data = file.read_bytes()
    try:
        with zip_file.opened(data) as pack:
            if sum(one.file_size for one in pack.infolist()) > 4 * MOST or pack.testzip() is not None:
                raise zipfile.BadZipFile
            names = pack.namelist()
            about = f"smallworld_companion-{named[1]}.dist-info/"
            strange = [name for name in names if not name.startswith(("companion/", about)) or ".." in name]
            said = HeaderParser().parsestr(_text(pack, f"{about}METADATA"))
            locks = [_text(pack, name) if name in names else None for name in (LIBRARIES, PINS)]
    except (KeyError, zipfile.BadZipFile):
        raise click.ClickException(
            f"{file} is damaged: copy or download it again. The current version stays in use."
        ) from None
    name, number = said["Name"], said["Version"]
    if (name, number) != (NAME, named[1]):
        raise click.ClickException(
            f"{file} is not a release of the companion: inside it is {name!a:.60} {number!a:.60}."
        )
    if strange:
        raise click.ClickException(f"{file} is not a release of the companion: it has {strange[0]!a:.60} in it.")
    libraries, pins = locks
    if libraries is None or pins is None:
        raise click.ClickException(
            f"{file} does not list the libraries that it was tested with. To install it, use the install.sh of its own"
            " checkout."
        )
    if not all(_LOCKED.fullmatch(line) for line in (libraries + pins).splitlines()):
        raise click.ClickException(f"{file} is not a release of the companion: its list of libraries is not valid.")
    digest = hashlib.sha256(data).hexdigest()
    return Wheel(file, named[1], digest, libraries, pins, _listed(file, digest))


def unusual(version: str, used: str) -> str:
    """What is unusual about a step from the version in use to another, as a sentence; "" for the next ones."""
    to, since = order(version), order(used)
    if to < since:
        return f"Version {version} is older than {used}, which is in use."
    if since and to[0] > since[0] + 1:
        return f"Going from {used}, which is in use, to {version} skips versions in between."
    return ""


def order(version: str) -> tuple[int, ...]:
    """The numbers of a version, or of a file's name, by which later ones are known."""
    return tuple(int(number) for number in re.findall(r"\d+", version))


def _text(pack: zipfile.ZipFile, name: str) -> str:
    with pack.open(name) as file:
        found = file.read(MOST_TEXT + 1)
    if len(found) > MOST_TEXT:
        raise ValueError(name)
    return found.decode()


def _listed(file: Path, digest: str) -> bool | None:
    """Raises ClickException where the file is not the one that is listed."""
    sums = file.with_name(SUMS)
    if not sums.is_file():
        return None
    with sums.open("rb") as lines:
        text = lines.read(MOST_TEXT).decode(errors="replace")
    # As sha256sum writes it: a digest, a blank, and another one or a star before the name.
    found = {name.lstrip(" *"): wanted for wanted, _, name in (line.partition(" ") for line in text.splitlines())}
    wanted = found.get(file.name)
    if wanted is not None and wanted.lower() != digest:
        raise click.ClickException(
            f"{file} is not the file that {SUMS} beside it lists: copy or download both again. The current version"
            " stays in use."
        )
    return wanted is not None
