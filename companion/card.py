"""The two-step card on a sheet of paper: a PDF of squares and letters, without a library for it.

Sources: the PDF format (ISO 32000-1); its fonts are two of the fourteen that every reader has.
"""

from pathlib import Path

import click
import qrcode
from msgspec import Struct

from companion import hotspot, text
from companion.keeping import give
from companion.rules.model import Say

HEAD = b"%PDF-1.4\n"
# Points: a sheet of A4, the side of a code with its quiet zone, and where the codes stand.
_WIDTH, _HEIGHT = 595, 842
_CODE, _LEFT, _WORDS = 240, 48, 312
_ROWS = (455, 165)


class Card(Struct, frozen=True):
    """What is on it: the Wi-Fi's name and password, and the address of the page."""

    name: str
    password: str
    address: str


def as_pdf(card: Card, language: str = text.DEFAULT) -> bytes:
    """The card as a PDF of one page."""

    def say(key: str) -> str:
        return text.sentence(Say(f"card.{key}"), language)

    first, second = _ROWS
    drawn = [
        _text(_LEFT + 12, 760, 30, say("title"), bold=True),
        _text(_LEFT + 12, 732, 14, say("lead")),
        *_step(first, hotspot.join_code(card.password), f"1  {say('join')}"),
        _text(_WORDS, first + 128, 14, say("name")),
        _text(_WORDS, first + 104, 24, card.name, bold=True),
        _text(_WORDS, first + 68, 14, say("password")),
        _text(_WORDS, first + 44, 24, card.password, bold=True),
        *_step(second, card.address, f"2  {say('open')}"),
        _text(_WORDS, second + 128, 14, say("type")),
        _text(_WORDS, second + 104, 20, card.address, bold=True),
        _text(_LEFT + 12, 110, 14, say("stay")),
    ]
    return _file("\n".join(drawn).encode("cp1252", "replace"))


def run(data: Path, port: int, file: Path, language: str = text.DEFAULT) -> None:
    """Write the card of a table to a file. Raises ClickException."""
    try:
        card = Card(hotspot.NAME, hotspot.password(data), hotspot.page(port))
        if file.exists() and not file.read_bytes().startswith(HEAD):
            raise click.ClickException(f"{file} is there already and is no PDF: name another file.")
        file.write_bytes(as_pdf(card, language))
        give(file)
    except OSError as error:
        raise click.ClickException(f"{error.filename or file} cannot be used: {error.strerror}.") from None
    click.echo(f"{file} is written: print it, or open it on a screen. It holds the hotspot's password.")


def _step(bottom: int, said: str, name: str) -> list[str]:
    return [_code(_LEFT, bottom, said), _text(_WORDS, bottom + _CODE - 50, 26, name, bold=True)]


def _code(left: int, bottom: int, said: str) -> str:
    """A QR code as black squares."""
    made = qrcode.QRCode(border=4)
    made.add_data(said)
    rows = made.get_matrix()
    side = _CODE / len(rows)
    squares = [
        f"{left + x * side:.3f} {bottom + _CODE - (y + 1) * side:.3f} {side:.3f} {side:.3f} re"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    ]
    return "\n".join([*squares, "f"])


def _text(left: int, bottom: int, size: int, said: str, *, bold: bool = False) -> str:
    """A line of text from its left end."""
    for sign in "\\()":
        said = said.replace(sign, f"\\{sign}")
    return f"BT /{'B' if bold else 'R'} {size} Tf {left} {bottom} Td ({said}) Tj ET"


def _file(content: bytes) -> bytes:
    """A PDF with one page of this content."""
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica%s /Encoding /WinAnsiEncoding >>"
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_WIDTH} {_HEIGHT}] /Contents 4 0 R"
        " /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>"
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page.encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        (font % "").encode(),
        (font % "-Bold").encode(),
    ]
    written, places = HEAD, []
    for number, each in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(written))
    return written + b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table) + end
