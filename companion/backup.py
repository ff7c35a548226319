"""`companion backup` and `companion restore`: games, photos, boards and settings as one file on a stick, and back."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath

import click

from companion import seal, stick
from companion.copies import FOLDER as COPIES
from companion.keeping import give, sync
from companion.store import FILE, LOCK, Bystander, InUse, StoreError, damaged, take_lock

# Written under this name until it is whole.
PART = ".smallworld-backup.part"
# What a restore or an update found in the data folder is kept in folders with this beginning.
KEPT = "kept-"
# Logs that another one has taken the place of.
_ASIDE = ("games.damaged-", "games.before-")
# The log is copied by SQLite; the lock and half-written files belong to the running table.
_BESIDE = (FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal", LOCK)


def run(data: Path, folder: str | None) -> None:
    """Back a data folder up into a folder, or to the stick that is plugged in, and say where to.

    Raises ClickException with one sentence; then nothing is left of the file.
    """
    try:
        with contextlib.nullcontext(Path(folder)) if folder else stick.opened() as place:
            made = back_up(data, place)
            size = made.stat().st_size / 1e6
        where = made if folder else f"{made.name} on the stick"
        click.echo(f"Backed up to {where} ({size:.1f} MB), read back, and found whole.")
    except stick.NoStick as error:
        raise click.ClickException(str(error)) from None


def back_up(data: Path, folder: Path) -> Path:
    """Write all that a data folder keeps into one new file in a folder, read it back, and return its path.

    The table may go on meanwhile. Raises ClickException.
    """
    if not folder.is_dir():
        raise click.ClickException(f"There is no folder {folder}.")
    part = folder / PART
    try:
        with tempfile.TemporaryDirectory(prefix="smallworld-backup-", dir=stick.memory()) as aside:
            log = Path(aside, FILE)
            copy_log(data, log)
            files = {FILE: log, **{str(file.relative_to(data)): file for file in kept(data)}}
            _room(folder, sum(file.stat().st_size for file in files.values()))
            _write(part, files)
            _read_back(part, Path(aside))
        made = _free_name(folder)
        part.rename(made)
        give(made)
        sync(folder)
    except zipfile.BadZipFile as error:
        raise click.ClickException(
            f"What was written to {folder} reads back differently ({error}): the stick is worn out. Take another."
        ) from None
    except OSError as error:
        raise click.ClickException(_why(error, folder)) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return made


def restore(data: Path, file: Path) -> None:
    """Put a backup in the place of what a data folder has, and say where that is kept.

    Raises ClickException; what was there is whole then, in its place or in the folder that is named.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = take_lock(data)
    except InUse:
        raise click.ClickException(
            "The table is open, and would not see the other games: close it first (with sudo systemctl stop"
            " smallworld-companion where it is installed)."
        ) from None
    except OSError as error:
        raise click.ClickException(_why(error, data)) from None
    fresh = data / f"{KEPT}unpacked"
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        _unpack(_unsealed(file, data, fresh), fresh)
        before = keep_all(data)
        if before and (data / COPIES).exists():
            # They are of the log that goes, and would be offered in the place of this one.
            (data / COPIES).replace(before / COPIES)
        _put(fresh, data)
    except seal.NotOpened as error:
        raise click.ClickException(f"{file} {error}. Nothing was changed.") from None
    except zipfile.BadZipFile:
        raise click.ClickException(f"{file} is no whole backup of the companion. Nothing was changed.") from None
    except StoreError as error:
        raise click.ClickException(str(error).replace(str(fresh), str(file))) from None
    except OSError as error:
        raise click.ClickException(_why(error, file if error.filename == str(file) else data)) from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        os.close(lock)
    click.echo(f"The games are those of {file.name} now." + (f" What was there is in {before}." if before else ""))


def copy_log(data: Path, file: Path) -> None:
    """Copy the log of a data folder into a new file, while a table may keep it. Raises ClickException."""
    try:
        with closing(Bystander(data)) as log:
            log.copy(file)
    except (StoreError, sqlite3.Error) as error:
        if _unreadable(data):
            raise click.ClickException(
                f"Only the user of the table may read the games in {data}: type the same with sudo in front."
            ) from None
        said = str(error) if isinstance(error, StoreError) else f"The games in {data} cannot be copied: {error}."
        raise click.ClickException(said) from None


def kept(data: Path) -> Iterator[Path]:
    """The files that a data folder keeps beside its log."""
    for folder, folders, names in os.walk(data):
        if Path(folder) == data:
            folders[:] = [name for name in folders if not name.startswith(KEPT) and name != COPIES]
            names = [name for name in names if name not in _BESIDE and not name.startswith(_ASIDE)]
        for name in sorted(names):
            path = Path(folder, name)
            # Sockets and pipes are the running table's; a file that is not yet whole has a name of its own.
            if path.is_file() and not path.is_symlink() and path.suffix not in (".new", ".part"):
                yield path


