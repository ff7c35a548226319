"""A card in a computer at a home's network, as its owner has it: it sets itself up, a phone joins, and it stays so.

An emulated computer of a PC's kind or of a Raspberry Pi's, set up from the card's FAT drive by cloud-init. Its cable
leads to the emulator's router, and so to the internet as this computer has it; beside it on the wire is a phone.
"""

from __future__ import annotations

import json
import os
import re
import socket
import struct
import time
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.bootfs import BOOT, LOG
from tests.system import card
from tests.system.card import AMD64, ARM64

pytestmark = card.NEEDED
NAME = "smallworld.local"
# What the emulator's router gives the first computer that asks, and where it hands the phone's requests on to.
HOME = "10.0.2.15"
# Of mDNS (RFC 6762): who is asked, by IPv4 and by Ethernet, and at which port.
EVERYBODY, EVERY_CARD, PORT = IPv4Address("224.0.0.251"), bytes.fromhex("01005e0000fb"), 5353
PHONE, PHONE_CARD = IPv4Address("10.0.2.50"), bytes.fromhex("020000000050")
IPV4, UDP = 0x0800, 17
# The library for the pins, which the image of Raspberry Pi OS has.
IMAGE = ("python3-lgpio",)
PROGRAM = "/opt/smallworld-companion"
# Seconds: for the slowest set-up here, on a computer that has other things to do; and for an answer.
PATIENCE, SOON = 3600.0, 60.0


class Pi(card.Pi):
    """A Pi at a home's network with such a card, and a phone there."""

    def __init__(self, folder: Path, kind: tuple[card.Hardware, str, str], copied: Callable[[Path], Path]) -> None:
        super().__init__(folder, kind, copied, named=IMAGE)
        self._phone = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._phone.bind(("127.0.0.1", 0))
        self._phone.settimeout(1)
        self._cookie = ""
        with socket.create_server(("127.0.0.1", 0)) as free, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
            other.bind(("127.0.0.1", 0))
            self._port, self._wire = free.getsockname()[1], other.getsockname()
        phone, wire = (f"{host}:{port}" for host, port in (self._phone.getsockname(), self._wire))
        self.network = (
            *("-netdev", f"user,id=router,hostfwd=tcp:127.0.0.1:{self._port}-{HOME}:80"),
            *("-netdev", f"socket,id=phone,udp={phone},localaddr={wire}"),
            *("-netdev", "hubport,id=first,hubid=0,netdev=router", "-netdev", "hubport,id=second,hubid=0,netdev=phone"),
            *("-netdev", "hubport,id=third,hubid=0", "-device", "virtio-net-pci,netdev=third"),
        )

    def close(self) -> None:
        """End both without any care."""
        super().close()
        self._phone.close()

    def find(self) -> str:
        """The address of the name, as the phone has it by mDNS from whoever is on the wire."""
        name = b"".join(bytes([len(part)]) + part.encode() for part in NAME.split(".")) + b"\0"
        question = struct.pack("!6H", 0, 0, 1, 0, 0, 0) + name + struct.pack("!2H", 1, 1)
        # A record of the type A, with the bit that only an answer has.
        record = re.compile(re.escape(name) + rb"\0\x01\x80\x01.{4}\0\x04(.{4})", re.DOTALL)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self._phone.sendto(frame(question), self._wire)
            try:
                while not (found := record.search(self._phone.recv(65536))):
                    pass
            except TimeoutError:
                continue
            return str(IPv4Address(found[1]))
        raise AssertionError(f"nobody is called {NAME}")

    def ask(self, path: str, sent: dict[str, str] | None = None) -> Any:
        """What the phone reads there, or is told for what it sends; None where nobody answers, or not the table."""
        headers = {"Host": NAME, "Content-Type": "application/json", "Cookie": self._cookie}
        data = None if sent is None else json.dumps(sent).encode()
        asked = urllib.request.Request(f"http://127.0.0.1:{self._port}{path}", data, headers)
        try:
            with urllib.request.urlopen(asked, timeout=SOON) as answer:
                self._cookie = answer.headers.get("Set-Cookie", self._cookie).partition(";")[0]
                return json.load(answer)
        except (OSError, HTTPException, ValueError):
            return None

    def opens(self) -> dict[str, Any]:
        """Wait until the table is open, and print each step that the page shows until then; what the table shows."""
        begun, shown = time.monotonic(), 0
        while not (state := self.ask("/api/state")):
            assert time.monotonic() < begun + PATIENCE, self.log()
            for line in ((self.ask("/setting-up") or {}).get("lines", []))[shown:]:
                print(f"{time.monotonic() - begun:.0f} s: {line}")
                shown += 1
            time.sleep(0.5)
        print(f"{time.monotonic() - begun:.0f} s: the table is open (load {os.getloadavg()[0]:.1f})")
        assert isinstance(state, dict)
        return state


