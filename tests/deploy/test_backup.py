"""Backing up to a stick while the table runs, and putting it back: on real files, drives and tables."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

import click
import pytest

from companion import files
from companion.game.entries import Entry
from companion.host import usb
from companion.store.store import FILE, Store
from companion.upkeep import backup
from tests import chance
from tests.browser.house import Table

PICTURE = b"\xff\xd8 a board"

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a drive")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a log of 40 rows, a photo, a board and settings, and what belongs to a running table."""
    folder = tmp_path / "data"
    with closing(Store(folder)) as store:
        store.append(1, [Entry(kind="practice", command={"n": "x" * 200})] * 40)
    for name, held in (("photos/a.jpg", PICTURE), ("boards/mine.json", b"{}"), ("companion.toml", b"port = 8123\n")):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(held)
    (folder / "tray.key.new").write_bytes(b"half")
    return folder


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mount a small drive and return its folder."""
    folders: list[Path] = []

    def mount(*options: str) -> Path:
        folder = tmp_path / f"drive{len(folders)}"
        folder.mkdir()
        done = subprocess.run(["mount", *options, folder], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"this computer mounts no drives: {done.stderr.strip()}")
        folders.append(folder)
        return folder

    yield mount
    for folder in filter(os.path.ismount, folders):
        subprocess.run(["umount", folder], check=True)


def rows(folder: Path) -> int:
    """How many rows a log has."""
    with closing(sqlite3.connect(folder / FILE)) as log:
        return int(log.execute("SELECT count(*) FROM log").fetchone()[0])


def refused(act: Callable[[], object]) -> str:
    """The one sentence with which something is refused."""
    with pytest.raises(click.ClickException) as said:
        act()
    return said.value.message


def test_a_running_table_is_backed_up_and_put_back_elsewhere(tmp_path: Path) -> None:
    """A player who sat down a moment ago, whose row is still in the file beside the log, sits there after a restore."""
    table = Table(tmp_path / "data")
    table.start()
    try:
        form = {"Content-Type": "application/json"}
        urlopen(Request(f"{table.address}/api/join", b'{"name": "Ann"}', form)).close()
        command = [sys.executable, "-m", "companion", "backup", tmp_path, "--data", table.data]
        said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        closed = refused(lambda: backup.restore(table.data, tmp_path / "any.zip"))
    finally:
        table.kill()
    (made,) = tmp_path.glob("smallworld-*.zip")
    assert said.startswith(f"Backed up to {made}")
    assert "Close it first" in closed
    other = Table(tmp_path / "other")
    backup.restore(other.data, made)
    other.start()
    try:
        with urlopen(f"{other.address}/api/state") as answer:
            assert b'"Ann"' in answer.read()
    finally:
        other.kill()


def test_all_is_in_it_but_what_belongs_to_the_running_table(data: Path, tmp_path: Path) -> None:
    """Log, photos, boards and settings are in the file; locks and half-written files are not."""
    made = backup.back_up(data, tmp_path)
    with zipfile.ZipFile(made) as pack:
        assert sorted(pack.namelist()) == ["boards/mine.json", "companion.toml", FILE, "photos/a.jpg"]
    assert made.stat().st_mode & 0o077 == 0
    assert backup.back_up(data, tmp_path) != made


def test_a_backup_in_the_data_folder_is_in_no_other(data: Path) -> None:
    """Otherwise each would hold all those before it."""
    first, second = (backup.back_up(data, folder) for folder in (data, data / "photos"))
    with zipfile.ZipFile(backup.back_up(data, data)) as pack:
        assert sorted(pack.namelist()) == ["boards/mine.json", "companion.toml", FILE, "photos/a.jpg"]
    backup.restore(data, first)
    assert second.is_file()


def test_a_restore_keeps_what_was_there(data: Path, tmp_path: Path) -> None:
    """The log of the backup is back; what was played since lies whole in a folder of its own."""
    made = backup.back_up(data, tmp_path)
    with closing(Store(data)) as store:
        store.append(2, [Entry(kind="practice")] * 3)
    (data / "companion.toml").write_text("port = 9000\n")
    backup.restore(data, made)
    assert (rows(data), (data / "companion.toml").read_text()) == (40, "port = 8123\n")
    assert (rows(data / "kept-1"), (data / "kept-1/companion.toml").read_text()) == (43, "port = 9000\n")
    assert sorted(path.name for path in data.glob("kept-*")) == ["kept-1"]
    Store(data).close()


def test_a_backup_with_the_key_of_phones_copies_is_restored(data: Path, tmp_path: Path) -> None:
    """Earlier versions kept a key in the data folder that sealed phones' copies; it is a file like any other."""
    (data / "seal.key").write_bytes(bytes(range(32)))
    made = backup.back_up(data, tmp_path)
    shutil.rmtree(data)
    backup.restore(data, made)
    assert (rows(data), (data / "seal.key").read_bytes()) == (40, bytes(range(32)))


