"""The button on a real kernel's GPIO character device, with lgpio, in a virtual machine."""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.machine import CACHE, Machine

ROOT = Path(__file__).parents[2]


@pytest.mark.long(name="gpio")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the machine's kernel is Debian's for amd64")
def test_a_press_on_a_kernel_pin_rolls_once_and_the_light_breathes() -> None:
    """Debian's kernel, gpio-sim labelled as a Raspberry Pi's chip, gpiozero over lgpio, and the real service.

    The pin is pulled up, the light breathes while a roll is due, a bounce of a moment is no press, a press rolls, and
    the next one, when nothing is due, does nothing.
    """
    machine = Machine()
    python = with_pins()
    said = machine.run(ROOT / "tests/system/pins.sh", str(python), str(ROOT))
    found = re.search(r"RESULT (\{.*\})", said)
    assert found, said[-4000:]
    result = json.loads(found[1])
    assert not [notice for notice in result["notices"] if "GPIO" in notice], result
    assert (result["pull"], result["breathing"], result["bounced"]) == ("pull-up", ["0", "1"], None), result
    assert (result["rolled"]["source"], result["second"]) == ("button", result["rolled"]["row"]), result
    assert result["practice"] is None, result


def with_pins() -> Path:
    """A Python that has the companion's libraries and lgpio, kept for the next run."""
    python = CACHE / "venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parents[1])], check=True)
    install = ["install", "--quiet", "--only-binary", ":all:", "--editable", f"{ROOT}[gpio]"]
    subprocess.run([str(python), "-m", "pip", *install], check=True)
    return python
