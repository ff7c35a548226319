"""A finger that taps twice: the second tap on a button that has gone means nothing that lay below it."""

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, drawn
from tests.browser.positions import Position

# For the page no time goes by between one tap and the next, however busy the computer is.
AT_ONCE = "const now = performance.now(); performance.now = () => now"
BELOW = "([x, y]) => document.elementFromPoint(x, y).closest('.tap')?.dataset.region"


@pytest.fixture
def ben(pair: list[Phone]) -> Phone:
    """Ben is about to correct his region out of turn."""
    _, ben = pair
    position = Position(pair)
    position.race(0, "ratmen", "commando", r07=6)
    position.race(1, "elves", "flying", r15=2)
    position.turn(4, 0)
    ben.touch("r15")
    ben.sees("correct-0")
    ben.page.evaluate(AT_ONCE)
    return ben


@pytest.fixture
def place(ben: Phone) -> tuple[float, float]:
    """Where the button was by which he has corrected it; a region of the map lies there now."""
    box = ben.at("correct-0").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with ben.gets_through():
        ben.page.touchscreen.tap(x, y)
    expect(ben.at("sheet")).to_have_count(0)
    assert ben.page.evaluate(BELOW, [x, y])
    return x, y


def test_a_second_tap_on_what_has_gone_opens_nothing(ben: Phone, place: tuple[float, float]) -> None:
    """The sheet goes with the correction; a second tap, which was to meet the same button, opens no region."""
    ben.page.touchscreen.tap(*place)
    drawn(ben.page)
    expect(ben.at("sheet")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_a_tap_there_counts_after_one_elsewhere(ben: Phone, place: tuple[float, float]) -> None:
    """Whoever has tapped another region since taps on purpose."""
    ben.touch("r15")
    ben.tap("sheet-close")
    ben.page.touchscreen.tap(*place)
    ben.sees("sheet")


@pytest.mark.long(name="moments")
def test_keys_count_whenever_they_are_pressed(ben: Phone) -> None:
    """Keys have no place on the page: the next one chooses what it is on."""
    with ben.gets_through():
        ben.at("correct-0").press("Enter")
    expect(ben.at("sheet")).to_have_count(0)
    ben.at("nav-log").press("Enter")
    ben.sees("screen-log")
