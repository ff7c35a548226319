"""The play screen: how much of it is map, that the map stands still, and the one glance at a turn."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import SPOKEN, Phone, drawn, reads_roll, resize
from tests.browser.positions import Position, conquering

SIZES = ((360, 640), (360, 780), (390, 844), (430, 932))
STAGE = "() => { const {x, y, width, height} = document.querySelector('.stage').getBoundingClientRect(); return [x, y, width, height]; }"  # noqa: E501
CUT_OFF = "part => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1"
EDGES = "part => part.getBoundingClientRect().toJSON()"
FONT = "part => parseFloat(getComputedStyle(part).fontSize)"
# What lies over the map's upper half, beside its own buttons.
OVER_MAP = """() => {
  const { left, top, right, height } = document.querySelector('.stage').getBoundingClientRect();
  const found = new Set();
  for (let x = left + 4; x < right; x += 8) for (let y = top + 4; y < top + height / 2; y += 8)
    if (!document.elementFromPoint(x, y)?.closest('.stage')) found.add(document.elementFromPoint(x, y).className);
  return [...found];
}"""


def test_the_map_has_most_of_an_upright_phone_and_stands_still(pair: list[Phone]) -> None:
    """At least 60 % of the screen while conquering, and the same place from the first tap to the score sheet."""
    ann, _, _ = conquering(pair)
    for width, height in SIZES:
        resize(ann.page, width, height)
        _, _, wide, high = ann.page.evaluate(STAGE)
        assert wide * high / (width * height) >= 0.6, (width, height)
    before = ann.page.evaluate(STAGE)
    ann.touch("r05")
    ann.sees("sheet")
    ann.tap("sheet-close")
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    assert ann.page.evaluate(STAGE) == before
    ann.tap("done")
    ann.sees("score")
    assert ann.page.evaluate(STAGE) == before


@pytest.mark.long(name="moments")
def test_what_a_power_offers_stays_in_sight_after_a_conquest(pair: list[Phone]) -> None:
    """Before every conquest, on the smallest phone, also below the sum of the last one."""
    ann, _ = pair
    resize(ann.page, *SIZES[0])
    position = Position(pair)
    position.race(1, "elves", "swamp", r04=2, r05=3)
    position.begins("giants", "berserk", r03=9)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.sees("bill")
    drawn(ann.page)
    offer = ann.at("offer-act").first
    expect(offer).to_contain_text("Roll before conquering")
    expect(offer).to_be_in_viewport(ratio=1)
    box, bar = offer.bounding_box(), ann.at("nav-map").bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"]


def test_three_conquests_are_four_taps(pair: list[Phone]) -> None:
    """The first tap readies, each conquers one region, and Done ends, lays out and scores; Ben is to play."""
    ann, ben, position = conquering(pair)
    taps = 0
    for _ in range(3):
        before = position.game["regions"]
        region = ann.open_regions()[0]
        ann.touch(region)
        expect(ann.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
        assert position.game["regions"] != before
        taps += 1
    before = position.game["regions"]
    ann.tap("done")
    taps += 1
    ann.sees("score")
    expect(ben.at("turn")).to_have_attribute("data-seat", "1")
    print(f"three conquests: {taps} taps")
    assert taps == 4
    # What the app has laid out is marked, and what hands have put there by then is not.
    for region, lies in position.game["regions"].items():
        if lies["seat"] == 0:
            assert bool(lies.get("unconfirmed")) == (lies["tokens"] != before[region]["tokens"]), region


def test_every_phone_says_who_is_awaited(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """Ann reads that it is her turn and what to tap, Ben that he is next, then what he lost and what to put back."""
    ann, ben, position = conquering(pair)
    position.enter(type="set_region", region="r10", band=position.game["bands"][-1]["id"], tokens=1)
    expect(ann.at("turn")).to_contain_text("Your turn")
    expect(ann.at("task")).to_contain_text("Tap a region to conquer it")
    expect(ben.at("task")).to_have_text("You are next")
    ann.touch("r04")
    expect(ben.sees("losses")).to_have_text("You lost swamp 4")
    expect(ben.page.locator(".map .picked.gone")).to_have_count(1)
    expect(ben.at("player-0")).to_have_attribute("aria-label", re.compile("Ann, Merchant Giants, 2 regions"))
    # What was lost is read until the own turn comes, and keeps nobody from asking about a player meanwhile.
    ben.tap("player-0")
    ben.sees("player-sheet")
    ben.tap("player-close")
    ben.sees("losses")
    expect(ben.at("task")).to_have_text("You are next")
    # Ann's turn is over for her as soon as only Ben has something to do.
    ann.tap("done")
    expect(ben.at("turn")).to_contain_text("Redeploy 2 tokens")
    expect(ann.at("turn").locator("h1")).to_have_text("Waiting for Ben")
    expect(ann.at("turn")).not_to_have_class(re.compile("yours"))


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("language", SPOKEN)
def test_what_was_lost_hides_nothing_and_moves_nothing(pair: list[Phone], language: str) -> None:
    """It is read in the head, whole, beside what comes next; the map stays where it is, and nothing lies over it."""
    ann, ben, _ = conquering(pair)
    ben.speaks(language)
    next_said = ben.sees("task").inner_text()
    before = {}
    for size in SIZES:
        resize(ben.page, *size)
        before[size] = ben.page.evaluate(STAGE)
    ann.touch("r04")
    ben.sees("losses")
    for size in SIZES:
        resize(ben.page, *size)
        assert ben.page.evaluate(STAGE) == before[size]
        expect(ben.at("task")).to_have_text(next_said)
        for line in ("losses", "task"):
            assert not ben.at(line).evaluate(CUT_OFF)
            assert ben.at(line).evaluate(FONT) >= 12
        # Which it was stands out on the map, over which nothing lies.
        expect(ben.page.locator(".map .picked.gone")).to_be_visible()
        assert ben.page.evaluate(OVER_MAP) == []


def test_done_is_filled_only_when_nothing_is_left(pair: list[Phone]) -> None:
    """While the map can still be tapped Done is quiet; nothing else is filled beside it."""
    ann, _, position = conquering(pair)
    ann.tap("confirm")
    expect(ann.at("done")).not_to_have_class(re.compile("main"))
    expect(ann.page.locator(".panel .main")).to_have_count(0)
    position.enter(type="set_band", band=1, hand=0)
    expect(ann.at("done")).to_have_class(re.compile("main"))
    expect(ann.page.locator(".panel .main")).to_have_count(1)


def test_back_closes_what_lies_over_the_map_first(pair: list[Phone]) -> None:
    """Android's Back closes a region's sheet, then goes from another screen to the map, and stays in the game."""
    ann, _, _ = conquering(pair)
    ann.touch("r05")
    ann.sees("sheet")
    ann.page.go_back()
    expect(ann.at("sheet")).to_have_count(0)
    ann.tap("nav-log")
    ann.page.go_back()
    ann.sees("panel")


def test_steps_are_ticked_off(pair: list[Phone]) -> None:
    """What hands do in a place is one card with its picture, which stays where it is when it is ticked off.

    Whoever sees the picture reads no number of the region; whoever hears the card does.
    """
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    ann.page.set_viewport_size({"width": 360, "height": 640})
    steps = ann.sees("steps").locator("button")
    expect(steps).to_have_count(2)
    for place, said in enumerate(("Pick up 8 Giants", "Give Ben 2 Elves back")):
        first = steps.nth(place)
        expect(first).to_be_in_viewport(ratio=0.9)
        expect(first.locator("svg.cutout")).to_be_visible()
        expect(first).to_contain_text(said)
        expect(first).not_to_contain_text("region")
        expect(first).to_have_accessible_name(re.compile(f"region {3 + place}"))
        assert not first.evaluate(CUT_OFF)
        first.tap()
    ticked = ann.page.locator("[data-test='steps'] [aria-pressed='true']")
    expect(ticked).to_have_count(2)
    # What is done keeps its size and its words.
    assert not ticked.first.evaluate(CUT_OFF)
    assert ticked.first.evaluate("card => card.offsetWidth === card.parentElement.offsetWidth")


def test_a_map_over_a_tall_sheet_fills_its_width(pair: list[Phone]) -> None:
    """Telling a whole turn begins with the combos, which leave the map little room."""
    ann = pair[0]
    for size in SIZES:
        resize(ann.page, *size)
        ann.tap("nav-map")
        ann.tells_whole_turn()
        drawn(ann.page)
        fills = "box => [box.clientWidth, box.querySelector('svg.map').clientWidth]"
        box, wide = ann.page.locator(".mapbox").evaluate(fills)
        assert wide >= 0.7 * box, size


def test_what_is_undone_is_put_back_before_one_begins_again(pair: list[Phone]) -> None:
    """Back at the start of the turn what is to be where stands above the two choices, on whole cards."""
    ann, ben, _ = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("take-back")
    ann.sees("form-ready")
    for size in SIZES:
        resize(ann.page, *size)
        expect(ann.at("step-0")).to_be_in_viewport(ratio=0.9)
        expect(ann.at("step-0")).to_contain_text("As before: 9 Giants")
        assert not ann.at("step-0").evaluate(CUT_OFF)
        expect(ann.at("confirm")).to_be_in_viewport(ratio=0.9)
        expect(ann.at("offer-decline")).to_be_in_viewport(ratio=0.9)
    # What is to be there is for whoever looks, and is nobody's by name.
    expect(ben.sees("steps").locator("button").first).to_contain_text("As before: 9 Giants")
    expect(ben.at("steps").locator(".whose")).to_have_count(0)


def test_the_head_says_when_nothing_is_left_to_conquer(pair: list[Phone]) -> None:
    """One button is no choice: it leads on to the Fortress that is still to be placed."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "elves", "fortified", r03=1, r04=1)
    position.turn(4, 0)
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    expect(ann.at("task")).to_have_text("No conquests left")


