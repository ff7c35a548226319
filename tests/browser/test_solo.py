"""One person and the app: from the set-up to the reveal, every tap a person's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import WHOLE_GAME, kinds, shortened
from tests.browser.house import NAMES, USUAL, Table
from tests.browser.players import Player
from tests.browser.policy import Plain, Temper, choose, note

# Ann makes few conquests, so that the evening is not long.
BRIEF = Temper(conquests=2)
APP = (1, 2)

# Whether the wall tells so many steps of the app's turn: one a line, and how many more where there is no room.
TOLD = """count => {
  const card = document.querySelector("[data-test='app-turn']");
  const more = card?.querySelector("[data-test='more-to-do']")?.textContent.match(/\\d+/)?.[0] ?? 0;
  return card?.querySelectorAll(".do").length + Number(more) === count;
}"""


class Solo:
    """Ann alone with two players of the app."""

    def __init__(self, table: Table, ann: Player, wall: Page) -> None:
        self.table, self.ann, self.wall = table, ann, wall
        # She ends her turns by Done.
        self.done: Counter[str] = Counter(accept=1)
        self.cards = 0

    def sits_down(self, turns: int) -> None:
        """Ann takes a seat, adds the app twice, and lets one of them play well, for so many turns."""
        ann = self.ann
        ann.sits_down(self.table.address, NAMES[0])
        for seat in APP:
            ann.tap("add-app")
            ann.sees(f"seat-{seat}")
        ann.tap("edit-2")
        ann.tap("level-hard")
        ann.looks("app-level")
        ann.tap("join")
        expect(ann.sees("seat-2")).to_contain_text("The app plays here: hard")
        ann.looks("solo-lobby")
        if turns < WHOLE_GAME:
            shortened(ann, turns)
        ann.tap("start")
        ann.sees("screen-play")
        ann.seats = [0]
        drawn = ann.context.request.get(f"{self.table.address}/api/map/{ann.state()['game']['map']}").json()
        ann.board = {region["id"]: region["centre"] for region in drawn["regions"]}

    def plays(self) -> None:
        """Play until the last turn is over."""
        while (state := self.ann.state())["phase"] == "play":
            if any(chance["kind"] == "roll" for chance in state["game"]["chances"]):
                self.rolls()
            elif state["game"]["turn"]["seat"] in APP and state["game"]["turn"]["stage"] != "withdraw":
                self.moves_its_pieces(state)
            else:
                self.takes_a_turn(state)

    def rolls(self) -> None:
        """Whoever it is for: a person rolls the real die and taps what it shows."""
        with self.ann.gets_through("/api/roll"):
            self.ann.tap("face-2")
        self.ann.puts_roll_away()

    def moves_its_pieces(self, state: Plain) -> None:
        """Ann reads the card, ticks off what she has done, and says that she is done."""
        ann, turn = self.ann, state["game"]["turn"]
        ann.hears(state)
        card = ann.sees("app-turn")
        expect(ann.at("app-done").or_(ann.at("roll-due"))).to_be_visible()
        if ann.at("app-done").count() == 0:
            return
        self.cards += 1
        moves = [step for step in ann.state()["app"]["steps"] if not step["coins"]]
        expect(card.locator(".step")).to_have_count(len(moves))
        expect(ann.at("turn")).to_contain_text("has played")
        ann.looks(f"app-card-{turn['number']}")
        ticked = len(moves) if turn["number"] == 1 else 0
        self.wall.wait_for_function(TOLD, arg=len(moves))
        for place in range(ticked):
            ann.tap(f"app-step-{place}")
            expect(ann.at(f"app-step-{place}")).to_have_attribute("aria-pressed", "true")
        self.wall.wait_for_function(TOLD, arg=len(moves) - ticked)
        with ann.page.expect_request("**/api/act") as sent, ann.gets_through("/api/act"):
            ann.tap("app-done")
        # Said twice it is for this turn alone.
        assert sent.value.post_data_json["seat"] == turn["seat"]
        # Somebody else plays, or Ann puts back the tokens that she has lost.
        turns = "[data-test='turn']"
        other = ann.page.locator(f"{turns}:not([data-seat='{turn['seat']}']), {turns}[data-stage='withdraw']")
        expect(other.or_(ann.at("screen-end"))).to_be_visible()

    def takes_a_turn(self, state: Plain) -> None:
        """Ann does the next thing of her own turn, or puts lost tokens back."""
        own = [offer for offer in state["game"]["offers"] if offer["seat"] == 0]
        if not own:
            return
        mine = {**state, "game": {**state["game"], "offers": own}}
        offer = choose(mine, self.done, BRIEF)
        if kinds(mine)["conquer"] and self.done[f"conquests of 0 in {state['game']['turn']['number']}"] >= 2:
            offer = next((each for each in own if each["kind"] == "done"), offer)
        self.ann.catches_up(state)
        with self.ann.gets_through("/api/act"):
            self.ann.takes(offer, mine)
        note(self.done, state, offer)

    def reveals(self) -> None:
        """The coins of all three are revealed."""
        ann = self.ann
        ann.sees("screen-end")
        ann.tap("unveil")
        for seat in (0, *APP):
            expect(ann.sees(f"reveal-{seat}").locator(".amount")).to_have_text(re.compile(r"\d"))
        ann.looks("solo-end")


@pytest.mark.long(name="extras")
def test_one_person_and_two_of_the_app_play_to_the_end(
    serve: Callable[..., Table], people: Callable[..., list[Player]], wall: Page, by_hand: int
) -> None:
    """Set-up, two rounds or ten, and the reveal; the app's turns wait for Ann's tap, and everybody has every turn."""
    table = serve()
    (ann,) = people(USUAL)
    solo = Solo(table, ann, wall)
    solo.sits_down(WHOLE_GAME if by_hand == WHOLE_GAME else 2)
    wall.goto(f"{table.address}/table")
    solo.plays()
    assert solo.cards == len(APP) * ann.state()["game"]["turn"]["of"]
    solo.reveals()
