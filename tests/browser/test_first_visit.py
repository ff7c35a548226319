"""What a phone loads when it comes for the first time."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browser.house import Phone, Table, drawn
from tests.browser.wire import Wire, appeared, watch_for

# On the wire, until a name can be typed.
MOST_BYTES = 120_000
MOST_REQUESTS = 20
# A reload of a page that the browser has: the page, the stream, whose seat it is, the map and what may be done.
RELOAD_BYTES = 10_000
RELOAD_REQUESTS = 5


def test_a_first_visit_is_small_and_stays_in_the_house(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Everything comes from the table itself; until a name can be typed it is little, in few requests."""
    table, ann = serve(), phone(new=True)
    wire = Wire(ann.last_page())
    watch_for(ann.last_page(), "[data-test=name]")
    ann.page.goto(table.address)
    named = appeared(ann.page, "[data-test=name]")
    # What comes later has come, too: nothing of it is from elsewhere.
    ann.sits_down(table.address, "Ann")
    assert {urlsplit(each).netloc for each in wire.requests()} == {urlsplit(table.address).netloc}
    assert len(wire.requests(named)) <= MOST_REQUESTS, wire.requests(named)
    assert wire.size(named) <= MOST_BYTES


def test_a_reload_asks_for_the_game_alone(pair: tuple[Phone, Phone]) -> None:
    """What the browser has of the page is not asked for again."""
    _, ben = pair
    # What is still on its way when a page is left is not kept.
    expect(ben.page.locator("[data-region]").first).to_be_attached()
    wire = Wire(ben.last_page())
    ben.page.reload()
    expect(ben.page.locator("[data-region]").first).to_be_attached()
    # Nobody has photographed the board.
    assert [each for each in wire.requests() if "/photo/" in each] == []
    assert len(wire.requests()) <= RELOAD_REQUESTS
    assert wire.size() <= RELOAD_BYTES


@pytest.mark.long(name="moments")
def test_seats_that_changed_hands_since_the_page_was_sent_are_asked_for_again(pair: tuple[Phone, Phone]) -> None:
    """What was asked for ahead tells of an earlier table then: with it Ben would stand before the join form."""
    _, ben = pair
    answers: list[dict[str, object]] = []

    def page_of_before(route: Route) -> None:
        sent = route.fetch()
        route.fulfill(response=sent, body=re.sub(r'data-seating="\d+"', 'data-seating="1"', sent.text()))

    def seats(route: Route) -> None:
        sent = route.fetch()
        answers.append(sent.json())
        route.fulfill(response=sent, json={**sent.json(), **({"seats": []} if len(answers) == 1 else {})})

    ben.page.route(ben.page.url, page_of_before)
    ben.page.route("**/api/me", seats)
    ben.page.reload()
    expect(ben.page.locator("[data-region]").first).to_be_attached()
    assert len(answers) > 1


def test_no_page_is_wider_than_the_phone(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """On the narrowest phone nothing sticks out sideways, in the seat form and in the lobby."""
    table, ann = serve(), phone((360, 640))
    ann.page.goto(table.address)
    ann.sees("screen-join")
    wide = "document.documentElement.scrollWidth"
    drawn(ann.page)
    assert ann.page.evaluate(wide) == 360
    ann.sits_down(table.address, "A name of 20 letters")
    drawn(ann.page)
    assert ann.page.evaluate(wide) == 360
