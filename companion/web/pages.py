"""The pages: the phone's, the table screen's, and the QR code. All they show they ask of the JSON routes."""

import io
from collections.abc import Callable

import qrcode
import qrcode.image.svg
from flask import Blueprint, Flask, Response, render_template

from companion import text
from companion.dice import view
from companion.rules.model import Say
from companion.table import TableService
from companion.web.answers import language


def pages(app: Flask, table: TableService) -> None:
    """Add the pages to an app."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def phone() -> str:
        """The page of a phone."""
        return render_template("phone.html", language=language())

    @routes.get("/table")
    def screen() -> str:
        """The page of the table screen, for anybody to watch."""
        return render_template("table.html", language=language())

    @routes.get("/dice")
    def dice() -> str:
        """What the dice have rolled so far."""
        spoken = language()
        return render_template("dice.html", sources=view(table.dice(), spoken), say=words(spoken), language=spoken)

    @routes.get("/qr.svg")
    def qr() -> Response:
        """The QR code of the address that phones can reach."""
        return Response(qr_code(table.address()), content_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    app.register_blueprint(routes)


def words(spoken: str) -> Callable[[str], str]:
    """For templates: the sentence of a message key."""
    return lambda key: text.sentence(Say(key), spoken)


def qr_code(address: str) -> bytes:
    """An address as a QR code in SVG, black on white with the quiet zone that scanners need."""
    image = qrcode.make(address, image_factory=qrcode.image.svg.SvgPathFillImage, box_size=20, border=4)
    out = io.BytesIO()
    image.save(out)
    return out.getvalue()
