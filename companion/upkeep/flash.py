"""`companion tray flash`: puts the ready firmware onto a board (ATmega328P) through its own boot loader, by avrdude."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import click
import serial

from companion import hardware
from companion.hardware import finding
from companion.hardware.finding import Port
from companion.hardware.pins import Unavailable
from companion.hardware.talk import PROTOCOL, About, Here, Stranger, Talk
from companion.settings import Settings

FIRMWARE = Path(hardware.__file__).with_name("tray.hex")
CHIP = "atmega328p"
# Baud: of today's boot loader, and of the one that copies of the Nano still come with.
SPEEDS = (115200, 57600)
# So often a boot loader is asked at each speed. avrdude takes 5 seconds for each time, and would ask ten times.
ATTEMPTS = 2
# Seconds: for one run of avrdude, which gives up much earlier; and from its end to the tray's first answer, as an old
# boot loader keeps silent for two, and a new tray gathers chance first.
PATIENCE, AWAKE = 120.0, 8.0

PAGE = "firmware/README.md"


def run(settings: Settings, speeds: tuple[int, ...] = SPEEDS) -> None:
    """Write the firmware, and wait until the tray answers. Raises ClickException with what to do."""
    avrdude = shutil.which("avrdude")
    if avrdude is None:
        raise click.ClickException(
            "avrdude, the program that writes to the board, is not installed. Type: sudo apt-get install avrdude"
        )
    port = _board(settings.tray)
    click.echo(f"Writing the firmware to the board at {port}. Leave it plugged in.")
    try:
        # Held meanwhile, so that a table that is started now leaves the board alone.
        with finding.opened(port):
            _write(avrdude, port, speeds)
        answered = greeting(port)
    except Unavailable as error:
        raise click.ClickException(f"{error} If the table has it: sudo systemctl stop smallworld-companion") from None
    click.echo(_told(answered))


def _board(setting: str) -> Port:
    if "://" in setting:
        raise click.ClickException(f"{setting} is no port of this computer. Plug the board in here, and name its port.")
    named = setting not in ("auto", "off", "virtual")
    found = finding.boards(setting if named else "auto")
    if named and not found:
        raise click.ClickException(f"There is no {setting}. Plug the board in, or leave --tray away to have it found.")
    return the_one(found, finding.ports("auto"))


def the_one(boards: Sequence[Port], others: Sequence[Port]) -> Port:
    """The board to write to, where there is no doubt; `others` are all ports there are. Raises ClickException."""
    if len(boards) == 1:
        return boards[0]
    if boards:
        listed = "".join(f"\n  companion tray flash --tray {port.device}" for port in boards)
        raise click.ClickException(f"Several boards are plugged in. Unplug the others, or name yours:{listed}")
    listed = "".join(f"\n  companion tray flash --tray {port.device}  # {port.what or '?'}" for port in others)
    raise click.ClickException(
        "No Arduino is plugged in. Use a cable that carries data: many only charge."
        f" (A Raspberry Pi Pico is not flashed: {PAGE} says how to copy its files.)"
        + (f" If one of these is your board, name it:{listed}" if others else "")
    )


def _write(avrdude: str, port: Port, speeds: tuple[int, ...]) -> None:
    said = ""
    for speed in speeds:
        click.echo(f"  with its boot loader at {speed} baud ...")
        command = [avrdude, "-p", CHIP, "-c", "arduino", "-P", port.device, "-b", str(speed)]
        try:
            # -D: a boot loader erases page by page, and the board's memory of its rolls stays.
            done = subprocess.run(  # noqa: S603  Its own words and a device.
                [*command, "-x", f"attempts={ATTEMPTS}", "-D", "-U", f"flash:w:{FIRMWARE}:i"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise click.ClickException(f"avrdude could not be used: {error}") from None
        said = done.stdout + done.stderr
        if done.returncode == 0:
            return
        if "signature" in said.lower() and "not in sync" not in said:
            raise click.ClickException(f"{said.strip()}\nThis board has another chip than the ATmega328P: see {PAGE}.")
    raise click.ClickException(
        f"{said.strip()}\nThe board at {port} did not take the firmware. Unplug it, plug it in again and retry; try"
        f" another cable; and check that it is an ATmega328P, not one of the look-alikes in {PAGE}."
    )


def greeting(port: Port, patience: float = AWAKE) -> About | Stranger | None:
    """What the tray at a port says of itself, None where nothing answers as one. Raises Unavailable."""
    talk = Talk(b"")  # Hello needs no key, and nothing else is said.
    until = time.monotonic() + patience
    with finding.opened(port) as line:
        line.timeout = 0.1
        talk.open(time.monotonic())
        while (now := time.monotonic()) < until:
            talk.tick(now)
            try:
                line.write(talk.take())
                events = talk.receive(line.read(line.in_waiting or 1), now)
            except (serial.SerialException, OSError):
                return None
            for event in events:
                if isinstance(event, Here):
                    return event.about
                if isinstance(event, Stranger):
                    return event
    return None


def _told(answered: About | Stranger | None) -> str:
    if isinstance(answered, About):
        return (
            f"Done: the tray answers. Board {answered.id}, firmware {answered.firmware}, rolls so far: {answered.rolls}"
            "\nTry it: companion doctor --live"
        )
    if answered:
        raise click.ClickException(f"The tray answers in version {answered.protocol} of its protocol, not {PROTOCOL}.")
    raise click.ClickException(
        "The firmware is on the board, but the board does not answer. It may be a look-alike that runs at another"
        f" speed, such as one with an LGT8F328P: {PAGE} says how to tell."
    )
