"""Seats that go from phone to phone: the only phone is lost, and a game from a file whose seats are free."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from companion.upkeep import local_socket
from tests.browser.house import Phone, Table
from tests.program import take_in

ANN_AND_BEN = {"record": 1, "players": ["Ann", "Ben"]}


def test_the_only_phone_is_lost(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """It holds both seats and has forgotten it: one tap on a name, one press of the button, and it has both again."""
    table, ann = serve(), phone()
    ann.sits_down(table.address, "Ann")
    ann.tap("add-player")
    ann.sees("name").fill("Ben")
    ann.tap("join")
    ann.sees("seat-1")
    ann.tap("start")
    ann.sees("screen-play")
    ann.context.clear_cookies()
    ann.page.reload()
    ann.sees("rejoin-1").tap()
    expect(ann.sees("waiting")).to_contain_text("Press the die button on the table")
    table.press()
    ann.sees("screen-column")
    ann.tap("nav-purse")
    ann.sees("purse-0")
    ann.tap("purse-of-1")
    ann.sees("purse-1")


def test_without_a_button_nobody_is_told_to_press_one(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The only phone is lost, and the table has no pins: its computer is named instead."""
    table, ann = serve("--pins", "off"), phone()
    ann.sits_down(table.address, "Ann")
    ann.tap("add-player")
    ann.sees("name").fill("Ben")
    ann.tap("join")
    ann.sees("seat-1")
    ann.tap("start")
    ann.sees("screen-play")
    ann.context.clear_cookies()
    ann.page.reload()
    ann.sees("rejoin-1").tap()
    expect(ann.sees("waiting")).to_contain_text("Type at the table’s computer: companion seat")
    expect(ann.at("waiting")).not_to_contain_text("Press the button")


def test_a_free_seat_is_taken_by_one_and_given_back(
    tmp_path: Path, serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Of two phones that tap a free seat one has it and the other waits; a wrong tap is undone by one tap."""
    record = tmp_path / "game.jsonl"
    record.write_text(json.dumps(ANN_AND_BEN) + "\n", encoding="utf-8")
    take_in(record, tmp_path / "data")
    table, phones = serve(), [phone(), phone()]
    for each in phones:
        each.page.goto(table.address)
        expect(each.sees("rejoin-0")).to_contain_text("free")
    for each in phones:
        each.tap("rejoin-0")
    for each in phones:
        expect(each.at("waiting").or_(each.at("told")).first).to_be_visible()
    # Whichever tap came first.
    holder, other = phones if phones[1].at("waiting").count() else phones[::-1]
    other.sees("waiting")
    expect(holder.sees("told")).to_contain_text("You are playing as Ann")
    holder.tap("told-back")
    expect(holder.sees("rejoin-0")).to_contain_text("free")
    other.tap("rejoin-0")
    other.sees("screen-play")
    expect(other.at("waiting")).to_have_count(0)
    holder.tap("rejoin-1")
    holder.sees("screen-play")

    other.tap("nav-more")
    for _ in range(2):
        other.tap("give-up-0")
    # Whoever has lost a seat finds it before all that a newcomer may do.
    choices = other.page.locator("[data-test^='rejoin-'], [data-test='watch'], [data-test='next-name']")
    other.sees("rejoin-0")
    found = choices.evaluate_all("all => all.map(each => each.dataset.test)")
    assert found == ["rejoin-0", "rejoin-1", "watch", "next-name"]
    holder.tap("nav-more")
    holder.tap("take-0")
    expect(holder.sees("told")).to_contain_text("Ann")
    # A seat leads to what it may do at once, so that nobody who then goes elsewhere is fetched back.
    assert holder.at("nav-more").get_attribute("aria-current") is None
    holder.tap("nav-purse")
    # One of the two sees theirs; the other's are a tap and the passing on of the phone away.
    expect(holder.page.locator("[data-test='purse-0'], [data-test='purse-1']")).to_have_count(1)
    expect(holder.page.locator("[data-test^='purse-of-']")).to_have_count(1)
    assert re.search("Ann’s seat is free", json.dumps(holder.state()["log"], ensure_ascii=False))


def test_a_request_is_taken_back(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """Cancel on the phone that waits: Ben's card is gone, nobody is said to have refused, and it may ask again."""
    ann, ben = pair
    for each in pair:
        each.sees("screen-play")
    new = phone()
    new.page.goto(ann.home)
    for _ in range(2):
        new.sees("rejoin-0").tap()
        cancel = new.sees("withdraw")
        box = cancel.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        sign = new.at("waiting").locator(".sign").inner_text()
        expect(ben.page.get_by_role("alertdialog")).to_contain_text(sign)
        cancel.tap()
        expect(new.at("waiting")).to_have_count(0)
        expect(ben.page.get_by_role("alertdialog")).to_have_count(0)
        expect(new.at("told")).to_have_count(0)
    new.tap("rejoin-0")
    new.sees("waiting")
    ben.tap("yes")
    expect(new.sees("nav-purse")).to_be_visible()


def test_a_link_from_the_computer_opens_the_seat(
    pair: list[Phone], phone: Callable[..., Phone], tmp_path: Path
) -> None:
    """What `companion seat` prints is opened on a new phone: it has the seat, and the link works no more."""
    for table_open in (False, True):
        link = local_socket.say(tmp_path / "data", "Ann").link
        assert link
        new = phone()
        if table_open:
            new.page.goto(pair[0].home)
            new.sees("rejoin-0")
        new.page.goto(link)
        new.sees("nav-purse")
        new.page.wait_for_function("location.hash === ''")
        new.page.goto(link)
        expect(new.sees("told")).to_contain_text("no longer works")
        new.sees("nav-purse")
