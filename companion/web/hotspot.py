"""The hotspot's switch, and the card with its two codes: the first joins the Wi-Fi, the second opens the page.

The password is on the card, and the card lies on the table: whoever is in this network may read it.
"""

from flask import Blueprint, Flask, Response, render_template, request
from msgspec import Struct

from companion.card import Card, as_pdf
from companion.hotspot import NAME, Hotspot, join_code, page
from companion.rules.model import Say
from companion.table import TableService
from companion.web.answers import Fault, answer, body, language
from companion.web.pages import qr_code, words
from companion.web.seats import Phones


class Wish(Struct, forbid_unknown_fields=True):
    """Whether the hotspot should be on."""

    on: bool


def hotspot(app: Flask, table: TableService, phones: Phones, hotspot: Hotspot) -> None:
    """Add the routes to an app."""
    routes = Blueprint("hotspot", __name__)

    def card() -> Card:
        """The card for whoever asks now."""
        try:
            return Card(NAME, hotspot.password(), page(int(request.environ["SERVER_PORT"])))
        except OSError as error:
            raise Fault(503, Say("hotspot.unkept", {"why": error.strerror or "?"})) from None

    def drawn(text: str) -> Response:
        return Response(qr_code(text), content_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    @routes.get("/card")
    def shown() -> str:
        """The card, to be looked at and printed."""
        return render_template("card.html", say=words(language()), language=language(), card=card())

    @routes.get("/card.pdf")
    def printed() -> Response:
        """The card as a page of paper."""
        return Response(as_pdf(card(), language()), content_type="application/pdf")

    @routes.get("/card/wifi.svg")
    def joins() -> Response:
        """The code that joins the Wi-Fi."""
        return drawn(join_code(card().password))

    @routes.get("/card/page.svg")
    def opens() -> Response:
        """The code that opens the page."""
        return drawn(card().address)

    @routes.post("/api/status/hotspot")
    def switch() -> Response:
        """Switch it. It may cut the other phones off, so at a table where somebody sits only those who sit may."""
        wish = body(Wish)
        phones.sitting(table, request)
        if not hotspot.here:
            raise Fault(409, Say("hotspot.away"))
        hotspot.switch(wish.on)
        return answer({})

    app.register_blueprint(routes)
