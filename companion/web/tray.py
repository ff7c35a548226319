"""The routes that teach the dice tray a die with magnets. Any seated phone may; it changes nothing in the game."""

from __future__ import annotations

from typing import Annotated, Literal

from flask import Blueprint, Flask, Response, request
from msgspec import Meta, Struct

from companion.consent import NoSeat
from companion.rules.model import Say
from companion.table import TableService
from companion.web.answers import answer, body
from companion.web.seats import Phones
from companion.web.status import Machines


class Face(Struct, forbid_unknown_fields=True):
    """The face that lies up, by its pips."""

    pips: Annotated[int, Meta(ge=0, le=3)]


class Mode(Struct, forbid_unknown_fields=True):
    """How the tray rolls: it makes a number at a knock, or reads the die with magnets."""

    mode: Literal["number", "magnets"]


def tray(app: Flask, table: TableService, phones: Phones, machines: Machines) -> None:
    """Add the routes to an app."""
    routes = Blueprint("tray", __name__, url_prefix="/api/tray")

    @routes.before_request
    def seated() -> None:
        if not table.seats(phones.known(request)):
            raise NoSeat(Say("table.no_seat"))

    @routes.post("/face")
    def face() -> Response:
        """Learn the face that lies on the tray now."""
        machines.learn(body(Face).pips)
        return answer({})

    @routes.post("/mode")
    def mode() -> Response:
        """Roll by knocks, or read the die."""
        machines.read(body(Mode).mode)
        return answer({})

    @routes.post("/forget")
    def forget() -> Response:
        """Forget every face."""
        machines.forget()
        return answer({})

    app.register_blueprint(routes)
