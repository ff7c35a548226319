"""The switch that shows what every region in reach costs, with the exact chance of the die."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, keep_picture
from tests.browser.positions import Position


def prices(phone: Phone) -> dict[str, dict[str, Any]]:
    """What every region in reach costs, as the table works it out."""
    found: dict[str, dict[str, Any]] = phone.context.request.get(f"{phone.home.rstrip('/')}/api/prices?seat=0").json()
    return found


def test_prices_and_chances_lie_on_the_map_while_the_switch_is_on(pair: list[Phone]) -> None:
    """Every region in reach bears its price as the table works it out; the switch takes them away again.

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
    # The page asks for them when it is told to show them: until they come it has those of the turn.
    for region, label in (("r02", "costs 2"), ("r06", "costs 3, 3/6 with the die")):
        expect(ann.region(region)).to_have_attribute("aria-label", re.compile(label))
    tags = ann.page.locator(".map .price > text:not(.odds)")
    # What cannot be conquered now has its price on paper, not on a badge.
    expect(tags).to_have_count(len(told))
    assert sorted(tag.text_content() or "" for tag in tags.all()) == sorted(str(each["cost"]) for each in told.values())
    assert told["r06"] == {"cost": 3, "chance": "3/6"}
    assert told["r02"] == {"cost": 2, "chance": None}
    # Its number stands beside its price: the log and the steps go by it.
    numbers = set(ann.page.locator(".map .label .number").all_text_contents())
    assert numbers >= {region.removeprefix("r").lstrip("0") for region in told}
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
    # The tag says what has to be rolled: beside a die a price would be taken for it.
    expect(ann.page.locator("[data-of='r06'] .price.luck text")).to_have_text("1+")
    expect(ann.region("r06")).to_have_attribute("aria-label", re.compile("roll 1 or more"))
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


# What a region's tag says: its number, and the signs of what pays it and of what would do in its place.
TAG = """region => {
  const tag = document.querySelector(`[data-of='${region}'] .price`);
  const of = (part, key) => tag.querySelector(part)?.dataset[key] ?? null;
  return [Number(tag.querySelector('text:not(.odds)').textContent), of('.by', 'by'), of('.also', 'also')];
}"""


@pytest.mark.parametrize("prices", [False, True])
def test_a_tag_says_what_its_filled_button_does(pair: list[Phone], prices: bool) -> None:
    """A dragon takes any region for one token, once a turn: where the hand suffices it is a sign beside the price of
    the ordinary way, and where it alone can do it the tag is about it."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "giants", "dragon-master", r03=7)
    position.race(1, "elves", "swamp", r04=2, r09=9)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.open_regions()
    if prices:
        ann.tap("nav-more")
        ann.tap("setting-prices")
        ann.tap("nav-map")
        ann.page.wait_for_load_state("networkidle")
    for region, (by, also), label in (
        ("r04", (None, "dragon-master"), "costs {cost}, or use Dragon Master"),
        ("r09", ("dragon-master", None), "costs {cost} using Dragon Master"),
    ):
        ways = [offer for offer in position.game["offers"] if offer["region"] == region and offer["kind"] == "conquer"]
        assert [offer["way"] for offer in ways] == ["ordinary"] * (by is None) + ["dragon-master"]
        cost = ways[0]["cost"]
        assert ann.page.evaluate(TAG, region) == [cost, by, also]
        expect(ann.region(region)).to_have_attribute("aria-label", re.compile(label.format(cost=cost)))
        ann.touch(region)
        if by:
            # There is nothing to choose from.
            expect(ann.at("happened")).to_contain_text("uses Dragon Master to conquer region 9")
            continue
        filled = ann.sees("sheet").locator(".ways button.main")
        expect(filled).to_have_text([ways[0]["label"]])
        ann.tap("sheet-close")
