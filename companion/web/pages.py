"""The pages: the phone's, the table screen's, and the QR code. All they show they ask of the JSON routes."""

import io
from collections.abc import Callable

import msgspec
import qrcode
import qrcode.image.svg
from flask import Blueprint, Flask, Response, make_response, render_template, request

from companion import text
from companion.dice import view
from companion.rules.model import Say
from companion.table import TableService
from companion.web.answers import LANGUAGE, Fault, language, spoken
from companion.web.seats import LASTS
from companion.words import LANGUAGES


def pages(app: Flask, table: TableService) -> None:
    """Add the pages to an app."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def phone() -> str:
        """The page of a phone."""
        return render_template("phone.html", say=words(language()), language=language())

    @routes.get("/table")
    def screen() -> str:
        """The page of the table screen, for anybody to watch."""
        return render_template("table.html", say=words(language()), language=language())

    @routes.get("/words/<tag>.js")
    def own_words(tag: str) -> Response:
        """The words that the pages say by themselves in one language, as a module that a browser keeps."""
        if tag not in LANGUAGES:
            raise Fault(404, Say("web.nothing"))
        names, said = (msgspec.json.encode(each).decode() for each in (LANGUAGES, text.page(tag)))
        response = Response(f"export const languages = {names};\nexport default {said};\n", mimetype="text/javascript")
        response.cache_control.no_cache = True
        response.add_etag()
        return make_response(response.make_conditional(request))

    @routes.get("/dice")
    def dice() -> str:
        """What the dice have rolled so far."""
        own = language()
        return render_template("dice.html", sources=view(table.dice(), own), say=words(own), language=own)

    @routes.get("/rules")
    def rules() -> str:
        """The whole game on one page, for a newcomer: the boxes in play, before a game too."""
        own = language()
        return render_template("rules.html", **table.introduced(spoken()), say=words(own), language=own)

    @routes.get("/qr.svg")
    def qr() -> Response:
        """The QR code of the address that phones can reach."""
        return Response(qr_code(table.address()), content_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    app.register_blueprint(routes)

    @app.after_request
    def keep(response: Response) -> Response:
        """A browser that was opened with `?lang=` goes on in that language, as a table screen has no keyboard."""
        if request.args.get("lang") in LANGUAGES:
            response.set_cookie(LANGUAGE, language(), max_age=LASTS, samesite="Lax", path="/")
        return response


def words(spoken: str) -> Callable[..., str]:
    """For templates: the sentence of a message key, with what it counts."""
    return lambda key, **args: text.sentence(Say(key, args), spoken)


def qr_code(address: str) -> bytes:
    """An address as a QR code in SVG, black on white with the quiet zone that scanners need."""
    image = qrcode.make(address, image_factory=qrcode.image.svg.SvgPathFillImage, box_size=20, border=4)
    out = io.BytesIO()
    image.save(out)
    return out.getvalue()
