"""Players: people with a phone who know the game, do everything by taps and look whether the page shows it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.browser.hearing import Hearing
from tests.browser.house import Phone, Table
from tests.browser.policy import Plain, filled

SCREENS = "COMPANION_SCREENS"


class Album:
    """Screenshots in one folder: the one that COMPANION_SCREENS names, so that people can look at them."""

    def __init__(self, otherwise: Path) -> None:
        self.folder = Path(os.environ.get(SCREENS) or otherwise)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.kept: set[str] = set()

    def keep(self, name: str, phone: Phone) -> None:
        """Take a picture of a phone, the first time it is asked for by this name."""
        if name not in self.kept:
            self.kept.add(name)
            phone.page.screenshot(path=self.folder / f"{name}.png")


class Player(Phone):
    """A person with a phone. `seat` is known once the seats are in order."""

    def __init__(self, browser: Browser, size: tuple[int, int], album: Album, *, dark: bool = False) -> None:
        super().__init__(browser, size, dark=dark)
        self.album = album
        self.hearing = Hearing(self.page)
        self.fingers = self.context.new_cdp_session(self.page)
        self.seat = -1

    # Fingers.

    def touch(self, id: str) -> None:
        """Tap a region where its number and its tokens are."""
        place = self.region(id)
        x, y = place.evaluate(CENTRE)
        place.tap(position={"x": x, "y": y})

    @contextmanager
    def holding(self, place: Locator, position: tuple[float, float] | None = None) -> Iterator[None]:
        """Hold a finger on something, and lift it afterwards."""
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box
        x, y = position or (box["width"] / 2, box["height"] / 2)
        self._finger("touchStart", box["x"] + x, box["y"] + y)
        yield
        self._finger("touchEnd")

    def drag(self, start: Locator, end: Locator) -> None:
        """Drag something onto something else."""
        boxes = start.bounding_box(), end.bounding_box()
        assert boxes[0] and boxes[1]
        spots = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
        self._finger("touchStart", *spots[0])
        for share in (0.25, 0.5, 0.75, 1):
            self._finger("touchMove", *(a + share * (b - a) for a, b in zip(*spots, strict=True)))
        self._finger("touchEnd")

    def _finger(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    # Looking.

    def goes_to(self, screen: str) -> None:
        """Bring one of the screens of the game to the front."""
        button = self.at(f"nav-{screen}")
        if button.get_attribute("aria-current") is None:
            button.tap()
            expect(button).to_have_attribute("aria-current", "page")

    def looks(self, name: str) -> None:
        """Keep what is on the phone now."""
        self.album.keep(name, self)

    def reads_map(self) -> dict[str, str]:
        """What the phone's map says of each region."""
        self.goes_to("map")
        found: dict[str, str] = self.page.evaluate(REGIONS)
        return found

    def catches_up(self, state: Plain) -> None:
        """Wait until the phone shows whose turn it is, and what happened last if its map is in front."""
        if state["phase"] == "reveal":
            self.sees("screen-end")
            return
        turn = state["game"]["turn"]
        header = self.at("turn")
        expect(header).to_have_attribute("data-seat", str(turn["seat"]))
        expect(header).to_have_attribute("data-stage", turn["stage"])
        expect(header).to_contain_text(turn["text"])
        if self.at("nav-map").get_attribute("aria-current"):
            expect(self.at("happened")).to_contain_text(state["last"]["text"])

    def closes_roll(self, state: Plain) -> None:
        """Read a roll off the phone and put it away."""
        rolled = self.sees("rolled")
        expect(rolled).to_contain_text(state["last_roll"]["text"])
        self.looks("die-result")
        rolled.tap()
        expect(rolled).to_have_count(0)

    # Playing.

    def takes(self, offer: Plain, state: Plain) -> None:
        """Do what an offer says."""
        match offer["kind"]:
            case "pick":
                self._picks(offer)
            case "conquer":
                self._conquers(offer, state)
            case "attempt":
                self._attempts(offer)
            case "accept":
                self.goes_to("map")
                self.tap("accept-decline" if offer["command"]["decline"] else "accept")
            case _ if offer["form"]:
                self._fills(offer)
            case _:
                self.goes_to("map")
                self.page.locator(f"[data-offer='{offer['id']}']").tap()

    def _picks(self, offer: Plain) -> None:
        place = offer["command"]["place"]
        self.goes_to("column")
        face = self.sees(f"combo-{place}")
        if face.get_attribute("aria-expanded") == "false":
            face.tap()
        self.sees(f"pick-{place}")
        self.looks("column-own-pick")
        self.tap(f"pick-{place}")

    def _conquers(self, offer: Plain, state: Plain) -> None:
        self.goes_to("map")
        region = offer["region"]
        self.touch(region)
        if sum(one["region"] == region for one in state["game"]["offers"]) > 1:
            sheet = self.sees("sheet")
            way = sheet.locator(".ways button").filter(has_text=re.compile(rf"^\s*{re.escape(offer['label'])}"))
            expect(way).to_have_count(1)
            self.looks("region-sheet-ways")
            way.tap()

    def _attempts(self, offer: Plain) -> None:
        self.goes_to("map")
        self.touch(offer["region"])
        self.sees("way-attempt")
        expect(self.sees("refusal")).to_contain_text("the die could still do it")
        self.looks("refusal-the-die-could-do-it")
        self.sees("sheet").locator("[data-test='way-attempt']").tap()

    def _fills(self, offer: Plain) -> None:
        """Bring an offer's form to the front, fill it in by plus and minus, and confirm it."""
        self.goes_to("map")
        form, confirm = self.at(f"form-{offer['kind']}"), self.at("confirm")
        # A form of the turn lies open by itself; another one is asked for.
        expect(self.page.locator(".form, [data-offer]").first).to_be_visible()
        if not (confirm.count() and confirm.inner_text().strip() == offer["label"]):
            self.page.locator(f"[data-offer='{offer['id']}']").tap()
        expect(confirm).to_have_text(offer["label"])
        counts = {slot["id"]: slot["start"] for slot in offer["form"]["slots"]}
        for id, wanted in sorted(filled(offer).items(), key=lambda item: item[1] - counts[item[0]]):
            steps = form.locator(f"[data-test='slot-{id}'] button.round")
            for _ in range(abs(wanted - counts[id])):
                steps.nth(0 if wanted < counts[id] else 1).tap()
            expect(form.locator(f"[data-test='slot-{id}'] output")).to_have_text(str(wanted))
        self.looks(f"form-{offer['kind']}")
        confirm.tap()


def drive(table: Table, player: Player) -> None:
    """Press the die button for a player who waits for it."""
    player.sees("roll-due")
    player.looks("die-due")
    table.press()


# The middle of a region's number and tokens, from the corner of what can be tapped of it.
CENTRE = """path => {
  const lies = path.getBoundingClientRect(), to = path.getScreenCTM();
  const map = path.closest("svg");
  return [];
}"""

REGIONS = """() => Object.fromEntries([...document.querySelectorAll(".tap[data-region]")]
  .map(region => [region.dataset.region, region.getAttribute("aria-label")]))"""


def amount(state: Plain) -> int:
    """The total of the score sheet that lies open."""
    total: Any = state["game"]["sheet"]["total"]
    return int(total)
