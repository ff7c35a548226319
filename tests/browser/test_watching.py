"""Phones that are not one phone for one player."""

import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.table.bots import play
from tests.browser.house import LARGE, Phone, Table
from tests.browser.positions import Position
from tests.web.house import Stream, house


def test_who_only_watches_sees_and_changes_nothing(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """A phone without a seat reads map, column and log; nothing on it can be taken, and nothing complains."""
    watcher = phone()
    watcher.page.goto(pair[0].home)
    watcher.tap("watch")
    Position(pair).race(0, "elves", "stout", r03=2)
    expect(watcher.region("r03")).to_have_attribute("aria-label", re.compile(r"2 Elves \(Ann\)"))
    watcher.touch("r03")
    expect(watcher.sees("sheet")).to_contain_text("2 Elves (Ann)")
    expect(watcher.page.locator(".told, .corrections, .ways")).to_have_count(0)
    watcher.tap("sheet-close")
    watcher.tap("nav-column")
    watcher.tap("combo-1")
    expect(watcher.page.locator("[data-test^='pick-']")).to_have_count(0)
    watcher.tap("nav-more")
    watcher.sees("take-seat")
    expect(watcher.at("put-right")).to_have_count(0)
    expect(watcher.sees("seats").get_by_role("button")).to_have_count(0)


@pytest.mark.long(name="extras")
def test_a_device_without_a_seat_is_refused_nothing_it_asks_for(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """A table screen and a phone that only watches, elsewhere in the network: all they ask is answered, to the end."""
    wall, watcher = phone(LARGE), phone()
    refused: list[str] = []
    for each in (wall, watcher):
        # As a proxy on the computer says that it asks for somebody else, who is not the computer itself.
        each.context.set_extra_http_headers({"X-Forwarded-For": "192.0.2.9"})
        each.last_page().on("response", lambda found: refused.append(found.url) if found.status >= 400 else None)
    wall.page.goto(f"{pair[0].home}table")
    watcher.page.goto(pair[0].home)
    watcher.sees("rejoin-0")
    watcher.sees("to-rules")
    watcher.tap("watch")
    watcher.sees("nav-column")
    watcher.tap("nav-column")
    watcher.tap("combo-1")
    for name in ("nav-log", "nav-more"):
        watcher.tap(name)
    watcher.at("box").locator("summary").tap()
    for name in ("to-games", "to-dice", "to-status"):
        expect(watcher.at(name)).to_have_count(0)
    wall.sees("table-play")
    expect(wall.page.locator("a[href='rules']")).to_have_count(1)
    expect(wall.page.locator("a[href='dice']")).to_have_count(0)
    pair[0].tap("nav-more")
    for name in ("to-games", "to-dice", "to-status"):
        pair[0].sees(name)
    table = Position(pair)
    table.post(pair[1], "/api/consent", by=1, ask=table.enter(type="stop")["ask"], yes=True)
    table.enter(type="unveil")
    for each in (wall, watcher):
        expect(each.sees("picture-luck")).to_be_visible()
    expect(watcher.at("to-games")).to_have_count(0)
    assert refused == []


@pytest.mark.long(name="extras")
def test_where_too_many_watch_a_player_is_still_let_in(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """All streams are taken: a phone and the table screen say so and are renewed; who sits down gets a stream."""
    table, ann, screen = serve("--streams", "6"), phone(), phone()
    crowd = [Stream(table.port, "") for _ in range(6)]
    screen.page.goto(f"{table.address}/table")
    expect(screen.sees("full")).to_contain_text("Too many devices are connected")
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


def test_whoever_opens_a_demonstration_watches_it(tmp_path: Path, phone: Callable[..., Phone]) -> None:
    """No form and no button comes before the show: the page shows the game, as soon as it has begun."""
    with house(tmp_path / "data", show=True) as table:
        ann, ending = phone(), threading.Event()
        ann.page.goto(f"http://127.0.0.1:{table.port}")
        players = threading.Thread(target=play, args=(table.table, ending), kwargs={"pace": 0.2})
        players.start()
        ann.sees("screen-play")
        expect(ann.at("screen-join")).to_have_count(0)
        ending.set()
        players.join()
