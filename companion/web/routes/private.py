"""Read-only routes for one seat on its own phone: offers, coins, prices, and past turns."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta, Struct

from companion.rules import commands
from companion.rules.model import Message
from companion.web.answers import Fault, answer, body, language, spoken
from companion.web.context import phone, phones, seat, table
from companion.web.fields import Seat

routes = Blueprint("private", __name__, url_prefix="/api")


class Counted(Struct, forbid_unknown_fields=True):
    """The real coins that a player has counted: how many of each value."""

    seat: Seat
    coins: dict[int, Annotated[int, Meta(ge=0, le=99)]]


class UnfinishedTurn(Struct, forbid_unknown_fields=True):
    """A turn that is being entered: a `play_turn` so far."""

    command: dict[str, Any]


class PastCorrection(Struct, forbid_unknown_fields=True):
    """What lay where: a `set_past`; and a region of which is asked what else may have lain there."""

    command: dict[str, Any]
    region: str | None = None


@routes.get("/mine")
def mine() -> Response:
    """What a seat may do, given its coins."""
    return answer({"offers": table.queries.mine(phone(), seat(), spoken())})


@routes.get("/purse")
def purse() -> Response:
    """The coins of a seat of this phone."""
    return answer({"coins": table.queries.purse(phone(), seat())})


@routes.get("/advice")
def advice() -> Response:
    """What the app advises a seat of this phone."""
    return answer(table.queries.advice(phone(), seat(), spoken()))


@routes.get("/diary")
def diary() -> Response:
    """Where the coins of a seat of this phone came from."""
    return answer(table.queries.diary(phone(), seat(), language()))


@routes.post("/check")
def check() -> Response:
    """Whether the real coins match the recorded ones. Changes nothing."""
    asked = body(Counted)
    return answer(table.queries.check_purse(phone(), asked.seat, asked.coins))


@routes.get("/quote")
def quote() -> Response:
    """A region in detail; the price is for `seat`, else for the seat whose turn it is."""
    whose = seat() if "seat" in request.args else None
    return answer(table.queries.quote(phone(), request.args.get("region", ""), whose, spoken()))


@routes.post("/draft")
def draft() -> Response:
    """A turn that is being entered: what can come next, and the counts at its end. Changes nothing."""
    command = decoded(body(UnfinishedTurn).command)
    if not isinstance(command, commands.PlayTurn):
        raise Fault(400, Message("refuse.no_command"))
    return answer(table.queries.draft(phone(), command, spoken()))


@routes.get("/prices")
def prices() -> Response:
    """What every region within a seat's reach costs, and the chance with the die."""
    return answer(table.queries.prices(phone(), seat()))


@routes.get("/past")
def ended() -> Response:
    """How the turn of a score sheet ended; with a region, what may have lain there. The lines are the owner's.

    With a question that asks to put one right instead of the row: which sheets follow, and the own coins.
    """
    if asked := request.args.get("ask"):
        return answer(table.queries.asked_past(phones.known(request), asked, spoken()))
    row = request.args.get("row", "")
    if not (row.isascii() and row.isdigit() and len(row) <= 15):
        raise Fault(400, Message("table.no_sheet"))
    region = request.args.get("region")
    return answer(table.queries.old_turn(phones.known(request), int(row), region, spoken()))


@routes.post("/past")
def follows() -> Response:
    """Which score sheets follow from what lay where, and what it comes to for the seats of this phone."""
    was = body(PastCorrection)
    command = decoded(was.command)
    if not isinstance(command, commands.SetPast):
        raise Fault(400, Message("refuse.no_command"))
    return answer(table.queries.follows(phones.known(request), command, spoken(), was.region))


def decoded(plain: dict[str, Any]) -> commands.Command:
    """A command as a phone sends it. Raises Fault for anything else."""
    try:
        return commands.decode(plain)
    except msgspec.ValidationError as error:
        raise Fault(400, Message("web.malformed", {"why": str(error)})) from None
