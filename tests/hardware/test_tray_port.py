"""The ports where a tray may be: what hangs there, who may open them, and what is said of each."""

import os
import pwd
import subprocess
import sys
import termios
import threading
from pathlib import Path
from typing import Any

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from companion.hardware import finding
from companion.hardware.finding import Port
from companion.hardware.frames import Decoder, encode
from companion.hardware.virtual import SOCKET, VirtualTray
from tests.hardware.heard import Table, ask


def heard_by(end: int) -> list[str]:
    """The frames that have come to one end of a line."""
    os.set_blocking(end, False)
    return [str(frame) for frame in Decoder().feed(os.read(end, 10000))]


def test_another_device_hears_one_hello_and_is_listed(tray: Any, table: Table, terminal: Any, tmp_path: Path) -> None:
    """A printer that chats is not interrupted, no phone hears of it, and the tray beside it is found."""
    printer, device = terminal()
    other = VirtualTray(tmp_path)
    try:
        one = tray("auto", lambda: [Port(device, False, "Printer"), Port(other.port or "", False)])
        one.show("the die")
        first = os.read(printer, 10000)
        os.write(printer, b"start\necho:Marlin 2.1 !ok\nok T:21.0 /0.0\n")
        assert ask(tmp_path / SOCKET, "until breathes") == ["ok"]
        assert one.status().port == other.port
        assert one.status().others == [f"{device} (Printer)"]
        assert [str(frame) for frame in Decoder().feed(first)] == ["HELLO 1"]
        with pytest.raises(BlockingIOError):
            heard_by(printer)
        assert table.notices == {}
    finally:
        one.close()
        other.close()


def test_a_silent_device_is_asked_once_while_it_is_plugged_in(tray: Any, table: Table, terminal: Any) -> None:
    """Twice it hears a hello, by the second of which a boot loader has ended; plugged in again, it is asked again."""
    ours, device = terminal()
    plugged = [Port(device, False)]
    looks = threading.Semaphore(0)

    def find() -> list[Port]:
        looks.release()
        return list(plugged)

    one = tray("auto", find)
    while not one.status().others:
        assert looks.acquire(timeout=30)
    for _ in range(30):
        assert looks.acquire(timeout=30)
    assert heard_by(ours) == ["HELLO 1"] * 2
    plugged.clear()
    while one.status().others:
        assert looks.acquire(timeout=30)
    plugged.append(Port(device, False))
    while not one.status().others:
        assert looks.acquire(timeout=30)
    assert heard_by(ours) == ["HELLO 1"] * 2
    assert table.notices == {}


def test_a_tray_that_is_unplugged_is_missed_beside_another_device(
    tray: Any, table: Table, terminal: Any, tmp_path: Path
) -> None:
    """The other device is still there, and is no tray."""
    _, device = terminal()
    other = VirtualTray(tmp_path)
    plugged = [Port(other.port or "", False), Port(device, False)]
    one = tray("auto", lambda: list(plugged))
    try:
        assert ask(tmp_path / SOCKET, "until dark") == ["ok"]
        plugged.pop(0)
        ask(tmp_path / SOCKET, "unplug")
        assert table.waits_for(lambda notices: "not connected: plug it in again" in notices.get("tray", ""))
    finally:
        one.close()
        other.close()


def test_a_board_is_not_reset_by_the_next_table(terminal: Any) -> None:
    """The port keeps its DTR line when it is closed, though the kernel would let it fall: its rise resets a board."""
    _, device = terminal()
    end = os.open(device, os.O_RDWR | os.O_NOCTTY)
    attributes = termios.tcgetattr(end)
    attributes[2] |= termios.HUPCL
    termios.tcsetattr(end, termios.TCSANOW, attributes)
    finding.opened(Port(device, True)).close()
    assert not termios.tcgetattr(end)[2] & termios.HUPCL
    os.close(end)


def test_a_port_without_dtr_is_opened_all_the_same() -> None:
    """A port by URL has no terminal behind it."""
    with finding.opened(Port("loop://", True)) as port:
        assert port.is_open


def test_a_busy_port_does_not_hide_the_tray_at_another(tray: Any, table: Table, terminal: Any, tmp_path: Path) -> None:
    """Another program keeps the likeliest port all evening; the tray at the next one is found all the same."""
    _, device = terminal()
    other = VirtualTray(tmp_path)
    with serial.Serial(device, exclusive=True):
        one = tray("auto", lambda: [Port(device, False), Port(other.port or "", False)])
        try:
            assert ask(tmp_path / SOCKET, "until dark") == ["ok"]
            assert one.status().port == other.port
            assert one.status().others == [device]
            assert table.notices == {}
        finally:
            one.close()
            other.close()


def test_a_port_that_was_named_is_waited_for(tray: Any, table: Table, tmp_path: Path) -> None:
    """The sentence says what is missing; the tray is used as soon as the device is there."""
    device = tmp_path / "ttyTRAY"
    one = tray(str(device))
    assert table.waits_for(lambda notices: "tray" in notices)
    assert table.notices["tray"].startswith(f"No dice tray: {device} does not exist")
    other = VirtualTray(tmp_path)
    try:
        device.symlink_to(other.port or "")
        assert table.waits_for(lambda notices: "tray" not in notices)
        assert one.status().port == str(device)
    finally:
        one.close()
        other.close()


