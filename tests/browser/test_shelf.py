"""What is left of a test on a phone that the next test is given."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import SMALL, Phone, Table
from tests.browser.shelf import RESTS, Shelf

KEPT = "[localStorage.left, sessionStorage.left, name, document.cookie.includes('left')].map(Boolean)"
LEFT = "localStorage.left = sessionStorage.left = name = 'left', document.cookie = 'left=1'"


CHANGES: dict[str, Callable[[Phone], object]] = {
    "size": lambda phone: phone.page.set_viewport_size({"width": 500, "height": 500}),
    "taste": lambda phone: phone.page.emulate_media(color_scheme="dark"),
    "last": lambda phone: phone.last_page(),
    "elsewhere": lambda phone: phone.page.goto(phone.page.url.replace("127.0.0.1", "localhost")),
}


@pytest.fixture
def shelf(browser: Browser) -> Iterator[Shelf]:
    """One of its own: from the shared one a page may come that has been given on often enough."""
    before = set(browser.contexts)
    yield Shelf(browser)
    for context in set(browser.contexts) - before:
        context.close()


def test_a_page_is_given_on_without_what_its_test_left(shelf: Shelf, serve: Callable[..., Table]) -> None:
    """It has stored nothing and goes its own ways, and its faults are the next phone's alone."""
    address = serve().address
    one = Phone(shelf, SMALL)
    page = one.page
    page.goto(address)
    page.evaluate(LEFT)
    page.route("**/api/state", lambda route: route.abort())
    one.put_down()
    other = Phone(shelf, SMALL)
    assert other.page is page
    page.goto(address)
    expect(other.at("name")).to_be_visible()
    assert page.evaluate(KEPT) == [False] * 4
    assert page.evaluate("fetch('api/state').then(answer => answer.ok)")
    page.evaluate("setTimeout(() => { throw new Error('fails') })")
    page.wait_for_timeout(50)
    assert (one.faults, other.faults) == ([], ["fails"])
    other.put_down()


@pytest.mark.parametrize("change", CHANGES)
def test_a_page_that_was_changed_is_not_given_on(shelf: Shelf, serve: Callable[..., Table], change: str) -> None:
    """What a test changed for a page alone, the next one never meets."""
    phone = Phone(shelf, SMALL)
    page = phone.page
    page.goto(serve().address)
    CHANGES[change](phone)
    phone.put_down()
    assert page.is_closed()


@pytest.mark.long(name="extras")
def test_a_page_is_given_on_only_a_few_times(
    shelf: Shelf, serve: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process grows with each test."""
    monkeypatch.setattr("tests.browser.shelf.TESTS", 2)
    address = serve().address
    pages = []
    for _ in range(5):
        phone = Phone(shelf, SMALL)
        phone.page.goto(address + RESTS)
        pages.append(phone.page)
        phone.put_down()
    assert [pages.index(page) for page in pages] == [0, 0, 2, 2, 4]
