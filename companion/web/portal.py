"""What phones ask to find out whether a network leads anywhere, and what they are told on the hotspot.

A phone that has just joined asks a page of its maker, over plain HTTP and by that maker's name; every name leads here.
Any answer but the expected one makes it open its sign-in sheet, where our page says how to go on. From then on that
phone gets the answer it expects, or it would leave a network without internet.

The sheet is no browser: its cookies end with it. So it is given none, takes no seat, and has no way to the game.
"""

import time
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Request, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answered

from companion.hotspot import Hotspot, page
from companion.rules.model import Say
from companion.web.answers import Fault, language
from companion.web.pages import words

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


class Portal:
    """Which phones were told how to go on, by their address. `clock` gives seconds."""

    def __init__(self, hotspot: Hotspot, clock: Callable[[], float] = time.monotonic) -> None:
        self._hotspot = hotspot
        self._clock = clock
        self._told: dict[str, float] = {}

    def answer(self, request: Request) -> Answered | None:
        """The answer to a phone's question whether there is internet, None for all other requests."""
        asked = (urlsplit(f"//{request.host}").hostname or "", request.path)
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
            raise Fault(404, Say("web.nothing"))
        when = self._clock() + after
        self._told[phone] = min(when, self._told.get(phone, when))


def portal(app: Flask, hotspot: Hotspot, clock: Callable[[], float] = time.monotonic) -> None:
    """Add the answers and the page of the sheet to an app, before the guard that lets no foreign host in."""
    kept = Portal(hotspot, clock)
    routes = Blueprint("portal", __name__, url_prefix="/portal")

    @app.before_request
    def answered() -> Answered | None:
        return kept.answer(request)

    def sheet(after: float) -> str:
        kept.tell(str(request.remote_addr), after)
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

    app.register_blueprint(routes)
