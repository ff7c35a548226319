"""The coins of a turn that fly from its score sheet to its player's chip."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Phone, drawn, shows_meanwhile
from tests.browser.positions import Position, conquering

pytestmark = pytest.mark.moves

# The coins in the air, held still a moment before they land: when the last one would be there, whether a finger meets
# them, and where they are.
HELD = """(() => {
  const over = document.querySelector("[data-test='flying']");
  const flights = over?.getAnimations({ subtree: true }) ?? [];
  if (!flights.length) return null;
  const ends = flights.map((each) => each.effect.getComputedTiming().endTime);
  flights.forEach((each, place) => {
    each.pause();
    each.currentTime = ends[place] - 0.1;
  });
  const middles = [...over.children].map((coin) => {
    const { left, top, width, height } = coin.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });
  return JSON.stringify({ end: Math.max(...ends), touched: getComputedStyle(over).pointerEvents, middles });
})()"""
# How often coins have set out since the page was asked first.
COUNT = """() => {
  window.flights = 0;
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    window.flights += added.filter((each) => each.dataset?.test === "flying").length;
  }).observe(document.body, { childList: true });
}"""


def scores(ann: Phone) -> None:
    """Ann conquers one region and ends her turn."""
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("done")
    ann.sees("score")


def flights(page: Page) -> int:
    """How often coins have set out, once what there is has been drawn."""
    drawn(page)
    found: int = page.evaluate("flights")
    return found


def test_coins_fly_to_the_players_chip(pair: list[Phone]) -> None:
    """One for each coin up to six, all landed within 0.8 s at the chip; a finger goes through them."""
    ann, _, position = conquering(pair)
    with shows_meanwhile(ann.page, HELD) as held:
        scores(ann)
    found = json.loads(held[0])
    assert found["end"] < 800
    assert found["touched"] == "none"
    total = position.game["sheet"]["total"]
    assert len(found["middles"]) == min(6, total) > 1
    chip = ann.at("player-0").bounding_box()
    assert chip
    for x, y in found["middles"]:
        assert chip["x"] < x < chip["x"] + chip["width"]
        assert chip["y"] < y < chip["y"] + chip["height"]
    ann.tap("player-0")
    ann.sees("player-sheet")


@pytest.mark.long(name="looks")
def test_coins_are_gone_after_they_landed(pair: list[Phone]) -> None:
    """Nothing of them stays on the page, and they fly once for a turn, also when it is undone and scored again."""
    ann, _, _ = conquering(pair)
    ann.page.evaluate(COUNT)
    scores(ann)
    assert flights(ann.page) == 1
    expect(ann.at("flying")).to_have_count(0)
    ann.tap("take-back")
    expect(ann.at("score")).to_have_count(0)
    assert flights(ann.page) == 1
    ann.tap("done")
    ann.sees("score")
    assert flights(ann.page) == 2


@pytest.mark.long(name="looks")
def test_they_fly_where_the_sheet_is_shown_and_nowhere_else(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """Ben, who is to play, sees no sheet and no coins; whoever watches sees both."""
    ann, ben, _ = conquering(pair)
    watcher = phone()
    watcher.page.goto(ann.home)
    watcher.tap("watch")
    watcher.sees("screen-play")
    for each in (ben, watcher):
        each.page.evaluate(COUNT)
    scores(ann)
    state = ann.state()
    for each in (ben, watcher):
        each.hears(state)
    watcher.sees("score")
    assert (flights(ben.page), flights(watcher.page)) == (0, 1)


@pytest.mark.long(name="looks")
def test_nothing_flies_for_whoever_wants_no_motion(pair: list[Phone]) -> None:
    """The sheet is there, and nothing has moved."""
    ann, _, position = conquering(pair)
    ann.page.emulate_media(reduced_motion="reduce")
    ann.page.evaluate(COUNT)
    scores(ann)
    assert position.game["sheet"]["total"] > 0
    assert flights(ann.page) == 0


@pytest.mark.long(name="looks")
def test_a_sheet_that_was_put_away_stays_away(pair: list[Phone]) -> None:
    """Its handle shuts it, others go on, and only whoever holds the phone opens it again; a new score shows itself."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=9)
    position.race(1, "elves", "swamp", r04=2, r05=3, r10=2)
    position.turn(4, 0)
    ann.sees("form-ready")
    scores(ann)
    expect(ben.at("turn")).to_have_attribute("data-stage", "withdraw")
    ann.tap("grab")
    expect(ann.at("score")).to_have_count(0)
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    ann.hears(ben.state())
    drawn(ann.page)
    expect(ann.at("score")).to_have_count(0)
    ann.tap("grab")
    ann.sees("score")
    ann.tap("grab")
    expect(ann.at("score")).to_have_count(0)
    for phone in (ben, ann):
        phone.tap("confirm")
        phone.tap("done")
    ann.sees("score")
