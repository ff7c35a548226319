"""The main path on the other engines that phones have: scan, sit down, play a turn, press the die, be scored."""

from __future__ import annotations

import itertools
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from tests.browser.engines import ENGINES
from tests.browser.house import PLAIN, Table, seldom

Plain = dict[str, Any]


class Other:
    """Another player, whose phone nobody looks at."""

    def __init__(self, table: Table, name: str) -> None:
        self.address = table.address
        self.ids = (f"other-{number}" for number in itertools.count(1))
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.ask("/api/join", name=name)

    def ask(self, path: str, **body: Any) -> Any:
        """Post, or with nothing to say get."""
        headers = {"Content-Type": "application/json"}
        data = json.dumps({"id": next(self.ids), **body}).encode() if body else None
        try:
            with self.opener.open(urllib.request.Request(self.address + path, data, headers), timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise AssertionError(refused.read().decode()) from refused

    def enter(self, **command: Any) -> Plain:
        """Enter a command."""
        found: Plain = self.ask("/api/act", by=1, command=command)
        return found

    @property
    def game(self) -> Plain:
        """The game as all may see it."""
        found: Plain = self.ask("/api/state")["game"]
        return found


@pytest.mark.parametrize("name", ["webkit", *seldom("extras", "firefox")])
def test_the_main_path(tmp_path: Path, serve: Callable[..., Table], name: str) -> None:
    """A seat, a turn by taps with one taken back, its score, a pressed die, a power cut: all without an error."""
    (folder := tmp_path / name).mkdir()
    table = serve()
    with ENGINES[name](folder) as ann:
        ann.go(table.address)
        ann.sees("name")
        ann.run("window.faults = [], addEventListener('error', (event) => faults.push(event.message))")
        ann.tap("name")
        ann.run("""document.querySelector("[data-test='name']").value = 'Ann'""")
        ann.run("""document.querySelector("[data-test='name']").dispatchEvent(new Event('input', { bubbles: true }))""")
        ann.tap("join")
        ann.sees("screen-lobby")
        ben = Other(table, "Ben")
        ann.sees("seat-1")
        ann.tap("start")

        ann.sees("screen-column")
        ann.keep_picture(f"{name}-column")
        place = next(combo["place"] for combo in ben.game["column"] if PLAIN.match(combo["name"]))
        ann.tap(f"combo-{place}")
        ann.tap(f"pick-{place}")
        ann.sees("hand")
        drawn = ben.ask(f"/api/map/{ben.game['map']}")
        middle = {region["id"]: region["centre"] for region in drawn["regions"]}
        region = ann.until("document.querySelector(\".tap[data-can='sure']\")?.dataset.region")
        ann.touch(region, middle[region])
        ann.until(f"document.querySelector(\".tap[data-region='{region}']\").ariaLabel.includes('(Ann)')")
        ann.tap("take-back")
        ann.until(f"!document.querySelector(\".tap[data-region='{region}']\").ariaLabel.includes('(Ann)')")
        ann.touch(region, middle[region])
        ann.until(f"document.querySelector(\".tap[data-region='{region}']\").ariaLabel.includes('(Ann)')")
        ann.keep_picture(f"{name}-map")
        ann.tap("offer-finish")
        ann.sees("form-redeploy")
        while ann.run("""document.querySelector("[data-test='confirm']").disabled"""):
            ann.touch(region, middle[region])
        ann.tap("confirm")
        ann.sees("score")
        ann.keep_picture(f"{name}-score")
        ann.tap("accept")
        ann.until("document.querySelector(\"[data-test='turn']\").dataset.seat === '1'")

        ben.enter(type="drop_race", band=ben.game["bands"][-1]["id"])
        ben.enter(type="set_race", seat=0, race="elves", power="berserk", declined=False)
        band = ben.game["bands"][-1]["id"]
        ben.enter(type="set_region", region="r03", band=band, tokens=6)
        ben.enter(type="set_turn", number=4, seat=0)
        ann.tap("yes")
        ann.sees("form-ready")
        ann.tap("confirm")
        ann.tap("offer-act")
        ann.sees("roll-due")
        table.press()
        ann.sees("rolled")
        ann.keep_picture(f"{name}-rolled")
        # It goes by itself.
        ann.until("!document.querySelector(\"[data-test='rolled']\")")
        rolled = ben.game

        table.kill()
        ann.sees("lost")
        table.start()
        ann.until("!document.querySelector(\"[data-test='lost']\")")
        assert ben.game == rolled
        ann.tap("offer-finish")
        ann.sees("form-redeploy")
        assert ann.run("faults") == []
