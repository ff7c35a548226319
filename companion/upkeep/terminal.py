"""Terminal output: the address as a QR code, and plain sentences."""

import sys
from io import StringIO, TextIOWrapper
from pathlib import Path

import click


def welcome(address: str, data: Path) -> None:
    """Print how to reach the table and how to close it."""
    invite(address)
    click.echo(f"The table screen is at {address}/table. Games are saved in {data}.")
    click.echo("Press Ctrl-C to close the table.")


def invite(address: str) -> None:
    """Print the table's address with a QR code that a phone can scan."""
    # A terminal that cannot write the blocks of the code must not end the table.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    click.echo(code(address))
    click.echo(f"Scan the code, or open this address on a phone in the same network:\n\n    {address}\n")


def code(address: str) -> str:
    """The QR code as lines of blocks, two modules to a sign, light where the terminal shows its text colour."""
    # Imported here, because a table that no terminal watches prints no code.
    import qrcode

    lines = StringIO()
    made = qrcode.QRCode(border=4)
    made.add_data(address)
    made.print_ascii(out=lines, invert=True)
    return lines.getvalue().rstrip("\n")
