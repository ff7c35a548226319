"""A phone that comes for the first time, and one that loads its page again, over a slow line on an old phone.

What goes over the wire is counted in Chromium (see tests/browser/wire.py), which stands for the slow line and the old
phone as its developers' tools do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench import table
from tests.bench.figure import Figure
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.house import SMALL
from tests.browser.wire import Wire, appeared, watch_for

# In milliseconds, bytes a second, and times slower.
LATENCY = 60
SPEED = 4_000_000 / 8
SLOWER = 6
ROUNDS = 5
# The player who waits sees the map.
MAP = "[data-region]"
BASE = "a page without a script, at 60 ms, 4 Mbit/s and a sixth of the processor"


def comes(most: int = ROUNDS) -> list[Figure]:
    """Scan the code until a name can be typed; and load the page again in the middle of a game."""
    rounds = min(ROUNDS, most)
    with (
        TemporaryDirectory(prefix="smallworld-bench-") as folder,
        table.companion(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        address = f"http://127.0.0.1:{server.port}"
        file = median(_shows(browser, f"{address}/portal", "main")[0] for _ in range(rounds))
        first = [_shows(browser, address, "[data-test=name]") for _ in range(rounds)]
        with _phone(browser) as page:
            page.request.post(f"{address}/api/join", data={"name": "Ben"})
            with _phone(browser) as other:
                other.request.post(f"{address}/api/join", data={"name": "Ann"})
            page.request.post(f"{address}/api/lobby", data={"start": 1})
            page.request.post(f"{address}/api/start", data={})
            watch_for(page, MAP)
            page.goto(address)
            appeared(page, MAP)
            again = [_loads(page, MAP) for _ in range(rounds)]
        browser.close()
    return [
        Figure("a first visit until a name can be typed", _took(first), "s", BASE, file, "at most 1 s"),
        Figure("its requests", first[0][1], "", aim="at most 20"),
        Figure("its bytes on the wire", first[0][2] / 1000, "kB", aim="at most 120"),
        Figure("the page loaded again in a game", _took(again), "s", BASE, file, "at most 0.8 s"),
        Figure("its requests then", again[0][1], "", aim="at most 5"),
        Figure("its bytes on the wire then", again[0][2] / 1000, "kB", aim="at most 10"),
    ]


def _took(found: list[tuple[float, int, int]]) -> float:
    return median(took for took, _, _ in found)


def _shows(browser: Browser, address: str, place: str) -> tuple[float, int, int]:
    """The seconds until a new phone shows a place of the page; its requests by then, and their bytes."""
    with _phone(browser) as page:
        wire = Wire(page)
        began = time.time()
        watch_for(page, place)
        page.goto(address)
        shown = appeared(page, place)
        return shown - began, len(wire.requests(shown)), wire.size(shown)


def _loads(page: Page, place: str) -> tuple[float, int, int]:
    """The same for a page that is loaded again."""
    wire = Wire(page)
    began = time.time()
    page.evaluate("delete sessionStorage.appeared")
    page.reload()
    shown = appeared(page, place)
    return shown - began, len(wire.requests()), wire.size()


@contextmanager
def _phone(browser: Browser) -> Iterator[Page]:
    """A page of a phone that has seen nothing yet."""
    context = browser.new_context(
        viewport={"width": SMALL[0], "height": SMALL[1]}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    line = {"offline": False, "latency": LATENCY, "downloadThroughput": SPEED, "uploadThroughput": SPEED}
    tools.send("Network.emulateNetworkConditions", line)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()
