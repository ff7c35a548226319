"""The address in the QR code is one that a phone can reach."""

import os
import shutil
import subprocess
import sys
from ipaddress import IPv4Address
from pathlib import Path

import pytest

from companion.host.address import Interface, for_phones, interfaces, ranked

ROOT = Path(__file__).parents[2]


def interface(name: str, address: str, card: bool = True, routed: bool = False) -> Interface:
    return Interface(name, IPv4Address(address), card, routed)


LOOPBACK = interface("lo", "127.0.0.1", card=False)


def best(*found: Interface) -> str:
    return str(ranked(list(found))[0])


def test_the_loopback_address_is_the_last_resort() -> None:
    """It is taken only if there is no other."""
    assert best(LOOPBACK) == "127.0.0.1"
    assert best() == "127.0.0.1"
    assert best(LOOPBACK, interface("br0", "172.17.0.1", card=False)) == "172.17.0.1"


def test_the_card_with_the_way_out_comes_first() -> None:
    """Of two cards, phones are more likely on the network that leads somewhere."""
    assert (
        best(LOOPBACK, interface("eth0", "10.0.0.2"), interface("wlan0", "192.168.1.5", routed=True)) == "192.168.1.5"
    )


def test_a_tunnel_is_no_way_to_the_table() -> None:
    """A VPN may be the way out, but the phones are not in it."""
    tunnel = interface("wg0", "10.8.0.2", card=False, routed=True)
    assert best(LOOPBACK, tunnel, interface("wlan0", "192.168.1.5")) == "192.168.1.5"


def test_an_address_nobody_gave_comes_after_one_that_was_given() -> None:
    """A cable without a server behind it makes up an address."""
    assert best(interface("eth0", "169.254.3.4", routed=True), interface("wlan0", "10.42.0.1")) == "10.42.0.1"


def test_this_computers_own_address() -> None:
    """What the kernel lists is what is used; port 80 is not written."""
    addresses = {str(one.address) for one in interfaces()} or {"127.0.0.1"}
    chosen = for_phones(80).removeprefix("http://")
    assert chosen in addresses
    assert for_phones(8000) == f"http://{chosen}:8000"
    assert not chosen.startswith("127.") or all(one.startswith("127.") for one in addresses)


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="needs root and unshare")
def test_a_computer_without_a_network() -> None:
    """In a network namespace of its own, with nothing up, the table still has an address."""
    ask = [sys.executable, "-c", "from companion.host.address import for_phones; print(for_phones(8000))"]
    run = subprocess.run(["unshare", "--net", *ask], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode and "unshare failed" in run.stderr:
        pytest.skip("this container may not make a network namespace")
    assert run.stdout.strip() == "http://127.0.0.1:8000"
