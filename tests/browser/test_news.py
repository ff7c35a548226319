"""Coins that change hands before a turn is scored: everybody is told, and hands are asked for nothing they have not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import NAMES, Phone, Table
from tests.browser.positions import Position

PAID = "Ben gives Ann 1 coin"


@pytest.fixture
def ransacked(serve: Callable[..., Table], phone: Callable[..., Phone]) -> list[Phone]:
    """Ann's Ransacking Giants have just conquered a region of Ben's Elves."""
    table, phones = serve(), [phone(), phone()]
    for each, name in zip(phones, NAMES, strict=False):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    boxes = {"boxes": ["base", "cursed"]}
    assert phones[0].context.request.post(f"{table.address}/api/lobby", data=boxes).ok
    assert phones[0].context.request.post(f"{table.address}/api/start", data={}).ok
    for each in phones:
        each.page.goto(table.address)
        each.sees("screen-play")
    position = Position(phones)
    position.race(0, "giants", "ransacking", r03=9)
    position.race(1, "elves", "swamp", r04=1, r05=2)
    position.turn(4, 0)
    ann = phones[0]
    ann.sees("form-ready")
    ann.tap("confirm")
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers region 4")
    return phones


@pytest.mark.long(name="moments")
def test_who_pays_whom_is_news_where_no_coins_lie_on_the_table(ransacked: list[Phone], wall: Page) -> None:
    """The app has moved them: nothing is to be ticked off, now or later."""
    ann, ben = ransacked
    ben.hears(ann.state())
    wall.goto(f"{ann.home}table")
    expect(wall.locator("[data-test='last']")).to_contain_text(PAID)
    for phone in ransacked:
        expect(phone.at("news")).to_contain_text(f"{PAID} The app handles the coins")
        expect(phone.at("steps").locator("button", has_text="coin")).to_have_count(0)
    ann.tap("done")
    ann.sees("score")
    ben.hears(ann.state())
    for phone in ransacked:
        expect(phone.page.locator("button", has_text=PAID)).to_have_count(0)
    expect(wall.locator(".do", has_text="coin")).to_have_count(0)


def test_who_uses_cardboard_coins_ticks_them_off(ransacked: list[Phone]) -> None:
    """For these hands the same is a step like any other."""
    ann, _ = ransacked
    ann.tap("nav-purse")
    ann.at("setting-cardboard").check()
    ann.tap("nav-map")
    step = ann.at("steps").locator("button", has_text=PAID)
    step.tap()
    expect(step).to_have_attribute("aria-pressed", "true")
    expect(ann.at("news")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_the_score_says_what_came_before_it(ransacked: list[Phone]) -> None:
    """Not among its coins, but nobody takes those that came during the turn for lost."""
    ann, ben = ransacked
    ann.tap("done")
    expect(ann.sees("score")).to_contain_text(f"Earlier this turn: {PAID}")
    expect(ann.at("score").locator("tfoot td")).to_have_text("2")
    ben.hears(ann.state())
    assert ben.state()["game"]["sheet"]["paid"] == [PAID]
