"""The play screen: how much of it is map, that the map stands still, and the one glance at a turn."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import SPOKEN, Phone, drawn, reads_roll, resize
from tests.browser.positions import Position

SIZES = ((360, 640), (360, 780), (390, 844), (430, 932))
STAGE = "() => { const {x, y, width, height} = document.querySelector('.stage').getBoundingClientRect(); return [x, y, width, height]; }"  # noqa: E501
CUT_OFF = "part => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1"
# Its middle, once nothing moves: it is on the screen, and nothing lies over it. The sheet grows with its sum a little
# after the sum is drawn.
IN_SIGHT = """async box => {
  await Promise.allSettled(box.getAnimations().map(move => move.finished));
  const hidden = () => [...box.querySelectorAll("[data-test='bill'] span, [data-test='take-back']")].filter(part => {
    const {left, top, right, bottom} = part.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left < 0 || right > innerWidth || !part.contains(seen) && !seen?.contains(part);
  }).map(part => part.textContent);
  for (let frame = 0; frame < 200 && hidden().length; frame += 1) await new Promise(requestAnimationFrame);
  return hidden();
}"""
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
SPILLS = "() => document.documentElement.scrollWidth > innerWidth"


def conquering(pair: list[Phone]) -> tuple[Phone, Phone, Position]:
    """Ann has tokens in hand beside Ben's region, and is to conquer."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=9)
    position.race(1, "elves", "swamp", r04=2, r05=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    return ann, ben, position


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


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_a_long_sentence_about_what_happened_is_read_to_its_end(pair: list[Phone], size: tuple[int, int]) -> None:
    """What a settled count leaves elsewhere is what the other player has to know."""
    ann, ben, position = conquering(pair)
    resize(ben.page, *size)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("done")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    regions = position.game["regions"]
    position.enter(type="recount", region="r04", tokens=regions["r04"]["tokens"] - 1, others=["r03"])
    expect(ben.at("happened")).to_contain_text("That leaves region 3")
    drawn(ben.page)
    assert not ben.at("happened").locator(".what p").first.evaluate(CUT_OFF)


@pytest.mark.parametrize(("size", "text"), [((320, 640), 16), ((390, 844), 32), ((844, 390), 16)])
def test_nothing_spills_over(pair: list[Phone], size: tuple[int, int], text: int) -> None:
    """320 pixels, text twice as large, and a lying phone: the page does not scroll sideways, and Done is in sight."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    ann.sees("done")
    resize(ann.page, *size)
    ann.page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", text)
    drawn(ann.page)
    expect(ann.at("done")).to_be_in_viewport(ratio=0.9)
    assert not ann.page.evaluate(SPILLS)


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
    expect(ann.at("task")).to_contain_text("Tap a price to conquer")
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


@pytest.mark.parametrize("language", ["fr", "es"])
def test_cards_are_whole_beside_a_long_word_for_the_end(pair: list[Phone], language: str) -> None:
    """Beside “Terminar el turno” a card shows all its words, upright on every usual phone."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=9)
    position.race(1, "ratmen", "swamp", r04=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.touch("r04")
    ann.speaks(language)
    steps = ann.sees("steps").locator("button")
    expect(steps).not_to_have_count(0)
    for size in SIZES[1:]:
        resize(ann.page, *size)
        for step in steps.all():
            assert not step.evaluate(CUT_OFF), (size, step.inner_text())


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)])
def test_a_sum_and_the_way_back_are_wholly_in_sight(pair: list[Phone], size: tuple[int, int]) -> None:
    """The player and whoever watches read the sum up to its result, and Undo lies within the screen."""
    ann, ben, _ = conquering(pair)
    for each in pair:
        resize(each.page, *size)
    ann.touch("r04")
    for each in (ann, ben):
        expect(each.sees("happened").locator("[data-test='bill']")).to_contain_text("=")
        expect(each.at("happened").locator("[data-test='bill'] span").last).to_be_in_viewport(ratio=1)
        expect(each.at("take-back")).to_be_in_viewport(ratio=1)
        assert not each.at("happened").evaluate(CUT_OFF)
        # What is new moves up into its place; until it stands there, the cards lie over its last line.
        assert each.at("happened").evaluate(IN_SIGHT) == []


