"""The actions of a game."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Blueprint, Response
from msgspec import Meta, Struct

from companion.language import text
from companion.web.answers import answer, body, spoken
from companion.web.context import phone, table
from companion.web.fields import Number, Request, Seat
from companion.web.rate_limit import limit
from companion.web.routes.private import decoded

routes = Blueprint("play", __name__, url_prefix="/api")

# The place of a step in its act, or of a text in its step, from 0; and how many texts one tick may name.
Place = Annotated[int, Meta(ge=0, le=999)]
MOST_TEXTS = 100
# A whole table ticks as fast as fingers can, from one address behind a proxy.
TICKING = {10: 100}


class ActRequest(Struct, forbid_unknown_fields=True):
    """A command of the rules. `bill` is the price the phone showed, `seat` whose act it took it for.

    `seen` is here and elsewhere the last change of the game that the phone had heard of when it was tapped.
    """

    id: Request
    by: Seat
    command: dict[str, Any]
    bill: str | None = None
    as_played: bool = False
    seat: Seat | None = None
    seen: Number | None = None


class Purse(Struct, forbid_unknown_fields=True):
    """The coins that a player has counted."""

    id: Request
    seat: Seat
    coins: Annotated[int, Meta(ge=0, le=9999)]


class Back(Struct, forbid_unknown_fields=True):
    """Undo everything from a row of the log on."""

    id: Request
    by: Seat
    row: Number
    seen: Number | None = None


class Redo(Struct, forbid_unknown_fields=True):
    """Redo what was undone last."""

    id: Request
    by: Seat
    seen: Number | None = None


class Consent(Struct, forbid_unknown_fields=True):
    """Approve or reject a request."""

    id: Request
    by: Seat
    ask: str
    yes: bool
    seen: Number | None = None


class Pause(Struct, forbid_unknown_fields=True):
    """Pause or resume the clock."""

    id: Request
    by: Seat
    on: bool


class Tick(Struct, forbid_unknown_fields=True):
    """What hands have done of an act: the number of its step, and of what of the step, each as the state lists them.

    It says how it is to be, so that it may be sent again.
    """

    row: Number
    step: Place
    texts: Annotated[list[Place], Meta(min_length=1, max_length=MOST_TEXTS)]
    done: bool


class Roll(Struct, forbid_unknown_fields=True):
    """Roll the die, or enter the face of the real one."""

    by: Seat
    occasion: str
    pips: int | None = None
    id: Request | None = None
    seen: Number | None = None


@routes.post("/act")
def act() -> Response:
    """Carry out a command."""
    asked = body(ActRequest)
    command = decoded(asked.command)
    done = table.act(
        phone(),
        asked.id,
        asked.by,
        command,
        seat=asked.seat,
        bill=asked.bill,
        as_played=asked.as_played,
        seen=asked.seen,
        # Nothing else of it is put into words.
        language=text.DEFAULT if asked.bill is None else spoken(),
    )
    return answer(done)


@routes.post("/purse")
def count_purse() -> Response:
    """Set one's own coins to what was counted."""
    asked = body(Purse)
    return answer(table.count_purse(phone(), asked.id, asked.seat, asked.coins))


@routes.post("/takeback")
def take_back() -> Response:
    """Undo everything from a row on."""
    asked = body(Back)
    return answer(table.take_back(phone(), asked.id, asked.by, asked.row, seen=asked.seen))


@routes.post("/redo")
def redo() -> Response:
    """Redo what was undone last, as long as nothing else was done."""
    asked = body(Redo)
    return answer(table.redo(phone(), asked.id, asked.by, seen=asked.seen))


@routes.post("/consent")
def consent() -> Response:
    """Approve or reject what another seat asks."""
    asked = body(Consent)
    return answer(table.approvals.consent(phone(), asked.id, asked.by, asked.ask, asked.yes, seen=asked.seen))


@routes.post("/pause")
def pause() -> Response:
    """Pause or resume the clock."""
    asked = body(Pause)
    return answer(table.approvals.pause(phone(), asked.id, asked.by, asked.on))


@routes.post("/tick")
@limit(TICKING)
def tick() -> Response:
    """Tick off what hands have done of an act's step, for everybody, or untick it."""
    asked = body(Tick)
    return answer(table.tick(phone(), asked.row, asked.step, asked.texts, asked.done))


@routes.post("/roll")
def roll() -> Response:
    """Roll the die that is due."""
    asked = body(Roll)
    return answer(table.die.roll(phone(), asked.by, asked.occasion, asked.pips, request=asked.id, seen=asked.seen))
