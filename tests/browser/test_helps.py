"""What helps in a conquest besides tokens, and what players owe each other for one: seen and chosen on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NAMES
from tests.browser.house import Phone, Table, drawn, keep_picture
from tests.browser.positions import Position


@pytest.fixture
def boxed(serve: Callable[..., Table], phone: Callable[..., Phone]) -> list[Phone]:
    """Ann's and Ben's phones at a game for two with all the small boxes."""
    table = serve()
    phones = [phone(), phone()]
    for each, name in zip(phones, NAMES, strict=False):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    boxes = {"boxes": ["base", "cursed", "be_not_afraid", "royal_bonus"]}
    assert phones[0].context.request.post(f"{table.address}/api/lobby", data=boxes).ok
    assert phones[0].context.request.post(f"{table.address}/api/start", data={}).ok
    for each in phones:
        each.page.goto(table.address)
        each.sees("screen-play")
    return phones


def with_two_fireballs(boxed: list[Phone]) -> Phone:
    """Ann has them and four tokens left, and Ben the mountain beside hers."""
    ann, _ = boxed
    position = Position(boxed)
    mages = position.race(0, "ratmen", "fireball", r07=5)
    position.enter(type="set_band", band=mages, memo={"fireball.hand": 2})
    position.race(1, "orcs", "corrupt", r06=2)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    return ann


def test_what_is_chosen_before_the_answer_comes_stays_chosen(boxed: list[Phone]) -> None:
    """The ways to a region are there at once; what else is known of it comes later and changes none."""
    ann = with_two_fireballs(boxed)
    held: list[Route] = []
    ann.page.route("**/api/quote*", lambda asked: held.append(asked), times=1)
    ann.touch("r06")
    ann.tap("help-minus-fireball")
    expect(ann.at("way-attempt")).to_be_visible()
    held[0].continue_()
    # With the answer comes what only it knows.
    expect(ann.at("correct")).to_be_visible()
    expect(ann.at("way-attempt")).to_be_visible()


def test_the_keyboard_stays_where_it_is_when_the_answer_comes(boxed: list[Phone]) -> None:
    """Whoever has gone to a way with the Tab key does not begin again at the top."""
    ann = with_two_fireballs(boxed)
    held: list[Route] = []
    ann.page.route("**/api/quote*", lambda asked: held.append(asked), times=1)
    ann.touch("r06")
    ann.sees("way-conquer").focus()
    held[0].continue_()
    expect(ann.at("correct")).to_be_visible()
    expect(ann.at("way-conquer")).to_be_focused()


def test_what_fails_late_closes_no_other_region(boxed: list[Phone]) -> None:
    """What was asked of a region that nobody looks at any more is missed by nobody."""
    ann = with_two_fireballs(boxed)
    held: list[Route] = []
    ann.page.route("**/api/quote*", lambda asked: held.append(asked), times=1)
    ann.touch("r20")
    ann.tap("sheet-close")
    ann.touch("r06")
    ann.sees("correct")
    with ann.page.expect_event("requestfailed"):
        held[0].abort()
    drawn(ann.page)
    expect(ann.at("correct")).to_be_visible()
    expect(ann.at("told")).to_have_count(0)


def test_fireballs_by_a_stepper_and_a_toll_in_the_bill(boxed: list[Phone]) -> None:
    """One Fireball more takes two off the price on the button; the region's owner is paid, and all can read it."""
    ann, ben = with_two_fireballs(boxed), boxed[1]
    ann.touch("r06")
    ann.sees("sheet")
    expect(ann.at("toll")).to_contain_text("Ann gives Ben 1 coin")
    # A mountain with two defenders: 5, and 4 in hand. Tag and button begin with as little help as makes it sure.
    expect(ann.page.locator("[data-of='r06'] .price text")).to_have_text("3")
    expect(ann.page.locator("[data-of='r06'] .price .by")).to_have_attribute("data-by", "fireball")
    expect(ann.at("way-conquer")).to_have_text("Conquer region 6 with 3 tokens, using 1 Fireball")
    # Without help it is the die.
    ann.tap("help-minus-fireball")
    expect(ann.at("way-attempt")).to_be_visible()
    expect(ann.sees("sheet").get_by_role("math", name="2 plus 2 defenders plus 1 mountain equals 5")).to_be_visible()
    expect(ann.at("help-minus-fireball")).to_be_disabled()
    ann.tap("help-plus-fireball")
    expect(ann.at("way-conquer")).to_have_text("Conquer region 6 with 3 tokens, using 1 Fireball")
    keep_picture(ann.page, "helps")
    ann.tap("help-plus-fireball")
    expect(ann.at("way-conquer")).to_have_text("Conquer region 6 with 1 token, using 2 Fireballs")
    expect(ann.at("help-plus-fireball")).to_be_disabled()
    ann.tap("help-minus-fireball")
    ann.tap("way-conquer")
    for each in (ann, ben):
        expect(each.sees("panel")).to_contain_text("Ann gives Ben 1 coin")
        spoken = "2 plus 2 defenders plus 1 mountain minus 2 Fireball equals 3"
        expect(each.sees("panel").get_by_role("math", name=spoken)).to_be_visible()
    assert ann.state()["game"]["regions"]["r06"]["tokens"] == 3


@pytest.mark.long(name="moments")
def test_a_coin_may_be_paid_after_the_roll(boxed: list[Phone]) -> None:
    """The Mercenary is asked after a roll that fell short; the coin takes the region, and all can read it."""
    ann, ben = boxed
    position = Position(boxed)
    position.race(0, "ratmen", "mercenary", r07=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.touch("r06")
    expect(ann.at("way-conquer")).to_contain_text("using 1 coin")
    ann.tap("help-minus-mercenary")
    ann.tap("way-attempt")
    ann.sees("roll-due")
    ann.tap("face-0")
    question = ann.page.locator("[data-offer$=':yes']")
    expect(ann.at("panel")).to_contain_text("Pay 1 coin to take region 6 anyway?")
    keep_picture(ann.page, "after-the-roll")
    question.tap()
    for each in (ann, ben):
        expect(each.sees("panel")).to_contain_text("Ann pays 1 coin to the bank")
    assert position.game["regions"]["r06"]["race"] == "ratmen"


@pytest.mark.long(name="moments")
def test_tokens_that_stay_are_not_asked_to_be_moved(boxed: list[Phone]) -> None:
    """Barbarians do not redeploy: the head says that the turn can end, and a tap on them brings no plus and minus."""
    ann, _ = boxed
    position = Position(boxed)
    position.begins("barbarians", "bivouacking", r03=3, r04=2)
    ann.tap("confirm")
    ann.sees("offer-finish")
    position.enter(type="set_band", band=position.game["turn"]["band"], hand=0)
    ann.tap("offer-finish")
    for region in ("r03", "r03", "r03", "r04", "r04"):
        ann.touch(region)
    ann.sees("form-redeploy")
    expect(ann.at("turn").locator("h1")).to_have_text("Your turn")
    expect(ann.at("task")).to_have_text("All done: end the turn")
    ann.touch("r03")
    ann.sees("sheet")
    expect(ann.at("told")).to_have_count(0)
