"""The silent clock on phones and table screen."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.house import NAMES, Phone, Table, keep_picture

RUNNING = re.compile(r"[0-9]:(0[1-9]|[1-5][0-9])$")


def test_a_clock_that_hurries_nobody(serve: Callable[..., Table], phone: Callable[..., Phone], wall: Page) -> None:
    """Chosen before the game it counts for whose turn it is; a yes begins a break, and playing on ends it."""
    table, ann, ben = serve(), phone(), phone()
    for each, name in zip((ann, ben), NAMES, strict=False):
        each.sits_down(table.address, name)
    ann.unfolds("options")
    ann.tap("clock")
    expect(ben.at("clock")).to_be_checked()
    ann.tap("start")
    wall.goto(f"{table.address}/table")
    for shown in (ann.page, ben.page, wall):
        expect(shown.locator("[data-test='time-0']").first).to_have_text(RUNNING)
    expect(wall.locator("[data-test='time-1']")).to_have_text("0:00")
    keep_picture(ann.page, "clock-own")
    keep_picture(wall, "clock-table")

    ben.sees("screen-play")
    ben.tap("nav-more")
    ben.tap("pause")
    ann.tap("yes")
    for each in (ann, ben):
        each.sees("paused")
    keep_picture(ann.page, "clock-break")
    ann.picks()
    for each in (ann, ben):
        expect(each.at("paused")).to_have_count(0)
