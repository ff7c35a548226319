"""Chromium, a table and phones."""

import itertools
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.browser.house import LARGE, NAMES, PATIENCE, SIZES, SMALL, USUAL, Motion, Phone, Sizes, Table
from tests.browser.players import Album, Player
from tests.browser.shelf import Shelf
from tests.web.house import Stream

# The system's own Chromium: the one without windows, where there is one, takes a third less for each page.
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
# It is alone in its box and has nothing to tell anybody.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # The table's own name, under which it is no secure context, as at home.
    "--host-resolver-rules=MAP smallworld.local 127.0.0.1",
    # A new window's address bar would have two pages of its own ready, each in a process. Playwright's own list is
    # replaced by this one, hence what matters of it stands here again.
    # And for each page a process would be ready for another one that never comes: an eighth of all work.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "PaintHolding,MediaRouter,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "SpareRendererForSitePerProcess",
]

WALL: ViewportSize = {"width": 1280, "height": 720}
PEOPLE = (*NAMES, "Dan", "Eve")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; each phone is a context of its own."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shelf(browser: Browser) -> Shelf:
    """What phones are taken from, with all that they have loaded before."""
    return Shelf(browser)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Start a table with options; it is ended after the test."""
    tables: list[Table] = []

    def start(*options: str, seed: str = "") -> Table:
        table = Table(tmp_path / "data", *options, seed=seed)
        tables.append(table)
        table.start()
        return table

    yield start
    for table in tables:
        table.close()


@pytest.fixture(
    params=[
        pytest.param(SIZES, id="small"),
        pytest.param((LARGE, SMALL, USUAL), id="large", marks=pytest.mark.long(name="sizes")),
    ]
)
def sizes(request: pytest.FixtureRequest) -> Sizes:
    """The phones of a story, in the order in which they are taken in hand; a long part begins with a large one."""
    found: Sizes = request.param
    return found


@pytest.fixture
def motion(request: pytest.FixtureRequest) -> Motion:
    """Whether people want movement: most tests look at what stands there afterwards, and drawing it is half their work.

    A test of what moves is marked so. The long part with other sizes moves everything.
    """
    other = "sizes" in request.fixturenames and request.getfixturevalue("sizes") != SIZES
    return "no-preference" if other or request.node.get_closest_marker("moves") else "reduce"


@pytest.fixture
def phone(browser: Browser, shelf: Shelf, sizes: Sizes, motion: Motion) -> Iterator[Callable[..., Phone]]:
    """Take a phone in hand, the next one of another size; afterwards none of their pages may have made an error.

    A `new` one has loaded nothing yet.
    """
    phones: list[Phone] = []
    turns = itertools.cycle(sizes)

    def take(
        size: tuple[int, int] | None = None,
        *,
        dark: bool = False,
        locale: str = "en-GB",
        knows: bool = True,
        new: bool = False,
    ) -> Phone:
        one = Phone(
            browser if new else shelf, size or next(turns), dark=dark, locale=locale, knows=knows, motion=motion
        )
        phones.append(one)
        return one

    yield take
    for each in phones:
        each.put_down()
    assert [fault for each in phones for fault in each.faults] == []


@pytest.fixture
def screen(shelf: Shelf, motion: Motion) -> Iterator[Callable[[str], Page]]:
    """Open the table screen at an address."""
    context = shelf.new_context(viewport=WALL, locale="en-GB", reduced_motion=motion)

    def show(address: str) -> Page:
        page = context.new_page()
        page.goto(f"{address}/table")
        return page

    yield show
    shelf.put_back(context)


@pytest.fixture
def sit_down(phone: Callable[..., Phone], sizes: Sizes) -> Callable[[Table], list[Phone]]:
    """Three people take seats."""

    def all_sit(table: Table) -> list[Phone]:
        phones = [phone(size, dark=size == USUAL) for size in sizes]
        for each, name in zip(phones, NAMES, strict=True):
            each.sits_down(table.address, name)
        for each in phones:
            each.sees("seat-2")
        return phones

    return all_sit


@contextmanager
def come_together(table: Table, phones: list[Phone], *, started: bool) -> Iterator[list[Phone]]:
    """Some people have sat down, and the game has `started` or not.

    A page is opened when a test first looks at it. Until then the table hears of that phone all the same, and what is
    set up meanwhile need not be drawn again and again.
    """
    with ExitStack() as streams:
        for each, name in zip(phones, PEOPLE[: len(phones)], strict=True):
            assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
            (cookie,) = each.context.cookies()
            stream = Stream(table.port, f"{cookie['name']}={cookie['value']}")
            streams.callback(stream.close)
            each.table = f"{table.address}/"
            each.opens = partial(goes_there, each.table, stream)
        if started:
            assert phones[0].context.request.post(f"{table.address}/api/start", data={}).ok
        yield phones


def goes_there(address: str, stream: Stream, page: Page) -> None:
    """Open the table on the page of a phone that it has heard of by a stream alone."""
    page.goto(address)
    expect(page.locator("[data-test^='screen-']").first).to_be_visible()
    stream.close()


@pytest.fixture
def pair(serve: Callable[..., Table], phone: Callable[..., Phone]) -> Iterator[list[Phone]]:
    """Ann's and Ben's phones at a game for two that has just begun."""
    with come_together(serve(), [phone(), phone()], started=True) as phones:
        yield phones


@pytest.fixture
def seated(serve: Callable[..., Table], phone: Callable[..., Phone]) -> Iterator[list[Phone]]:
    """Ann's and Ben's phones in the lobby of a table for two."""
    with come_together(serve(), [phone(), phone()], started=False) as phones:
        yield phones


@pytest.fixture
def album() -> Album:
    """Where the pictures of the screens go."""
    return Album()


@pytest.fixture(
    params=[pytest.param(1, id="some"), pytest.param(10, id="all", marks=pytest.mark.long(name="evenings"))]
)
def by_hand(request: pytest.FixtureRequest) -> int:
    """The last turn of a whole game in which everything is tapped; later only what is new to a player, else posted."""
    found: int = request.param
    return found


@pytest.fixture
def people(shelf: Shelf, album: Album) -> Iterator[Callable[..., list[Player]]]:
    """People, each with a phone of another size; the first wants movement. None of their pages may make an error."""
    players: list[Player] = []

    def come(*sizes: tuple[int, int]) -> list[Player]:
        for place, size in enumerate(sizes):
            players.append(Player(shelf, size, album, dark=place == 1, motion="reduce" if place else "no-preference"))
        return players

    yield come
    for place, player in enumerate(players):
        player.looks(f"last-{place}")
        shelf.put_back(player.context)
    assert [fault for player in players for fault in player.faults] == []


@pytest.fixture
def wall(shelf: Shelf, motion: Motion) -> Iterator[Page]:
    """A screen on the wall, not yet showing anything."""
    context = shelf.new_context(viewport=WALL, locale="en-GB", reduced_motion=motion)
    yield context.new_page()
    shelf.put_back(context)


@pytest.fixture
def company(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> Iterator[Callable[[int, tuple[int, int]], list[Phone]]]:
    """A game that has just begun, with so many players on phones of a size."""

    def begin(players: int, size: tuple[int, int] = (360, 740)) -> list[Phone]:
        return stack.enter_context(come_together(serve(), [phone(size) for _ in range(players)], started=True))

    with ExitStack() as stack:
        yield begin


@pytest.fixture
def still(browser: Browser) -> Iterator[Page]:
    """A screen whose owner wants no motion."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    yield context.new_page()
    context.close()
