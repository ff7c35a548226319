"""Letters of twice the size, and a page of 320 pixels: what stands beside the play screen still fits, and is found."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.house import SPOKEN, Phone, Table, drawn, resize, seldom
from tests.browser.positions import Position, conquering
from tests.browser.test_axe import cut_off, faults
from tests.web.hotspots import Helper, hotspot
from tests.web.house import house

NAMES = ("Ann", "Benedetta von Wald")
TWICE = "twice => document.documentElement.style.fontSize = twice ? '200%' : ''"

# What hides a word of it a moment after it has come; its letters reach a fifth of their size below their lines.
ARRIVING = """() => {
  const box = document.querySelector('.happened'), row = document.querySelector('.panel .doing-row');
  box.classList.remove('fresh');
  box.getBoundingClientRect();
  box.classList.add('fresh');
  const moves = box.getAnimations();
  if (!moves.length) return ['nothing moves'];
  for (const move of moves) {
    move.pause();
    move.currentTime = 20;
  }
  const top = row.getBoundingClientRect().top, sheet = row.closest('.panel').getBoundingClientRect().top;
  const hidden = [...box.querySelectorAll('.undo span, .what p')].filter((part) => {
    const words = part.getBoundingClientRect(), { fontSize, lineHeight } = getComputedStyle(part);
    const below = Math.max(0, 1.2 * parseFloat(fontSize) - parseFloat(lineHeight)) / 2;
    return words.bottom + below > top || words.top < sheet;
  });
  for (const move of moves) move.finish();
  return hidden.map((part) => part.textContent);
}"""

# The combos whose words lie under the price, or stick out of their card.
HIDDEN = """() => [...document.querySelectorAll('.combo .face:not(.plain)')].filter((face) => {
  const [card, price] = [face, face.querySelector('.price')].map((part) => part.getBoundingClientRect());
  return [...face.querySelectorAll('.name, .tokens > *')].some((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [...range.getClientRects()].some(({ left, top, right, bottom }) => right > card.right + 1 ||
      (right > price.left && left < price.right && bottom > price.top && top < price.bottom));
  });
}).map((face) => face.innerText)"""


def fits(phone: Phone, name: str, narrow: int = 390) -> None:
    """Nothing is cut off or sticks out in either case, and nothing is serious for axe-core."""
    phone.sees(name)
    found = []
    for width, twice in ((narrow, True), (320, False)):
        resize(phone.page, width, 740)
        phone.page.evaluate(TWICE, twice)
        drawn(phone.page)
        # The header belongs to the play screen, which stays as high as it is and leaves words out.
        head = phone.page.locator("header.turn strong").all_inner_texts()
        found += [(name, width, each) for each in cut_off(phone.page) if each.split(": ", 1)[1] not in head]
    phone.page.evaluate(TWICE, False)
    drawn(phone.page)
    assert found == []
    assert faults(phone.page) == []


@pytest.mark.long(name="looks")
def test_everything_beside_the_play_screen_fits(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Join page, lobby, late joiner, tips and column, coins, passing the phone on, the reveal and what follows it."""
    table, ann, late = serve(), phone(knows=False), phone()
    # What still moves has no colour of its own yet.
    ann.page.emulate_media(reduced_motion="reduce")
    ann.page.goto(table.address)
    fits(ann, "screen-join")
    for name in NAMES:
        assert ann.context.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    ann.page.reload()
    fits(ann, "screen-lobby")
    assert ann.context.request.post(f"{table.address}/api/start", data={}).ok
    late.page.goto(table.address)
    fits(late, "next")
    fits(ann, "coach")
    ann.tap("combo-2")
    fits(ann, "screen-column")
    ann.tap("nav-purse")
    fits(ann, "screen-purse")
    ann.page.remove_locator_handler(ann.at("pass"))
    ann.tap("purse-of-1")
    fits(ann, "pass")
    ann.tap("pass-on")
    position = Position([ann, ann])
    position.coins(0, 91)
    position.post(ann, "/api/consent", by=1, ask=position.enter(type="stop")["ask"], yes=True)
    fits(ann, "unveil")
    position.enter(type="unveil")
    fits(ann, "winner")
    ann.tap("new-game")
    fits(ann, "screen-end")


@pytest.mark.long(name="looks")
@pytest.mark.parametrize(
    "size", [(320, 640, "100%"), (390, 844, "200%"), *seldom("sizes", (390, 844, "130%"), (640, 360, "200%"))]
)
def test_no_word_of_a_combo_lies_under_its_price(pair: list[Phone], size: tuple[int, int, str]) -> None:
    """Whichever were drawn: the longest names and sums have the card's width below the picture and the price."""
    ann, _ = pair
    width, height, letters = size
    resize(ann.page, width, height)
    ann.page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
    for name in ann.sees("screen-column").locator(".combo .name").all():
        name.evaluate("name => { name.textContent = 'Underworld Priestesses'; }")
    drawn(ann.page)
    assert ann.page.evaluate(HIDDEN) == []


@pytest.mark.long(name="looks")
def test_the_page_for_the_homes_wifi_fits(tmp_path: Path, phone: Callable[..., Phone]) -> None:
    """Also on a phone of 360 pixels with large letters, with the longest name and what was wrong with it."""
    own, sees = hotspot(tmp_path / "data", helper=tmp_path / "helper.sock")
    with Helper(tmp_path / "helper.sock", sees) as helper, house(tmp_path / "data", hotspot=own) as cafe:
        helper.answers.append("name")
        ann = phone()
        ann.page.goto(f"http://127.0.0.1:{cafe.port}/wifi")
        fits(ann, "home-try", 360)
        ann.sees("home-name").fill("W" * 32)
        ann.sees("home-password").fill("bakolutine")
        ann.tap("home-try")
        expect(ann.sees("home-told")).to_contain_text("There is no Wi-Fi called")
        # What is typed may be longer than its field.
        ann.page.locator("form").evaluate("form => form.reset()")
        fits(ann, "home-told", 360)


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_new_is_whole_while_it_arrives(pair: list[Phone], language: str) -> None:
    """The sentence and both lines of "Undo" are above the way on from the first moment, also in large letters."""
    ann, _, _ = conquering(pair)
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("offer-finish")
    ann.sees("form-redeploy")
    ann.speaks(language)
    for (width, height), twice in itertools.product(((360, 640), (390, 844)), (False, True)):
        expect(ann.sees("take-back")).to_be_visible()
        resize(ann.page, width, height)
        ann.page.evaluate(TWICE, twice)
        drawn(ann.page)
        assert ann.page.evaluate(ARRIVING) == [], (width, twice)
