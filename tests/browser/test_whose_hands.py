"""The cards of what hands do say whose hands, and whose tokens."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import come_together
from tests.browser.house import SPOKEN, Phone, Table
from tests.browser.positions import Position
from tests.browser.test_first_game import begin
from tests.browser.test_ticks import conquers, free, ticks

CUT_OFF = "part => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1"

# Whether nothing of a card's words lies below the mark of whose hands they are for.
APART = """card => {
  const mark = card.querySelector(".seatmark").getBoundingClientRect();
  return [...card.querySelectorAll(".do > span")].every((words) => {
    const range = document.createRange();
    range.selectNodeContents(words);
    return [...range.getClientRects()].every(({ left, right, top, bottom }) =>
      left >= mark.right || right <= mark.left || top >= mark.bottom || bottom <= mark.top);
  });
}"""
# What the cards of a conquest say of the two tokens that stood there, and of those that came.
SAID = {
    "en": ("Return 1 Giant to the tray (Ben’s loss)", "Give Ben 1 Giant back", "Put 4 Orcs here"),
    "de": ("Verlust von Ben: 1 Riese in den Vorrat", "1 Riese zurück an Ben", "4 Orks hierher"),
    "fr": ("Rendez 1 Géant à la réserve (perte pour Ben)", "Rendez 1 Géant à Ben", "Posez ici 4 Orcs"),
    "es": ("Devuelve 1 Gigante de Ben a la reserva", "Devuelve a Ben 1 Gigante", "Pon aquí 4 Orcos"),
}


@pytest.mark.parametrize("language", SPOKEN)
def test_a_conquest_says_who_moves_and_who_owns(
    serve: Callable[..., Table], phone: Callable[..., Phone], language: str
) -> None:
    """On other phones each card has the mover's mark and name; lost tokens are named by their owner.

    On the narrowest phone every word has room.
    """
    with come_together(serve(), [phone((360, 640), locale=language) for _ in range(2)], started=True) as pair:
        ann, ben = pair
        position = Position(pair)
        position.race(0, "orcs", "merchant", r03=9)
        position.race(1, "giants", "swamp", r04=2, r05=3)
        position.turn(4, 0)
        ann.sees("form-ready")
        ann.touch("r04")
        for each in pair:
            cards = each.sees("steps").locator("button")
            for said in SAID[language]:
                expect(cards.filter(has_text=said)).to_have_count(1)
            # What lies on the own phone is the own, and the picture is not hidden.
            expect(cards.locator(".seatmark.c-blue")).to_have_count(0 if each is ann else cards.count())
            for card in cards.all():
                assert not card.evaluate(CUT_OFF)
        expect(ben.at("steps").locator(".whose").first).to_have_text("Ann :" if language == "fr" else "Ann:")
        expect(ann.at("steps").locator(".whose")).to_have_count(0)


@pytest.mark.long(name="looks")
def test_the_mark_lies_over_no_word(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """On a phone of several players, also on a card without a picture, as that of what a decline flips."""
    table, ann = serve(), phone()
    begin(table, ann, "Ann", "Ben")
    ann.page.goto(table.address)
    position = Position([ann, ann])
    position.race(0, "trolls", "swamp", r03=3, r04=3)
    position.turn(4, 0)
    ann.tap("offer-decline")
    cards = ann.sees("score").page.locator("button.step")
    expect(cards.filter(has_text="in-decline side")).to_have_count(1)
    for card in cards.all():
        assert card.evaluate(APART)


def sent_home(pair: list[Phone]) -> tuple[Phone, Phone, Position]:
    """Ann has taken a region, and its Elves can go to one region alone, without a question; Ben's turn begins."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "trolls", "commando", r03=9)
    position.race(1, "elves", "stout", r04=3, r10=1)
    position.turn(4, 0)
    ben.sees("screen-play")
    conquers(ann, "r04")
    ann.tap("done")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    return ann, ben, position


@pytest.mark.long(name="moments")
def test_tokens_that_can_go_to_one_region_alone_are_told_to_their_owner(pair: list[Phone]) -> None:
    """Nobody asks where they go, so the owner's phone says it first as the turn begins."""
    ann, ben, position = sent_home(pair)
    card = ben.page.locator(".put-back .step").first
    expect(card).to_contain_text("Ben puts 3 Elves here")
    expect(card).to_be_in_viewport(ratio=1)
    expect(card).not_to_contain_text("Ann")
    # Neither a correction of somebody else's nor the own first act takes it away.
    ticks(ann, 1)
    position.enter(type="set_region", region="r08", tribe=1)
    expect(card).to_contain_text("Ben puts 3 Elves in region 10")
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "conquer")
    # It comes before what the own act takes from there, and says that it is no part of that.
    expect(ben.at("steps").locator("button").first).to_contain_text("Ben puts 3 Elves in region 10")
    expect(ben.at("steps").locator(".past")).to_have_text(["If not done yet"])
    # Whoever goes on without ticking it off has done it.
    conquers(ben, free(ben, position))
    expect(ben.at("steps").locator("button").first).to_have_attribute("data-test", "step-0")
    expect(ben.at("steps")).not_to_contain_text("Ben puts 3 Elves")


@pytest.mark.long(name="moments")
def test_an_open_sheet_keeps_what_an_earlier_act_has_for_its_phone(pair: list[Phone]) -> None:
    """Where nobody ticks it has no list of what is left, in which that would stand."""
    _, ben, position = sent_home(pair)
    position.enter(type="set_region", region="r08", tribe=1)
    expect(ben.page.locator(".put-back .step")).to_contain_text("Ben puts 3 Elves in region 10")
    ben.tap("grab")
    expect(ben.page.locator(".step-list .step", has_text="Ben puts 3 Elves in region 10")).to_be_visible()


@pytest.mark.long(name="moments")
def test_tokens_that_come_back_are_told_to_their_owner(pair: list[Phone]) -> None:
    """Among what else hands do when a turn ends, the next player's phone says first what is for that player's."""
    ann, ben = pair
    position = Position(pair)
    amazons = position.race(0, "amazons", "swamp", r04=3, r10=1)
    position.race(1, "giants", "merchant", r16=3)
    position.enter(type="set_band", band=amazons, aside=4)
    position.turn(4, 1)
    ann.sees("screen-play")
    conquers(ben, ben.open_regions()[0])
    ben.tap("done")
    expect(ann.at("turn")).to_have_attribute("data-stage", "begin")
    assert any("turn marker" in text for step in ann.state()["last"]["steps"] for text in step["texts"])
    expect(ann.page.locator(".put-back .step").first).to_contain_text("Ann gets back the 4 Amazons set aside")
