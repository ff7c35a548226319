"""The lobby: joining, leaving, and the settings of a game."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Blueprint, Response, request
from msgspec import Meta, Struct

from companion.game.lobby import Change
from companion.host.address import counted_as
from companion.rules.model import Message
from companion.web.answers import Fault, answer, body
from companion.web.context import phone, phones, table
from companion.web.fields import Name, Request, Seat
from companion.web.rate_limit import limit

# Requests for a seat per address, by the length of the window in seconds.
JOINING = {60: 20, 3600: 200}
# A request for a seat asks all players, so it must not become a nuisance.
ASKING = {60: 6, 3600: 30}


routes = Blueprint("lobby", __name__, url_prefix="/api")
joining = limit(JOINING)


class Join(Struct, forbid_unknown_fields=True):
    """Take a seat; `another`: this phone already has one and wants one more."""

    name: Name
    id: Request | None = None
    colour: str | None = None
    shape: str | None = None
    another: bool = False


class Rejoin(Struct, forbid_unknown_fields=True):
    """Ask for a seat back."""

    seat: Seat


class Link(Struct, forbid_unknown_fields=True):
    """Take the seat of a link that the computer gave."""

    secret: Annotated[str, Meta(max_length=64)]


class StandUp(Struct, forbid_unknown_fields=True):
    """Give up a seat in a game."""

    seat: Seat


class Entrust(Struct, forbid_unknown_fields=True):
    """Let the app play a seat in a game, at a level."""

    seat: Seat
    level: Annotated[str, Meta(max_length=16)]


class Advised(Struct, forbid_unknown_fields=True):
    """Whether the app advises the player of a seat."""

    seat: Seat
    on: bool


class Choice(Struct, forbid_unknown_fields=True):
    """Whether to `take` the copy that is offered."""

    take: bool = True


class By(Struct, forbid_unknown_fields=True):
    """An action of a seat."""

    by: Seat


@routes.post("/join")
@joining
def join() -> Response:
    """Take a seat in the lobby."""
    asked = body(Join)
    known = phone()
    asking = asked.id or phones.new()
    # The answer that gave the phone its id may have been lost: asked again, it gets the same one.
    if table.seats.joined(asking) is None:
        if known is not None and not asked.another and table.queries.seats(known):
            raise Fault(409, Message("web.seated"))
        table.seats.join(known or phones.new(), asked.name, asked.colour, asked.shape, request=asking)
    done = table.seats.joined(asking)
    if done is None:
        raise Fault(409, Message("refuse.no_seat"))
    seat, id = done
    response = answer({"seat": seat})
    phones.give(response, id)
    return response


@routes.post("/rejoin")
@joining
@limit(ASKING)
def rejoin() -> Response:
    """Ask for a seat whose cookie is gone, or take one that no phone holds."""
    asked = body(Rejoin)
    id = phone() or phones.new()
    table.seats.rejoin(id, asked.seat, counted_as(request.remote_addr))
    sign = table.queries.waiting(id)
    response = answer({"waiting": sign is not None, "sign": sign})
    phones.give(response, id)
    return response


@routes.post("/rejoin/withdraw")
@joining
def withdraw() -> Response:
    """Take back this phone's requests for seats."""
    body(dict[str, Any])
    table.seats.withdraw(phone())
    return answer({})


@routes.post("/link")
def link() -> Response:
    """Take the seat of a link from `companion seat`. Links cannot be guessed, so this needs no rate limit."""
    asked = body(Link)
    id = phone() or phones.new()
    response = answer({"seat": table.seats.follow_link(id, asked.secret)})
    phones.give(response, id)
    return response


@routes.post("/standup")
def stand_up() -> Response:
    """Give up a seat during a game, which makes it free."""
    table.seats.stand_up(phone(), body(StandUp).seat)
    return answer({})


@routes.post("/entrust")
def entrust() -> Response:
    """Let the app play a seat of this phone from now on."""
    asked = body(Entrust)
    table.seats.entrust(phone(), asked.seat, asked.level)
    return answer({})


@routes.post("/advice")
def be_advised() -> Response:
    """Let the app advise the player of a seat of this phone, or no longer."""
    asked = body(Advised)
    table.seats.advise(phone(), asked.seat, asked.on)
    return answer({})


@routes.get("/me")
def me() -> Response:
    """The seats this phone holds, which of them are `new` here, those that moved on, and whether it waits for one."""
    sign = table.queries.waiting(phone())
    seats = {"seats": table.queries.seats(phone()), "new": table.queries.new_here(phone())}
    mine = {**seats, "moved": table.queries.moved(phone())}
    return answer({**mine, "waiting": sign is not None, "sign": sign})


@routes.post("/lobby")
def lobby() -> Response:
    """Change the lobby."""
    table.seats.change(phone(), body(Change))
    return answer({})


@routes.post("/start")
def start() -> Response:
    """Begin the game."""
    body(dict[str, Any])
    table.seats.start(phone())
    return answer({})


@routes.post("/new")
def new() -> Response:
    """After the game: a lobby with the same seats."""
    table.seats.new(phone(), body(By).by)
    return answer({})


@routes.post("/copy")
@joining
def go_on_from() -> Response:
    """Go on from the copy of the log that is offered, or from the last row that is here."""
    table.session.choose_copy(phone(), take=body(Choice).take)
    return answer({})
