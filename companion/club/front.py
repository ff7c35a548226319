"""The club's front page: every table with its state and its code, and the cards to print. It knows no secret."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click
from flask import Blueprint, Flask, Response, current_app, render_template, request
from msgspec import Struct

from companion import settings
from companion.club import units
from companion.club.overview import Overview
from companion.club.proxy import FRONT_PORT, path
from companion.club.tables import ClubError, Table, Tables
from companion.host.address import for_phones
from companion.language.catalogues import LANGUAGES
from companion.rules.model import Message
from companion.table.hub import Hub
from companion.web.answers import LANGUAGE, OWN_LANGUAGE, PRINTING, Fault, handle_errors, language
from companion.web.assets import Assets
from companion.web.compression import compress_answers
from companion.web.headers import guard, name_of
from companion.web.pictures import qr_code, words
from companion.web.seats import LASTS
from companion.web.server import WebServer, why_closed

routes = Blueprint("front", __name__)
KEY = "companion.club.front"
PAGES = Path(__file__).parent.parent / "web" / "templates"
# Where it listens: nobody but the proxy asks it anything.
HOST = "127.0.0.1"
# The address of something on this computer, as only this computer can open it: how it is spoken to, and its port.
HERE = re.compile(r"(https?)://(?:localhost|127\.0\.0\.1|\[::1\])(:\d+)?/?")


class Context(Struct, frozen=True):
    """What the routes know: `tables` lists the club's tables, `address` and `book` are those of create_front()."""

    tables: Callable[[], Sequence[Table]]
    overview: Overview
    address: str
    book: str


def create_front(tables: Callable[[], Sequence[Table]], overview: Overview, address: str = "", book: str = "") -> Flask:
    """The app. `tables` lists the club's tables, `address` is the configured one of the club, "" to find it.

    `book` is where the tables find the club's book, "" if there is none.
    """
    app = Flask(__name__, static_folder=None, template_folder=str(PAGES))
    assets = Assets()
    app.jinja_env.globals.update(asset=assets.url, modules=assets.modules)
    app.add_url_rule("/static/<path:filename>", "static", lambda filename: assets.send(filename))
    app.config[OWN_LANGUAGE] = ""
    app.config[PRINTING] = str
    compress_answers(app)
    handle_errors(app)
    guard(app, address)
    app.extensions[KEY] = Context(tables, overview, address, book)
    app.register_blueprint(routes)
    return app


@routes.get("/")
def front() -> str:
    """Every table with its state and its code."""
    return _shown("club.html")


@routes.get("/cards")
def cards() -> str:
    """The cards to print."""
    return _shown("club_cards.html")


@routes.get("/qr/<name>.svg")
def code(name: str) -> Response:
    """The QR code of a table."""
    found = next((table for table in _context().tables() if table.name == name), None)
    if found is None:
        raise Fault(404, Message("web.nothing"))
    return Response(qr_code(_below(found)), content_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


@routes.get("/away")
def away() -> tuple[str, int]:
    """What the proxy shows in place of a table that does not answer."""
    spoken = language()
    return render_template("club_away.html", say=words(spoken), language=spoken), 503


@routes.after_app_request
def keep(response: Response) -> Response:
    """Remember the language of `?lang=`; and no page is kept."""
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie(LANGUAGE, language(), max_age=LASTS, samesite="Lax", path="/")
    if response.mimetype == "text/html":
        response.headers["Cache-Control"] = "no-store"
    return response


@routes.app_errorhandler(ClubError)
def damaged(error: ClubError) -> Response:
    """The club's list of tables cannot be read."""
    current_app.logger.error("%s", error)
    return Response(str(error), 503, content_type="text/plain; charset=utf-8")


def _context() -> Context:
    found: Context = current_app.extensions[KEY]
    return found


def _below(table: Table) -> str:
    """The address of a table, for phones."""
    return (_context().address.rstrip("/") or for_phones(80)) + path(table)


def _shown(page: str) -> str:
    """A page about all tables."""
    here, spoken = _context(), language()
    return render_template(
        page,
        say=words(spoken),
        language=spoken,
        book=here.book and for_asker(here.book, request.host),
        tables=[
            {"name": table.name, "path": path(table), "address": _below(table), "look": look}
            for table, look in here.overview.at(here.tables())
        ],
    )


def for_asker(address: str, host: str) -> str:
    """An address of the club, for a phone that found this page at `host`: this computer it knows by that name."""
    here = HERE.fullmatch(address)
    if not here:
        return address
    name = name_of(host)
    return f"{here[1]}://{f'[{name}]' if ':' in name else name}{here[2] or ''}/"


def run(tables: Tables, port: int = FRONT_PORT) -> None:
    """Serve the front page on this computer alone, behind the proxy, until SIGTERM or Ctrl-C.

    Raises ClickException and BadSetting.
    """
    club = settings.load(given={"data": tables.folder})
    app = create_front(tables.all, Overview(partial(units.asleep, tables.folder)), club.address, club.book)
    try:
        # Nothing is streamed here.
        server = WebServer(app, Hub(0), HOST, port, streams=0, proxied=True)
    except OSError as error:
        raise click.ClickException(why_closed("The front page", HOST, port, error)) from None

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    click.echo(f"The club's front page is open at http://127.0.0.1:{port}.")
    server.run()
