"""The club's book in a browser: a player says so on their own phone, and its pages are for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from companion.book.ledger import Ledger
from companion.book.message import KnownPlayer, Players
from tests.book.processes import Book
from tests.book.test_ledger import game
from tests.browser.house import LARGE, SMALL, SPOKEN, seldom
from tests.browser.players import FRAME
from tests.browser.test_axe import COLOURS, cut_off, faults
from tests.web.house import House, house


def at(page: Page, name: str) -> Locator:
    """What has this name on the page."""
    return page.locator(f"[data-test='{name}']")


def opens(browser: Browser, home: House, name: str, size: tuple[int, int]) -> Page:
    """Take a seat under a name, and open the card about the club's book in the lobby."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"http://127.0.0.1:{home.port}/")
    at(page, "name").fill(name)
    page.keyboard.press("Enter")
    at(page, "book").locator("summary").click()
    return page


# Sooner than any answer.
TYPES_AND_TAPS = """async name => {
  const field = document.querySelector("[data-test='book-name-0']");
  field.value = name;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((resume) => setTimeout(resume));
  document.querySelector("[data-test='book-do-0']").click();
}"""


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


@pytest.mark.long(name="extras")
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("size", [SMALL, *seldom("sizes", LARGE)], ids=["small", "large"])
def test_the_pages_are_for_everybody(browser: Browser, book: Book, size: tuple[int, int], language: str) -> None:
    """In each language, light and dark, nothing serious for axe-core and nothing cut off; every way leads on."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_extra_http_headers({"Accept-Language": language})
    for path in ("/?season=2026", "/players/1", "/nothing"):
        page.goto(f"http://127.0.0.1:{book.port}{path}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            # Nothing but the colours is another in the dark.
            assert faults(page, only=COLOURS if scheme == "dark" else ()) == [], (language, path, scheme)
            assert cut_off(page) == [], (language, path)
    page.goto(f"http://127.0.0.1:{book.port}/?season=2025")
    page.get_by_role("link", name="Ann", exact=True).click()
    expect(at(page, "games")).to_be_visible()
    at(page, "back").click()
    expect(page.locator("h1")).to_be_visible()
    page.close()


@pytest.mark.long(name="extras")
def test_a_player_says_so_on_their_own_phone(browser: Browser, tmp_path: Path) -> None:
    """In the lobby: the own name is proposed, one tap is enough, another takes it back, and axe-core finds nothing."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as home:
        page = opens(browser, home, "Ann", SMALL)
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


@pytest.mark.long(name="extras")
def test_what_was_typed_counts_before_the_table_has_answered(browser: Browser, tmp_path: Path) -> None:
    """A name is typed and tapped while the table is still being asked for who is called so."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as home:
        page = opens(browser, home, "Ann", SMALL)
        expect(at(page, "book-name-0")).to_have_value("Ann")
        page.evaluate(TYPES_AND_TAPS, "Ann of the hill")
        expect(at(page, "book-on-0")).to_contain_text("Ann of the hill")
        page.close()


@pytest.mark.long(name="extras")
def test_an_answer_to_an_earlier_question_changes_nothing(browser: Browser, tmp_path: Path) -> None:
    """What the table said while a name was typed arrives after it has said that the name is remembered."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as home:
        page = opens(browser, home, "Ann", SMALL)
        expect(at(page, "book-name-0")).to_have_value("Ann")
        held: list[tuple[Route, APIResponse]] = []
        page.route("**/api/book?*like=*", lambda route: held.append((route, route.fetch())))
        at(page, "book-name-0").fill("Ann of the hill")
        while not held:
            page.evaluate(FRAME)
        at(page, "book-do-0").click()
        expect(at(page, "book-on-0")).to_contain_text("Ann of the hill")
        # On a busy computer it may have asked twice.
        for route, answer in held:
            with page.expect_request_finished(lambda request: "like=" in request.url):
                route.fulfill(response=answer)
        for _ in range(3):
            page.evaluate(FRAME)
        expect(at(page, "book-on-0")).to_contain_text("Ann of the hill", timeout=1)
        page.close()


@pytest.mark.long(name="extras")
def test_who_is_in_the_book_already_picks_the_name(browser: Browser, tmp_path: Path) -> None:
    """The name is listed with its games and is not given twice; a tap picks it, as it is spelled there."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as home:
        assert home.delivery
        home.delivery._names = Players(0, (KnownPlayer("BEN", 12, "2026-05-03"),))
        page = opens(browser, home, "Ben", LARGE)
        expect(at(page, "book-do-0")).to_be_disabled()
        expect(at(page, "book-BEN")).to_contain_text("12 games")
        at(page, "book-name-0").fill("Ben K.")
        expect(at(page, "book-do-0")).to_be_enabled()
        at(page, "book-name-0").fill("be")
        at(page, "book-BEN").click()
        expect(at(page, "book-on-0")).to_contain_text("BEN")
        assert faults(page) == []
        place = home.table.session.history.lobby.places[0]
        assert place.book
        assert place.book.name == "BEN"
        page.close()


@pytest.mark.long(name="extras")
def test_who_is_remembered_under_a_new_name_picks_their_own_later(browser: Browser, tmp_path: Path) -> None:
    """The book was out of reach; when it is back, the sheet asks whether one of those in it is Ben."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as home:
        assert home.delivery
        page = opens(browser, home, "Ben", SMALL)
        at(page, "book-do-0").click()
        expect(at(page, "book-on-0")).to_be_visible()
        expect(at(page, "book-Ben")).to_have_count(0)
        home.delivery._names = Players(0, (KnownPlayer("Ben", 12, "2026-05-03"),))
        page.locator("summary", has=page.get_by_text("The club’s book")).click()
        page.locator("summary", has=page.get_by_text("The club’s book")).click()
        at(page, "book-Ben").click()
        expect(at(page, "book-Ben")).to_have_count(0)
        expect(at(page, "book-on-0")).to_be_visible()
        assert faults(page) == []
        place = home.table.session.history.lobby.places[0]
        assert place.book
        assert (place.book.name, place.book.person) == ("Ben", "")
        page.close()


def test_at_home_no_phone_loads_anything_of_it(browser: Browser, tmp_path: Path) -> None:
    """Neither in the lobby nor under More is there a card, and no file of it is asked for."""
    with house(tmp_path / "data") as home:
        page = browser.new_page(viewport={"width": SMALL[0], "height": SMALL[1]})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"http://127.0.0.1:{home.port}/")
        at(page, "name").fill("Ann")
        page.keyboard.press("Enter")
        expect(at(page, "screen-lobby")).to_be_visible()
        ben = home.phone("Ben")
        ben.post("/api/join", name="Ben")
        ben.post("/api/start")
        at(page, "nav-more").click()
        expect(at(page, "screen-more")).to_be_visible()
        assert at(page, "book").count() == 0
        assert len(asked) > 5
        assert not [url for url in asked if "book" in url]
        page.close()
