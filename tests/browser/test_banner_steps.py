"""The steps of picking a combo and of decline show the banner and the badge that they are about."""

import pytest
from playwright.sync_api import expect

from tests.browser.house import SMALL, USUAL, Phone, drawn, resize, seldom
from tests.browser.positions import Position

CUT_OFF = "part => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1"


# The ways on beside which a card with these names does not fit.
SPILLS = """(card, [race, power]) => {
  const words = card.querySelector(".do"), on = document.querySelector(".doing-row > .done");
  words.firstElementChild.textContent = `Take the ${race} banner and the ${power} badge`;
  return ["End the turn", "Stop and move tokens"].filter((said) => {
    on.textContent = said;
    const [inner, outer] = [words, card].map((each) => each.getBoundingClientRect());
    return inner.top < outer.top || inner.bottom > outer.bottom || on.scrollHeight > on.clientHeight + 1;
  });
}"""


@pytest.mark.parametrize("size", [SMALL, *seldom("looks", USUAL)])
def test_who_picks_is_told_to_take_banner_and_badge(pair: list[Phone], size: tuple[int, int]) -> None:
    """The first card says so with their signs, and all of it can be read beside the way on."""
    ann, _ = pair
    resize(ann.page, *size)
    ann.sees("screen-column")
    combo = ann.state()["game"]["column"][0]
    ann.tap("combo-0")
    ann.tap("pick-0")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    card = ann.sees("steps").locator("button").first
    race, power = (rule["name"] for rule in combo["rules"])
    expect(card).to_contain_text(f"Take the {race} banner and the {power} badge")
    expect(card.locator(".signs .icon")).to_have_count(2)
    drawn(ann.page)
    assert not card.locator(".do").evaluate(CUT_OFF)
    do, row = card.locator(".do").bounding_box(), card.bounding_box()
    assert do
    assert row
    assert row["y"] <= do["y"]
    assert do["y"] + do["height"] <= row["y"] + row["height"]
    # Nor has any combo a longer name than there is room for, whatever the way on says.
    assert card.evaluate(SPILLS, ["Leprechauns", "Dragon Master"]) == []


def test_who_declines_is_told_to_flip_banner_and_tokens(pair: list[Phone]) -> None:
    """With the sign of the race; its badge goes."""
    ann = pair[0]
    position = Position(pair)
    position.begins("elves", "swamp", r03=3)
    ann.tap("offer-decline")
    step = ann.sees("score").page.locator(".step-list button", has_text="Flip")
    expect(step).to_contain_text(
        "Flip the Elves banner and tokens to their in-decline side and discard the Swamp badge"
    )
    expect(step.locator(".signs .icon")).to_have_count(2)