def keep_all(data: Path) -> Path | None:
    """Keep what a data folder has, log and all, in a new folder in it; returns that, None where there was nothing.

    No table may be open. The files are linked, so this takes no room. Raises OSError.
    """
    if (data / FILE).is_file():
        # What still lies in the file beside it goes into the log itself; a damaged one keeps both.
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
    """Put a whole log in the place of a data folder's, in one step. No table may be open. Raises OSError."""
    for ending in ("-wal", "-shm", "-journal"):
        # They belong to the other log, and would be played into this one.
        (data / f"{FILE}{ending}").unlink(missing_ok=True)
    file.replace(data / FILE)
    sync(data)


def _put(fresh: Path, data: Path) -> None:
    """Move all unpacked files to their places, each in one step, the log last."""
    _own(fresh, data)
    for file in sorted(kept(fresh)):
        place = data / file.relative_to(fresh)
        if not place.parent.exists():
            place.parent.mkdir(mode=0o700, parents=True)
            _own(place.parent, data)
        file.replace(place)
    put_log(fresh / FILE, data)


def _own(top: Path, data: Path) -> None:
    """Give a folder and all in it to whoever the data folder belongs to; only root can, and only root has to."""
    if os.geteuid() == 0:
        owner = data.stat()
        for path in (top, *top.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid)


def _write(part: Path, files: dict[str, Path]) -> None:
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as out:
        # Dates before 1980, as on a computer whose clock is not set yet, do not fit into a zip file.
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as pack:
            for name, file in files.items():
                pack.write(file, name)
        out.flush()
        os.fsync(out.fileno())
        # What is read back shall come from the stick and not from memory.
        os.posix_fadvise(out.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _read_back(part: Path, aside: Path) -> None:
    """See that all of a backup can be read, and that its log is whole. Raises BadZipFile and OSError."""
    with _opened(part) as pack:
        # Only the log is laid down again: in memory all the photos may have no room.
        if wrong := pack.testzip():
            raise zipfile.BadZipFile(wrong)
        _whole(Path(pack.extract(FILE, aside / "read")))


def _unsealed(file: Path, data: Path, folder: Path) -> Path:
    """A backup as it is, or what was sealed in it for a phone, in a folder. Raises NotOpened and OSError."""
    with file.open("rb") as held:
        if not seal.is_sealed(held):
            return file
        # An earlier restore may have brought another key, and kept the one that was here.
        there = [data / seal.KEY_FILE, *data.glob(f"{KEPT}*/{seal.KEY_FILE}")]
        keys = [key.read_bytes() for key in there if key.exists()]
        _room(folder, file.stat().st_size)
        place = folder / "opened.part"
        with place.open("xb") as out:
            place.chmod(0o600)
            for piece in seal.opened(held, keys):
                out.write(piece)
    return place


def _unpack(file: Path, folder: Path) -> None:
    """Unpack a backup, and see that its log is whole. Raises BadZipFile, TooNew and OSError."""
    with _opened(file) as pack:
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


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    """A backup to read. Whatever Python says of a file that is no whole one becomes BadZipFile; raises OSError too."""
    try:
        with zipfile.ZipFile(file) as pack:
            yield pack
    except (zlib.error, EOFError, RuntimeError, ValueError, struct.error) as error:
        raise zipfile.BadZipFile(str(error)) from None
    except OSError as error:
        if error.errno == errno.EINVAL:  # A place before the file's beginning.
            raise zipfile.BadZipFile(str(error)) from None
        raise


def _whole(log: Path) -> None:
    """See that a log is whole, and can be read by this version. Raises BadZipFile and TooNew."""
    if damaged(log):
        raise zipfile.BadZipFile("the log is damaged")
    Bystander(log.parent).close()


def _plain(name: str) -> bool:
    """Whether a name in a backup stays in the folder it is unpacked into, and is of a file that is backed up."""
    path = PurePosixPath(name)
    inside = not path.is_absolute() and ".." not in path.parts and "\\" not in name and not name.endswith("/")
    return inside and path.parts[0] not in (*_BESIDE[1:], COPIES) and not path.parts[0].startswith(KEPT)


def _free_name(folder: Path) -> Path:
    """A name with today's date that is not taken: without a network this computer's clock may repeat itself."""
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
        return f"{place} is full{more}: make room there, or take another. Nothing was changed."
    if error.errno == errno.EROFS:
        return f"{place} can only be read: move the stick's little switch, or take another. Nothing was changed."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"You may not write in {place}: type the same with sudo in front. Nothing was changed."
    if error.errno == errno.ENOENT:
        return f"There is no {place}."
    return f"{place} cannot be used: {said}. Nothing was changed."
