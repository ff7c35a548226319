"""Atomic file writes in the data folder: keys, photos, boards, calibration."""

import contextlib
import os
import secrets
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

T = TypeVar("T")

KEY_BYTES = 32
# How the name of a key's second copy ends, which has a checksum.
SECOND = ".copy"


class Key(NamedTuple):
    """A key in a file. `damaged` is the name under which a damaged file of it is kept, otherwise "".

    `known` says that it is the same key as before: a damaged file is restored from the second copy.
    """

    data: bytes
    damaged: str = ""
    known: bool = True


def key(path: Path) -> Key:
    """The key in a file, which is created if there is none or if it is lost. Raises OSError."""
    second = path.with_name(path.name + SECOND)
    kept, copied = _held(path), _held(second)
    copy = copied[:KEY_BYTES] if copied == _with_checksum(copied[:KEY_BYTES]) else b""
    # A worn card often returns nothing but zeros, which anybody could guess.
    if len(kept) == KEY_BYTES and any(kept) and copy in (b"", kept):
        # A key of an earlier version has no second copy.
        if not copy:
            write_atomically(second, _with_checksum(kept))
        return Key(kept)
    fresh = copy or secrets.token_bytes(KEY_BYTES)
    aside = free(path, "damaged") if kept else None
    if aside:
        path.rename(aside)
    write_atomically(path, fresh)
    if not copy:
        write_atomically(second, _with_checksum(fresh))
    return Key(fresh, aside.name if aside else "", bool(copy))


def free(path: Path, why: str) -> Path:
    """A free name beside a file that says why it is put aside."""
    number = 1
    while (place := path.with_name(f"{path.stem}.{why}-{number}{path.suffix}")).exists():
        number += 1
    return place


def _held(path: Path) -> bytes:
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes()
    return b""


def _with_checksum(key: bytes) -> bytes:
    return key + blake2b(key, digest_size=16).digest()


def read_json(path: Path, kind: type[T], most: int) -> T | None:
    """The value of this kind that a file holds; None where it cannot be read, holds something else, or is damaged.

    At most `most` bytes are read. Letters that are no UTF-8 and brackets without end are faults of their own kinds.
    """
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(most), type=kind)
    except (OSError, ValueError, RecursionError):
        return None


def write_atomically(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file that, unless `mode` says otherwise, only this user may read. Raises OSError.

    It is written beside and moved into place, so that a power cut never leaves half of it.
    """
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        # A full card may take only a part of the data: go on until it has all or refuses.
        with os.fdopen(handle, "wb") as file:
            match_owner(handle, path.parent)
            os.fchmod(handle, mode)
            file.write(data)
            file.flush()
            os.fsync(handle)
        fresh.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    sync(path.parent)


def sync(folder: Path) -> None:
    """Flush the list of a folder's files to the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def match_owner(file: int | Path, folder: Path) -> None:
    """Give a file that root made in a folder to the folder's owner, so that the table's own user can use it.

    `file` is a path or an open file. Raises nothing.
    """
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):
            owner = folder.stat()
            # Never follow a link: the owner of the folder may have put it there.
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=isinstance(file, int))


def hand_to_user(path: Path) -> None:
    """Give a file that was made with sudo to the user who typed it, if the disk supports owners."""
    if os.geteuid() == 0 and (user := os.environ.get("SUDO_UID", "")).isdecimal():
        with contextlib.suppress(OSError):
            os.chown(path, int(user), int(os.environ.get("SUDO_GID", user)))
