"""Boards that lie apart on the table: drawn in the lobby, shown one at a time, swiped between."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import Phone, Table, keep_picture


def test_islands_are_tapped_and_swiped(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """An island is tapped in the lobby; in the game one fills the phone, and a swipe or a tap brings the other."""
    table = serve()
    ann, ben = phone(), phone()
    for each, name in ((ann, "Ann"), (ben, "Ben")):
        each.sits_down(table.address, name)
    assert ann.page.request.post(f"{table.address}/api/lobby", data={"boxes": ["warcraft"]}).ok
    for face in ("l1a", "s1a"):
        expect(ann.at(f"face-{face}")).to_be_visible()
        if ann.at(f"face-{face}").get_attribute("aria-pressed") == "false":
            ann.tap(f"face-{face}")
        expect(ben.at(f"face-{face}")).to_have_attribute("aria-pressed", "true")
    keep_picture(ann.page, "isles-lobby", whole=True)
    ann.tap("start")
    ann.sees("screen-play")
    ann.tap("nav-map")
    large, small = ann.region("r08"), ann.region("r18")
    expect(large).to_be_in_viewport()
    expect(small).not_to_be_in_viewport()
    expect(ann.at("isle-0")).to_have_attribute("aria-current", "true")
    keep_picture(ann.page, "isles-map")
    ann.tap("map-whole")
    for region in (large, small):
        expect(region).to_be_in_viewport()
    keep_picture(ann.page, "isles-whole")
    ann.tap("isle-1")
    expect(small).to_be_in_viewport()
    expect(large).not_to_be_in_viewport()
    frame = ann.page.locator(".mapframe").bounding_box()
    assert frame
    middle, left, right = frame["y"] + frame["height"] / 2, frame["x"] + 60, frame["x"] + frame["width"] - 60
    ann.slide((left, middle), (right, middle))
    expect(large).to_be_in_viewport()
    expect(ann.at("isle-0")).to_have_attribute("aria-current", "true")
    ann.slide((right, middle), (left, middle))
    expect(small).to_be_in_viewport()
    expect(large).not_to_be_in_viewport()
