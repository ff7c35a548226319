"""Seats that go from phone to phone: the only phone is lost, and a game from a file whose seats are free."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.house import Phone, Table

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
    expect(ann.sees("waiting")).to_contain_text("Press the table’s button")
    table.press()
    ann.sees("screen-column")
    ann.tap("nav-purse")
    for seat in (0, 1):
        ann.sees(f"purse-{seat}")


def test_a_free_seat_is_taken_by_one_and_given_back(
    tmp_path: Path, serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Of two phones that tap a free seat one has it and the other waits; a wrong tap is undone by one tap."""
    record = tmp_path / "game.jsonl"
    record.write_text(json.dumps(ANN_AND_BEN) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "companion", "import", str(record), "--data", str(tmp_path / "data")]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
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
    expect(holder.sees("told")).to_contain_text("You sit in the seat of Ann")
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
    other.sees("rejoin-0")
    holder.tap("nav-more")
    holder.tap("take-0")
    expect(holder.sees("told")).to_contain_text("Ann")
    holder.tap("nav-purse")
    for seat in (0, 1):
        holder.sees(f"purse-{seat}")
    assert re.search("The seat of Ann is free", json.dumps(holder.state()["log"]))
