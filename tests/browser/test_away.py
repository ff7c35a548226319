"""Phones that were out of range or asleep: they say so, and what was tapped meanwhile is done once or refused."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Request, Route, expect

from companion.table.session import AT_ONCE
from companion.web.assets import Assets
from tests.browser.house import NAMES, Phone, Table, keep_picture, seldom
from tests.browser.link import Link

# Seven tokens at least, an ordinary first tap, and no piece to place.
STRONG = re.compile(r"^(?!.*(Berserk|Dragon Master|Dwarves|Heroic|Fortified|Bivouacking))")
# Whether a page has been drawn with its style.
WHOLE = """() => Boolean(document.querySelector("[data-test='seat-0']")) && document.styleSheets.length > 0
  && [...document.styleSheets].every((each) => each.cssRules.length > 9)"""

# Whether the page says from now on that it is out of reach.
LOSES = """() => import(`${document.scripts[1].src}/../../lib/page.js`).then(({ onChange, page }) => {
    window.lost = false;
    onChange(() => { window.lost ||= page.link === "lost"; });
})"""


@pytest.fixture
def link(serve: Callable[..., Table]) -> Iterator[Link]:
    """A table, and a line to it."""
    # Now and then a column has no strong combo, and then nothing here could be played.
    table = serve(seed="a strong one")
    line = Link(table.port)
    yield line
    line.close()


@pytest.fixture
def far(link: Link, phone: Callable[..., Phone]) -> list[Phone]:
    """Ann's and Ben's phones in a game for two; only Ann's hangs on the line, and it is her turn."""
    direct = f"http://127.0.0.1:{link.port}"
    phones = [phone(), phone()]
    for each, name, address in zip(phones, NAMES, (link.address, direct), strict=False):
        assert each.context.request.post(f"{address}/api/join", data={"name": name}).ok
    assert phones[1].context.request.post(f"{direct}/api/start", data={}).ok
    for each, address in zip(phones, (link.address, direct), strict=True):
        each.page.goto(address)
        each.sees("screen-play")
    phones[0].picks(STRONG)
    return phones


def conquests(ben: Phone) -> list[str]:
    """What the log says of conquests that stand, the newest first."""
    return [line["text"] for line in ben.state()["log"] if "conquers" in line["text"] and not line["state"]]


def held(phone: Phone, region: str) -> None:
    """Wait until Ann stands on a region, as this phone sees it."""
    expect(phone.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))


def test_a_tap_out_of_range_is_done_once_or_refused(link: Link, far: list[Phone]) -> None:
    """The line goes down: the phone says so; a tap waits and is done once, unless the game moved on meanwhile."""
    ann, ben = far
    # Beside each other at the board's edge: seven tokens are enough for them, and nobody has fewer.
    first, second, third = regions = ("r02", "r03", "r04")
    middles = {region: ann.middle(region) for region in regions}

    def touch(region: str) -> None:
        ann.touch(region, middles[region])

    # Nothing is done meanwhile: the tap waits, also while the page is left, and is done when the line is back.
    link.down()
    ann.sees("lost")
    touch(first)
    ann.sees("kept")
    keep_picture(ann.page, "away-kept")
    touch(second)
    expect(ann.sees("told")).to_contain_text("one tap is already waiting")
    ann.page.goto("about:blank")
    assert conquests(ben) == []
    link.up()
    ann.page.goto(link.address)
    held(ann, first)
    for name in ("lost", "kept"):
        expect(ann.at(name)).to_have_count(0)
    assert len(conquests(ben)) == 1

    # The tap arrives and its answer is lost: it was done, and is not done again.
    link.lose_answers()
    touch(second)
    held(ben, second)
    ann.sees("lost")
    ann.sees("kept")
    link.cut()
    link.up()
    held(ann, second)
    expect(ann.at("kept")).to_have_count(0)
    expect(ann.at("told")).to_have_count(0)
    assert len(conquests(ben)) == 2

    # Something else is done meanwhile: the tap is refused in words, and made anew it counts.
    link.down()
    ann.sees("lost")
    touch(third)
    ann.sees("kept")
    coin = {"type": "set_coins", "seat": 0, "difference": 1}
    assert ben.context.request.post(f"{ben.home}api/act", data={"id": "b", "by": 1, "command": coin}).ok
    # For so long both would count, as taps of two people at once do.
    ben.page.wait_for_timeout(AT_ONCE * 1000)
    link.up()
    expect(ann.sees("told")).to_contain_text("the game moved on")
    expect(ann.at("kept")).to_have_count(0)
    assert len(conquests(ben)) == 2
    ann.at("told").locator("button.round").tap()
    touch(third)
    held(ben, third)

    # Half an answer is none: it breaks off behind its head, the same tap is sent again, and was done once.
    ids: list[str] = []

    def sent_again(request: Request) -> bool:
        if request.url.endswith("/api/act"):
            ids.append(request.post_data_json["id"])
        return len(ids) == 2

    link.breaks_off("POST /api/act")
    with ann.page.expect_request(sent_again):
        ann.sees("offer-finish").tap()
    ann.sees("form-redeploy")
    expect(ann.at("kept")).to_have_count(0)
    expect(ann.at("told")).to_have_count(0)
    assert ids[0] == ids[1]
    assert sum("is done conquering" in line["text"] for line in ben.state()["log"]) == 1

    # A table in trouble is asked again, the second time after a second at the earliest.
    tries: list[float] = []

    def is_in_trouble(route: Route) -> None:
        tries.append(time.monotonic())
        if len(tries) < 3:
            route.fulfill(status=503, json={})
        else:
            route.continue_()

    ann.page.route("**/api/act", is_in_trouble)
    ann.tap("confirm")
    ann.sees("score")
    assert len(tries) == 3
    assert tries[2] - tries[1] > 0.9

    # A line that is dead on one side alone: a fresh one is there before anybody hears of it.
    ann.page.evaluate(LOSES)
    link.forget()
    done = ben.context.request.post(f"{ben.home}api/act", data={"id": "c", "by": 1, "command": coin}).json()
    ann.hears({"changed": done["row"]})
    assert ann.page.evaluate("window.lost") is False


