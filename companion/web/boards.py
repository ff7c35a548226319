"""The routes of the board maker: drafts, photos to tap on, islands, and map files to and from elsewhere."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, Response, render_template, request

from companion import text
from companion.boards import Table
from companion.maps.making import Draft, Lack, at_the_rim, in_reading_order, proposed, undrawn
from companion.maps.sheet import MOST_BYTES
from companion.rules.model import Refused, Say
from companion.table import TableService
from companion.web.answers import Fault, answer, body, language
from companion.web.pages import words
from companion.web.seats import Phones


def boards(app: Flask, table: TableService, phones: Phones) -> None:
    """Add the maker's page and its routes to an app. Whoever holds a seat may make boards."""
    routes = Blueprint("boards", __name__)
    shelf = table.boards
    # Which phone has a board in hand, by the board's id: the one that opened it last.
    hands: dict[str, str] = {}

    def seated() -> str:
        return phones.seated(table, request)

    def in_hand(id: str) -> None:
        if hands.setdefault(id, seated()) != seated():
            raise Refused(Say("board.elsewhere"))

    def free(id: str) -> None:
        if table.playing_on() == id:
            raise Refused(Say("board.playing"))

    @routes.get("/maker")
    def page() -> str:
        """The page on which boards are made."""
        return render_template("maker.html", say=words(language()), language=language())

    @routes.get("/api/boards")
    def made() -> Response:
        """The boards there are: those that people made, and all that can be laid on the table."""
        names = shelf.names()
        return answer(
            {
                "made": shelf.made(),
                "all": [{"id": id, "name": text.label(name.name, language())} for id, name in names.items()],
                "faults": shelf.faults,
            }
        )

    @routes.get("/api/boards/<id>")
    def draft(id: str) -> Response:
        """What was saved of a board. Whoever holds a seat has it in hand then, and another phone no longer."""
        found = shelf.draft(id)
        if found is None:
            raise Fault(404, Say("web.nothing"))
        phone = phones.known(request)
        if phone is not None and table.seats(phone):
            hands[id] = phone
        return answer(found)

    @routes.put("/api/boards/<id>")
    def save(id: str) -> Response:
        """Keep a draft, whatever it lacks. Sent twice it is kept once."""
        seated()
        free(id)
        in_hand(id)
        asked = body(Draft)
        lacks = shelf.save(id, asked)
        ready = not any(not lack.hint for lack in lacks)
        table.boards_changed()
        return answer(
            {
                "lacks": [_plain(lack) for lack in lacks],
                "ready": ready,
                "undrawn": undrawn(asked) if ready else None,
            }
        )

    @routes.post("/api/boards/propose")
    def propose() -> Response:
        """Likely neighbours and edge regions of a draft, and the order in which one reads it, from its points alone."""
        seated()
        asked = body(Draft)
        return answer({"joins": proposed(asked), "edge": at_the_rim(asked), "order": in_reading_order(asked)})

    @routes.put("/api/boards/<id>/islands")
    def lay_together(id: str) -> Response:
        """Lay several boards on the table together."""
        seated()
        free(id)
        in_hand(id)
        shelf.lay_together(id, body(Table))
        table.boards_changed()
        return answer({"ready": True})

    @routes.delete("/api/boards/<id>")
    def remove(id: str) -> Response:
        """Take a made board away."""
        seated()
        free(id)
        shelf.remove(id)
        hands.pop(id, None)
        table.boards_changed()
        return answer({})

    @routes.get("/api/boards/<id>/map.toml")
    def export(id: str) -> Response:
        """A made board as a map file."""
        found = shelf.text(id)
        if found is None:
            raise Fault(404, Say("web.nothing"))
        response = Response(found, content_type="application/toml; charset=utf-8")
        response.headers["Content-Disposition"] = f"attachment; filename={id}.toml"
        response.headers["Cache-Control"] = "no-store"
        return response

    @routes.post("/api/boards/import")
    def take() -> Response:
        """Take a map file from elsewhere."""
        seated()
        request.max_content_length = MOST_BYTES + 1
        if request.mimetype != "application/toml":
            raise Fault(415, Say("board.kind"))
        id = shelf.take(request.get_data(cache=False))
        table.boards_changed()
        return answer({"id": id})

    app.register_blueprint(routes)


def _plain(lack: Lack) -> dict[str, Any]:
    return {"text": text.sentence(lack.say, language()), "spots": lack.spots, "hint": lack.hint}
