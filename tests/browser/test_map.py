"""The map under a thumb: whole at first, one tap for a conquest, nearer where a finger could mean two regions."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist
from typing import Any

import pytest
import shapely
from playwright.sync_api import expect
from shapely import Polygon

from tests.browser.house import Phone, Table, drawn, keep_picture, resize
from tests.browser.positions import Position
from tests.web.test_palette import contrast

SMALL = ((360, 740), (390, 780))
# Where the map's box, a region's path or the whole board lie on the page.
LIES = """name => {
  const {x, y, width, height} = document.querySelector(name).getBoundingClientRect();
  return [x, y, width, height];
}"""
# From a point of the board to a point of the page.
SPOT = """([x, y]) => {
  const spot = new DOMPoint(x, y).matrixTransform(document.querySelector('svg.map .tap').getScreenCTM());
  return [spot.x, spot.y];
}"""

# The same for several at once.
SPOTS = f"corners => corners.map({SPOT})"

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
# Counts that a price lies over, and counts under something of their own region.
OVER_COUNTS = """() => [...document.querySelectorAll('.map .count')].filter((count) => {
  const box = count.querySelector('rect').getBoundingClientRect();
  const over = [...document.querySelectorAll('.map .price .badge')].some((price) => {
    const { left, top, right, bottom } = price.getBoundingClientRect();
    return right > box.left && left < box.right && bottom > box.top && top < box.bottom;
  });
  const later = (piece) => count.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING;
  return over || [...count.closest('.things').querySelectorAll('.piece')].some(later);
}).map((count) => count.closest('[data-of]').dataset.of)"""
# Whether a finger meets each of some regions in its middle.
THERE = f"""regions => regions.every(([id, middle]) => {{
  const [x, y] = ({SPOT})(middle);
  return document.elementFromPoint(x, y)?.dataset.region === id;
}})"""
# From a point of the page to a point of the board.
BOARD = """([x, y]) => {
  const spot = new DOMPoint(x, y).matrixTransform(document.querySelector('svg.map .tap').getScreenCTM().inverse());
  return [spot.x, spot.y];
}"""
LARGER = "than => Number(document.querySelector('svg.map').getAttribute('width')) > than"
FINGER = 44 * 0.98 - 0.2  # px; nobody feels the rest
MOVED = """([x, y, was]) => new DOMPoint(x, y)
  .matrixTransform(document.querySelector('svg.map .tap').getScreenCTM().inverse()).x > was + 50"""


@pytest.fixture
def seated(serve: Callable[..., Table], phone: Callable[..., Phone]) -> Callable[[int, tuple[int, int]], list[Phone]]:
    """A game that has just begun, with so many players on phones of a size; two of them have the page open."""

    def begin(players: int, size: tuple[int, int] = SMALL[0]) -> list[Phone]:
        table = serve()
        phones = [phone(size) for _ in range(players)]
        for each, name in zip(phones, ("Ann", "Ben", "Cleo", "Dan", "Eve"), strict=False):
            assert each.page.request.post(f"{table.address}/api/join", data={"name": name}).ok
        assert phones[0].page.request.post(f"{table.address}/api/start", data={}).ok
        for each in phones[:2]:
            each.page.goto(table.address)
            each.sees("screen-play")
        return phones

    return begin


def conquers(phones: list[Phone]) -> Position:
    """Ann is about to conquer all over the board, from the air."""
    position = Position(phones)
    position.race(0, "ratmen", "flying", r07=9)
    position.turn(4, 0)
    phones[0].sees("form-ready")
    phones[0].tap("confirm")
    expect(phones[0].at("turn")).to_have_attribute("data-stage", "conquer")
    phones[0].open_regions()
    return position


def zoom(phone: Phone) -> float:
    """How large the board is drawn, once it is."""
    drawn(phone.page)
    return float(phone.page.locator("svg.map").get_attribute("width") or 0)


def sees_all(phone: Phone) -> float:
    """Look at the whole board; returns how large it is drawn."""
    phone.page.locator(".maptools").wait_for()
    if phone.at("map-whole").count():
        phone.tap("map-whole")
    phone.sees("map-near")
    return zoom(phone)


def circle(phone: Phone, id: str) -> float:
    """How wide the largest circle is that fits into a region on the page, in px."""
    outline = next(region["outline"] for region in board_of(phone)["regions"] if region["id"] == id)
    drawn(phone.page)
    found = shapely.maximum_inscribed_circle(Polygon(phone.page.evaluate(SPOTS, outline)))
    return 2 * float(found.length)


def hexed(colour: str) -> str:
    """rgb(1, 2, 3) as #010203."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_can_be_conquered_is_in_view_and_large_enough(seated: Callable[..., list[Phone]], players: int) -> None:
    """On the smallest phone a circle of 44 px fits into each region that a finger may want: the whole board where that
    is so all over it, else nearer to where things happen. Nothing lies over them."""
    phones = seated(players)
    ann = phones[0]
    beside = [each for each in board_of(ann)["regions"] if "r07" in each["adjacent"] and each["terrain"] != "sea"]
    position = Position(phones)
    position.begins("ratmen", "forest", r07=9)
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.page.reload()
    near = set(ann.open_regions()) & {each["id"] for each in beside}
    assert near
    spots = middles(ann)
    # The map goes there once the page knows what Ann may do.
    ann.page.wait_for_function(THERE, arg=[[each, spots[each]] for each in sorted(near)])
    assert {each: size for each in near if (size := circle(ann, each)) < FINGER} == {}
    keep_picture(ann.page, f"map-{players}")


