"""Phones at different tables of a club, through its proxy; its front page, and the cards for its tables."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import LARGE, SMALL, Phone, seldom
from tests.browser.test_axe import COLOURS, cut_off, faults
from tests.club.house import Club, club

# The front page looks at its tables every five seconds, and shows what it saw within the last two.
PATIENCE = 30_000


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Club]:
    """A club with two tables."""
    with club(tmp_path / "club") as found:
        yield found


@pytest.mark.long(name="extras")
def test_two_games_at_two_tables_never_meet(home: Club, phone: Callable[..., Phone]) -> None:
    """Two phones at each table: seats, taps and what is seen at once are that table's; a code leads to its path."""
    pairs = {}
    for name in home.tables:
        pairs[name] = ann, ben = phone(SMALL), phone(SMALL)
        ann.sits_down(home.at(name), f"Ann {name}")
        ben.sits_down(home.at(name), f"Ben {name}")
        expect(ann.sees("seat-1")).to_contain_text(f"Ben {name}")
    window, corner = pairs["window"][0], pairs["corner"][0]
    with urlopen(f"{home.at('window')}/qr.svg") as code:
        svg = code.read().decode()
    assert decoded(window.page, svg) == home.at("window")
    for ann, ben in pairs.values():
        ann.tap("start")
        ben.sees("screen-play")
    before = corner.state()["version"]
    state = window.state()
    pick = next(offer for offer in state["game"]["offers"] if offer["kind"] == "pick")
    answer = window.page.evaluate(
        """async (command) => (await fetch("api/act", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ id: "by-hand", by: 0, command }),
        })).status""",
        pick["command"],
    )
    assert answer == 200
    # The other phone of this table hears of it by its stream; the other table has heard of nothing.
    heading = pairs["window"][1].page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ann window is conquering")
    assert corner.state()["version"] == before
    cookies = {cookie["path"] for cookie in window.context.cookies() if cookie["name"] == "phone"}
    assert cookies == {"/t/window"}


def decoded(page: Page, svg: str) -> str:
    """What a camera reads off a code."""
    other = page.context.new_page()
    other.set_content(svg)
    picture = other.screenshot()
    other.close()
    codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))
    return str(codes[0].text)


@pytest.mark.long(name="extras")
def test_one_phone_at_two_tables_keeps_them_apart(home: Club, phone: Callable[..., Phone]) -> None:
    """Seats, switches, languages and what waits to be sent: nothing that one table keeps on a phone is another's."""
    ann = phone(LARGE)
    ann.sits_down(home.at("window"), "Ann")
    ann.page.evaluate("document.cookie = 'language=de; max-age=1000'")
    stored = "import('./static/lib/page.js').then(({ setting, stored }) => (setting('shake', false), stored('taps')))"
    assert ann.page.evaluate(stored) == "t/window/companion.taps"
    ann.page.goto(home.at("corner"))
    ann.sees("name")
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    assert ann.page.evaluate("import('./static/lib/page.js').then(({ setting }) => setting('shake'))") is True
    ann.sits_down(home.at("corner"), "Anna")
    seats = {cookie["path"]: cookie["value"] for cookie in ann.context.cookies() if cookie["name"] == "phone"}
    assert seats.keys() == {"/t/window", "/t/corner"}
    assert len(set(seats.values())) == 2
    for name, called in (("window", "Ann"), ("corner", "Anna")):
        ann.page.goto(home.at(name))
        expect(ann.sees("seat-0")).to_contain_text(called)
        assert ann.page.evaluate("fetch('api/me').then((answer) => answer.json())")["seats"] == [0]


