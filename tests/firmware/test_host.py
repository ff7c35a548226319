"""The firmware's logic, compiled for this computer under the sanitizers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.firmware.bench import FIRMWARE


@pytest.mark.long(name="tray")
def test_the_logic_holds_under_the_sanitizers(built: Path) -> None:
    """Vectors, talks, torn EEPROM, fuzz, chance and contacts: each check program ends with a line of its own."""
    done = subprocess.run(["make", "-s", "-C", FIRMWARE, f"BUILD={built}", "check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    said = [line.split(":")[0] for line in done.stdout.splitlines()]
    assert said == ["vectors", "talks", "torn", "fuzz", "chance", "contacts"]