@pytest.mark.parametrize("language", SPOKEN)
def test_the_longest_sum_is_whole(pair: list[Phone], language: str) -> None:
    """Two pieces defend, and race and power help: the conqueror and whoever watches read all of it."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "commando", r09=9)
    position.stronghold("r10")
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.touch("r10")
    expect(ann.at("happened").locator("[data-test='bill'] span")).to_have_count(7)
    for each in (ann, ben):
        each.speaks(language)
        for size in ((320, 640), *SIZES, (640, 360)):
            expect(each.sees("happened").locator("[data-test='bill'] span")).to_have_count(7)
            resize(each.page, *size)
            assert each.at("happened").evaluate(IN_SIGHT) == [], size


@pytest.mark.parametrize("language", SPOKEN)
def test_no_sum_of_a_combo_breaks_within_its_terms(pair: list[Phone], language: str) -> None:
    """On a small phone eleven and none are one line; a longer word goes below, together with its sign."""
    ann, _ = pair
    ann.speaks(language)
    resize(ann.page, 360, 640)
    ann.tap("nav-column")
    sums = ann.sees("screen-column").locator(".tokens").first
    sums.evaluate("""sums => {
      const parts = sums.querySelector('i');
      const [race, power] = parts.querySelectorAll('svg');
      parts.replaceChildren(race, '11 + ', power, '0');
      const total = sums.querySelector('span');
      total.textContent = total.textContent.replace(/\\d+/, '11');
    }""")
    tops = "sums => [...sums.children].map(part => [part.getClientRects().length, part.getBoundingClientRect().height])"
    ends = "sums => [...sums.children].map(part => Math.round(part.getBoundingClientRect().bottom))"
    one, other = sums.evaluate(ends)
    assert language == "de" or abs(one - other) <= 3
    sums.evaluate("sums => { sums.closest('.about').style.maxWidth = '8rem'; }")
    one, other = sums.evaluate(ends)
    assert other > one + 10
    assert all(lines == 1 and height < 30 for lines, height in sums.evaluate(tops))
    expect(sums.locator("span")).to_have_text(re.compile("^= 11"))


@pytest.mark.parametrize("language", SPOKEN)
def test_no_move_lies_over_the_words_of_the_way_back(pair: list[Phone], language: str) -> None:
    """On the score sheet the words of "Undo" may take two lines; the moves begin below them."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("done")
    ann.sees("score")
    ann.speaks(language)
    for size in SIZES:
        resize(ann.page, *size)
        expect(ann.sees("happened").locator("+ .step-list")).to_be_visible()
        drawn(ann.page)
        words, moves = (ann.page.locator(part) for part in (".undo span", ".happened + .step-list"))
        bottom, top = words.evaluate(EDGES)["bottom"], moves.evaluate(EDGES)["top"]
        assert bottom <= top, size


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


def test_from_what_was_played_otherwise_back_to_the_rules(pair: list[Phone]) -> None:
    """Whoever tapped that it was played differently, and did not mean it, finds the two choices of the turn again."""
    ann, _, _ = conquering(pair)
    ann.tap("otherwise")
    expect(ann.at("offer-decline")).to_have_count(0)
    ann.tap("by-rules")
    ann.sees("offer-decline")
    ann.sees("otherwise")


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


def test_large_letters_take_the_room_of_the_picture(pair: list[Phone]) -> None:
    """With text twice as large the sentence has all the room beside Undo, as the step below has the picture too."""
    ann, _, _ = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers region 4")
    resize(ann.page, 390, 844)
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
    drawn(ann.page)
    words, row = (ann.at("happened").locator(part) for part in (".what > div", ".what"))
    width = "part => part.clientWidth"
    assert words.evaluate(width) == row.evaluate(width)
    expect(ann.at("take-back")).to_be_in_viewport(ratio=1)
    expect(ann.at("steps").locator("svg.cutout").first).to_be_in_viewport()


def test_the_start_of_a_turn_has_two_choices_with_what_they_bring(pair: list[Phone]) -> None:
    """To pick the tokens up, and to decline: both wholly in sight on the smallest phone, with nothing beside them."""
    ann, _, _ = conquering(pair)
    ann.page.set_viewport_size({"width": 360, "height": 640})
    for name, words in (("confirm", "Pick up 8 Giants"), ("offer-decline", "Put the Giants in decline")):
        choice = ann.sees(name)
        expect(choice).to_contain_text(words)
        expect(choice).to_be_in_viewport(ratio=1)
        assert not choice.evaluate(CUT_OFF)
    expect(ann.at("confirm")).to_contain_text("Leave 1 in each; tap your own to leave more")
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


@pytest.mark.parametrize("language", SPOKEN)
def test_whoever_watches_a_small_phone_reads_what_happened_to_its_end(pair: list[Phone], language: str) -> None:
    """Beside the way back, and beside Redo too, the sentence is whole, and so are the words of the buttons."""
    ann, ben = pair
    position = Position(pair)
    position.begins("elves", "merchant", r03=6)
    for _ in range(2):
        ann.touch(ann.open_regions()[0])
        expect(ann.at("happened")).to_contain_text("conquers")
        drawn(ann.page)
    ann.tap("take-back")
    ann.sees("redo")
    for each in (ann, ben):
        each.speaks(language)
        resize(each.page, 360, 640)
        happened = each.sees("happened")
        expect(happened.locator(".what p").first).to_contain_text("Ann")
        assert not happened.locator(".what p").first.evaluate(CUT_OFF), happened.inner_text()
        assert happened.evaluate(IN_SIGHT) == []
