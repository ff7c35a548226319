"""A whole Debian system in a folder, to install into as an owner does. Needs root, mmdebstrap and systemd-nspawn."""

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# The empty systems are kept here, because making one takes minutes for arm64.
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "smallworld-companion" / "roots"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
SOURCE = "/root/companion"
# A Raspberry Pi 4's processor. The default one emulates signed pointers, which takes 25 times as long.
EMULATION = {"QEMU_CPU": "cortex-a72"}
HANDLER = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")

Command = str | Path


def run(*command: Command, **more: str) -> str:
    """Run a command to its end, with `more` in its environment; returns its output, and a failure shows all of it."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, **EMULATION, **more},
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def run_arm64() -> None:
    """Have this computer's kernel hand programs of arm64 to their emulator."""
    if not HANDLER.exists():
        if not HANDLER.with_name("register").exists():
            run("mount", "-t", "binfmt_misc", "none", HANDLER.parent)
        run("update-binfmts", "--enable", "qemu-aarch64")


@contextmanager
def unpacked(release: str, architecture: str, folder: Path, *more: str) -> Iterator[Path]:
    """An empty Debian without Python, as a minimal image is, that reaches the network as this computer does.

    `more` are the packages that a real computer's image has and a container's has not.
    """
    tar = CACHE / f"{'-'.join((release, architecture, *more))}.tar"
    if not tar.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        part = tar.with_name(f"part-{tar.name}")
        system = "--include=" + ",".join(("systemd", "systemd-sysv", "dbus", "ca-certificates", *more))
        run("mmdebstrap", "--quiet", f"--architectures={architecture}", "--variant=minbase", system, release, part)
        part.rename(tar)
    folder.mkdir()
    try:
        run("tar", "-C", folder, "-xf", tar)
        for file in (Path("/etc/resolv.conf"), CERTIFICATES):
            shutil.copyfile(file, folder / file.relative_to("/"))
        index = os.environ.get("PIP_INDEX_URL")
        (folder / "etc/pip.conf").write_text(
            f"[global]\ncert = {CERTIFICATES}\n" + (f"index-url = {index}\n" if index else "")
        )
        yield folder
    finally:
        shutil.rmtree(folder)


class Computer:
    """A system in a folder that can be switched on: systemd runs as its first process, as after power-on."""

    def __init__(self, folder: Path, source: Path, *, at: str = SOURCE, words: str = "") -> None:
        """`source` is seen as `at` in it, and can be written to elsewhere than at SOURCE; `words` are the kernel's."""
        self.folder = folder
        self.source = source
        self._bound = f"--bind{'-ro' if at == SOURCE else ''}={source}:{at}"
        self._words = (words,) if words else ()
        self._process: subprocess.Popen[bytes] | None = None
        self._first = ""

    def switch_on(self, *, network: bool, ready: bool = True) -> None:
        """With `network` it shares this computer's, without it has its own, in which nobody else is.

        Returns when its services have started, or with `ready=False` when its first process has.
        """
        told = self.folder.with_name(f"{self.folder.name}.notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ears:
            ears.bind(str(told))
            ears.settimeout(120)
            self._process = subprocess.Popen(
                [
                    *("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "--console=pipe"),
                    *("--notify-ready=yes", "--resolv-conf=off", f"--machine=table-{os.getpid()}"),
                    *(f"--directory={self.folder}", self._bound),
                    *(() if network else ("--private-network",)),
                    *self._words,
                ],
                env={**os.environ, "NOTIFY_SOCKET": str(told)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            heard = ""
            while not ("X_NSPAWN_LEADER_PID=" in heard and (not ready or re.search("^READY=1$", heard, re.M))):
                heard += ears.recv(4096).decode() + "\n"
        told.unlink()
        (self._first,) = re.findall(r"X_NSPAWN_LEADER_PID=(\d+)", heard)

    def switch_off(self) -> None:
        """Shut it down, if it is on."""
        if self._process:
            self._process.terminate()  # Killed, it would leave its system running.
            self._process.wait()
            self._process = None

    def cut(self) -> None:
        """Take its power: every process ends at once, in the middle of whatever it does."""
        assert self._process
        os.kill(int(self._first), signal.SIGKILL)
        self._process.wait()
        self._process = None

    def run(self, *command: Command) -> str:
        """Run a command inside to its end and return what it printed."""
        return run(*self._inside(*command))

    @contextmanager
    def starts(self, *command: Command) -> Iterator[Iterator[str]]:
        """Start a command inside; its lines, as they come. It is ended when they are no longer wanted."""
        inside = self._inside(*command)
        with subprocess.Popen(inside, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as started:
            assert started.stdout
            try:
                yield iter(started.stdout)
            finally:
                # nsenter itself hands no signal on to what it has started, which may have ended by itself.
                subprocess.run(["pkill", "--parent", str(started.pid)], check=False)

    def _inside(self, *command: Command) -> tuple[Command, ...]:
        enter = ("nsenter", f"--target={self._first}", "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--")
        return (*enter, *command)
