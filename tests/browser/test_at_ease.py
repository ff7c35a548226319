"""A player at ease: where the coins came from, whether the cardboard matches, what is left to do, what a name means."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import Phone, Table, keep_picture
from tests.browser.positions import Position


def test_a_turn_at_ease(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Ann, at a small phone in the dark: a newcomer's page, hints, explanations, her diary and her cardboard coins."""
    table = serve()
    ann, ben = phone(dark=True), phone()
    ann.page.goto(table.address)
    ann.tap("to-rules")
    ann.sees("rules")
    expect(ann.page.locator("[data-sign='mountain'] svg").first).to_be_visible()
    ann.page.locator("[data-test='rules-ghouls'] summary").tap()
    expect(ann.at("rules-ghouls")).to_contain_text("10 tokens in the game")
    keep_picture(ann.page, "rules-page", whole=True)
    for each, name in ((ann, "Ann"), (ben, "Ben")):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    assert ann.context.request.post(f"{table.address}/api/start", data={}).ok
    for each in (ann, ben):
        each.page.goto(table.address)
        each.sees("screen-play")
    position = Position([ann, ben])
    position.race(0, "amazons", "fortified", r02=1)
    position.race(1, "orcs", "hill", r12=2)
    band = position.game["bands"][0]["id"]
    position.enter(type="set_band", band=band, hand=9)
    position.turn(3, 0)

    # What is left to do: said where the stage ends, and one tap leads there.
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    expect(ann.at("hints")).to_have_count(0)
    ann.touch("r03")
    expect(ann.sees("hint-amazons")).to_contain_text("Amazons left,")
    ann.tap("hint-amazons")
    expect(ann.page.locator(".map .picked").first).to_be_attached()
    ann.tap("offer-finish")
    expect(ann.sees("hint-amazons")).to_have_text("4 Amazons are set aside until your next turn: for conquest only")
    keep_picture(ann.page, "hints")
    expect(ben.at("hints")).to_have_count(0)
    ann.tap("hint-fortress")
    ann.sees("form-place")
    ann.page.locator("[data-test='slot-r02'] button.round").nth(1).tap()
    ann.tap("confirm")
    expect(ann.at("hint-fortress")).to_have_count(0)
    ann.tap("confirm")

    # Every name explains itself: on the sheet, in the column, on the map and in the log.
    ann.sees("score")
    ann.tap("why-fortified")
    expect(ann.sees("explained-fortified")).to_contain_text("1 Fortress on the map")
    keep_picture(ann.page, "explained")
    ann.tap("explain-close")
    ann.tap("nav-column")
    ann.tap("band-1")
    ann.tap("rule-amazons")
    expect(ann.sees("explained-amazons")).to_contain_text("left in the tray")
    ann.page.keyboard.press("Escape")
    expect(ann.at("explain")).to_have_count(0)
    ann.tap("nav-log")
    ann.page.locator(".entry", has_text="redeploys the Amazons").tap()
    ann.tap("about-amazons")
    ann.sees("explained-amazons")
    ann.tap("explain-close")

    # Those who keep their cardboard coins are told which to take.
    ann.tap("nav-purse")
    ann.sees("setting-cardboard").check()
    ann.tap("nav-map")
    expect(ann.sees("from-bank").locator(".disc").first).to_be_visible()
    # Hands take them, so a small phone shows them before all reasons.
    expect(ann.at("from-bank").locator("+ table")).to_be_visible()
    total = int(ann.page.locator(".score tfoot td").inner_text())
    ann.tap("accept")
    expect(ann.at("turn")).to_have_attribute("data-seat", "1")

    # The diary shows under a finger, which also turns its pages, and goes when it lifts.
    ann.tap("nav-purse")
    box = ann.sees("purse-0").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = ann.context.new_cdp_session(ann.last_page())
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    first = ann.sees("diary").locator("li").first
    expect(first).to_contain_text(f"+{total}")
    expect(first).to_contain_text("Regions 2")
    expect(ann.at("coins")).to_have_text(str(5 + total))
    keep_picture(ann.page, "diary")
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ann.at("diary")).to_have_count(0)
    expect(ann.at("coins")).to_have_count(0)

    # The cardboard is counted; only this phone learns that it does not match, and sets it right by one tap.
    version = ann.state()["version"]
    ann.page.locator(".count summary").tap()
    ann.tap("count-0-10")
    ann.tap("count-0-3")
    ann.tap("check-0")
    difference = 13 - (5 + total)
    words = "more" if difference > 0 else "fewer"
    expect(ann.sees("verdict-0")).to_have_text(f"{abs(difference)} {words} than the app says you have.")
    keep_picture(ann.page, "purse-check")
    assert ann.state()["version"] == version
    with ann.gets_through("/api/purse"):
        ann.tap("count-0")
    expect(ann.at("verdict-0")).to_have_count(0)
    assert ann.context.request.get(f"{table.address}/api/purse?seat=0").json()["coins"] == 13
    for value in ("10", "3"):
        ann.tap(f"count-0-{value}")
    ann.tap("check-0")
    expect(ann.sees("verdict-0")).to_have_text("Correct.")
    expect(ann.at("count-0")).to_have_count(0)