def test_a_tap_on_a_regions_middle_conquers_it_on_the_whole_board(seated: Callable[..., list[Phone]]) -> None:
    """One tap for a conquest, also on the board for five on the smallest phone."""
    phones = seated(5)
    ann = phones[0]
    conquers(phones)
    whole = sees_all(ann)
    ann.touch("r13")
    expect(ann.region("r13")).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    assert zoom(ann) <= whole * 1.05


def test_a_tap_between_two_regions_brings_the_map_nearer(seated: Callable[..., list[Phone]]) -> None:
    """A finger on a border could mean either side: nothing is conquered, the place is larger; then one tap does it."""
    phones = seated(5)
    ann = phones[0]
    position = conquers(phones)
    whole = sees_all(ann)
    # Two that lie near the middle, so that no finger means the rim: the smallest of them, and one beside it.
    free = {each["id"]: each for each in board_of(ann)["regions"] if each["terrain"] not in ("sea", "lake")}
    del free["r07"]
    one = min((id for id in free if not free[id]["border"]), key=lambda id: circle(ann, id))
    other = next(id for id in free[one]["adjacent"] if id in free)
    assert circle(ann, one) < FINGER
    ann.page.touchscreen.tap(*ann.page.evaluate(SPOT, border(ann, one, other)))
    ann.page.wait_for_function(LARGER, arg=1.02 * whole)
    assert position.game["turn"]["stage"] == "conquer"
    assert all(lies["seat"] is None or id == "r07" for id, lies in position.game["regions"].items())
    assert min(circle(ann, one), circle(ann, other)) >= FINGER
    ann.touch(other)
    expect(ann.region(other)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    assert sees_all(ann) <= whole * 1.05


def test_water_is_as_large_as_land_where_it_can_be_conquered(seated: Callable[..., list[Phone]]) -> None:
    """The smallest target of all shipped boards is a Sea: where a finger could mean it, it is 44 px wide before."""
    phones = seated(3)
    ann = phones[0]
    position = Position(phones)
    position.begins("ratmen", "seafaring", r02=9)
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    sees_all(ann)
    sea = next(region for region in board_of(ann)["regions"] if region["id"] == "r01")
    assert sea["terrain"] == "sea"
    expect(ann.region("r01")).to_have_attribute("data-can", "sure")
    neighbour = next(each for each in sea["adjacent"] if ann.region(each).get_attribute("data-can"))
    if circle(ann, "r01") < FINGER:
        before = zoom(ann)
        ann.page.touchscreen.tap(*ann.page.evaluate(SPOT, border(ann, "r01", neighbour)))
        ann.page.wait_for_function(LARGER, arg=before)
    assert circle(ann, "r01") >= FINGER
    ann.touch("r01")
    expect(ann.region("r01")).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))


LABELS = """() => [...document.querySelectorAll('.map .things text')].map(each => {
  const {a, b, c, d} = each.getScreenCTM();
  return [parseFloat(getComputedStyle(each).fontSize) * a, b, c, a - d];
})"""


def test_labels_stay_level_and_readable_whichever_way_the_map_is_seen(seated: Callable[..., list[Phone]]) -> None:
    """A number or a count has 11 px and more and stands upright: after each quarter turn, and nearer. The side is kept
    for the seat, and another phone's is its own."""
    phones = seated(3)
    ann, ben = phones[:2]
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


STANDS_OUT = """() => {
  const veil = document.querySelector('.map .veil'), style = (name) => getComputedStyle(document.querySelector(name));
  const veiled = [...document.querySelectorAll('.map .tap')].filter((tap) => {
    const things = document.querySelector(`.things [data-of='${tap.dataset.region}']`);
    const at = new DOMPoint(0, 0).matrixTransform(veil.getScreenCTM().inverse().multiply(things.getScreenCTM()));
    return veil.isPointInFill(at);
  });
  return {
    veiled: veiled.map((tap) => tap.dataset.region),
    strength: Number(style('.map .veil').fillOpacity),
    outline: [style('.map .can:not(.edge)').stroke, style('.map .can.edge').stroke],
    badge: [style('.map .price text').fill, style('.map .price .badge').fill],
  };
}"""


