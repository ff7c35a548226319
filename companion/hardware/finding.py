"""Where the dice tray is: at the port that was set, or at one whose USB identity a tray may have."""

import contextlib
import errno
import os
import pwd
import termios
from pathlib import Path
from typing import NamedTuple

import serial
from serial.tools import list_ports

from companion.hardware.pins import Unavailable
from companion.rules.model import Say

BAUD = 57600
# The udev rule in deploy/ gives a tray this name.
LINK = Path("/dev/smallworld-tray")
# The serial chips of Arduino Nanos and their like: WCH's CH340, FTDI's FT232, and Arduino's own (any product).
CHIPS = {(0x1A86, 0x7523), (0x0403, 0x6001)}
MAKERS = {0x2341, 0x2A03}


class Port(NamedTuple):
    """A port where a tray may be: its device or URL, and whether somebody named it in the settings."""

    device: str
    named: bool


def ports(setting: str) -> list[Port]:
    """The ports to try, the likeliest first. `setting` is "auto", a device or a URL of pyserial."""
    if setting != "auto":
        return [Port(setting, True)] if "://" in setting or Path(setting).exists() else []
    found = [found.device for found in list_ports.comports() if is_likely(found.vid, found.pid)]
    if LINK.exists():
        found.insert(0, str(LINK.resolve()))
    return [Port(device, False) for device in dict.fromkeys(found)]


def is_likely(vendor: int | None, product: int | None) -> bool:
    """Whether a USB device with this identity may be a tray."""
    return (vendor, product) in CHIPS or vendor in MAKERS


def missing(setting: str) -> Say:
    """What to say when the port that was set is not there."""
    return Say("notice.tray.missing", {"device": setting})


def opened(port: Port) -> serial.Serial:
    """Open a port for us alone. Raises Unavailable."""
    try:
        # Writing must never hang: a second is 5,000 bytes.
        found = serial.serial_for_url(port.device, BAUD, write_timeout=1, exclusive=True)
    except (serial.SerialException, OSError, ValueError) as error:
        raise Unavailable(why_not(port.device, error)) from error
    _leave_running(found)
    return found


def _leave_running(port: serial.Serial) -> None:
    """Have DTR stay as it is when the port is closed.

    Else it falls then, and its rise at the next opening resets the board: a table that was started anew would take the
    roll in the middle for an old one.
    """
    with contextlib.suppress(OSError, termios.error):  # A port by URL has no DTR.
        attributes = termios.tcgetattr(port.fileno())
        attributes[2] &= ~termios.HUPCL
        termios.tcsetattr(port.fileno(), termios.TCSANOW, attributes)


def why_not(device: str, error: Exception) -> Say:
    """Why a port cannot be opened, and how to mend it."""
    number = getattr(error, "errno", None)
    if number in _REASONS:
        user = pwd.getpwuid(os.geteuid()).pw_name
        return Say(_REASONS[number], {"device": device, "user": user})
    key = "notice.tray.no_port" if isinstance(error, ValueError) else "notice.tray.shut"
    return Say(key, {"device": device, "why": str(error)})


_RIGHTS, _BUSY, _GONE = "notice.tray.rights", "notice.tray.busy", "notice.tray.gone"
_REASONS = {
    errno.EACCES: _RIGHTS,
    errno.EPERM: _RIGHTS,
    errno.EAGAIN: _BUSY,  # Another program has locked it.
    errno.EBUSY: _BUSY,
    errno.ENOENT: _GONE,
    errno.EIO: _GONE,
    errno.ENXIO: _GONE,
    errno.ENODEV: _GONE,
}
