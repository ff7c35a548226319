"""What was ticked off of the steps that hands do, for the whole table."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.house import NAMES, SIZES, SMALL, USUAL, Phone, Table, drawn, resize
from tests.browser.link import Link
from tests.browser.positions import Position, conquering
from tests.browser.test_one_glance import STAGE

EDGES = "box => { const {x, y, width, height} = box.getBoundingClientRect(); return [x, y, width, height]; }"

# Whether something is drawn above the way on.
ABOVE = """each => each.getClientRects().length > 0 && each.getBoundingClientRect().bottom <=
  document.querySelector("[data-test='confirm']").getBoundingClientRect().top"""

# px of a list that no card of it fills.
EMPTY = """list => {
  const ends = [...list.children].map(each => each.getBoundingClientRect()).filter(({ height }) => height);
  return list.clientHeight - (ends.at(-1).bottom - ends[0].top);
}"""


def cards(phone: Phone, *, ticked: bool) -> Locator:
    """The cards beside the way on, ticked off or still to do."""
    return phone.page.locator(f"[data-test='steps'] [aria-pressed='{str(ticked).lower()}']")


def conquers(phone: Phone, region: str) -> None:
    """A tap on the map, and its steps are shown."""
    phone.touch(region)
    expect(phone.at("happened")).to_contain_text(f"conquers region {int(region[1:])}")


def undoes(phone: Phone) -> None:
    """The way back beside what happened, and its steps are shown."""
    phone.tap("take-back")
    expect(phone.at("happened")).to_contain_text("Undone")


def redoes(phone: Phone) -> None:
    """What was undone is done again, and its steps are shown: an undo names the conquest too."""
    phone.tap("redo")
    expect(phone.at("happened")).not_to_contain_text("Undone")


def free(phone: Phone, position: Position) -> str:
    """A region of nobody that a single tap conquers."""
    return next(each for each in phone.open_regions() if position.game["regions"][each]["band"] is None)


def ticks(phone: Phone, count: int) -> None:
    """So many of the cards that are still to do are ticked off, one after the other."""
    for _ in range(count):
        done = cards(phone, ticked=True).count()
        cards(phone, ticked=False).first.tap()
        expect(cards(phone, ticked=True)).to_have_count(done + 1)


@pytest.mark.long(name="moments")
def test_ticks_stay_when_the_score_is_closed(pair: list[Phone]) -> None:
    """What was ticked off in the list above the score is so on the cards below the map, and in the list again."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    ticks(ann, 2)
    ann.tap("done")
    moves = ann.sees("score").page.locator(".step-list [data-test^='step-']")
    count = moves.count()
    assert count > 1
    for move in moves.all()[1:]:
        move.tap()
    ann.tap("score-shut")
    expect(cards(ann, ticked=False)).to_have_count(1)
    ticks(ann, 1)
    expect(cards(ann, ticked=False)).to_have_count(0)
    ann.tap("grab")
    expect(ann.page.locator(".step-list [data-test^='step-'][aria-pressed='true']")).to_have_count(count)


