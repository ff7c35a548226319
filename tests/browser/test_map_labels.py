"""What is written on the map: numbers of regions, counts and prices, each whole, level and where it belongs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, drawn, keep_picture, resize, seldom
from tests.browser.mapped import LARGER, board_of, conquers, sees_all, zoom
from tests.browser.positions import Position

# How many price tags there are, and which of them stick out of the board.
CUT = """() => {
  const board = document.querySelector('svg.map').getBoundingClientRect();
  const tags = [...document.querySelectorAll('.map .price')].map((tag) => tag.getBoundingClientRect());
  return [tags.length, tags.filter((tag) => tag.left < board.left - 1 || tag.right > board.right + 1)];
}"""
# Numbers of regions and figures of prices and counts that lie under a round button.
UNDER_TOOLS = """() => {
  const tools = [...document.querySelectorAll('.maptools .round')].map((tool) => tool.getBoundingClientRect());
  return [...document.querySelectorAll('.map :is(.number, .price, .count)')].filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return tools.some((tool) => right > tool.left && left < tool.right && bottom > tool.top && top < tool.bottom);
  }).map((each) => each.textContent);
}"""
# Counts that a price lies over, and counts under tokens or pieces, also of a neighbour.
OVER_COUNTS = """() => [...document.querySelectorAll('.map .count')].filter((count) => {
  const box = count.querySelector('rect').getBoundingClientRect();
  const over = [...document.querySelectorAll('.map .price .badge')].some((price) => {
    const { left, top, right, bottom } = price.getBoundingClientRect();
    return right > box.left && left < box.right && bottom > box.top && top < box.bottom;
  });
  const later = (piece) => count.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING;
  return over || [...document.querySelectorAll('.map .things :is(.token, .piece)')].some(later);
}).map((count) => count.closest('[data-of]').dataset.of)"""


# Numbers of regions with signs beside them, and those that a sign lies over.
SIGNED = """() => {
  const numbers = [...document.querySelectorAll('.map .label:has(.sign) .number')].filter((each) => each.textContent);
  return [numbers.length, numbers.filter((number) => [...number.parentElement.querySelectorAll('.sign')].some((sign) =>
    sign.getBoundingClientRect().left < number.getBoundingClientRect().right)).map((each) => each.textContent)];
}"""


LABELS = """() => [...document.querySelectorAll('.map .things text')].map(each => {
  const {a, b, c, d} = each.getScreenCTM();
  return [parseFloat(getComputedStyle(each).fontSize) * a, b, c, a - d];
})"""


@pytest.mark.long(name="looks")
def test_labels_stay_level_and_readable_whichever_way_the_map_is_seen(company: Callable[..., list[Phone]]) -> None:
    """A number or a count has 11 px and more and stands upright: after each quarter turn, and nearer. The side is kept
    for the seat, and another phone's is its own."""
    phones = company(3)
    ann, ben = phones[:2]
    ben.sees("screen-play")
    conquers(phones)

    def read() -> list[float]:
        drawn(ann.page)
        labels = ann.page.evaluate(LABELS)
        assert len(labels) > len(board_of(ann)["regions"])
        assert [each for each in labels if max(map(abs, each[1:])) > 0.001] == []
        assert min(each[0] for each in labels) >= 11
        return sorted(round(each[0], 2) for each in labels)

    board = ann.page.locator("svg.map")
    expect(board).to_have_attribute("data-quarter", "1")
    sees_all(ann)
    usual = read()
    for quarter in (2, 3):
        ann.tap("map-turn")
        expect(board).to_have_attribute("data-quarter", str(quarter))
        assert read() == usual
    before = zoom(ann)
    ann.tap("map-near")
    ann.page.wait_for_function(LARGER, arg=before)
    assert read() == usual
    expect(ann.at("map-whole")).to_have_attribute("aria-label", "Show the whole map")
    keep_picture(ann.page, "map-turned")
    ann.page.reload()
    expect(board).to_have_attribute("data-quarter", "3")
    expect(ben.page.locator("svg.map")).to_have_attribute("data-quarter", "1")


