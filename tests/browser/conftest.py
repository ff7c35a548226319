"""Chromium, a table and phones."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.house import LARGE, NAMES, SIZES, SMALL, USUAL, Phone, Sizes, Table, read_code
from tests.browser.players import Album, Player

CHROMIUM = "/usr/bin/chromium"
# The system's own Chromium, alone in its box and with nothing to tell anybody.
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
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "PaintHolding,MediaRouter,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
]
PATIENCE = 30_000  # ms; a slow machine needs it, and no test waits it out


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; each phone is a context of its own."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Start a table with options; it is ended after the test."""
    tables: list[Table] = []

    def start(*options: str) -> Table:
        table = Table(tmp_path / "data", *options)
        tables.append(table)
        table.start()
        return table

    yield start
    for table in tables:
        table.kill()


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
def phone(browser: Browser, sizes: Sizes) -> Iterator[Callable[..., Phone]]:
    """Take a phone in hand, the next one of another size; afterwards none of their pages may have made an error."""
    phones: list[Phone] = []
    turns = itertools.cycle(sizes)

    def take(size: tuple[int, int] | None = None, *, dark: bool = False, locale: str = "en-GB") -> Phone:
        phones.append(Phone(browser, size or next(turns), dark=dark, locale=locale))
        return phones[-1]

    yield take
    for each in phones:
        each.context.close()
    assert [fault for each in phones for fault in each.faults] == []


@pytest.fixture
def screen(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Open the table screen at an address."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")

    def show(address: str) -> Page:
        page = context.new_page()
        page.goto(f"{address}/table")
        return page

    yield show
    context.close()


@pytest.fixture
def sit_down(
    phone: Callable[..., Phone], screen: Callable[[str], Page], sizes: Sizes
) -> Callable[[Table], list[Phone]]:
    """Three people scan the code on the table screen and take seats."""

    def all_sit(table: Table) -> list[Phone]:
        page = screen(table.address)
        code = page.locator("[data-test='qr']")
        expect(code).to_be_visible()
        # The picture is there once it has a size.
        code.evaluate("image => image.decode()")
        address = read_code(page)
        phones = [phone(size, dark=size == USUAL) for size in sizes]
        for each, name in zip(phones, NAMES, strict=True):
            each.sits_down(address, name)
        for each in phones:
            each.sees("seat-2")
        return phones

    return all_sit


@pytest.fixture
def pair(serve: Callable[..., Table], phone: Callable[..., Phone]) -> list[Phone]:
    """Ann's and Ben's phones at a game for two that has just begun."""
    table = serve()
    phones = [phone(), phone()]
    for each, name in zip(phones, NAMES, strict=False):
        assert each.page.request.post(f"{table.address}/api/join", data={"name": name}).ok
    assert phones[0].page.request.post(f"{table.address}/api/start", data={}).ok
    for each in phones:
        each.page.goto(table.address)
        each.sees("screen-play")
    return phones


@pytest.fixture
def album(tmp_path: Path) -> Album:
    """Where the pictures of the screens go."""
    return Album(tmp_path / "screens")


@pytest.fixture
def people(browser: Browser, album: Album) -> Iterator[Callable[..., list[Player]]]:
    """People, each with a phone of another size; afterwards none of their pages may have made an error."""
    players: list[Player] = []

    def come(*sizes: tuple[int, int]) -> list[Player]:
        players.extend(Player(browser, size, album, dark=place == 1) for place, size in enumerate(sizes))
        return players

    yield come
    for place, player in enumerate(players):
        player.looks(f"last-{place}")
        player.context.close()
    assert [fault for player in players for fault in player.faults] == []


@pytest.fixture
def wall(browser: Browser) -> Iterator[Page]:
    """A screen on the wall, not yet showing anything."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
    yield context.new_page()
    context.close()
