"""The routes that look at an old turn's end, so that it can be put right. They change nothing: that is an act."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, Response, request
from msgspec import Struct

from companion.rules import commands
from companion.rules.model import Say
from companion.table import TableService
from companion.web.answers import Fault, answer, body, spoken
from companion.web.api import decoded
from companion.web.seats import Phones


class Was(Struct, forbid_unknown_fields=True):
    """What lay where: a `set_past`; and a region of which is asked what else may have lain there."""

    command: dict[str, Any]
    region: str | None = None


def old_turns(app: Flask, table: TableService, phones: Phones) -> None:
    """Add the routes to an app."""
    routes = Blueprint("oldturns", __name__, url_prefix="/api")

    @routes.get("/past")
    def ended() -> Response:
        """How the turn of a score sheet ended; with a region, what may have lain there. The lines are the owner's.

        With a question that asks to put one right instead of the row: which sheets follow, and the own coins.
        """
        if asked := request.args.get("ask"):
            return answer(table.asked_past(phones.known(request), asked, spoken()))
        row = request.args.get("row", "")
        if not (row.isascii() and row.isdigit() and len(row) <= 15):
            raise Fault(400, Say("table.no_sheet"))
        region = request.args.get("region")
        return answer(table.old_turn(phones.known(request), int(row), region, spoken()))

    @routes.post("/past")
    def follows() -> Response:
        """Which score sheets follow from what lay where, and what it comes to for the seats of this phone."""
        was = body(Was)
        command = decoded(was.command)
        if not isinstance(command, commands.SetPast):
            raise Fault(400, Say("refuse.no_command"))
        return answer(table.follows(phones.known(request), command, spoken(), was.region))

    app.register_blueprint(routes)
