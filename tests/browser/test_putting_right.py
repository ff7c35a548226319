"""The cardboard is right: everything is set by taps, in a running game and for one that is taken up in the middle."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import SIZES, Phone, Table
from tests.browser.positions import Position

COMBOS = (
    ("amazons", "alchemist"),
    ("dwarves", "berserk"),
    ("giants", "commando"),
    ("halflings", "flying"),
    ("orcs", "forest"),
    ("skeletons", "hill"),
)


def give(phone: Phone, seat: int, race: str, power: str = "") -> None:
    """Give a player a race by taps on the grids; without a power it is in decline."""
    before = phone.page.locator(".band").count()
    phone.tap(f"give-{seat}-{'active' if power else 'declined'}")
    phone.sees(f"piece-{race}").tap()
    phone.sees(f"piece-{power}" if power else "no-badge").tap()
    expect(phone.page.locator(".band")).to_have_count(before + 1)


def lay_column(phone: Phone) -> None:
    """Lay out six combos by two taps each, with two coins on the first."""
    phone.tap("lay-anew")
    for combo in COMBOS:
        for piece in combo:
            phone.sees(f"piece-{piece}").tap()
    for _ in range(2):
        phone.tap("lay-coins-0-1")


def test_everything_is_put_right(pair: list[Phone]) -> None:
    """Tokens in hand, what an ability remembers, a race out of play, the column, coins and the map are set by taps."""
    ann, ben = pair
    position = Position(pair)
    elves = position.race(0, "elves", "wealthy", r03=2)
    humans = position.race(1, "humans", "fortified", r04=2)
    ann.tap("nav-more")
    ann.sees("put-right").locator("> summary").tap()
    ann.sees("right-races").tap()
    for key in (f"hand-{elves}", f"memo-{elves}-wealthy.paid"):
        ann.tap(f"{key}-plus")
        ann.tap(f"{key}-set")
        expect(ann.at(f"{key}-set")).to_be_disabled()
    ann.tap("right-map")
    ann.sees(f"tool-band-{humans}").tap()
    for _ in range(3):
        ann.touch("r10")
    ann.tap("tool-piece-fortress")
    ann.touch("r10")
    ann.tap(f"tool-band-{elves}")
    ann.tap("tool-fewer")
    ann.touch("r03")
    ann.tap("laying-done")
    expect(ben.region("r10")).to_have_attribute("aria-label", re.compile("3 Humans of Ben, Fortress"))
    expect(ben.region("r03")).to_have_attribute("aria-label", re.compile("1 Elf of Ann"))
    band = position.game["bands"][0]
    assert (band["hand"], band["memory"][0]["value"]) == (1, 1)

    ann.tap("nav-more")
    ann.sees("put-right").locator("> summary").tap()
    ann.sees("right-column").tap()
    lay_column(ann)
    ann.tap("lay-set")
    expect(ann.at("lay-set")).to_have_count(0)
    column = position.game["column"]
    assert [(each["race"], each["power"]) for each in column] == list(COMBOS)
    assert [each["coins"] for each in column] == [2, 0, 0, 0, 0, 0]
    ann.sees("right-coins").tap()
    ann.tap("coins-1-minus")
    ann.tap("coins-1-set")
    expect(ann.at("coins-1-set")).to_be_disabled()
    assert ben.page.request.get(f"{ben.page.url}api/purse?seat=1").json() == {"coins": 4}

    ann.sees("right-races").tap()
    assert ann.page.evaluate("document.documentElement.scrollWidth") == SIZES[0][0]
    for _ in range(2):
        ann.tap(f"drop-{humans}")
    expect(ben.region("r10")).to_have_attribute("aria-label", re.compile("nobody"))


def test_a_game_is_taken_up_in_turn_4(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """A switch beside Begin leads through the whole position on one phone; then turn 4 is played from there."""
    table = serve()
    ann, ben = phones = [phone(size) for size in SIZES[:2]]
    ann.sits_down(table.address, "Ann")
    ben.sits_down(table.address, "Ben")
    ann.sees("seat-1")
    ann.tap("under-way")
    ann.tap("start")
    ann.sees("guide-races")
    give(ann, 0, "trolls", "stout")
    give(ann, 0, "elves")
    give(ann, 1, "humans", "bivouacking")
    ann.tap("guide-next")
    bands = Position(phones).game["bands"]
    for band, taps in zip(bands, ("r03 r03 r03 r04", "r11", "r18 r18 r18 r18 r13"), strict=True):
        ann.sees(f"tool-band-{band['id']}").tap()
        for region in taps.split():
            ann.touch(region)
    ann.tap("tool-nobody")
    ann.touch("r07")
    ann.tap("guide-next")
    ann.sees("guide-column")
    lay_column(ann)
    ann.tap("guide-next")
    ann.sees("guide-turn")
    for _ in range(3):
        ann.tap("turn-number-plus")
    ann.tap("turn-seat-1")
    ann.tap("guide-next")
    ben.sees("yes").tap()
    ann.sees("guide-coins")
    ann.tap("count-0-10")
    ann.tap("count-0")
    ann.tap("guide-next")
    ann.sees("panel")

    game = Position(phones).game
    assert (game["turn"]["number"], game["turn"]["seat"]) == (4, 1)
    assert [(each["race"], each["power"]) for each in game["column"]] == list(COMBOS)
    assert "nobody" in game["regions"]["r07"]["text"]
    expect(ben.region("r13")).to_have_attribute("aria-label", re.compile("1 Human of Ben"))
    assert ann.page.request.get(f"{ann.page.url}api/purse?seat=0").json() == {"coins": 10}

    ben.sees("form-ready")
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "conquer")
    ben.touch("r19")
    expect(ann.region("r19")).to_have_attribute("aria-label", re.compile("of Ben"))
    ben.tap("offer-finish")
    ben.sees("form-redeploy")
    ben.tap("confirm")
    ben.tap("accept")
    ann.sees("form-ready")
    expect(ann.at("turn")).to_contain_text("turn 5")
