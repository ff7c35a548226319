"""What the terminal shows: the address as a QR code to scan, and plain sentences."""

import sys
from io import StringIO, TextIOWrapper
from pathlib import Path

import click
import qrcode


def welcome(address: str, data: Path) -> None:
    """Say how the table is reached and how it is ended."""
    invite(address)
    click.echo(f"The screen for everybody is {address}/table and the games are kept in {data}.")
    click.echo("Ctrl-C ends the table.")


def invite(address: str) -> None:
    """Show where the table is, with a QR code that a phone can read off the screen."""
    # A terminal that cannot write the blocks of the code must not end the table.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    click.echo(code(address))
    click.echo(f"Scan the code, or type this address into a phone in the same network:\n\n    {address}\n")


def code(address: str) -> str:
    """The QR code as lines of blocks, two modules to a sign, light where the terminal shows its text colour."""
    lines = StringIO()
    made = qrcode.QRCode(border=4)
    made.add_data(address)
    made.print_ascii(out=lines, invert=True)
    return lines.getvalue().rstrip("\n")
