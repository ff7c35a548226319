"""The map of a game that has just begun, as a thumb finds it."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.house import Phone, drawn
from tests.browser.positions import Position

# From a point of the board to a point of the page.
SPOT = """([x, y]) => {
  const spot = new DOMPoint(x, y).matrixTransform(document.querySelector('svg.map .tap').getScreenCTM());
  return [spot.x, spot.y];
}"""
LARGER = "than => Number(document.querySelector('svg.map').getAttribute('width')) > than"


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


def board_of(phone: Phone) -> dict[str, Any]:
    """The map as the page gets it."""
    name = phone.state()["game"]["map"]
    found: dict[str, Any] = phone.context.request.get(f"{phone.home.rstrip('/')}/api/map/{name}").json()
    return found
