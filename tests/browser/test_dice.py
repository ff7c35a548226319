"""Rolls on phones and on the table screen: where they came from, practice, and the die that was cocked."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Phone, reads_roll
from tests.browser.positions import Position
from tests.browser.test_wall_die import TUMBLED, WATCH
from tests.web.house import House, house

pytestmark = pytest.mark.moves


@pytest.fixture
def table(tmp_path: Path) -> Iterator[House]:
    """A table in this process, so that a test can roll as a tray does."""
    with house(tmp_path) as opened:
        yield opened


@pytest.fixture
def pair(table: House, phone: Callable[..., Phone]) -> list[Phone]:
    """Ann's and Ben's phones at a game for two; a Berserk race of Ann's may roll."""
    address = f"http://127.0.0.1:{table.port}"
    phones = [phone(), phone()]
    for each, name in zip(phones, ("Ann", "Ben"), strict=True):
        each.sits_down(address, name)
    phones[0].sees("seat-1")
    phones[0].tap("start")
    for each in phones:
        each.sees("screen-play")
    position = Position(phones)
    position.race(0, "elves", "berserk", r03=5, r04=2)
    position.turn(4, 0)
    phones[0].sees("form-ready")
    phones[0].tap("confirm")
    phones[0].tap("offer-act")
    phones[0].sees("roll-due")
    return phones


