"""The GPIO pins of this computer, or one plain sentence on why they cannot be used."""

import grp
import os
import pwd
from pathlib import Path
from typing import Any, Literal

from gpiozero.exc import GPIOPinInUse, GPIOZeroError, PinInvalidPin, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin


class Unavailable(Exception):
    """One plain sentence: what is missing and how to mend it."""


def open_pins(kind: Literal["auto", "mock"], devices: Path = Path("/dev")) -> Any:
    """Open gpiozero's pin factory: the kernel's GPIO character device, or gpiozero's own mock pins.

    `devices` is where the kernel puts the chips. Raises Unavailable. lgpio keeps its pipes in the working directory,
    which must be writable.
    """
    if kind == "mock":
        return MockFactory(pin_class=MockPWMPin)
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise Unavailable("No die button: this computer has no GPIO pins. Roll on a phone, or with the box's own die.")
    shut = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if len(shut) == len(chips):
        raise Unavailable(_not_allowed(shut[0]))
    try:
        # Imported here, because lgpio starts a thread and not every computer has it.
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError:
        raise Unavailable(
            "No die button: the library lgpio is not installed. Start the table again with sh deploy/run.sh while the"
            " network is there, or install the package python3-lgpio."
        ) from None
    except PinUnknownPi:
        raise Unavailable(
            "No die button: this computer has GPIO pins but is no Raspberry Pi, so their numbers are not known. Roll on"
            " a phone, or with the box's own die."
        ) from None
    except Exception as error:  # lgpio's own errors share no base class.
        raise Unavailable(f"No die button: the GPIO pins cannot be opened ({words_of(error)}).") from error


def why_not(what: str, setting: str, pin: int, error: Exception) -> Unavailable:
    """Say why one pin could not be had, given what gpiozero or lgpio raised."""
    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
        return Unavailable(
            f"No {what}: GPIO {pin} is in use by another program or device. End that one, or set another {setting} in"
            " the settings."
        )
    if isinstance(error, PinInvalidPin):
        return Unavailable(f"No {what}: this computer has no GPIO {pin}. Set another {setting} in the settings.")
    return Unavailable(f"No {what}: GPIO {pin} cannot be used ({words_of(error)}).")


def words_of(error: Exception) -> str:
    """The words of an error; lgpio's own come wrapped in quotes."""
    text = str(error).strip("'\" ")
    return text or (type(error).__name__ if isinstance(error, GPIOZeroError) else "no reason given")


def _not_allowed(chip: Path) -> str:
    """How this user gets at the chip: a place in the group that owns it."""
    user = pwd.getpwuid(os.geteuid()).pw_name
    group = grp.getgrgid(chip.stat().st_gid).gr_name
    if group == "root":
        return (
            f"No die button: {user} may not use {chip}, and no group may. Roll on a phone, or with the box's own die."
        )
    return (
        f"No die button: {user} may not use {chip}. Type sudo usermod -aG {group} {user}, log out and in again, and"
        " start the table again."
    )