@pytest.mark.parametrize("file", ["phone/main.js", *seldom("moments", "css/", "words/en.js")])
def test_a_page_cut_off_while_it_loads_comes_by_itself(file: str, link: Link, phone: Callable[..., Phone]) -> None:
    """The style, the words or a script breaks off half way: nobody has to load the page again."""
    ann = phone()
    assert ann.context.request.post(f"{link.address}/api/join", data={"name": "Ann"}).ok
    link.breaks_off(f"GET /static/{Assets().digest}/{file}")
    ann.page.goto(link.address, wait_until="commit")
    # Drawn without its style it is loaded again a moment later, so that is waited for first.
    ann.page.wait_for_function(WHOLE)
    assert link.broke
    expect(ann.sees("seat-0")).to_contain_text("Ann")
    expect(ann.page.locator("#connecting")).to_be_hidden()
    assert ann.page.locator("#connecting").text_content() == "Connecting to the table…"
    # What did not arrive is missed once; everything after that is as it should be.
    ann.faults.clear()


def test_a_phone_that_slept_shows_what_was_done(far: list[Phone]) -> None:
    """A page that is put to sleep is away for all others; awake again it shows the newest state without a tap.

    A page without a window is never hidden, so it is told of its sleep by the events that a phone's browser gives it.
    """
    ann, ben = far
    ben.tap("nav-more")
    expect(ben.sees("seats")).not_to_contain_text("phone offline")
    ann.page.evaluate("document.dispatchEvent(new Event('freeze'))")
    expect(ben.at("seats")).to_contain_text("phone offline")
    ben.tap("nav-map")
    ben.sees("offline-0")
    ben.tap("player-0")
    expect(ben.sees("player-sheet")).to_contain_text("phone offline")
    ben.tap("player-close")
    before = ann.region("r02").get_attribute("aria-label")
    hand = str(ben.at("hand").text_content())
    pick = {"type": "conquer", "region": "r02"}
    assert ben.context.request.post(f"{ben.home}api/act", data={"id": "b", "by": 1, "command": pick}).ok
    expect(ben.at("hand")).not_to_have_text(hand)
    assert ann.region("r02").get_attribute("aria-label") == before
    ann.page.evaluate("document.dispatchEvent(new Event('resume'))")
    held(ann, "r02")
    expect(ben.at("offline-0")).to_have_count(0)


def test_a_seat_moves_on_and_the_old_phone_is_out(link: Link, far: list[Phone], phone: Callable[..., Phone]) -> None:
    """Of two phones that ask one gets the seat; the old one says so, shows no coin, and its waiting tap is refused."""
    ann, ben = far
    middle = ann.middle("r02")
    new, other = phone(), phone()

    def moves_to_new() -> None:
        new.tap("rejoin-0")
        ask = ben.page.locator(".ask", has_text=str(new.sees("waiting").locator(".sign").text_content()))
        ask.locator("[data-test='yes']").tap()
        new.sees("screen-play")

    for each in (new, other):
        each.page.goto(ben.home)
    other.tap("rejoin-0")
    other.sees("waiting")

    # The cover is lifted at that very moment.
    ann.tap("nav-purse")
    ann.sees("purse-0").hover()
    ann.page.mouse.down()
    ann.sees("coins")
    moves_to_new()
    expect(ann.sees("moved")).to_contain_text("Ann plays on another phone now")
    expect(ann.at("coins")).to_have_count(0)
    ann.page.mouse.up()
    expect(other.sees("told")).to_contain_text("Nobody approved this phone")
    expect(other.at("waiting")).to_have_count(0)

    # Its battery had died, and it comes back on.
    ann.page.reload()
    keep_picture(ann.page, "away-moved")
    expect(ann.sees("moved")).to_contain_text("Ann")

    # It has the seat back, taps out of range, and meanwhile the seat moves on again.
    ann.tap("rejoin-0")
    ann.sees("waiting")
    ben.tap("yes")
    ann.tap("nav-map")
    link.down()
    ann.sees("lost")
    ann.touch("r02", middle)
    ann.sees("kept")
    new.sees("moved")
    moves_to_new()
    link.up()
    expect(ann.sees("told")).to_contain_text("This phone has no player")
    ann.sees("moved")
    expect(ann.at("kept")).to_have_count(0)
    assert conquests(ben) == []