def frame(question: bytes) -> bytes:
    """A question of mDNS as the phone puts it on the wire."""
    datagram = struct.pack("!4H", PORT, PORT, 8 + len(question), 0) + question
    head = struct.pack("!2B3H2B", 0x45, 0, 20 + len(datagram), 0, 0, 255, UDP)
    addresses = PHONE.packed + EVERYBODY.packed
    total = sum(struct.unpack("!9H", head + addresses))
    total = (total & 0xFFFF) + (total >> 16)
    packet = head + struct.pack("!H", ~(total + (total >> 16)) & 0xFFFF) + addresses + datagram
    return EVERY_CARD + PHONE_CARD + struct.pack("!H", IPV4) + packet


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(AMD64, marks=pytest.mark.long(name="fresh"), id="amd64"),
        pytest.param(ARM64, marks=pytest.mark.long(name="fresh_arm64"), id="arm64"),
    ],
)
def pi(
    request: pytest.FixtureRequest, copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pi]:
    """A Pi that was never switched on."""
    pi = Pi(tmp_path_factory.mktemp("pi"), request.param, copied)
    try:
        yield pi
    finally:
        pi.close()


def test_a_card_becomes_a_table_with_a_name_at_it(pi: Pi) -> None:
    """Nobody types anything but a name; the libraries are the card's, and what only a network has comes afterwards."""
    begun = time.monotonic()
    pi.begin()
    state = pi.opens()
    assert "seat" in pi.ask("/api/join", {"name": "Ann"})
    print(f"{time.monotonic() - begun:.0f} s: the first name is at the table")
    assert state["phase"] == "lobby"
    assert state["table"]["address"] == f"http://{HOME}"
    assert pi.find() == HOME
    pi.ready()
    pi.waits(f"[ -e {PROGRAM}/card ]")
    print(f"{time.monotonic() - begun:.0f} s: nothing is left to do")
    print(pi.run("journalctl --unit=smallworld-set-up --output=short-monotonic --no-hostname"))
    assert "http" not in pi.run(f"cat {PROGRAM}/current/pip.log")
    pi.run("command -v avahi-publish iw")
    again = pi.run(f"sh {PROGRAM}/source/deploy/install.sh --check")
    assert again == "Everything is in place. Nothing would be changed.\n"
    assert pi.run("systemctl is-active smallworld-companion") == "active\n"
    pi.switch_off()
    # What its owner reads on the drive: what the table waited for, what it did not wait for, and where it is.
    log = pi.log()
    before, _, after = log.partition("Opening the table...")
    assert "Installing the Debian packages" not in before
    assert "Installing the Debian packages avahi-utils iw..." in after
    assert "The companion is installed." in after
    assert f"    http://{HOME}\n" in after
    assert log.endswith(f"http://{NAME}\n")


def test_it_opens_by_itself_from_then_on(pi: Pi) -> None:
    """Switched on again, the table is there under its name with the same player; nothing is set up once more."""
    log = pi.log()
    pi.begin()
    assert [seat["name"] for seat in pi.opens()["seats"]] == ["Ann"]
    assert len(pi.ask("/api/me")["seats"]) == 1
    assert pi.find() == HOME
    pi.ready()
    assert pi.run(f"cat /{BOOT}/{LOG}") == log
    pi.switch_off()
