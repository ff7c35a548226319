"""The cardboard is right: everything is set by taps in a running game."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.house import Phone, drawn, keep_picture, resize
from tests.browser.positions import COMBOS, Position, conquering, lay_column
from tests.browser.test_taps import COUNT, taps

OUT_OF_SIGHT = 60  # px by which a sheet has to scroll until its head would be gone


def test_everything_is_put_right(pair: list[Phone]) -> None:
    """Tokens in hand, what an ability remembers, a race out of play, the column, coins and the map are set by taps."""
    ann, ben = pair
    position = Position(pair)
    elves = position.race(0, "elves", "wealthy", r03=2)
    humans = position.race(1, "humans", "fortified", r04=2)
    ann.tap("nav-more")
    ann.sees("put-right").locator("> summary").tap()
    ann.sees("right-races").tap()
    ann.tap(f"hand-{elves}-plus")
    ann.tap(f"hand-{elves}-set")
    expect(ann.at(f"hand-{elves}-set")).to_be_disabled()
    with ann.gets_through():
        ann.tap(f"memo-{elves}-wealthy.paid")
    expect(ann.at(f"memo-{elves}-wealthy.paid")).to_be_checked()
    ann.tap("right-map")
    ann.sees(f"tool-band-{humans}").tap()
    for _ in range(3):
        ann.touch("r10")
    ann.tap("tool-piece-fortress")
    ann.touch("r10")
    ann.tap(f"tool-band-{elves}")
    ann.tap("tool-fewer")
    ann.touch("r03")
    ann.tap("laying-done")
    expect(ben.region("r10")).to_have_attribute("aria-label", re.compile(r"3 Humans \(Ben\), Fortress"))
    expect(ben.region("r03")).to_have_attribute("aria-label", re.compile(r"1 Elf \(Ann\)"))
    band = position.game["bands"][0]
    assert (band["hand"], band["memory"][0]["value"]) == (1, 1)

    ann.tap("nav-more")
    ann.sees("right-column").tap()
    lay_column(ann)
    expect(ann.at("lay-0")).to_contain_text("Alchemist Amazons")
    expect(ann.at("lay-3")).to_contain_text("Flying Halflings")
    ann.tap("lay-set")
    expect(ann.at("lay-set")).to_have_count(0)
    column = position.game["column"]
    assert [(each["race"], each["power"]) for each in column] == list(COMBOS)
    assert [each["coins"] for each in column] == [2, 0, 0, 0, 0, 0]
    expect(ann.at("lay-0")).to_contain_text(column[0]["name"])
    ann.sees("right-coins").tap()
    ann.tap("coins-1-minus")
    ann.sees("coins-1-note").fill("lent it to Cleo")
    with ann.gets_through():
        ann.tap("coins-1-paid")
    expect(ann.at("coins-1-paid")).to_have_count(0)
    assert "wrong payment (lent it to Cleo)" in ann.state()["log"][0]["text"]
    assert ben.context.request.get(f"{ben.home}api/purse?seat=1").json() == {"coins": 4}

    ann.sees("right-races").tap()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for _ in range(2):
        ann.tap(f"drop-{humans}")
    expect(ben.region("r10")).to_have_attribute("aria-label", re.compile("empty"))


def test_a_turn_is_put_right_from_its_score_sheet(pair: list[Phone]) -> None:
    """What was attacked and used, how far the turn has come, and whose ally one is, by taps; the sheet follows."""
    ann, ben = pair
    position = Position(pair)
    orcs = position.race(0, "orcs", "dragon-master", r05=4)
    elves = position.race(1, "elves", "diplomat", r21=2)
    position.turn(2, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    ann.sees("offer-finish").tap()
    ann.sees("form-redeploy")
    ann.tap("confirm")
    expect(ann.sees("score")).to_contain_text("1")

    ann.tap("sheet-wrong")
    expect(ann.at("right-record")).to_be_in_viewport()
    expect(ann.at("stage-score")).to_be_in_viewport()
    ann.tap("attack-add")
    ann.tap("attack-r05")
    expect(ann.at("attacked-r05").locator("b")).to_have_text("Region 5")
    expect(ann.at("lay-r05-nothing")).to_have_text("Nothing")
    ann.tap("lay-r05-tribe")
    expect(ann.at("lay-r05-tribe")).to_have_attribute("aria-pressed", "true")
    assert position.game["sheet"]["total"] == 2
    ann.tap(f"lay-r05-{elves}")
    expect(ann.at(f"lay-r05-{elves}")).to_have_attribute("aria-pressed", "true")
    assert position.game["record"]["attacks"][0]["attack"]["against_seat"] == 1
    with ann.gets_through():
        ann.tap("used-dragon-master")
    expect(ann.at("used-dragon-master")).to_be_checked()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "Dragon Master was used" in ben.state()["log"][0]["text"]
    ann.tap("unattack-r05")
    expect(ann.at("attacked-r05")).to_have_count(0)
    ann.tap("stage-conquer")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.tap("nav-more")
    ann.sees("right-races").tap()
    ann.tap(f"memo-{elves}-diplomat.ally-1")
    expect(ann.at(f"memo-{elves}-diplomat.ally-1")).to_have_attribute("aria-pressed", "true")
    expect(ann.at(f"memo-{elves}-diplomat.ally-1")).to_contain_text("Ann")
    assert orcs


def test_a_piece_is_moved_put_on_and_taken_off(pair: list[Phone]) -> None:
    """A fortress by two taps on the map, one that no race brings, and one from the sheet of its region."""
    ann, ben = pair
    position = Position(pair)
    position.race(1, "humans", "fortified", r04=2, r10=2)
    ann.tap("nav-more")
    ann.sees("put-right").locator("> summary").tap()
    ann.tap("right-map")
    ann.sees("tool-piece-fortress").tap()
    for region in ("r04", "r04", "r10"):
        ann.touch(region)
    ann.tap("tool-loose")
    ann.tap("tool-piece-lair")
    ann.touch("r10")
    ann.tap("laying-done")
    expect(ben.region("r10")).to_have_attribute("aria-label", re.compile(r"2 Humans \(Ben\), Fortress, Troll’s Lair"))
    expect(ben.region("r04")).not_to_have_attribute("aria-label", re.compile("Fortress"))
    lies = {marker["kind"]: marker["band"] for marker in position.game["regions"]["r10"]["markers"]}
    assert (lies["lair"], lies["fortress"] > 0) == (0, True)
    ann.touch("r10")
    ann.tap("correct")
    ann.tap("piece-off-lair")
    expect(ben.region("r10")).not_to_have_attribute("aria-label", re.compile("Lair"))


def test_a_beginning_goes_back_to_the_seats(pair: list[Phone]) -> None:
    """Begun too early: one phone goes back, the other follows, a house rule is set, and the game begins anew."""
    ann, ben = pair
    ann.sees("screen-column")
    ann.tap("nav-more")
    ann.unfolds("ending")
    ann.tap("to-lobby")
    ann.tap("to-lobby")
    ann.sees("screen-lobby")
    ben.sees("screen-lobby")
    ben.sees("start").tap()
    ann.sees("screen-column")
    ann.tap("nav-map")
    ann.tap("take-back")
    ben.sees("screen-lobby")
    assert ben.state()["log"][0]["text"] == "Ann undoes: The game begins"


def after_a_turn(pair: list[Phone]) -> tuple[Position, int]:
    """Ann and Ben have played turn 1, and Ben looks at the end of hers, which was accepted in this row of the log."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "dwarves", "commando", r02=3)
    position.race(1, "elves", "swamp", r18=3)
    position.turn(1, 0)
    for phone, after in ((ann, 1), (ben, 0)):
        phone.sees("form-ready")
        phone.tap("confirm")
        phone.sees("done").tap()
        expect(ann.at("turn")).to_have_attribute("data-seat", str(after))
    row = next(line["row"] for line in reversed(ann.state()["log"]) if line["sheet"])
    ben.tap("nav-log")
    ben.tap(f"row-{row}")
    ben.tap(f"past-{row}")
    return position, row


