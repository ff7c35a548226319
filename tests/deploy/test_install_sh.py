"""The owner's command where it changes nothing: what it would do, and what it refuses."""

import importlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# All that an installation makes or changes.
MADE = (
    "/opt/smallworld-companion",
    "/var/lib/smallworld-companion",
    "/etc/systemd/system",
    "/etc/avahi/services",
    "/etc/udev/rules.d",
    "/usr/local/bin",
    "/etc/passwd",
    "/etc/group",
    "/var/lib/dpkg/status",
)


def install(*options: str) -> subprocess.CompletedProcess[str]:
    """Type the command in the checkout."""
    return subprocess.run(["sh", "deploy/install.sh", *options], cwd=ROOT, capture_output=True, text=True, check=False)


def seen() -> dict[str, object]:
    """What lies where an installation would change something: files with their times, folders with their names."""
    found: dict[str, object] = {}
    for name in MADE:
        path = Path(name)
        if path.is_dir():
            found[name] = sorted(one.name for one in path.iterdir())
        else:
            found[name] = path.stat().st_mtime_ns if path.exists() else None
    return found


@pytest.mark.skipif(not shutil.which("systemctl") or not shutil.which("dpkg"), reason="needs a Debian with systemd")
def test_check_says_what_it_would_do_and_changes_nothing_here() -> None:
    """Each line is a thing it would do, and afterwards this computer is as it was."""
    before = seen()
    done = install("--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    plain = "Everything is in place. Nothing would be changed."
    assert all(line.startswith("Would do: ") or line == plain for line in done.stdout.splitlines())
    assert seen() == before


def test_help_lists_every_option() -> None:
    """All the options that the script knows stand in its help."""
    known = {
        line.split(")")[0].strip() for line in (ROOT / "deploy/install.sh").read_text().splitlines() if "--" in line
    }
    options = {name for name in known if name.startswith("--") and " " not in name}
    said = install("--help").stdout
    assert options >= {"--check", "--uninstall", "--beside", "--screen"}
    assert all(name in said for name in options)


@pytest.mark.parametrize("options", [("--chek",), ("--check", "--uninstall")])
def test_what_it_does_not_know_it_refuses(options: tuple[str, ...]) -> None:
    """A slip of the finger does not install or remove anything."""
    before = seen()
    assert install(*options).returncode != 0
    assert seen() == before


def test_what_is_written_is_on_the_disk_before_it_takes_its_name(tmp_path: Path) -> None:
    """A power cut right after it leaves what was there before, or all of the new file: never an empty one."""
    put = re.search(r"^put\(\) \{.*?^\}", (ROOT / "deploy/install.sh").read_text(), re.M | re.S)
    assert put
    around = 'step() { :; }; sync() { echo "sync: $(cat "$1")"; }; mv() { echo "mv: $2"; }'
    script = f'{around}\n{put[0]}\necho port = 80 | put {tmp_path}/settings "Writing the settings"'
    done = subprocess.run(["sh", "-eu", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["sync: port = 80", f"mv: {tmp_path}/settings"]


@pytest.mark.skipif(not shutil.which("NetworkManager"), reason="needs NetworkManager")
def test_networkmanager_reads_what_is_put_there_for_the_wifi(tmp_path: Path) -> None:
    """Its own words for what it would do: the radio never sleeps, and the home's Wi-Fi is never given up."""
    shutil.copy(ROOT / "deploy/wifi.conf", tmp_path)
    command = ["NetworkManager", f"--config-dir={tmp_path}", "--print-config"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert "wifi.powersave=2" in said
    assert "autoconnect-retries-default=0" in said


@pytest.fixture
def wifi_computer(tmp_path: Path) -> Path:
    """A folder with the programs that install.sh calls for the Wi-Fi, each of which notes what it was told."""
    for name in ("nmcli", "iw"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho {name} "$@" >>{tmp_path}/told\n')
        program.chmod(0o755)
    return tmp_path


def part_of_install(folder: Path, function: str) -> list[str]:
    """Run one function of install.sh, its file and radios in a folder; returns what was said to nmcli and iw."""
    script = (ROOT / "deploy/install.sh").read_text()
    functions, _, _ = script.partition("\nmode=install ")
    text = functions.replace("/etc/NetworkManager/conf.d", str(folder)).replace("/sys/class/net", f"{folder}/net")
    text = text.replace('here=$(CDPATH=\'\' cd -- "$(dirname -- "$0")/.." && pwd -P)', f"here={ROOT}")
    stand_ins = "installed() { true; }; running() { true; }; mode=install planned=''"
    done = subprocess.run(
        ["sh", "-s"],
        input=f"{text}\n{stand_ins}\n{function}\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = folder / "told"
    lines = told.read_text().splitlines() if told.exists() else []
    told.unlink(missing_ok=True)
    return lines


def test_the_wifi_radio_is_kept_awake(wifi_computer: Path) -> None:
    """At once, without a connection being cut, and after each start by a file; typed again, nothing is done again."""
    for name in ("eth0", "wlan0/phy80211"):
        (wifi_computer / "net" / name).mkdir(parents=True)
    told = part_of_install(wifi_computer, "home_wifi")
    assert told == ["nmcli general reload conf", "iw dev wlan0 set power_save off"]
    assert (wifi_computer / "smallworld-wifi.conf").read_text() == (ROOT / "deploy/wifi.conf").read_text()
    assert part_of_install(wifi_computer, "home_wifi") == []


def test_the_modules_that_the_script_asks_for_are_there() -> None:
    """Its own lines of Python are run by an installed release, when everything else is done already."""
    script = (ROOT / "deploy/install.sh").read_text()
    wanted = re.findall(r"(?:^ *|')from (companion\.[\w.]+) import (\w+)", script, re.M)
    # The release that is replaced may be older than the folder `upkeep`.
    found = {(module, name) for module, name in wanted if module != "companion.update"}
    assert len(found) == 5
    assert all(hasattr(importlib.import_module(module), name) for module, name in found)
