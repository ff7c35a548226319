"""What everybody may see, with or without a seat."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.boards import maps
from companion.host.address import counted_as
from companion.rules.model import Message
from companion.views import help
from companion.web.answers import Fault, answer, language, spoken
from companion.web.context import context, phone, table
from companion.web.stream import stream

routes = Blueprint("public", __name__, url_prefix="/api")


@routes.get("/state")
def state() -> Response:
    """The public state, as the stream carries it."""
    response = answer(None)
    response.set_data(table.queries.state(spoken())[1])
    return response


@routes.get("/stream")
def open_stream() -> Response:
    """Server-sent events: `state` with the public state, at once and whenever it changes."""
    known = phone()
    if known is None or not table.queries.seats(known):
        return stream(context().table, context().hub, None, language())
    table.seats.heard(known, counted_as(request.remote_addr))
    return stream(context().table, context().hub, known, language())


@routes.get("/log")
def log() -> Response:
    """Every line of the log, the newest first."""
    return answer({"log": table.queries.log(spoken())})


@routes.get("/box")
def box() -> Response:
    """Where the contents of the box go."""
    return answer(table.queries.box(spoken()))


@routes.get("/map/<id>")
def drawn_map(id: str) -> Response:
    """A map's regions, their centres and outlines."""
    if table.session.boards.name(id) is None:
        raise Fault(404, Message("table.no_map", {"map": id[:40]}))
    response = answer({**drawing(table.session.boards.load(id)), "pictures": table.session.boards.pictures(id)})
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@routes.get("/ability/<key>")
def ability(key: str) -> Response:
    """A race or a power explained."""
    return answer(table.queries.explained(key, language()))


@routes.get("/combo/<race>/<power>")
def combo(race: str, power: str) -> Response:
    """What a race with a power is called, also before the two lie together."""
    return answer(help.combo(race, power, spoken()))


def drawing(drawn: maps.Map) -> dict[str, Any]:
    """A map as phones draw it, in board units."""
    board = drawn.board
    return {
        "id": board.id,
        "width": drawn.width,
        "height": drawn.height,
        "players": board.players,
        "turns": board.turns,
        "regions": [
            {
                "id": region.id,
                "terrain": region.terrain,
                "symbols": region.symbols,
                "centre": drawn.centres[region.id],
                "clear": drawn.clear[region.id],
                "outline": drawn.outlines[region.id],
                "adjacent": region.adjacent,
                "border": region.border,
                "coastal": region.coastal,
            }
            for region in board.regions.values()
        ],
    }
