"""The play screen: how much of it is map, that the map stands still, and the one glance at a turn."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, drawn, resize
from tests.browser.positions import Position

SIZES = ((360, 640), (360, 780), (390, 844), (430, 932))
STAGE = "() => { const {x, y, width, height} = document.querySelector('.stage').getBoundingClientRect(); return [x, y, width, height]; }"  # noqa: E501
SPILLS = "() => document.documentElement.scrollWidth > innerWidth"


def conquering(pair: list[Phone]) -> tuple[Phone, Phone, Position]:
    """Ann has tokens in hand beside Ben's region, and is to conquer."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=9)
    position.race(1, "elves", "swamp", r04=2, r05=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    return ann, ben, position


def test_the_map_has_most_of_an_upright_phone_and_stands_still(pair: list[Phone]) -> None:
    """At least 60 % of the screen while conquering, and the same place from the first tap to the score sheet."""
    ann, _, _ = conquering(pair)
    for width, height in SIZES:
        resize(ann.page, width, height)
        _, _, wide, high = ann.page.evaluate(STAGE)
        assert wide * high / (width * height) >= 0.6, (width, height)
    before = ann.page.evaluate(STAGE)
    ann.touch("r05")
    ann.sees("sheet")
    ann.tap("sheet-close")
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    assert ann.page.evaluate(STAGE) == before
    ann.tap("done")
    ann.sees("score")
    assert ann.page.evaluate(STAGE) == before


@pytest.mark.parametrize(("size", "text"), [((320, 640), 16), ((390, 844), 32), ((844, 390), 16)])
def test_nothing_spills_over(pair: list[Phone], size: tuple[int, int], text: int) -> None:
    """320 pixels, text twice as large, and a lying phone: the page does not scroll sideways, and Done is in sight."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    ann.sees("done")
    resize(ann.page, *size)
    ann.page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", text)
    drawn(ann.page)
    expect(ann.at("done")).to_be_in_viewport(ratio=0.9)
    assert not ann.page.evaluate(SPILLS)


def test_three_conquests_are_four_taps(pair: list[Phone]) -> None:
    """The first tap readies, each conquers one region, and Done ends, lays out and scores; Ben is to play."""
    ann, ben, position = conquering(pair)
    taps = 0
    for _ in range(3):
        before = position.game["regions"]
        region = ann.open_regions()[0]
        ann.touch(region)
        expect(ann.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
        assert position.game["regions"] != before
        taps += 1
    ann.tap("done")
    taps += 1
    ann.sees("score")
    expect(ben.at("turn")).to_have_attribute("data-seat", "1")
    print(f"three conquests: {taps} taps")
    assert taps == 4
    assert any(lies.get("unconfirmed") for lies in position.game["regions"].values())


def test_every_phone_says_who_is_awaited(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """Ann reads that it is her turn and what to tap, Ben that he is next, then what he lost and what to put back."""
    ann, ben, _ = conquering(pair)
    expect(ann.at("turn")).to_contain_text("Your turn")
    expect(ann.at("task")).to_contain_text("Tap a bright region")
    expect(ben.at("task")).to_have_text("You are next")
    ann.touch("r04")
    expect(ben.sees("losses")).to_contain_text("You lost a swamp")
    expect(ben.at("losses").locator("svg.cutout")).to_be_visible()
    expect(ben.at("player-0")).to_have_attribute("aria-label", re.compile("Ann, Merchant Giants, 2 regions"))


def test_done_is_filled_only_when_nothing_is_left(pair: list[Phone]) -> None:
    """While the map can still be tapped Done is quiet; nothing else is filled beside it."""
    ann, _, position = conquering(pair)
    ann.tap("confirm")
    expect(ann.at("done")).not_to_have_class(re.compile("main"))
    expect(ann.page.locator(".panel .main")).to_have_count(0)
    position.enter(type="set_band", band=1, hand=0)
    expect(ann.at("done")).to_have_class(re.compile("main"))
    expect(ann.page.locator(".panel .main")).to_have_count(1)


def test_back_closes_what_lies_over_the_map_first(pair: list[Phone]) -> None:
    """Android's Back closes a region's sheet, then goes from another screen to the map, and stays in the game."""
    ann, _, _ = conquering(pair)
    ann.touch("r05")
    ann.sees("sheet")
    ann.page.go_back()
    expect(ann.at("sheet")).to_have_count(0)
    ann.tap("nav-log")
    ann.page.go_back()
    ann.sees("panel")


def test_steps_are_ticked_off(pair: list[Phone]) -> None:
    """Each step for the hands has its place on the map in a picture, and goes behind the others when it is done."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    steps = ann.sees("steps").locator("button")
    first = steps.first.inner_text()
    expect(steps.first.locator("svg.cutout")).to_be_visible()
    steps.first.tap()
    expect(steps.last).to_have_attribute("aria-pressed", "true")
    expect(steps.last).to_have_text(first)


def test_tokens_are_moved_on_the_token_itself(pair: list[Phone]) -> None:
    """A tap on one's own tokens brings plus and minus to them; what was laid out so is no proposal."""
    ann, _, _ = conquering(pair)
    ann.tap("confirm")
    ann.touch("r03")
    ann.sees("on-token")
    before = int(ann.at("on-token").locator("output").inner_text())
    region = ann.open_regions()[0]
    ann.touch(region)
    expect(ann.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    ann.touch("r03")
    ann.tap("token-minus")
    expect(ann.at("on-token").locator("output")).not_to_have_text(str(before))
    expect(ann.at("done")).to_be_disabled()


def test_a_second_tap_on_a_conquest_does_nothing(pair: list[Phone]) -> None:
    """A double tap conquers once, and opens nothing."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    expect(ann.at("sheet")).to_have_count(0)


def test_an_attack_settles_a_count_that_nobody_laid_out(pair: list[Phone]) -> None:
    """Ben looks at a region marked "~" and taps the number that really stands there: it is settled for all."""
    ann, ben, position = conquering(pair)
    ann.touch("r04")
    ann.tap("done")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    ben.touch("r04")
    ben.sees("counts")
    ben.tap("count-3")
    expect(ben.at("sheet")).to_have_count(0)
    lies = position.game["regions"]["r04"]
    assert (lies["tokens"], lies.get("unconfirmed")) == (3, None)