@pytest.mark.long(name="moments")
def test_the_last_tick_says_that_all_is_done(pair: list[Phone]) -> None:
    """The map and the list stand still meanwhile, and a tick can be taken back."""
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    for size in SIZES:
        resize(ann.page, *size)
        drawn(ann.page)
        stage, row = ann.page.evaluate(STAGE), ann.at("steps").evaluate(EDGES)
        ticks(ann, 2)
        expect(ann.at("steps-done")).to_have_text("All done")
        expect(cards(ann, ticked=True)).to_have_count(2)
        expect(ben.at("steps-done")).to_have_text("All done")
        assert (ann.page.evaluate(STAGE), ann.at("steps").evaluate(EDGES)) == (stage, row)
        for place in range(2):
            ann.at(f"step-{place}").tap()
        expect(ann.at("steps-done")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_an_open_sheet_says_each_step_once(pair: list[Phone]) -> None:
    """Also where a turn begins with what hands do, which stands above the two choices while the sheet is low."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    undoes(ann)
    ann.sees("form-ready")
    count = ann.page.locator("[data-test^='step-']").count()
    assert count
    ann.tap("grab")
    expect(ann.page.locator(".step-list [data-test^='step-']")).to_have_count(count)
    expect(ann.page.locator("[data-test^='step-']")).to_have_count(count)


@pytest.mark.long(name="moments")
def test_what_is_to_be_as_before_says_why(pair: list[Phone]) -> None:
    """Above what was undone before a turn stands what it was, once: it is read before the way on."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    undoes(ann)
    ann.sees("form-ready")
    why = ann.page.locator(":is(.put-back .lead, .happened p)").filter(has_text=re.compile("^Undone: "))
    for size in (SMALL, USUAL):
        resize(ann.page, *size)
        (place,) = (each for each in why.all() if each.evaluate(ABOVE))
        expect(place).to_be_in_viewport(ratio=1)
        # The sheet is no higher for it than the steps need.
        assert ann.at("steps").evaluate(EMPTY) < 24, size


def test_what_one_phone_ticks_is_done_on_all(pair: list[Phone]) -> None:
    """Ben has taken his tokens back and ticks that off; Ann unticks it, and what she ticks he sees as well.

    A tick that is still on its way stays where it was tapped, whatever others tick meanwhile.
    """
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    ben.hears(ann.state())
    for one, other in ((ben, ann), (ann, ben)):
        ticks(one, 1)
        expect(cards(other, ticked=True)).to_have_count(1)
        expect(cards(other, ticked=False)).to_have_count(1)
        cards(other, ticked=True).tap()
        expect(cards(one, ticked=True)).to_have_count(0)
    held: list[Route] = []
    ben.page.route("**/api/tick", lambda route: held.append(route))
    ben.tap("step-0")
    ann.tap("step-1")
    expect(cards(ben, ticked=True)).to_have_count(2)
    held[0].continue_()
    expect(ann.at("steps-done")).to_have_text("All done")


@pytest.mark.long(name="looks")
def test_a_tick_brings_nothing_else_into_motion(pair: list[Phone]) -> None:
    """Another's tick shuts no sheet, takes no tokens out of a form, and asks for nothing."""
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    ben.hears(ann.state())
    ann.page.wait_for_load_state("networkidle")
    ann.touch("r05")
    ann.sees("sheet")
    asked: list[str] = []
    ann.last_page().on("request", lambda request: asked.append(request.url))
    ticks(ben, 1)
    expect(cards(ann, ticked=True)).to_have_count(1)
    expect(ann.at("sheet")).to_be_visible()
    assert asked == []


def test_the_wall_lists_what_is_still_to_do(pair: list[Phone], wall: Page) -> None:
    """What is ticked off goes, and comes again when it is unticked; when nothing is left it says so."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    wall.goto(f"{ann.home}table")
    todo, done = wall.locator("[data-test='last'] .do"), wall.locator("[data-test='steps-done']")
    count = sum(len(step["texts"]) for step in ann.state()["last"]["steps"])
    expect(todo).to_have_count(count)
    expect(todo.filter(has_text="Give Ben 2 Elves back")).to_have_count(1)
    expect(done).to_have_count(0)
    ticks(ann, 1)
    expect(todo).to_have_count(count - 1)
    ticks(ann, 1)
    expect(todo).to_have_count(0)
    expect(done).to_have_text("All done")
    cards(ann, ticked=True).first.tap()
    expect(todo).to_have_count(1)


@pytest.mark.long(name="moments")
def test_ticks_of_a_phone_out_of_reach_are_caught_up(pair: list[Phone]) -> None:
    """They show there at once, the table hears of them in the order in which they were tapped, and it misses none."""
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    with closing(Link(urlsplit(ann.home).port or 80)) as link:
        ben.page.goto(link.address)
        ben.hears(ann.state())
        # All that the page is made of has come by then.
        ben.sees("steps")
        link.down()
        ben.sees("lost")
        ticks(ben, 2)
        ben.at("step-0").tap()
        expect(cards(ben, ticked=True)).to_have_count(1)
        expect(cards(ann, ticked=True)).to_have_count(0)
        link.up()
        # The last that is sent unticks what the first ticked off.
        for place, ticked in ((1, "true"), (0, "false")):
            expect(ann.at(f"step-{place}")).to_have_attribute("aria-pressed", ticked)
        expect(cards(ben, ticked=True)).to_have_count(1)
        # What others ticked meanwhile shows too.
        link.down()
        ben.sees("lost")
        ticks(ann, 1)
        link.up()
        ben.sees("steps-done")
        ben.page.goto("about:blank")


@pytest.mark.long(name="moments")
def test_a_restart_unticks_and_goes_on(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The table has no ticks of before; the step can be ticked off again, for everybody."""
    table, pair = serve(), [phone(), phone()]
    for each, name in zip(pair, NAMES, strict=False):
        each.sits_down(table.address, name)
    assert pair[0].context.request.post(f"{table.address}/api/start", data={}).ok
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    ben.hears(ann.state())
    ticks(ann, 1)
    expect(cards(ben, ticked=True)).to_have_count(1)
    table.kill()
    table.start()
    for each in pair:
        expect(cards(each, ticked=False)).to_have_count(2)
    ticks(ann, 1)
    expect(cards(ben, ticked=True)).to_have_count(1)


@pytest.mark.long(name="moments")
def test_the_log_says_again_what_hands_had_to_do(pair: list[Phone]) -> None:
    """A line that is opened has the steps of its act with their ticks; of an act that was undone nothing is to do."""
    ann, _, position = conquering(pair)
    conquers(ann, "r04")
    first = ann.state()["last"]["row"]
    ticks(ann, 1)
    conquers(ann, free(ann, position))
    second = ann.state()["last"]["row"]
    undoes(ann)
    ann.tap("nav-log")
    ann.tap(f"row-{first}")
    expect(ann.sees("log-step-0")).to_have_attribute("aria-pressed", "true")
    expect(ann.at("log-step-1")).to_have_attribute("aria-pressed", "false")
    expect(ann.at("log-step-1")).to_contain_text("Give Ben 2 Elves back")
    ann.tap(f"row-{second}")
    expect(ann.at("log-step-0")).to_have_count(0)


def test_coins_are_for_those_who_use_cardboard_ones(pair: list[Phone], wall: Page) -> None:
    """The app has the coins on the combos: a phone says what to pay once its player wants that, the wall never."""
    ann, _ = pair
    ann.sees("screen-column")
    ann.tap("combo-2")
    ann.tap("pick-2")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    assert [each["coins"] for each in ann.state()["game"]["column"][:2]] == [1, 1]
    paid = ann.page.locator("[data-test='steps'] button", has_text="coin")
    expect(cards(ann, ticked=False)).not_to_have_count(0)
    expect(paid).to_have_count(0)
    wall.goto(f"{ann.home}table")
    todo = wall.locator("[data-test='last'] .do")
    expect(todo).not_to_have_count(0)
    expect(todo.filter(has_text="coin")).to_have_count(0)
    ann.tap("nav-purse")
    ann.at("setting-cardboard").check()
    ann.tap("nav-map")
    expect(paid).to_have_count(1)


@pytest.mark.long(name="moments")
def test_each_step_stands_once_while_something_is_still_to_be_placed(pair: list[Phone]) -> None:
    """How one's tokens were put back is undone: that stands above what is to be placed anew, and not below it again."""
    ann, ben, position = conquering(pair)
    position.enter(type="set_region", region="r10", band=position.game["bands"][-1]["id"], tokens=1)
    conquers(ann, "r04")
    ann.tap("done")
    expect(ben.at("turn")).to_have_attribute("data-stage", "withdraw")
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    undoes(ben)
    ben.tap("grab")
    ben.page.locator(".slots button:not([disabled])[aria-label^='One fewer']").first.tap()
    ben.tap("grab")
    ben.sees("remaining")
    told = ben.page.locator(".panel .step", has_text=re.compile("s before|s hand:"))
    expect(told).to_have_count(len(ben.state()["last"]["steps"]))


@pytest.mark.long(name="moments")
def test_what_was_undone_before_a_turn_can_be_undone_further(pair: list[Phone]) -> None:
    """On the smallest phone the way back stands beside what is to be put back, not below the fold."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    undoes(ann)
    for size in SIZES:
        resize(ann.page, *size)
        for name in ("step-0", "redo"):
            expect(ann.at(name)).to_be_in_viewport(ratio=1)
        expect(ann.at("redo")).to_have_count(1)
    redoes(ann)
