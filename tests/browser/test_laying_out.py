"""Tokens laid out on the map by taps: they say that they are not done yet, and are left as they were."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import SPOKEN, Phone, resize, seldom
from tests.browser.positions import Position, conquering
from tests.browser.test_one_glance import EDGES, SIZES, STAGE


def test_tokens_are_moved_on_the_token_itself(pair: list[Phone]) -> None:
    """A tap on one's own tokens brings plus and minus to them; what was laid out so is no proposal."""
    ann, _, position = conquering(pair)
    ann.tap("confirm")
    ann.touch("r03")
    ann.sees("on-token")
    before = int(ann.at("on-token").locator("output").inner_text())
    region = ann.open_regions()[0]
    ann.touch(region)
    expect(ann.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    # It is the same sum as the table's: what one takes off is still to be placed, and nothing is a guess in the end.
    ann.touch("r03")
    left = int(ann.at("hand").inner_text())
    ann.tap("token-plus")
    expect(ann.at("on-token").locator("output")).not_to_have_text(str(before))
    expect(ann.at("hand")).to_have_text(str(left - 1))
    expect(ann.at("done")).to_be_disabled()
    for _ in range(left - 1):
        ann.tap("token-plus")
    ann.tap("done")
    ann.sees("score")
    assert not any(lies.get("unconfirmed") for lies in position.game["regions"].values())


def test_until_the_first_act_the_map_has_what_stands_there(pair: list[Phone], wall: Page) -> None:
    """Nobody has picked up a token: map, list, sheet and wall count what the cardboard has, and say apart from it how
    many are to stay where somebody has said so."""
    ann, _, _ = conquering(pair)
    plate = ann.page.locator(".map [data-of='r03'] .count text")
    expect(plate).to_have_text("9")
    expect(ann.region("r03")).to_have_attribute("aria-label", re.compile("9 Giants"))
    expect(ann.region("r03")).not_to_have_attribute("aria-label", re.compile("1 Giant|stay"))
    expect(ann.at("confirm")).to_contain_text("Pick up 8 Giants")
    wall.goto(f"{ann.home}table")
    expect(wall.locator(".map [data-of='r03'] .count text")).to_have_text("9")
    ann.touch("r03")
    # To look is no answer.
    expect(ann.at("on-token")).to_contain_text("Leave here:")
    expect(ann.at("confirm")).to_contain_text("Pick up 8 Giants")
    for _ in range(2):
        ann.tap("token-plus")
    expect(ann.at("on-token").locator("output")).to_have_text("3")
    expect(plate).to_have_text("9→3")
    # No other count lies over it.
    expect(ann.page.locator(".map .things:has(.plate) [data-of]").last).to_have_attribute("data-of", "r03")
    expect(ann.region("r03")).to_have_attribute("aria-label", re.compile("9 Giants.*, 3 stay"))
    expect(ann.at("confirm")).to_contain_text("Pick up 6 Giants")
    ann.tap("nav-more")
    ann.tap("setting-list")
    ann.tap("nav-map")
    expect(ann.at("row-r03").locator(".tokens b")).to_have_text("9→3")
    expect(ann.at("row-r03").locator(".swatch")).to_have_text("3")
    ann.tap("nav-more")
    ann.tap("setting-list")
    ann.tap("nav-map")
    ann.tap("confirm")
    expect(ann.at("hand")).to_have_text("6")
    expect(plate).to_have_text("3")


def test_a_region_with_one_token_can_be_given_up(pair: list[Phone]) -> None:
    """A tap on it asks how many are to stay, and none is an answer."""
    ann = pair[0]
    Position(pair).begins("giants", "merchant", r03=5, r04=1)
    ann.touch("r04")
    expect(ann.at("on-token")).to_contain_text("Leave here:")
    ann.tap("token-minus")
    expect(ann.at("on-token")).to_contain_text("abandoned")
    expect(ann.page.locator(".map [data-of='r04'] .count text")).to_have_text("1→0")
    ann.tap("confirm")
    expect(ann.region("r04")).not_to_have_attribute("aria-label", re.compile("Ann"))


@pytest.mark.long(name="moments")
def test_what_a_region_that_is_given_up_leads_to_costs_nothing_yet(pair: list[Phone]) -> None:
    """A price beside it may be none any more: first the tokens are picked up, and the map says so."""
    ann, position = pair[0], Position(pair)
    position.begins("giants", "merchant", r03=5, r04=1)
    tags = ann.page.locator(".map .price")
    expect(tags).not_to_have_count(0)
    far = next(each["region"] for each in position.game["offers"] if each["kind"] == "conquer")
    ann.touch("r04")
    ann.tap("token-minus")
    expect(tags).to_have_count(0)
    expect(ann.at("task")).to_have_text("Pick up your tokens first")
    ann.tap("token-close")
    ann.touch(far)
    expect(ann.sees("ready-first")).to_have_text("Pick up your tokens first")
    ann.tap("sheet-close")
    ann.tap("confirm")
    expect(tags).not_to_have_count(0)
    expect(ann.region("r04")).not_to_have_attribute("aria-label", re.compile("Ann"))


@pytest.mark.long(name="moments")
def test_whoever_leaves_more_behind_sees_what_the_others_can_pay(pair: list[Phone]) -> None:
    """Nine Giants of whom seven stay take nothing that costs three."""
    ann, _, position = conquering(pair)
    costs = {each["region"]: each["cost"] for each in position.game["offers"] if each["kind"] == "conquer"}
    assert min(costs.values()) == 2
    assert max(costs.values()) > 2
    ann.touch("r03")
    for _ in range(6):
        ann.tap("token-plus")
    expect(ann.at("confirm")).to_contain_text("Pick up 2 Giants")
    cheap = sorted(region for region, cost in costs.items() if cost == 2)
    expect(ann.page.locator(".tap[data-can='sure']:not([data-region='r03'])")).to_have_count(len(cheap))
    assert sorted({*ann.open_regions()} - {"r03"}) == cheap


@pytest.mark.long(name="moments")
def test_what_is_in_hand_already_pays_too(pair: list[Phone]) -> None:
    """All nine Giants stay, and two that were in hand before take what costs as much; back as it was, the die too."""
    ann, _, position = conquering(pair)
    position.enter(type="set_band", band=position.game["bands"][0]["id"], hand=2)
    costs = {each["region"]: each["cost"] for each in position.game["offers"] if each["kind"] == "conquer"}
    ann.open_regions()
    open_now = ann.page.locator(".tap[data-can]:not([data-region='r03'])")
    before = open_now.count()
    ann.touch("r03")
    ann.tap("token-plus")
    for _ in range(7):
        ann.tap("token-plus")
    expect(ann.at("confirm")).to_contain_text("Pick up 0 Giants")
    assert {*ann.open_regions()} - {"r03"} == {region for region, cost in costs.items() if cost <= 2}
    for _ in range(8):
        ann.tap("token-minus")
    expect(open_now).to_have_count(before)


@pytest.mark.long(name="moments")
def test_a_conquest_from_the_sheet_leaves_behind_what_was_said(pair: list[Phone]) -> None:
    """Looking at a region first forgets nothing of what was laid out."""
    ann, _, position = conquering(pair)
    ann.tap("nav-more")
    ann.tap("setting-ask")
    ann.tap("nav-map")
    ann.touch("r03")
    ann.tap("token-plus")
    ann.tap("token-close")
    ann.touch("r04")
    ann.sees("way-conquer").tap()
    expect(ann.at("happened")).to_contain_text("conquers")
    assert position.game["regions"]["r03"]["tokens"] == 2


LAID = """() => [...document.querySelectorAll('.map .things .count text')].map(each => each.textContent)"""
# A place in a region beside another one's price tag, a few pixels off it.
BESIDE_TAG = """([own, other]) => {
  const tag = document.querySelector(`[data-of='${other}'] .price`).getBoundingClientRect();
  const drawn = [...document.querySelectorAll(`[data-of='${own}'], .price`)].map(part => part.getBoundingClientRect());
  const path = document.querySelector(`.tap[data-region='${own}']`);
  const off = (box, x, y) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  for (let y = tag.top - 14; y < tag.bottom + 14; y += 1) for (let x = tag.left - 14; x < tag.right + 14; x += 1) {
    const far = off(tag, x, y);
    const clear = drawn.every(box => off(box, x, y) > far || off(box, x, y) === far && far);
    if (far > 1 && far < 14 && clear && document.elementFromPoint(x, y) === path) return [x, y];
  }
  return null;
}"""  # noqa: E501


@pytest.mark.parametrize("leaves", ["back", *seldom("moments", "elsewhere", "undo")])
def test_what_is_only_laid_out_says_so_and_is_left_as_it_was(pair: list[Phone], leaves: str) -> None:
    """A tap on one's own tokens deals none out of hand; one tap leaves it, and nothing has happened."""
    ann, _, position = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    turn, hand, stands = position.game["turn"], ann.at("hand").inner_text(), ann.page.evaluate(LAID)
    assert int(hand) > 1
    ann.touch("r03")
    ann.sees("on-token")
    expect(ann.at("turn").locator("h1")).to_have_text("Redeploy tokens")
    expect(ann.at("task")).to_have_text(f"{hand} left: tap your regions")
    expect(ann.at("hand")).to_have_text(hand)
    assert ann.page.evaluate(LAID) == stands
    expect(ann.at("done")).to_be_enabled()
    expect(ann.at("done").locator(".after")).to_contain_text(hand)
    ann.tap("token-plus")
    expect(ann.at("hand")).to_have_text(str(int(hand) - 1))
    expect(ann.at("task")).to_have_text(f"{int(hand) - 1} left: tap your regions")
    # Whoever lays out tokens has not said that the table is to do it.
    expect(ann.at("done").locator(".after")).to_have_count(0)
    # Slow hands have not put down yet what the conquest brought.
    expect(ann.at("step-0")).to_be_in_viewport()
    match leaves:
        case "elsewhere":
            ann.touch("r20")
        case "back":
            ann.page.go_back()
        case "undo":
            ann.tap("take-back")
    expect(ann.at("on-token")).to_have_count(0)
    expect(ann.at("turn").locator("h1")).to_have_text("Your turn")
    expect(ann.at("hand")).to_have_text(hand)
    assert ann.page.evaluate(LAID) == stands
    expect(ann.at("sheet")).to_have_count(0)
    assert position.game["turn"] == turn


@pytest.mark.long(name="moments")
def test_a_conquest_leaves_what_was_laid_out(pair: list[Phone]) -> None:
    """The number in hand is the true one again, and the next tap on a highlighted region conquers."""
    ann, _, position = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.touch("r03")
    ann.tap("token-plus")
    region = next(offer["region"] for offer in position.game["offers"] if offer["kind"] == "conquer")
    ann.touch(region)
    expect(ann.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    expect(ann.at("hand")).to_have_text(str(position.game["turn"]["hand"]))
    expect(ann.at("turn").locator("h1")).to_have_text("Your turn")
    expect(ann.at("on-token")).to_have_count(0)


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("language", SPOKEN)
def test_the_head_of_what_is_laid_out_is_whole(pair: list[Phone], language: str) -> None:
    """Title and task are read to their ends beside the number in hand, and the map stays where it was."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.speaks(language)
    ann.sees("happened")
    for size in SIZES:
        resize(ann.page, *size)
        before = ann.page.evaluate(STAGE)
        ann.touch("r03")
        ann.sees("on-token")
        assert ann.page.evaluate(STAGE) == before
        head = ann.at("turn").evaluate(EDGES)
        for part in (ann.at("turn").locator("h1"), ann.at("task"), ann.at("hand")):
            inner = part.evaluate(EDGES)
            assert head["top"] <= inner["top"] < inner["bottom"] <= head["bottom"], (size, part.inner_text())
            assert part.evaluate("part => part.scrollWidth <= part.clientWidth + 1")
        assert min(ann.at("token-close").evaluate(EDGES)[side] for side in ("width", "height")) >= 44
        ann.tap("token-close")
        expect(ann.at("on-token")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_a_tap_beside_a_price_tag_counts_for_the_tag(pair: list[Phone]) -> None:
    """It comes down in one's own region, a finger's width off: the region of the tag is conquered."""
    ann = pair[0]
    position = Position(pair)
    held = {"r04": 2, "r06": 2, "r15": 2, "r18": 4}
    position.race(0, "elves", "underworld", **held)
    position.turn(2, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    resize(ann.page, 360, 640)
    pairs = [[own, other] for own in held for other in ann.open_regions()]
    found = [(other, spot) for own, other in pairs if (spot := ann.page.evaluate(BESIDE_TAG, [own, other]))]
    (region, spot), *_ = found
    ann.page.touchscreen.tap(*spot)
    expect(ann.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    expect(ann.at("on-token")).to_have_count(0)


# Whether a finger in the middle of a region would meet plus and minus.
COVERED = """region => {
  const { left, right, top, bottom } = document.querySelector(`.tap[data-region='${region}']`).getBoundingClientRect();
  return Boolean(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(".on-token"));
}"""


@pytest.mark.long(name="moments")
def test_the_way_on_says_that_tokens_in_hand_go_back(pair: list[Phone]) -> None:
    """Whoever ends a turn with tokens in hand is told what becomes of them before the tap."""
    ann, _ = pair
    Position(pair).begins("giants", "merchant", r03=3)
    ann.tap("confirm")
    expect(ann.at("done")).to_have_text("End the turnplacing 2 tokens")
    ann.touch(ann.open_regions()[0])
    expect(ann.at("done")).to_have_text("End the turn")


@pytest.mark.long(name="moments")
@pytest.mark.parametrize(("tokens", "said"), [(8, "placing 1, plus 1 from the tray"), (7, "placing 1 from the tray")])
def test_the_way_on_says_that_more_tokens_come(pair: list[Phone], tokens: int, said: str) -> None:
    """Two Elves beaten bring a Skeleton, which nobody has in hand, beside one that is left (base rules, Skeletons)."""
    ann, _ = pair
    position = Position(pair)
    position.race(1, "elves", "hill", r02=1, r04=1)
    position.begins("skeletons", "merchant", r03=tokens)
    ann.tap("confirm")
    for region in ("r02", "r04"):
        ann.touch(region)
        expect(ann.at("happened")).to_contain_text(f"conquers region {int(region[1:])}")
    expect(ann.at("done")).to_have_text(f"End the turn{said}")


def test_plus_and_minus_stand_where_the_next_region_can_be_tapped(pair: list[Phone]) -> None:
    """Below their region, or above it where they would lie over another one that is laid out."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "humans", "pillaging", r02=2, r03=2, r07=3, r12=3)
    position.turn(2, 0)
    ann.sees("form-ready")
    resize(ann.page, 360, 640)
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.touch("r07")
    ann.sees("token-close")
    assert [region for region in ("r02", "r03", "r12") if ann.page.evaluate(COVERED, region)] == []


# Whether a finger meets plus and minus themselves.
MET = """() => [...document.querySelectorAll(".on-token button")].every((button) => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return [top + 6, bottom - 6].every((y) => button.contains(document.elementFromPoint((left + right) / 2, y)));
})"""


@pytest.mark.long(name="moments")
def test_plus_and_minus_stand_above_the_sheet(pair: list[Phone]) -> None:
    """Also where it lies over the map of a small phone and fewer targets are below the region than above it."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "giants", "merchant", r22=9)
    position.turn(4, 0)
    ann.sees("form-ready")
    resize(ann.page, 360, 640)
    ann.touch("r22")
    expect(ann.at("on-token")).to_have_attribute("data-at", "r22")
    assert ann.page.evaluate(MET)


@pytest.mark.long(name="moments")
def test_an_undone_end_leaves_nothing_laid_out(pair: list[Phone]) -> None:
    """Hands put back what they had laid, and the phone proposes again what it had proposed."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("offer-finish")
    ann.sees("form-redeploy")
    proposed = ann.page.evaluate(LAID)
    for region, button in (("r03", 0), ("r04", 1)):
        ann.at(f"slot-{region}").locator("button.round").nth(button).tap()
    assert ann.page.evaluate(LAID) != proposed
    ann.tap("done")
    ann.sees("score")
    ann.tap("take-back")
    expect(ann.at("turn")).to_have_attribute("data-stage", "redeploy")
    expect(ann.at("happened")).to_contain_text("Undone")
    assert ann.page.evaluate(LAID) == proposed


@pytest.mark.long(name="moments")
def test_where_none_can_be_picked_up_nobody_is_told_to_leave_more(pair: list[Phone]) -> None:
    """One token in each region: the button keeps them, a tap on a region can only give it up, and no number changes."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "tritons", "merchant", r03=1, r04=1)
    position.turn(4, 0)
    expect(ann.sees("confirm")).to_contain_text("Nothing to pick up")
    ann.touch("r03")
    ann.sees("on-token")
    expect(ann.page.locator("[data-of='r03'] .count", has_text="→")).to_have_count(0)


def test_an_attack_settles_a_count_that_nobody_laid_out(pair: list[Phone], wall: Page) -> None:
    """Ben looks at a region marked "~" and taps the number that really stands there: it is settled for all.

    The wall, on which nobody can tap, says what the mark means as long as there is one.
    """
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=11)
    position.race(1, "elves", "swamp", r04=2, r05=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    wall.goto(f"{ann.home}table")
    expect(wall.locator("[data-test='last']")).to_have_count(1)
    expect(wall.locator("[data-test='suggested']")).to_have_count(0)
    ann.touch("r04")
    ann.tap("done")
    expect(wall.locator("[data-test='suggested']")).to_contain_text("~")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    ben.touch("r04")
    said = position.game["regions"]["r04"]["tokens"]
    expect(ben.sees("sheet")).to_contain_text(f"~{said} is what the app suggested")
    ben.sees("counts")
    told = ben.page.locator(".corrections button").all_inner_texts()
    assert not any(text.startswith(f"{said} ") for text in told)
    ben.tap("count-3")
    # Whoever can conquer it goes on to that, with the price of what stands there.
    expect(ben.at("counts")).to_have_count(0)
    expect(ben.at("way-attempt")).to_contain_text("roll 1 or more")
    ben.tap("sheet-close")
    lies = position.game["regions"]["r04"]
    assert (lies["tokens"], lies.get("unconfirmed")) == (3, None)
    # The rest of the race can only stand on its last open region: nobody is asked for a single number, but told why a
    # tap there opens a sheet.
    ben.touch("r03")
    expect(ben.sees("sheet")).to_contain_text("Correct")
    expect(ben.sees("suggested")).to_contain_text("If the board shows another number")
    expect(ben.at("counts")).to_have_count(0)
