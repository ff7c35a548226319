"""After the last turn: the reveal on every screen, the game in pictures, the picture to share, past games."""

import base64
import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.house import Phone, Table, drawn, keep_picture, shows_meanwhile
from tests.browser.positions import Position
from tests.program import take_in
from tests.record.played import text_of

# The evening written by hand, up to its last turn: its purses are closed. It ends with 9, 6 and 10 coins.
CLOSED = text_of("evening").replace('"options": {"coins": "open"}, ', "").replace('{"type": "unveil"}\n', "")
# Before they stop Ann rolls once more, a pip, which is too little.
TRIED = """{"type": "set_band", "band": "orcs", "hand": 1}
{"type": "conquer", "region": 10, "die": true}
{"type": "answer", "value": 1, "source": "box"}
"""
FITS = "document.documentElement.scrollWidth <= innerWidth"
LOWEST = "Math.max(...[...document.querySelectorAll('.picture')].map(one => one.getBoundingClientRect().bottom))"
# Buttons of what one keeps that stand less than 6 px below the one before.
TOUCHING = """() => [...document.querySelectorAll('.keep :is(button, .button)')].filter((each, at, all) => at
  && each.getBoundingClientRect().top - all[at - 1].getBoundingClientRect().bottom < 6)
  .map((each) => each.textContent)"""
ANIMATION = "row => getComputedStyle(row).animationName"
# Whether a number is still on its way to what it will be.
COUNTING = "[...document.querySelectorAll('[data-count]')].some(each => each.textContent !== each.dataset.count)"
# How far the middle of each bar of what was rolled lies from that of the stretch for a fair die, in px.
OFF = """() => [...document.querySelectorAll("[data-test='picture-luck'] .chart > g")].flatMap((row) => {
  const middle = (each) => each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2;
  const fair = row.querySelector("rect[fill='none']");
  return [...row.querySelectorAll("rect:not([fill='none'])")].map((bar) => Math.abs(middle(bar) - middle(fair)));
})"""
# Taps as soon as a purse is open.
EAGER = """() => new MutationObserver((_, each) => {
  if (!document.querySelector(".reveal .open")) return;
  each.disconnect();
  document.querySelector("[data-test='unveil']").click();
  window.tappedAtOnce = true;
}).observe(document, { subtree: true, childList: true, attributes: true })"""


def at(page: Page, name: str) -> str:
    """How a page finds something by its test name."""
    return f"[data-test='{name}']"


