"""The GPIO pins of this computer, or words on why they cannot be used."""

import grp
import os
import pwd
from pathlib import Path
from typing import Any, Literal

from gpiozero.exc import GPIOPinInUse, GPIOZeroError, PinInvalidPin, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion import text
from companion.rules.model import Say


class Unavailable(Exception):
    """What is missing and how to mend it, in words for people; as a string in English."""

    def __init__(self, say: Say) -> None:
        super().__init__(text.sentence(say))
        self.say = say


def open_pins(kind: Literal["auto", "mock"], devices: Path = Path("/dev")) -> Any:
    """Open gpiozero's pin factory: the kernel's GPIO character device, or gpiozero's own mock pins.

    `devices` is where the kernel puts the chips. Raises Unavailable. lgpio keeps its pipes in the working directory,
    which must be writable.
    """
    if kind == "mock":
        return MockFactory(pin_class=MockPWMPin)
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise Unavailable(Say("notice.pins.none"))
    shut = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if len(shut) == len(chips):
        raise Unavailable(_not_allowed(shut[0]))
    try:
        # Imported here, because lgpio starts a thread and not every computer has it.
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError:
        raise Unavailable(Say("notice.pins.library")) from None
    except PinUnknownPi:
        raise Unavailable(Say("notice.pins.stranger")) from None
    except Exception as error:  # lgpio's own errors share no base class.
        raise Unavailable(Say("notice.pins.shut", {"why": words_of(error)})) from error


def why_not(part: str, setting: str, pin: int, error: Exception) -> Unavailable:
    """Say why one pin could not be had, given what gpiozero or lgpio raised. `part` is button or light."""
    args = {"part": Say(f"part.{part}"), "pin": pin, "setting": setting}
    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
        return Unavailable(Say("notice.pin.busy", args))
    if isinstance(error, PinInvalidPin):
        return Unavailable(Say("notice.pin.none", args))
    return Unavailable(Say("notice.pin.other", {**args, "why": words_of(error)}))


def words_of(error: Exception) -> str:
    """The words of an error; lgpio's own come wrapped in quotes."""
    found = str(error).strip("'\" ")
    return found or (type(error).__name__ if isinstance(error, GPIOZeroError) else "no reason given")


def _not_allowed(chip: Path) -> Say:
    """How this user gets at the chip: a place in the group that owns it."""
    user = pwd.getpwuid(os.geteuid()).pw_name
    group = grp.getgrgid(chip.stat().st_gid).gr_name
    args = {"user": user, "group": group, "device": str(chip)}
    return Say("notice.pins.nobody" if group == "root" else "notice.pins.rights", args)