def test_what_can_be_had_stands_out_in_both_themes(seated: Callable[..., list[Phone]]) -> None:
    """Everything else, but for one's own, lies under a veil; the outline is light on dark, and so is the price."""
    phones = seated(3)
    ann = phones[0]
    position = Position(phones)
    position.begins("ratmen", "forest", r07=9)
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.open_regions()
    free = ann.page.locator(".tap[data-can]").evaluate_all("ways => ways.map(way => way.dataset.region)")
    for theme in ("light", "dark"):
        ann.page.emulate_media(color_scheme=theme)
        drawn(ann.page)
        seen = ann.page.evaluate(STANDS_OUT)
        assert set(seen["veiled"]) == {each["id"] for each in board_of(ann)["regions"]} - {*free, "r07"}
        assert 0.4 <= seen["strength"] <= 0.6
        for colours in (seen["outline"], seen["badge"]):
            assert contrast(*(hexed(each) for each in colours)) >= 7


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


def test_a_price_that_lies_on_another_region_leads_to_its_own(seated: Callable[..., list[Phone]]) -> None:
    """Of small regions with a Lost Tribe side by side nobody could say which one a price is for."""
    phones = seated(4)
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


def test_a_tap_on_a_price_takes_its_region_wherever_the_tag_lies(seated: Callable[..., list[Phone]]) -> None:
    """It lies on another region that could be had, too: whoever taps a tag reads what is on it."""
    phones = seated(4)
    ann = phones[0]
    resize(ann.page, *SMALL[0])
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


def test_every_price_stays_on_the_board(seated: Callable[..., list[Phone]]) -> None:
    """All 48 regions in reach: no tag is cut off at the rim."""
    phones = seated(5)
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


# Those with the fewest and the most regions.
@pytest.mark.parametrize(
    "players", [2, *(pytest.param(each, marks=pytest.mark.long(name="sizes")) for each in (3, 4)), 5]
)
def test_no_number_lies_under_the_round_buttons(seated: Callable[..., list[Phone]], players: int) -> None:
    """On the whole board, whichever way it is turned."""
    phones = seated(players, (390, 844))
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


def test_every_count_can_be_read(seated: Callable[..., list[Phone]]) -> None:
    """No price lies over a count beside it, and none of a region's own pieces does, on the smallest phone."""
    phones = seated(2, (360, 640))
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


# Prices that lie over each other, but for their outlines.
OVER_PRICES = """() => {
  const boxes = [...document.querySelectorAll('.map .price .badge')].map(price => price.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
  return boxes.filter((one, place) => boxes.slice(place + 1).some(other => over(one, other))).length;
}"""


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


# Numbers of regions that a price or a count lies over.
HIDDEN_NUMBERS = """() => {
  const boxes = [...document.querySelectorAll('.map .price .badge, .map .count rect')].map(each => each.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  return [...document.querySelectorAll('.map .label .number')]
    .filter(number => boxes.some(box => over(number.getBoundingClientRect(), box))).map(number => number.textContent);
}"""  # noqa: E501


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


