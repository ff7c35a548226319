"""A Pi whose owner mistyped the Wi-Fi, from the card to its home's network, by nothing but a phone's browser.

An emulated computer of a PC's kind or of a Raspberry Pi's, with Debian's own kernel and three of its simulated radios:
the Pi's, a router's and a phone's. It is set up from the card's FAT drive by cloud-init, without the internet, has the
real NetworkManager, the router hostapd, the phone wpa_supplicant.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.deploy.bootfs import BOOT, IMAGE, KERNEL, WIFI, imager, prepare
from tests.deploy.root import run, run_arm64, unpacked
from tests.system.guest import ARM, PATIENT, PC, Guest, Hardware

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a system in a folder"),
    *(
        pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}")
        for name in ("mmdebstrap", "mke2fs", "mkfs.vfat", "mcopy")
    ),
]
# Beside the image's: the kernel with its radios, and what a router and a phone run.
MORE = ("udev", "wpasupplicant", "hostapd", "iw", "iproute2")
NAME, PASSWORD, WRONG = "Grandmother's", "it's \\ secret", "bakolutine"
TABLE = "http://10.83.87.1"
RADIOS = """[Unit]
Before=NetworkManager.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -e /root/radios.sh
[Install]
WantedBy=multi-user.target
"""
# The router gives addresses; the phone has one of its own in each network, as how it gets one is another test's.
AIR = """
modprobe mac80211_hwsim radios=3
for number in 1 2; do
    place=$([ $number = 1 ] && echo home || echo phone)
    ip netns add $place
    iw phy phy$number set netns name $place
    ip -n $place link set lo up
done
ip -n home address add 192.0.2.1/24 dev wlan1
ip -n phone address add 10.83.87.50/24 dev wlan2
ip -n phone address add 192.0.2.50/24 dev wlan2
ip netns exec home hostapd -B /root/router.conf
"""
GIVES = """ip netns exec home dnsmasq --port=0 --interface=wlan1 --dhcp-range=192.0.2.10,192.0.2.20 --leasefile-ro \\
    --pid-file=/run/gives.pid
"""
ROUTER = f"interface=wlan1\nssid={NAME}\nhw_mode=g\nchannel=6\nwpa=2\nwpa_key_mgmt=WPA-PSK\nrsn_pairwise=CCMP\n"
FILES = {
    "etc/systemd/system/radios.service": RADIOS,
    "etc/fstab": f"LABEL=bootfs /{BOOT} vfat defaults 0 2\n",
    "etc/modules-load.d/shell.conf": "virtio_console\n",
    "etc/systemd/system/smallworld-companion.service.d/slow.conf": "[Service]\nTimeoutStartSec=900\nWatchdogSec=0\n",
    "root/radios.sh": AIR + GIVES,
    "root/router.conf": f"{ROUTER}wpa_passphrase={PASSWORD}\n",
}
# To the kernel: what it and systemd may need minutes for, on a computer that has other things to do. The floppy disk
# that every emulated PC has is asked for its first sector for minutes, too. No login is offered on the test's own wire.
WORDS = (
    "quiet net.ifnames=0 systemd.getty_auto=no systemd.default_timeout_start_sec=900"
    f" systemd.default_device_timeout_sec=900 modprobe.blacklist=floppy {PATIENT}"
)
# A phone's browser: it asks until somebody answers.
ASKS = """
import json, sys, time, urllib.request as web
address, sent, until = sys.argv[1:]
form = web.Request(address, sent.encode() or None, {"Content-Type": "application/json"})
while True:
    try:
        with web.urlopen(form, timeout=5) as answer:
            said = answer.read().decode()
        if until in said:
            break
    except OSError:
        pass
    time.sleep(0.5)
