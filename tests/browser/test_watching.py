"""Phones that are not one phone for one player."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import Phone, Table
from tests.browser.positions import Position
from tests.web.house import Stream


def test_who_only_watches_sees_and_changes_nothing(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """A phone without a seat reads map, column and log; nothing on it can be taken, and nothing complains."""
    watcher = phone()
    watcher.page.goto(pair[0].page.url)
    watcher.tap("watch")
    Position(pair).race(0, "elves", "stout", r03=2)
    expect(watcher.region("r03")).to_have_attribute("aria-label", re.compile("2 Elves of Ann"))
    watcher.touch("r03")
    expect(watcher.sees("sheet")).to_contain_text("2 Elves of Ann")
    expect(watcher.page.locator(".told, .corrections, .ways")).to_have_count(0)
    watcher.tap("sheet-close")
    watcher.tap("nav-column")
    watcher.tap("combo-1")
    expect(watcher.page.locator("[data-test^='pick-']")).to_have_count(0)
    watcher.tap("nav-more")
    watcher.sees("take-seat")
    expect(watcher.at("put-right")).to_have_count(0)


def test_one_phone_holds_all_seats(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Two players share a phone: each one's turn is played on it, each purse lies under a cover of its own."""
    table, ann = serve(), phone()
    ann.sits_down(table.address, "Ann")
    ann.tap("add-player")
    ann.sees("name").fill("Ben")
    ann.tap("join")
    ann.sees("seat-1")
    ann.tap("start")
    for seat in (0, 1):
        expect(ann.at("turn")).to_have_attribute("data-seat", str(seat))
        ann.picks()
        ann.touch(ann.open_regions()[0])
        expect(ann.at("happened")).to_contain_text("conquers")
        ann.tap("offer-finish")
        ann.sees("form-redeploy")
        while not ann.at("confirm").is_enabled():
            ann.at("form-redeploy").locator(".slots button.round:enabled").last.tap()
        ann.tap("confirm")
        ann.tap("accept")
    expect(ann.at("turn")).to_have_attribute("data-seat", "0")
    ann.tap("nav-purse")
    for seat in (0, 1):
        ann.sees(f"purse-{seat}")
    expect(ann.at("coins")).to_have_count(0)


def test_where_too_many_watch_a_player_is_still_let_in(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """All streams are taken: a phone and the table screen say so and are renewed; who sits down gets a stream."""
    table, ann, screen = serve("--streams", "6"), phone(), phone()
    crowd = [Stream(table.port, "") for _ in range(6)]
    screen.page.goto(f"{table.address}/table")
    expect(screen.sees("full")).to_contain_text("Too many screens are watching")
    ann.page.goto(table.address)
    ann.sees("full")
    ann.sees("name").fill("Ann")
    ann.tap("join")
    ann.sees("screen-lobby")
    expect(ann.at("full")).to_have_count(0)
    # The screen has no stream, and hears of her all the same.
    expect(screen.page.locator("body")).to_contain_text("Ann")
    screen.sees("full")
    for stream in crowd:
        stream.close()
    expect(screen.at("full")).to_have_count(0)
