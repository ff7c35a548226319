"""How soon a phone can be used that comes for the first time: `python -m tests.browser.measure`. Figures only.

The processor of the page is slowed to a sixth.  Printed is the time from the address to a name that can be typed, and
beside it the time the same phone takes for an empty page of the same table.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE
from tests.browser.house import Phone, Table

SLOWED, TIMES = 6, 7


def first_visit(browser: Browser, address: str, seen: str) -> float:
    """Seconds until something can be seen on a new phone."""
    phone = Phone(browser)
    phone.context.new_cdp_session(phone.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    start = time.perf_counter()
    phone.page.goto(address, wait_until="commit")
    expect(phone.page.locator(seen).first).to_be_visible()
    taken = time.perf_counter() - start
    phone.context.close()
    return taken


def main() -> None:
    """Visit a table that nobody sits at yet, again and again."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder) / "data")
        table.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        visits = {
            "a name can be typed": (table.address, "[data-test='name']"),
            "an empty page": (f"{table.address}/qr.svg", "svg"),
        }
        for what, (address, seen) in visits.items():
            found = [first_visit(browser, address, seen) for _ in range(TIMES)]
            print(f"{what}: {statistics.median(found):.2f} s, {min(found):.2f} to {max(found):.2f}")
        browser.close()
        table.kill()


if __name__ == "__main__":
    main()
