"""The club's book at a table whose settings name one: its post, and what phones ask of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from flask import Blueprint, Flask, Response, current_app, request
from msgspec import Meta, Struct

from companion.book import signature
from companion.book.delivery import Delivery
from companion.game.lobby import Place
from companion.game.names import as_read, cleaned
from companion.language import text
from companion.rules.model import Message, Refused
from companion.settings import Settings
from companion.table.session import Session
from companion.web.answers import answer, body, language
from companion.web.context import phone, seat, table
from companion.web.fields import Name, Request, Seat
from companion.web.rate_limit import limit

routes = Blueprint("book", __name__, url_prefix="/api/book")
KEY = "companion.book"
# Names to be remembered and to be forgotten, per address, by the length of the window in seconds. Whoever sits down at
# a free table may say so too, and must neither fill the book nor empty it.
REMEMBERING, FORGETTING = {60: 20, 3600: 60}, {60: 3, 3600: 12}
# Players of the book that are listed for what somebody has typed so far.
LISTED = 6
# What the sheet on the phone says, by the end of each message's key.
SAID = (
    *("title", "lead", "name", "do", "on", "undo", "listed", "unreached", "ended"),
    *("forget", "forget.sure", "forget.done"),
)


class Remember(Struct, forbid_unknown_fields=True):
    """Remember the player of a seat under a name; with "" no longer. `mine`: who has that name in the book is me."""

    seat: Seat
    name: Name
    mine: bool = False


class Forget(Struct, forbid_unknown_fields=True):
    """Let the book forget the player with a name."""

    id: Request
    seat: Seat
    name: Annotated[Name, Meta(min_length=1)]


def opened(settings: Settings, session: Session) -> Delivery:
    """The post of a table. Raises NoSecret."""
    path = Path(settings.book_secret).expanduser() if settings.book_secret else settings.data / signature.FILE
    return Delivery(session, settings.book, signature.read(path))


def add(app: Flask, delivery: Delivery) -> None:
    """Give a table's app the routes of the book."""
    app.extensions[KEY] = delivery
    app.jinja_env.globals["book"] = True
    app.register_blueprint(routes)


@routes.get("")
def look() -> Response:
    """How a seat of this phone stands to the club's book, and who there is called so; and the words for all that."""
    here, own = seat(), language()
    place, ended = table.queries.place_and_end(phone(), here)
    known, like = _delivery().names(), as_read(cleaned(request.args.get("like", _shown(place))))
    found = [each for each in known.players if as_read(each.name).startswith(like)] if known and like else []
    return answer(
        {
            "name": place.book.name if place.book else "",
            "own": place.name,
            "new": bool(place.book and place.book.person),
            "ended": ended,
            "reached": known is not None,
            "players": [
                {"name": each.name, "text": text.say(Message("book.known", {"count": each.games}), own)}
                for each in sorted(found, key=lambda each: as_read(each.name))[:LISTED]
            ],
            "said": {key: text.say(Message(f"book.{key}", {"name": _shown(place)}), own) for key in SAID},
        }
    )


@routes.post("")
@limit(REMEMBERING)
def remember() -> Response:
    """Remember the player of a seat of this phone in the club's book, or no longer."""
    asked = body(Remember)
    known = _delivery().names()
    name = cleaned(asked.name)
    if known and name:
        same = next((each.name for each in known.players if as_read(each.name) == as_read(name)), None)
        if same and not asked.mine:
            raise Refused(Message("book.taken", {"name": same}), overridable=True)
        # It is spelled once for all tables.
        name = same or name
    forgotten = known.forgotten if known else 0
    # Whether anybody is called so already, the book will know when the result is there.
    table.seats.remember(phone(), asked.seat, name or asked.name, forgotten, known=asked.mine)
    return answer({})


@routes.post("/forget")
@limit(FORGETTING)
def forget() -> Response:
    """Let the club's book forget a player."""
    asked = body(Forget)
    table.seats.be_forgotten(phone(), asked.id, asked.seat, asked.name)
    _delivery().hurry()
    return answer({})


def _shown(place: Place) -> str:
    return place.book.name if place.book else place.name


def _delivery() -> Delivery:
    found: Delivery = current_app.extensions[KEY]
    return found