print(said)
"""
JOINS = """
[ ! -e /run/phone.pid ] || kill $(cat /run/phone.pid)
while [ -e /run/phone.pid ]; do sleep 0.1; done
cat >/root/phone.conf <<'END'
network={
    ssid="%s"
    psk="%s"
}
END
ip netns exec phone wpa_supplicant -B -P /run/phone.pid -i wlan2 -c /root/phone.conf
until ip netns exec phone iw dev wlan2 link | grep -q Connected; do sleep 0.2; done
"""
# The address that the Pi has at home, or the one of its own Wi-Fi, when it has one.
ADDRESS = "until ip -4 -o address show dev wlan0 | grep -o ' [0-9.]*/' | tr -d ' /' | grep .; do sleep 0.5; done"
HOTSPOT, HOME = "10.83.87", "192.0.2"
# How often an owner types the right password before they give up.
TRIES = 3


class Pi(Guest):
    """A Pi with such a card, its owner's router, and a phone."""

    def __init__(self, folder: Path, hardware: Hardware, architecture: str, card: Path) -> None:
        """`card` is what an owner unpacks."""
        super().__init__(folder, hardware)
        self.disk, self.drive = folder / "disk", folder / "bootfs"
        packages = (*IMAGE, *MORE, f"linux-image-{architecture}")
        with unpacked("trixie", architecture, folder / "tree", *packages) as tree:
            prepare(tree)
            shutil.copy(Path(__file__).with_name("shell.sh"), tree / "root")
            for name, text in {**FILES, "etc/systemd/system/shell.service": hardware.shell()}.items():
                (tree / name).parent.mkdir(exist_ok=True)
                (tree / name).write_text(text)
                (tree / name).chmod(0o600)
            run("chroot", tree, "systemctl", "enable", "radios", "shell")
            run("chroot", tree, "systemctl", "mask", "hostapd", "wpa_supplicant@")
            for name in ("vmlinuz", "initrd.img"):
                shutil.copy(tree / name, folder)
            run("mke2fs", "-q", "-t", "ext4", "-d", tree, self.disk, "3G")
        run("mkfs.vfat", "-n", "bootfs", "-C", self.drive, "65536")
        written = folder / "written"
        written.mkdir()
        for name, text in imager(NAME, WRONG).items():
            (written / name).write_text(text)
        run("mcopy", "-s", "-i", self.drive, *written.iterdir(), card / "vendor-data", card / "smallworld", "::")

    def switch_on(self) -> None:
        """Boot; returns when it takes commands."""
        self.boot(
            *("-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.img")),
            *("-append", f"root=/dev/vda rw console={self.hardware.console} {KERNEL} {WORDS}"),
            *("-drive", f"file={self.disk},format=raw,if=virtio", "-nic", "none"),
            *("-drive", f"file={self.drive},format=raw,if=virtio"),
        )
        self.ready()

    def waits(self, condition: str) -> None:
        """Wait until a shell command in it succeeds."""
        self.run(f"until {condition}; do sleep 0.5; done")

    def joins(self, name: str, password: str) -> None:
        """Have the phone join a Wi-Fi; it comes back to it by itself when that was away."""
        self.run(JOINS % (name, password))

    def asks(self, address: str, sent: dict[str, str] | None = None, until: str = "") -> str:
        """What the phone reads there, when there is an answer with these words."""
        words = (address, json.dumps(sent) if sent else "", until)
        quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
        return self.run(f"cat >/run/asks.py <<'END'\n{ASKS}\nEND\nip netns exec phone python3 /run/asks.py {quoted}")

    def network(self) -> str:
        """The network that the Pi is in, when it is in one."""
        return self.run(ADDRESS).strip().rpartition(".")[0]

    def tries(self, name: str, password: str) -> str:
        """Have the page try a Wi-Fi, by the phone in the Pi's own; the network that the Pi is in then."""
        self.asks(f"{TABLE}/api/wifi/home", {"name": name, "password": password})
        self.waits(f"! ip address show dev wlan0 | grep -q {HOTSPOT}")
        return self.network()


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((PC, "amd64", "x86_64"), marks=pytest.mark.long(name="wifi"), id="amd64"),
        pytest.param((ARM, "arm64", "aarch64"), marks=pytest.mark.long(name="wifi_arm64"), id="arm64"),
    ],
)
def pi(
    request: pytest.FixtureRequest, copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pi]:
    """A Pi that was never switched on."""
    hardware, architecture, machine = request.param
    if not shutil.which(hardware.emulator[0]):
        pytest.skip(f"needs {hardware.emulator[0]}")
    if hardware is ARM:
        run_arm64()
    folder = tmp_path_factory.mktemp("pi")
    card = folder / "card"
    run("sh", copied(tmp_path_factory.mktemp("source")) / "deploy/card.sh", "--machine", machine, card)
    pi = Pi(folder, hardware, architecture, card)
    try:
        yield pi
    finally:
        pi.close()


def test_it_sets_itself_up_and_its_page_takes_the_right_wifi(pi: Pi) -> None:
    """With a wrong password, name or router, the page says which is wrong; what works is kept for good."""
    begun = time.monotonic()
    pi.switch_on()
    print(f"Takes commands: after {time.monotonic() - begun:.0f} s")
    pi.waits("ip address show dev wlan0 | grep -q 10.83.87.1")
    print(f"Its own Wi-Fi is open: after {time.monotonic() - begun:.0f} s")
    # What its owner reads on the drive.
    pi.waits(f"[ -e /{BOOT}/{WIFI} ]")
    found = re.search(r"^Password:  ([a-z]{10})$", pi.run(f"cat /{BOOT}/{WIFI}"), re.M)
    assert found
    pi.joins("Small World", found[1])
    assert "seat" in pi.asks(f"{TABLE}/api/join", {"name": "Ann"})
    print(f"The first name is at the table: after {time.monotonic() - begun:.0f} s")
    assert "http://smallworld.local" in pi.asks(f"{TABLE}/wifi")
    pi.run("kill $(cat /run/gives.pid)")
    for typed, says in (
        ({"name": NAME, "password": WRONG}, "The password for"),
        ({"name": "Grandfather's", "password": PASSWORD}, "There is no Wi-Fi called"),
        ({"name": NAME, "password": PASSWORD}, "let the computer in but gave it no address"),
    ):
        begun = time.monotonic()
        pi.asks(f"{TABLE}/api/wifi/home", typed)
        # The hotspot is away meanwhile, and the phone comes back to it.
        assert says in pi.asks(f"{TABLE}/api/wifi/home", until='"works":false')
        print(f"{says}: after {time.monotonic() - begun:.0f} s")
    pi.run(GIVES)
    begun = time.monotonic()
    # A slow computer may give NetworkManager too little time for it: then once more, as its owner would.
    assert any(pi.tries(NAME, PASSWORD) == HOME for _ in range(TRIES))
    at_home(pi)
    print(f"In its home's network: after {time.monotonic() - begun:.0f} s")


def test_it_finds_its_home_by_itself_from_then_on(pi: Pi) -> None:
    """Switched off and on again, it is there without anybody's help, with the same game."""
    pi.switch_off()
    pi.switch_on()
    at_home(pi)


def at_home(pi: Pi) -> None:
    """Wait until the Pi is in its home's network, and reach the table with its first player by the phone."""
    pi.waits(f"ip address show dev wlan0 | grep -q {HOME}")
    home = pi.run(ADDRESS).strip()
    pi.joins(NAME, PASSWORD)
    pi.asks(f"http://{home}/api/state", until='"Ann"')