# The regions whose price lies on another one, and all that have a line from it to themselves.
ASTRAY = """() => {
  const taps = [...document.querySelectorAll('.tap')];
  const on = (tap, {left, right, top, bottom}) => tap.isPointInFill(
    new DOMPoint((left + right) / 2, (top + bottom) / 2).matrixTransform(tap.getScreenCTM().inverse()));
  const of = (part) => part.closest('[data-of]').dataset.of;
  const badges = [...document.querySelectorAll('.map .price .badge')];
  const astray = badges.filter(badge => taps.some(tap => tap.dataset.region !== of(badge)
    && on(tap, badge.getBoundingClientRect())));
  return [astray.map(of), [...document.querySelectorAll('.map .leader')].map(of)];
}"""


def test_a_price_that_lies_on_another_region_leads_to_its_own(company: Callable[..., list[Phone]]) -> None:
    """Of small regions with a Lost Tribe side by side nobody could say which one a price is for."""
    phones = company(4)
    conquers(phones)
    phones[0].tap("nav-more")
    phones[0].tap("setting-prices")
    phones[0].tap("nav-map")
    expect(phones[0].page.locator(".map .price").first).to_be_visible()
    drawn(phones[0].page)
    astray, led = phones[0].page.evaluate(ASTRAY)
    assert astray
    assert {*astray} <= {*led}
    assert len(led) < 20


