"""Boards that lie apart on the table: drawn in the lobby, shown one at a time, swiped between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.house import LARGE, NAMES, SMALL, Phone, Table, drawn, keep_picture
from tests.browser.players import Album, Player
from tests.browser.policy import Temper
from tests.browser.positions import Position
from tests.browser.test_first_game import wants_tips

# What comes up in a game for two, in this order. Nobody pays anybody, so that their sheets add up.
DECK = (
    ("warcraft-orcs", "sailing"),
    ("night-elves", "garrisoned"),
    ("naga", "fishing"),
    ("warcraft-dwarves", "mining"),
    ("tauren", "explorer"),
    ("draenei", "defensive"),
    ("warcraft-trolls", "battle-master"),
    ("warcraft-kobolds", "mountaineer"),
    ("blood-elves", "beast-master"),
    ("gnomes", "archaeologist"),
    ("warcraft-humans", "ranger"),
    ("ethereals", "farmer"),
    ("forsaken", "herbalist"),
    ("warcraft-goblins", "swamp-walker"),
    ("pandaren", "enraged"),
    ("worgen", "blacksmith"),
)
FOUND = ("dark-portal", "spirit-healer")
ISLANDS = ("l1a", "s1a")
FACES = (2, 0, 1, 3, 0)


def stage(phone: Phone, stage: str, seat: int) -> None:
    """Wait until a phone shows whose turn it is and how far it has come."""
    expect(phone.at("turn")).to_have_attribute("data-stage", stage)
    expect(phone.at("turn")).to_have_attribute("data-seat", str(seat))


def lays_out(phone: Phone) -> None:
    """Tick the box, and tap the islands that lie on the table, whichever were drawn."""
    phone.unfolds("boxes")
    phone.tap("box-warcraft")
    for face in ISLANDS:
        expect(phone.at(f"face-{face}")).to_be_visible()
        if phone.at(f"face-{face}").get_attribute("aria-pressed") == "false":
            phone.tap(f"face-{face}")
        expect(phone.at(f"face-{face}")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long(name="extras")
def test_a_game_on_islands_to_the_reveal(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """An island is tapped in the lobby; in the game one fills the phone, and a swipe or a tap brings the other. What
    lies face down is turned up by a conquest, another island is reached over the sea, and the purses are opened."""
    table = serve()
    ann, ben = phone(), phone()
    for each, name in ((ann, "Ann"), (ben, "Ben")):
        each.sits_down(table.address, name)
    lays_out(ann)
    for face in ISLANDS:
        expect(ben.at(f"face-{face}")).to_have_attribute("aria-pressed", "true")
    keep_picture(ann.page, "isles-lobby", whole=True)
    ann.tap("start")
    ann.sees("screen-play")
    ann.tap("nav-map")
    large, small = ann.region("r08"), ann.region("r18")
    expect(large).to_be_in_viewport()
    expect(small).not_to_be_in_viewport()
    expect(ann.at("isle-0")).to_have_attribute("aria-current", "true")
    keep_picture(ann.page, "isles-map")
    ann.tap("map-whole")
    for region in (large, small):
        expect(region).to_be_in_viewport()
    keep_picture(ann.page, "isles-whole")
    ann.tap("isle-1")
    expect(small).to_be_in_viewport()
    expect(large).not_to_be_in_viewport()

    # The last turn: what lay face down comes to light and pays, and a journey to the small island costs 1 more.
    position = Position([ann, ben])
    orcs = position.race(0, "warcraft-orcs", "mining", r02=2)
    position.race(1, "naga", "farmer", r10=1)
    position.turn(10, 0)
    stage(ann, "begin", 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    stage(ann, "conquer", 0)
    position.enter(type="set_band", band=orcs, hand=9)
    expect(ann.at("hand")).to_have_text("9")
    ann.touch("r08")
    expect(ann.at("hand")).to_have_text("7")
    (found,) = position.game["regions"]["r08"]["markers"] or [{"kind": "eternity"}]
    assert found["kind"] != "face-down"
    keep_picture(ann.page, "isles-found")
    # Whatever it was, from here on it is something that makes no other way to conquer.
    portal = [{"kind": "dark-portal", "band": 0}]
    position.enter(type="set_region", region="r08", band=orcs, tokens=2, markers=portal)
    # Nobody has read its rule when the race was picked: the tip leads there.
    wants_tips(ann)
    ann.tap("coach-read")
    expect(ann.sees("explained-dark-portal")).to_contain_text("2 coins")
    ann.page.keyboard.press("Escape")
    ann.tap("isle-1")
    expect(small).to_be_in_viewport()
    ann.touch("r19")
    expect(ann.at("hand")).to_have_text("4")
    keep_picture(ann.page, "isles-landed")
    ann.tap("offer-finish")
    ann.sees("form-redeploy")
    ann.tap("confirm")
    expect(ann.sees("score")).to_contain_text("Dark Portal")
    keep_picture(ann.page, "isles-score")
    ann.tap("accept")
    stage(ben, "begin", 1)
    ann.tap("score-shut")
    # Swipes come last on this phone: a finger that is put down while a map still glides only stops it.
    ann.tap("isle-1")
    expect(ann.at("isle-1")).to_have_attribute("aria-current", "true")
    frame = ann.page.locator(".mapframe").bounding_box()
    assert frame
    # On an upright phone the map is turned: the islands are one above the other.
    middle, top, low = frame["x"] + frame["width"] / 2, frame["y"] + 70, frame["y"] + frame["height"] - 120
    ann.slide((middle, top), (middle, low))
    expect(large).to_be_in_viewport()
    expect(ann.at("isle-0")).to_have_attribute("aria-current", "true")
    ann.slide((middle, low), (middle, top))
    expect(small).to_be_in_viewport()
    expect(large).not_to_be_in_viewport()
    ben.tap("confirm")
    stage(ben, "conquer", 1)
    ben.tap("offer-finish")
    ben.sees("form-redeploy")
    ben.tap("confirm")
    ben.sees("score")
    ben.tap("accept")
    ann.sees("screen-end")
    while not position.game["winner"]:
        position.enter(type="unveil")
    ben.sees("winner")
    keep_picture(ben.page, "isles-end")


# Buttons of which the page's own bar covers a part.
UNDER_THE_BAR = """acts => {
  const bar = document.querySelector('nav').getBoundingClientRect();
  return acts.filter((act) => act.getBoundingClientRect().bottom > bar.top).map((act) => act.textContent);
}"""
# Whether a finger beside the buttons of the islands meets the map, on the left and on the right.
BESIDE_BUTTONS = """() => {
  const isles = document.querySelector('.isles').getBoundingClientRect();
  const map = document.querySelector('.mapbox');
  return [isles.left + 20, isles.right - 20].map(
    (x) => map.contains(document.elementFromPoint(x, isles.top + isles.height / 2)));
}"""


def opens_islands(serve: Callable[..., Table], phone: Callable[..., Phone]) -> tuple[Phone, Position]:
    """Ann and Ben on one small phone; a game on two islands has begun."""
    ann, table = phone((360, 640)), serve()
    ann.sits_down(table.address, "Ann")
    ann.tap("add-player")
    ann.sees("name").fill("Ben")
    ann.tap("join")
    ann.sees("seat-1")
    lays_out(ann)
    ann.tap("start")
    ann.sees("screen-play")
    return ann, Position([ann, ann])


def at_battleground(position: Position) -> int:
    """Ann begins a turn with a race that may fight for either side: its number."""
    band = position.race(0, "ethereals", "farmer", r08=3, r02=4)
    place = [{"kind": "battleground", "band": 0}]
    position.enter(type="set_region", region="r08", band=band, tokens=3, markers=place)
    position.turn(4, 0)
    return band


@pytest.mark.long(name="extras")
def test_a_tap_beside_the_buttons_of_the_islands_meets_the_map(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Where the sheet lies over a little of the map they do, too: a region there would take no tap."""
    ann, position = opens_islands(serve, phone)
    at_battleground(position)
    ann.sees("offer-act")
    drawn(ann.page)
    assert ann.page.evaluate(BESIDE_BUTTONS) == [True, True]


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("corrected", [False, True])
def test_what_else_can_be_done_is_whole_on_a_small_phone(
    serve: Callable[..., Table], phone: Callable[..., Phone], corrected: bool
) -> None:
    """Two acts of a place below the two ways to begin a turn; also after a correction, which stands above them."""
    ann, position = opens_islands(serve, phone)
    orcs = position.race(0, "ethereals", "farmer", r08=3, r02=4)
    position.enter(type="set_region", region="r08", band=orcs, tokens=3, markers=[{"kind": "battleground", "band": 0}])
    position.turn(4, 0)
    ann.sees("form-ready")
    if corrected:
        position.enter(type="set_region", region="r02", band=orcs, tokens=5)
        expect(ann.at("happened")).to_contain_text("corrected")
    for act in ann.at("offer-act").all():
        expect(act).to_be_in_viewport(ratio=1)
    drawn(ann.page)
    assert ann.at("offer-act").evaluate_all(UNDER_THE_BAR) == []


@pytest.mark.long(name="isles")
def test_a_whole_game_on_islands(
    serve: Callable[..., Table], people: Callable[..., list[Player]], album: Album
) -> None:
    """Two who shuffle their own pieces play all ten turns by taps, from island to island, and the log agrees on the
    coins at the reveal."""
    table = serve("--dealing", "table")
    ann, ben = people(SMALL, LARGE)
    evening = Evening(table, (ann, ben), album, temper=Temper(3, 2), deck=DECK, finds=FOUND, faces=FACES)
    evening.sit_down(*NAMES[:2])
    lays_out(ann)
    ann.tap("start")
    evening.begin()
    evening.play()
    evening.end()
