"""A table in a process of its own, and phones that are held, tapped and looked at."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Error, Locator, Page, TimeoutError, expect

from tests import chance
from tests.browser.finger import AIM, FINGER, OPEN_MAP
from tests.browser.shelf import Shelf
from tests.ports import give_back, lent
from tests.program import Program

# Where screenshots are left; not a setting of the companion, hence not with its prefix.
SCREENS = "SMALLWORLD_SCREENS"
NAMES = ("Ann", "Ben", "Cleo")
# The smallest phones people have, the largest, and the usual ones: CSS pixels, upright.
SIZES = SMALL, LARGE, USUAL = ((360, 640), (430, 932), (390, 844))
Sizes = tuple[tuple[int, int], ...]
# Whether whoever holds a phone wants what is new to move, or has told the phone to leave that out.
Motion = Literal["no-preference", "reduce"]


def seldom(part: str, *values: object) -> list[Any]:
    """What a test is also run with, but in a long part of that name."""
    return [pytest.param(value, marks=pytest.mark.long(name=part)) for value in values]


# Words need the most room in French; the others are a long part.
SPOKEN = ("fr", *seldom("languages", "en", "de", "es"))
# Their conquests are an ordinary first tap, no roll before it and no second way, and they have no pieces to place.
PLAIN = re.compile(r"^(?!.*(Berserk|Dragon Master|Heroic|Fortified|Bivouacking))")
PATIENCE = 30_000  # ms; a slow machine needs it, and no test waits it out
# How often a page is asked whether it has heard of something, in ms: who asks in each frame has each frame drawn.
OFTEN = 50
# How often a busy computer may make a long press of a tap, one after the other.
FINGERS = 3
# How long the result of a roll may stay, in ms, with time to spare.
GOES_BY_ITSELF = 6_000


class Table:
    """`companion serve` with mock pins on a port that stays its own when it is started again.

    What it deals and rolls follows from the seed of the test, or from its own: then it is the same in each run.
    """

    def __init__(self, data: Path, *options: str, seed: str = "") -> None:
        port = lent()
        self._give_back = weakref.finalize(self, give_back, port)
        self.port: int = port.getsockname()[1]
        self.data = data
        self.options = options
        self.seed = seed
        self.address = f"http://127.0.0.1:{self.port}"
        self.program: Program | None = None

    def start(self) -> None:
        """Start it, and wait until it says that it is open."""
        self.program = Program(*self.words(), seed=self.seed or chance.seed())
        said = self.program.says(self.ready)
        assert self.ready in said, said

    def words(self) -> list[str]:
        """What it is told at its start."""
        own = ["--data", str(self.data), "--host", "127.0.0.1", "--port", str(self.port), "--address", self.address]
        return [*own, "--pins", "mock", *self.options]

    @property
    def ready(self) -> str:
        """What it says last before it is open: without pins its address."""
        return self.address if "off" in self.options else "mock pins"

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End it, by default as a power cut would."""
        if self.program:
            self.program.kill(number)
            self.program = None

    def close(self) -> None:
        """End it for good; the next table may have its port, by which browsers know what they have loaded."""
        self.kill()
        self._give_back()

    def press(self) -> None:
        """Press the die button and let it go."""
        with socket.socket(socket.AF_UNIX) as wire:
            wire.connect(str(self.data / "pins.sock"))
            for word in (b"press\n", b"release\n"):
                wire.sendall(word)
                assert wire.recv(100) == b"ok\n"


