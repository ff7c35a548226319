"""What really goes over the wire to a page, as Chromium counts it: after compression, headers included."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Page

# When a place of the page was first there, in seconds since 1970.
_WATCH = """(place => new MutationObserver((_, seen) => {
    if (sessionStorage.appeared || !document.querySelector(place)) return;
    sessionStorage.appeared = Date.now() / 1000;
    seen.disconnect();
}).observe(document, { subtree: true, childList: true }))(%s)"""


def watch_for(page: Page, place: str) -> None:
    """Have the page note when it first shows something, by its selector, once it is opened or loaded again."""
    page.add_init_script(_WATCH % json.dumps(place))


def appeared(page: Page, place: str) -> float:
    """When that was, in seconds since 1970, once it has come."""
    page.wait_for_selector(place, state="attached")
    return float(page.evaluate("Number(sessionStorage.appeared)"))


class Wire:
    """Requests of a page from now on, and the bytes that came for them.

    What the browser had kept is no request. A stream that goes on counts with what has come so far.
    """

    def __init__(self, page: Page) -> None:
        # By the number of the request: its address, when it was sent in seconds since 1970, and its bytes so far.
        self._asked: dict[str, str] = {}
        self._sent: dict[str, float] = {}
        self._came: dict[str, float] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._asks)
        session.on("Network.requestServedFromCache", lambda told: self._asked.pop(told["requestId"], None))
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._comes)
        session.on("Network.loadingFinished", self._ends)
        session.send("Network.enable")

    def requests(self, before: float | None = None) -> list[str]:
        """The addresses that were asked for; `before` a time in seconds since 1970."""
        return [self._asked[number] for number in self._until(before)]

    def size(self, before: float | None = None) -> int:
        """The bytes that came for what was asked for, even where they came later."""
        return round(sum(self._came.get(number, 0) for number in self._until(before)))

    def _until(self, before: float | None) -> list[str]:
        end = time.time() if before is None else before
        return [number for number in self._asked if self._sent[number] <= end]

    def _asks(self, told: dict[str, Any]) -> None:
        if not told["request"]["url"].startswith("data:"):
            self._asked[told["requestId"]] = told["request"]["url"]
            self._sent[told["requestId"]] = told["wallTime"]

    def _answered(self, told: dict[str, Any]) -> None:
        if told["response"].get("fromDiskCache"):
            self._asked.pop(told["requestId"], None)
        else:
            self._came[told["requestId"]] = told["response"]["encodedDataLength"]

    def _comes(self, told: dict[str, Any]) -> None:
        if told["requestId"] in self._came:
            self._came[told["requestId"]] += told["encodedDataLength"]

    def _ends(self, told: dict[str, Any]) -> None:
        if told["requestId"] in self._came:
            self._came[told["requestId"]] = told["encodedDataLength"]
