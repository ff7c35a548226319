"""The GPIO pins of this computer, or why they cannot be used.

gpiozero is imported where a pin is opened, here and beside: a table without pins does without its 4 MB.
"""

import grp
import os
import pwd
from pathlib import Path
from typing import Any, Literal

from companion.language import text
from companion.rules.model import Message


class Unavailable(Exception):
    """What is missing and how to mend it, in words for people; as a string in English."""

    def __init__(self, message: Message) -> None:
        super().__init__(text.sentence(message))
        self.message = message


def open_pins(kind: Literal["auto", "mock"], devices: Path = Path("/dev")) -> Any:
    """Open gpiozero's pin factory: the kernel's GPIO character device, or gpiozero's own mock pins.

    `devices` is where the kernel puts the chips. Raises Unavailable. lgpio keeps its pipes in the working directory,
    which must be writable.
    """
    if kind == "mock":
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        return MockFactory(pin_class=MockPWMPin)
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise Unavailable(Message("notice.pins.none"))
    from gpiozero.exc import PinUnknownPi

    shut = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if len(shut) == len(chips):
        raise Unavailable(_not_allowed(shut[0]))
    try:
        # Imported here, because lgpio starts a thread and not every computer has it.
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError:
        raise Unavailable(Message("notice.pins.library")) from None
    except PinUnknownPi:
        raise Unavailable(Message("notice.pins.stranger")) from None
    except Exception as error:  # lgpio's own errors share no base class.
        raise Unavailable(Message("notice.pins.shut", {"why": words_of(error)})) from error


def why_not(part: str, setting: str, pin: int, error: Exception) -> Unavailable:
    """Say why one pin could not be had, given what gpiozero or lgpio raised. `part` is button or light."""
    from gpiozero.exc import GPIOPinInUse, PinInvalidPin

    args = {"part": Message(f"part.{part}"), "pin": pin, "setting": setting}
    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
        return Unavailable(Message("notice.pin.busy", args))
    if isinstance(error, PinInvalidPin):
        return Unavailable(Message("notice.pin.none", args))
    return Unavailable(Message("notice.pin.other", {**args, "why": words_of(error)}))


def words_of(error: Exception) -> str:
    """The words of an error; lgpio's own come wrapped in quotes."""
    from gpiozero.exc import GPIOZeroError

    found = str(error).strip("'\" ")
    return found or (type(error).__name__ if isinstance(error, GPIOZeroError) else "no reason given")


def _not_allowed(chip: Path) -> Message:
    """How this user gets at the chip: a place in the group that owns it."""
    user = pwd.getpwuid(os.geteuid()).pw_name
    group = grp.getgrgid(chip.stat().st_gid).gr_name
    args = {"user": user, "group": group, "device": str(chip)}
    return Message("notice.pins.nobody" if group == "root" else "notice.pins.rights", args)