class Phone:
    """A phone in somebody's hand. `faults` are errors its page made, which no test should see.

    It has a page from the moment somebody looks at it; `opens` is what is done with that page first. `table` is the
    address of its table, with a slash at its end, where it took its seat before it had a page.
    Who holds it has played before (`knows`) and wants no tips, and passes it on whenever it asks for that.
    """

    def __init__(
        self,
        browser: Browser | Shelf,
        size: tuple[int, int] = SMALL,
        *,
        dark: bool = False,
        locale: str = "en-GB",
        knows: bool = True,
        motion: Motion = "no-preference",
    ) -> None:
        self._shelf = browser if isinstance(browser, Shelf) else None
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=True,
            is_mobile=True,
            device_scale_factor=2,
            color_scheme="dark" if dark else "light",
            locale=locale,
            reduced_motion=motion,
        )
        self.faults: list[str] = []
        self.opens: Callable[[Page], object] | None = None
        self.table = ""
        self.knows = knows
        self._last = False
        # How what each page of a phone has is taken from it again.
        self._undo = ExitStack()

    @cached_property
    def page(self) -> Page:
        """What is in the phone's browser."""
        page = self._shelf.page(self.context) if self._shelf else self.context.new_page()
        cover = page.locator("[data-test='pass']")
        page.on("pageerror", self._fails)
        self._undo.callback(page.remove_listener, "pageerror", self._fails)
        if self.knows:
            self._undo.enter_context(page.add_init_script(NO_TIPS))
        page.add_locator_handler(cover, self.pass_on)
        self._undo.callback(page.remove_locator_handler, cover)
        if self.opens:
            self.opens(page)
        return page

    @property
    def home(self) -> str:
        """The address of its table: where it took its seat, or else that of its page."""
        return self.table or self.page.url

    def _fails(self, error: Error) -> None:
        self.faults.append(str(error))

    def last_page(self) -> Page:
        """Its page, to be given what stays with it, like a script or a listener: no other test is given it then."""
        self._last = True
        return self.page

    def put_down(self) -> None:
        """Lay it on its shelf when a test is over, or throw it away."""
        page = self.__dict__.pop("page", None)
        if self._shelf and not self._last and page and not page.is_closed():
            self._undo.close()
            self._shelf.put_back(self.context, page)
        elif self._shelf:
            self._shelf.put_back(self.context)
        else:
            self.context.close()

    def pass_on(self) -> None:
        """Hand the phone to the next of its players, unless the cover goes by itself, as when the game ends."""
        with suppress(TimeoutError):
            self.at("pass-on").tap(timeout=5_000)

    def at(self, name: str) -> Locator:
        """Something on the page by its test name."""
        return self.page.locator(f"[data-test='{name}']")

    def sees(self, name: str) -> Locator:
        """Wait until it is in sight."""
        place = self.at(name).first
        expect(place).to_be_visible()
        return place

    def tap(self, name: str) -> None:
        """Tap something with a finger, and once more where a busy computer made a long press of it."""
        for _ in range(FINGERS):
            self.page.evaluate(FINGER)
            self.at(name).first.tap()
            try:
                if self.page.evaluate("window.tapped?.() ?? true"):
                    return
            except Error:
                # It has led to another page.
                return
        raise AssertionError(f"no click came of {FINGERS} taps on {name}")

    @contextmanager
    def gets_through(self, route: str = "/api/act") -> Iterator[None]:
        """What is tapped meanwhile is posted there and accepted: only then has the table anything to tell of it."""
        try:
            with self.page.expect_response(
                lambda answer: answer.request.method == "POST" and urlsplit(answer.url).path == route
            ) as answer:
                yield
        except TimeoutError as never:
            raise AssertionError(f"no answer of {route}; the page shows: {self.page.inner_text('body')}") from never
        assert answer.value.ok, (answer.value.status, answer.value.text())

    def unfolds(self, name: str) -> None:
        """Open a part of the page that is folded away."""
        self.at(name).locator("> summary").tap()

    def state(self) -> dict[str, Any]:
        """The table's public state, for a test that needs to know what to tap."""
        # Not by way of the browser, where each byte goes through three programs.
        with urlopen(f"{self.home.rstrip('/')}/api/state", timeout=PATIENCE / 1000) as answer:
            state: dict[str, Any] = json.load(answer)
        return state

    def hears(self, state: dict[str, Any]) -> None:
        """Wait until the page has heard of a state of the table, or a newer one; it need not be laid out yet."""
        self.page.wait_for_function(HEARD, arg=state["changed"], polling=OFTEN)

    def tells_whole_turn(self) -> None:
        """Begin to tell a whole turn at once, which lies under More."""
        self.tap("nav-more")
        self.tap("whole")

    def plays_for(self, seat: int) -> None:
        """Begin to play for somebody else, whose sign over the map leads there."""
        self.tap(f"player-{seat}")
        self.tap(f"enter-for-{seat}")

    def sits_down(self, address: str, name: str) -> None:
        """Open the page and take a seat."""
        self.page.goto(address)
        self.sees("name").fill(name)
        # Whoever types takes longer than the font, which moves what stands below its headings.
        self.page.evaluate("document.fonts.ready")
        with self.gets_through(f"{urlsplit(address).path.rstrip('/')}/api/join"):
            self.tap("join")
        self.sees("screen-lobby")

    def speaks(self, language: str) -> None:
        """Load the page again in another language."""
        self.page.context.add_cookies([{"name": "language", "value": language, "url": self.page.url}])
        self.page.reload()

    def region(self, id: str) -> Locator:
        """A region of the map."""
        return self.page.locator(f".tap[data-region='{id}']")

    def open_regions(self) -> list[str]:
        """The regions that a single tap conquers."""
        ways = self.page.locator(".tap[data-can='sure']")
        expect(ways.first).to_be_attached()
        found: list[str] = ways.evaluate_all("ways => ways.map(way => way.dataset.region)")
        return found

    def touch(self, id: str, middle: list[float] | None = None) -> None:
        """Push the map until a region's middle is in view, and tap it there; what moves meanwhile is aimed at anew.

        Where a button of the map, or another region's price, lies over all of a small region, two fingers bring the
        map nearer first.
        """
        expect(self.at("pass")).to_have_count(0)
        met = nearer = False
        while not met:
            try:
                x, y = self.page.evaluate(AIM, [id, middle or self.middle(id)])
            except Error as covered:
                if nearer or " is under " not in str(covered):
                    raise
                nearer = True
                self.pinch(self.page.evaluate(OPEN_MAP), 2)
                continue
            self.page.touchscreen.tap(x, y)
            met = self.page.evaluate("window.met()")

    def middle(self, id: str) -> list[float]:
        """Where the number and the tokens of a region are, in the map's own units."""
        drawn = self.context.request.get(f"{self.home.rstrip('/')}/api/map/{self.state()['game']['map']}").json()
        centre: list[float] = next(region["centre"] for region in drawn["regions"] if region["id"] == id)
        return centre

    def slide(self, start: tuple[float, float], end: tuple[float, float], *, half_way: str = "") -> None:
        """A finger goes from one place of the page to another; `half_way` is the name of a screenshot taken there."""
        fingers = self.context.new_cdp_session(self.page)
        for step in range(7):
            x, y = (a + (b - a) * step / 6 for a, b in zip(start, end, strict=True))
            kind = "touchMove" if step else "touchStart"
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            if half_way and step == 3:
                keep_picture(self.page, half_way)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        fingers.detach()

    def pinch(self, middle: tuple[float, float], times: float) -> None:
        """Two fingers, 60 px apart round a place of the page, go apart so many times."""
        fingers = self.context.new_cdp_session(self.page)
        x, y = middle
        for step in range(6):
            away = 30 * (1 + (times - 1) * step / 5)
            points = [{"x": x - away, "y": y, "id": 0}, {"x": x + away, "y": y, "id": 1}]
            kind = "touchMove" if step else "touchStart"
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        fingers.detach()

    def puts_roll_away(self) -> None:
        """Tap the large result of a roll away; it may go by itself before the finger is there."""
        with suppress(TimeoutError):
            self.at("rolled").tap(timeout=GOES_BY_ITSELF)
        expect(self.at("rolled")).to_have_count(0)

    def picks(self, wanted: re.Pattern[str] = PLAIN) -> None:
        """Take the cheapest combo whose name is wanted."""
        self.sees("screen-column")
        column = self.state()["game"]["column"]
        place = next(combo["place"] for combo in column if wanted.match(combo["name"]))
        self.tap(f"combo-{place}")
        self.tap(f"pick-{place}")
        expect(self.at("turn")).to_have_attribute("data-stage", "conquer")


