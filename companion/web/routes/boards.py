"""The board maker: drafts, photos to tap on, islands, and map files to and from elsewhere."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.boards.library import Table
from companion.boards.making import Draft, Lack, at_the_rim, in_reading_order, proposed
from companion.language import text
from companion.rules.model import Message, Refused
from companion.web.answers import Fault, answer, body, language
from companion.web.context import context, phones, table
from companion.web.pictures import words
from companion.web.rate_limit import limit

# How often an address may do something, by the seconds looked back on. A phone keeps a board half a second after each
# tap, once a second at most.
KEEPING = {60: 120}
BRINGING = {60: 6, 3600: 60}


routes = Blueprint("boards", __name__)
keeping, bringing = limit(KEEPING), limit(BRINGING)


@routes.before_request
def only_here() -> None:
    phones.only_here(table, request)


def seated() -> str:
    return phones.seated(table, request)


def in_hand(id: str) -> None:
    if context().hands.get(id, seated()) != seated():
        raise Refused(Message("board.elsewhere"))


def free(id: str) -> None:
    if table.queries.playing_on() == id:
        raise Refused(Message("board.playing"))


@routes.get("/maker")
def maker_page() -> str:
    """The page on which boards are made."""
    return render_template("maker.html", say=words(language()), language=language())


@routes.get("/api/boards")
def made() -> Response:
    """All boards: those that people made, and those that can be combined on the table."""
    names = table.session.boards.names()
    return answer(
        {
            "made": table.session.boards.made(),
            "all": [{"id": id, "name": text.label(name.name, language())} for id, name in names.items()],
            "faults": table.session.boards.faults,
        }
    )


@routes.get("/api/boards/<id>")
def draft(id: str) -> Response:
    """The draft of a board. A phone with a seat that opens it takes it over from another phone."""
    found = table.session.boards.draft(id)
    if found is None:
        raise Fault(404, Message("web.nothing"))
    phone = phones.known(request)
    if phone is not None and table.queries.seats(phone):
        context().hands[id] = phone
    return answer(found)


@routes.put("/api/boards/<id>")
@keeping
def save(id: str) -> Response:
    """Save a draft, even if it is incomplete. Sent twice it is saved once."""
    seated()
    free(id)
    in_hand(id)
    asked = body(Draft)
    lacks, undrawn = table.session.boards.save(id, asked)
    context().hands[id] = seated()
    ready = not any(not lack.hint for lack in lacks)
    table.seats.boards_changed()
    return answer({"lacks": [_plain(lack) for lack in lacks], "ready": ready, "undrawn": undrawn})


@routes.post("/api/boards/propose")
@keeping
def propose() -> Response:
    """Likely neighbours and edge regions of a draft, and the order in which one reads it, from its points alone."""
    seated()
    asked = body(Draft)
    with table.session.boards.turn():
        found = {"joins": proposed(asked), "edge": at_the_rim(asked), "order": in_reading_order(asked)}
    return answer(found)


@routes.put("/api/boards/<id>/islands")
@keeping
def lay_together(id: str) -> Response:
    """Combine several boards on the table."""
    seated()
    free(id)
    in_hand(id)
    table.session.boards.lay_together(id, body(Table))
    context().hands[id] = seated()
    table.seats.boards_changed()
    return answer({"ready": True})


@routes.delete("/api/boards/<id>")
def remove(id: str) -> Response:
    """Delete a board."""
    seated()
    free(id)
    table.session.boards.remove(id)
    context().hands.pop(id, None)
    table.seats.boards_changed()
    return answer({})


@routes.get("/api/boards/<id>/map.toml")
def export(id: str) -> Response:
    """A board as a map file."""
    found = table.session.boards.text(id)
    if found is None:
        raise Fault(404, Message("web.nothing"))
    response = Response(found, content_type="application/toml; charset=utf-8")
    response.headers["Content-Disposition"] = f"attachment; filename={id}.toml"
    response.headers["Cache-Control"] = "no-store"
    return response


@routes.post("/api/boards/import")
@bringing
def take() -> Response:
    """Import a map file."""
    seated()
    if request.mimetype != "application/toml":
        raise Fault(415, Message("board.kind"))
    id = table.session.boards.take(request.get_data(cache=False))
    table.seats.boards_changed()
    return answer({"id": id})


def _plain(lack: Lack) -> dict[str, Any]:
    return {"text": text.sentence(lack.message, language()), "spots": lack.spots, "hint": lack.hint}
