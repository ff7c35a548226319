"""The table on a slow computer: its service is slowed to a fifth, to stand for a small Pi.

The kernel lets its process have 1 ms of a processor's time in each 5 ms (a control group's quota, which takes root).
What is not the processor's work, such as a write to the disk, goes on meanwhile. A plain loop is held back likewise, to
see that it is a fifth. Before each tap there is a rest, as at a table, where nobody taps within a few milliseconds of
another: the bench's own questions after the tap before would take the time that this one is to have.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench import table
from tests.bench.figure import Figure

# Microseconds: the least that the kernel takes.
SHARE, PERIOD = 1000, 5000
TIMES = PERIOD // SHARE
# Seconds before each tap: some periods, and a part of one, so that taps come at all of its moments.
REST = 0.0213
# The first and the second version of control groups.
GROUPS = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
CONTROLLED = GROUPS[1] / "cgroup.controllers"
FULL = "at full speed"
LOOP = """
import time
while input():
    began = time.perf_counter()
    sum(range(2_000_000))
    print(time.perf_counter() - began, flush=True)
"""


def slowed(count: int, most: int = table.ROUNDS) -> list[Figure]:
    """Play by tapping about so often on each server, half of it while it is slowed; nothing where that cannot be."""
    if not os.access(GROUPS[CONTROLLED.exists()], os.W_OK):
        return []
    with ExitStack() as open_now:
        folder = open_now.enter_context(TemporaryDirectory(prefix="smallworld-bench-"))
        server = open_now.enter_context(table.companion(Path(folder)))
        cookies = table.seated(server)
        phones = open_now.enter_context(table.Phones(server, [*cookies, ""]))
        game = table.taps(server, cookies)
        for _ in range(table.WARMING):
            phones.tap(*next(game))
        size = round(median(watcher.size for watcher in phones.watchers))
        plain = open_now.enter_context(table.Server("tests.bench.constant", str(size)))
        others = open_now.enter_context(table.Phones(plain, [""] * table.PHONES))
        loop = open_now.enter_context(
            subprocess.Popen([sys.executable, "-c", LOOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        found = {
            "from a tap to the last of six phones": (server.process.pid, lambda: phones.tap(*next(game), rest=REST)),
            "the same web server sending a constant": (
                plain.process.pid,
                lambda: others.tap("/api/act", {}, rest=REST),
            ),
            "a plain loop": (loop.pid, lambda: _looped(loop)),
        }
        figures = [
            _figure(name, *each, max(1, count // (2 * table.ROUNDS)), min(table.ROUNDS, most))
            for name, each in found.items()
        ]
        assert loop.stdin
        loop.stdin.write("\n")
        loop.stdin.flush()
        return figures


def _figure(name: str, process: int, does: Callable[[], float], count: int, rounds: int) -> Figure:
    """How long something takes while its process is slowed, beside how long it takes at full speed."""
    slow, full = [], []
    # In turns, so that both are disturbed alike.
    for _ in range(rounds):
        full.append(median(does() for _ in range(count)))
        with held_back(process):
            slow.append(median(does() for _ in range(count)))
    return Figure(f"{name}, at a fifth", 1000 * min(slow), "ms", FULL, 1000 * min(full), f"at most {TIMES} times")


def _looped(loop: subprocess.Popen[str]) -> float:
    assert loop.stdin
    assert loop.stdout
    time.sleep(REST)
    loop.stdin.write("again\n")
    loop.stdin.flush()
    return float(loop.stdout.readline())


@contextmanager
def held_back(process: int) -> Iterator[None]:
    """A group of the kernel's own for this process, with a fifth of one processor's time."""
    group = GROUPS[CONTROLLED.exists()] / f"smallworld-bench-{process}"
    group.mkdir()
    try:
        if CONTROLLED.exists():
            (group / "cpu.max").write_text(f"{SHARE} {PERIOD}", encoding="ascii")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD), encoding="ascii")
            (group / "cpu.cfs_quota_us").write_text(str(SHARE), encoding="ascii")
        (group / "cgroup.procs").write_text(str(process), encoding="ascii")
        yield
    finally:
        (group.parent / "cgroup.procs").write_text(str(process), encoding="ascii")
        group.rmdir()
