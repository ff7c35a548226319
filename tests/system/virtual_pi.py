"""A Raspberry Pi that is none: a whole Debian with systemd on an emulated computer with a Pi's pins.

It has a disk of its own whose power can be cut, a network behind this computer, and a USB port.
"""

from __future__ import annotations

import json
import random
import shutil
import socket
from pathlib import Path
from typing import Any

from tests.deploy.root import run, unpacked
from tests.system.disk import SECTOR, cut, writes
from tests.system.guest import PC, Guest
from tests.system.machine import Machine

MODULES = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4", "virtio_net", "xhci_pci", "ftdi_sio", "usbhid")
SOURCE = "/root/companion"
LINES = "/sys/devices/platform/gpio-sim.0/gpiochip0"
UNIT = "smallworld-companion.service"
# What Raspberry Pi OS has and Debian has not, the network of the emulator, and the way in for the test.
FILES = {
    "etc/udev/rules.d/99-pins.rules": 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"',
    # gpiozero asks the processor's list which board this is: a Raspberry Pi 4B.
    "etc/cpuinfo": "Revision\t: c03115",
    f"etc/systemd/system/{UNIT}.d/pi.conf": "[Service]\nBindReadOnlyPaths=/etc/cpuinfo:/proc/cpuinfo",
    "etc/systemd/network/80-all.network": "[Match]\nName=e*\n[Network]\nDHCP=ipv4",
    "etc/resolv.conf": "nameserver 10.0.2.3",
    "etc/hostname": "raspberrypi",
    "etc/hosts": "127.0.0.1 localhost raspberrypi",
    "etc/systemd/system/shell.service": PC.shell(),
}


class Pi(Guest):
    """A card with a clean Debian and the project's files on it, in a computer that is off."""

    def __init__(self, folder: Path, source: Path) -> None:
        """`source` is what somebody has who cloned the project; on the card it is SOURCE."""
        super().__init__(folder)
        self.machine = Machine()
        self.disk, self.log = folder / "disk", folder / "log"
        with unpacked("bookworm", "amd64", folder / "tree", "udev") as tree:
            shutil.copytree(source, tree / SOURCE[1:])
            shutil.copy(Path(__file__).with_name("shell.sh"), tree / "root")
            for name, text in FILES.items():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                (tree / name).write_text(text + "\n")
            run("chroot", tree, "groupadd", "--system", "gpio")
            run("chroot", tree, "systemctl", "enable", "systemd-networkd", "shell")
            run("mke2fs", "-q", "-t", "ext4", "-d", tree, self.disk, "3G")

    def switch_on(self) -> None:
        """Boot; returns when the system takes commands."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        # A cut plays the writes since now again, on the disk as it is now.
        run("cp", "--sparse=always", self.disk, self.folder / "before")
        self.log.write_bytes(b"")
        drive = "driver=blklogwrites,node-name=card,file.driver=file,log.driver=file"
        drive += f",file.filename={self.disk},log.filename={self.log},log-sector-size={SECTOR}"
        network = f"user,id=net,hostfwd=tcp:127.0.0.1:{port}-:80"
        with self.listens("qmp") as qmp:
            self.boot(
                *self.machine.start_up(MODULES, "-t ext4 /dev/vda", "/sbin/init"),
                *("-blockdev", drive, "-device", "virtio-blk-pci,drive=card"),
                *("-netdev", network, "-device", "virtio-net-pci,netdev=net"),
                *("-device", "qemu-xhci"),
                *("-qmp", f"unix:{self.folder / 'qmp'}"),
            )
            self._wire = self.heard(qmp)
        self._wire.readline()
        self.qmp("qmp_capabilities")
        self.ready()

    def cut_power(self, chance: random.Random) -> int:
        """Take the plug out. What the disk had not yet been told to keep may be lost; returns how many sectors are."""
        assert self._process
        self._process.kill()
        self._process.wait()
        self._gone()
        (self.folder / "before").replace(self.disk)
        return cut(self.disk, list(writes(self.log)), chance)

    def qmp(self, command: str, **arguments: Any) -> None:
        """Change the computer itself, as by plugging something in."""
        self._wire.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while "return" not in (answer := json.loads(self._wire.readline())):
            assert "error" not in answer, answer

    def adapter(self, port: Path) -> None:
        """Wire a USB serial adapter, which is not plugged in yet, to a pseudo-terminal."""
        self.qmp("chardev-add", id="line", backend={"type": "serial", "data": {"device": str(port)}})

    def plug(self) -> None:
        """Plug the adapter in."""
        self.qmp("device_add", driver="usb-serial", id="tray", chardev="line")

    def unplug(self) -> None:
        """Pull it out."""
        self.qmp("device_del", id="tray")

    def _gone(self) -> None:
        super()._gone()
        self._wire.close()
