"""What the play screen says is whole: no word cut off, no sum broken, nothing over another, in every language."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.house import SPOKEN, Phone, drawn, resize, seldom
from tests.browser.positions import Position, conquering
from tests.browser.test_one_glance import CUT_OFF, EDGES, SIZES

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
SPILLS = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("size", [(360, 640), *seldom("sizes", (390, 844))])
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


@pytest.mark.long(name="looks")
def test_a_correction_is_read_beside_the_longest_way_back(pair: list[Phone]) -> None:
    """Whoever did not enter it asks to undo it, and reads what has become of the tokens."""
    _, ben, position = conquering(pair)
    position.enter(type="set_region", region="r05")
    for size in SIZES:
        resize(ben.page, *size)
        expect(ben.sees("happened")).to_contain_text("3 Elves back in the tray")
        drawn(ben.page)
        assert not ben.at("happened").locator(".what p").first.evaluate(CUT_OFF), size


@pytest.mark.long(name="looks")
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


@pytest.mark.parametrize(
    ("size", "text"),
    [((390, 844), 32), ((844, 390), 16), pytest.param((320, 640), 16, marks=pytest.mark.long(name="looks"))],
)
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


@pytest.mark.long(name="looks")
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


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("language", ["es", *seldom("languages", "fr")])
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


# Lines of a button's words that reach over its outline; the face of its title has room above its letters.
OVER_ITS_EDGE = """button => {
  const [box, words] = [button.getBoundingClientRect(), document.createRange()];
  words.selectNodeContents(button);
  return [...words.getClientRects()].filter(({left, right, top, bottom}) =>
    left < box.left + 2 || right > box.right - 2 || top < box.top - 3 || bottom > box.bottom - 1).length;
}"""


@pytest.mark.long(name="looks")
def test_the_way_on_says_whole_what_goes_with_it(pair: list[Phone]) -> None:
    """Tokens from the hand and from the tray come with the end of the turn: the longest words that stand there."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "skeletons", "commando", r12=9)
    position.turn(4, 0)
    ann.sees("form-ready")
    resize(ann.page, 360, 640)
    for region in ("r13", "r07"):
        ann.touch(region)
        expect(ann.at("happened")).to_contain_text(f"conquers region {int(region[1:])} ")
    for language in ("en", "de", "fr", "es"):
        ann.speaks(language)
        words = ann.sees("done")
        expect(words.locator(".after")).to_contain_text("4")
        ann.page.evaluate("document.fonts.ready")
        drawn(ann.page)
        assert words.evaluate(OVER_ITS_EDGE) == 0, words.inner_text()


@pytest.mark.parametrize("size", [(360, 640), *seldom("looks", (844, 390)), *seldom("sizes", (390, 844))])
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


@pytest.mark.long(name="looks")
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


@pytest.mark.long(name="looks")
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


@pytest.mark.long(name="looks")
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
