"""Health of this computer: power, disk, network, clock, rights and port, as the kernel reports them.

Each check yields the faults it finds, and nothing if all is well or this computer cannot tell. The texts of a fault are
the words "status.WHAT" and "status.WHAT.do".
"""

from __future__ import annotations

import errno
import grp
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from companion.host.address import interfaces
from companion.host.hotspot import ADDRESS
from companion.host.iw import iw
from companion.settings import Settings

SYS, DEV = Path("/sys"), Path("/dev")
# As deploy/install.sh has them.
INSTALLED = Path("/var/lib/smallworld-companion")
UNIT = Path("/etc/systemd/system/smallworld-companion.service")
# Bits of the Pi firmware's power status: too low now, and at some time since power-on.
LOW_NOW, LOW_ONCE = 1 << 0, 1 << 16
# Bytes: less on the system's own disk, and Debian itself begins to fail.
ROOM = 200 * 2**20
# Seconds by which the clock may be behind the newest file without being called wrong.
SLACK = 300
# Seconds since the kernel began: the slowest Pi has opened the table by then. Later only the service itself starts.
STARTING = 120


class Fault(Struct, frozen=True):
    """A fault of the computer; `args` are for its text."""

    part: str
    what: str
    args: dict[str, Any] = field(default_factory=dict)


def starting(clock: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME)) -> bool:
    """Whether this computer has just been switched on; `clock` gives the seconds since then."""
    return clock() < STARTING


def faults(settings: Settings, *, open: bool) -> list[Fault]:
    """All faults of this computer; `open` says that the table is open, so that its port is its own."""
    found = [fault for check in CHECKS for fault in check(settings)]
    return found if open else found + list(port(settings))


def power(_: Settings) -> Iterator[Fault]:
    """Whether a Pi's power supply is too weak. Other computers do not report that."""
    bits = throttled()
    if bits is not None and bits & LOW_NOW:
        yield Fault("power", "power_low")
    elif bits is not None and bits & LOW_ONCE:
        yield Fault("power", "power_was_low")


def throttled() -> int | None:
    """The firmware's power status as bits; None if there is none."""
    if word := _read(SYS / "devices/platform/soc/soc:firmware/get_throttled"):
        return _bits(word)
    for chip in SYS.glob("class/hwmon/*"):
        if _read(chip / "name") == "rpi_volt" and (alarm := _read(chip / "in0_lcrit_alarm")):
            return LOW_NOW if alarm == "1" else 0
    # The service may not use it, a person at the terminal may.
    if not (program := shutil.which("vcgencmd")):
        return None
    said = subprocess.run([program, "get_throttled"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    return _bits(said.strip().removeprefix("throttled="))


def disk(settings: Settings) -> Iterator[Fault]:
    """Whether the disks can be written and have room; the room for the games themselves is looked at elsewhere."""
    try:
        folder = settings.data if settings.data.exists() else settings.data.parent
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            yield Fault("disk", "disk_read_only", {"data": str(settings.data)})
        if (free := shutil.disk_usage("/").free) < ROOM:
            yield Fault("disk", "disk_full", {"room": free // 2**20})
    except OSError:
        return  # The finding about the games says why.


def network(_: Settings) -> Iterator[Fault]:
    """Whether phones can reach this computer."""
    found = [one.address for one in interfaces() if not one.address.is_loopback]
    if not found:
        yield Fault("network", "network_none")
    elif all(address.is_link_local for address in found):
        yield Fault("network", "network_alone")


def radio(_: Settings) -> Iterator[Fault]:
    """Whether a Wi-Fi radio may sleep between packets, so that the table answers late and its name is lost."""
    # The hotspot's own radio never sleeps while phones may come.
    hotspot = {one.name for one in interfaces() if str(one.address) == ADDRESS}
    for wifi in sorted(SYS.glob("class/net/*/phy80211")):
        if wifi.parent.name not in hotspot and iw("dev", wifi.parent.name, "get", "power_save") == "Power save: on":
            yield Fault("network", "network_sleeps", {"radio": wifi.parent.name})


def clock(settings: Settings) -> Iterator[Fault]:
    """Whether the clock is behind what this computer has written: without a network a Pi does not know the time."""
    newest = max(_written(mark) for mark in (Path(__file__), *settings.data.glob("games.db*")))
    if time.time() < newest - SLACK:
        now, then = (f"{datetime.fromtimestamp(one, UTC):%Y-%m-%d %H:%M}" for one in (time.time(), newest))
        yield Fault("clock", "clock_behind", {"now": now, "newest": then})


def rights(settings: Settings) -> Iterator[Fault]:
    """Whether this user may use the pins and the serial ports that there are."""
    wanted = ["gpiochip0"] if settings.pins == "auto" else []
    wanted += ["ttyUSB*", "ttyACM*"] if settings.tray == "auto" else []
    for device in (device for name in wanted for device in sorted(DEV.glob(name))):
        if not os.access(device, os.R_OK | os.W_OK):
            args = {"device": str(device), "group": _group(device), "user": _user()}
            yield Fault("rights", "rights_missing", args)


def port(settings: Settings) -> Iterator[Fault]:
    """Whether another program has the table's port."""
    if not settings.port:
        return
    try:
        socket.create_server((settings.host, settings.port)).close()
    except OSError as error:
        # A port below 1024 is the service's to open, and not every user's.
        if error.errno == errno.EADDRINUSE:
            yield Fault("port", "port_busy", {"port": settings.port})


def service(settings: Settings) -> str:
    """What systemd says of the installed service that keeps these games, "" where there is none."""
    if settings.data != INSTALLED or not UNIT.exists() or not Path("/run/systemd/system").exists():
        return ""
    asked = ["/usr/bin/systemctl", "is-active", UNIT.name]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603  Our own unit.


# In the order in which they are shown.
CHECKS: tuple[Callable[[Settings], Iterator[Fault]], ...] = (power, disk, network, radio, clock, rights)


def _written(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _bits(word: str) -> int | None:
    try:
        return int(word, 16)
    except ValueError:
        return None


def _group(device: Path) -> str:
    try:
        return grp.getgrgid(device.stat().st_gid).gr_name
    except (KeyError, OSError):
        return "?"


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _read(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""
