"""How high the sheet is for what hands do: all of it is in sight, and no more of the map is hidden than that takes."""

import pytest
from playwright.sync_api import expect

from tests.browser.house import LARGE, SMALL, USUAL, Phone, drawn, resize, seldom
from tests.browser.positions import Position, conquering
from tests.browser.test_map_labels import UNDER_TOOLS
from tests.browser.test_one_glance import CUT_OFF
from tests.browser.test_ticks import conquers, free, redoes, undoes

# Where least has room; the others have more.
EITHER = (SMALL, *seldom("sizes", LARGE, USUAL))

STRIP = 10  # px of its handle's strip over what an open sheet begins with
TWO_LINES = 30  # px
BELOW = """([lines, strip]) => {
  const [words, handle] = ['happened', 'grab'].map((name) => document.querySelector(`[data-test=${name}]`));
  const { top, height } = words.querySelector('p').getBoundingClientRect();
  return height > lines && top >= handle.getBoundingClientRect().top + strip;
}"""


def begins(pair: list[Phone]) -> Position:
    """Ann is to conquer, with tokens in two places: her first conquest has something for hands in three."""
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=6, r10=4)
    position.race(1, "elves", "swamp", r04=2, r05=3)
    position.turn(4, 0)
    pair[0].sees("form-ready")
    return position


def high(phone: Phone) -> float:
    """How high the sheet is, in px."""
    drawn(phone.page)
    box = phone.at("panel").bounding_box()
    assert box
    return box["height"]


@pytest.mark.parametrize("size", EITHER)
def test_all_that_hands_do_is_in_sight(pair: list[Phone], size: tuple[int, int]) -> None:
    """A first conquest in three places: nobody has to push a list to find its other steps."""
    ann, ben = pair
    begins(pair)
    for phone in pair:
        resize(phone.page, *size)
    conquers(ann, "r04")
    ben.hears(ann.state())
    for phone in pair:
        for step in phone.sees("steps").locator("button").all():
            expect(step).to_be_in_viewport(ratio=1)
            assert not step.evaluate(CUT_OFF)
        expect(phone.at("steps").locator("button")).not_to_have_count(1)
        expect(phone.at("steps")).not_to_have_attribute("data-more", "")


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("size", EITHER)
def test_a_single_card_shows_all_its_words(pair: list[Phone], size: tuple[int, int]) -> None:
    """Much is done in one place: a token lost, others given back, tokens, a Lair and a Dragon put there."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "trolls", "dragon-master", r03=6)
    position.race(1, "humans", "swamp", r04=9)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    for phone in pair:
        resize(phone.page, *size)
    ann.touch("r04")
    for phone in pair:
        card = phone.sees("steps").locator("button")
        expect(card).to_contain_text("Dragon")
        expect(card).to_have_count(1)
        drawn(phone.page)
        assert not card.evaluate(CUT_OFF)
        expect(card).to_be_in_viewport(ratio=1)


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("size", EITHER)
def test_the_sheet_is_no_higher_than_its_list(pair: list[Phone], size: tuple[int, int]) -> None:
    """After a list of several, seen again from another screen, a single step has the room of one."""
    ann, ben = pair
    position = begins(pair)
    for phone in pair:
        resize(phone.page, *size)
    before = high(ben)
    conquers(ann, "r04")
    ben.hears(ann.state())
    expect(ben.at("steps").locator("button")).not_to_have_count(1)
    more = high(ben)
    ben.tap("nav-purse")
    ben.tap("nav-map")
    conquers(ann, free(ann, position))
    ben.hears(ann.state())
    expect(ben.at("steps").locator("button")).to_have_count(1)
    assert more > high(ben) >= before
    assert ben.at("step-0").evaluate("step => step.offsetHeight") < 80


def test_the_sheet_is_pushed_by_its_handle(pair: list[Phone]) -> None:
    """Down to see the map below a long list, up to see all, and by a tap as well."""
    ann, _ = pair
    begins(pair)
    conquers(ann, "r04")

    def push(by: int) -> float:
        box = ann.at("grab").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        ann.page.mouse.move(x, y)
        ann.page.mouse.down()
        ann.page.mouse.move(x, y + by)
        ann.page.mouse.up()
        return high(ann)

    usual = high(ann)
    assert push(60) < usual
    assert push(-60) > usual
    assert ann.at("grab").get_attribute("aria-expanded") == "true"
    assert push(60) == usual
    # What the next act has for hands is seen again, whoever pushed the sheet down before.
    push(60)
    undoes(ann)
    redoes(ann)
    assert high(ann) == usual


@pytest.mark.long(name="looks")
def test_a_list_that_goes_on_fades_at_its_edge(pair: list[Phone]) -> None:
    """A card that is cut exactly between two others would look like the last one."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r02=2, r03=2, r05=2, r06=2, r10=3)
    position.race(1, "elves", "swamp", r04=2)
    position.turn(4, 0)
    ann.sees("form-ready")
    resize(ann.page, *SMALL)
    conquers(ann, "r04")
    undoes(ann)
    steps = ann.sees("steps")
    expect(steps.locator("button").last).not_to_be_in_viewport()
    expect(steps).to_have_attribute("data-more", "")
    steps.evaluate("list => list.scrollTo(0, list.scrollHeight)")
    expect(steps).not_to_have_attribute("data-more", "")


