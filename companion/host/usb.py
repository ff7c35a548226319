"""USB sticks: which one is plugged in, and where its files are. Without a desktop nothing mounts them."""

import contextlib
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

BLOCK = Path("/sys/class/block")
DEVICES = Path("/dev")
MOUNTS = Path("/proc/self/mounts")
# A folder in memory: it can be written when the card cannot any more, which is when a stick is wanted most.
MEMORY = Path("/dev/shm")  # noqa: S108  Nothing is found there, each use makes a new folder in it.
# A disk with one of these is the system's own, even where it is plugged into a USB socket.
SYSTEM = {"/", "/boot", "/boot/firmware", "/usr", "/var", "/home", "[SWAP]"}
# Removable for the kernel, but not sticks.
OTHERS = ("sr", "fd", "loop", "ram", "zram", "dm-", "md")


class NoStick(Exception):
    """Why there is no usable stick and what to do, as one sentence."""


class Stick(Struct, frozen=True):
    """A file system on a removable drive; `mounted` is where its files are, None when it is not mounted."""

    device: Path
    mounted: Path | None


def sticks() -> list[Stick]:
    """The removable file systems of this computer, as the kernel lists its drives and its mounts."""
    where = dict(_mounts())
    drives: dict[Path, list[Path]] = {}
    for link in sorted(BLOCK.glob("*")):
        if link.name.startswith(OTHERS):
            continue
        place = link.resolve()
        drive = place.parent if (place / "partition").exists() else place
        drives.setdefault(drive, []).append(place)
    found = []
    for drive, places in drives.items():
        usb = any(re.fullmatch(r"usb\d+", part) for part in drive.parts)
        if not usb and _read(drive / "removable") != "1":
            continue
        # A drive with partitions has its files in those.
        parts = [place for place in places if place != drive] or [drive]
        held = [Stick(one, where.get(one)) for part in parts if _sized(part) for one in [DEVICES / part.name]]
        if not any(str(one.mounted) in SYSTEM for one in held):
            found += held
    return found


@contextlib.contextmanager
def opened() -> Iterator[Path]:
    """The folder with the files of the only stick, which is mounted for as long if it is not. Raises NoStick."""
    found = sticks()
    if not found:
        raise NoStick("No USB stick is plugged in. Plug one in and try again, or name a folder.")
    mounted = [one.mounted for one in found if one.mounted]
    if len(mounted) > 1:
        raise NoStick(f"There are several USB sticks: {', '.join(map(str, mounted))}. Name the one you mean.")
    if mounted:
        yield mounted[0]
        return
    if os.geteuid() != 0:
        raise NoStick(f"The stick ({found[0].device}) is not mounted yet. Run the same command with sudo.")
    folder = Path(tempfile.mkdtemp(prefix="smallworld-stick-", dir=memory()))
    try:
        # The small partitions that some sticks begin with hold no files.
        if not any(_mount(one.device, folder) for one in found):
            raise NoStick(f"The stick ({found[0].device}) cannot be read: format it as FAT32, or take another.")
        try:
            yield folder
        finally:
            # Only now is everything on the stick, so that it may be pulled out.
            subprocess.run(["/bin/umount", folder], check=False, capture_output=True)  # noqa: S603  Our own folder.
    finally:
        # A folder that is still a mounted stick is left alone.
        with contextlib.suppress(OSError):
            folder.rmdir()


def memory() -> Path | None:
    """Where temporary files go, None for the usual place."""
    return MEMORY if os.access(MEMORY, os.W_OK) else None


def _mount(device: Path, folder: Path) -> bool:
    command: list[str | Path] = ["/bin/mount", "-o", "nosuid,nodev,noexec", device, folder]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603  The kernel's names.


def _mounts() -> Iterator[tuple[Path, Path]]:
    """Device and folder of each mount. Blanks in names are written as octal numbers (fstab(5))."""
    for line in MOUNTS.read_text().splitlines():
        device, folder = (re.sub(r"\\([0-7]{3})", lambda sign: chr(int(sign[1], 8)), one) for one in line.split()[:2])
        yield Path(device), Path(folder)


def _sized(place: Path) -> bool:
    """Whether there is anything: the slot of a card reader is a drive without a size."""
    return _read(place / "size") not in ("", "0")


def _read(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""