def test_an_old_turn_is_put_right_from_the_log(pair: list[Phone]) -> None:
    """The forgotten mine of turn 1, from the log by taps; Ben says yes, and Ann's purse alone has more."""
    ann, ben = pair
    position, row = after_a_turn(pair)
    expect(ben.sees("screen-past")).to_contain_text("Ann’s turn 1")
    expect(ben.at("past-lines")).to_have_count(0)
    ben.touch("r03")
    ben.sees("screen-past").get_by_role("button", name="2 Dwarves", exact=True).tap()
    expect(ben.sees("past-turns")).to_have_text(
        "Turn 1 will be scored again. The map as it is now stays the same. Tap a region there to correct it."
    )
    expect(ben.region("r03")).to_have_attribute("aria-label", re.compile(r"2 Dwarves \(Ann\)"))
    # What would be replaced is said once, above all that replace it.
    ben.touch("r03")
    expect(ben.page.locator(".instead").first).to_have_text("Instead of 2 Dwarves:")
    ben.tap("past-other")
    # Another region of the same evening, and one by mistake.
    for region in ("r05", "r06"):
        ben.touch(region)
        ben.sees("screen-past").get_by_role("button", name="1 Dwarf", exact=True).tap()
        expect(ben.sees("past-lays")).to_contain_text("1 Dwarf (Ann)")
    expect(ben.at("past-lays").locator("li")).to_have_count(3)
    ben.tap("past-drop-r06")
    expect(ben.at("past-lays").locator("li")).to_have_count(2)
    expect(ben.sees("past-own-1")).to_contain_text("Nothing changes for Ben")
    expect(ben.at("past-own-0")).to_have_count(0)
    keep_picture(ben.page, "past-several")
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.tap("past-ask")
    expect(ben.at("screen-past")).to_have_count(0)
    ann.sees("ask-own").tap()
    expect(ann.sees("past-own-0")).to_contain_text("+3 for Ann")
    keep_picture(ann.page, "past-asked")
    ann.tap("yes")
    # Two regions and a mine; the map now is as it was.
    assert ann.context.request.get(f"{ann.home}api/purse?seat=0").json() == {"coins": 5 + 1 + 3}
    assert position.game["regions"]["r03"]["band"] is None

    ann.tap("nav-log")
    ann.tap(f"row-{row}")
    ann.tap(f"past-{row}")
    ann.sees("past-lines").locator("> summary").tap()
    # What was set and never sent is not there when a turn is opened again.
    ann.tap("past-more-plus")
    ann.sees("past-more-note").fill("somebody else's")
    ann.tap("past-back")
    ann.tap(f"past-{row}")
    ann.sees("past-lines").locator("> summary").tap()
    expect(ann.at("past-more")).to_have_text("0")
    ann.tap("past-more-plus")
    expect(ann.at("past-more-note")).to_have_value("")
    ann.sees("past-more-note").fill("the tunnel")
    ann.tap("past-more-forgotten")
    expect(ben.page.get_by_role("alertdialog")).to_contain_text("1 more coin")
    ben.tap("yes")
    expect(ann.at("screen-log")).to_contain_text("forgotten when scoring; the tunnel")
    assert ann.context.request.get(f"{ann.home}api/purse?seat=0").json() == {"coins": 5 + 1 + 3 + 1}

    # At the reveal, when all purses are open, Ben finds that he had five regions more.
    ask = position.enter(type="stop")["ask"]
    position.post(ben, "/api/consent", by=1, ask=ask, yes=True)
    position.enter(type="unveil")
    # The other one follows by itself, unless this is sooner.
    sooner = {"id": "sooner", "by": 0, "command": {"type": "unveil"}}
    assert ann.context.request.post(f"{ann.home}api/act", data=sooner).status in (200, 409)
    expect(ben.sees("winner")).to_contain_text("Ann wins")
    ben.sees("put-right").locator("> summary").tap()
    keep_picture(ben.page, "reveal-put-right")
    ben.tap("right-past")
    expect(ben.sees("past-turn-1-0")).to_contain_text("Ann")
    keep_picture(ben.page, "reveal-turns")
    ben.tap("past-turn-1-1")
    for region in ("r07", "r08", "r09", "r10", "r11"):
        ben.touch(region)
        ben.sees("screen-past").get_by_role("button", name=re.compile("^1 Elf\\b")).tap()
        expect(ben.sees("past-lays")).to_contain_text(f"Region {int(region[1:])}: 1 Elf (Ben)")
    expect(ben.sees("past-own-1")).to_contain_text("+5 for Ben")
    expect(ben.at("past-turns")).to_have_text("Turn 1 will be scored again.")
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keep_picture(ben.page, "past-at-the-reveal")
    ben.tap("past-ask")
    expect(ann.page.get_by_role("alertdialog")).to_contain_text("region 11: 1 Elf (Ben)")
    ann.tap("yes")
    expect(ben.at("screen-past")).to_have_count(0)
    ben.tap("log-all")
    expect(ben.at("screen-log")).to_contain_text("was corrected: region 7: 1 Elf (Ben), conquered that turn; region 8")
    ben.tap("to-reveal")
    for each in pair:
        expect(each.sees("winner")).to_contain_text("Ben wins")
        expect(each.at("reveal-1")).to_contain_text("11")
    position.enter(type="set_coins", seat=1, difference=1, reason="forgotten")

    # It goes back as it came.
    ann.sees("put-right").locator("> summary").tap()
    ann.tap("right-past")
    ann.tap("log-all")
    back = next(line["row"] for line in ann.state()["log"] if line["text"].startswith("The end of Ben’s turn 1"))
    ann.tap(f"row-{back}")
    ann.tap(f"back-{back}")
    ben.tap("yes")
    ann.tap("to-reveal")
    for each in pair:
        expect(each.sees("winner")).to_contain_text("Ann wins")