def test_an_open_sheet_scrolls_under_its_handle(pair: list[Phone]) -> None:
    """Where there is much to read the way back to the map stays in sight, and no words run through it."""
    ann, _ = pair
    begins(pair)
    conquers(ann, "r04")
    resize(ann.page, 360, 420)
    ann.tap("grab")
    panel = ann.page.locator(".panel.tall")
    drawn(ann.page)
    seen = set()
    for top in (12, 24, 36, 48):
        assert panel.evaluate("(panel, top) => { panel.scrollTo(0, top); return panel.scrollTop; }", top) == top
        expect(ann.at("grab")).to_be_in_viewport(ratio=1)
        box = ann.at("grab").bounding_box()
        assert box
        beside = {"x": 24, "y": box["y"], "width": box["x"] - 24, "height": 9}
        seen.add(ann.page.screenshot(clip=beside))
    assert len(seen) == 1


@pytest.mark.long(name="looks")
def test_three_lines_of_what_happened_end_below_the_handle(pair: list[Phone]) -> None:
    """A long sentence on the smallest phone is whole, too."""
    ann, ben = pair
    begins(pair)
    conquers(ann, "r04")
    undoes(ann)
    ben.speaks("de")
    resize(ben.page, 320, 640)
    ben.tap("grab")
    # What has just been heard moves to its place.
    ben.page.wait_for_function(BELOW, arg=[TWO_LINES, STRIP])


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("size", [LARGE, *seldom("sizes", USUAL)])
def test_no_price_lies_under_the_round_buttons_of_a_high_sheet(pair: list[Phone], size: tuple[int, int]) -> None:
    """A list of what hands do lifts the sheet over the lower regions, and the buttons with it where they are low."""
    ann, _ = pair
    resize(ann.page, *size)
    position = Position(pair)
    position.race(0, "giants", "merchant", r19=4, r20=4)
    position.race(1, "elves", "swamp", r21=2, r05=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    conquers(ann, "r21")
    expect(ann.at("steps").locator("button")).not_to_have_count(1)
    drawn(ann.page)
    assert ann.page.evaluate(UNDER_TOOLS) == []


@pytest.mark.long(name="looks")
def test_after_an_act_the_sheet_is_at_its_top(pair: list[Phone]) -> None:
    """Somebody looked further down before: what hands do now, and the way on, come into sight again."""
    ann, _, _ = conquering(pair)
    ann.at("panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.page.wait_for_function("() => document.querySelector('.panel').scrollTop === 0")
    expect(ann.sees("done")).to_be_in_viewport(ratio=1)


@pytest.mark.long(name="looks")
def test_a_sheet_that_is_low_again_starts_at_its_top(pair: list[Phone]) -> None:
    """Whoever read to its end and shuts it finds the way on and the way back."""
    ann, _ = pair
    position = Position(pair)
    position.begins("ratmen", "merchant", r03=12)
    resize(ann.page, *SMALL)
    for _ in range(4):
        conquers(ann, free(ann, position))
    ann.tap("grab")
    expect(ann.page.locator(".panel.tall")).to_have_count(1)
    assert ann.at("panel").evaluate("panel => { panel.scrollTo(0, panel.scrollHeight); return panel.scrollTop; }") > 0
    ann.tap("grab")
    expect(ann.page.locator(".panel.tall")).to_have_count(0)
    ann.page.wait_for_function("() => document.querySelector('.panel').scrollTop === 0")
    for way in ("done", "take-back"):
        expect(ann.sees(way)).to_be_in_viewport(ratio=1)