def test_a_silent_port_that_was_named_is_tried_on(tray: Any, table: Table, terminal: Any) -> None:
    """Somebody said that the tray is there: it is not left alone, and answers later."""
    ours, device = terminal()
    one = tray(device)
    assert table.waits_for(lambda notices: f"does not answer at {device}" in notices.get("tray", ""))
    decoder = Decoder()
    while "tray" in table.notices:
        if any(frame.verb == "HELLO" for frame in decoder.feed(os.read(ours, 1000))):
            os.write(ours, encode(0, "TRAY", 1, "1.0.0", "00c0ffee", 7, "power"))
    assert one.status().about.rolls == 7


def test_a_busy_port_comes_into_use_when_it_is_free(tray: Any, table: Table, tmp_path: Path) -> None:
    """Another program has it: that is said, and no byte of its talk is touched."""
    other = VirtualTray(tmp_path)
    port = serial.Serial(other.port, exclusive=True)
    try:
        one = tray(other.port)
        assert table.waits_for(lambda notices: "another program is using" in notices.get("tray", ""))
        port.close()
        assert table.waits_for(lambda notices: "tray" not in notices)
    finally:
        port.close()
        one.close()
        other.close()


def test_a_tray_whose_port_was_busy_at_first_is_no_other_device(tray: Any, table: Table, tmp_path: Path) -> None:
    """Nobody named the port, so no phone hears of it; freed, it is asked again, and is the tray."""
    other = VirtualTray(tmp_path)
    one = None
    try:
        with serial.Serial(other.port, exclusive=True):
            one = tray("auto", lambda: [Port(other.port or "", False)])
            while not one.status().others:
                ask(tmp_path / SOCKET, "light")
        assert table.notices == {}
        while not one.status().here:
            ask(tmp_path / SOCKET, "light")
        assert one.status().others == []
    finally:
        if one:
            one.close()
        other.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_a_port_that_may_not_be_opened(terminal: Any) -> None:
    """Whoever is not in the group dialout is told how to get there."""
    _, device = terminal()
    Path(device).chmod(0o600)
    nobody = pwd.getpwnam("nobody")
    code = f"""
import os
from companion.hardware.finding import Port, Unavailable, opened
os.setgroups([]), os.setgid({nobody.pw_gid}), os.setuid({nobody.pw_uid})
try:
    opened(Port({device!r}, True))
except Unavailable as why:
    print(why)
"""
    found = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
    assert "Type sudo usermod -aG dialout nobody" in found.stdout, found.stderr


@pytest.mark.parametrize("device", ["/etc/hostname", "nothing://here", "socket://localhost:1"])
def test_what_cannot_be_opened_is_said(tray: Any, table: Table, device: str) -> None:
    """A file, a URL of no kind, a host that does not answer: one sentence each."""
    tray(device)
    assert table.waits_for(lambda notices: "tray" in notices)
    assert table.notices["tray"].startswith(f"No dice tray: {device} ")


def usb(vendor: int | None, product: int | None, name: str | None = None) -> ListPortInfo:
    """A port as pyserial lists it; without a vendor it is no USB port."""
    info = ListPortInfo("/dev/ttyUSB0")
    info.vid, info.pid, info.product = vendor, product, name
    return info


@pytest.mark.parametrize(
    ("vendor", "product"),
    [
        (0x1A86, 0x7523), (0x1A86, 0x5523), (0x1A86, 0x55D3), (0x1A86, 0x55D4), (0x10C4, 0xEA60), (0x067B, 0x2303),
        (0x067B, 0x23A3), (0x0403, 0x6001), (0x0403, 0x6015), (0x2341, 0x0043), (0x2341, 0x8036), (0x2A03, 0x0001),
    ],
)  # fmt: skip
def test_a_tray_may_have_any_usual_chip(vendor: int, product: int) -> None:
    """CH340, CH341, CH343, CH9102, CP210x, PL2303 old and new, both FTDIs of such boards, and a native one."""
    assert finding.may_be_asked(usb(vendor, product, "USB Serial"))
    assert finding.is_likely(vendor, product)


def test_a_chip_that_nobody_knows_is_asked_too() -> None:
    """After the likely ones."""
    assert finding.may_be_asked(usb(0x1234, 0x5678))
    assert not finding.is_likely(0x1234, 0x5678)


@pytest.mark.parametrize(
    "device",
    [
        usb(0x1546, 0x01A8, "u-blox GNSS receiver"), usb(0x12D1, 0x1001), usb(0x2C7C, 0x0125), usb(0x1CF1, 0x0030),
        usb(0x0658, 0x0200), usb(0x2C99, 0x0002), usb(0x0483, 0x374B), usb(0x2E8A, 0x000C),
        usb(0x10C4, 0xEA60, "Sonoff Zigbee 3.0 USB Dongle Plus"), usb(0x10C4, 0xEA60, "SkyConnect v1.0"),
        usb(0x0403, 0x6001, "GPS receiver"), usb(None, None, "ttyAMA0"),
    ],
    ids=lambda device: device.product or f"{device.vid:04x}:{device.pid:04x}",
)  # fmt: skip
def test_what_is_known_to_be_somebody_elses_is_not_opened(device: ListPortInfo) -> None:
    """Receivers, modems, radios, printers and probes, by their number or by what they call themselves; no own UART."""
    assert not finding.may_be_asked(device)