@pytest.mark.long(name="moments")
def test_from_what_was_played_otherwise_back_to_the_rules(pair: list[Phone]) -> None:
    """Whoever tapped that it was played differently, and did not mean it, finds the two choices of the turn again."""
    ann, _, _ = conquering(pair)
    ann.tap("otherwise")
    expect(ann.at("offer-decline")).to_have_count(0)
    ann.tap("by-rules")
    ann.sees("offer-decline")
    ann.sees("otherwise")


@pytest.mark.long(name="looks")
def test_a_sentence_that_names_a_region_has_its_picture(pair: list[Phone]) -> None:
    """In the sheet, in the log, where a yes is asked for, and on the die; no sentence without a region has one."""
    ann, ben, position = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers region 4")
    ben.sees("screen-play")
    for each in pair:
        for size in (*SIZES, (667, 375), (844, 390)):
            resize(each.page, *size)
            picture = each.at("happened").locator("svg.cutout")
            expect(picture).to_have_attribute("data-regions", "r04")
            expect(picture).to_be_in_viewport(ratio=1)
            expect(each.at("take-back")).to_be_in_viewport(ratio=1)
        resize(each.page, 360, 740)
    ben.tap("take-back")
    card = ann.page.get_by_role("alertdialog")
    expect(card.locator("svg.cutout")).to_have_attribute("data-regions", "r04")
    ann.tap("no")
    expect(card).to_have_count(0)
    ann.tap("nav-log")
    lines = ann.sees("screen-log").locator("li")
    conquest = lines.filter(has_text=re.compile("^\\s*Ann conquers region 4"))
    expect(conquest.locator("svg.cutout")).to_have_attribute("data-regions", "r04")
    expect(lines.filter(has_text="turn 4 starts over").first.locator("svg.cutout")).to_have_count(0)
    attempt = next(offer for offer in position.game["offers"] if offer["kind"] == "attempt")
    position.enter(**attempt["command"])
    (roll,) = (chance for chance in position.game["chances"] if chance["kind"] == "roll")
    with reads_roll(ben.page, "takes region", f'data-regions="{attempt["region"]}"'):
        position.post(ann, "/api/roll", by=0, occasion=roll["occasion"], pips=3)