def test_a_backup_of_an_earlier_version_brings_its_own_key(data: Path, tmp_path: Path) -> None:
    """That version kept no second copy of it: the one that is there belongs to another key and mends nothing."""
    earlier = bytes(range(1, 33))
    (data / "server.key").write_bytes(earlier)
    made = backup.back_up(data, tmp_path)
    (data / "server.key").unlink()
    assert files.key(data / "server.key").data != earlier
    backup.restore(data, made)
    assert files.key(data / "server.key") == files.Key(earlier)


def test_a_damaged_log_is_not_backed_up(data: Path, tmp_path: Path) -> None:
    """The sentence says what is damaged: it is not the stick."""
    held = bytearray((data / FILE).read_bytes())
    held[held.rindex(b"x" * 200)] = ord("y")
    (data / FILE).write_bytes(held)
    assert f"{data / FILE} is damaged. Start the table" in refused(lambda: backup.back_up(data, tmp_path))
    assert not list(tmp_path.glob("*.zip"))


def test_a_copy_that_a_phone_kept_is_refused_by_its_name(data: Path, tmp_path: Path) -> None:
    """The sentence says what it is, and which version opens it."""
    kept = tmp_path / "smallworld-2026-11-21-2013.sealed"
    kept.write_bytes(b"smallworld-companion seal 1\n" + bytes(range(256)) * 1024)
    sentence = refused(lambda: backup.restore(data, kept))
    assert "sealed copy kept by a phone. Only companion 0.1.0" in sentence
    assert sentence.endswith("Nothing was changed.")
    assert (rows(data), list(data.glob("kept-*"))) == (40, [])


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_backup_that_wants_a_dictionary_is_not_unpacked(data: Path, tmp_path: Path, method: int) -> None:
    """Such a packing takes as much memory as the file asks for; no backup is packed so."""
    made = backup.back_up(data, tmp_path)
    with zipfile.ZipFile(made) as pack, zipfile.ZipFile(tmp_path / "other.zip", "w", method) as other:
        for name in pack.namelist():
            other.writestr(name, pack.read(name))
    assert "is not a complete backup" in refused(lambda: backup.restore(data, tmp_path / "other.zip"))


def test_what_is_no_file_is_not_waited_for(data: Path, tmp_path: Path) -> None:
    """A folder, and a pipe into which nobody writes."""
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "data"):
        said = refused(lambda name=name: backup.restore(data, tmp_path / name))
        assert said == f"{tmp_path / name} is not a file. Nothing was changed."


