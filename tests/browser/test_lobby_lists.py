"""The lists of the lobby and the button that floats over them: whatever is brought into sight can be read."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import SMALL, USUAL, Phone, Table, drawn, resize

SIX = ("Ann", "Ben", "Cleo", "Dee", "Eve", "Fay")
# Brings a part into sight as the keyboard would, and tells whether all of it is seen there.
IN_SIGHT = """part => {
  part.scrollIntoView({ block: 'nearest' });
  const { left, top, right, bottom } = part.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => part.contains(document.elementFromPoint((left + right) / 2, y)));
}"""


@pytest.mark.parametrize(("box", "players", "last"), [("teams", 6, "partner-5"), ("warcraft", 2, "isles-draw")])
def test_a_list_comes_to_rest_above_the_button(
    serve: Callable[..., Table], phone: Callable[..., Phone], box: str, players: int, last: str
) -> None:
    """The last of the teams, and of the islands, does not lie under it."""
    table = serve()
    phones = [phone(SMALL) for _ in range(players)]
    for each, name in zip(phones, SIX, strict=False):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    ann = phones[0]
    ann.page.goto(table.address)
    ann.unfolds("boxes")
    ann.tap(f"box-{box}")
    part = ann.sees(last)
    for size in (SMALL, USUAL):
        resize(ann.page, *size)
        ann.page.evaluate("scrollTo(0, 0)")
        drawn(ann.page)
        assert part.evaluate(IN_SIGHT), size


def test_a_list_stands_still_while_it_is_ticked(seated: list[Phone]) -> None:
    """A box is ticked near the lower edge: the finger finds the next one where the eye has just seen it."""
    ann = seated[0]
    ann.unfolds("boxes")
    # The last box is brought up to where the keyboard would bring it, above the button.
    last = ann.page.locator("[data-test^='box-']").last
    last.evaluate("box => scrollBy(0, box.getBoundingClientRect().top - innerHeight + 72)")
    before = ann.page.evaluate("scrollY")
    box = last.bounding_box()
    assert box
    assert before > 0
    ann.page.touchscreen.tap(box["x"] + 80, box["y"] + box["height"] / 2)
    expect(last).to_be_checked()
    drawn(ann.page)
    # What is ticked stands in one line above the list.
    assert abs(ann.page.evaluate("scrollY") - before) < 24


def test_a_line_of_the_house_rules_shows_what_the_table_made_of_it(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Also where that is what stood there before."""
    table, ann = serve(), phone()
    ann.sits_down(table.address, "Ann")
    ann.unfolds("boxes")
    ann.tap("box-blank_banner")
    ann.unfolds("options")
    line = ann.at("option-blank-banner-name")
    for words in ("Foo", "  Foo "):
        line.fill(words)
        line.blur()
        expect(line).to_have_value("Foo")
