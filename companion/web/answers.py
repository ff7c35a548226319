"""How the web answers: every refusal as one sentence in JSON with its status, never a page of the framework."""

from typing import TypeVar

import msgspec
from flask import Flask, Response, request
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


def language() -> str:
    """The language to answer in: what the phone asks for, as far as we have it."""
    return text.language_for([tag for tag, _ in request.accept_languages])


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
    """A refusal, in the one form there is."""
    return answer({"error": sentence, "bendable": bendable, "changed": changed}, status)


def handle_errors(app: Flask) -> None:
    """Turn every error into a refusal."""

    @app.errorhandler(Fault)
    def fault(error: Fault) -> Response:
        return refuse(error.status, text.sentence(error.say, language()))

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        status = {NoSeat: 401, NotYours: 403}.get(type(error), 409)
        sentence = text.sentence(error.say, language())
        return refuse(status, sentence, bendable=error.bendable, changed=isinstance(error, Changed))

    @app.errorhandler(NotStored)
    def not_stored(error: NotStored) -> Response:
        return refuse(503, str(error))

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
        app.logger.error("A request to %s failed", request.path, exc_info=error)
        return refuse(500, text.sentence(Say("web.broken"), language()))
