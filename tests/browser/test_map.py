"""The map under a thumb: whole at first, one tap for a conquest, nearer where a finger could mean two regions."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, Table, keep_picture
from tests.browser.positions import Position

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

# How many price tags there are, and which of them stick out of the board.
CUT = """() => {
  const board = document.querySelector('svg.map').getBoundingClientRect();
  const tags = [...document.querySelectorAll('.map .price')].map((tag) => tag.getBoundingClientRect());
  return [tags.length, tags.filter((tag) => tag.left < board.left - 1 || tag.right > board.right + 1)];
}"""
THERE = "([x, y]) => document.elementFromPoint(x, y).dataset.region"
# From a point of the page to a point of the board.
BOARD = """([x, y]) => {
  const spot = new DOMPoint(x, y).matrixTransform(document.querySelector('svg.map .tap').getScreenCTM().inverse());
  return [spot.x, spot.y];
}"""
WIDTH = "Number(document.querySelector('svg.map').getAttribute('width'))"
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
    """How large the board is drawn."""
    return float(phone.page.locator("svg.map").get_attribute("width") or 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_whole_board_is_in_view_at_first(seated: Callable[..., list[Phone]], players: int) -> None:
    """All of it, in its box, and nothing lies over any region: each is there under a finger on its middle."""
    phones = seated(players, SMALL[players % 2])
    ann = phones[0]
    conquers(phones)
    x, y, width, height = ann.page.evaluate(LIES, ".mapbox")
    left, top, wide, high = ann.page.evaluate(LIES, "svg.map")
    assert left >= x - 1
    assert top >= y - 1
    assert left + wide <= x + width + 1
    assert top + high <= y + height + 1
    for each, centre in middles(ann).items():
        assert ann.page.evaluate(THERE, ann.page.evaluate(SPOT, centre)) == each


def test_a_tap_on_a_regions_middle_conquers_it_on_the_whole_board(seated: Callable[..., list[Phone]]) -> None:
    """One tap for a conquest, also on the board for five on the smallest phone."""
    phones = seated(5)
    ann = phones[0]
    conquers(phones)
    whole = zoom(ann)
    ann.touch("r13")
    expect(ann.region("r13")).to_have_attribute("aria-label", re.compile("of Ann"))
    assert zoom(ann) <= whole * 1.05


def test_a_tap_between_two_regions_brings_the_map_nearer(seated: Callable[..., list[Phone]]) -> None:
    """A finger on a border could mean either side: nothing is conquered, the place is larger; then one tap does it."""
    phones = seated(5)
    ann = phones[0]
    position = conquers(phones)
    whole = zoom(ann)
    ann.page.touchscreen.tap(*ann.page.evaluate(SPOT, border(ann, "r24", "r29")))
    ann.page.wait_for_function(f"{WIDTH} > {1.5 * whole}")
    assert position.game["turn"]["stage"] == "conquer"
    assert all(lies["seat"] is None or id == "r07" for id, lies in position.game["regions"].items())
    smallest = min(lies["clear"] for lies in drawn(ann)["regions"] if lies["terrain"] not in ("sea", "lake"))
    assert 2 * smallest * zoom(ann) / drawn(ann)["width"] >= 44 * 0.99
    ann.touch("r29")
    expect(ann.region("r29")).to_have_attribute("aria-label", re.compile("of Ann"))
    ann.tap("map-whole")
    ann.page.wait_for_function(f"{WIDTH} <= {1.05 * whole}")


def test_water_is_as_large_as_land_where_it_can_be_conquered(seated: Callable[..., list[Phone]]) -> None:
    """The smallest target of all shipped boards is a Sea: where a finger could mean it, it is 44 px wide before."""
    phones = seated(3)
    ann = phones[0]
    position = Position(phones)
    position.race(0, "ratmen", "seafaring", r02=9)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    sea = next(region for region in drawn(ann)["regions"] if region["id"] == "r01")
    assert sea["terrain"] == "sea"
    neighbour = next(each for each in sea["adjacent"] if ann.region(each).get_attribute("data-can"))
    ann.page.touchscreen.tap(*ann.page.evaluate(SPOT, border(ann, "r01", neighbour)))
    ann.page.wait_for_function(
        "least => document.querySelector('svg.map').getAttribute('width') >= least",
        arg=44 * 0.99 / (2 * sea["clear"]) * drawn(ann)["width"],
    )
    ann.touch("r01")
    expect(ann.region("r01")).to_have_attribute("aria-label", re.compile("of Ann"))


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
    tags, cut = ann.page.evaluate(CUT)
    assert tags > 40
    assert cut == []
    keep_picture(ann.page, "prices-48")


def test_two_fingers_bring_it_nearer_and_one_pushes_it(seated: Callable[..., list[Phone]]) -> None:
    """Pinching keeps the place under the fingers, pushing moves it, nothing is conquered: 48 regions, 360 px."""
    phones = seated(5)
    ann = phones[0]
    position = conquers(phones)
    before = zoom(ann)
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
    touch("touchEnd")
    ann.page.wait_for_function(MOVED, arg=[*middle, under[0]])
    assert all(lies["seat"] is None or id == "r07" for id, lies in position.game["regions"].items())


def drawn(phone: Phone) -> dict[str, Any]:
    """The map as it is drawn."""
    name = phone.state()["game"]["map"]
    found: dict[str, Any] = phone.page.request.get(f"{phone.page.url.rstrip('/')}/api/map/{name}").json()
    return found


def middles(phone: Phone) -> dict[str, list[float]]:
    """The middle of every region, in the map's own units."""
    return {region["id"]: region["centre"] for region in drawn(phone)["regions"]}


def border(phone: Phone, one: str, other: str) -> list[float]:
    """A point on the border of two neighbours: the middle of the corners they share."""
    outlines = {region["id"]: {tuple(corner) for corner in region["outline"]} for region in drawn(phone)["regions"]}
    shared = sorted(outlines[one] & outlines[other])
    return list(shared[len(shared) // 2])