@pytest.mark.moves
def test_the_reveal_and_what_comes_after(
    tmp_path: Path,
    serve: Callable[..., Table],
    phone: Callable[..., Phone],
    screen: Callable[[str], Page],
) -> None:
    """One tap opens the first purse on every screen, the others follow; then figures as counted by hand, and files."""
    record = tmp_path / "game.jsonl"
    stop = '{"type": "stop"}\n'
    record.write_text(CLOSED.replace(stop, TRIED + stop), encoding="utf-8")
    take_in(record, tmp_path / "data")
    table = serve()
    ann, cid = phone(), phone(dark=True)
    cid.page.emulate_media(reduced_motion="reduce", color_scheme="dark")
    for each, seat in ((ann, 0), (cid, 2)):
        each.page.goto(table.address)
        each.sees(f"rejoin-{seat}").tap()
        each.sees("unveil")
    hasty: list[str] = []
    cid.last_page().on("request", lambda asked: hasty.append(asked.url) if asked.url.endswith("/api/act") else None)
    cid.page.evaluate(EAGER)
    wall = screen(table.address)
    expect(wall.locator(".reveal .covered")).to_have_count(3)

    # Everybody sees the same purse open, Ben's with the fewest coins, and whoever comes in the middle sees it too.
    with shows_meanwhile(ann.page, COUNTING):
        ann.tap("unveil")
    late = phone()
    late.page.goto(table.address)
    late.sees("watch").tap()
    for page in (ann.page, cid.page, late.page, wall):
        expect(page.locator(f"{at(page, 'reveal-1')}.open .amount")).to_have_text(re.compile(r"\b6\b"))
    # Somebody who wants no motion gets none.
    first = ".reveal .open"
    assert [each.page.locator(first).first.evaluate(ANIMATION) for each in (ann, cid)] == ["opening", "none"]

    # Nobody taps any more, and what Cid tapped at that moment would have opened the next purse unseen.
    for page in (ann.page, cid.page, late.page, wall):
        expect(page.locator(at(page, "winner"))).to_have_text(re.compile("Cid wins"))
        for seat, coins in enumerate((9, 6, 10)):
            expect(page.locator(f"{at(page, f'reveal-{seat}')} .amount")).to_have_text(re.compile(rf"\b{coins}\b"))
        expect(page.locator(at(page, "picture-luck"))).to_be_visible()
    assert cid.page.evaluate("window.tappedAtOnce")
    assert hasty == []
    off = ann.page.evaluate(OFF)
    assert off
    assert max(off) < 1
    for name, each in (("afterwards-light", ann), ("afterwards-dark", cid)):
        drawn(each.page)
        assert each.page.evaluate(FITS)
        keep_picture(each.page, name)
    keep_picture(wall, "afterwards-table")
    drawn(wall)
    assert wall.evaluate(LOWEST) <= 720

    # What a chart shows stands beside it in words and numbers.
    expect(ann.at("picture-coins").get_by_role("img")).to_have_attribute(
        "aria-label", "Coins, turn by turn: Ann 9, Ben 6, Cid 10"
    )
    numbers = ann.at("picture-coins").locator("tbody tr")
    ann.at("picture-coins").locator("summary").tap()
    expect(numbers).to_have_text([re.compile(rf"^\s*{turn}\s*{row}\s*$") for turn, row in enumerate(TURNS)])
    expect(ann.at("highlights").locator("li")).to_have_text(
        ["Richest turn: Ann, 4 coins on turn 1", "Most conquests: Ann, 4"]
    )

    # A picture that was made on the phone itself.
    ann.tap("make-postcard")
    source = ann.sees("postcard").get_attribute("src") or ""
    picture = Image.open(io.BytesIO(base64.b64decode(source.removeprefix("data:image/png;base64,")))).convert("RGB")
    assert picture.size == (1080, 1350)
    seen = {color for _, color in picture.getcolors(1 << 24) or []}
    assert {(0x1D, 0x63, 0xB5), (0xEA, 0x8A, 0x1F), (0x0B, 0x7A, 0x58)} <= seen
    expect(ann.page.locator(".keep .button")).to_have_count(5)
    assert ann.page.evaluate(TOUCHING) == []
    with ann.page.expect_download() as saved:
        ann.tap("file-csv")
    lines = list(csv.DictReader(io.StringIO(saved.value.path().read_text(encoding="utf-8"))))
    assert [line["total"] for line in lines[-3:]] == ["9", "6", "10"]

    # The game stands among those of the table, to be looked at again.
    ann.tap("to-games")
    expect(ann.sees("player-Cid")).to_contain_text("1 win")
    # Where the line is away for a moment, another tap brings its figures.
    ann.sees("look-1")
    ann.context.set_offline(True)
    ann.at("look-1").tap()
    ann.sees("album-again")
    ann.context.set_offline(False)
    ann.tap("album-again")
    ann.sees("picture-luck")
    drawn(ann.page)
    assert ann.page.evaluate(FITS)


# By turn: Ann's, Ben's and Cid's coins, before the first turn and after each.
TURNS = (r"5\s*6\s*7", r"9\s*6\s*9", r"9\s*6\s*10")


@pytest.mark.long(name="moments")
def test_a_turn_in_which_nobody_scored_is_not_counted(pair: list[Phone], wall: Page) -> None:
    """Both have played one turn when the game is ended early in the second."""
    position = Position(pair)
    position.race(0, "elves", "swamp", r02=3)
    position.race(1, "orcs", "hill", r18=3)
    position.turn(1, 0)
    for each in pair:
        each.sees("form-ready")
        each.tap("confirm")
        each.sees("done").tap()
    expect(pair[0].at("turn")).to_contain_text("2/10")
    wall.goto(f"{pair[0].home}table")
    position.post(pair[1], "/api/consent", by=1, ask=position.enter(type="stop")["ask"], yes=True)
    for phone, seat in zip(pair, (0, 1), strict=True):
        position.post(phone, "/api/act", by=seat, command={"type": "unveil"})
    expect(wall.locator("[data-test='table-end'] .facts")).to_contain_text("1 turn ")
