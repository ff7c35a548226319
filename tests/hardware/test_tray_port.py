"""The ports where a tray may be: what hangs there, who may open them, and what is said of each."""

import os
import pwd
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.hardware import finding
from companion.hardware.finding import Port
from companion.hardware.frames import Decoder, encode
from companion.hardware.virtual import SOCKET, VirtualTray
from tests.hardware.heard import Table, ask


def test_what_is_no_tray_hears_nothing_but_hello(tray: Any, table: Table, terminal: Any, tmp_path: Path) -> None:
    """Another device is left alone after a few hellos, says a sentence, and the tray beside it is found."""
    printer, device = terminal()
    other = VirtualTray(tmp_path)
    try:
        one = tray("auto", lambda: [Port(device, False), Port(other.port or "", False)])
        one.show(True)
        os.write(printer, b"start\necho:Marlin 2.1 !ok\nok T:21.0 /0.0\n" + encode(0, "PONG", 1, 1, "number"))
        words = ("does not answer as a dice tray", device, "is left alone")
        assert table.waits_for(lambda notices: all(word in notices.get("tray", "") for word in words))
        assert table.waits_for(lambda notices: "tray" not in notices)
        assert one.status().port == other.port
        os.set_blocking(printer, False)
        heard = {str(frame) for frame in Decoder().feed(os.read(printer, 10000))}
        assert heard == {"HELLO 1"}
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
        finally:
            one.close()
            other.close()


def test_a_port_that_was_named_is_waited_for(tray: Any, table: Table, tmp_path: Path) -> None:
    """The sentence says what is missing; the tray is used as soon as the device is there."""
    device = tmp_path / "ttyTRAY"
    one = tray(str(device))
    assert table.waits_for(lambda notices: "tray" in notices)
    assert table.notices["tray"].startswith(f"No dice tray: there is no {device}.")
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
        assert table.waits_for(lambda notices: "another program has" in notices.get("tray", ""))
        port.close()
        assert table.waits_for(lambda notices: "tray" not in notices)
    finally:
        port.close()
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


def test_what_a_tray_may_be() -> None:
    """Nanos with either serial chip and Arduino's own boards; not a disk or a printer's other chip."""
    assert finding.is_likely(0x1A86, 0x7523)
    assert finding.is_likely(0x0403, 0x6001)
    assert finding.is_likely(0x2341, 0x0043)
    assert finding.is_likely(0x2A03, 0x0001)
    assert not finding.is_likely(0x0403, 0x6010)
    assert not finding.is_likely(0x067B, 0x2303)
    assert not finding.is_likely(None, None)