@pytest.mark.long(name="extras")
def test_every_page_of_a_table_works_below_its_path(home: Club, phone: Callable[..., Phone]) -> None:
    """From page to page by their links, and no page asks for anything outside of the table's path."""
    ann = phone(LARGE)
    asked: list[str] = []
    ann.last_page().on("request", lambda request: asked.append(request.url))
    failed: list[str] = []
    ann.last_page().on(
        "response", lambda answer: answer.status >= 400 and failed.append(f"{answer.status} {answer.url}")
    )
    ann.sits_down(home.at("window"), "Ann")
    for page, place in (
        ("maker", "screen-shelf"),
        ("games", "back"),
        ("status", "back"),
        ("dice", "back"),
        ("rules", "back"),
        ("card", "card-open"),
        ("table", "qr"),
    ):
        ann.page.goto(f"{home.at('window')}/{page}")
        if place == "screen-shelf":
            expect(ann.page.get_by_role("link").first).to_be_visible()
        else:
            ann.sees(place)
        if place == "back":
            ann.tap("back")
            ann.sees("screen-lobby")
    assert [url for url in asked if not url.startswith((f"{home.at('window')}", "data:", "blob:"))] == []
    assert failed == []


@pytest.mark.long(name="extras")
def test_the_front_page_follows_its_tables(home: Club, phone: Callable[..., Phone], browser: Browser) -> None:
    """Free, about to begin, playing with its turn, away and back: each table in a card, with who sits there."""
    wall = browser.new_page(viewport={"width": 1280, "height": 720}, locale="en-GB")
    wall.goto(home.address)
    place = {name: wall.locator(f"[data-test=table-{name}] .now") for name in home.tables}
    for each in place.values():
        expect(each).to_have_attribute("data-stage", "free")
    ann, ben = phone(SMALL), phone(SMALL)
    ann.sits_down(home.at("window"), "Ann")
    expect(place["window"]).to_contain_text("About to begin", timeout=PATIENCE)
    expect(place["window"]).to_contain_text("Ann")
    ben.sits_down(home.at("window"), "Ben")
    ann.sees("seat-1")
    ann.tap("start")
    expect(place["window"]).to_contain_text("Playing: turn 1 of 10", timeout=PATIENCE)
    expect(place["window"]).to_contain_text("Ann · Ben")
    expect(place["corner"]).to_have_text("Free")
    home.tables["window"].kill()
    expect(place["window"]).to_contain_text("not answering", timeout=PATIENCE)
    home.tables["window"].start()
    expect(place["window"]).to_contain_text("Playing: turn 1 of 10", timeout=PATIENCE)
    wall.locator("[data-test=table-corner] a").click()
    expect(wall.locator("[data-test=name]")).to_be_visible()
    assert wall.url == f"{home.at('corner')}/"
    wall.close()


@pytest.mark.long(name="extras")
@pytest.mark.parametrize("locale", ["fr-FR", *seldom("languages", "en-GB", "de-DE", "es-ES")])
def test_the_clubs_pages_are_for_everybody(home: Club, browser: Browser, locale: str) -> None:
    """Front page, cards and the page of a table that is away: no serious fault, no word cut off, on a small phone."""
    home.tables["corner"].kill()
    context = browser.new_context(viewport={"width": SMALL[0], "height": SMALL[1]}, locale=locale)
    page = context.new_page()
    found = {}
    for path in ("", "/cards", "/t/corner/"):
        page.goto(f"{home.address}{path}")
        expect(page.locator("html")).to_have_attribute("lang", locale[:2])
        expect(page.get_by_role("heading").first).to_be_visible()
        page.emulate_media(color_scheme="light")
        found[path] = faults(page) + cut_off(page)
        page.emulate_media(color_scheme="dark")
        found[f"{path} in the dark"] = faults(page, only=COLOURS)
    context.close()
    assert {path: each for path, each in found.items() if each} == {}


def test_a_card_leads_to_its_table(home: Club, browser: Browser) -> None:
    """Each printed card has the code and the address of its table, and a page of its own."""
    context = browser.new_context(viewport={"width": 800, "height": 1000}, locale="en-GB")
    page = context.new_page()
    page.goto(f"{home.address}/cards")
    for name in home.tables:
        card = page.locator(f"[data-test=card-{name}]")
        expect(card).to_contain_text(home.at(name))
        (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(card.screenshot())))
        assert code.text == home.at(name)
    assert page.pdf().count(b"/Type /Page\n") == len(home.tables)
    context.close()
