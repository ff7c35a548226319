"""Answers and refusals: every refusal is one sentence with its status, never a page of the framework.

Scripts get JSON; somebody who opened the address in a browser gets a page with a way back.
"""

from typing import TypeVar

import msgspec
from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException

from companion.boards.maps import MapError
from companion.game.permissions import Changed, NoSeat, NotYours
from companion.host.address import of_peer
from companion.language import text
from companion.rules.model import Message, Refused
from companion.store.store import NotStored

T = TypeVar("T")


class Fault(Exception):
    """A request that is refused before it reaches the table: HTTP status and message."""

    def __init__(self, status: int, message: Message) -> None:
        super().__init__(message.key)
        self.status = status
        self.message = message


# The language chosen on a phone's More screen; the page's script sets it too.
LANGUAGE = "language"
# The key of the app's language for whoever sits at this computer itself, "" where none is set.
OWN_LANGUAGE = "OWN_LANGUAGE"
# The key of the app's function that gives the printing whose names the table uses.
PRINTING = "PRINTING"


def language() -> str:
    """The language to answer in.

    That is the language of the address (`?lang=`), or chosen on the phone, or set for this computer's own screen, or
    what the browser asks for.
    """
    peer = of_peer(request.remote_addr)
    own = current_app.config[OWN_LANGUAGE] if peer and peer.is_loopback else ""
    chosen = [request.args.get("lang", ""), request.cookies.get(LANGUAGE, ""), own]
    return text.language_for([*chosen, *(tag for tag, _ in request.accept_languages)])


def spoken() -> str:
    """The language with this table's names of pieces, for texts about the game."""
    return text.printed(language(), current_app.config[PRINTING]())


def body(kind: type[T]) -> T:
    """The request's JSON body as a value of this kind. Raises Fault for anything else."""
    if request.mimetype != "application/json":
        raise Fault(400, Message("web.json"))
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(400, Message("web.malformed", {"why": str(error)})) from None


def answer(value: object, status: int = 200) -> Response:
    """A value as JSON that must not be cached."""
    response = Response(msgspec.json.encode(value), status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def refuse(status: int, sentence: str, *, overridable: bool = False, changed: bool = False) -> Response:
    """A refusal: for scripts, and for whoever opened this address in a browser."""
    # A browser names a page first when somebody opened an address. The whole header may take long to be weighed.
    if request.headers.get("Accept", "").startswith("text/html"):
        own = language()
        page = render_template(
            "refused.html", sentence=sentence, say=lambda key: text.say(Message(key), own), language=own
        )
        return Response(page, status, headers={"Cache-Control": "no-store"})
    return answer({"error": sentence, "overridable": overridable, "changed": changed}, status)


def handle_errors(app: Flask) -> None:
    """Turn every error into a refusal."""

    @app.errorhandler(Fault)
    def fault(error: Fault) -> Response:
        return refuse(error.status, text.sentence(error.message, spoken()))

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        status = {NoSeat: 401, NotYours: 403}.get(type(error), 409)
        sentence = text.sentence(error.message, spoken())
        return refuse(status, sentence, overridable=error.overridable, changed=isinstance(error, Changed))

    @app.errorhandler(MapError)
    def no_map(error: MapError) -> Response:
        # A file that was changed or removed while the table runs.
        return refuse(409, text.sentence(Message("board.wrong", {"why": str(error)}), spoken()))

    @app.errorhandler(NotStored)
    def not_stored(error: NotStored) -> Response:
        return refuse(503, text.sentence(error.message, spoken()))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        key = {404: "web.nothing", 405: "web.method", 413: "web.large", 429: "web.often"}.get(status, "web.wrong")
        response = refuse(status, text.sentence(Message(key), language()))
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        app.logger.error("A request to %s failed", request.url_rule, exc_info=error)
        return refuse(500, text.sentence(Message("web.broken"), language()))
