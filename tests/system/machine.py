"""A small virtual machine with simulated GPIO pins: Debian's kernel, emulated, on this computer's own files.

Linux's gpio-sim presents a chip whose lines anybody may pull up and down. Debian builds it for none of its kernels, so
it is built here from Debian's source of the same kernel. Its first seconds set the chip up, labelled as a Raspberry
Pi's, before they hand on to the file system they are told. By `run` that is this computer's, through 9p and read-only;
what is written then goes to a memory disk.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

from tests.system.guest import PATIENT, PC

# Everything is kept for the next run; it is made again when it is deleted.
CACHE = Path.home() / ".cache" / "smallworld-companion" / "machine"
SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
# What the first seconds need for the simulated pins, and for this computer's files.
PINS, FILES = ("configfs",), ("virtio_pci", "9pnet_virtio", "9p")
FROM_9P = "-t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144,cache=loose host"
FIRST = """#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
for module in $(/bin/busybox cat /modules/order); do /bin/busybox insmod /modules/$module; done
/bin/busybox mount -t configfs none /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
/bin/busybox mkdir -p $chip/bank0
echo 54 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live
/bin/busybox umount /sys/kernel/config
/bin/busybox mount {files} /host
for place in dev proc sys; do /bin/busybox mount --move /$place /host/$place; done
exec /bin/busybox switch_root /host {command}
"""


class Machine:
    """The kernel, its modules and what the machine starts with, ready to boot."""

    def __init__(self) -> None:
        """Build what is missing. Raises CalledProcessError when a tool fails."""
        headers = sorted(Path("/usr/src").glob("linux-headers-*-amd64"))
        if not headers:
            raise RuntimeError("The package linux-headers-amd64 is not installed.")
        self.version = headers[-1].name.removeprefix("linux-headers-")
        self.folder = CACHE / self.version
        self.folder.mkdir(parents=True, exist_ok=True)
        self.kernel = self._kernel()
        self.simulated = self._simulated(headers[-1])

    def run(self, script: Path, *arguments: str, seconds: int = 1800) -> str:
        """Boot, run a shell script of this computer as the machine's first process, and return all it printed."""
        start_up = self.start_up(FILES, FROM_9P, f"/bin/sh {script} {' '.join(arguments)}")
        files = "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"
        asked = [*PC.emulator, "-virtfs", files, *start_up, "-nographic", "-no-reboot"]
        to_one = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = subprocess.run(asked, timeout=seconds, check=False, **to_one)
        return done.stdout.decode(errors="replace")

    def start_up(self, modules: Sequence[str], files: str, command: str) -> list[str]:
        """The emulator's options that boot the kernel with these modules, mount `files`, and run the first process."""
        start = self.folder / "start"
        shutil.rmtree(start, ignore_errors=True)
        for place in ("bin", "dev", "proc", "sys", "host", "modules"):
            (start / place).mkdir(parents=True)
        shutil.copy("/bin/busybox", start / "bin/busybox")
        order = []
        for module in (*self._modules(*PINS, *modules), *self.simulated):
            shutil.copy(module, start / "modules" / module.name)
            order.append(module.name)
        (start / "modules/order").write_text("\n".join(order))
        init = start / "init"
        init.write_text(FIRST.format(files=files, command=command))
        init.chmod(0o755)
        packed = self.folder / "start.cpio"
        _do("sh", "-c", f"cd {start} && find . -print0 | cpio --null --create --quiet --format=newc >{packed}")
        words = f"console=ttyS0 quiet panic=-1 {PATIENT}"
        return ["-kernel", str(self.kernel), "-initrd", str(packed), "-append", words]

    def _kernel(self) -> Path:
        tree = self.folder / "kernel"
        if not list(tree.glob("boot/vmlinuz-*")):
            _do("apt-get", "download", f"linux-image-{self.version}", cwd=self.folder)
            (package,) = self.folder.glob("linux-image-*.deb")
            _do("dpkg", "-x", str(package), str(tree))
            package.unlink()
            _do("depmod", "-b", str(tree), self.version)
        return next(tree.glob("boot/vmlinuz-*"))

    def _modules(self, *names: str) -> list[Path]:
        """The kernel's own modules, each after those it needs."""
        found: dict[Path, None] = {}
        for module in names:
            asked = ["modprobe", "-d", str(self.folder / "kernel"), "-S", self.version, "--show-depends", module]
            said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
            found |= dict.fromkeys(Path(path) for path in re.findall(r"^insmod (\S+)", said, re.MULTILINE))
        return list(found)

    def _simulated(self, headers: Path) -> tuple[Path, Path]:
        """Build the simulated pins out of the kernel's tree."""
        build = self.folder / "gpio-sim"
        built = build / "irq_sim.ko", build / "gpio-sim.ko"
        if all(module.exists() for module in built):
            return built
        build.mkdir(exist_ok=True)
        (source,) = Path("/usr/src").glob(f"linux-source-{self.version.rsplit('.', 1)[0]}.tar.xz")
        with tarfile.open(source) as tree:
            for member in tree:
                name = member.name.partition("/")[2]
                if name in SOURCES and (file := tree.extractfile(member)):
                    (build / Path(name).name).write_bytes(file.read())
        # The kernel keeps this function to itself; the one it offers does the same.
        sim = build / "irq_sim.c"
        text = sim.read_text().replace("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq_safe(irqnum)")
        sim.write_text(text + '\n#include <linux/module.h>\nMODULE_LICENSE("GPL");\n')
        (build / "Makefile").write_text("obj-m := irq_sim.o gpio-sim.o\n")
        _do("make", "-C", str(headers), f"M={build}", "modules")
        return built


def _do(*command: str, cwd: Path | None = None) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)
