"""Phones that are not one phone for one player."""

import re
import threading
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from companion.table.bots import play
from tests.browser.house import LARGE, Phone, Table
from tests.browser.positions import Position
from tests.browser.test_first_turn import number_left
from tests.web.house import Stream, house


def test_who_only_watches_sees_and_changes_nothing(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """A phone without a seat reads map, column and log; nothing on it can be taken, and nothing complains."""
    watcher = phone()
    watcher.page.goto(pair[0].page.url)
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


def test_a_device_without_a_seat_is_refused_nothing_it_asks_for(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """A table screen and a phone that only watches, elsewhere in the network: all they ask is answered, to the end."""
    wall, watcher = phone(LARGE), phone()
    refused: list[str] = []
    for each in (wall, watcher):
        # As a proxy on the computer says that it asks for somebody else, who is not the computer itself.
        each.context.set_extra_http_headers({"X-Forwarded-For": "192.0.2.9"})
        each.page.on("response", lambda found: refused.append(found.url) if found.status >= 400 else None)
    wall.page.goto(f"{pair[0].page.url}table")
    watcher.page.goto(pair[0].page.url)
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


def test_one_phone_holds_all_seats(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Two players share a phone: each one's turn is played on it, and it shows the coins of one of them at a time."""
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
        for left in range(number_left(ann), 0, -1):
            expect(ann.at("task")).to_contain_text(str(left))
            ann.at("form-redeploy").locator(".slots button.round:enabled").last.tap()
        ann.tap("confirm")
        ann.tap("accept")
    expect(ann.at("turn")).to_have_attribute("data-seat", "0")
    ann.tap("nav-purse")
    ann.sees("purse-0")
    expect(ann.at("purse-1")).to_have_count(0)
    # Ben's are asked for by passing the phone to him.
    ann.page.remove_locator_handler(ann.at("pass"))
    ann.tap("purse-of-1")
    expect(ann.sees("pass")).to_contain_text("Pass the phone to Ben")
    expect(ann.at("purse-1")).to_have_count(0)
    ann.tap("pass-on")
    ann.sees("purse-1")
    expect(ann.at("purse-0")).to_have_count(0)
    expect(ann.at("coins")).to_have_count(0)


def test_a_phone_of_two_is_passed_on_when_the_other_plays(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """When Ann's turn is over a cover asks for the phone to be passed to Ben, and nothing else is in reach."""
    table, ann = serve(), phone()
    for name in ("Ann", "Ben"):
        assert ann.page.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.page.request.post(f"{table.address}/api/start", data={}).ok
    ann.page.goto(table.address)
    ann.sees("screen-column")
    expect(ann.at("pass")).to_have_count(0)
    ann.page.remove_locator_handler(ann.at("pass"))
    position = Position([ann, ann])
    ask = position.enter(type="set_turn", number=1, seat=1)["ask"]
    position.post(ann, "/api/consent", by=1, ask=ask, yes=True)
    expect(ann.sees("pass").get_by_role("heading")).to_have_text("Pass the phone to Ben")
    expect(ann.at("pass-on")).to_be_focused()
    ann.tap("pass-on")
    expect(ann.at("pass")).to_have_count(0)
    expect(ann.at("turn")).to_have_attribute("data-seat", "1")


def test_a_phone_is_passed_back_after_a_look_at_coins(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Ben was handed the phone in Ann's turn to look at his coins: what is Ann's to play, he does not come to."""
    table, ann = serve(), phone()
    for name in ("Ann", "Ben"):
        assert ann.page.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.page.request.post(f"{table.address}/api/start", data={}).ok
    ann.page.goto(table.address)
    ann.sees("screen-column")
    ann.page.remove_locator_handler(ann.at("pass"))
    ann.tap("nav-purse")
    ann.tap("purse-of-1")
    ann.tap("pass-on")
    ann.sees("purse-1")
    expect(ann.at("pass")).to_have_count(0)
    ann.tap("nav-column")
    expect(ann.sees("pass").get_by_role("heading")).to_have_text("Pass the phone to Ann")
    ann.tap("pass-on")
    expect(ann.at("pass")).to_have_count(0)
    ann.sees("screen-column")


def test_a_turn_asks_for_the_phone_also_of_whoever_was_busy_last(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Ann was the last one here with something to do, but Ben has the phone for his coins when her turn comes."""
    table, ann, cid = serve(), phone(), phone()
    for holder, name in ((ann, "Ann"), (ann, "Ben"), (cid, "Cid")):
        assert holder.page.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.page.request.post(f"{table.address}/api/start", data={}).ok
    ann.page.goto(table.address)
    ann.sees("screen-column")
    ann.page.remove_locator_handler(ann.at("pass"))
    position = Position([ann, ann, cid])

    def turn(number: int, seat: int) -> None:
        ask = position.enter(type="set_turn", number=number, seat=seat)["ask"]
        position.post(cid, "/api/consent", by=2, ask=ask, yes=True)
        expect(ann.at("turn")).to_have_attribute("data-seat", str(seat))

    turn(1, 2)
    ann.tap("nav-purse")
    ann.tap("purse-of-1")
    ann.tap("pass-on")
    ann.sees("purse-1")
    turn(2, 0)
    expect(ann.sees("pass").get_by_role("heading")).to_have_text("Pass the phone to Ann")


def test_the_cover_tells_what_waits_for_a_yes(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Cid asks for something while the phone of Ann and Ben is on its way from one to the other."""
    table, ann, cid = serve(), phone(), phone()
    for holder, name in ((ann, "Ann"), (ann, "Ben"), (cid, "Cid")):
        assert holder.page.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.page.request.post(f"{table.address}/api/start", data={}).ok
    ann.page.goto(table.address)
    ann.sees("screen-play")
    ann.page.remove_locator_handler(ann.at("pass"))
    position = Position([ann, ann, cid])
    ask = position.enter(type="set_turn", number=1, seat=1)["ask"]
    position.post(cid, "/api/consent", by=2, ask=ask, yes=True)
    ann.sees("pass")
    expect(ann.at("pass-asked")).to_have_count(0)
    command = {"type": "set_turn", "number": 2, "seat": 2}
    assert position.post(cid, "/api/act", by=2, command=command)["ask"]
    expect(ann.sees("pass-asked")).to_contain_text("For Ann to approve")
    ann.tap("pass-on")
    ann.sees("yes").tap()
    expect(ann.at("turn")).to_have_attribute("data-seat", "2")


def test_a_phone_of_two_names_who_of_them_is_next(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """In Cid's turn "you" would be whoever holds the phone, who has just played."""
    table, ann, cid = serve(), phone(), phone()
    for holder, name in ((ann, "Ann"), (ann, "Ben"), (cid, "Cid")):
        assert holder.page.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.page.request.post(f"{table.address}/api/start", data={}).ok
    for each in (ann, cid):
        each.page.goto(table.address)
        each.sees("screen-play")
    position = Position([ann, cid])
    ask = position.enter(type="set_turn", number=1, seat=2)["ask"]
    position.post(cid, "/api/consent", by=2, ask=ask, yes=True)
    expect(ann.at("turn")).to_have_attribute("data-seat", "2")
    expect(ann.at("task")).to_have_text("Ann is next")


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
