"""A Pi whose owner mistyped the Wi-Fi, from the card to its home's network, by nothing but a phone's browser.

An emulated computer of a PC's kind or of a Raspberry Pi's, with Debian's own kernel and three of its simulated radios:
the Pi's, a router's and a phone's. It is set up from the card's FAT drive by cloud-init, without the internet, has the
real NetworkManager, the router hostapd, the phone wpa_supplicant.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.deploy.bootfs import BOOT, WIFI
from tests.system import card
from tests.system.card import AMD64, ARM64, NAME, WRONG

pytestmark = card.NEEDED
# Beside the image's: the kernel's radios, and what a router and a phone run.
MORE = ("wpasupplicant", "hostapd", "iw", "iproute2")
PASSWORD = "it's \\ secret"
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
    "root/radios.sh": AIR + GIVES,
    "root/router.conf": f"{ROUTER}wpa_passphrase={PASSWORD}\n",
}
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


class Pi(card.Pi):
    """A Pi with such a card, its owner's router, and a phone."""

    def joins(self, name: str, password: str) -> None:
        """Have the phone join a Wi-Fi; it comes back to it by itself when that was away."""
        self.run(JOINS % (name, password))

    def asks(self, address: str, sent: dict[str, str] | None = None, until: str = "") -> str:
        """What the phone reads there, when there is an answer with these words."""
        words = (address, json.dumps(sent) if sent else "", until)
        quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
        return self.run(f"cat >/run/asks.py <<'END'\n{ASKS}\nEND\nip netns exec phone python3 /run/asks.py {quoted}")

    def joined(self) -> str:
        """The network that the Pi is in, when it is in one."""
        return self.run(ADDRESS).strip().rpartition(".")[0]

    def tries(self, name: str, password: str) -> str:
        """Have the page try a Wi-Fi, by the phone in the Pi's own; the network that the Pi is in then."""
        self.asks(f"{TABLE}/api/wifi/home", {"name": name, "password": password})
        self.waits(f"! ip address show dev wlan0 | grep -q {HOTSPOT}")
        return self.joined()


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(AMD64, marks=pytest.mark.long(name="wifi"), id="amd64"),
        pytest.param(ARM64, marks=pytest.mark.long(name="wifi_arm64"), id="arm64"),
    ],
)
def pi(
    request: pytest.FixtureRequest, copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pi]:
    """A Pi that was never switched on."""
    own = {"services": ("radios",), "masked": ("hostapd", "wpa_supplicant@")}
    pi = Pi(tmp_path_factory.mktemp("pi"), request.param, copied, *MORE, files=FILES, **own)
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
