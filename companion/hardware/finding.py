"""Finding the dice tray: at the configured port, or at any USB port not known to belong to another device."""

import contextlib
import errno
import os
import pwd
import re
import termios
from pathlib import Path
from typing import NamedTuple, Protocol

import serial
from serial.tools import list_ports

from companion.hardware.pins import Unavailable
from companion.rules.model import Message

BAUD = 57600
# The udev rule in deploy/ gives a tray this name.
LINK = Path("/dev/smallworld-tray")
# The serial chips of Arduino Nanos and their like, asked first: WCH's CH340, CH341, CH343 and CH9102, FTDI's FT232 and
# FT231X, Silicon Labs' CP210x, Prolific's PL2303, and Arduino's own (any product).
CHIPS = {
    (0x1A86, 0x7523), (0x1A86, 0x5523), (0x1A86, 0x55D3), (0x1A86, 0x55D4), (0x0403, 0x6001), (0x0403, 0x6015),
    (0x10C4, 0xEA60), (0x067B, 0x2303), (0x067B, 0x23A3),
}  # fmt: skip
MAKERS = {0x2341, 0x2A03}
# Whose ports are never opened, by the USB ID Repository (linux-usb.org): receivers of U-blox and Garmin, modems of
# Huawei, ZTE, Sierra, Quectel, SIMCom, Telit, Option, Qualcomm and Fibocom, printers of Prusa and UltiMachine, radios
# for the house of dresden elektronik, debug probes of Arm and SEGGER.
OTHERS = {
    0x1546, 0x091E, 0x12D1, 0x19D2, 0x1199, 0x2C7C, 0x1E0E, 0x1BC7, 0x0AF0, 0x05C6, 0x2CB7, 0x2C99, 0x27B1, 0x1CF1,
    0x0D28, 0x1366,
}  # fmt: skip
# Further radios for the house (Z-Stick, HUSBZB, CC2531), and debug probes (ST-LINK, Raspberry Pi's).
OTHER_CHIPS = {
    (0x0658, 0x0200), (0x10C4, 0x8A2A), (0x0451, 0x16A8), (0x0483, 0x374B), (0x0483, 0x3752), (0x0483, 0x374E),
    (0x2E8A, 0x000C),
}  # fmt: skip
# What a device with anybody's chip calls itself where it is no tray.
_OTHER_WORDS = re.compile(
    r"zig-?bee|z-?wave|conbee|skyconnect|\bzbt|gps|gnss|modem|\blte\b|\bgsm\b|printer|prusa|creality|st-?link|cmsis",
    re.IGNORECASE,
)


class Port(NamedTuple):
    """A port where a tray may be: its device or URL, whether the settings name it, and what the device calls itself."""

    device: str
    named: bool
    what: str = ""

    def __str__(self) -> str:
        return f"{self.device} ({self.what})" if self.what else self.device


class Usb(Protocol):
    """What pyserial lists of a port; a port that is not on USB has no `vid`."""

    device: str
    vid: int | None
    pid: int | None
    product: str | None
    manufacturer: str | None


def ports(setting: str) -> list[Port]:
    """The ports to try, the likeliest first. `setting` is "auto", a device or a URL of pyserial."""
    if setting != "auto":
        return [Port(setting, True)] if "://" in setting or Path(setting).exists() else []
    link = str(LINK.resolve()) if LINK.exists() else ""
    found = sorted(list_ports.comports(), key=lambda usb: (usb.device != link, not is_likely(usb.vid, usb.pid)))
    return [Port(usb.device, False, usb.product or "") for usb in found if may_be_asked(usb)]


def boards(setting: str) -> list[Port]:
    """The ports where a board to flash may be: the one that is named, or those with the chip of a usual tray."""
    likely = {usb.device for usb in list_ports.comports() if is_likely(usb.vid, usb.pid)}
    return [port for port in ports(setting) if port.named or port.device in likely]


def is_likely(vendor: int | None, product: int | None) -> bool:
    """Whether a USB device with this identity has the chip of a usual tray."""
    return (vendor, product) in CHIPS or vendor in MAKERS


def may_be_asked(usb: Usb) -> bool:
    """Whether this may be a tray: any USB device that is not known to be something else."""
    known = usb.vid in OTHERS or (usb.vid, usb.pid) in OTHER_CHIPS
    return usb.vid is not None and not known and not _OTHER_WORDS.search(f"{usb.manufacturer} {usb.product}")


def missing(setting: str) -> Message:
    """The notice when the configured port is missing."""
    return Message("notice.tray.missing", {"device": setting})


def opened(port: Port) -> serial.Serial:
    """Open a port exclusively. Raises Unavailable."""
    try:
        # Writing must never hang: a second is 5,000 bytes.
        found = serial.serial_for_url(port.device, BAUD, write_timeout=1, exclusive=True)
    except (serial.SerialException, OSError, ValueError) as error:
        raise Unavailable(why_not(port.device, error)) from error
    _leave_running(found)
    return found


def _leave_running(port: serial.Serial) -> None:
    """Keep DTR unchanged when the port is closed.

    Else it falls then, and its rise at the next opening resets the board: a restarted table would take
    a roll that was under way for an old one.
    """
    with contextlib.suppress(OSError, termios.error):  # A port by URL has no DTR.
        attributes = termios.tcgetattr(port.fileno())
        attributes[2] &= ~termios.HUPCL
        termios.tcsetattr(port.fileno(), termios.TCSANOW, attributes)


def why_not(device: str, error: Exception) -> Message:
    """Why a port cannot be opened, and how to mend it."""
    number = getattr(error, "errno", None)
    if number in _REASONS:
        user = pwd.getpwuid(os.geteuid()).pw_name
        return Message(_REASONS[number], {"device": device, "user": user})
    key = "notice.tray.no_port" if isinstance(error, ValueError) else "notice.tray.shut"
    return Message(key, {"device": device, "why": str(error)})


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