def test_two_fingers_bring_it_nearer_and_one_pushes_it(seated: Callable[..., list[Phone]]) -> None:
    """Pinching keeps the place under the fingers, pushing moves it, nothing is conquered: 48 regions, 360 px."""
    phones = seated(5)
    ann = phones[0]
    position = conquers(phones)
    before = sees_all(ann)
    x, y, width, height = ann.page.evaluate(LIES, ".mapbox")
    fingers = ann.context.new_cdp_session(ann.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": at[0], "y": at[1], "id": id} for id, at in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    middle = (x + width / 2, y + height / 2)
    under = ann.page.evaluate(BOARD, middle)
    touch("touchStart", (middle[0] - 30, middle[1]), (middle[0] + 30, middle[1]))
    for apart in (40, 50, 60, 70, 75):
        touch("touchMove", (middle[0] - apart, middle[1]), (middle[0] + apart, middle[1]))
    touch("touchEnd")
    assert zoom(ann) == pytest.approx(2.5 * before, rel=0.05)
    assert dist(ann.page.evaluate(BOARD, middle), under) < 12
    touch("touchStart", middle)
    for step in range(1, 9):
        touch("touchMove", (middle[0] - 15 * step, middle[1]))
        # A finger is no quicker than the page is drawn.
        drawn(ann.page)
    touch("touchEnd")
    ann.page.wait_for_function(MOVED, arg=[*middle, under[0]])
    assert all(lies["seat"] is None or id == "r07" for id, lies in position.game["regions"].items())


# Whether a point of the board is in the map's box.
IN_VIEW = f"""middle => {{
  const [x, y] = ({SPOT})(middle), box = document.querySelector('.mapbox').getBoundingClientRect();
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}}"""
# A finger still pushes the map when another one taps a button.
PUSHED_ON_THE_WAY = """name => {
  document.querySelector('.mapbox').scrollBy(1, 1);
  document.querySelector(`[data-test='${name}']`).click();
}"""


def seen(phone: Phone) -> list[float]:
    """Which point of the board is in the middle of the map's box, and how large the board is drawn."""
    phone.page.locator("svg.map[width]").wait_for()
    size = zoom(phone)
    x, y, width, height = phone.page.evaluate(LIES, ".mapbox")
    return [*phone.page.evaluate(BOARD, [x + width / 2, y + height / 2]), size]


def puts_right(phone: Phone, part: str) -> None:
    """Open a part of what can be put right, on the More screen."""
    phone.tap("nav-more")
    if phone.sees("put-right").get_attribute("open") is None:
        phone.unfolds("put-right")
    phone.tap(f"right-{part}")


def test_the_map_comes_back_where_it_was(seated: Callable[..., list[Phone]]) -> None:
    """After every other screen: the list, the other pages, the check, and the map being laid in a lower box."""
    phones = seated(5, (360, 640))
    ann = phones[0]
    conquers(phones)
    before = seen(ann)
    whole = {"nav-column": "screen-column", "nav-purse": "screen-purse", "nav-log": "screen-log"}
    for way, screen in whole.items():
        ann.page.evaluate(PUSHED_ON_THE_WAY, way)
        ann.sees(screen)
        ann.tap("nav-map")
        assert seen(ann) == pytest.approx(before, abs=3), screen
    for _ in range(2):
        ann.page.evaluate(PUSHED_ON_THE_WAY, "nav-more")
        ann.tap("setting-list")
        ann.tap("nav-map")
        ann.sees("region-list")
        ann.tap("nav-more")
        ann.tap("setting-list")
        ann.tap("nav-map")
        assert seen(ann) == pytest.approx(before, abs=3)
    puts_right(ann, "check")
    ann.tap("check-done")
    assert seen(ann) == pytest.approx(before, abs=3)
    puts_right(ann, "map")
    ann.sees("laying")
    assert seen(ann)[:2] == pytest.approx(before[:2], abs=3)
    ann.tap("laying-done")
    ann.sees("panel")
    assert seen(ann) == pytest.approx(before, abs=3)


def test_a_turn_that_began_behind_the_list_is_looked_at(seated: Callable[..., list[Phone]]) -> None:
    """Ann's turn begins while she reads the list; then the map shows where her tokens are."""
    phones = seated(5, (360, 640))
    ann = phones[0]
    position = Position(phones)
    spots = middles(ann)
    corners = sorted(spots.items(), key=lambda each: sum(each[1]))
    start, end = (next(id for id, _ in some if land(ann, id)) for some in (corners, corners[::-1]))
    band = position.race(0, "ratmen", "forest", **{start: 9})
    position.turn(4, 0)
    ann.sees("form-ready")
    # It comes nearer once it is drawn.
    near = f"([start, end]) => ({IN_VIEW})(start) && !({IN_VIEW})(end)"
    ann.page.wait_for_function(near, arg=[spots[start], spots[end]])
    ann.tap("nav-more")
    ann.tap("setting-list")
    position.turn(4, 1)
    position.enter(type="set_region", region=start, band=0, tokens=0)
    position.enter(type="set_region", region=end, band=band, tokens=9)
    position.turn(5, 0)
    ann.sees("form-ready")
    ann.tap("nav-more")
    ann.tap("setting-list")
    ann.tap("nav-map")
    ann.page.wait_for_function(IN_VIEW, arg=spots[end])


def land(phone: Phone, id: str) -> bool:
    """Whether a region is no water."""
    return next(each["terrain"] for each in board_of(phone)["regions"] if each["id"] == id) not in ("sea", "lake")


def board_of(phone: Phone) -> dict[str, Any]:
    """The map as the page gets it."""
    name = phone.state()["game"]["map"]
    found: dict[str, Any] = phone.page.request.get(f"{phone.page.url.rstrip('/')}/api/map/{name}").json()
    return found


def middles(phone: Phone) -> dict[str, list[float]]:
    """The middle of every region, in the map's own units."""
    return {region["id"]: region["centre"] for region in board_of(phone)["regions"]}


def border(phone: Phone, one: str, other: str) -> list[float]:
    """A point on the border of two neighbours: the middle of the corners they share."""
    outlines = {region["id"]: {tuple(corner) for corner in region["outline"]} for region in board_of(phone)["regions"]}
    shared = sorted(outlines[one] & outlines[other])
    return list(shared[len(shared) // 2])
