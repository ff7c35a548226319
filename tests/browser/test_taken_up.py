"""A game that is in its fourth turn on the cardboard is tapped in, and played on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.evening import WHOLE_GAME, Evening
from tests.browser.house import NAMES, Phone, Sizes, Table
from tests.browser.players import Album, Player
from tests.browser.policy import Temper
from tests.browser.positions import COMBOS, lay_column

# Each with where its tokens and pieces lie, a region as often as it has some; the race without a power is in decline.
RACES = (
    (0, "trolls", "stout", "r03 r03 r03 r04 r09 r09", {"lair": "r03 r04 r09"}),
    (0, "elves", "", "r11 r13", {}),
    (1, "humans", "bivouacking", "r18 r18 r18 r19 r25 r25", {"encampment": "r18 r18 r19 r25 r25"}),
    (1, "ratmen", "", "r21 r17", {}),
    (2, "wizards", "merchant", "r26 r26 r26 r27 r28", {}),
    (2, "tritons", "", "r29 r22", {}),
)
# Lost Tribes that were taken by races which are not there any more.
DESERTED = "r08 r12"
COINS = (24, 31, 19)
# A page's states come when `heard` is called, as with a radio that brings answers sooner.
LATE = """
const held = [];
let late = false;
window.EventSource = class extends EventSource {
  addEventListener(kind, hear) {
    super.addEventListener(kind, (message) => (late ? held.push(() => hear(message)) : hear(message)));
  }
};
window.hold = () => { late = true; };
window.heard = () => { late = false; for (const hear of held.splice(0)) hear(); };
"""
# What entering all of it costs, everybody's coins and the yes to the turn included.
TAPS = 108


@pytest.mark.long(name="moments")
def test_a_state_of_the_lobby_that_comes_late_ends_no_guide(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Ann's phone has the answer that the game has begun before it hears of who deals in the lobby."""
    table, ann, ben = serve(), phone(), phone()
    ann.last_page().add_init_script(LATE)
    ann.sits_down(table.address, "Ann")
    ben.sits_down(table.address, "Ben")
    ann.sees("seat-1")
    ann.unfolds("begun")
    ann.tap("under-way")
    ann.page.evaluate("hold()")
    with ann.page.expect_response("**/api/start"):
        ann.tap("start")
    expect(ben.page.locator("svg.map")).to_be_visible()
    ann.page.evaluate("heard()")
    ann.sees("guide-races")
    # The state of the game has come, too.
    expect(ann.sees("guide-races")).to_be_visible()


def test_whoever_enters_a_game_finds_the_way_again(seated: list[Phone]) -> None:
    """The page is loaded again half way, as when a phone has slept: it goes on entering, from the beginning."""
    ann = seated[0]
    ann.unfolds("begun")
    ann.tap("under-way")
    ann.tap("start")
    ann.sees("guide-races")
    ann.tap("guide-next")
    expect(ann.at("guide-races")).to_have_count(0)
    ann.page.reload()
    ann.sees("guide-races")


@pytest.mark.long(name="extras")
def test_a_game_is_taken_up_in_turn_4(
    serve: Callable[..., Table], people: Callable[..., list[Player]], album: Album, sizes: Sizes, by_hand: int
) -> None:
    """A switch beside Begin leads through the position; each counts their coins on their phone. It can be played on."""
    table = serve()
    ann, ben, cleo = everybody = people(*sizes)
    evening = Evening(table, everybody, album, temper=Temper(2, 2), faces=(2, 0, 1, 3, 0), by_hand=by_hand)
    evening.sit_down(*NAMES)
    ann.taps = ben.taps = cleo.taps = 0
    ann.unfolds("begun")
    ann.tap("under-way")
    ann.tap("start")
    evening.begin(entering=ann)
    enter_races(ann)
    ann.tap("guide-next")
    enter_map(ann)
    ann.tap("guide-next")
    ann.sees("guide-column")
    lay_column(ann)
    ann.looks("guide-column")
    ann.tap("guide-next")
    for _ in range(3):
        ann.tap("turn-number-plus")
    ann.tap("turn-seat-1")
    ann.looks("guide-turn")
    ann.tap("guide-next")
    ben.looks("guide-yes")
    ben.tap("yes")
    ann.sees("guide-coins")
    count(ann, COINS[0], covered=False)
    ann.looks("guide-coins")
    ann.tap("guide-next")
    for player in (ben, cleo):
        player.tap("nav-purse")
        count(player, COINS[player.seat])
    taps = sum(player.taps for player in everybody)
    assert 0 < taps <= TAPS, taps

    for player in everybody:
        player.goes_to("map")
    game = evening.state()["game"]
    assert (game["turn"]["number"], game["turn"]["seat"]) == (4, 1)
    assert [(combo["race"], combo["power"], combo["coins"]) for combo in game["column"]] == [
        (*combo, 2 if place == 0 else 0) for place, combo in enumerate(COMBOS)
    ]
    for seat, race, _, regions, pieces in RACES:
        for region in set(regions.split()):
            lies = game["regions"][region]
            assert (lies["seat"], lies["race"], lies["tokens"]) == (seat, race, regions.split().count(region))
            found = {marker["kind"]: marker["count"] for marker in lies["markers"]}
            assert found == {kind: where.split().count(region) for kind, where in pieces.items() if region in where}
    assert not any(game["regions"][region]["tribe"] for region in DESERTED.split())
    if by_hand < WHOLE_GAME:
        evening.step(evening.state())
        return
    for player in everybody:
        evening.coins[player.seat] = COINS[player.seat]
        evening.done[f"race of {player.seat}"] = 3
    evening.play()
    evening.end()


def enter_races(player: Player) -> None:
    """Give each player the races by taps on the grids: the banner, then the badge."""
    player.sees("guide-races")
    for number, (seat, race, power, *_) in enumerate(RACES, 1):
        player.tap(f"give-{seat}-{'active' if power else 'declined'}")
        player.tap(f"piece-{race}")
        if number == 1:
            player.looks("guide-races")
        player.tap(f"piece-{power}" if power else "no-badge")
        expect(player.page.locator(".band")).to_have_count(number)


def enter_map(player: Player) -> None:
    """Take each race and its pieces in hand, and tap where they lie."""
    bands = {band["race"]: band["id"] for band in player.state()["game"]["bands"]}
    for _, race, _, regions, pieces in RACES:
        player.tap(f"tool-band-{bands[race]}")
        for region in regions.split():
            player.touch(region)
        for kind, where in pieces.items():
            player.tap(f"tool-piece-{kind}")
            for region in where.split():
                player.touch(region)
    player.tap("tool-nobody")
    for region in DESERTED.split():
        player.touch(region)
    player.looks("guide-map")


def count(player: Player, coins: int, *, covered: bool = True) -> None:
    """Set the own coins to what was counted."""
    if covered:
        player.taps += 1
        player.page.locator(".count summary").tap()
    for value in (10, 5, 3, 1):
        times, coins = divmod(coins, value)
        for _ in range(times):
            player.tap(f"count-{player.seat}-{value}")
    if covered:
        player.tap(f"check-{player.seat}")
    with player.gets_through("/api/purse"):
        player.tap(f"count-{player.seat}")