def test_a_slow_answer_costs_nothing_that_was_said_of_an_old_turn(pair: list[Phone]) -> None:
    """The next region is tapped before the answer to the first has come: both are said, and the last tap is shown."""
    ben = pair[1]
    after_a_turn(pair)
    held: list[Route] = []
    ben.touch("r03")
    choice = ben.sees("screen-past").get_by_role("button", name="2 Dwarves", exact=True)
    expect(choice).to_be_visible()
    ben.page.route("**/api/past", lambda asked: held.append(asked), times=1)
    choice.tap()
    ben.touch("r05")
    ben.sees("screen-past").get_by_role("heading", name="Region 5").wait_for()
    held[0].continue_()
    ben.sees("screen-past").get_by_role("button", name="1 Dwarf", exact=True).tap()
    expect(ben.sees("past-lays").locator("li")).to_have_count(2)


def test_of_two_old_turns_the_last_one_tapped_is_shown(pair: list[Phone]) -> None:
    """The first answer comes after the second."""
    ben = pair[1]
    _, row = after_a_turn(pair)
    ben.tap("past-back")
    rows = [line["row"] for line in ben.state()["log"] if line["sheet"]]
    other = next(each for each in rows if each != row)
    held: list[Route] = []
    ben.page.route("**/api/past*", lambda asked: held.append(asked), times=1)
    ben.tap(f"past-{row}")
    ben.tap(f"row-{other}")
    ben.tap(f"past-{other}")
    expect(ben.sees("screen-past")).to_contain_text("Ben’s turn 1")
    with ben.page.expect_event("requestfinished"):
        held[0].continue_()
    drawn(ben.page)
    expect(ben.at("screen-past")).to_contain_text("Ben’s turn 1")


