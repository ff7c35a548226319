"""The status page: what is connected and how it works, for players and for the computer itself."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.upkeep.status import Facts
from companion.upkeep.status import view as status_view
from companion.web.answers import answer, body, language
from companion.web.context import machines, phones, settings, table
from companion.web.pictures import words

# Pips shown by the light test.
TEST = 3
routes = Blueprint("status", __name__)


@routes.before_request
def only_here() -> None:
    phones.only_here(table, request)


@routes.get("/status")
def status_page() -> str:
    """The page; it keeps loading its data while it is visible."""
    return render_template("status.html", say=words(language()), language=language())


@routes.get("/api/status")
def found() -> Response:
    """What the checks find."""
    facts = Facts(
        settings=settings, address=table.session.address(), notices=table.session.notices(), **machines.report()
    )
    return answer(status_view(facts, language()))


@routes.post("/api/status/light")
def blink() -> Response:
    """Blink the lights of button and tray for a test."""
    body(dict[str, Any])
    machines.blink(TEST)
    return answer({})
