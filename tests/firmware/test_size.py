"""How large the firmware is, as its Makefile says and judges it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.firmware.bench import FIRMWARE


def size(folder: Path, *variables: str) -> tuple[int, str]:
    """Have the Makefile judge the tray.elf in a folder; returns make's exit code and what was said."""
    command = ["make", "-s", "-C", FIRMWARE, "-o", folder / "tray.elf", f"BUILD={folder}", *variables, "size"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def used(said: str) -> tuple[int, int]:
    """The bytes of flash and memory."""
    found = re.match(r"flash (\d+) of 30720 bytes, memory (\d+) of 2048 bytes", said)
    assert found
    return int(found[1]), int(found[2])


def test_the_memory_is_what_the_compiler_lays_out(built: Path) -> None:
    """The sections that lie in it, one after the other, of the very file that is flashed."""
    sections = subprocess.run(["avr-size", "-A", built / "tray.elf"], capture_output=True, text=True, check=True).stdout
    sizes = {name: int(size) for name, size in re.findall(r"^(\.\w+) +(\d+)", sections, re.M)}
    code, said = size(built)
    assert code == 0
    flash, memory = used(said)
    assert flash == sizes[".text"] + sizes[".data"]
    assert memory == sizes[".data"] + sizes[".bss"] + sizes[".noinit"]


def test_a_compiler_that_marks_the_data_as_read_only_hides_nothing(built: Path, tmp_path: Path) -> None:
    """As gcc 14 does, with which avr-size counts the data to the program alone: 280 bytes of memory were missed."""
    flags = ("--set-section-flags", ".data=alloc,load,readonly,data")
    subprocess.run(["avr-objcopy", *flags, built / "tray.elf", tmp_path / "tray.elf"], check=True)
    assert used(size(tmp_path)[1]) == used(size(built)[1])


def test_too_much_memory_is_refused(built: Path) -> None:
    """The stack needs the rest."""
    _, memory = used(size(built)[1])
    assert size(built, f"MEMORY={memory}")[0] == 0
    code, said = size(built, f"MEMORY={memory - 1}")
    assert code != 0
    assert said.endswith("too large\n")
