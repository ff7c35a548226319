"""The page on how to build the tray, and its pictures."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.firmware.bench import FIRMWARE


def test_the_pictures_are_those_of_the_script(tmp_path: Path) -> None:
    """Each picture that the page shows is there, is well-formed, and is what the script draws."""
    script = shutil.copy(FIRMWARE / "pictures" / "draw.py", tmp_path)
    subprocess.run([sys.executable, script], check=True)
    shown = set(re.findall(r"pictures/([\w-]+\.svg)", (FIRMWARE / "README.md").read_text()))
    assert shown == {path.name for path in tmp_path.glob("*.svg")}
    for name in shown:
        ElementTree.parse(tmp_path / name)
        assert (FIRMWARE / "pictures" / name).read_text() == (tmp_path / name).read_text()


def test_the_pins_are_those_of_the_firmware() -> None:
    """The page's table and board.c name the same pins."""
    page = (FIRMWARE / "README.md").read_text()
    wired = set(re.findall(r"^\| (D\d|5V, GND, A0|L \(D13\)) \|", page, re.MULTILINE))
    assert wired == {"D2", "D3", "D5", "D6", "D9", "5V, GND, A0", "L (D13)"}
    code = (FIRMWARE / "board.c").read_text()
    assert "BUTTON = PD2, KNOCK = PD3, PIP_1 = PD5, PIP_2 = PD6, PIP_3 = PB1, DUE = PB5" in code
    assert "HALL = AVCC | 0, OPEN_PIN = AVCC | 3" in code
