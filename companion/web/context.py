"""Shared context of the routes: the table and everything around it, given to the app once."""

from __future__ import annotations

from typing import cast

from flask import current_app, request
from msgspec import Struct
from werkzeug.local import LocalProxy

from companion.boards.photos import Photos
from companion.host.hotspot import Hotspot
from companion.rules.model import Message
from companion.settings import Settings
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.web.answers import Fault
from companion.web.machines import Machines
from companion.web.seats import Phones

KEY = "companion"


class Context(Struct):
    """One table's app.

    `hands` tells which phone has a board in hand, by the board's id: the one that opened or kept it last.
    `show`: the table plays by itself, and whoever comes watches.
    """

    table: TableService
    hub: Hub
    phones: Phones
    photos: Photos
    settings: Settings
    machines: Machines
    hotspot: Hotspot
    hands: dict[str, str] = {}
    show: bool = False


def context() -> Context:
    """The context of the current app."""
    found: Context = current_app.extensions[KEY]
    return found


# Each stands for the real one while a request is answered, and only then: what outlives it, such as a stream, takes the
# real one from context().
table = cast(TableService, LocalProxy(lambda: context().table))
phones = cast(Phones, LocalProxy(lambda: context().phones))
photos = cast(Photos, LocalProxy(lambda: context().photos))
settings = cast(Settings, LocalProxy(lambda: context().settings))
machines = cast(Machines, LocalProxy(lambda: context().machines))
hotspot = cast(Hotspot, LocalProxy(lambda: context().hotspot))


def phone() -> str | None:
    """The id of the requesting phone; None if it has none."""
    return phones.known(request)


def seat() -> int:
    """The seat named in the request. Raises Fault if it is not a seat number."""
    number = request.args.get("seat", "")
    if not (number.isascii() and number.isdigit() and len(number) <= 2):
        raise Fault(400, Message("web.seat"))
    return int(number)