# What a finger meets on the button that rolls while the die tumbles.
TAPPABLE = """() => new MutationObserver(() => {
  const button = document.querySelector("[data-test='roll']");
  if (!button || window.met || !document.querySelector("[data-test='tumbling']")) return;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  window.met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.className;
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""
# What a finger meets at the middle of the large result in the moment in which it begins to go.
AT_THE_END = """() => new MutationObserver(() => {
  const roll = document.querySelector(".rolled.fading");
  if (!roll || window.met) return;
  const { left, right, top, bottom } = roll.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  window.met = met?.closest("[data-test]").dataset.test;
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""


def test_everybody_sees_what_rolled(table: House, pair: list[Phone], screen: Callable[[str], Page]) -> None:
    """A roll of the tray stands on every phone and on the table screen with its sign and its word."""
    wide = screen(f"http://127.0.0.1:{table.port}")
    expect(wide.locator(".due")).to_be_visible()
    with ExitStack() as reading:
        for each in pair:
            reading.enter_context(reads_roll(each.page, "Ann rolls a 2", 'aria-label="dice tray"'))
        assert table.table.die.rolled(2, "tray", "tray:0badcafe:1") == "counted"
    # It lies over the sheet, and the map is in sight.
    if (shown := pair[0].at("rolled")).count():
        box, stage = shown.bounding_box(), pair[0].page.locator(".stage").bounding_box()
        assert not box or not stage or box["y"] > stage["y"] + 0.8 * stage["height"]
    expect(wide.locator(".roll-last")).to_contain_text("Ann rolls a 2 (dice tray)")
    expect(wide.locator(".roll-last").get_by_role("img", name="dice tray")).to_be_visible()
    pair[0].puts_roll_away()
    pair[0].tap("nav-log")
    expect(pair[0].sees("screen-log")).to_contain_text("Ann rolls a 2 (dice tray)")


# Whether a die that tumbles has a face in each of its animations' moments, set by hand as no computer draws them all.
FACES = """() => new Promise((resume) => {
  const each = new MutationObserver(() => {
    const faces = [...document.querySelectorAll("[data-test='tumbling'] .face-die")];
    if (!faces.length) return;
    each.disconnect();
    const moving = faces.flatMap((face) => face.getAnimations());
    resume([50, 140, 230, 320, 410, 500].map((at) => {
      moving.forEach((each) => { each.pause(); each.currentTime = at; });
      return faces.filter((face) => getComputedStyle(face).opacity === "1").length;
    }));
  });
  each.observe(document, { subtree: true, childList: true });
})"""


def test_a_phone_says_nothing_of_what_came_up_while_the_die_tumbles(table: House, pair: list[Phone]) -> None:
    """Head, sheet and map are as they were before, whoever rolled, and what lies there is not to be tapped."""
    ann, _ = pair
    before = ann.page.locator("body").inner_text()
    ann.page.evaluate(WATCH)
    ann.page.evaluate(TAPPABLE)
    table.table.die.rolled(2, "tray", "tray:0badcafe:7")
    expect(ann.sees("rolled")).to_contain_text("Ann rolls a 2")
    assert ann.page.evaluate(TUMBLED)
    assert {*ann.page.evaluate("window.early")} == {before}
    assert ann.page.evaluate("window.met") == "hush"
    expect(ann.at("roll-due")).to_have_count(0)


@pytest.mark.long(name="looks")
def test_a_die_that_tumbles_shows_a_face(table: House, pair: list[Phone], screen: Callable[[str], Page]) -> None:
    """One at a time, on phones and on the wall."""
    wall = screen(f"http://127.0.0.1:{table.port}")
    expect(wall.locator(".due")).to_be_visible()
    pages = [pair[0].page, wall]
    for page in pages:
        page.evaluate(f"() => {{ window.faces = ({FACES})(); }}")
    table.table.die.rolled(2, "tray", "tray:0badcafe:8")
    for page in pages:
        assert page.evaluate("window.faces") == [1] * 6


@pytest.mark.long(name="moments")
def test_a_late_tap_on_the_roll_does_nothing_else(table: House, pair: list[Phone]) -> None:
    """It goes by itself, and whoever meant to put it away just then taps nothing that lay below."""
    ann = pair[0]
    ann.page.evaluate(AT_THE_END)
    table.table.die.rolled(0, "tray", "tray:0badcafe:1")
    ann.page.wait_for_function("() => window.met")
    expect(ann.at("rolled")).to_have_count(0)
    assert ann.page.evaluate("window.met") == "rolled"


@pytest.mark.long(name="looks")
def test_practice_is_seen_and_changes_nothing(table: House, pair: list[Phone], screen: Callable[[str], Page]) -> None:
    """A roll too many is practice on every phone and on the table screen; the last roll stays the one that counted."""
    wide = screen(f"http://127.0.0.1:{table.port}")
    expect(wide.locator(".due")).to_be_visible()
    pages = [*(each.page for each in pair), wide]
    with ExitStack() as reading:
        for page in pages:
            reading.enter_context(reads_roll(page, "Ann rolls a 1"))
        table.table.die.rolled(1, "tray", "tray:0badcafe:1")
    for each in pair:
        each.puts_roll_away()
    expect(wide.locator("[data-test='rolled']")).to_have_count(0)
    before = table.table.queries.game()
    with ExitStack() as reading:
        for page in pages:
            reading.enter_context(reads_roll(page, "Practice: 2 (dice tray)"))
        assert table.table.die.rolled(2, "tray", "tray:0badcafe:2") == "practice"
    expect(wide.locator(".roll-last")).to_contain_text("Ann rolls a 1")
    assert table.table.queries.game() == before


def test_a_cocked_die_takes_two_taps_and_a_yes(table: House, pair: list[Phone]) -> None:
    """Right after the roll Ann says twice that it was cocked, Ben says yes, and the same roll is due on both phones."""
    ann, ben = pair
    table.table.die.rolled(0, "tray", "tray:0badcafe:1")
    expect(ann.sees("cocked")).to_be_in_viewport(ratio=0.9)
    # It is hers to say; where Ben wants to, his sheet has it.
    expect(ben.at("last-roll").or_(ben.at("happened")).first).to_be_visible()
    expect(ben.at("cocked")).to_have_count(0)
    ann.tap("cocked")
    expect(ann.at("cocked")).to_contain_text("if another player approves")
    ann.tap("cocked")
    ann.sees("never-mind")
    expect(ann.at("cocked")).to_have_count(0)
    ben.sees("yes")
    expect(ben.page.locator(".ask")).to_contain_text("Ann says the die did not lie flat and wants to roll again")
    ben.tap("yes")
    for each in pair:
        each.sees("roll-due")
        each.puts_roll_away()
    with reads_roll(ben.page, "Ann rolls a 3"):
        ann.tap("face-3")
    ben.tap("nav-log")
    expect(ben.sees("screen-log")).to_contain_text("the blank (dice tray) does not count")


@pytest.mark.long(name="moments")
def test_the_dice_page_shows_each_die(table: House, pair: list[Phone]) -> None:
    """From More to the page of the dice on a narrow phone: bars, numbers and a sentence for each, nothing cut off."""
    ann = pair[0]
    faces = (0, 0, 0, 1, 2, 3)
    for number in range(36):
        table.table.die.rolled(faces[number % 6], "tray", f"tray:0badcafe:{number}")
    ann.puts_roll_away()
    ann.tap("nav-more")
    ann.sees("to-dice").tap()
    card = ann.sees("dice-tray")
    expect(card).to_contain_text("Dice tray: 36 rolls")
    expect(card.locator("tr").first).to_contain_text("18 rolled, 18 expected")
    expect(card.locator("[data-test='judged']")).to_contain_text("Looks fair")
    expect(card).to_contain_text("35 of them were practice")
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    bars = card.locator("rect.seen").evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().width)")
    assert bars[0] == pytest.approx(3 * bars[1]) == pytest.approx(3 * bars[3])
    ann.tap("back")
    ann.sees("screen-play")


def test_the_button_says_yes_where_the_lobby_has_it(table: House, phone: Callable[..., Phone]) -> None:
    """Switched on in the lobby on one phone, everybody reads that the button answers, and a press does."""
    address = f"http://127.0.0.1:{table.port}"
    ann, ben = (phone(), phone())
    for each, name in ((ann, "Ann"), (ben, "Ben")):
        each.sits_down(address, name)
    ann.sees("seat-1")
    expect(ben.at("button-yes")).not_to_be_checked()
    ann.unfolds("options")
    ann.tap("button-yes")
    expect(ann.at("button-yes")).to_be_checked()
    expect(ben.at("button-yes")).to_be_checked()
    ann.tap("start")
    ann.sees("screen-play")
    Position([ann, ben]).enter(type="stop")
    expect(ben.page.locator(".ask")).to_contain_text("Or press the die button")
    expect(ann.page.locator(".ask")).to_contain_text("with the die button")
    assert table.table.press()
    expect(ben.page.locator(".over")).to_be_visible()
