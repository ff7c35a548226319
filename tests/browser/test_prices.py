"""The switch that shows what every region in reach costs, with the exact chance of the die."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.house import Phone, keep_picture


def test_prices_and_chances_lie_on_the_map_while_the_switch_is_on(pair: list[Phone]) -> None:
    """Every region in reach bears its price as the table reckons it; the switch takes them away again."""
    ann = pair[0]
    ann.picks()
    ann.tap("nav-more")
    ann.tap("setting-prices")
    ann.tap("nav-map")
    told = ann.page.request.get(f"{ann.page.url.rstrip('/')}/api/prices?seat=0").json()
    tags = ann.page.locator(".map .price > text:not(.odds)")
    expect(tags).to_have_count(len(told))
    assert sorted(tag.text_content() or "" for tag in tags.all()) == sorted(str(each["cost"]) for each in told.values())
    region = ann.open_regions()[0]
    assert f"costs {told[region]['cost']}" in str(ann.region(region).get_attribute("aria-label"))
    # With few tokens left some regions hang on the die.
    while len(ann.open_regions()) > 0 and int(ann.at("hand").inner_text()) > 2:
        before = ann.at("hand").inner_text()
        ann.touch(ann.open_regions()[0])
        expect(ann.at("hand")).not_to_have_text(before)
    keep_picture(ann.page, "prices")
    chances = {
        each["chance"]
        for each in ann.page.request.get(f"{ann.page.url.rstrip('/')}/api/prices?seat=0").json().values()
        if each["chance"] and each["chance"] != "0/6"
    }
    expect(ann.page.locator(".map .price text.odds").first).to_be_visible()
    assert {odd.text_content() for odd in ann.page.locator(".map .price text.odds").all()} == chances
    ann.tap("nav-more")
    ann.tap("setting-prices")
    ann.tap("nav-map")
    expect(tags).to_have_count(0)
