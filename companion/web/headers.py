"""Request checks and security headers: who may talk to this server, and what browsers may do with its answers.

A page from elsewhere must not reach the table through the browser of a phone on the same Wi-Fi: neither under another
name for our address (DNS rebinding), nor by posting across sites.
"""

import hashlib
import ipaddress
from base64 import b64encode
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Request, Response, redirect, request
from werkzeug.wrappers import Response as Answered

from companion.rules.model import Message
from companion.web.answers import Fault
from companion.web.assets import RESTART
from companion.web.incoming import REFUSED, SMALL, most

# The longest name that there can be, and a port.
LONGEST_HOST = 253 + len(":65535")
# The message for a body refused while it was received, by status.
REFUSALS = {401: "table.no_seat", 413: "web.large", 503: "web.busy"}
POLICY = "; ".join(
    (
        "default-src 'none'",
        # And the one script that stands in the pages, by its digest.
        f"script-src 'self' 'sha256-{b64encode(hashlib.sha256(RESTART.encode()).digest()).decode()}'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def guard(app: Flask, address: str) -> None:
    """Check every request and mark every answer. `address` is the configured one, whose name is let in, or ""."""
    app.config["MAX_CONTENT_LENGTH"] = SMALL
    own_name = urlsplit(address).hostname or ""

    @app.before_request
    def check() -> Answered | None:
        if not request.environ["PATH_INFO"]:
            # The address of a table below a host, as people type it. What its pages ask for is found beside them.
            return redirect(f"{request.script_root}/?{request.query_string.decode()}".rstrip("?"), 301)
        # request.host is "" for a name that cannot be read, such as two of them, and made up where there is no Host.
        if not (request.host and request.headers.get("Host")):
            raise Fault(400, Message("web.wrong"))
        if not known_host(request.host, own_name):
            raise Fault(403, Message("web.host", {"host": request.host[:100]}))
        if not same_site(request):
            raise Fault(403, Message("web.origin"))
        if status := request.environ.get(REFUSED):
            raise Fault(status, Message(REFUSALS[status]))
        request.max_content_length = most(request.path)
        return None

    @app.after_request
    def mark(response: Response) -> Response:
        response.headers.extend([each for each in HEADERS.items() if each[0] not in response.headers])
        return response


@lru_cache(maxsize=64)
def known_host(host: str, own_name: str) -> bool:
    """Whether a Host header names this computer in a way that no stranger's domain can.

    That is an address, localhost, a name of the local network (.local), or the configured name.
    """
    name = name_of(host).rstrip(".")
    if name == "localhost" or name.endswith(".local") or (own_name and name == own_name.rstrip(".")):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def name_of(host: str) -> str:
    """The name in a Host header in small letters, without the port; "" where there is none that can be read."""
    if len(host) > LONGEST_HOST:
        return ""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def same_site(request: Request) -> bool:
    """Whether a request comes from our own pages, from the address bar, or from no browser at all."""
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin in (f"http://{request.host}", f"https://{request.host}")
    fetched = request.headers.get("Sec-Fetch-Site", "none")
    if request.method in ("GET", "HEAD"):
        # A link on another page may open our page, but no other page may load our data.
        return fetched in ("none", "same-origin") or request.headers.get("Sec-Fetch-Mode") == "navigate"
    return fetched in ("none", "same-origin")
