"""Players: people with a phone who know the game, do everything by taps and look whether the page shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.hearing import Hearing
from tests.browser.house import ROLLED, Motion, Phone, keep_picture, shows_meanwhile
from tests.browser.policy import Plain, filled
from tests.browser.shelf import Shelf


class Album:
    """Screenshots for people to look at, where SMALLWORLD_SCREENS names a folder; else nobody waits for them."""

    def __init__(self) -> None:
        self.kept: set[str] = set()

    def keep(self, name: str, page: Page) -> None:
        """Take a picture of a page, the first time it is asked for by this name."""
        if name not in self.kept:
            self.kept.add(name)
            keep_picture(page, name)


class Player(Phone):
    """A person with a phone. `seats` and `board`, the middle of each region, are known once the game has begun."""

    def __init__(
        self, browser: Browser | Shelf, size: tuple[int, int], album: Album, *, dark: bool, motion: Motion
    ) -> None:
        super().__init__(browser, size, dark=dark, motion=motion)
        self.album = album
        self.hearing = Hearing(self.page)
        self.fingers = self.context.new_cdp_session(self.page)
        self.seats: list[int] = []
        self.board: dict[str, list[float]] = {}

    @property
    def seat(self) -> int:
        """The seat of a phone that has one, or its first."""
        return self.seats[0]

    # Fingers.

    def middle(self, id: str) -> list[float]:
        """The middle of a region, which does not move."""
        return self.board[id]

    def spot(self, id: str) -> tuple[float, float]:
        """The middle of a region, from the corner of the box round it."""
        x, y = self.region(id).evaluate(SPOT, self.board[id])
        return x, y

    @contextmanager
    def holding(self, place: Locator, position: tuple[float, float] | None = None) -> Iterator[None]:
        """Hold a finger on something, and lift it afterwards."""
        place.scroll_into_view_if_needed()
        self._finger("touchStart", *self._middle(place, position))
        yield
        self._finger("touchEnd")

    @contextmanager
    def dragging(self, start: Locator, end: Locator) -> Iterator[None]:
        """Drag something onto something else; meanwhile the finger rests there, before it lifts."""
        start.evaluate("place => place.scrollIntoView({block: 'center'})")
        (x, y), (to_x, to_y) = self._middle(start), self._middle(end)
        self._finger("touchStart", x, y)
        # The finger comes to rest before it lifts: else the browser takes it for a fling, and the next tap for its end.
        for share in (0.25, 0.5, 0.75, *[1] * 10):
            self._finger("touchMove", x + share * (to_x - x), y + share * (to_y - y))
            self.page.evaluate(FRAME)
        yield
        self._finger("touchEnd")

    def _middle(self, place: Locator, position: tuple[float, float] | None = None) -> tuple[float, float]:
        """Where on the page the middle of something is, or another spot of it."""
        box = place.bounding_box()
        assert box
        x, y = position or (box["width"] / 2, box["height"] / 2)
        return box["x"] + x, box["y"] + y

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
        self.album.keep(name, self.page)

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
        self.hears(state)
        turn = state["game"]["turn"]
        header = self.at("turn")
        expect(header).to_have_attribute("data-seat", str(turn["seat"]))
        expect(header).to_have_attribute("data-stage", turn["stage"])
        # The phone of one whose turn it is says so; others read who does what.
        mover = turn["seat"] if turn["asked"] is None else turn["asked"]
        own = state["game"]["turn"]["stage"] == "withdraw" or self.seats == [mover]
        expect(header).to_contain_text(
            re.compile(f"{re.escape(turn['text'])}|{TITLES}" if own else re.escape(turn["text"]))
        )
        last = state["last"]
        shown = self.at("happened").filter(has_text=last["text"]) if last else self.at("happened")
        # Whoever is to pick is led away from the map at any moment.
        elsewhere = self.page.locator("[data-test='nav-map']:not([aria-current])")
        expect(shown.or_(elsewhere).first).to_be_visible()

    @contextmanager
    def reads_roll(self) -> Iterator[None]:
        """What is rolled meanwhile stands large on the phone, until it is put away or some seconds later."""
        with shows_meanwhile(self.page, ROLLED) as shown:
            yield
        assert f"{self.state()['last_roll']['text']}<" in shown[0]
        self.looks("die-result")
        self.puts_roll_away()

    # Playing.

    def deals(self, chance: Plain, piece: str) -> None:
        """Tap in a banner or badge that came up on the table."""
        grid = self.page.locator(f"[data-test='deal-{chance['kind']}'] .pieces[data-occasion='{chance['occasion']}']")
        expect(grid).to_be_visible()
        self.looks(f"deal-{chance['kind']}")
        with self.gets_through("/api/act"):
            grid.locator(f"[data-test='piece-{piece}']").tap()

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
                sheet = self.sees("score")
                expect(sheet.locator("tbody tr")).to_have_count(len(state["game"]["sheet"]["lines"]))
                self.looks("score-sheet")
                self.tap("accept-decline" if offer["command"]["decline"] else "accept")
            case "done":
                self.goes_to("map")
                turn = self.at("turn").evaluate(TURN)
                self.tap("done")
                if self.page.wait_for_function(DONE, arg=turn).json_value() == "said":
                    # What stays off the map is said once.
                    self.tap("done")
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
        uncounted = state["game"]["regions"][region].get("unconfirmed")
        if uncounted or sum(one["region"] == region for one in state["game"]["offers"]) > 1:
            sheet = self.sees("sheet")
            way = sheet.locator(".ways button").filter(has_text=re.compile(rf"^\s*{re.escape(offer['label'])}"))
            expect(way).to_have_count(1)
            self.looks("region-sheet-ways")
            way.tap()

    def _attempts(self, offer: Plain) -> None:
        """Tap a region that is too dear, read why it cannot be had, and try it with the die."""
        self.goes_to("map")
        hand = self.sees("hand").inner_text()
        self.touch(offer["region"])
        self.sees("way-attempt")
        expect(self.sees("refusal")).to_have_text(
            f"Costs {offer['bill']['text']}; you have {hand}, but you can try the die"
        )
        self.looks("refusal-the-die-could-do-it")
        self.sees("sheet").locator("[data-test='way-attempt']").tap()

    def _fills(self, offer: Plain) -> None:
        """Bring an offer's form to the front, fill it in by plus and minus, and confirm it."""
        self.goes_to("map")
        form, confirm = self.at(f"form-{offer['kind']}"), self.at("confirm")
        # A form of the turn lies open by itself; another one is asked for.
        expect(self.page.locator(".form, [data-offer]").first).to_be_visible()
        if not (confirm.count() and confirm.inner_text().strip().startswith(offer["label"])):
            self.page.locator(f"[data-offer='{offer['id']}']").tap()
        expect(confirm).to_contain_text(offer["label"])
        counts = {slot["id"]: slot["start"] for slot in offer["form"]["slots"]}
        for id, wanted in sorted(filled(offer).items(), key=lambda item: item[1] - counts[item[0]]):
            steps = form.locator(f"[data-test='slot-{id}'] button.round")
            for _ in range(abs(wanted - counts[id])):
                steps.nth(0 if wanted < counts[id] else 1).tap()
            expect(form.locator(f"[data-test='slot-{id}'] output")).to_have_text(str(wanted))
        self.looks(f"form-{offer['kind']}")
        confirm.tap()


# From a point of the board to the same point of a region's path, from the corner of the box round it.
SPOT = """(path, [x, y]) => {
  const spot = new DOMPoint(x, y).matrixTransform(path.getScreenCTM()), lies = path.getBoundingClientRect();
  return [spot.x - lies.x, spot.y - lies.y];
}"""

# What a tap on Done came to: a word about what is not placed, or another stage or turn.
TURN = "header => header.dataset.seat + header.dataset.stage"
DONE = f"""turn => {{
  const header = document.querySelector("[data-test='turn']"), left = document.querySelector("[data-test='remaining']");
  if (left?.textContent.includes("not placed")) return "said";
  return header && ({TURN})(header) === turn ? null : "done";
}}"""

# What the phone of whoever is to do something has as its title, instead of the name, and that of others meanwhile.
TITLES = "Your turn|Your score|[Rr]edeploy |[Pp]lace your|[Pp]ut |Waiting for "

FRAME = "() => new Promise(resume => requestAnimationFrame(resume))"

REGIONS = """() => Object.fromEntries([...document.querySelectorAll(".tap[data-region]")]
  .map(region => [region.dataset.region, region.getAttribute("aria-label")]))"""
