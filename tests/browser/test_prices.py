"""The switch that shows what every region in reach costs, with the exact chance of the die."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.house import Phone, keep_picture
from tests.browser.positions import Position


def prices(phone: Phone) -> dict[str, dict[str, Any]]:
    """What every region in reach costs, by the table's own reckoning."""
    found: dict[str, dict[str, Any]] = phone.page.request.get(f"{phone.page.url.rstrip('/')}/api/prices?seat=0").json()
    return found


def test_prices_and_chances_lie_on_the_map_while_the_switch_is_on(pair: list[Phone]) -> None:
    """Every region in reach bears its price as the table reckons it; the switch takes them away again.

    Two tokens in hand and mountains beside: three of the die's six faces bring the third token.
    """
    ann = pair[0]
    position = Position(pair)
    position.race(0, "ratmen", "forest", r07=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.tap("nav-more")
    ann.tap("setting-prices")
    ann.tap("nav-map")
    told = prices(ann)
    tags = ann.page.locator(".map .price > text:not(.odds)")
    # What cannot be conquered now has its price on paper, not on a badge.
    expect(tags).to_have_count(len(told))
    assert sorted(tag.text_content() or "" for tag in tags.all()) == sorted(str(each["cost"]) for each in told.values())
    assert told["r06"] == {"cost": 3, "chance": "3/6"}
    assert told["r02"] == {"cost": 2, "chance": None}
    # Two figures would be taken for each other: where a price stands, the region's number does not.
    numbers = set(ann.page.locator(".map .label .number").all_text_contents())
    assert not numbers & {region.removeprefix("r").lstrip("0") for region in told}
    for region, label in (("r02", "costs 2"), ("r06", "costs 3, 3/6 with the die")):
        expect(ann.region(region)).to_have_attribute("aria-label", re.compile(label))
    keep_picture(ann.page, "prices")
    chances = {each["chance"] for each in told.values() if each["chance"] not in (None, "0/6")}
    assert {odd.text_content() for odd in ann.page.locator(".map .price text.odds").all()} == chances
    ann.tap("nav-more")
    ann.tap("setting-prices")
    ann.tap("nav-map")
    expect(ann.page.locator(".map .price.quiet, .map .price text.odds")).to_have_count(0)
    expect(tags).to_have_count(ann.page.locator(".tap[data-can]").count())


def test_a_last_attempt_shows_the_faces_that_bring_the_region(pair: list[Phone]) -> None:
    """All six faces of the die stand on its button, and those that help stand out."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "ratmen", "forest", r07=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.touch("r06")
    way = ann.sees("way-attempt")
    expect(way).to_contain_text("3/6 chance")
    pips = "faces => faces.map(face => face.querySelectorAll('.pip').length)"
    assert way.locator("i").evaluate_all(pips) == [0, 0, 0, 1, 2, 3]
    assert way.locator("i.good").evaluate_all(pips) == [1, 2, 3]
    keep_picture(ann.page, "attempt")


def test_a_sure_way_stands_above_a_last_attempt(pair: list[Phone]) -> None:
    """A failed attempt ends the conquests, so what needs no luck is offered first."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "ratmen", "dragon-master", r07=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.touch("r06")
    ann.sees("way-attempt")
    names = "ways => ways.map(way => way.dataset.test)"
    assert ann.page.locator(".ways button[data-test^='way-']").evaluate_all(names) == ["way-conquer", "way-attempt"]
