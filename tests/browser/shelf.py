"""Browsers of phones that lie on a shelf between two tests.

A browser asks a hundred times for what a page is made of and keeps it for ever, by the table's address. So the next
phone of the same kind is given the same browser again: without its cookies and what pages have stored, as a new one
would be, but for those files. A page is given on too, where nothing of its test stays with it: its process has read
those files already, and a page of it costs half of one in a new process. All that it keeps is that it rested.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

# Something small that no table has: a page rests at its answer.
RESTS = "/rests"
ANSWERS = 5_000  # ms
# How many tests a page is given to: its process grows with each.
TESTS = 12
# What may have been changed for a page alone; the rest follows from its context.
MEDIA = (
    """["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"].map(which => matchMedia(which).matches)"""
)


class Shelf:
    """Where contexts are taken from and put back; what was changed in one that a test cannot undo must be closed."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._kinds: dict[BrowserContext, str] = {}
        self._free: dict[str, list[BrowserContext]] = {}
        self._pages: dict[BrowserContext, Page] = {}
        self._new: dict[Page, object] = {}  # how pages looked at first
        self._given: Counter[Page] = Counter()

    def new_context(self, **kind: Any) -> BrowserContext:
        """One of a kind that nobody uses, with the words of Playwright's `Browser.new_context`."""
        free = self._free.setdefault(repr(sorted(kind.items())), [])
        if free:
            return free.pop()
        context = self._browser.new_context(**kind)
        self._kinds[context] = repr(sorted(kind.items()))
        return context

    def page(self, context: BrowserContext) -> Page:
        """A page of one of them, as new."""
        page = self._pages.pop(context, None)
        if not page:
            page = context.new_page()
            self._new[page] = _looks(page)
        self._given[page] += 1
        return page

    def put_back(self, context: BrowserContext, kept: Page | None = None) -> None:
        """Leave one to the next test, as new; another than one of these is closed.

        Its pages are closed, but for one to be kept, of which only what it shows and has stored is not as new.
        """
        if context not in self._kinds:
            context.close()
            return
        for page in context.pages:
            # Nobody has looked at a phone whose page still rests.
            if page is self._pages.get(context):
                continue
            stays = page is kept and self._given[page] < TESTS and _at_one_table(page)
            _forget(page)
            if stays and self._brought_to_rest(page):
                self._pages[context] = page
            else:
                page.close()
                self._new.pop(page, None)
                self._given.pop(page, None)
        context.clear_cookies()
        context.unroute_all()
        context.set_extra_http_headers({})
        context.set_offline(offline=False)
        self._free[self._kinds[context]].append(context)

    def _brought_to_rest(self, page: Page) -> bool:
        """Have a page forget its table, and see whether it has, and looks as it did at first.

        It has not where the table is gone, or where all that one asks for leads on.
        """
        page.unroute_all()
        page.context.set_offline(offline=False)
        try:
            found = page.goto(page.evaluate("origin") + RESTS, timeout=ANSWERS)
            if not found or found.status != 404:
                return False
            page.evaluate("name = ''")
            _forget(page)
            return _looks(page) == self._new[page]
        except Error:
            return False


def _looks(page: Page) -> tuple[object, object]:
    """What tests give a page of its own: a size and tastes."""
    return page.viewport_size, page.evaluate(MEDIA)


def _at_one_table(page: Page) -> bool:
    """Whether a page was nowhere else: of another table it would keep what that one's pages stored."""
    session = page.context.new_cdp_session(page)
    history = session.send("Page.getNavigationHistory")
    session.detach()
    table = page.evaluate("origin") + "/"
    return all(each["url"].startswith((table, "about:")) for each in history["entries"])


def _forget(page: Page) -> None:
    """Nothing is left of what the table's pages stored, and no way back to them."""
    origin = page.evaluate("origin")
    if origin != "null":
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.send("Page.resetNavigationHistory")
        session.detach()
