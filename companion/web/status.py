"""The status page: what is connected and how it is. It shows no secret, so whoever is in this network may look."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Flask, Response, render_template, request
from msgspec import Struct

from companion.settings import Settings
from companion.status import Facts, view
from companion.table import TableService
from companion.web.answers import answer, body, language
from companion.web.pages import words
from companion.web.seats import Phones

# What the lights show in their test.
TEST = 3


class Machines(Struct, frozen=True):
    """The machines around the table.

    `report` tells how each part is (Facts), `blink` shows pips on the lights; `learn`, `read` and `forget` teach the
    tray a die, and raise Refused.
    """

    report: Callable[[], dict[str, Any]] = dict
    blink: Callable[[int], object] = int
    learn: Callable[[int], object] = int
    read: Callable[[str], object] = str
    forget: Callable[[], object] = dict


def status(app: Flask, table: TableService, phones: Phones, settings: Settings, machines: Machines) -> None:
    """Add the page and its JSON to an app."""
    routes = Blueprint("status", __name__)

    @routes.get("/status")
    def page() -> str:
        """The page; what it shows it asks for, as long as it is looked at."""
        return render_template("status.html", say=words(language()), language=language())

    @routes.get("/api/status")
    def found() -> Response:
        """What the checks find."""
        facts = Facts(settings=settings, address=table.address(), notices=table.notices(), **machines.report())
        return answer(view(facts, language()))

    @routes.post("/api/status/light")
    def blink() -> Response:
        """Blink the lights of button and tray, for somebody who looks at them. Where somebody sits, only they may."""
        body(dict[str, Any])
        phones.sitting(table, request)
        machines.blink(TEST)
        return answer({})

    app.register_blueprint(routes)
