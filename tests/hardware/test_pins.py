"""Why the pins cannot be had: no chip, no right to use it, no library. Each in a process of its own."""

import grp
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

NOBODY = 65534
# What a table without rights does; a root of the test machine gives its rights up first.
OPEN = """
import os, sys
from pathlib import Path
from companion.hardware.pins import Unavailable, open_pins
# The libraries of the tests may lie where only root may read.
import gpiozero.exc, gpiozero.pins.local
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({nobody})
    os.setuid({nobody})
{first}
try:
    open_pins("auto", Path(sys.argv[1]))
except Unavailable as missing:
    print(missing)
"""


@pytest.fixture
def devices() -> Iterator[Path]:
    """A folder like /dev, into which anybody may look."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def said(devices: Path, first: str = "") -> str:
    """The sentence that such a process says."""
    code = OPEN.format(nobody=NOBODY, first=first)
    found = subprocess.run(
        [sys.executable, "-c", code, str(devices)], capture_output=True, text=True, timeout=60, check=True
    )
    return found.stdout.strip()


def test_a_computer_without_a_chip(devices: Path) -> None:
    """No pins: what to do instead."""
    assert said(devices) == (
        "No die button: this computer has nowhere to connect one. Roll on a phone or with the real die."
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another group")
def test_a_right_that_is_missing_is_named_with_the_command_that_gives_it(devices: Path) -> None:
    """The group that owns the chip is the one to join, and the sentence has the whole command."""
    chip = devices / "gpiochip0"
    chip.touch()
    group = grp.getgrnam("dialout")
    os.chown(chip, 0, group.gr_gid)
    chip.chmod(0o660)
    sentence = said(devices)
    assert sentence.startswith(f"No die button: nobody may not use {chip}.")
    assert "Type sudo usermod -aG dialout nobody, log out and in again" in sentence


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has files that belong to root alone")
def test_a_chip_of_root_alone_has_no_group_to_join(devices: Path) -> None:
    """Nobody is told to join the group root."""
    chip = devices / "gpiochip0"
    chip.touch()
    chip.chmod(0o600)
    sentence = said(devices)
    assert "no group may" in sentence
    assert "usermod" not in sentence


def test_a_library_that_is_missing_is_named(devices: Path) -> None:
    """Without lgpio: how to get it."""
    (devices / "gpiochip0").touch(0o666)
    (devices / "gpiochip0").chmod(0o666)
    assert "the library lgpio is not installed" in said(devices, "sys.modules['gpiozero.pins.lgpio'] = None")


def test_a_chip_that_is_none_is_one_sentence(devices: Path) -> None:
    """A file that is no GPIO chip is told about, whatever lgpio makes of it, and no traceback is shown."""
    (devices / "gpiochip0").touch(0o666)
    (devices / "gpiochip0").chmod(0o666)
    sentence = said(devices)
    assert sentence.startswith("No die button: ")
    assert sentence.endswith(".")
