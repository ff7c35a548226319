"""The club's book in a browser: a player says so on their own phone, and its pages are for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.book.ledger import Ledger
from companion.language.catalogues import LANGUAGES
from tests.book.processes import Book
from tests.book.test_ledger import game
from tests.browser.house import LARGE, SMALL
from tests.browser.test_axe import cut_off, faults
from tests.web.house import house


def at(page: Page, name: str) -> Locator:
    """What has this name on the page."""
    return page.locator(f"[data-test='{name}']")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A book with a season."""
    with ExitStack() as stack:
        opened = Book(tmp_path / "book")
        stack.callback(opened.close)
        ledger = Ledger(opened.folder)
        for number in range(30):
            names = ("Ann", "Benedikt the Bold", "", "-") if number % 3 else ("Benedikt the Bold", "Ann", "Maximiliane")
            ledger.keep(game(number, *names, day="2025-11-03" if number < 4 else "2026-03-01"))
        opened.start()
        yield opened


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_the_pages_are_for_everybody(browser: Browser, book: Book, size: tuple[int, int]) -> None:
    """In four languages, light and dark, nothing serious for axe-core and nothing cut off; every way leads on."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    for language in LANGUAGES:
        page.set_extra_http_headers({"Accept-Language": language})
        for path in ("/?season=2026", "/players/1", "/nothing"):
            page.goto(f"http://127.0.0.1:{book.port}{path}")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                assert faults(page) == [], (language, path, scheme)
                assert cut_off(page) == [], (language, path)
    page.goto(f"http://127.0.0.1:{book.port}/?season=2025")
    page.get_by_role("link", name="Ann", exact=True).click()
    expect(at(page, "games")).to_be_visible()
    at(page, "back").click()
    expect(page.locator("h1")).to_be_visible()
    page.close()


def test_a_player_says_so_on_their_own_phone(browser: Browser, tmp_path: Path) -> None:
    """In the lobby: the own name is proposed, one tap is enough, another takes it back, and axe-core finds nothing."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as home:
        page = browser.new_page(viewport={"width": SMALL[0], "height": SMALL[1]})
        page.goto(f"http://127.0.0.1:{home.port}/")
        at(page, "name").fill("Ann")
        page.keyboard.press("Enter")
        at(page, "book").locator("summary").click()
        expect(at(page, "book-name-0")).to_have_value("Ann")
        expect(at(page, "book-unreached")).to_be_visible()
        assert faults(page) == []
        at(page, "book-name-0").fill("Ann of the hill")
        at(page, "book-do-0").click()
        expect(at(page, "book-on-0")).to_contain_text("Ann of the hill")
        assert faults(page) == []
        place = home.table.session.history.lobby.places[0]
        assert place.book
        assert place.book.name == "Ann of the hill"
        at(page, "book-undo-0").click()
        expect(at(page, "book-do-0")).to_be_visible()
        assert home.table.session.history.lobby.places[0].book is None
        at(page, "book-forget-0").click()
        at(page, "book-forget-0").click()
        expect(at(page, "book-forgotten")).to_be_visible()
        assert [row.command["name"] for row in home.store.of_kind("forget")] == ["Ann"]
        page.close()