def test_who_has_left_an_old_turn_is_not_taken_back_to_it(pair: list[Phone]) -> None:
    """A region's answer comes after Back was tapped."""
    ben = pair[1]
    after_a_turn(pair)
    ben.sees("screen-past")
    held: list[Route] = []
    ben.page.route("**/api/past*", lambda asked: held.append(asked), times=1)
    ben.touch("r03")
    ben.tap("past-back")
    with ben.page.expect_event("requestfinished"):
        held[0].continue_()
    drawn(ben.page)
    expect(ben.at("screen-past")).to_have_count(0)


def test_ones_own_region_is_not_refused(pair: list[Phone]) -> None:
    """Whoever holds it down wants to say what lies there, not to conquer it."""
    ann, _ = pair
    Position(pair).begins("orcs", "swamp", r13=2, r14=1)
    ann.region("r13").press(" ")
    ann.sees("correct-0")
    expect(ann.at("refusal")).to_have_count(0)


def test_a_correction_says_what_it_did_and_how_to_undo_it(pair: list[Phone]) -> None:
    """Two taps in all, at the start of a turn too, on the smallest phone; what happened and Undo stand in sight."""
    ann = pair[0]
    position = Position(pair)
    position.begins("giants", "merchant", r03=6, r04=2)
    resize(ann.page, 360, 640)
    stage = ann.page.locator(".stage").bounding_box()
    ann.touch("r22")
    ann.tap("correct")
    expect(ann.at("sheet")).to_contain_text("tap what is really there. You can undo it.")
    before = position.game["regions"]["r22"]
    ann.tap("correct-0")
    expect(ann.at("sheet")).to_have_count(0)
    expect(ann.at("happened")).to_contain_text("Region 22 was corrected")
    expect(ann.at("happened")).to_be_in_viewport(ratio=0.95)
    for name in ("take-back", "confirm", "offer-decline"):
        expect(ann.at(name)).to_be_in_viewport(ratio=1)
    assert ann.page.locator(".stage").bounding_box() == stage
    ann.tap("take-back")
    expect(ann.at("happened")).to_contain_text("Undone")
    assert position.game["regions"]["r22"] == before


