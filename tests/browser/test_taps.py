"""How often thumbs touch the glass in a whole game, counted by the pages themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evening import shortened
from tests.browser.house import PLAIN, Phone, Table
from tests.browser.positions import Position
from tests.browser.test_necromancer import ORDER

Plain = dict[str, Any]
NAMES = ("Ann", "Ben", "Cleo", "Dee")
MOST_CONQUESTS = 3
# A finger that goes down, wherever the page lets it; the page is not loaded again meanwhile.
COUNT = "addEventListener('pointerdown', event => { if (event.isTrusted) window.taps = (window.taps ?? 0) + 1; }, true)"
# Whether the sheet lies over a place of the map.
COVERED = """([region, x, y]) => {
  const shape = document.querySelector(`.tap[data-region='${region}']`);
  const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM());
  return Boolean(document.elementFromPoint(at.x, at.y)?.closest(".panel, nav"));
}"""


class Game:
    """People who record each turn by as few taps as there are, and the taps of each turn by its conquests."""

    def __init__(self, phones: list[Phone]) -> None:
        self.phones = phones
        self.position = Position(phones)
        self.turns: list[tuple[str, int, int]] = []

    def play(self) -> None:
        """Turn by turn to the end; each is printed."""
        while not (game := self.position.game)["over"]:
            seat, number = game["turn"]["seat"], game["turn"]["number"]
            phone = self.phones[seat]
            self.hears(phone)
            expect(phone.at("turn")).to_have_attribute("data-seat", str(seat))
            before = taps(phone)
            kind, conquests = self.turn(phone, seat)
            taken = taps(phone) - before
            print(f"turn {number} of {NAMES[seat]}: {kind}, {conquests} conquests, {taken} taps")
            self.turns.append((kind, conquests, taken))

    def turn(self, phone: Phone, seat: int) -> tuple[str, int]:
        """What kind of turn it was, and the number of its conquests."""
        kinds = {each["kind"] for each in self.offers(seat)}
        if "pick" in kinds:
            phone.picks(PLAIN)
        elif "decline" in kinds and self.sure(seat) < MOST_CONQUESTS:
            with phone.gets_through():
                phone.page.locator("[data-offer='decline']").first.tap()
            with phone.gets_through():
                phone.tap("accept")
            self.rest(seat)
            return "decline", 0
        conquests = 0
        asked = False
        while conquests < MOST_CONQUESTS and self.sure(seat):
            self.hears(phone)
            lies = self.position.game["regions"]
            ways = Counter(each["region"] for each in self.offers(seat))
            # Where nobody has said how many stand, and where there are several ways, the sheet asks.
            asks = {each for each in lies if lies[each].get("unconfirmed") or ways[each] > 1}
            foreign = [each for each in phone.open_regions() if lies[each]["seat"] != seat]
            region = min(foreign, key=lambda each: (each in asks, covered(phone, each)))
            with phone.gets_through():
                phone.touch(region)
                if region in asks:
                    asked = True
                    phone.sees("sheet").locator("button.main").tap()
            conquests += 1
        self.hears(phone)
        done = any(each["kind"] == "done" for each in self.offers(seat))
        if done:
            with phone.gets_through():
                phone.tap("done")
        over = self.position.game["turn"]["seat"] != seat or self.position.game["over"]
        self.rest(seat)
        return ("pick" if "pick" in kinds else "expand" if done and over and not asked else "asked"), conquests

    def hears(self, phone: Phone) -> None:
        """Wait until a phone shows how things stand."""
        phone.hears(phone.state())

    def offers(self, seat: int) -> list[Plain]:
        """What a seat may do."""
        return [each for each in self.position.game["offers"] if each["seat"] == seat]

    def sure(self, seat: int) -> int:
        """How many regions a tap conquers, before or after the tokens are readied."""
        return sum(each["kind"] == "conquer" for each in self.offers(seat))

    def rest(self, seat: int) -> None:
        """What else is asked before the next turn is answered as proposed, without a tap."""
        while (game := self.position.game)["turn"]["seat"] == seat and not game["over"] and self.begun(game):
            found = [each for kind in ORDER if kind != "conquer" for each in game["offers"] if each["kind"] == kind]
            chosen = found[0]
            body = {"by": chosen["seat"], "seat": chosen["seat"], "command": chosen["command"]}
            self.position.post(self.phones[chosen["seat"]], "/api/act", **body)

    def begun(self, game: Plain) -> bool:
        """Whether the turn has begun: the last player of a round may be the first of the next."""
        return game["turn"]["stage"] != "begin"


def covered(phone: Phone, region: str) -> bool:
    """Whether the sheet lies over a region's middle, and only its upper edge could be tapped."""
    found: bool = phone.page.evaluate(COVERED, [region, *phone.middle(region)])
    return found


def taps(phone: Phone) -> int:
    """How often the page was touched."""
    found: int = phone.page.evaluate("window.taps ?? 0")
    return found


@pytest.mark.long(name="evenings")
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_by_as_few_taps_as_there_are(
    serve: Callable[..., Table], phone: Callable[..., Phone], players: int
) -> None:
    """One tap for each conquest and one for Done, in every turn of a game that asks for nothing else.

    Two play three turns, four as many as are printed.
    """
    table = serve(seed="few")
    phones = [phone() for _ in range(players)]
    for each, name in zip(phones, NAMES, strict=False):
        each.last_page().add_init_script(COUNT)
        each.sits_down(table.address, name)
    if players == 2:
        shortened(phones[0], 3)
    with phones[0].gets_through("/api/start"):
        phones[0].tap("start")
    game = Game(phones)
    game.play()
    print(f"{len(game.turns)} turns: {sum(taken for *_, taken in game.turns)} taps")
    ordinary = [(conquests, taken) for kind, conquests, taken in game.turns if kind == "expand"]
    assert len(ordinary) > len(game.turns) / 4, game.turns
    assert all(taken == conquests + 1 for conquests, taken in ordinary), game.turns
