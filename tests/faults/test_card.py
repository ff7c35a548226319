"""A card that is full, or can only be read any more: people are told at once, and the game goes on with the card."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.store.store import FILE
from tests.faults.apart import Apart
from tests.faults.served import Served
from tests.web.house import Phone
from tests.web.test_boards import square
from tests.web.test_photo import picture, put

# A file system in memory, so small that it can be filled, that nobody sees but the program; any user may have one.
MOUNTED = 'mount -t tmpfs -o size=2m none "$0" && exec "$@"'
SMALL = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNTED)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Apart]:
    """A table on a card of 2 MB."""
    data = tmp_path / "data"
    data.mkdir()
    if subprocess.run([*SMALL, data, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this computer lets users mount nothing of their own")
    table = Apart(data, "--pins", "off", under=(*SMALL, str(data)))
    table.start()
    yield table
    table.kill()


def counted(data: Path) -> list[str]:
    """The messages in which purses were counted, as they stand in the log."""
    with TemporaryDirectory() as folder:
        # SQLite itself finds no way into another program's view of a folder.
        for part in data.glob(f"{FILE}*"):
            shutil.copy(part, folder)
        with closing(sqlite3.connect(Path(folder, FILE))) as log:
            found = log.execute("SELECT request FROM log WHERE kind = 'purse' ORDER BY row")
            return [id for (id,) in found]


@contextmanager
def seated(port: int) -> Iterator[tuple[Phone, Phone]]:
    """Ann's and Ben's phones in a game that has begun."""
    ann, ben = Phone(port, "Ann"), Phone(port, "Ben")
    with closing(ann.connection), closing(ben.connection):
        _sit(ann, ben)
        yield ann, ben


def _sit(ann: Phone, ben: Phone) -> None:
    for phone, name in ((ann, "Ann"), (ben, "Ben")):
        phone.post("/api/join", name=name)
    ann.post("/api/start")


def test_a_full_card(small: Apart) -> None:
    """Whoever taps is told that it is full; what was refused is nowhere, and done once as soon as there is room."""
    with seated(small.port) as (ann, ben):
        fills(small, ann, ben)


def fills(small: Apart, ann: Phone, ben: Phone) -> None:
    """The card has no room, and then has some."""
    assert small.process
    # The program's own view of its folder.
    data = Path(f"/proc/{small.process.pid}/root{small.data}")
    ballast = data / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    done = []
    for number in range(1000):
        answer = ann.ask("POST", "/api/purse", {"id": f"n{number}", "seat": 0, "coins": number % 50})
        if answer.status != 200:
            break
        done.append(f"n{number}")
    assert (answer.status, "the disk is full" in answer.json["error"]) == (503, True)
    before = ann.state()
    assert ann.get("/api/purse?seat=0")["coins"] == (number - 1) % 50 if done else 5
    for refused in (put(ben, picture()), ben.ask("PUT", "/api/boards/square", square())):
        assert (refused.status, "No space left" in refused.json["error"]) == (409, True)
    assert ann.ask("POST", "/api/purse", {"id": f"n{number}", "seat": 0, "coins": 1}).status == 503
    assert counted(data) == done
    assert {path.suffix for path in data.rglob("*")} & {".new", ".part", ".jpg", ".json"} == set()
    assert ann.state() == before
    ballast.unlink()
    answer = ann.ask("POST", "/api/purse", {"id": f"n{number}", "seat": 0, "coins": 1})
    assert answer.status == 200
    assert ann.get("/api/purse?seat=0")["coins"] == 1
    assert put(ben, picture()).status == 200
    assert counted(data) == [*done, f"n{number}"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can break a card")
@pytest.mark.skipif(not shutil.which("mkfs.ext4"), reason="needs mkfs.ext4")
def test_a_card_that_can_only_be_read(tmp_path: Path) -> None:
    """As Linux does with a card that fails: each tap is told so, looking goes on, and what was promised is there."""
    image, card = tmp_path / "image", tmp_path / "card"
    card.mkdir()
    subprocess.run(["mkfs.ext4", "-q", image, "16M"], check=True, capture_output=True)
    # One device from beginning to end: a new one on the same file may still know its sectors as they were.
    found = subprocess.run(["losetup", "--find", "--show", image], capture_output=True, text=True, check=False)
    device = found.stdout.strip()
    mount = ["mount", "-o", "errors=remount-ro", device, card]
    if found.returncode or subprocess.run(mount, capture_output=True, check=False).returncode:
        subprocess.run(["losetup", "--detach", device], capture_output=True, check=False)
        pytest.skip("this computer mounts no drives")
    served = Served(card / "data")
    try:
        served.start()
        with seated(served.port) as (ann, ben):
            ann.post("/api/purse", id="before", seat=0, coins=12)
            Path("/sys/fs/ext4", Path(device).name, "trigger_fs_error").write_text("1")
            refused = ann.ask("POST", "/api/purse", {"id": "after", "seat": 0, "coins": 3})
            assert (refused.status, "This was not saved" in refused.json["error"]) == (503, True)
            assert ann.get("/api/purse?seat=0")["coins"] == 12
            assert put(ben, picture()).status == 409
            served.kill()
        subprocess.run(["umount", card], check=True)
        subprocess.run(["e2fsck", "-y", device], check=False, capture_output=True)
        subprocess.run(mount, check=True)
        served.start()
        with closing(ann.connection):
            assert ann.get("/api/purse?seat=0")["coins"] == 12
            ann.post("/api/purse", id="after", seat=0, coins=3)
        assert counted(served.data) == ["before", "after"]
    finally:
        served.close()
        subprocess.run(["umount", card], check=True)
        subprocess.run(["losetup", "--detach", device], check=True)
