"""`companion backup` and `companion restore`: games, photos, boards and settings as one file on a stick, and back."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath

import click

from companion.files import SECOND, hand_to_user, sync
from companion.game.entries import StoreError
from companion.host import usb
from companion.store.recovery import damaged
from companion.store.rows import Damaged
from companion.store.store import COPIES, FILE, LOCK, InUse, ReadOnlyStore, take_lock
from companion.upkeep import zip_file

# The name until the file is complete.
PART = ".smallworld-backup.part"
# The pattern of its final name.
MADE = "smallworld-*.zip"
# Folders with this prefix keep what a restore or an update found in the data folder.
KEPT = "kept-"
# How the sealed copies begin that earlier versions put on phones.
SEALED_COPY = b"smallworld-companion seal"
# Logs that have been replaced.
_ASIDE = ("games.damaged-", "games.before-")
# The log is copied by SQLite; the lock and half-written files belong to the running table.
_BESIDE = (FILE, *(f"{FILE}{ending}" for ending in ("-wal", "-shm", "-journal", ".damaged", ".before")), LOCK)


def run(data: Path, folder: str | None) -> None:
    """Back up a data folder into a folder, or onto the stick that is plugged in, and print where.

    Raises ClickException with one sentence; no part of the file is left behind.
    """
    try:
        with contextlib.nullcontext(Path(folder)) if folder else usb.opened() as place:
            made = back_up(data, place)
            size = made.stat().st_size / 1e6
        where = made if folder else f"{made.name} on the stick"
        click.echo(f"Backed up to {where} ({size:.1f} MB). The file was read back and is complete.")
    except usb.NoStick as error:
        raise click.ClickException(str(error)) from None


def back_up(data: Path, folder: Path) -> Path:
    """Write a data folder into one new file in a folder, read it back, and return its path.

    The table may stay open. Raises ClickException.
    """
    if not folder.is_dir():
        raise click.ClickException(f"There is no folder {folder}.")
    part = folder / PART
    try:
        with tempfile.TemporaryDirectory(prefix="smallworld-backup-", dir=usb.memory()) as aside:
            log = Path(aside, FILE)
            copy_log(data, log)
            files = {FILE: log, **{str(file.relative_to(data)): file for file in kept(data)}}
            _room(folder, sum(file.stat().st_size for file in files.values()))
            _write(part, files)
            _read_back(part, Path(aside))
        made = _free_name(folder)
        part.rename(made)
        hand_to_user(made)
        sync(folder)
    except zipfile.BadZipFile as error:
        raise click.ClickException(
            f"What was written to {folder} reads back differently ({error}): the stick is worn out. Use another one."
        ) from None
    except OSError as error:
        raise click.ClickException(_why(error, folder)) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return made


def restore(data: Path, file: Path) -> None:
    """Replace what is in a data folder with a backup, and print where the previous files are kept.

    Raises ClickException; the previous files are then intact, in place or in the folder that the message names.
    """
    if file.exists() and not file.is_file():
        raise click.ClickException(f"{file} is not a file. Nothing was changed.")
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = take_lock(data)
    except InUse:
        raise click.ClickException(
            "The table is open and would not notice the change. Close it first (if it is installed: sudo systemctl stop"
            " smallworld-companion)."
        ) from None
    except OSError as error:
        raise click.ClickException(_why(error, data)) from None
    fresh = data / f"{KEPT}unpacked"
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        _unpack(file, fresh)
        before = keep_all(data)
        if before and (data / COPIES).exists():
            # They belong to the previous log, and would be offered in place of this one.
            (data / COPIES).replace(before / COPIES)
        _put(fresh, data)
    except zipfile.BadZipFile:
        raise click.ClickException(_no_backup(file)) from None
    except StoreError as error:
        raise click.ClickException(str(error).replace(str(fresh), str(file))) from None
    except OSError as error:
        raise click.ClickException(_why(error, file if error.filename == str(file) else data)) from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        os.close(lock)
    click.echo(f"The games now come from {file.name}." + (f" The previous ones are in {before}." if before else ""))


def copy_log(data: Path, file: Path) -> None:
    """Copy the log of a data folder into a new file; the table may be open. Raises ClickException."""
    try:
        with closing(ReadOnlyStore(data)) as log:
            log.copy(file)
        if damaged(file):
            raise Damaged(data / FILE)
    except (StoreError, sqlite3.Error) as error:
        if _unreadable(data):
            raise click.ClickException(
                f"Only the table's user can read the games in {data}. Run the same command with sudo."
            ) from None
        said = str(error) if isinstance(error, StoreError) else f"The games in {data} cannot be copied: {error}."
        raise click.ClickException(said) from None


def kept(data: Path) -> Iterator[Path]:
    """The files of a data folder besides its log."""
    for folder, folders, names in os.walk(data):
        if Path(folder) == data:
            folders[:] = [name for name in folders if not name.startswith(KEPT) and name != COPIES]
            names = [name for name in names if name not in _BESIDE and not name.startswith(_ASIDE)]
        for name in sorted(names):
            path = Path(folder, name)
            # Sockets and pipes belong to the running table, and unfinished files have names of their own. A backup
            # made in this folder would double the size of the next one.
            passed_over = path.suffix in (".new", ".part") or path.match(MADE)
            if path.is_file() and not path.is_symlink() and not passed_over:
                yield path


def keep_all(data: Path) -> Path | None:
    """Keep the contents of a data folder in a new folder inside it; returns that, or None if it was empty.

    The table must be closed. The files are hard links, so they take no space. Raises OSError.
    """
    if (data / FILE).is_file():
        # Move the rest of the write-ahead log into the log itself; a damaged log keeps both files.
        with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(data / FILE)) as log:
            log.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files = [file for name in _BESIDE if name != LOCK and (file := data / name).is_file()] + list(kept(data))
    files = [file for file in files if file.stat().st_size]
    if not files:
        return None
    number = 1
    while (before := data / f"{KEPT}{number}").exists():
        number += 1
    for file in files:
        place = before / file.relative_to(data)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        place.hardlink_to(file)
    _own(before, data)
    return before


def put_log(file: Path, data: Path) -> None:
    """Replace a data folder's log with another, atomically. The table must be closed. Raises OSError."""
    for ending in ("-wal", "-shm", "-journal"):
        # They belong to the previous log, and SQLite would apply them to this one.
        (data / f"{FILE}{ending}").unlink(missing_ok=True)
    file.replace(data / FILE)
    sync(data)


