"""The power is cut at any moment, on a disk that really loses what it was not yet told to keep."""

from __future__ import annotations

import os
import shutil
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chance import dice
from tests.faults.evening import Evening, holds
from tests.faults.network_disk import NEEDED, mounted, network_disk
from tests.faults.served import Served
from tests.system.disk import cut

# So many taps are promised.
EVENING = 150

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a disk"),
    pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"needs {', '.join(NEEDED)}"),
    pytest.mark.skipif(not Path("/dev/fuse").exists(), reason="needs the kernel's FUSE"),
]


@pytest.fixture
def served(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    """A table whose folder lies on the disk; it keeps what it promises, unless it shall be careless."""
    table = Served(tmp_path / "files" / "data", careless=getattr(request, "param", ""))
    yield table
    table.close()


def lost(served: Served, tmp_path: Path, times: int) -> int:
    """Spend an evening, cut the power so many times at any moment of it, and see each time that all is well.

    How many times it is not.
    """
    chance = dice()
    evening = Evening(served.port, chance)
    with network_disk(tmp_path / "disk", tmp_path / "files") as disk:
        served.start()
        evening.sit_down()
        with evening.goes_on():
            evening.book.wait(EVENING, 600)
            served.kill()
        evening.hang_up()
    whole, bad = evening.book, 0
    whole.open.clear()
    served.data = tmp_path / "cut" / "data"
    for one in range(times):
        number = chance.randrange(len(disk.writes))
        when = disk.times[number]
        # Never the same file twice: the kernel may let a loop device go later than umount, and knows the old sectors.
        image = tmp_path / f"image{one}"
        shutil.copy(disk.before, image)
        cut(image, disk.writes[: number + 1], chance)
        with mounted(image, tmp_path / "cut"):
            evening.book = whole.at(when)
            try:
                served.start()
                if when > evening.begun:
                    holds(evening, served.data)
            except AssertionError:
                print(f"After write {number} of {len(disk.writes)}:\n{traceback.format_exc(limit=-1)}")
                bad += 1
            finally:
                served.kill()
                evening.hang_up()
        image.unlink()
    print(f"{len(whole.promised)} promised in {len(disk.writes)} writes and flushes; {bad} of {times} cuts lost some")
    return bad


@pytest.mark.long(name="power")
def test_power_cut_two_hundred_times(served: Served, tmp_path: Path) -> None:
    """Whatever was promised before the cut is there, rows, photos, boards and keys, and the table opens."""
    assert lost(served, tmp_path, 200) == 0


@pytest.mark.long(name="power")
@pytest.mark.parametrize("served", ["OFF", "NORMAL"], indirect=True)
def test_a_careless_program_is_found_out(served: Served, tmp_path: Path) -> None:
    """Where the log is not synced before the answer, the same cuts lose promised rows."""
    assert lost(served, tmp_path, 20) > 0
