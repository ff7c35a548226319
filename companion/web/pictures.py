"""Helpers for templates: sentences in a language, and QR codes."""

import io
from collections.abc import Callable

from companion.language import text
from companion.rules.model import Message


def words(spoken: str) -> Callable[..., str]:
    """For templates: the sentence of a message key, with what it counts."""
    return lambda key, **args: text.sentence(Message(key, args), spoken)


def qr_code(address: str) -> bytes:
    """An address as a QR code in SVG, black on white with the quiet zone that scanners need."""
    # Imported here, because the table opens sooner without it, and shows its first code later.
    import qrcode
    import qrcode.image.svg

    image = qrcode.make(address, image_factory=qrcode.image.svg.SvgPathFillImage, box_size=20, border=4)
    out = io.BytesIO()
    image.save(out)
    return out.getvalue()
