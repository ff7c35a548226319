"""What the doctor finds at the computer itself: each fault by its own kind, with one sentence what to do."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host import health
from companion.settings import Settings
from companion.upkeep import status
from companion.upkeep.status import Facts

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can do that to a computer")


def settings(folder: Path, **more: object) -> Settings:
    """A table's settings that touch no pins and no tray."""
    return Settings(data=folder, **{"pins": "off", "tray": "off", "port": 0, **more})  # type: ignore[arg-type]


def found(folder: Path, **more: object) -> list[str]:
    """The kinds of all faults."""
    return [fault.what for fault in health.faults(settings(folder, **more), open=False)]


def told(folder: Path, part: str, **more: object) -> tuple[str, str]:
    """What is said of a part, and what to do, in words."""
    view = status.view(Facts(settings=settings(folder, **more)))
    (one,) = [each for each in view["findings"] if each["part"] == part and not each["well"]]
    assert "{" not in one["says"] + one["do"]
    return one["says"], one["do"]


def test_a_computer_without_a_fault_is_told_as_one_part(tmp_path: Path) -> None:
    """Where nothing is wrong the page has one line more and not seven."""
    parts = [(each.part, each.well) for each in status.examine(Facts(settings=settings(tmp_path)))]
    assert ("computer", True) in parts
    assert found(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "word", "fault"),
    [
        ("devices/platform/soc/soc:firmware/get_throttled", "50005", ["power_low"]),
        ("devices/platform/soc/soc:firmware/get_throttled", "50000", ["power_was_low"]),
        ("devices/platform/soc/soc:firmware/get_throttled", "0", []),
        ("class/hwmon/hwmon1/in0_lcrit_alarm", "1", ["power_low"]),
        ("class/hwmon/hwmon1/in0_lcrit_alarm", "0", []),
    ],
)
def test_weak_power_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, word: str, fault: list[str]
) -> None:
    """The kernel of a Pi tells it in one of two files, as documented for vcgencmd get_throttled and for rpi_volt."""
    chip = tmp_path / "class/hwmon/hwmon1"
    chip.mkdir(parents=True)
    (chip / "name").write_text("rpi_volt\n")
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(f"{word}\n")
    monkeypatch.setattr(health, "SYS", tmp_path)
    assert found(tmp_path) == fault
    if fault:
        assert "power supply" in told(tmp_path, "power")[1]


@as_root
def test_a_disk_that_can_only_be_read_is_found(tmp_path: Path) -> None:
    """As a worn-out card becomes."""
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "none", tmp_path], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this computer mounts nothing")
    try:
        assert found(tmp_path) == ["disk_read_only"]
        assert "set up a new card" in told(tmp_path, "disk")[1]
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_a_full_disk_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With less room on the system's disk than is asked for."""
    monkeypatch.setattr(health, "ROOM", 2**62)
    assert found(tmp_path) == ["disk_full"]
    assert "Free some space" in told(tmp_path, "disk")[1]


@as_root
@pytest.mark.skipif(not shutil.which("unshare"), reason="needs unshare")
def test_no_network_is_found(tmp_path: Path) -> None:
    """In a network of its own, in which nobody is, a computer has no address."""
    code = (
        "import sys; from pathlib import Path; from companion.host import health;"
        "from companion.settings import Settings;"
        "print([fault.what for fault in health.faults(Settings(data=Path(sys.argv[1]), port=0), open=False)])"
    )
    command = ["unshare", "--net", sys.executable, "-c", code, tmp_path]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=Path(__file__).parents[2]).stdout
    assert said == "['network_none']\n"


@pytest.mark.parametrize(
    ("said", "fault"),
    [("Power save: on", ["network_sleeps"]), ("Power save: off", []), ("", [])],
)
def test_a_radio_that_saves_power_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, fault: list[str]
) -> None:
    """In the words of the program iw, which has no radio to ask here; where it is silent nothing is claimed."""
    for name in ("class/net/eth0", "class/net/wlan0/phy80211"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "iw").write_text(f'#!/bin/sh\n[ "$*" = "dev wlan0 get power_save" ] && echo "{said}"\n')
    (tmp_path / "iw").chmod(0o755)
    monkeypatch.setattr(health, "SYS", tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert found(tmp_path) == fault
    if fault:
        says, do = told(tmp_path, "network")
        assert "wlan0 saves power" in says
        assert "iw dev wlan0 set power_save off" in do


def test_a_clock_that_is_behind_is_found(tmp_path: Path) -> None:
    """A row was written tomorrow: the clock is wrong, and the sentence has both times."""
    log = tmp_path / "games.db"
    log.touch()
    os.utime(log, (time.time() + 86400,) * 2)
    assert found(tmp_path) == ["clock_behind"]
    assert "sudo date -s" in told(tmp_path, "clock")[1]


@pytest.fixture
def devices() -> Iterator[Path]:
    """A folder of devices that everybody may look into."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@as_root
def test_missing_groups_are_found(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user outside the devices' groups, pins and serial ports alike, reads which to join."""
    for name in ("gpiochip0", "ttyUSB0"):
        (devices / name).touch()
        (devices / name).chmod(0o660)
        shutil.chown(devices / name, group="dialout")
    monkeypatch.setattr(health, "DEV", devices)
    more = {"pins": "auto", "tray": "auto"}
    assert found(devices, **more) == []
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        faults = health.rights(settings(devices, **more))
        os.write(
            writer, "\n".join(f"{fault.what} {fault.args['group']} {fault.args['user']}" for fault in faults).encode()
        )
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        assert pipe.read().splitlines() == ["rights_missing dialout nobody"] * 2


def test_a_busy_port_is_found_while_no_table_is_open(tmp_path: Path) -> None:
    """Another program listens there; when the table is open it is the table itself."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert found(tmp_path, host="127.0.0.1", port=port) == ["port_busy"]
        assert health.faults(settings(tmp_path, host="127.0.0.1", port=port), open=True) == []
        assert f":{port}" in told(tmp_path, "port", host="127.0.0.1", port=port)[1]
    assert found(tmp_path, host="127.0.0.1", port=port) == []