def test_the_start_of_a_turn_has_two_choices_with_what_they_bring(pair: list[Phone]) -> None:
    """To pick the tokens up, and to decline: both wholly in sight on the smallest phone, with nothing beside them."""
    ann, _, _ = conquering(pair)
    ann.page.set_viewport_size({"width": 360, "height": 640})
    for name, words in (("confirm", "Pick up 8 Giants"), ("offer-decline", "Put the Giants in decline")):
        choice = ann.sees(name)
        expect(choice).to_contain_text(words)
        expect(choice).to_be_in_viewport(ratio=1)
        assert not choice.evaluate(CUT_OFF)
    expect(ann.at("confirm")).to_contain_text("Leave 1 per region; tap one to leave more")
    expect(ann.page.locator(".panel button.main, .panel button.small")).to_have_count(0)


def test_a_score_says_what_to_move_what_one_gets_and_has_one_button(pair: list[Phone]) -> None:
    """From the top: the hands' steps, the coins, and the button, which is in sight on the smallest phone."""
    ann, _, _ = conquering(pair)
    ann.page.set_viewport_size({"width": 360, "height": 640})
    ann.tap("offer-decline")
    expect(ann.sees("turn")).to_contain_text("Your score this turn")
    parts = [ann.page.locator(f"[data-test='{name}']") for name in ("steps", "score", "accept")]
    tops = [part.evaluate("part => part.getBoundingClientRect().top") for part in parts]
    assert tops == sorted(tops)
    expect(ann.at("accept")).to_be_in_viewport(ratio=1)
    expect(ann.page.locator(".panel button.main")).to_have_count(1)
    expect(ann.at("score").locator("tfoot td")).to_have_text("1")


def test_nobody_takes_another_players_turn_for_their_own(pair: list[Phone]) -> None:
    """Ben plays for Ann under a bar in her colour, which says so on every screen until he stops; the map stays put."""
    _, ben, _ = conquering(pair)
    before = ben.page.evaluate(STAGE)
    ben.plays_for(0)
    bar = ben.sees("standing-in")
    expect(bar).to_have_text(re.compile("You are playing for Ann"))
    expect(bar).to_have_class(re.compile(f"c-{ben.state()['seats'][0]['colour']}"))
    assert ben.page.evaluate(STAGE) == before
    ben.tap("nav-column")
    expect(bar).to_be_visible()
    ben.tap("nav-map")
    ben.tap("stop-entering")
    expect(bar).to_have_count(0)
    ben.sees("player-0")


def test_a_second_tap_on_a_conquest_does_nothing(pair: list[Phone]) -> None:
    """A double tap conquers once, and opens nothing."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    expect(ann.at("sheet")).to_have_count(0)
