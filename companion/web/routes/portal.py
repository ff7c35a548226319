"""The captive portal: the connectivity checks of phones, and what the hotspot answers.

A phone that has just joined asks a page of its maker, over plain HTTP and by that maker's name; every name leads here.
Any answer but the expected one makes it open its sign-in sheet, where our page says how to go on. From then on that
phone gets the answer it expects, or it would leave a network without internet.

The sheet is no browser: its cookies end with it. So it is given none, takes no seat, and has no way to the game.
"""

import time
from collections.abc import Callable

from flask import Blueprint, Request, Response, current_app, redirect, render_template, request
from werkzeug.wrappers import Response as Answered

from companion.host.hotspot import Hotspot, page
from companion.rules.model import Message
from companion.web.answers import Fault, language
from companion.web.headers import name_of
from companion.web.pictures import words

# Seconds after which a phone whose sheet was only looked at is told that all is well.
LOOKED = 30.0
APPLE = (200, "text/html", "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>")
GNOME = (200, "text/plain", "NetworkManager is online\n")
NOTHING = (204, "text/plain", "")
# Status, type and body that each asker expects, by host and path. Sources: Android's NetworkMonitor and Chrome,
# Apple's captive network assistant, Microsoft's NCSI, Firefox, and the defaults of NetworkManager in distributions.
PROBES = {
    ("connectivitycheck.gstatic.com", "/generate_204"): NOTHING,
    ("connectivitycheck.android.com", "/generate_204"): NOTHING,
    ("clients3.google.com", "/generate_204"): NOTHING,
    ("www.gstatic.com", "/generate_204"): NOTHING,
    ("www.google.com", "/generate_204"): NOTHING,
    ("www.google.com", "/gen_204"): NOTHING,
    ("play.googleapis.com", "/generate_204"): NOTHING,
    ("connect.rom.miui.com", "/generate_204"): NOTHING,
    ("connectivitycheck.platform.hicloud.com", "/generate_204"): NOTHING,
    ("captive.apple.com", "/hotspot-detect.html"): APPLE,
    ("captive.apple.com", "/"): APPLE,
    ("www.apple.com", "/library/test/success.html"): APPLE,
    ("www.msftconnecttest.com", "/connecttest.txt"): (200, "text/plain", "Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt"): (200, "text/plain", "Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt"): (200, "text/plain", "success\n"),
    ("detectportal.firefox.com", "/canonical.html"): (
        200,
        "text/html",
        '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
    ("nmcheck.gnome.org", "/check_network_status.txt"): GNOME,
    ("network-test.debian.org", "/nm"): GNOME,
}
# Where Windows sends its browser when it has found a sign-in sheet: always to our page.
SHEETS = {("www.msftconnecttest.com", "/redirect")}
_ASKED = PROBES.keys() | SHEETS
# Phones that are remembered; the hotspot has no room for more.
MOST_ADDRESSES = 254


class Portal:
    """Which phones were told how to go on, by their address. `clock` gives seconds."""

    def __init__(self, hotspot: Hotspot, clock: Callable[[], float] = time.monotonic) -> None:
        self._hotspot = hotspot
        self._clock = clock
        self._told: dict[str, float] = {}

    def answer(self, request: Request) -> Answered | None:
        """The answer to a phone's question whether there is internet, None for all other requests."""
        asked = (name_of(request.host), request.path)
        if asked not in _ASKED or request.method not in ("GET", "HEAD") or not self._hotspot.on:
            return None
        expected = PROBES.get(asked)
        if expected and self._clock() >= self._told.get(str(request.remote_addr), float("inf")):
            status, kind, body = expected
            found: Answered = Response(body, status, content_type=kind)
        else:
            # By number: the phone may hold the name for another network's.
            found = redirect(f"{page(int(request.environ['SERVER_PORT']))}/portal")
        # Nobody may keep it for another network.
        found.headers["Cache-Control"] = "no-store"
        return found

    def tell(self, phone: str, after: float) -> None:
        """Answer a phone as it expects, from so many seconds from now on."""
        if not self._hotspot.on:
            raise Fault(404, Message("web.nothing"))
        when = self._clock() + after
        self._told[phone] = min(when, self._told.get(phone, when))
        for first in list(self._told)[:-MOST_ADDRESSES]:
            self._told.pop(first, None)


routes = Blueprint("portal", __name__, url_prefix="/portal")
KEY = "companion.portal"


def portal() -> Portal:
    """The portal of the current app."""
    kept: Portal = current_app.extensions[KEY]
    return kept


@routes.before_app_request
def answered() -> Answered | None:
    return portal().answer(request)


def sheet(after: float) -> str:
    portal().tell(str(request.remote_addr), after)
    address = page(int(request.environ["SERVER_PORT"]))
    spoken, seen = language(), after == 0
    return render_template(
        "portal.html", say=words(spoken), language=spoken, address=address, seen=seen, soon=int(LOOKED)
    )


@routes.get("")
def shown() -> str:
    """How to go on. It has a link and no script: a sheet may do less than a browser."""
    return sheet(LOOKED)


@routes.get("/done")
def done() -> str:
    """The phone has been told; the sheet sees that all is well and ends, or can be ended."""
    return sheet(0)