# The middle of a region's price tag.
TAG = """region => {
  const {x, y, width, height} = document.querySelector(`.things [data-of='${region}'] .price`).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


UNCOVERED = "([x, y]) => document.elementFromPoint(x, y)?.matches('.tap') ?? false"


def test_a_tap_on_a_price_takes_its_region_wherever_the_tag_lies(company: Callable[..., list[Phone]]) -> None:
    """It lies on another region that could be had, too: whoever taps a tag reads what is on it."""
    phones = company(4)
    ann = phones[0]
    resize(ann.page, 360, 740)
    position = Position(phones)
    position.race(0, "amazons", "flying", r30=15)
    position.turn(4, 0)
    ann.sees("form-ready")
    drawn(ann.page)
    astray, _ = ann.page.evaluate(ASTRAY)
    tags = {region: ann.page.evaluate(TAG, region) for region in astray}
    region = next(region for region, middle in tags.items() if ann.page.evaluate(UNCOVERED, middle))
    ann.page.touchscreen.tap(*tags[region])
    expect(ann.at("happened")).to_contain_text(f"conquers region {int(region[1:])} ")


@pytest.mark.long(name="looks")
def test_every_price_stays_on_the_board(company: Callable[..., list[Phone]]) -> None:
    """All 48 regions in reach: no tag is cut off at the rim."""
    phones = company(5)
    ann = phones[0]
    conquers(phones)
    ann.tap("nav-more")
    ann.tap("setting-prices")
    ann.tap("nav-map")
    expect(ann.page.locator(".map .price").first).to_be_visible()
    # All at one moment: the board is drawn larger where the panel leaves it more room.
    sees_all(ann)
    tags, cut = ann.page.evaluate(CUT)
    assert tags > 40
    assert cut == []
    keep_picture(ann.page, "prices-48")


# The one with the most regions.
@pytest.mark.parametrize("players", [5, *seldom("sizes", 2, 3, 4)])
def test_no_number_lies_under_the_round_buttons(company: Callable[..., list[Phone]], players: int) -> None:
    """On the whole board, whichever way it is turned; nor under the signs of its own region."""
    phones = company(players, (390, 844))
    ann = phones[0]
    conquers(phones)
    # The sum makes the sheet higher.
    ann.touch("r13")
    ann.sees("bill")
    found = []
    for turns in range(4):
        sees_all(ann)
        drawn(ann.page)
        found += [(turns, each) for each in ann.page.evaluate(UNDER_TOOLS)]
        ann.tap("map-turn")
        drawn(ann.page)
    assert found == []
    signed, hidden = ann.page.evaluate(SIGNED)
    assert signed
    assert hidden == []


# Pushes a map until a region's middle lies under a round button, and says whether it came there.
UNDER = """([region, place]) => {
  const middle = (part) => {
    const {left, top, width, height} = part.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const tool = middle(document.querySelectorAll('.maptools .round')[place]);
  const there = () => middle(document.querySelector(`.tap[data-region='${region}']`));
  const [x, y] = there();
  document.querySelector('.mapbox').scrollBy(x - tool[0], y - tool[1]);
  return Math.hypot(...there().map((at, axis) => at - tool[axis])) < 20;
}"""
# How many prices lie under a round button, whole or in part.
UNREAD = """() => {
  const boxes = (which) => [...document.querySelectorAll(which)].map((each) => each.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const tools = boxes('.maptools .round');
  return boxes('.map .price .badge').filter((price) => tools.some((tool) => over(price, tool))).length;
}"""


@pytest.mark.long(name="looks")
def test_no_price_lies_under_the_round_buttons_of_a_nearer_map(company: Callable[..., list[Phone]]) -> None:
    """Wherever it is pushed: half a tag under a button takes no tap."""
    phones = company(4, (360, 640))
    ann = phones[0]
    position = Position(phones)
    position.race(0, "amazons", "flying", r30=15)
    position.turn(4, 0)
    ann.page.locator(".maptools").wait_for()
    if ann.at("map-near").count():
        ann.tap("map-near")
    ann.sees("map-whole")
    came = 0
    for region in [each["id"] for each in board_of(ann)["regions"]]:
        for place in (0, 1):
            drawn(ann.page)
            if not ann.page.evaluate(UNDER, [region, place]):
                continue
            came += 1
            ann.page.wait_for_function(f"() => ({UNREAD})() === 0")
    assert came > 10


@pytest.mark.long(name="looks")
def test_every_count_can_be_read(company: Callable[..., list[Phone]]) -> None:
    """No price lies over a count beside it, and neither tokens nor pieces do, on the smallest phone."""
    phones = company(2, (360, 640))
    ann = phones[0]
    position = Position(phones)
    position.race(0, "dwarves", "commando", r03=4)
    position.stronghold("r09")
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.open_regions()
    drawn(ann.page)
    expect(ann.page.locator(".map .count")).to_have_count(2)
    assert ann.page.evaluate(OVER_COUNTS) == []


# Counts after which tokens or pieces are drawn.
UNDER_THINGS = """() => [...document.querySelectorAll('.map .count')].filter((count) =>
  [...document.querySelectorAll('.map .things :is(.token, .piece)')].some(
    (each) => count.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING)).length"""


def test_the_count_of_pieces_can_be_read_beside_a_stack(pair: list[Phone]) -> None:
    """Two Encampments stand where the region is narrow: their number lies over a neighbour's tokens."""
    ann, _ = pair
    position = Position(pair)
    camps = position.race(0, "giants", "bivouacking", r18=1, r13=1, r19=1, r14=1)
    pieces = 2 * [{"kind": "encampment", "band": camps}]
    position.enter(type="set_region", region="r18", band=camps, tokens=1, markers=pieces)
    position.turn(4, 0)
    ann.sees("form-ready")
    expect(ann.page.locator(".map [data-of='r18'] .count")).to_have_text(["1", "2"])
    assert ann.page.evaluate(UNDER_THINGS) == 0


# Prices that lie over each other, but for their outlines.
OVER_PRICES = """() => {
  const boxes = [...document.querySelectorAll('.map .price .badge')].map(price => price.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
  return boxes.filter((one, place) => boxes.slice(place + 1).some(other => over(one, other))).length;
}"""


@pytest.mark.long(name="looks")
def test_no_price_lies_over_another(pair: list[Phone]) -> None:
    """Where small regions lie close together, those with nothing below their price make way."""
    ann, _ = pair
    resize(ann.page, 360, 640)
    position = Position(pair)
    position.race(1, "elves", "swamp", r10=1)
    position.begins("giants", "merchant", r03=5, r15=1)
    drawn(ann.page)
    expect(ann.page.locator(".map .price")).not_to_have_count(0)
    assert ann.page.evaluate(OVER_PRICES) == 0


@pytest.mark.long(name="looks")
def test_no_price_lies_over_another_where_every_region_can_be_had(company: Callable[..., list[Phone]]) -> None:
    """Where there is no room nearby a price goes farther and leads back, whichever way the map is seen."""
    phones = company(4, (360, 640))
    ann = phones[0]
    position = Position(phones)
    position.race(0, "ratmen", "flying", r07=9)
    position.race(1, "elves", "swamp", r18=2, r12=1)
    position.race(2, "humans", "merchant", r11=2, r32=2, r38=1)
    position.race(3, "orcs", "hill", r26=1, r33=2, r35=2)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    ann.open_regions()
    found = []
    # As the turn begins, and the whole board.
    for look in (zoom, sees_all):
        for _ in range(4):
            look(ann)
            assert ann.page.evaluate(CUT) == [35, []]
            found.append(ann.page.evaluate(OVER_PRICES))
            ann.tap("map-turn")
            drawn(ann.page)
    assert found == 8 * [0]


# Numbers of regions that a price or a count lies over.
HIDDEN_NUMBERS = """() => {
  const boxes = [...document.querySelectorAll('.map .price .badge, .map .count rect')].map(each => each.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  return [...document.querySelectorAll('.map .label .number')]
    .filter(number => boxes.some(box => over(number.getBoundingClientRect(), box))).map(number => number.textContent);
}"""  # noqa: E501


@pytest.mark.long(name="looks")
def test_numbers_are_read_where_the_die_decides_everywhere(pair: list[Phone]) -> None:
    """Tags with a die are wide: on the smallest phone none lies over another, over a count or over a number."""
    ann, _ = pair
    resize(ann.page, 360, 640)
    position = Position(pair)
    band = position.race(0, "giants", "merchant", r02=1, r03=1, r06=1)
    position.race(1, "elves", "swamp", r09=1, r10=1, r12=4, r13=2)
    position.turn(4, 0)
    position.enter(type="set_band", band=band, hand=2)
    drawn(ann.page)
    expect(ann.page.locator(".map .price.luck")).to_have_count(3)
    assert ann.page.evaluate(OVER_PRICES) == 0
    assert ann.page.evaluate(OVER_COUNTS) == []
    assert ann.page.evaluate(HIDDEN_NUMBERS) == []


# Counts that the edge of the map cuts off.
CUT_COUNTS = """() => {
  const map = document.querySelector('svg.map').getBoundingClientRect();
  return [...document.querySelectorAll('.map .count')]
    .filter(count => count.getBoundingClientRect().right > map.right).map(count => count.textContent);
}"""


@pytest.mark.long(name="looks")
def test_the_edge_cuts_off_no_count(pair: list[Phone]) -> None:
    """What stands there and what is to stay needs more room than the tokens, in the narrow regions at the side too."""
    ann, _ = pair
    resize(ann.page, 360, 640)
    position = Position(pair)
    position.begins("giants", "merchant", r04=3, r05=3)
    for region in ("r04", "r05"):
        ann.touch(region)
        ann.tap("token-plus")
        ann.tap("token-close")
        expect(ann.page.locator(f".map [data-of='{region}'] .count")).to_have_text("3→2")
    assert ann.page.evaluate(CUT_COUNTS) == []
