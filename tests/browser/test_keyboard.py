"""A whole turn without a finger: by the keyboard, and as a screen reader names what is on the page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import PLAIN, Phone, Table

# Every screen of the game has fewer things to stop at than this; who tabs on longer has lost the way.
FAR = 150


def tab_to(page: Page, test: str) -> None:
    """Go from thing to thing with Tab until this one has the focus, which must show."""
    for _ in range(FAR):
        page.keyboard.press("Tab")
        if page.evaluate("test => Boolean(document.activeElement?.closest(test))", test):
            break
    else:
        raise AssertionError(f"no way to {test} with the keyboard")
    ring = page.evaluate("(({ outlineStyle: a, stroke: b }) => a + b)(getComputedStyle(document.activeElement))")
    assert ring != "nonenone", test


def enter(page: Page, test: str) -> None:
    """Go there, and press Enter."""
    tab_to(page, test)
    page.keyboard.press("Enter")


def own(name: str) -> str:
    """A selector by test name."""
    return f"[data-test='{name}']"


def test_a_turn_by_keyboard(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Join, start, pick, conquer, undo, conquer again, redeploy and accept with Tab, Enter and Space alone."""
    table, ann, ben = serve(), phone(), phone()
    page = ann.page
    page.goto(table.address)
    ann.sees("screen-join")
    tab_to(page, own("name"))
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    ann.sees("screen-lobby")
    ben.sits_down(table.address, "Ben")
    ann.sees("seat-1")
    enter(page, own("start"))
    ann.sees("screen-column")
    place = next(combo["place"] for combo in ann.state()["game"]["column"] if PLAIN.match(combo["name"]))
    enter(page, own(f"combo-{place}"))
    enter(page, own(f"pick-{place}"))
    ann.sees("hand")
    region = ann.open_regions()[0]
    expect(ann.region(region)).to_have_accessible_name(re.compile(r"Region \d+.*, costs \d"))
    enter(page, f".tap[data-region='{region}']")
    expect(ann.region(region)).to_have_accessible_name(re.compile(r"\(Ann\)"))
    enter(page, own("take-back"))
    expect(ann.region(region)).not_to_have_accessible_name(re.compile(r"\(Ann\)"))
    tab_to(page, f".tap[data-region='{region}']")
    page.keyboard.press("Space")
    ann.sees("sheet")
    page.keyboard.press("Escape")
    expect(ann.at("sheet")).to_have_count(0)
    enter(page, f".tap[data-region='{region}']")
    expect(ann.region(region)).to_have_accessible_name(re.compile(r"\(Ann\)"))
    enter(page, own("offer-finish"))
    ann.sees("form-redeploy")
    enter(page, own("confirm"))
    ann.sees("score")
    enter(page, own("accept"))
    expect(ann.at("turn")).to_have_attribute("data-seat", "1")


@pytest.mark.long(name="extras")
def test_a_turn_by_names(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Everything of a turn is found by its role and its name, and what happens is said without being looked for."""
    table, ann, ben = serve(), phone(), phone()
    page = ann.page
    page.goto(table.address)
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("button", name="Join").click()
    ben.sits_down(table.address, "Ben")
    page.get_by_role("listitem").filter(has_text="Ben").wait_for()
    page.get_by_role("button", name="Start the game").click()
    ann.sees("screen-column")
    name = next(combo["name"] for combo in ann.state()["game"]["column"] if PLAIN.match(combo["name"]))
    page.get_by_role("main").get_by_role("button", name=name).click()
    page.get_by_role("button", name=re.compile(r"^Pick .*tokens")).click()
    said = page.get_by_role("status").filter(has_text="Ann")
    expect(said.filter(has_text="picks")).to_be_visible()
    page.get_by_role("navigation", name="Pages").get_by_role("button", name="More").click()
    page.get_by_role("checkbox", name="Show a list of regions instead of the map").click()
    page.get_by_role("navigation", name="Pages").get_by_role("button", name="Map").click()
    regions = page.get_by_role("region", name="Show a list of regions")
    regions.get_by_role("button", name=re.compile("costs")).first.click()
    expect(said.filter(has_text="conquers")).to_be_visible()
    page.get_by_role("button", name="Stop and move tokens").click()
    page.get_by_role("button", name="Redeploy and show the score").click()
    expect(page.get_by_role("table")).to_contain_text("Total")
    page.get_by_role("button", name=re.compile(r"^Score \d+ coins?")).click()
    expect(page.get_by_role("banner")).to_contain_text("Ben")
