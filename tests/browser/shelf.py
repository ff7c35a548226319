"""Browsers of phones that lie on a shelf between two tests.

A browser asks a hundred times for what a page is made of and keeps it for ever, by the table's address. So the next
phone of the same kind is given the same browser again: without its pages, its cookies and what pages have stored, as a
new one would be, but for those files.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page


class Shelf:
    """Where contexts are taken from and put back; what was changed in one that a test cannot undo must be closed."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._kinds: dict[BrowserContext, str] = {}
        self._free: dict[str, list[BrowserContext]] = {}

    def new_context(self, **kind: Any) -> BrowserContext:
        """One of a kind that nobody uses, with the words of Playwright's `Browser.new_context`."""
        free = self._free.setdefault(repr(sorted(kind.items())), [])
        if free:
            return free.pop()
        context = self._browser.new_context(**kind)
        self._kinds[context] = repr(sorted(kind.items()))
        return context

    def put_back(self, context: BrowserContext) -> None:
        """Leave one to the next test, as new; another than one of these is closed."""
        if context not in self._kinds:
            context.close()
            return
        for page in context.pages:
            _forget(page)
            page.close()
        context.clear_cookies()
        context.unroute_all()
        context.set_extra_http_headers({})
        context.set_offline(offline=False)
        self._free[self._kinds[context]].append(context)


def _forget(page: Page) -> None:
    """Nothing is left of what the table's pages stored."""
    origin = page.evaluate("origin")
    if origin != "null":
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
