"""The boxes that people own, ticked before the game, and what their races let one do on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, Table, keep_picture
from tests.browser.positions import Position


def stage(phone: Phone, stage: str, seat: int) -> None:
    """Wait until a phone shows whose turn it is and how far it has come."""
    expect(phone.at("turn")).to_have_attribute("data-stage", stage)
    expect(phone.at("turn")).to_have_attribute("data-seat", str(seat))


@pytest.mark.long(name="extras")
def test_an_evening_with_the_boxes_people_own(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Boxes and a race of their own are ticked in the lobby; Igors are exchanged and Priestesses gather by taps, and
    Pygmies roll in another's turn, which goes on meanwhile."""
    table = serve()
    ann, ben = phone(), phone()
    for each, name in ((ann, "Ann"), (ben, "Ben")):
        each.sits_down(table.address, name)
    ann.unfolds("boxes")
    for box in ("grand_dames", "be_not_afraid", "royal_bonus", "blank_banner"):
        ann.tap(f"box-{box}")
        expect(ben.at(f"box-{box}")).to_be_checked()
    ann.unfolds("options")
    ann.sees("option-blank-banner-name").fill("Lizards")
    ann.at("option-blank-banner-name").blur()
    tokens = ann.page.locator("li", has=ann.at("option-blank-banner-tokens-1")).locator("output")
    # The second tap comes before the table has heard of the first.
    ann.at("option-blank-banner-tokens-1").evaluate("button => { button.click(); button.click(); }")
    expect(tokens).to_have_text("8")
    expect(ben.at("option-blank-banner-tokens-1")).to_be_attached()
    keep_picture(ann.page, "expansions-lobby", whole=True)
    ann.tap("start")
    ann.sees("screen-play")
    position = Position([ann, ben])
    lizards = position.race(1, "blank-banner", "hill", r22=1)
    assert next(each["name"] for each in position.game["bands"] if each["id"] == lizards) == "Hill Lizards"
    position.enter(type="drop_race", band=lizards)

    # Igors: two collected tokens for one of theirs, at a table of two.
    igors = position.race(0, "igors", "swamp", r10=2)
    position.enter(type="set_band", band=igors, memo={"igors.collected": 5})
    position.race(1, "pygmies", "hill", r04=2, r15=1)
    position.turn(3, 0)
    stage(ann, "begin", 0)
    ann.sees("form-ready")
    exchange = ann.page.locator("[data-offer='act:igors:exchange:2']")
    expect(exchange).to_have_text("Trade 4 collected tokens for 2 Igors")
    keep_picture(ann.page, "expansions-igors")
    exchange.tap()
    expect(exchange).to_have_count(0)
    ann.tap("confirm")
    stage(ann, "conquer", 0)
    position.enter(type="set_band", band=igors, hand=9)
    expect(ann.at("hand")).to_have_text("9")

    # Pygmies: the roll is Ben's, and Ann goes on.
    ann.touch("r04")
    expect(ben.sees("roll-due")).to_contain_text("Ben, roll for a lost token of the Pygmies")
    keep_picture(ben.page, "expansions-pygmies")
    expect(ann.at("offer-finish")).to_be_visible()
    keep_picture(ann.page, "expansions-pygmies-other")
    ben.tap("face-2")
    expect(ben.at("roll-due")).to_have_count(0)
    for each in (ann, ben):
        expect(each.at("rolled")).to_have_count(0)
    ann.tap("offer-finish")
    ann.sees("form-redeploy")
    ann.tap("confirm")
    ann.tap("accept")
    stage(ben, "begin", 1)
    assert position.game["regions"]["r15"]["tokens"] == 1 + 1 + 2

    # Priestesses: a tap on the map says where the Tower stands.
    position.enter(type="drop_race", band=position.game["regions"]["r15"]["band"])
    position.race(1, "priestesses", "flying", r15=3, r16=1, r22=1)
    position.turn(4, 1)
    ben.sees("form-ready")
    ben.page.locator("[data-offer='decline']").tap()
    ben.sees("form-decline")
    expect(ben.at("task")).to_have_text("Priestesses: tap where they gather")
    # Nothing else is asked for meanwhile, and the map shows what comes of it.
    expect(ben.page.locator(".map .price, .panel ul.steps")).to_have_count(0)
    stands = {region: ben.page.locator(f".map [data-of='{region}'] .count text") for region in ("r15", "r16", "r22")}
    for region, said in (("r15", "3"), ("r16", "1→0"), ("r22", "1→0")):
        expect(stands[region]).to_have_text(said)
    keep_picture(ben.page, "expansions-decline")
    ben.tap("back-to-sheet")
    ben.sees("form-ready")
    ben.page.locator("[data-offer='decline']").tap()
    ben.touch("r16")
    for region, said in (("r15", "3→0"), ("r16", "1→3"), ("r22", "1→0")):
        expect(stands[region]).to_have_text(said)
    expect(ben.page.locator("[data-test='slot-r16'] output")).to_have_text("1")
    expect(ben.page.locator("[data-test='slot-r15'] output")).to_have_text("0")
    keep_picture(ben.page, "expansions-tower")
    ben.tap("confirm")
    ben.sees("score")
    assert position.game["regions"]["r16"]["tokens"] == 3
    keep_picture(ben.page, "expansions-tower-score")