def resize(page: Page, width: int, height: int) -> None:
    """Give a page a window of another size, and wait until what follows from it has been drawn."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(WIDE, arg=[width, height])
    drawn(page)


def drawn(page: Page) -> None:
    """Wait until what has been done is drawn, together with what follows from the sizes it has then."""
    page.evaluate(DRAWN)


@contextmanager
def shows_meanwhile(page: Page, look: str) -> Iterator[list[str]]:
    """What a JavaScript expression finds on a page meanwhile, even if it is there for a moment only.

    What has not been there at the end is waited for, and fails after PATIENCE.
    """
    watch = page.evaluate_handle(WATCH % look)
    found: list[str] = []
    yield found
    found.append(watch.evaluate(SEEN, [look, PATIENCE]))


@contextmanager
def reads_roll(page: Page, *words: str) -> Iterator[None]:
    """What is rolled meanwhile is shown large on a page, with these words. A sign's name counts as a word."""
    with shows_meanwhile(page, ROLLED) as shown:
        yield
    assert all(word in shown[0] for word in words), (words, shown)


# The page is asked after each of its changes and not with each of its frames: a busy computer draws none for seconds.
WATCH = """() => ({ seen: new Promise((resume) => {
  const look = () => {
    const found = %s;
    if (!found) return;
    each.disconnect();
    resume(found);
  };
  const each = new MutationObserver(look);
  each.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
}) })"""
SEEN = """(watch, [look, patience]) => Promise.race([watch.seen, new Promise((_, not) =>
  setTimeout(() => not(new Error(`never there: ${look}`)), patience))])"""
ROLLED = """document.querySelector("[data-test='rolled']")?.outerHTML.replace(/<!--.*?-->/g, "")"""

# Whether the page has heard what a row of the log has changed.
HEARD = """row =>
    import(`${document.scripts[1].src}/../../lib/page.js`).then(({ page }) => page.state?.changed >= row)"""
WIDE = "([width, height]) => matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches"
# In a frame sizes are looked at after its callbacks: what follows from them stands there when the next but one begins.
DRAWN = """() => new Promise((resume) =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resume()))))"""

# Nobody keeps anything for a page that has no address.
NO_TIPS = "if (location.host) localStorage['companion.coach'] ??= 'off'"


def keep_picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Leave a screenshot for people to look at, where SMALLWORLD_SCREENS names a folder; `whole`: all of the page."""
    if folder := os.environ.get(SCREENS):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=whole)


def read_code(page: Page) -> str:
    """What a camera reads off a picture of the page."""
    codes = zxingcpp.read_barcodes(Image.open(BytesIO(page.screenshot())))
    assert len(codes) == 1
    return str(codes[0].text)
