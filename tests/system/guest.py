"""A Debian with systemd on an emulated computer, which runs what a test types: booted, asked, switched off."""

from __future__ import annotations

import base64
import socket
import subprocess
from pathlib import Path
from typing import Any, NamedTuple


class Hardware(NamedTuple):
    """A computer as its emulator is told to be one: the terminal of its first console, and of the wire for a test."""

    emulator: tuple[str, ...]
    console: str
    terminal: str
    wire: str

    def shell(self) -> str:
        """The unit that runs shell.sh on it."""
        return SHELL.format(terminal=self.terminal)


# Always emulated: where /dev/kvm is there, it may still not run a kernel of Debian.
TCG = ("-accel", "tcg,thread=multi", "-smp", "2", "-m", "1G")
PC = Hardware(("qemu-system-x86_64", "-cpu", "max", *TCG), "ttyS0", "ttyS1", "-serial chardev:shell")
ARM = Hardware(
    # A Raspberry Pi 4's processor, on a board of no maker.
    ("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", *TCG),
    "ttyAMA0",
    "hvc0",
    "-device virtio-serial-pci -device virtconsole,chardev=shell",
)
# To a kernel on a PC: it gives up where its timer's ticks, which it counts at its start, come late on a busy computer.
PATIENT = "no_timer_check"
SHELL = """[Service]
ExecStart=/bin/sh /root/shell.sh
StandardInput=tty
StandardOutput=tty
TTYPath=/dev/{terminal}
Environment=HOME=/root LC_ALL=C.UTF-8 TERM=dumb
[Install]
WantedBy=multi-user.target
"""


class Guest:
    """A computer that is off. Its system starts shell.sh, by its hardware's unit."""

    def __init__(self, folder: Path, hardware: Hardware = PC) -> None:
        """What it needs while it runs, and what its first console says, is kept in the folder."""
        self.folder, self.hardware = folder, hardware
        self.console = folder / "console"
        self._process: subprocess.Popen[bytes] | None = None

    def boot(self, *options: str) -> None:
        """Switch it on with these options of the emulator."""
        with self.listens("shell") as shell:
            self._process = subprocess.Popen(
                [
                    *(*self.hardware.emulator, "-display", "none", "-monitor", "none", "-no-reboot", *options),
                    *("-serial", f"file:{self.console}", "-chardev", f"socket,id=shell,path={self.folder / 'shell'}"),
                    *self.hardware.wire.split(),
                ],
                stdin=subprocess.DEVNULL,
            )
            self._shell = self.heard(shell)

    def ready(self) -> None:
        """Wait until it takes commands."""
        assert self._shell.readline() == b"ready\n", self.console.read_text(errors="replace")

    def run(self, script: str) -> str:
        """Run a shell script to its end and return what it printed."""
        self._shell.write(base64.b64encode(script.encode()) + b"\n")
        said, _, status = self._shell.readline().decode().rpartition(" ")
        text = base64.b64decode(said).decode()
        assert status == "0\n", f"{script} ended with {status}:\n{text}"
        return text

    def switch_off(self) -> None:
        """Shut it down, if it is on."""
        if self._process:
            self._shell.write(base64.b64encode(b"systemctl poweroff") + b"\n")
            self._process.wait(600)
            self._gone()

    def close(self) -> None:
        """End it without any care."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._gone()

    def listens(self, name: str) -> socket.socket:
        """Listen where one of its wires comes in."""
        path = self.folder / name
        path.unlink(missing_ok=True)
        ears = socket.socket(socket.AF_UNIX)
        ears.bind(str(path))
        ears.listen()
        ears.settimeout(300)
        return ears

    @staticmethod
    def heard(ears: socket.socket) -> Any:
        """The wire, as a file for both directions."""
        wire, _ = ears.accept()
        with wire:
            return wire.makefile("rwb", buffering=0)

    def _gone(self) -> None:
        self._process = None
        self._shell.close()
