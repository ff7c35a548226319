"""The routes that teach the dice tray a magnetic die. Any seated phone may, and the log says who did."""

from __future__ import annotations

from typing import Annotated, Literal

from flask import Blueprint, Response, request
from msgspec import Meta, Struct

from companion.web.answers import answer, body
from companion.web.context import machines, phones, table

routes = Blueprint("tray", __name__, url_prefix="/api/tray")


class Face(Struct, forbid_unknown_fields=True):
    """The face that is up, by its pips."""

    pips: Annotated[int, Meta(ge=0, le=3)]


class Mode(Struct, forbid_unknown_fields=True):
    """How the tray rolls: it makes a number at a knock, or reads the magnetic die."""

    mode: Literal["number", "magnets"]


@routes.post("/face")
def face() -> Response:
    """Learn the face that is on the tray now."""
    pips = body(Face).pips
    table.die.taught(phones.known(request), "face", pips)
    machines.learn(pips)
    return answer({})


@routes.post("/mode")
def mode() -> Response:
    """Roll by knocks, or read the die."""
    wanted = body(Mode).mode
    table.die.taught(phones.known(request), wanted)
    machines.read(wanted)
    return answer({})


@routes.post("/forget")
def forget() -> Response:
    """Forget every face."""
    table.die.taught(phones.known(request), "forget")
    machines.forget()
    return answer({})
