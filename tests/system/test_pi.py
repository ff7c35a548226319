"""The companion on a virtual Raspberry Pi: installed, started at power-on, and kept well through all that befalls it.

The tests go on with the one Pi, one after the other, as its owner would.
"""

from __future__ import annotations

import json
import os
import platform
import random
import re
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import companion
from tests.deploy.test_update import IN_VAIN
from tests.firmware.bench import Board
from tests.system.virtual_pi import LINES, SOURCE, UNIT, Pi

# Only a test that fails waits so long: seconds for an answer, and a stream's beats, one in 15 seconds, for a change.
PATIENCE, BEATS = 300, 40
DATA = "/var/lib/smallworld-companion"
BUTTON = f"{LINES}/sim_gpio17/pull"
# Ann may win region 10 by the die alone.
GAME = '{"record": 1, "position": "turn 2 Ann conquer | hand ratmen+forest@Ann 1 | 5: 1 ratmen+forest@Ann"}'
LAY_OUT = f"""
systemctl stop {UNIT}
rm -f {DATA}/games.db*
printf '%s\\n' '{GAME}' >/run/game.jsonl
companion import /run/game.jsonl
systemctl start {UNIT}
"""
# What ends the service, and systemd's own words for why it ended, once it is up again.
END = f"""
cursor=$(journalctl --lines=1 --show-cursor | sed -n 's/^-- cursor: //p')
mkfifo /run/heard
journalctl --follow --no-tail --output=cat --unit={UNIT} --after-cursor="$cursor" >/run/heard &
systemctl kill --signal=%s --kill-who=main {UNIT}
sed -n '/Failed with result/p; /^Started /q' /run/heard
kill $!
rm /run/heard
"""
# What a process may do whom the unit's limits on devices bind, even if it is root's.
BOUND = f"""
echo $$ >/sys/fs/cgroup/system.slice/{UNIT}/cgroup.procs
for device in /dev/gpiochip0 /dev/vda /dev/ttyS0 /dev/kmsg; do
    (: <$device) 2>/dev/null && echo $device
done
exit 0
"""

NEWER = f"""
cp -r {SOURCE} /root/newer
cd /root/newer/companion
sed -i 's/^__version__ = .*/__version__ = "99.0"/' __init__.py
cat >>store.py <<'END'
{IN_VAIN}
END
"""

