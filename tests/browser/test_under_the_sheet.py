"""The part of the map that the sheet lies over: it can be had from under it, and is left where it was."""

import pytest
from playwright.sync_api import expect

from tests.browser.house import SMALL, Phone, drawn, resize
from tests.browser.positions import Position, conquering

# Whether a finger meets a region at its middle.
MEETS = """region => {
  const tap = document.querySelector(`.tap[data-region='${region}']`);
  const { left, right, top, bottom } = tap.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === tap;
}"""
PLACE = "() => document.querySelector('svg.map').getBoundingClientRect().top"


def test_what_the_sheet_lies_over_is_pushed_up_from_under_it(pair: list[Phone]) -> None:
    """By one finger, on the smallest phone, and the next tap leaves the map there."""
    ann, _, _ = conquering(pair)
    resize(ann.page, *SMALL)
    expect(ann.region("r16")).to_be_attached()
    drawn(ann.page)
    assert not ann.page.evaluate(MEETS, "r16")
    ann.slide((200, 300), (200, 200))
    ann.page.wait_for_function(MEETS, arg="r16")
    pushed = ann.page.evaluate(PLACE)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    drawn(ann.page)
    assert ann.page.evaluate(PLACE) == pushed


# px of bare table between the map and the sheet below it.
BARE = """() => document.querySelector('.sheetbox > .panel').getBoundingClientRect().top
  - document.querySelector('svg.map').getBoundingClientRect().bottom"""


def test_a_sheet_that_was_tall_leaves_the_map_where_it_was(pair: list[Phone]) -> None:
    """The score covers most of it; once that is shut nobody looks at a bare table."""
    ann, _ = pair
    resize(ann.page, *SMALL)
    Position(pair).begins("giants", "merchant", r16=3, r11=4, r15=2)
    ann.touch(ann.open_regions()[0])
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("done")
    ann.sees("score")
    drawn(ann.page)
    ann.tap("score-shut")
    expect(ann.at("score")).to_have_count(0)
    drawn(ann.page)
    assert ann.page.evaluate(BARE) < 1


@pytest.mark.long(name="looks")
def test_the_sum_of_a_long_score_is_in_sight(pair: list[Phone]) -> None:
    """More reasons than a small phone has room for scroll below it, and the way on stands under it."""
    ann, _ = pair
    resize(ann.page, *SMALL)
    position = Position(pair)
    position.race(0, "dwarves", "", r02=1, r03=1)
    position.begins("humans", "hill", r04=1, r05=1, r10=1, r15=1)
    ann.tap("confirm")
    ann.tap("done")
    total = ann.sees("score").locator("tfoot")
    resize(ann.page, 360, 460)
    drawn(ann.page)
    assert ann.at("panel").evaluate("panel => panel.scrollHeight > panel.clientHeight")
    expect(total).to_be_in_viewport(ratio=1)
    below, above = total.bounding_box(), ann.at("score-shut").bounding_box()
    assert below
    assert above
    assert below["y"] + below["height"] <= above["y"]


def test_whose_turn_begins_sees_the_own_regions(pair: list[Phone]) -> None:
    """The sheet of the smallest phone lies over none of them, though it is at its highest then."""
    ann, _ = pair
    resize(ann.page, *SMALL)
    position = Position(pair)
    position.race(0, "giants", "merchant", r16=5)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.page.wait_for_function(MEETS, arg="r16")


def beside_the_sheet(pair: list[Phone], *, defenders: int) -> Phone:
    """Ann can have region 11, which the sheet lies over, and others in sight that so many of Ben's tokens defend."""
    ann, _ = pair
    resize(ann.page, *SMALL)
    position = Position(pair)
    position.race(1, "ratmen", "swamp", r04=defenders, r05=defenders, r09=defenders, r15=defenders)
    position.begins("elves", "merchant", r10=4)
    drawn(ann.page)
    assert not ann.page.evaluate(MEETS, "r11")
    assert ann.page.evaluate(MEETS, "r09")
    return ann


def test_what_needs_no_die_is_told_where_the_sheet_lies_over_it(pair: list[Phone]) -> None:
    """In sight the die alone helps; a tap pushes the map up, and the note goes."""
    ann = beside_the_sheet(pair, defenders=3)
    expect(ann.at("map-below")).to_have_text("1 region further down needs no die")
    ann.tap("map-below")
    ann.page.wait_for_function(MEETS, arg="r11")
    expect(ann.at("map-below")).to_have_count(0)


@pytest.mark.long(name="looks")
def test_nothing_is_told_of_it_where_something_in_sight_needs_no_die(pair: list[Phone]) -> None:
    """The map stays as free as it is."""
    ann = beside_the_sheet(pair, defenders=1)
    expect(ann.at("map-below")).to_have_count(0)


@pytest.mark.long(name="looks")
def test_nothing_is_told_of_it_where_the_sheet_stands_beside_the_map(pair: list[Phone]) -> None:
    """A phone held sideways: what lies further down is not under the sheet."""
    ann = beside_the_sheet(pair, defenders=3)
    ann.sees("map-below")
    resize(ann.page, *reversed(SMALL))
    drawn(ann.page)
    expect(ann.at("map-below")).to_have_count(0)
