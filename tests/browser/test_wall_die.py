"""The die on the table screen: it tumbles before its result is written, and the result stays as long as it counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Phone, resize
from tests.browser.positions import Position, conquering
from tests.web.house import House, house


def test_a_roll_is_told_until_its_turn_is_over(pair: list[Phone], still: Page) -> None:
    """The next player's turn has nothing to do with what came up before."""
    position = Position(pair)
    position.race(0, "orcs", "berserk", r03=4)
    position.race(1, "humans", "fortified", r10=2)
    position.turn(4, 0)
    still.goto(f"{pair[0].home}table")
    pair[0].sees("form-ready")
    expect(pair[0].at("confirm")).to_contain_text("Pick up your tokens to roll before conquering")
    pair[0].tap("confirm")
    # A button of an ability has its picture.
    expect(pair[0].sees("offer-act").locator(".icon")).to_have_count(1)
    pair[0].tap("offer-act")
    pair[0].sees("roll-due")
    position.post(pair[0], "/api/roll", by=0, occasion=position.game["chances"][0]["occasion"], pips=2)
    expect(still.locator(".roll-last")).to_contain_text("Ann rolls a 2")
    position.turn(4, 1)
    expect(still.locator("[data-test='whose']")).to_contain_text("Ben")
    expect(still.locator(".roll-last")).to_have_count(0)


@pytest.mark.long(name="looks")
def test_a_roll_is_written_once_and_leaves_the_map_in_sight(pair: list[Phone], still: Page) -> None:
    """What it gives hands to do stands under the die; shown large it lies beside the map."""
    ann, _, position = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    position.enter(type="set_band", band=position.game["turn"]["band"], hand=1)
    still.goto(f"{ann.home}table")
    resize(still, 1280, 720)
    expect(still.locator(".board .map")).to_be_visible()
    (attempt, *_) = (each for each in position.game["offers"] if each["kind"] == "attempt")
    position.enter(**attempt["command"])
    (roll,) = (chance for chance in position.game["chances"] if chance["kind"] == "roll")
    position.post(ann, "/api/roll", by=0, occasion=roll["occasion"], pips=3)
    large = still.locator("[data-test='rolled']")
    expect(large).to_contain_text("Ann rolls a 3")
    over, board = (
        each.evaluate("each => each.getBoundingClientRect().toJSON()") for each in (large, still.locator(".board .map"))
    )
    assert over["left"] >= board["right"]
    expect(still.locator(".last .roll-last")).to_contain_text("Ann rolls a 3")
    expect(still.locator(".last .do").first).to_be_visible()
    assert still.locator(".latest").inner_text().count("rolls a 3") == 1


# Everything the page has said since, as long as the die had not come to rest, and then whether it has tumbled. The page
# is asked after each of its changes and not with each of its frames: a busy computer draws none for seconds.
WATCH = """() => {
  const seen = (window.early = []);
  let tumbled = false;
  window.rested = new Promise((resume) => {
    const look = () => {
      if (document.querySelector("[data-test='tumbling']")) {
        tumbled = true;
        seen.push(document.body.innerText);
      }
      if (!document.querySelector("[data-test='rolled']")) return;
      each.disconnect();
      resume(tumbled);
    };
    const each = new MutationObserver(look);
    each.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}"""


TUMBLED = "rested"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[House]:
    """A table with a game of two, and a dice tray."""
    with house(tmp_path / "data") as opened:
        opened.seated(2)
        yield opened


@pytest.mark.moves
def test_nothing_says_what_came_up_while_the_die_tumbles(running: House, wall: Page) -> None:
    """Neither words nor log tell the result before the die has come to rest."""
    wall.goto(f"http://127.0.0.1:{running.port}/table")
    expect(wall.locator("[data-test='table-play']")).to_be_visible()
    wall.evaluate(WATCH)
    running.table.die.rolled(2, "tray", "tray:0badcafe:7")
    rolled = wall.locator("[data-test='rolled'] b")
    expect(rolled).to_be_visible()
    assert wall.evaluate(TUMBLED)
    assert not [text for text in wall.evaluate("window.early") if rolled.inner_text() in text]


def test_whoever_wants_no_motion_gets_the_result_at_once(running: House, still: Page) -> None:
    """No tumbling, no waiting."""
    still.goto(f"http://127.0.0.1:{running.port}/table")
    expect(still.locator("[data-test='table-play']")).to_be_visible()
    still.evaluate(WATCH)
    running.table.die.rolled(2, "tray", "tray:0badcafe:7")
    expect(still.locator("[data-test='rolled']")).to_be_visible()
    assert still.evaluate(TUMBLED) is False
