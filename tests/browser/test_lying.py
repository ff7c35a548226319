"""A tablet or a phone that lies: the way between screens keeps its place, and no panel ends before the screen does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, Table, drawn, resize

TABLET = (1280, 800)
PHONE = (844, 390)
SCREENS = ("map", "column", "purse", "log", "more")
BAR = """() => {
  const bar = document.querySelector("[data-test='screen-play'] > nav");
  const { left, top, width, bottom } = bar.getBoundingClientRect();
  return [left, top, width, innerHeight - bottom];
}"""
# How far what is on a screen reaches below the bar or under it.
UNDER = """() => {
  const right = document.querySelector("[data-test='screen-play'] > nav").getBoundingClientRect().right;
  return [...document.querySelectorAll("[data-test='screen-play'] > :not(nav, .over-map)")]
    .filter((each) => each.getBoundingClientRect().width && each.getBoundingClientRect().left < right - 1).length;
}"""
# Where each lies on its page, however far that is scrolled.
PLACES = "parts => parts.map((part) => [part.offsetLeft, part.offsetTop, part.offsetWidth, part.offsetHeight])"


def test_the_way_between_screens_keeps_its_place(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """At the left on every screen, from top to bottom, and nothing lies under it."""
    table, ann = serve(), phone(TABLET)
    for name in ("Ann", "Ben"):
        assert ann.context.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.context.request.post(f"{table.address}/api/start", data={}).ok
    ann.page.goto(table.address)
    for width, height in (TABLET, PHONE):
        resize(ann.page, width, height)
        for screen in SCREENS:
            ann.tap(f"nav-{screen}")
            expect(ann.at(f"nav-{screen}")).to_have_attribute("aria-current", "page")
            ann.page.wait_for_function(f"() => ({BAR})().join() === '0,0,58,0'")
            drawn(ann.page)
            assert ann.page.evaluate(UNDER) == 0, screen
        ann.tells_whole_turn()
        ann.sees("whole-turn")
        ann.page.wait_for_function(f"() => ({BAR})().join() === '0,0,58,0'")
        assert ann.page.evaluate(UNDER) == 0
        ann.tap("whole-cancel")


# What one taps on the screen for everything else, that is less than 44 px high or wide: a box is tapped by its label.
SMALL = """() => [...document.querySelectorAll(".more :is(button, a, summary, select, label)")]
  .map((each) => [each.innerText || each.name, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (width < 43.9 || height < 43.9))
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""


@pytest.mark.long(name="looks")
def test_more_has_two_columns(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Side by side on lying phones and below each other on upright ones and for large letters; all is easy to hit.

    What is unfolded at the right moves nothing at the left.
    """
    table, ann = serve(), phone(PHONE)
    for name in ("Ann", "Ben"):
        assert ann.context.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.context.request.post(f"{table.address}/api/start", data={}).ok
    ann.page.goto(table.address)
    ann.tap("nav-more")
    ann.sees("screen-more")

    def columns() -> list[tuple[float, float, float]]:
        drawn(ann.page)
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        boxes = [half.bounding_box() for half in ann.page.locator(".more > .half").all()]
        return [(box["x"], box["y"], box["width"]) for box in boxes if box]

    for width, height in (PHONE, (667, 375)):
        resize(ann.page, width, height)
        (left, top, wide), (right, beside, as_wide) = columns()
        assert top == beside
        assert left + wide < right
        assert wide == as_wide > 0.4 * (width - 58)
        assert ann.page.evaluate(SMALL) == []
    left_column = ann.page.locator(".more > .half").first.locator("> *")
    before = left_column.evaluate_all(PLACES)
    ann.unfolds("put-right")
    ann.sees("right-turn")
    drawn(ann.page)
    assert left_column.evaluate_all(PLACES) == before
    assert ann.page.evaluate(SMALL) == []
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
    (left, top, _), (right, beside, _) = columns()
    assert left == right
    assert top < beside
    ann.page.evaluate("document.documentElement.style.fontSize = ''")
    resize(ann.page, 390, 844)
    (left, top, _), (right, beside, _) = columns()
    assert left == right
    assert top < beside


def test_who_shuffles_has_the_whole_panel(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The pieces to tap fill the panel at the right down to the end of the screen; whose turn it is, is said once."""
    table, ann = serve(), phone(TABLET)
    for name in ("Ann", "Ben"):
        assert ann.context.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.context.request.post(f"{table.address}/api/lobby", data={"dealing": "table"}).ok
    assert ann.context.request.post(f"{table.address}/api/start", data={}).ok
    ann.page.goto(table.address)
    ann.sees("deal-banner")
    end = "document.querySelector('.sheetbox > .panel').getBoundingClientRect().bottom"
    ann.page.wait_for_function(f"() => Math.abs({end} - innerHeight) <= 1")
    expect(ann.at("turn")).not_to_contain_text("You are next")
