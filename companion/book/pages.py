"""The book's web: what tables deliver, signed, and the pages that everybody in the club may read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Flask, Response, current_app, render_template, request
from jinja2 import ChoiceLoader, FileSystemLoader
from msgspec import Struct
from werkzeug.exceptions import HTTPException

from companion.boards.library import Boards
from companion.book import signature
from companion.book.ledger import Ledger
from companion.book.message import LARGEST, ForgetRequest, Result
from companion.book.rating import START
from companion.language import text
from companion.rules.model import Message
from companion.web import answers, assets
from companion.web.answers import OWN_LANGUAGE, answer, language
from companion.web.compression import compress_answers
from companion.web.headers import HEADERS, known_host
from companion.web.incoming import REFUSED
from companion.web.pictures import words
from companion.web.seats import SITS

T = TypeVar("T")
routes = Blueprint("book", __name__)
KEY = "companion.book.pages"
FOLDERS = (Path(__file__).parent / "templates", Path(answers.__file__).parent / "templates")
# Why a table's post is not taken, by status; tables tell their owner.
REFUSALS = {
    400: "The table is from another version of the companion than the book, or something else has sent this.",
    401: "The signature is not that of this club: give the table the file book.secret from the book's folder.",
    403: "The book has no page under this name.",
    404: "The book has no such page.",
    405: "The book has no such page.",
    413: "This is more than a game's result can be.",
    503: "The book cannot take more at a time.",
}


class Refusal(Exception):
    """A request that the book does not take, by its HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(REFUSALS[status])
        self.status = status


class Context(Struct, frozen=True):
    """What the routes know: the book, the club's secret, and the maps by their names.

    `changed` is called after each change of a result.
    """

    ledger: Ledger
    secret: bytes
    changed: Callable[[], object]
    boards: Boards


def create_book(
    ledger: Ledger, secret: bytes, address: str = "", changed: Callable[[], object] = int, club: str = ""
) -> Flask:
    """The app of a book. `address` is where else it can be found, and `club` where the club's front page is, or "".

    `changed` is called after each change of a result.
    """
    app = Flask(__name__, static_folder=None)
    app.jinja_loader = ChoiceLoader([FileSystemLoader(folder) for folder in FOLDERS])
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.config[OWN_LANGUAGE] = ""
    # Who may send a whole result is known by its signature, when it has come.
    app.config[SITS] = lambda _: True
    files = assets.Assets()
    app.jinja_env.globals.update(asset=files.url, club=club)
    app.add_url_rule("/static/<path:filename>", "static", lambda filename: files.send(filename))
    compress_answers(app)
    # The front page leads here under its own name.
    _guard(app, [urlsplit(each).hostname or "" for each in (address, club)])
    app.extensions[KEY] = Context(ledger, secret, changed, Boards())
    app.register_blueprint(routes)
    return app


@routes.post("/results")
def take() -> Response:
    """A table delivers what came of a game."""
    here = _context()
    here.ledger.keep(_signed(Result))
    here.changed()
    return answer({})


@routes.post("/forget")
def forget() -> Response:
    """A player at a table wants to be forgotten."""
    here, wish = _context(), _signed(ForgetRequest)
    here.ledger.forget(wish.name, wish.id, wish.person)
    here.changed()
    return answer({})


@routes.get("/names")
def names() -> Response:
    """A table asks who is in the book."""
    signed_by = request.headers.get(signature.HEADER, "")
    if not signature.fits(_context().secret, "GET", "/names", b"", signed_by):
        raise Refusal(401)
    return answer(_context().ledger.names())


@routes.get("/")
def season() -> str:
    """The table of a season."""
    ledger, own, today = _context().ledger, language(), f"{datetime.now().astimezone():%Y-%m-%d}"
    listed = ledger.seasons(today)
    chosen = request.args.get("season", ledger.season_of(today))
    return render_template(
        "season.html",
        season=chosen if chosen in listed else listed[0],
        seasons=listed,
        lines=ledger.table(chosen if chosen in listed else listed[0]),
        start=START,
        say=words(own),
        language=own,
    )


@routes.get("/players/<int:number>")
def player(number: int) -> str:
    """A player's page."""
    here, own = _context(), language()
    found = here.ledger.player(number) if number < 2**53 else None
    if found is None:
        raise Refusal(404)
    for game in found["games"]:
        board = here.boards.name(game["board"])
        game["board"] = text.label(board.name, own) if board else game["board"]
    for combo in found["combos"]:
        combo["name"] = text.say(Message("combo", {"race": combo["race"], "power": combo["power"]}), own)
    unnamed = {key: text.say(Message(f"book.{key}"), own) for key in ("somebody", "app")}
    return render_template("player.html", player=found, **unnamed, say=words(own), language=own)


def _context() -> Context:
    found: Context = current_app.extensions[KEY]
    return found


def _signed(kind: type[T]) -> T:
    """What a table of the club has sent. Raises Refusal."""
    body, given = request.get_data(cache=False), request.headers.get(signature.HEADER, "")
    if not signature.fits(_context().secret, request.method, request.path, body, given):
        raise Refusal(401)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(400) from None


def _guard(app: Flask, own_names: Sequence[str]) -> None:
    """Refuse what is not for the book, and mark every answer."""

    @app.before_request
    def check() -> None:
        if not any(known_host(request.host or "", name) for name in own_names):
            raise Refusal(403)
        if status := request.environ.get(REFUSED):
            raise Refusal(status)

    @app.after_request
    def mark(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    @app.errorhandler(Refusal)
    def refused(error: Refusal) -> Response:
        return _refuse(error.status)

    @app.errorhandler(answers.Fault)
    def fault(error: answers.Fault) -> Response:
        return _refuse(error.status)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        return _refuse(error.code or 500)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        app.logger.error("A request to %s failed", request.url_rule, exc_info=error)
        return _refuse(500)


def _refuse(status: int) -> Response:
    """A refusal: a page for people, a sentence for tables."""
    if request.headers.get("Accept", "").startswith("text/html"):
        own = language()
        return Response(render_template("nothing.html", say=words(own), language=own), status)
    return answer({"error": REFUSALS.get(status, "Something is wrong with the book.")}, status)