@pytest.mark.long(name="moments")
def test_one_more_than_the_tray_has_takes_two_taps(pair: list[Phone]) -> None:
    """All ten Orcs are in play: one is on region 13 and not on 14, which the button shows; one Undo is enough."""
    ann, ben = pair
    position = Position(pair)
    position.race(1, "orcs", "swamp", r13=2, r14=8)
    position.turn(4, 1)
    ben.sees("form-ready")
    resize(ann.page, 360, 640)
    ann.page.evaluate(COUNT)
    ann.touch("r13")
    button = ann.sees("correct-1")
    expect(button).to_contain_text(re.compile(r"3 Orcs\s+\+1 from region 14"))
    expect(button.locator("[data-regions=r14]")).to_be_visible()
    keep_picture(ann.page, "one-more")
    ann.tap("correct-1")
    expect(ann.at("happened")).to_contain_text("Region 13 was corrected: 3 Orcs (Ben). That leaves region 14: 7 Orcs")
    keep_picture(ann.page, "one-more-done")
    assert taps(ann) == 2
    ann.tap("take-back")
    for region, before in (("r13", "2 Orcs"), ("r14", "8 Orcs")):
        expect(ann.region(region)).to_have_attribute("aria-label", re.compile(before))


# The next tap on the place of a button, at the moment when its sheet has gone.
AND_AGAIN = """() => {
  const middle = box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const over = button => document.elementsFromPoint(...middle(button.getBoundingClientRect()));
  const choices = [...document.querySelectorAll("[data-test^='correct-']")];
  const button = choices.find(each => over(each).some(part => part.matches('.tap'))), box = button.getBoundingClientRect();
  const at = { clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2, detail: 1, bubbles: true };
  window.met = new Promise(resume => new MutationObserver((_, each) => {
    if (document.querySelector("[data-test='sheet']")) return;
    each.disconnect();
    setTimeout(() => {
      const below = document.elementFromPoint(at.clientX, at.clientY);
      below.dispatchEvent(new MouseEvent("click", { ...at, cancelable: true }));
      resume(below.dataset.region);
    });
  }).observe(document, { subtree: true, childList: true }));
  return button.dataset.test;
}"""  # noqa: E501


@pytest.mark.long(name="moments")
def test_a_second_tap_on_a_correction_does_not_meet_the_map(pair: list[Phone]) -> None:
    """The sheet goes at the first one; what lay below the button is as it was, and opens at a later tap."""
    ann = pair[0]
    position = Position(pair)
    position.race(1, "elves", "swamp", r22=3)
    position.begins("giants", "merchant", r03=6, r04=2)
    resize(ann.page, 390, 844)
    ann.touch("r22")
    ann.tap("correct")
    ann.sees("correct-0")
    drawn(ann.page)
    ann.tap(ann.page.evaluate(AND_AGAIN))
    assert ann.page.evaluate("window.met")
    drawn(ann.page)
    for name in ("sheet", "on-token"):
        expect(ann.at(name)).to_have_count(0)
    expect(ann.at("happened")).to_contain_text("Region 22 was corrected")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")


def test_a_region_says_whose_race_and_power_its_rules_are_of(pair: list[Phone]) -> None:
    """Ben reads that it is Ann's Underworld that makes caverns cheaper, and Ann nothing beside her own."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "underworld", r15=3)
    position.race(1, "giants", "merchant", r10=5)
    position.turn(4, 1)
    ben.sees("form-ready")
    for each, said in ((ben, ["Ann: Underworld Elves"]), (ann, [])):
        each.touch("r15")
        expect(each.sees("sheet-rules")).to_contain_text("Regions with a Cavern cost 1 token less")
        expect(each.at("sheet-rules").locator("h3")).to_have_text(said)


@pytest.mark.long(name="looks")
def test_the_way_out_of_a_long_sheet_stays_in_sight(pair: list[Phone]) -> None:
    """Whoever has read to its end does not tap what lies where the button was."""
    ann, _, _ = conquering(pair)
    ann.touch("r20")
    ann.sees("sheet")
    resize(ann.page, 320, 360)
    ann.tap("correct")
    drawn(ann.page)
    assert ann.sees("sheet").evaluate("sheet => { sheet.scrollTo(0, 9999); return sheet.scrollTop; }") > OUT_OF_SIGHT
    expect(ann.at("sheet-close")).to_be_in_viewport(ratio=1)
    ann.tap("sheet-close")
    expect(ann.at("sheet")).to_have_count(0)
