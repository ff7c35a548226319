"""Tokens at a turn's end: moved between one's own regions on the map, none lost unsaid."""

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone
from tests.browser.positions import Position, conquering


def test_redeploying_shows_what_lies_there_and_what_it_comes_to(pair: list[Phone]) -> None:
    """Hands have put nothing there yet: the map has the cardboard's number, and another beside it where it changes."""
    ann, _, position = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("offer-finish")
    expect(ann.at("turn")).to_have_attribute("data-stage", "redeploy")
    form = next(offer["form"] for offer in position.game["offers"] if offer["kind"] == "redeploy")
    stands = {region: lies["tokens"] for region, lies in position.game["regions"].items()}
    moved = {slot["id"] for slot in form["slots"] if slot["start"] != stands[slot["id"]]}
    assert moved
    for slot in form["slots"]:
        now = stands[slot["id"]]
        words = f"{now}→{slot['start']}" if slot["id"] in moved else str(now)
        expect(ann.page.locator(f".map [data-of='{slot['id']}'] .count text")).to_have_text(words)


def test_several_tokens_that_come_back_are_moved_one_by_one(pair: list[Phone]) -> None:
    """Each tap on a region brings one there; the counts say what they make where, and so they are put back."""
    ann, ben, position = conquering(pair)
    position.enter(type="set_region", region="r10", band=position.game["bands"][-1]["id"], tokens=1)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("done")
    expect(ben.at("turn")).to_contain_text("Redeploy 2 tokens")
    before = {region: position.game["regions"][region]["tokens"] for region in ("r05", "r10")}
    comes = ben.page.locator("[data-of] .count text", has_text="→")
    first = comes.evaluate("count => count.closest('[data-of]').dataset.of")
    other = "r05" if first == "r10" else "r10"
    shown = ben.page.locator(f"[data-of='{other}'] .count text")
    ben.touch(other)
    expect(comes).to_have_count(2)
    expect(shown).to_have_text(f"{before[other]}→{before[other] + 1}")
    ben.touch(other)
    expect(shown).to_have_text(f"{before[other]}→{before[other] + 2}")
    expect(comes).to_have_count(1)
    ben.touch(first)
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    after = {region: position.game["regions"][region]["tokens"] for region in ("r05", "r10")}
    assert after == {region: tokens + 1 for region, tokens in before.items()}


@pytest.mark.long(name="moments")
def test_what_lies_on_the_proposed_map_is_not_in_hand(pair: list[Phone]) -> None:
    """The form lays out what is left; the header counts what it takes off, and the others' tokens are as they were."""
    ann, ben, position = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    left = str(position.game["turn"]["hand"])
    expect(ann.at("hand")).to_have_text(left)
    ann.tap("offer-finish")
    expect(ann.at("turn")).to_have_attribute("data-stage", "redeploy")
    expect(ann.at("hand")).to_have_text("0")
    # As everybody else still reads what is in hand, it stands before that, as on the map.
    expect(ann.at("hand-now")).to_have_text(f"{left}→")
    expect(ben.at("hand-now")).to_have_count(0)
    # With nothing left no plus can be tapped.
    ann.page.locator("[data-test^='slot-'] button.round:enabled").first.tap()
    expect(ann.at("hand")).to_have_text("1")
    expect(ben.sees("hand")).to_have_text(left)


def test_tokens_that_leave_the_map_are_told_before_they_do(pair: list[Phone]) -> None:
    """The head says how many while the rest is laid out, and counts none of them among those that are to be placed."""
    ann = pair[0]
    Position(pair).begins("amazons", "merchant", r03=5, r02=4)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    expect(ann.at("done")).to_have_text("End the turn4 tokens are set aside")
    ann.touch("r03")
    expect(ann.sees("told")).to_contain_text("None left to place")
    ann.touch("r20")
    ann.tap("offer-finish")
    expect(ann.at("task")).to_have_text("4 tokens are set aside")
    ann.page.locator("[data-test^='slot-'] button.round:enabled").first.tap()
    expect(ann.at("hand")).to_have_text("1")
    expect(ann.at("task")).to_have_text("1 left: tap your regions")


def redeploying(pair: list[Phone], **tokens: int) -> Phone:
    """Ann has ended her conquests with so many Giants in each region, and lays them out."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", **tokens)
    position.turn(4, 0)
    ann.tap("confirm")
    ann.tap("offer-finish")
    expect(ann.at("turn")).to_have_attribute("data-stage", "redeploy")
    return ann


@pytest.mark.long(name="moments")
def test_tokens_in_hand_are_not_all_done_where_one_region_takes_them(pair: list[Phone]) -> None:
    """All of them go to the only region there is: hands still have to put them there."""
    ann = redeploying(pair, r03=4)
    expect(ann.at("turn").locator("h1")).to_have_text("Redeploy tokens")


@pytest.mark.long(name="moments")
def test_a_plus_without_tokens_says_where_one_can_come_from(pair: list[Phone]) -> None:
    """All are laid out: the tap is no dead one, and no line of the list moves from under the finger."""
    ann = redeploying(pair, r03=4, r04=4)
    ann.touch("r03")
    ann.tap("token-minus")
    ann.touch("r04")
    ann.tap("token-plus")
    expect(ann.sees("told")).to_contain_text("None left to place")
    lines = ann.page.locator("[data-test^='slot-']")
    order = lines.evaluate_all("lines => lines.map(line => line.dataset.test)")
    lines.last.locator("button.round").first.tap()
    expect(ann.at("hand")).to_have_text("1")
    assert lines.evaluate_all("lines => lines.map(line => line.dataset.test)") == order


@pytest.mark.long(name="moments")
def test_where_no_token_is_left_to_give_or_take_it_says_where_one_can_come_from(pair: list[Phone]) -> None:
    """The last token stays, and none is left to come: two buttons that do nothing would say nothing."""
    ann = redeploying(pair, r03=2, r04=4)
    ann.touch("r03")
    for _ in range(2):
        ann.tap("token-minus")
    ann.touch("r04")
    ann.tap("token-plus")
    expect(ann.at("hand")).to_have_text("0")
    ann.touch("r03")
    expect(ann.sees("told")).to_contain_text("Tap another region and take one off it first")
    expect(ann.at("on-token")).to_have_count(0)
    ann.touch("r04")
    expect(ann.at("told")).to_have_count(0)
    expect(ann.at("token-minus")).to_be_enabled()
