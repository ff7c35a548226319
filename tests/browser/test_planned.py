"""Where the end of a turn puts the tokens in hand that nobody has laid out: seen before, and changed by a tap."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.house import Phone
from tests.browser.positions import Position


def test_the_map_shows_where_the_last_tokens_go_before_the_turn_is_ended(pair: list[Phone]) -> None:
    """A plan with a dashed edge once nothing can be conquered for certain; the end of the turn does as it says."""
    ann, _ = pair
    position = Position(pair)
    position.begins("ratmen", "merchant", r03=4)
    plate, planned = ann.page.locator(".map [data-of='r03'] .count text"), ann.page.locator(".map .count.planned")
    ann.tap("confirm")
    expect(plate).to_have_text("1")
    ann.touch(next(each for each in ann.open_regions() if position.game["regions"][each]["band"] is None))
    expect(ann.at("happened")).to_contain_text("conquers")
    left = int(ann.at("hand").inner_text())
    assert left
    expect(planned).to_have_count(1)
    expect(plate).to_have_text(f"1→{1 + left}")
    expect(ann.region("r03")).to_have_attribute("aria-label", re.compile(f", will be {1 + left} when the turn ends"))
    # Who lays them out is shown that alone.
    ann.touch("r03")
    ann.sees("on-token")
    expect(planned).to_have_count(0)
    ann.tap("token-close")
    expect(planned).to_have_count(1)
    ann.tap("done")
    ann.sees("score")
    assert position.game["regions"]["r03"]["tokens"] == 1 + left
    expect(planned).to_have_count(0)


def test_whoever_wants_the_last_tokens_elsewhere_taps_where(pair: list[Phone]) -> None:
    """Beside the plan stands the way to another one: they are in hand again, and undo brings the plan back."""
    ann, _ = pair
    position = Position(pair)
    position.begins("ratmen", "merchant", r03=4)
    ann.tap("confirm")
    region = next(each for each in ann.open_regions() if position.game["regions"][each]["band"] is None)
    ann.touch(region)
    expect(ann.at("happened")).to_contain_text("conquers")
    left, there = int(ann.at("hand").inner_text()), position.game["regions"][region]["tokens"]
    planned = ann.page.locator(".map .count.planned")
    expect(ann.at("elsewhere")).to_have_text("Place tokens myself")
    expect(ann.at("elsewhere")).to_be_in_viewport(ratio=1)
    # The die could still be rolled; who lays out tokens is asked for nothing else.
    expect(ann.page.locator(".map .price.luck")).not_to_have_count(0)
    ann.tap("elsewhere")
    expect(planned).to_have_count(0)
    expect(ann.page.locator(".map .price.luck")).to_have_count(0)
    expect(ann.at("task")).to_have_text(f"{left} left: tap your regions")
    # Whoever ends the turn all the same leaves it to the app.
    expect(ann.at("done")).to_have_text(f"End the turnplacing {left} {'token' if left == 1 else 'tokens'}")
    ann.tap("take-back")
    expect(planned).to_have_count(1)
    ann.tap("elsewhere")
    # A finger that tapped twice conquers and does nothing else.
    ann.page.wait_for_timeout(700)
    for more in range(left):
        ann.touch(region)
        expect(ann.at("hand")).to_have_text(str(left - 1 - more))
    ann.tap("done")
    ann.sees("score")
    after = {each: position.game["regions"][each]["tokens"] for each in ("r03", region)}
    assert after == {"r03": 1, region: there + left}


def test_nothing_is_planned_while_a_region_can_be_conquered(pair: list[Phone]) -> None:
    """The tokens in hand have a better use, and the map stays quiet; the die alone is no certain one."""
    ann, _ = pair
    Position(pair).begins("ratmen", "merchant", r03=3)
    ann.tap("confirm")
    expect(ann.at("done")).to_have_text("End the turnplacing 2 tokens")
    assert ann.open_regions()
    expect(ann.page.locator(".map .count.planned")).to_have_count(0)
    expect(ann.at("elsewhere")).to_have_count(0)


def test_plus_takes_a_token_from_where_it_is_only_planned(pair: list[Phone]) -> None:
    """One token goes where the region was tapped, the other where its plus was pressed."""
    ann, _ = pair
    position = Position(pair)
    position.begins("ratmen", "merchant", r02=1, r03=3, r07=1)
    with ann.gets_through():
        ann.tap("confirm")
    position.enter(type="finish")
    expect(ann.at("turn")).to_have_attribute("data-stage", "redeploy")
    plates = {each: ann.page.locator(f".map [data-of='{each}'] .count text") for each in ("r02", "r03", "r07")}
    expect(ann.page.locator(".map .count text", has_text="→")).not_to_have_count(0)
    planned = {each: plate.text_content() or "" for each, plate in plates.items()}
    one = next(each for each, words in planned.items() if "→" not in words)
    ann.touch(one)
    expect(plates[one]).to_have_text("1→2")
    expect(ann.page.locator("[data-test='token-plus'].none")).to_have_count(0)
    ann.tap("token-plus")
    expect(plates[one]).to_have_text("1→3")
    expect(ann.at("token-plus")).to_be_disabled()
    ann.tap("done")
    ann.sees("score")
    assert {each: position.game["regions"][each]["tokens"] for each in plates} == dict.fromkeys(plates, 1) | {one: 3}


def test_a_planned_token_goes_where_a_region_is_tapped(pair: list[Phone]) -> None:
    """The conquests are over and nobody has said where the last tokens go: each tap takes one from where they lie."""
    ann, _ = pair
    position = Position(pair)
    position.begins("ratmen", "merchant", r02=1, r03=2, r07=1)
    ann.tap("confirm")
    # One button takes the plan up: another one that lays it out first would only be in its way.
    ann.sees("elsewhere")
    expect(ann.at("offer-finish")).to_have_count(0)
    position.enter(type="finish")
    expect(ann.at("turn")).to_have_attribute("data-stage", "redeploy")
    plates = {each: ann.page.locator(f".map [data-of='{each}'] .count text") for each in ("r02", "r03", "r07")}
    expect(ann.page.locator(".map .count text", has_text="1→2")).to_have_count(1)
    texts = {each: plate.text_content() for each, plate in plates.items()}
    planned = next(each for each, words in texts.items() if words == "1→2")
    one, other = (each for each in plates if each != planned)
    # Whoever only looks at the plan has said nothing.
    ann.touch(planned)
    expect(ann.at("on-token")).to_have_attribute("data-at", planned)
    ann.touch(one)
    expect(plates[one]).to_have_text("1→2")
    expect(plates[planned]).to_have_text("1")
    expect(ann.at("done")).to_be_enabled()
    # It lies there because somebody has said so: from there whoever wants that takes it off.
    ann.touch(other)
    expect(ann.sees("told")).to_contain_text("None left to place")
    ann.tap("done")
    ann.sees("score")
    assert {each: position.game["regions"][each]["tokens"] for each in plates} == {planned: 1, one: 2, other: 1}
