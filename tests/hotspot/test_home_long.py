"""The home's Wi-Fi, whose router restarts: the real NetworkManager and DHCP, with a cable in the radio's place."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.hotspot.namespaces import ROOT, Box, Street, street

pytestmark = [
    pytest.mark.long(name="hotspot"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes networks"),
    *(pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}") for name in ("NetworkManager", "dnsmasq")),
]
# NetworkManager gives a network up after so many tries, for five minutes.
TRIES = 4
ADDRESSES = "--no-daemon --port=0 --interface=wlan --no-ping --leasefile-ro --dhcp-range=198.51.100.10,198.51.100.20"
FAILED = "Activation: failed for connection 'home'"


class Home:
    """A computer in its home's network, whose router gives no address as long as it starts."""

    def __init__(self, built: Street) -> None:
        self.computer: Box = built.computer
        self.router: Box = built.phones[0]
        self.folder = built.folder
        self.router.run("ip", "address", "add", "198.51.100.1/24", "dev", "wlan")

    def connects(self) -> None:
        """Tell NetworkManager of the network, which it then tries by itself."""
        self.computer.run("nmcli", "device", "set", "radio", "managed", "yes", "autoconnect", "yes")
        words = "type ethernet con-name home ifname radio ipv4.dhcp-timeout 1 ipv6.method disabled"
        self.computer.run("nmcli", "connection", "add", *words.split())

    def fails(self, times: int) -> None:
        """Wait until it has failed so many times."""
        log = self.folder / "network.log"
        self.computer.run("sh", "-c", f'until [ "$(grep -c "{FAILED}" {log})" -ge {times} ]; do sleep 0.1; done')

    def state(self) -> str:
        """What NetworkManager says of the radio."""
        said = self.computer.run("nmcli", "--terse", "--fields", "DEVICE,STATE", "device")
        return next(line.partition(":")[2] for line in said.splitlines() if line.startswith("radio:"))

    @contextmanager
    def router_is_back(self) -> Iterator[None]:
        """Let it give addresses meanwhile."""
        command = self.router.enters("dnsmasq", *ADDRESSES.split())
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as router:
            try:
                yield
            finally:
                router.kill()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with street(tmp_path) as built:
        yield Home(built)


def test_networkmanager_never_gives_the_home_up(home: Home) -> None:
    """With the file that is installed it fails more often than it would try by itself, and is there at the next try."""
    script = f"mkdir /etc/NetworkManager/conf.d; cp {ROOT}/deploy/wifi.conf /etc/NetworkManager/conf.d"
    home.computer.run("sh", "-c", f"{script}; nmcli general reload conf")
    home.connects()
    home.fails(TRIES + 2)
    with home.router_is_back():
        home.computer.run("sh", "-c", "until ip -4 address show dev radio | grep 198.51.100; do sleep 0.1; done")


def test_a_home_that_was_given_up_is_joined_all_the_same(home: Home) -> None:
    """As after a handshake that a starting router broke off: the helper's word brings it back, and at once."""
    home.connects()
    home.fails(TRIES)
    home.computer.run("sh", "-c", "until nmcli --terse device | grep ^radio:ethernet:disconnected; do sleep 0.1; done")
    uuid = home.computer.run("nmcli", "--get-values", "connection.uuid", "connection", "show", "home").strip()
    with home.router_is_back():
        program = "import sys; from companion.host import hotspot_helper as radio; print(radio.join(*sys.argv[1:]))"
        assert home.computer.python(program, uuid, "radio") == "True\n"
    assert home.state() == "connected"


def test_only_networks_that_may_be_joined_without_asking_are_tried(home: Home) -> None:
    """Not one that people switched to by hand, not a hotspot, and no cable."""
    for words in (
        ("type", "wifi", "con-name", "The: home", "ssid", "Our:Wi-Fi"),
        ("type", "wifi", "con-name", "phone", "ssid", "Phone", "autoconnect", "no"),
        ("type", "wifi", "con-name", "own", "ssid", "Own", "mode", "ap"),
        ("type", "ethernet", "con-name", "cable", "ifname", "radio"),
    ):
        home.computer.run("nmcli", "connection", "add", *words)
    program = (
        "from companion.host import hotspot_helper as radio;"
        "print([name for _, name in radio.networks()], radio.obey('home'))"
    )
    assert home.computer.python(program) == "['Our:Wi-Fi'] done\n"
