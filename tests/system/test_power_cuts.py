"""The power is cut while a card sets its table up: what was not yet on the disk is gone, and the next start goes on."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.deploy.bootfs import BOOT, LOG
from tests.system.card import AMD64, ARM64, NEEDED, Pi
from tests.system.guest import Hardware

pytestmark = NEEDED
SEED = int(os.environ.get("CUTS", "1"))
CUTS = 20
# Seconds until the first cut at most, and how many more each time: so each step is hit. A set-up takes some 300 in all.
FIRST, LATER = 60, 12
DATA, RELEASES = "/var/lib/smallworld-companion", "/opt/smallworld-companion/releases"
STATE = 'import urllib.request as web; print(web.urlopen("http://127.0.0.1/api/state").read().decode())'


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(AMD64, marks=pytest.mark.long(name="cuts"), id="amd64"),
        pytest.param(ARM64, marks=pytest.mark.long(name="cuts_arm64"), id="arm64"),
    ],
)
def test_a_power_cut_at_any_moment_costs_only_time(
    kind: tuple[Hardware, str, str], copied: Callable[[Path], Path], tmp_path: Path
) -> None:
    """Twenty cuts at random moments, none of which saves anything; in the end the table is whole and opens."""
    chance = random.Random(SEED)
    pi = Pi(tmp_path, kind, copied)
    try:
        for number in range(CUTS):
            pi.begin()
            begun = time.monotonic()
            time.sleep(chance.uniform(10, FIRST + LATER * number))
            pi.close()
            last = (pi.log().splitlines() or ["before its first line"])[-1]
            print(f"{number}: after {time.monotonic() - begun:.0f} s, {last}")
        begun = time.monotonic()
        pi.switch_on()
        pi.waits(f"python3 -c '{STATE}' | grep -q lobby")
        print(f"The table is open {time.monotonic() - begun:.0f} s after the last start")
        # Without a network some packages wait, and all else is there.
        pi.waits(f"grep -q 'The companion is installed' /{BOOT}/{LOG}")
        # A release that a cut left half made is gone, and no file is empty that was to hold something.
        assert pi.run(f"ls {RELEASES}").count("\n") == 1
        assert pi.run(f"find {RELEASES}/*/complete {DATA}/companion.toml -size 0") == ""
        assert pi.run("systemctl is-active smallworld-companion") == "active\n"
        pi.switch_off()
    finally:
        pi.close()