@pytest.mark.parametrize("wrong", ["cut", "packed", "locked", "outside", "other", "many", "newer"])
def test_what_is_no_whole_backup_changes_nothing(data: Path, tmp_path: Path, wrong: str) -> None:
    """A file cut off or changed, one that reaches out of the folder, one full of entries, any other, a newer one's."""
    made = backup.back_up(data, tmp_path)
    if wrong == "cut":
        made.write_bytes(made.read_bytes()[:-300])
    elif wrong in ("packed", "locked"):
        # In the entry of its list, a zip file says at 10 how a file is packed, and at 8 whether there is a password.
        held = bytearray(made.read_bytes())
        held[held.index(b"PK\x01\x02") + (10 if wrong == "packed" else 8)] ^= 0x01
        made.write_bytes(held)
    elif wrong == "outside":
        with zipfile.ZipFile(made, "a") as pack:
            pack.writestr("../outside", "x")
    elif wrong == "other":
        made.write_text("a letter")
    elif wrong == "many":
        with zipfile.ZipFile(made, "a") as pack:
            for number in range(6_000):
                pack.writestr(f"{number}", "")
    else:
        with zipfile.ZipFile(made) as pack:
            pack.extract(FILE, tmp_path)
        with closing(sqlite3.connect(tmp_path / FILE)) as log, log:
            log.execute("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', 'm999_later')")
        made.unlink()
        with zipfile.ZipFile(made, "w") as pack:
            pack.write(tmp_path / FILE, FILE)
    sentence = refused(lambda: backup.restore(data, made))
    assert ("newer version" if wrong == "newer" else "not a complete backup") in sentence
    assert rows(data) == 40
    assert not list(data.glob("kept-*"))
    assert not (data / "../outside").exists()


@as_root
def test_a_full_and_a_read_only_stick_are_refused(data: Path, mounted: Callable[..., Path]) -> None:
    """One sentence says which it is, and nothing is left on the stick."""
    small = mounted("-t", "tmpfs", "-o", "size=16k", "none")
    assert "is full" in refused(lambda: backup.back_up(data, small))
    assert list(small.iterdir()) == []
    locked = mounted("-t", "tmpfs", "-o", "ro", "none")
    assert "read-only" in refused(lambda: backup.back_up(data, locked))


@as_root
def test_what_is_read_back_takes_no_room(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounted: Callable[..., Path]
) -> None:
    """Photos larger than the memory that is free are backed up all the same."""
    (data / "photos/b.jpg").write_bytes(chance.dice().randbytes(1_000_000))
    monkeypatch.setattr(usb, "MEMORY", mounted("-t", "tmpfs", "-o", "size=500k", "none"))
    made = backup.back_up(data, tmp_path)
    assert made.stat().st_size > 1_000_000


@as_root
@pytest.mark.skipif(not shutil.which("mkfs.ext4"), reason="needs mkfs.ext4")
@pytest.mark.parametrize("killed", [False, True])
def test_the_games_are_saved_from_a_card_that_only_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounted: Callable[..., Path], killed: bool
) -> None:
    """As the doctor advises: also when the table was killed with rows beside the log, nothing else can be written."""
    image = tmp_path / "card"
    subprocess.run(["mkfs.ext4", "-q", image, "8M"], check=True, capture_output=True)
    card = mounted("-o", "loop", str(image))
    with closing(Store(card)) as store:
        store.append(1, [Entry(kind="practice")] * 7)
        if killed:
            shutil.copytree(card, tmp_path / "left", ignore=shutil.ignore_patterns("lost+found"))
    for file in tmp_path.glob("left/*"):
        shutil.copy(file, card)
    assert (card / "games.db-wal").exists() == killed
    subprocess.run(["mount", "-o", "remount,ro", card], check=True)
    monkeypatch.setattr("tempfile.tempdir", str(card))
    made = backup.back_up(card, tmp_path)
    backup.restore(tmp_path / "new", made)
    assert rows(tmp_path / "new") == 7


@as_root
def test_what_root_makes_is_the_tables(tmp_path: Path) -> None:
    """A restore and a look at the tray, typed with sudo in a folder of another user: that user can use every file."""
    folder = tmp_path / "data"
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    record = tmp_path / "game.jsonl"
    record.write_text('{"record": 1, "position": "turn 2 Ann conquer | hand ratmen+forest@Ann 1"}\n')
    for words in (("import", record), ("doctor", "--port", "0", "--pins", "off")):
        subprocess.run([sys.executable, "-m", "companion", *words, "--data", folder], check=words[0] != "doctor")
    assert {path.name for path in folder.iterdir()} >= {FILE, "games.lock", "tray.key"}
    assert {path.stat().st_uid for path in folder.iterdir()} == {65534}


