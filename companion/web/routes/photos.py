"""Photos of boards: upload, remove, show."""

from __future__ import annotations

from flask import Blueprint, Response, request, send_file

from companion.rules.model import Message, Refused
from companion.web.answers import Fault, answer
from companion.web.context import phones, photos, table
from companion.web.rate_limit import limit

# Uploads per address, by the length of the window in seconds.
SENDING = {60: 12, 3600: 60}

routes = Blueprint("photos", __name__, url_prefix="/api/photo")
sending = limit(SENDING)


@routes.put("/<id>")
@sending
def lay(id: str) -> Response:
    """Save a JPEG of the board from edge to edge and put it under the map with this id; sent twice it is saved once."""
    holder = phones.seated(table, request)
    if table.session.boards.name(id) is None:
        raise Refused(Message("table.no_map", {"map": id[:40]}))
    photo = photos.keep(_sent())
    table.seats.lay_photo(holder, table.queries.seats(holder)[0], id, photo)
    return answer({"photo": photo})


@routes.put("")
@sending
def keep() -> Response:
    """Save a straightened picture for a board draft."""
    phones.seated(table, request)
    return answer({"photo": photos.keep(_sent())})


@routes.delete("/<id>")
def take_away(id: str) -> Response:
    """Show the drawn map of this id again. The picture is photos."""
    holder = phones.seated(table, request)
    table.seats.lay_photo(holder, table.queries.seats(holder)[0], id, "")
    return answer({"photo": None})


@routes.get("/<id>")
def show(id: str) -> Response:
    """A picture by its id."""
    path = photos.path(id)
    if path is None:
        raise Fault(404, Message("web.nothing"))
    # Sent from its file as the phone takes it, so that nobody who takes nothing holds it in memory.
    response = send_file(path, mimetype="image/jpeg", conditional=False, etag=False)
    # Its name is made from its content, so it never changes.
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response


def _sent() -> bytes:
    """The JPEG of a request. Raises Fault for another kind, and for one that did not come whole."""
    if request.mimetype != "image/jpeg":
        raise Fault(415, Message("photo.kind"))
    sent = request.get_data(cache=False)
    if request.content_length is not None and len(sent) < request.content_length:
        raise Fault(400, Message("photo.broken"))
    return sent
