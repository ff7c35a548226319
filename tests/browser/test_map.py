"""The map under a thumb: whole at first, one tap for a conquest, nearer where a finger could mean two regions."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist

import pytest
import shapely
from playwright.sync_api import expect
from shapely import Polygon

from tests.browser.house import Phone, drawn, keep_picture, seldom
from tests.browser.mapped import LARGER, SPOT, board_of, conquers, sees_all, zoom
from tests.browser.positions import Position
from tests.web.test_palette import contrast

# Where the map's box, a region's path or the whole board lie on the page.
LIES = """name => {
  const {x, y, width, height} = document.querySelector(name).getBoundingClientRect();
  return [x, y, width, height];
}"""

# The same for several at once.
SPOTS = f"corners => corners.map({SPOT})"

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
FINGER = 44 * 0.98 - 0.2  # px; nobody feels the rest
MOVED = """([x, y, was]) => new DOMPoint(x, y)
  .matrixTransform(document.querySelector('svg.map .tap').getScreenCTM().inverse()).x > was + 50"""


def circle(phone: Phone, id: str) -> float:
    """How wide the largest circle is that fits into a region on the page, in px."""
    outline = next(region["outline"] for region in board_of(phone)["regions"] if region["id"] == id)
    drawn(phone.page)
    found = shapely.maximum_inscribed_circle(Polygon(phone.page.evaluate(SPOTS, outline)))
    return 2 * float(found.length)


def hexed(colour: str) -> str:
    """rgb(1, 2, 3) as #010203."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


@pytest.mark.parametrize("players", [2, *seldom("looks", 5), *seldom("sizes", 3, 4)])
def test_what_can_be_conquered_is_in_view_and_large_enough(company: Callable[..., list[Phone]], players: int) -> None:
    """On the smallest phone a circle of 44 px fits into each region that a finger may want: the whole board where that
    is so all over it, else nearer to where things happen. Nothing lies over them."""
    phones = company(players)
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


def test_a_tap_on_a_regions_middle_conquers_it_on_the_whole_board(company: Callable[..., list[Phone]]) -> None:
    """One tap for a conquest, also on the board for five on the smallest phone."""
    phones = company(5)
    ann = phones[0]
    conquers(phones)
    whole = sees_all(ann)
    ann.touch("r13")
    expect(ann.region("r13")).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    assert zoom(ann) <= whole * 1.05


def test_a_tap_between_two_regions_brings_the_map_nearer(company: Callable[..., list[Phone]]) -> None:
    """A finger on a border could mean either side: nothing is conquered, the place is larger; then one tap does it."""
    phones = company(5)
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


@pytest.mark.long(name="looks")
def test_water_is_as_large_as_land_where_it_can_be_conquered(company: Callable[..., list[Phone]]) -> None:
    """The smallest target of all shipped boards is a Sea: where a finger could mean it, it is 44 px wide before."""
    phones = company(3)
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


@pytest.mark.long(name="looks")
def test_what_can_be_had_stands_out_in_both_themes(company: Callable[..., list[Phone]]) -> None:
    """Everything else, but for one's own, lies under a veil; the outline is light on dark, and so is the price."""
    phones = company(3)
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


def test_two_fingers_bring_it_nearer_and_one_pushes_it(company: Callable[..., list[Phone]]) -> None:
    """Pinching keeps the place under the fingers, pushing moves it, nothing is conquered: 48 regions, 360 px."""
    phones = company(5)
    ann = phones[0]
    position = conquers(phones)
    before = sees_all(ann)
    x, y, width, height = ann.page.evaluate(LIES, ".mapbox")
    fingers = ann.context.new_cdp_session(ann.last_page())

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


@pytest.mark.long(name="looks")
def test_the_map_comes_back_where_it_was(company: Callable[..., list[Phone]]) -> None:
    """After every other screen: the list, the other pages, the check, and the map being laid in a lower box."""
    phones = company(5, (360, 640))
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


@pytest.mark.long(name="looks")
def test_a_turn_that_began_behind_the_list_is_looked_at(company: Callable[..., list[Phone]]) -> None:
    """Ann's turn begins while she reads the list; then the map shows where her tokens are."""
    phones = company(5, (360, 640))
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


def middles(phone: Phone) -> dict[str, list[float]]:
    """The middle of every region, in the map's own units."""
    return {region["id"]: region["centre"] for region in board_of(phone)["regions"]}


def border(phone: Phone, one: str, other: str) -> list[float]:
    """A point on the border of two neighbours: the middle of the corners they share."""
    outlines = {region["id"]: {tuple(corner) for corner in region["outline"]} for region in board_of(phone)["regions"]}
    shared = sorted(outlines[one] & outlines[other])
    return list(shared[len(shared) // 2])
