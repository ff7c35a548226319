"""The first turn as three people play it: by taps on three phones."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import NAMES, Phone, Table, read_code

Serve = Callable[..., Table]
SitDown = Callable[[Table], list[Phone]]


def number(phone: Phone, name: str) -> int:
    """A number that stands somewhere on the page."""
    return int(phone.sees(name).inner_text())


def test_the_table_screen_shows_the_way_in(serve: Serve, screen: Callable[[str], Page]) -> None:
    """The code on the table screen leads to the table."""
    table = serve()
    page = screen(table.address)
    page.locator("[data-test='qr']").evaluate("image => image.decode()")
    assert read_code(page) == table.address


@pytest.mark.moves
def test_a_turn_by_taps(serve: Serve, sit_down: SitDown) -> None:
    """Sit down, pick, conquer by one tap, take back, conquer again, redeploy, accept: the next one plays."""
    phones = sit_down(serve())
    ann, ben, cleo = phones
    ann.tap("start")
    ann.picks()
    hand = number(ann, "hand")
    assert hand > 0

    region = ann.open_regions()[0]
    ann.touch(region)
    for each in phones:
        expect(each.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    expect(ann.at("hand")).not_to_have_text(str(hand))
    assert number(ann, "hand") < hand
    expect(ann.at("happened")).to_have_class(re.compile("fresh"))

    ann.tap("take-back")
    expect(ann.at("hand")).to_have_text(str(hand))
    for each in phones:
        expect(each.region(region)).not_to_have_attribute("aria-label", re.compile(r"\(Ann\)"))

    ann.touch(region)
    expect(ann.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    ann.tap("offer-finish")
    ann.sees("form-redeploy")
    for left in range(number_left(ann), 0, -1):
        expect(ann.at("task")).to_contain_text(str(left))
        ann.touch(region)
    ann.tap("confirm")

    total = int(ann.sees("score").locator("tfoot td").inner_text())
    assert total == sum(int(text) for text in ann.at("score").locator("tbody td").all_inner_texts())
    ann.tap("accept")
    for each in phones:
        expect(each.at("turn")).to_have_attribute("data-seat", "1")
    ben.sees("screen-column")
    # Who is not on turn reads the sheet that was just accepted.
    expect(cleo.at("score")).to_contain_text(NAMES[0])


def number_left(phone: Phone) -> int:
    """How many tokens of the form are still to be placed."""
    found = re.search(r"(\d+) left", phone.at("task").inner_text())
    return int(found[1]) if found else 0


def test_coins_show_only_under_a_finger(serve: Serve, sit_down: SitDown) -> None:
    """The purse is fetched while it is held and gone from the page when the finger lifts."""
    ann, *_ = sit_down(serve())
    ann.tap("start")
    ann.sees("screen-play")
    asked: list[str] = []
    ann.last_page().on("request", lambda request: asked.append(request.url))
    ann.tap("nav-purse")
    cover = ann.sees("purse-0")
    box = cover.bounding_box()
    assert box
    assert not [url for url in asked if "purse" in url]
    ann.page.mouse.move(box["x"] + 20, box["y"] + 20)
    ann.page.mouse.down()
    expect(ann.at("coins")).to_have_text("5")
    ann.page.mouse.up()
    expect(ann.at("coins")).to_have_count(0)
    assert len([url for url in asked if "purse" in url]) == 1


def test_a_killed_table_comes_back(serve: Serve, sit_down: SitDown) -> None:
    """After SIGKILL and a new start every phone says so, then goes on in its seat without a tap."""
    table = serve()
    phones = sit_down(table)
    ann = phones[0]
    ann.tap("start")
    ann.picks()
    region = ann.open_regions()[0]
    ann.touch(region)
    expect(phones[1].region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    table.kill()
    for each in phones:
        each.sees("lost")
    table.start()
    for each in phones:
        expect(each.at("lost")).to_have_count(0)
        expect(each.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    ann.tap("offer-finish")
    ann.sees("form-redeploy")


@pytest.mark.long(name="moments")
def test_twelve_pieces_are_tapped_in(serve: Serve, sit_down: SitDown) -> None:
    """At a table that shuffles its own pieces twelve taps lay out the column."""
    phones = sit_down(serve("--dealing", "table"))
    phones[0].tap("start")
    done: list[str] = []
    for turn in range(12):
        phone = phones[turn % 3]
        kind = ("banner", "badge")[turn % 2]
        grid = phone.sees(f"deal-{kind}").locator(".pieces")
        # This phone has heard of the taps on the others when it asks for a piece that is not answered yet.
        fresh = re.compile(f"^(?!({'|'.join(done) or '-'})$)")
        expect(grid).to_have_attribute("data-occasion", fresh)
        done.append(str(grid.get_attribute("data-occasion")))
        grid.locator("button:enabled").first.tap()
    phones[0].sees("screen-column")
    expect(phones[0].page.locator(".pieces")).to_have_count(0)
    assert len(phones[0].state()["game"]["column"]) == 6


def test_pieces_stand_where_a_dictionary_has_them(serve: Serve, sit_down: SitDown) -> None:
    """A German looks for Zwerge at the end, and for Händler before Helden."""
    ann, *_ = sit_down(serve("--dealing", "table"))
    ann.tap("start")
    ann.sees("deal-banner")
    ann.page.evaluate("document.cookie = 'language=de; max-age=1000'")
    ann.page.reload()
    races = ann.sees("deal-banner").locator(".pieces button")
    expect(races).to_have_count(14)
    expect(races.first).to_have_text("Amazonen")
    expect(races.last).to_have_text("Zwerge")
    ann.tap("piece-dwarves")
    powers = ann.sees("deal-badge").locator(".pieces button")
    expect(powers).to_have_count(20)
    order = ["Geister", "Händler", "Helden", "Höhlen", "Hügel", "Kommando"]
    assert [name for name in powers.all_inner_texts() if name in order] == order
