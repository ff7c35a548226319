"""Files in the data folder that are there whole or not at all: keys, photos, boards, what machines were taught."""

import contextlib
import os
import secrets
from pathlib import Path

KEY_BYTES = 32


def key(path: Path) -> bytes:
    """The key in a file, made there first if it is not whole. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        kept = path.read_bytes()
        if len(kept) == KEY_BYTES:
            return kept
    fresh = secrets.token_bytes(KEY_BYTES)
    keep(path, fresh)
    return fresh


def keep(path: Path, data: bytes) -> None:
    """Put a file there that only this user may read. Raises OSError.

    It is written beside and moved into place, so that a power cut leaves no half of it.
    """
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        # A full card may take a part of what it is given: this goes on until it has all or refuses.
        with os.fdopen(handle, "wb") as file:
            own(handle, path.parent)
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
    """Have the disk keep which files a folder has. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def own(file: int | Path, folder: Path) -> None:
    """Let what root makes in a folder belong to the folder's owner: the table's own user must be able to use it.

    `file` is a path or an open file. Nothing here raises.
    """
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):
            owner = folder.stat()
            # A link is never followed: whoever owns the folder may have put it there.
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=isinstance(file, int))


def give(path: Path) -> None:
    """Let a file that was made with sudo belong to whoever typed it, where the disk knows owners."""
    if os.geteuid() == 0 and (user := os.environ.get("SUDO_UID", "")).isdecimal():
        with contextlib.suppress(OSError):
            os.chown(path, int(user), int(os.environ.get("SUDO_GID", user)))
