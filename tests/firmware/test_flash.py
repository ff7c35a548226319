"""The ready firmware, and how it gets onto a board: avrdude itself, and at the other end of its line a boot loader."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click import ClickException

from companion.hardware import finding
from companion.hardware.finding import Port
from companion.upkeep.flash import FIRMWARE as HEX
from companion.upkeep.flash import the_one
from tests.firmware.bench import FIRMWARE
from tests.firmware.boot_loader import BootLoader

# The one whose bytes are shipped: Debian 12's. Another makes the same tray of other bytes.
COMPILER = "5.4.0"


def image() -> bytes:
    """The bytes of tray.hex, from address 0 on."""
    made = bytearray()
    for line in HEX.read_text(encoding="ascii").split():
        record = bytes.fromhex(line[1:])
        assert sum(record) % 256 == 0
        if record[3] == 0:
            assert int.from_bytes(record[1:3]) == len(made)
            made += record[4:-1]
    return bytes(made)


def flash(tmp_path: Path, *more: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    command = [sys.executable, "-m", "companion", "tray", "flash", "--data", str(tmp_path / "data"), *more]
    environment = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)


@pytest.fixture
def board() -> Iterator[BootLoader]:
    """A board as it is sold."""
    with closing(BootLoader()) as board:
        yield board


def test_the_ready_firmware_is_what_the_sources_make(built: Path) -> None:
    """Byte for byte, wherever it is built, by the compiler that the page names."""
    version = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True).stdout.strip()
    if version != COMPILER:
        pytest.skip(f"tray.hex is made by avr-gcc {COMPILER}; this is {version}, which makes other bytes")
    subprocess.run(["make", "-s", "-C", FIRMWARE, f"BUILD={built}", built / "tray.hex"], check=True)
    assert HEX.read_bytes() == (built / "tray.hex").read_bytes(), "make -C firmware hex"


def test_the_page_has_its_hash() -> None:
    """Whoever downloads it can see that it is the one."""
    page = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256(HEX.read_bytes()).hexdigest() in page
    assert f"gcc {COMPILER.removesuffix('.0')}" in page


def test_it_is_written_and_the_tray_answers(tmp_path: Path, board: BootLoader) -> None:
    """Each byte is on the board, and what then starts there is a tray of this version."""
    done = flash(tmp_path, "--tray", board.port)
    assert (done.returncode, done.stderr) == (0, "")
    assert board.flash.startswith(image())
    assert re.search(r"^Done: the tray answers\. Board [0-9a-f]{8}, firmware \S+, rolls so far: 0$", done.stdout, re.M)


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_an_old_boot_loader_is_found_by_itself(tmp_path: Path) -> None:
    """It listens at half the speed, and is tried second."""
    with closing(BootLoader(baud=57600)) as board:
        done = flash(tmp_path, "--tray", board.port)
        assert (done.returncode, done.stderr) == (0, "")
        assert board.flash.startswith(image())


def test_another_chip_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    """An ATmega168 has the same shape and half the room."""
    with closing(BootLoader(signature=b"\x1e\x94\x06")) as board:
        done = flash(tmp_path, "--tray", board.port)
        assert done.returncode == 1
        assert "another chip than the ATmega328P" in done.stderr
        assert set(board.flash) == {0xFF}


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_a_board_that_is_silent_afterwards_is_told(tmp_path: Path) -> None:
    """A look-alike takes the firmware and runs it at another speed: nothing that it says can be read."""
    with closing(BootLoader(starts=False)) as board:
        done = flash(tmp_path, "--tray", board.port)
        assert done.returncode == 1
        assert board.flash.startswith(image())
        assert "the board does not answer" in done.stderr


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_no_boot_loader_answers(tmp_path: Path) -> None:
    """What avrdude says is shown, and what to try."""
    with closing(BootLoader(baud=9600)) as board:
        done = flash(tmp_path, "--tray", board.port, "--baud", "115200")
        assert done.returncode == 1
        assert "not in sync" in done.stderr
        assert "did not take the firmware" in done.stderr


def test_without_avrdude_it_says_what_to_install(tmp_path: Path) -> None:
    """Before it looks for a board."""
    done = flash(tmp_path, PATH=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == (
        "Error: avrdude, the program that writes to the board, is not installed. Type: sudo apt-get install avrdude\n"
    )


def test_a_port_that_is_missing_or_no_port(tmp_path: Path) -> None:
    """One that is named and not there, and one that another computer has."""
    assert "There is no /dev/ttyUSB77. Plug the board in" in flash(tmp_path, "--tray", "/dev/ttyUSB77").stderr
    assert "is no port of this computer" in flash(tmp_path, "--tray", "socket://tray:7777").stderr


def test_in_doubt_nothing_is_written() -> None:
    """Of several boards, and of what may be something else, a person names the one."""
    nano, uno, pico = (
        Port("/dev/ttyUSB0", False),
        Port("/dev/ttyACM1", False),
        Port("/dev/ttyACM0", False, "Board in FS"),
    )
    assert the_one([nano], [pico, nano]) == nano
    with pytest.raises(ClickException, match=r"Several boards .*\n.*--tray /dev/ttyUSB0\n.*--tray /dev/ttyACM1$"):
        the_one([nano, uno], [nano, uno])
    with pytest.raises(ClickException, match=r"No Arduino is plugged in.*\n.*--tray /dev/ttyACM0  # Board in FS$"):
        the_one([], [pico])
    with pytest.raises(ClickException, match=r"how to copy its files.\)$"):
        the_one([], [])


def test_a_port_that_a_table_has_is_left_alone(tmp_path: Path, board: BootLoader) -> None:
    """The table is named as what may have it, with how to stop it."""
    with finding.opened(Port(board.port, True)):
        done = flash(tmp_path, "--tray", board.port)
    assert done.returncode == 1
    assert "another program is using" in done.stderr
    assert "sudo systemctl stop smallworld-companion" in done.stderr
    assert set(board.flash) == {0xFF}
