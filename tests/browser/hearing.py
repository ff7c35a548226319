"""Everything a page hears from the table: each answer and each message of its stream, as it came."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Request


class Heard(NamedTuple):
    """One answer or message. `path` has no query; `seat` is the one the query names."""

    method: str
    path: str
    seat: int | None
    status: int
    text: str

    @property
    def json(self) -> Any:
        """What it says, None for a page, a script or a picture."""
        return json.loads(self.text) if self.path.startswith("/api/") else None


class Hearing:
    """Listens to what a page's browser receives, below the page's own scripts."""

    def __init__(self, page: Page) -> None:
        self._heard: list[Heard] = []
        self._waiting: list[Request] = []
        page.on("requestfinished", self._finished)
        # A stream does not finish, so its messages are taken from the network itself.
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on(
            "Network.eventSourceMessageReceived",
            lambda message: self._heard.append(Heard("GET", "/api/stream", None, 200, message["data"])),
        )

    def _finished(self, request: Request) -> None:
        if not request.url.endswith("/api/stream"):
            self._waiting.append(request)

    def all(self) -> list[Heard]:
        """Everything heard so far. To be called before the page is loaded anew: its answers are forgotten then."""
        waiting, self._waiting[:] = list(self._waiting), []
        for request in waiting:
            answer = request.response()
            assert answer, request.url
            address = urlsplit(request.url)
            seat = parse_qs(address.query).get("seat")
            text = answer.body().decode(errors="replace") if answer.status not in (204, 304) else "null"
            self._heard.append(Heard(request.method, address.path, int(seat[0]) if seat else None, answer.status, text))
        return self._heard


def numbers(value: Any, path: str = "") -> Iterator[str]:
    """The place of every number in a JSON value: members by name, but all members of a list or a map of ids as one."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from numbers(member, f"{path}.{'*' if any(sign.isdigit() for sign in key) else key}")
    elif isinstance(value, list):
        for member in value:
            yield from numbers(member, f"{path}[]")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path
