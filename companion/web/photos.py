"""The routes of the boards' photos: send one, take it away, show it."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, request

from companion.photo import LARGEST, Photos
from companion.rules.model import Say
from companion.table import TableService
from companion.web.answers import Fault, answer
from companion.web.often import Often
from companion.web.seats import Phones

# How often an address may send one, by the seconds looked back on.
SENDING = {60: 12, 3600: 60}


def photos(app: Flask, table: TableService, phones: Phones, kept: Photos) -> None:
    """Add the routes to an app."""
    sending = Often(SENDING).limited
    routes = Blueprint("photos", __name__, url_prefix="/api/photo")

    @routes.put("/<id>")
    @sending
    def lay(id: str) -> Response:
        """Keep a JPEG that shows the board from edge to edge, and lay it under the map of this id; twice it is once."""
        phone = phones.seated(table, request)
        photo = kept.keep(_sent())
        table.lay_photo(phone, table.seats(phone)[0], id, photo)
        return answer({"photo": photo})

    @routes.put("")
    @sending
    def keep() -> Response:
        """Keep a straightened picture to make a board on."""
        phones.seated(table, request)
        return answer({"photo": kept.keep(_sent())})

    @routes.delete("/<id>")
    def take_away(id: str) -> Response:
        """Show the drawn map of this id again. The picture is kept."""
        phone = phones.seated(table, request)
        table.lay_photo(phone, table.seats(phone)[0], id, "")
        return answer({"photo": None})

    @routes.get("/<id>")
    def show(id: str) -> Response:
        """A picture by its id."""
        picture = kept.read(id)
        if picture is None:
            raise Fault(404, Say("web.nothing"))
        response = Response(picture, content_type="image/jpeg")
        # Its name is made from its content, so it never changes.
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        return response

    app.register_blueprint(routes)


def _sent() -> bytes:
    """The JPEG of a request. Raises Fault for another kind, and for one that did not come whole."""
    request.max_content_length = LARGEST
    if request.mimetype != "image/jpeg":
        raise Fault(415, Say("photo.kind"))
    sent = request.get_data(cache=False)
    if request.content_length is not None and len(sent) < request.content_length:
        raise Fault(400, Say("photo.broken"))
    return sent
