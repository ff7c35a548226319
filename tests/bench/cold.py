"""A start from a memory card that has just been put in: nothing of the program is in memory, and little comes a second.

The kernel forgets the files of Python and its libraries, and gives a process so many bytes a second from their disk (a
control group's limit, which takes root). What other programs are using stays in memory: Python's own shared library.
"""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench import table
from tests.bench.figure import Figure
from tests.bench.slow import CONTROLLED

# Bytes a second: what an ordinary card gives a Pi.
CARD = 20_000_000
# The first and the second version of control groups.
GROUPS = Path("/sys/fs/cgroup/blkio"), Path("/sys/fs/cgroup")
LIMIT = "blkio.throttle.read_bps_device"
LEFT_OUT = {"site-packages", "test", "idlelib", "ensurepip"}
WARM = "with all of it in memory"


def cold(most: int = table.STARTS) -> list[Figure]:
    """How long a start from a card takes; nothing where that cannot be measured."""
    device = _disk(table.PROGRAM)
    if not device or not _may_limit():
        return []
    files = [*_files(Path(sysconfig.get_path("stdlib"))), *_files(Path(sysconfig.get_path("purelib")))]
    files += _files(table.PROGRAM)
    took, base = [], []
    for _ in range(min(table.STARTS, most)):
        base.append(_start())
        _forget(files)
        with _from_a_card(device):
            took.append(_start())
    return [
        Figure("from start to the first answer, from a card", median(took), "s", WARM, median(base), "at most 1.5 s")
    ]


def _may_limit() -> bool:
    """Whether a group of one's own may limit what comes from a disk."""
    if CONTROLLED.exists():
        given = GROUPS[1] / "cgroup.subtree_control"
        return os.access(given, os.W_OK) and "io" in given.read_text(encoding="ascii").split()
    return os.access(GROUPS[0], os.W_OK) and (GROUPS[0] / LIMIT).exists()


def _start() -> float:
    """The seconds that a start takes."""
    with TemporaryDirectory(prefix="smallworld-bench-") as folder, table.companion(Path(folder)) as server:
        return server.ready


def _files(folder: Path) -> list[Path]:
    """What a program may load from a folder; the libraries of the tests are many, and no table loads them."""
    loaded = table.libraries() if folder == Path(sysconfig.get_path("purelib")) else None
    found = []
    for place, inner, names in os.walk(folder):
        inner[:] = [
            name
            for name in inner
            if name not in LEFT_OUT and (loaded is None or Path(place) != folder or name in loaded)
        ]
        found += [Path(place, name) for name in names if name.endswith((".pyc", ".so", ".py"))]
    return found


def _forget(files: list[Path]) -> None:
    """Let the kernel drop these files from memory (posix_fadvise(2))."""
    for each in files:
        # Other programs may have deleted it meanwhile.
        with suppress(FileNotFoundError), each.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _disk(path: Path) -> str:
    """The number of the disk with a file, as the kernel writes it; "" if it is on none."""
    where = path.stat().st_dev
    found = Path(f"/sys/dev/block/{os.major(where)}:{os.minor(where)}")
    if not found.exists():
        return ""
    disk = found.resolve()
    return ((disk.parent if (disk / "partition").exists() else disk) / "dev").read_text(encoding="ascii").strip()


@contextmanager
def _from_a_card(device: str) -> Iterator[None]:
    """A group of the kernel's own for this process and those it starts, with as many bytes a second as a card has."""
    group = GROUPS[CONTROLLED.exists()] / f"smallworld-bench-{os.getpid()}"
    group.mkdir()
    try:
        if CONTROLLED.exists():
            (group / "io.max").write_text(f"{device} rbps={CARD}", encoding="ascii")
        else:
            (group / LIMIT).write_text(f"{device} {CARD}", encoding="ascii")
        (group / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
        yield
    finally:
        (group.parent / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
        group.rmdir()
