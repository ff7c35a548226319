"""A Raspberry Pi's kind of computer, or a PC's, with a card that sets the table up: emulated, with a FAT drive.

It runs Debian's own kernel and cloud-init, and has no network but the one that a test makes or gives it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.deploy.bootfs import BOOT, IMAGE, KERNEL, LOG, imager, prepare
from tests.deploy.root import run, run_arm64, unpacked
from tests.system.guest import ARM, PATIENT, PC, Guest, Hardware

NEEDED = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a system in a folder"),
    *(
        pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}")
        for name in ("mmdebstrap", "mke2fs", "mkfs.vfat", "mcopy")
    ),
]
# The hardware, Debian's name for it, and the one of the wheels on the card.
AMD64 = (PC, "amd64", "x86_64")
ARM64 = (ARM, "arm64", "aarch64")
# The Wi-Fi's name as its owner typed it for the Imager, and a password that is another one.
NAME, WRONG = "Grandmother's", "bakolutine"
FILES = {
    "etc/fstab": f"LABEL=bootfs /{BOOT} vfat defaults 0 2\n",
    "etc/modules-load.d/shell.conf": "virtio_console\n",
    "etc/systemd/system/smallworld-companion.service.d/slow.conf": "[Service]\nTimeoutStartSec=900\nWatchdogSec=0\n",
}
# To the kernel: what it and systemd may need minutes for, on a computer that has other things to do. The floppy disk
# that every emulated PC has is asked for its first sector for minutes, too. No login is offered on the test's own wire.
WORDS = (
    "quiet net.ifnames=0 systemd.getty_auto=no systemd.default_timeout_start_sec=900"
    f" systemd.default_device_timeout_sec=900 modprobe.blacklist=floppy {PATIENT}"
)


# Packages that Raspberry Pi's archive has and Debian's has not: in the emulated computer they are names, and empty.
NAMED = """
Package: {name}
Status: install ok installed
Maintainer: nobody
Architecture: all
Version: 1
Description: stands for Raspberry Pi's own
"""


class Pi(Guest):
    """A Pi with such a card, which was never switched on."""

    # The emulator's options for its network.
    network: tuple[str, ...] = ("-nic", "none")

    def __init__(
        self,
        folder: Path,
        kind: tuple[Hardware, str, str],
        copied: Callable[[Path], Path],
        *more: str,
        files: Mapping[str, str] = {},
        services: tuple[str, ...] = (),
        masked: tuple[str, ...] = (),
        named: tuple[str, ...] = (),
    ) -> None:
        """It has `more` packages of Debian's, other `files` and `services`; `masked` ones of its own never start.

        Of the packages `named` it has only that.
        """
        hardware, architecture, machine = kind
        if not shutil.which(hardware.emulator[0]):
            pytest.skip(f"needs {hardware.emulator[0]}")
        if hardware is ARM:
            run_arm64()
        super().__init__(folder, hardware)
        self.disk, self.drive = folder / "disk", folder / "bootfs"
        card = folder / "card"
        run("sh", copied(folder / "source") / "deploy/card.sh", "--machine", machine, card)
        packages = (*IMAGE, "udev", *more, f"linux-image-{architecture}")
        with unpacked("trixie", architecture, folder / "tree", *packages) as tree:
            prepare(tree)
            shutil.copy(Path(__file__).with_name("shell.sh"), tree / "root")
            for name, text in {**FILES, **files, "etc/systemd/system/shell.service": hardware.shell()}.items():
                (tree / name).parent.mkdir(exist_ok=True)
                (tree / name).write_text(text)
                (tree / name).chmod(0o600)
            run("chroot", tree, "systemctl", "enable", "shell", *services)
            if masked:
                run("chroot", tree, "systemctl", "mask", *masked)
            for name in named:
                with (tree / "var/lib/dpkg/status").open("a") as known:
                    known.write(NAMED.format(name=name))
                (tree / f"var/lib/dpkg/info/{name}.list").touch()
            for name in ("vmlinuz", "initrd.img"):
                shutil.copy(tree / name, folder)
            run("mke2fs", "-q", "-t", "ext4", "-d", tree, self.disk, "3G")
        run("mkfs.vfat", "-n", "bootfs", "-C", self.drive, "65536")
        written = folder / "written"
        written.mkdir()
        for name, text in imager(NAME, WRONG).items():
            (written / name).write_text(text)
        run("mcopy", "-s", "-i", self.drive, *written.iterdir(), card / "vendor-data", card / "smallworld", "::")

    def begin(self) -> None:
        """Switch it on, and wait for nothing."""
        self.boot(
            *("-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.img")),
            *("-append", f"root=/dev/vda rw console={self.hardware.console} {KERNEL} {WORDS}"),
            *("-drive", f"file={self.disk},format=raw,if=virtio"),
            *("-drive", f"file={self.drive},format=raw,if=virtio"),
            *self.network,
        )

    def switch_on(self) -> None:
        """Boot; returns when it takes commands."""
        self.begin()
        self.ready()

    def waits(self, condition: str) -> None:
        """Wait until a shell command in it succeeds."""
        self.run(f"until {condition}; do sleep 0.5; done")

    def log(self) -> str:
        """What its owner reads on the drive while it is off; "" before there is anything."""
        found = subprocess.run(["mtype", "-i", self.drive, f"::{LOG}"], capture_output=True, text=True, check=False)
        return found.stdout
