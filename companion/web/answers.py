"""How the web answers: every refusal as one sentence with its status, never a page of the framework.

Scripts get it as JSON; who opened an address in a browser gets a page of ours, with the way back.
"""

from ipaddress import ip_address
from typing import TypeVar

import msgspec
from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException

from companion import text
from companion.consent import Changed, NoSeat, NotYours
from companion.rules.model import Refused, Say
from companion.store import NotStored

T = TypeVar("T")


class Fault(Exception):
    """A request that is refused before the table is asked: HTTP status and words."""

    def __init__(self, status: int, say: Say) -> None:
        super().__init__(say.key)
        self.status = status
        self.say = say


# What a phone has chosen on its More screen; the page's own script sets it too.
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
    own = current_app.config[OWN_LANGUAGE] if ip_address(request.remote_addr or "::").is_loopback else ""
    chosen = [request.args.get("lang", ""), request.cookies.get(LANGUAGE, ""), own]
    return text.language_for([*chosen, *(tag for tag, _ in request.accept_languages)])


def spoken() -> str:
    """The same with the names of this table's printing of the box, for what is said of the game."""
    return text.printed(language(), current_app.config[PRINTING]())


def body(kind: type[T]) -> T:
    """The request's JSON body as a value of this kind. Raises Fault for anything else."""
    if request.mimetype != "application/json":
        raise Fault(400, Say("web.json"))
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(400, Say("web.malformed", {"why": str(error)})) from None


def answer(value: object, status: int = 200) -> Response:
    """A value as JSON that nobody keeps a copy of."""
    response = Response(msgspec.json.encode(value), status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def refuse(status: int, sentence: str, *, bendable: bool = False, changed: bool = False) -> Response:
    """A refusal: for scripts, and for whoever opened this address in a browser."""
    if request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html":
        own = language()
        page = render_template("refused.html", sentence=sentence, say=lambda key: text.say(Say(key), own), language=own)
        return Response(page, status, headers={"Cache-Control": "no-store"})
    return answer({"error": sentence, "bendable": bendable, "changed": changed}, status)


def handle_errors(app: Flask) -> None:
    """Turn every error into a refusal."""

    @app.errorhandler(Fault)
    def fault(error: Fault) -> Response:
        return refuse(error.status, text.sentence(error.say, spoken()))

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        status = {NoSeat: 401, NotYours: 403}.get(type(error), 409)
        sentence = text.sentence(error.say, spoken())
        return refuse(status, sentence, bendable=error.bendable, changed=isinstance(error, Changed))

    @app.errorhandler(NotStored)
    def not_stored(error: NotStored) -> Response:
        return refuse(503, text.sentence(error.say, spoken()))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        key = {404: "web.nothing", 405: "web.method", 413: "web.large", 429: "web.often"}.get(status, "web.wrong")
        response = refuse(status, text.sentence(Say(key), language()))
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        app.logger.error("A request to %s failed", request.url_rule, exc_info=error)
        return refuse(500, text.sentence(Say("web.broken"), language()))