pytestmark = [
    pytest.mark.long(name="pi"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a system in a folder"),
    pytest.mark.skipif(platform.machine() != "x86_64", reason="the machine's kernel is Debian's for amd64"),
]


@pytest.fixture(scope="module")
def pi(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pi]:
    """A Pi with a fresh card, switched on."""
    pi = Pi(tmp_path_factory.mktemp("pi"), copied(tmp_path_factory.mktemp("source")))
    try:
        pi.switch_on()
        yield pi
    finally:
        pi.close()


def state(pi: Pi) -> dict[str, Any]:
    """The public state, as a phone gets it."""
    with urllib.request.urlopen(f"{pi.address}/api/state", timeout=PATIENCE) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def shown(pi: Pi, condition: Callable[[dict[str, Any]], Any]) -> Any:
    """Follow the stream as a phone does, until what it shows meets the condition; what that was."""
    beats = 0
    with urllib.request.urlopen(f"{pi.address}/api/stream", timeout=PATIENCE) as stream:
        for line in stream:
            if not line.startswith(b"data: "):
                continue
            view = json.loads(line[6:])
            if view and (found := condition(view)):
                return found
            beats = 0 if view else beats + 1
            assert beats < BEATS, "it does not come"
    raise AssertionError


def post(pi: Pi, path: str, value: dict[str, Any], cookie: str = "") -> str:
    """Post something that must be taken; the cookie that is the key of the seat."""
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    asked = urllib.request.Request(f"{pi.address}/api/{path}", json.dumps(value).encode(), headers)
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return str(answer.headers.get("Set-Cookie", cookie)).partition(";")[0]


def conquer_by_the_die(pi: Pi) -> None:
    """Lay the game out, and have Ann's phone begin a conquest for which the die is due."""
    pi.run(LAY_OUT)
    ann = post(pi, "rejoin", {"seat": 0})
    post(pi, "act", {"id": "die", "by": 0, "command": {"type": "conquer", "region": "r10", "die": True}}, ann)


def press(pi: Pi) -> dict[str, Any]:
    """Press the button for the roll that is due; the roll."""
    assert not state(pi)["last_roll"]
    pi.run(f"echo pull-down >{BUTTON}; sleep 0.2; echo pull-up >{BUTTON}")
    rolled: dict[str, Any] = shown(pi, lambda view: view["last_roll"])
    return rolled


def test_the_table_opens_at_power_on(pi: Pi) -> None:
    """One command on the clean system; switched off and on again, the table answers, and its user has the pins."""
    assert "The companion is installed." in pi.run(f"sh {SOURCE}/deploy/install.sh")
    pi.switch_off()
    pi.switch_on()
    pi.run("systemctl is-system-running --wait")
    now = state(pi)
    assert now["phase"] == "lobby"
    assert not [notice for notice in now["table"]["notices"] if "GPIO" in notice]


def test_the_button_rolls_the_die(pi: Pi) -> None:
    """The kernel's line is pulled down and up as by a finger, and the phones show the button's roll."""
    conquer_by_the_die(pi)
    assert press(pi)["source"] == "button"


@pytest.mark.parametrize(("signal", "result"), [("KILL", "signal"), ("STOP", "watchdog")])
def test_it_comes_back(pi: Pi, signal: str, result: str) -> None:
    """Killed hard, or alive without giving a sign of life, it is started again with the same game."""
    before = state(pi)
    assert f"'{result}'" in pi.run(END % signal)
    after = state(pi)
    assert (after["game"], after["log"]) == (before["game"], before["log"])


def test_the_sandbox_holds(pi: Pi) -> None:
    """The kernel keeps to the unit: one right of root, a filter of calls, nothing to write but the games, the pins."""
    process = pi.run(f"systemctl show --property=MainPID --value {UNIT}").strip()
    status = pi.run(f"cat /proc/{process}/status")
    assert re.search("^CapEff:\t0000000000000400$", status, re.M)  # Bit 10: to open a port below 1024.
    assert re.search("^NoNewPrivs:\t1$", status, re.M)
    assert re.search("^Seccomp:\t2$", status, re.M)
    inside = f"nsenter --target={process} --mount"
    for folder in ("/etc", "/usr", "/root", "/home"):
        assert "ead-only" in pi.run(f"{inside} touch {folder}/new || true"), folder
    pi.run(f"{inside} rm $({inside} mktemp --tmpdir={DATA})")
    assert pi.run(BOUND).split() == ["/dev/gpiochip0"]


def test_a_power_cut_in_the_middle_of_a_conquest(pi: Pi) -> None:
    """The plug is pulled as soon as the phone has its answer: the die is due for the same conquest, and is rolled."""
    conquer_by_the_die(pi)
    before = state(pi)
    assert [chance["kind"] for chance in before["game"]["chances"]] == ["roll"]
    pi.cut_power(random.Random(5))
    pi.switch_on()
    pi.run("systemctl is-system-running --wait")
    after = state(pi)
    assert (after["game"], after["log"]) == (before["game"], before["log"])
    press(pi)


def pull(pi: Pi, board: Board) -> None:
    """Pull the tray out, which takes its power too.

    The power goes first: qemu 7.2 crashes when a byte arrives for an adapter that it has just taken away.
    """
    board.word("power off")
    pi.run("udevadm settle")
    pi.unplug()


def test_the_tray_rolls_unplugged_and_plugged_in(pi: Pi, built: Path, tmp_path: Path) -> None:
    """Its firmware behind a USB serial adapter is found whenever it is plugged in, and the table hears its knocks."""
    conquer_by_the_die(pi)
    with closing(Board(built, tmp_path)) as board:
        pi.adapter(board.port)
        pi.plug()
        board.breathes()
        board.press()
        assert shown(pi, lambda view: view["last_roll"])["source"] == "tray"
        pull(pi, board)
        pi.run("udevadm settle; test ! -e /dev/smallworld-tray")
        board.word("power on")
        pi.plug()
        pi.run("udevadm wait --timeout=300 /dev/smallworld-tray")
        board.press()
        assert shown(pi, lambda view: view["practice"])["source"] == "tray"
        pull(pi, board)


def test_a_release_that_is_not_well_gives_back(pi: Pi) -> None:
    """A newer release that cannot read the games is not used: the same process has the same game."""
    before, process = state(pi), pi.run(f"systemctl show --property=MainPID {UNIT}")
    pi.run(NEWER)
    said = pi.run("! companion update --now /root/newer")
    assert "fails its health check" in said
    assert pi.run("companion --version").split()[-1] == companion.__version__
    assert pi.run(f"systemctl show --property=MainPID {UNIT}") == process
    assert state(pi)["game"] == before["game"]
