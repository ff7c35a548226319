"""The box keeper, the list of regions, and the walk that checks the board."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.house import Phone, keep_picture
from tests.browser.positions import Position


def test_a_phone_that_prefers_a_list_conquers_and_looks_closer_without_the_map(pair: list[Phone]) -> None:
    """Rows do what regions do: one tap conquers, the dots open the same sheet."""
    ann = pair[0]
    ann.picks()
    ann.tap("nav-more")
    ann.tap("setting-list")
    ann.tap("nav-map")
    first = ann.page.locator(".region[data-can='sure']").first
    region = str(first.get_attribute("data-test")).removeprefix("row-")
    keep_picture(ann.page, "list")
    first.tap()
    expect(ann.at("happened")).to_contain_text("Ann conquers")
    assert ann.state()["game"]["regions"][region]["seat"] == 0
    expect(ann.page.locator("svg.map")).to_have_count(0)
    ann.tap(f"look-{region}")
    ann.sees("sheet")


def test_what_differs_on_the_board_is_put_right_with_two_taps_in_reading_order(pair: list[Phone]) -> None:
    """The rows stand as the regions do on the board; a tap says it differs, the next one what is there."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "dwarves", "forest", r02=3)
    region = "r02"
    ann.tap("nav-more")
    ann.tap("put-right")
    ann.tap("right-check")
    rows = ann.page.locator("[data-test='region-list'] .region")
    expect(rows.first).to_be_visible()
    names = [str(row.get_attribute("data-test")) for row in rows.all()]
    assert names == sorted(names)
    keep_picture(ann.page, "check")
    ann.tap(f"row-{region}")
    expect(ann.at("correct-0")).to_have_text("2 Dwarves −1")
    keep_picture(ann.page, "check-region")
    with ann.gets_through():
        ann.tap("correct-0")
    expect(ann.at("sheet")).to_have_count(0)
    assert ann.state()["game"]["regions"][region]["tokens"] == 2
    ann.tap("check-done")
    expect(ann.page.locator("svg.map")).to_be_visible()


def test_the_box_says_what_to_lay_out_and_what_is_left(pair: list[Phone]) -> None:
    """Mountains and Lost Tribes by region for the map for two; once somebody is on it the trays as they are as well."""
    ann = pair[0]
    ann.tap("nav-more")
    ann.at("box").locator("summary").tap()
    expect(ann.at("box-lay_out")).to_contain_text("Mountains in regions 6, 9, 16 and 20")
    expect(ann.at("box-lay_out")).to_contain_text("5 for each player, all 1s")
    # No printed board has numbers: a picture shows where.
    mountains = ann.at("box-lay_out").locator("li", has_text="Mountains").locator("svg.cutout")
    expect(mountains).to_be_visible()
    expect(mountains).to_have_attribute("data-regions", "r06 r09 r16 r20")
    expect(ann.at("box-lay_out").locator("svg.cutout")).to_have_count(2)
    # It lies as the map does that nobody has looked at yet.
    upright = mountains.evaluate("cut => cut.viewBox.baseVal.height > cut.viewBox.baseVal.width")
    assert upright == ann.page.evaluate("innerHeight > innerWidth")
    keep_picture(ann.page, "box")
    # Whoever lays it out has nothing to put away.
    for part in ("left", "away"):
        expect(ann.at(f"box-{part}")).to_have_count(0)
    Position(pair).race(0, "elves", "swamp", r03=3)
    ann.tap("nav-more")
    # What was open to lay out the board is folded by then.
    expect(ann.at("box")).not_to_have_attribute("open", "")
    ann.at("box").locator("summary").tap()
    expect(ann.at("box-left")).to_contain_text("Lost Tribes")
    ann.sees("box-away")
