"""The page that shows how far the table is set up, on the phone of somebody who waits for it."""

import http.server
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.house import Phone
from tests.deploy.test_card import page


def test_it_shows_each_step_and_turns_into_the_table(tmp_path: Path, phone: Callable[..., Phone]) -> None:
    """Nobody reloads it: not for the next step, not for a failure, and not when somebody else has its address."""
    log, ann = tmp_path / "log.txt", phone()
    (tmp_path / "table").mkdir()
    (tmp_path / "table/index.html").write_text("<h1>The table</h1>")
    log.write_text("First.\n")
    with page(log) as address:
        ann.page.goto(address)
        expect(ann.page.get_by_role("listitem")).to_have_text(["First."])
        expect(ann.page.get_by_role("alert")).to_be_hidden()
        log.write_text("First.\nFailed. See above.\n")
        expect(ann.page.get_by_role("listitem")).to_have_text(["First.", "Failed. See above."])
        expect(ann.page.get_by_role("alert")).to_be_visible()
    files = partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "table"))
    with http.server.ThreadingHTTPServer(("", int(address.rpartition(":")[2])), files) as table:
        threading.Thread(target=table.serve_forever, daemon=True).start()
        expect(ann.page.get_by_role("heading")).to_have_text("The table")
        table.shutdown()
    # It asks again while nobody answers.
    ann.faults.clear()
