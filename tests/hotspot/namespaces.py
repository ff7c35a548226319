"""A computer with a radio and an uplink, and two phones: network namespaces, and the computer's own NetworkManager.

No radio can be had here, so a cable (veth) is in its place: the profile is the product's, but for the Wi-Fi in it. All
else is real: NetworkManager, the dnsmasq that it starts with the product's file, its rules, and the phones' DHCP.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.host import hotspot_helper

ROOT = Path(__file__).parents[2]
# The home's router, behind the computer's uplink, and an address far behind it.
ROUTER, FAR = "192.0.2.1", "198.51.100.9"
UPLINK = "192.0.2.7"

SYSTEM = """
set -e
mount --make-rprivate /
for folder in /run /var/lib/NetworkManager /etc/NetworkManager; do mkdir -p $folder; mount -t tmpfs none $folder; done
# Without write access there NetworkManager knows that no udev names the interfaces, and manages them itself.
mount -t sysfs -o ro none /sys
mkdir -p /run/dbus /run/NetworkManager/system-connections /etc/NetworkManager/dnsmasq-shared.d
cp "$1" /etc/NetworkManager/dnsmasq-shared.d/smallworld-hotspot.conf
cat >/etc/NetworkManager/NetworkManager.conf <<END
[main]
plugins=keyfile
no-auto-default=*
[device]
match-device=interface-name:radio
managed=1
[device-rest]
match-device=*
managed=0
END
ip link set lo up
dbus-daemon --system --fork --nopidfile
NetworkManager --debug --log-level=INFO >"$2/network.log" 2>&1 &
until nmcli --terse general status >/dev/null 2>&1; do sleep 0.1; done
echo ready
exec sleep infinity
"""
EMPTY = ("sh", "-c", "echo ready; exec sleep infinity")
LEASE = """#!/bin/sh
case $1 in
deconfig) ip address flush dev "$interface"; ip link set "$interface" up ;;
bound) ip address add "$ip/$mask" dev "$interface"; ip route add default via "$router"
    for each in $dns; do echo "nameserver $each"; done >"$RESOLV"
    echo "$ip $router $dns" ;;
esac
"""


class Box:
    """A network namespace with a process in it that keeps it open."""

    def __init__(self, *command: str, mounts: bool = False) -> None:
        flags = ["--net", "--mount"] + (["--pid", "--fork", "--mount-proc", "--kill-child"] if mounts else [])
        self.process = subprocess.Popen(
            ["unshare", *flags, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == "ready\n"
        # With a process number space of its own the child is the one inside.
        inside = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        self.pid = int(Path(inside).read_text().split()[0]) if mounts else self.process.pid

    def enters(self, *command: str, spaces: tuple[str, ...] = ("--net", "--mount")) -> list[str]:
        """The words that run a command inside."""
        return ["nsenter", f"--target={self.pid}", *spaces, "--", *command]

    def run(self, *command: str, check: bool = True, **more: str) -> str:
        """Run a command inside; returns what it says."""
        done = subprocess.run(
            # NetworkManager answers only those whose process it can see.
            self.enters(*command, spaces=("--net", "--mount", "--pid")),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
            env={**os.environ, "PYTHONPATH": str(ROOT), **more},
        )
        assert not check or done.returncode == 0, (command, done.stdout)
        return done.stdout

    def python(self, program: str, *words: str) -> str:
        """Run a program in Python inside."""
        return self.run(sys.executable, "-c", program, *words)

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


class Street:
    """The computer, its two phones, and the router that all else lies behind."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        names = ROOT / "deploy" / "hotspot-names.conf"
        self.computer = self._opened(stack, "sh", "-c", SYSTEM, "sh", str(names), str(folder), mounts=True)
        self.router, self.air, *self.phones = [self._opened(stack, *EMPTY) for _ in range(4)]
        self._cable(self.computer, "uplink", self.router, "home")
        for end, address in ((self.computer, UPLINK), (self.router, ROUTER)):
            end.run("ip", "address", "add", f"{address}/24", "dev", "uplink" if end is self.computer else "home")
        self.router.run("ip", "address", "add", f"{FAR}/32", "dev", "home")
        self.computer.run("ip", "route", "add", "default", "via", ROUTER)
        # The air: whatever one sends, all others hear.
        self.air.run("ip", "link", "add", "air", "type", "bridge")
        self.air.run("ip", "link", "set", "air", "up")
        ends = [("radio", self.computer, "radio"), *((f"to{each.pid}", each, "wlan") for each in self.phones)]
        for name, box, far in ends:
            self._cable(self.air, name, box, far)
            self.air.run("ip", "link", "set", name, "master", "air")

    @staticmethod
    def _opened(stack: ExitStack, *command: str, mounts: bool = False) -> Box:
        box = Box(*command, mounts=mounts)
        stack.callback(box.close)
        return box

    @staticmethod
    def _cable(one: Box, name: str, other: Box, far: str) -> None:
        # From outside, where the other end's process has a number.
        add = ["ip", "link", "add", name, "type", "veth", "peer", "name", far, "netns", str(other.pid)]
        subprocess.run(["nsenter", f"--target={one.pid}", "--net", "--", *add], check=True)
        one.run("ip", "link", "set", name, "up")
        other.run("ip", "link", "set", far, "up")

    def profile(self, password: str) -> str:
        """The product's profile, with the cable in the radio's place."""
        text = hotspot_helper.profile("radio", password)
        text = re.sub(r"\[wifi\].*?(?=\[ipv4\])", "", text, flags=re.DOTALL)
        return text.replace("type=wifi", "type=ethernet")

    def switches_on(self, password: str = "bakolutine") -> str:
        """Start the hotspot as the helper does; returns what it answers."""
        program = "import sys; from companion.host import hotspot_helper as radio; print(radio.start(sys.argv[1]))"
        return self.computer.python(program, self.profile(password)).strip()

    def switches_off(self) -> str:
        """End it; returns what the helper answers."""
        return self.computer.python(
            "from companion.host import hotspot_helper as radio; print(radio.obey('off'))"
        ).strip()

    def joins(self, phone: Box) -> list[str]:
        """Have a phone ask for its lease; returns its address, its router and its servers for names."""
        number = self.phones.index(phone)
        script, names = self.folder / "lease.sh", self.folder / f"resolv{number}"
        script.write_text(LEASE)
        script.chmod(0o755)
        names.touch()
        busybox = str(shutil.which("busybox"))
        said = phone.run(
            busybox, "udhcpc", "-i", "wlan", "-n", "-q", "-t", "10", "-T", "1", "-s", str(script), RESOLV=str(names)
        )
        phone.run("mount", "--bind", str(names), "/etc/resolv.conf")
        return [line for line in said.splitlines() if not line.startswith("udhcpc")][-1].split()


@contextmanager
def street(folder: Path) -> Iterator[Street]:
    """All of it, taken down at the end."""
    with ExitStack() as stack:
        yield Street(folder, stack)