def test_no_games_no_folder_no_file(data: Path, tmp_path: Path) -> None:
    """What is not there is said to be not there."""
    assert "No games are kept in" in refused(lambda: backup.back_up(tmp_path / "none", tmp_path))
    assert refused(lambda: backup.back_up(data, tmp_path / "none")) == f"There is no folder {tmp_path / 'none'}."
    assert refused(lambda: backup.restore(data, tmp_path / "none")) == f"There is no {tmp_path / 'none'}."


def drive(tree: Path, where: str, name: str, *, removable: str = "0", parts: int = 0) -> None:
    """Plant a drive as the kernel lists it in /sys/class/block."""
    block = tree / "class/block"
    block.mkdir(parents=True, exist_ok=True)
    for number in range(parts + 1):
        place = tree / "devices" / where / name / (f"{name}{number}" if number else "")
        place.mkdir(parents=True)
        (place / "size").write_text("2048\n")
        (place / ("partition" if number else "removable")).write_text(f"{number or removable}\n")
        (block / place.name).symlink_to(place)


def test_only_a_removable_drive_is_taken_for_a_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card, a CD drive and the USB disk that the system is on are left alone; a stick's partition is found."""
    drive(tmp_path, "platform/mmc0", "mmcblk0", parts=1)
    drive(tmp_path, "ata1", "sr0", removable="1")
    drive(tmp_path, "usb1/1-1", "sda", parts=1)
    drive(tmp_path, "usb2/2-1", "sdb", removable="1", parts=1)
    drive(tmp_path, "usb3/3-1", "sdc", removable="1")
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /media/our\\040stick vfat rw 0 0\n")
    monkeypatch.setattr(usb, "BLOCK", tmp_path / "class/block")
    monkeypatch.setattr(usb, "MOUNTS", mounts)
    assert [(str(one.device), str(one.mounted)) for one in usb.sticks()] == [
        ("/dev/sdb1", "/media/our stick"),
        ("/dev/sdc", "None"),
    ]
    with usb.opened() as folder:
        assert str(folder) == "/media/our stick"
    mounts.write_text(mounts.read_text() + "/dev/sdc /media/second vfat rw 0 0\n")
    with pytest.raises(usb.NoStick, match="several USB sticks: /media/our stick, /media/second"), usb.opened():
        pass


def test_without_a_stick_one_sentence_says_so(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has plugged one in."""
    monkeypatch.setattr(usb, "BLOCK", tmp_path / "nothing")
    assert refused(lambda: backup.run(data, None)).startswith("No USB stick is plugged in")


@as_root
@pytest.mark.skipif(not shutil.which("mkfs.ext4"), reason="needs mkfs.ext4")
def test_a_stick_that_nobody_mounted_is_mounted_for_as_long(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounted: Callable[..., Path]
) -> None:
    """On a system without a desktop the drive's file system is mounted, written, and given back."""
    image = tmp_path / "image"
    subprocess.run(["mkfs.ext4", "-q", image, "4M"], check=True, capture_output=True)
    drive(tmp_path, "usb1/1-1", "sda")
    monkeypatch.setattr(usb, "BLOCK", tmp_path / "class/block")
    monkeypatch.setattr(usb, "DEVICES", tmp_path)
    (tmp_path / "sda").symlink_to(image)
    monkeypatch.setattr(usb, "MEMORY", tmp_path)
    mounted("-o", "loop", str(image))
    subprocess.run(["umount", tmp_path / "drive0"], check=True)
    backup.run(data, None)
    assert str(tmp_path) not in Path("/proc/self/mounts").read_text()
    assert len(list(mounted("-o", "loop", str(image)).glob("smallworld-*.zip"))) == 1
