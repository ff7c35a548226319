"""The status page on a narrow phone: what is connected, and each press as it happens."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from companion import backup
from companion.store import FILE
from tests.browser.house import Phone, Table

# The light blinks for two seconds; a slow test does not miss it.
BLINKS = """() => ({seen: new Promise(resume => {
  const look = () => document.querySelector("[data-test='status-light']").textContent.includes("blinking the pips")
    ? resume(true) : requestAnimationFrame(look);
  look();
})})"""


def test_a_press_is_seen_as_it_happens(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """From the lobby's notice to the page; a press appears there by itself, and nothing is cut off."""
    table = serve()
    ann = phone()
    ann.sits_down(table.address, "Ann")
    ann.sees("to-status-notice").tap()
    expect(ann.sees("status-button")).to_contain_text("not pressed yet")
    expect(ann.at("status-pins")).to_have_attribute("data-well", "false")
    table.press()
    expect(ann.sees("recent").locator("li").first).to_contain_text("Let go")
    expect(ann.at("recent").locator("li").nth(1)).to_contain_text("Pressed")
    expect(ann.at("status-button")).to_contain_text("presses heard: 1")
    blinks = ann.page.evaluate_handle(BLINKS)
    ann.tap("blink-light")
    assert blinks.evaluate("each => each.seen")
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    ann.tap("back")
    ann.sees("screen-lobby")


def test_a_tray_shows_what_goes_over_its_line(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The virtual tray is there with its firmware, and its last frames lie one tap away."""
    table = serve("--tray", "virtual")
    ann = phone()
    ann.page.goto(f"{table.address}/status")
    tray = ann.sees("status-tray")
    expect(tray).to_contain_text("firmware virtual-1.0")
    tray.locator("summary", has_text="frames").tap()
    expect(ann.at("frames")).to_contain_text("PONG")
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


def test_a_copy_on_the_phone_brings_the_games_back(
    serve: Callable[..., Table], phone: Callable[..., Phone], tmp_path: Path
) -> None:
    """One tap of a player saves a file; when the games are gone, `companion restore` of it gives the same log back."""

    def rows() -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(table.data / FILE)) as log:
            return list(log.execute("SELECT * FROM log"))

    table = serve()
    ann = phone()
    ann.page.goto(f"{table.address}/status")
    expect(ann.sees("status-games")).to_contain_text("Kept in")
    expect(ann.at("keep-copy")).to_have_count(0)
    ann.sits_down(table.address, "Ann")
    ann.page.goto(f"{table.address}/status")
    ann.sees("keep-copy")
    with ann.page.expect_download() as saved:
        ann.tap("keep-copy")
    copy = tmp_path / saved.value.suggested_filename
    assert copy.suffix == ".sealed"
    saved.value.save_as(copy)
    ann.sees("status-games")
    table.kill()
    before = rows()
    assert before
    for file in table.data.glob(f"{FILE}*"):
        file.unlink()
    backup.restore(table.data, copy)
    assert rows() == before
    table.start()
    ann.page.goto(table.address)
    ann.sees("screen-lobby")
