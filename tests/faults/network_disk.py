"""A disk behind the network whose server notes every write and every flush, so that its power can be cut at any moment.

The service writes to ext4 on a loop device on a file that nbdfuse shows of this server: all real, and only root can.
The protocol is NBD's, newstyle with simple replies (the Network Block Device project's doc/proto.md).
"""

from __future__ import annotations

import shutil
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.system.disk import FLUSH, SECTOR, Write

SIZE = 64 * 1024 * 1024
NEEDED = ("nbdfuse", "fusermount3", "mkfs.ext4", "e2fsck", "losetup", "mount")
# Greeting, options and their replies.
_MAGIC, _OPTIONS, _REPLY = b"NBDMAGIC", b"IHAVEOPT", 0x3E889045565A9
_FIXED, _NO_ZEROES = 1, 2
_EXPORT_NAME, _ABORT, _GO = 1, 2, 7
_ACK, _INFO, _UNKNOWN = 1, 3, 2**31 + 1
# Requests; the flags say that there is a flush.
_FLAGS = 1 | 4
_REQUEST, _ANSWER = 0x25609513, 0x67446698
_READ, _WRITE, _LEAVE, _SYNC = range(4)


class Server:
    """The disk. `writes` and `times` grow with it: what was written, and when, by a clock that only goes forward."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "nbd"
        self.image = folder / "image"
        self.before = folder / "before"
        self.writes: list[Write] = []
        self.times: list[float] = []
        self._ears = socket.socket(socket.AF_UNIX)
        self._ears.bind(str(self.path))
        self._ears.listen()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        """Wait until whoever uses the disk has left it."""
        self._thread.join(60)
        self._ears.close()

    def _serve(self) -> None:
        wire, _ = self._ears.accept()
        with wire, wire.makefile("rb") as heard:
            wire.sendall(_MAGIC + _OPTIONS + struct.pack(">H", _FIXED | _NO_ZEROES))
            heard.read(4)
            with self.image.open("r+b") as image:
                if self._agree(wire, heard):
                    self._answer(wire, heard, image)

    def _agree(self, wire, heard) -> bool:
        while head := heard.read(16):
            _, option, length = struct.unpack(">8sII", head)
            heard.read(length)

            def reply(kind: int, data: bytes = b"", option: int = option) -> None:
                wire.sendall(struct.pack(">QIII", _REPLY, option, kind, len(data)) + data)

            if option == _GO:
                reply(_INFO, struct.pack(">HQH", 0, SIZE, _FLAGS))
                reply(_ACK)
                return True
            if option == _ABORT:
                reply(_ACK)
                return False
            reply(_UNKNOWN)
        return False

    def _answer(self, wire, heard, image) -> None:
        while head := heard.read(28):
            _, _, kind, handle, offset, length = struct.unpack(">IHH8sQI", head)
            data = b""
            if kind == _LEAVE:
                return
            if kind == _READ:
                image.seek(offset)
                data = image.read(length)
            elif kind == _WRITE:
                written = heard.read(length)
                image.seek(offset)
                image.write(written)
                self._note(offset, written, 0)
            elif kind == _SYNC:
                self._note(0, b"", FLUSH)
            wire.sendall(struct.pack(">II8s", _ANSWER, 0, handle) + data)

    def _note(self, offset: int, written: bytes, kind: int) -> None:
        self.writes.append((offset // SECTOR, written, kind))
        self.times.append(time.monotonic())


@contextmanager
def network_disk(folder: Path, files: Path) -> Iterator[Server]:
    """An empty ext4 on such a disk, mounted on a folder that is made for it. Its beginning is kept in `before`."""
    for place in (folder, files, folder / "shown"):
        place.mkdir(parents=True, exist_ok=True)
    with (folder / "image").open("wb") as image:
        image.truncate(SIZE)
    _run("mkfs.ext4", "-q", folder / "image")
    server = Server(folder)
    shutil.copy(server.image, server.before)
    fuse = subprocess.Popen(["nbdfuse", folder / "shown" / "disk", f"nbd+unix:///?socket={server.path}"])
    try:
        while not (folder / "shown" / "disk").exists():
            assert fuse.poll() is None
        loop = _run("losetup", "--find", "--show", folder / "shown" / "disk")
        try:
            _run("mount", loop, files)
            try:
                yield server
            finally:
                _run("umount", files)
        finally:
            _run("losetup", "--detach", loop)
    finally:
        # While the loop device lets go of it, it is in use.
        while subprocess.run(["fusermount3", "-u", folder / "shown"], check=False, capture_output=True).returncode:
            pass
        fuse.wait()
        server.close()


@contextmanager
def mounted(image: Path, files: Path) -> Iterator[None]:
    """A disk's image in a file, mounted after a check, as Raspberry Pi OS makes it (fsck.repair=yes)."""
    files.mkdir(exist_ok=True)
    # It ends with 1 where it mended something.
    _run("e2fsck", "-y", image, well=(0, 1))
    _run("mount", "-o", "loop", image, files)
    try:
        yield
    finally:
        _run("umount", files)


def _run(*words: object, well: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    assert done.returncode in well, done.stdout + done.stderr
    return done.stdout.strip()
