"""The pages: the phone's, the table screen's, and the QR code. All they show they ask of the JSON routes."""

import io

import qrcode
import qrcode.image.svg
from flask import Blueprint, Flask, Response, render_template

from companion.table import TableService


def pages(app: Flask, table: TableService) -> None:
    """Add the pages to an app."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def phone() -> str:
        """The page of a phone."""
        return render_template("phone.html")

    @routes.get("/table")
    def screen() -> str:
        """The page of the table screen, for anybody to watch."""
        return render_template("table.html")

    @routes.get("/qr.svg")
    def qr() -> Response:
        """The QR code of the address that phones can reach."""
        return Response(qr_code(table.address()), content_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    app.register_blueprint(routes)


def qr_code(address: str) -> bytes:
    """An address as a QR code in SVG, black on white with the quiet zone that scanners need."""
    image = qrcode.make(address, image_factory=qrcode.image.svg.SvgPathFillImage, box_size=20, border=4)
    out = io.BytesIO()
    image.save(out)
    return out.getvalue()
