"""The pages of phones and the table screen, and the QR code. They load all data from the JSON routes."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from companion.language.catalogues import LANGUAGES
from companion.stats.dice import view
from companion.web.answers import LANGUAGE, language, spoken
from companion.web.context import context, phone, phones, table
from companion.web.pictures import qr_code, words
from companion.web.seats import LASTS, own_path

routes = Blueprint("pages", __name__)


@routes.get("/")
def phone_page() -> str:
    """The page of a phone."""
    return render_template(
        "phone.html",
        say=words(language()),
        language=language(),
        here=phones.here(table, request),
        seating=table.queries.seating() if table.queries.seats(phone()) else None,
        map=table.queries.playing_on(),
        show=context().show,
    )


@routes.get("/table")
def screen() -> str:
    """The page of the table screen, for anybody to watch."""
    return render_template("table.html", say=words(language()), language=language(), here=phones.here(table, request))


@routes.get("/dice")
def dice() -> str:
    """What the dice have rolled so far."""
    phones.only_here(table, request)
    own = language()
    return render_template("dice.html", sources=view(table.queries.dice(), own), say=words(own), language=own)


@routes.get("/rules")
def rules() -> str:
    """The whole game on one page, for a newcomer: the boxes in play, before a game too."""
    own = language()
    return render_template("rules.html", **table.queries.introduced(spoken()), say=words(own), language=own)


@routes.get("/qr.svg")
def qr() -> Response:
    """The QR code of the address that phones can reach."""
    return Response(
        qr_code(table.session.address()), content_type="image/svg+xml", headers={"Cache-Control": "no-cache"}
    )


@routes.after_app_request
def keep(response: Response) -> Response:
    """Remember the language of `?lang=`, because a table screen has no keyboard."""
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie(LANGUAGE, language(), max_age=LASTS, samesite="Lax", path=own_path())
    return response