def _put(fresh: Path, data: Path) -> None:
    """Move all unpacked files into place, each atomically, the log last."""
    _own(fresh, data)
    for file in sorted(kept(fresh)):
        place = data / file.relative_to(fresh)
        # A backup by an earlier version has no second copy of the key, and the old key's copy would win over it.
        place.with_name(place.name + SECOND).unlink(missing_ok=True)
        if not place.parent.exists():
            place.parent.mkdir(mode=0o700, parents=True)
            _own(place.parent, data)
        file.replace(place)
    put_log(fresh / FILE, data)


def _own(top: Path, data: Path) -> None:
    """Give a folder and its contents to the owner of the data folder; only root can, and only root needs to."""
    if os.geteuid() == 0:
        owner = data.stat()
        for path in (top, *top.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid)


def _write(part: Path, files: dict[str, Path]) -> None:
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as out:
        # Zip files have no dates before 1980, which a computer has whose clock is not set yet.
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as pack:
            for name, file in files.items():
                pack.write(file, name)
        out.flush()
        os.fsync(out.fileno())
        # Read it back from the stick, not from memory.
        os.posix_fadvise(out.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _read_back(part: Path, aside: Path) -> None:
    """Check that a backup can be read and its log is intact. Raises BadZipFile and OSError."""
    with zip_file.opened(part) as pack:
        # Only the log is unpacked: the photos may not fit in memory.
        if wrong := pack.testzip():
            raise zipfile.BadZipFile(wrong)
        _whole(Path(pack.extract(FILE, aside / "read")))


def _unpack(file: Path, folder: Path) -> None:
    """Unpack a backup and check its log. Raises BadZipFile, TooNew and OSError."""
    with zip_file.opened(file) as pack:
        names = pack.namelist()
        if FILE not in names or not all(map(_plain, names)):
            raise zipfile.BadZipFile("other files than a backup's")
        _room(folder, sum(one.file_size for one in pack.infolist()))
        for name in names:
            place = folder / name
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with pack.open(name) as packed, place.open("xb") as out:
                place.chmod(0o600)
                shutil.copyfileobj(packed, out)
                out.flush()
                os.fsync(out.fileno())
    _whole(folder / FILE)


def _whole(log: Path) -> None:
    """Check that a log is intact and readable by this version. Raises BadZipFile and TooNew."""
    if damaged(log):
        raise zipfile.BadZipFile("the log is damaged")
    ReadOnlyStore(log.parent).close()


def _plain(name: str) -> bool:
    """Whether a name in a backup stays inside the folder, and is one that backups contain."""
    path = PurePosixPath(name)
    inside = not path.is_absolute() and ".." not in path.parts and "\\" not in name and not name.endswith("/")
    return inside and path.parts[0] not in (*_BESIDE[1:], COPIES) and not path.parts[0].startswith(KEPT)


def _no_backup(file: Path) -> str:
    """Why a file cannot be restored."""
    with file.open("rb") as held:
        if held.read(len(SEALED_COPY)) == SEALED_COPY:
            return (
                f"{file} is a sealed copy kept by a phone. Only companion 0.1.0 of November 2026 or earlier opens it,"
                " on the Pi that sealed it. Nothing was changed."
            )
    return f"{file} is not a complete backup of the companion. Nothing was changed."


def _free_name(folder: Path) -> Path:
    """A free name with today's date: without a network, this computer's clock may show the same time again."""
    name = f"smallworld-{datetime.now().astimezone():%Y-%m-%d-%H%M}"
    made, number = folder / f"{name}.zip", 2
    while made.exists():
        made, number = folder / f"{name}-{number}.zip", number + 1
    return made


def _room(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise OSError(errno.ENOSPC, f"{needed / 1e6:.1f} MB are needed, and {free / 1e6:.1f} MB are free")


def _unreadable(data: Path) -> bool:
    """Whether the games belong to another user."""
    if not data.exists():
        return False
    return not os.access(data, os.R_OK | os.X_OK) or ((data / FILE).exists() and not os.access(data / FILE, os.R_OK))


def _why(error: OSError, place: Path) -> str:
    """Why a folder or file cannot be used, and what to do."""
    said = error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        more = f" ({said})" if "needed" in said else ""
        return f"{place} is full{more}: free some space, or use another one. Nothing was changed."
    if error.errno == errno.EROFS:
        return f"{place} is read-only: move the stick's little switch, or use another one. Nothing was changed."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"You are not allowed to write in {place}. Run the same command with sudo. Nothing was changed."
    if error.errno == errno.ENOENT:
        return f"There is no {place}."
    return f"{place} cannot be used: {said}. Nothing was changed."
