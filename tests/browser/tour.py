"""Every screen once, from real games: for whoever looks at them, and for what is to hold on all of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.house import Phone, Table

GAME = Path(__file__).with_name("tour.jsonl")
# The sixth turn has begun here: Ben picks anew, and everybody has something on the map.
SIXTH_TURN = 116
Stop = Callable[[str, Page], None]
Take = Callable[[], Phone]


@contextmanager
def _table(folder: Path, lines: int = 0) -> Iterator[Table]:
    """A table, with the first lines of the game laid out."""
    folder.mkdir(parents=True, exist_ok=True)
    if lines:
        record = folder / "game.jsonl"
        record.write_text("\n".join(GAME.read_text(encoding="utf-8").splitlines()[:lines]) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "companion", "import", str(record), "--data", str(folder / "data")]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
    table = Table(folder / "data", "--pins", "off")
    try:
        table.start()
        yield table
    finally:
        table.kill()


def before_the_game(folder: Path, take: Take, wide: Callable[[], Page], stop: Stop) -> None:
    """Sitting down, setting up, what belongs to the table and not to a game."""
    with _table(folder) as table:
        ann, screen = take(), wide()
        screen.goto(f"{table.address}/table")
        expect(screen.locator("[data-test='qr']")).to_be_visible()
        stop("table-empty", screen)
        ann.page.goto(table.address)
        ann.sees("screen-join")
        stop("join", ann.page)
        ann.sits_down(table.address, "Ann")
        ben = take()
        ben.sits_down(table.address, "Ben")
        ann.sees("seat-1")
        stop("lobby", ann.page)
        ann.page.locator("details.options > summary").tap()
        stop("lobby-options", ann.page)
        for name in ("maker", "status", "dice", "card", "rules"):
            ben.page.goto(f"{table.address}/{name}")
            expect(ben.page.locator("main").first).to_be_visible()
            stop(name, ben.page)


def in_the_game(folder: Path, take: Take, wide: Callable[[], Page], stop: Stop) -> None:
    """A turn of the sixth round from the pick to the score, and all that can be looked at beside it."""
    with _table(folder, SIXTH_TURN) as table:
        ann, ben, cid, screen = take(), take(), take(), wide()
        for seat, each in enumerate((ann, ben, cid)):
            each.page.goto(table.address)
            each.sees(f"rejoin-{seat}")
            if seat == 1:
                stop("rejoin", each.page)
            each.tap(f"rejoin-{seat}")
            each.sees("told")
            each.page.locator("[data-test='told'] .round").tap()
        screen.goto(f"{table.address}/table")
        expect(screen.locator("[data-test='table-play']")).to_be_visible()
        stop("table-play", screen)
        ben.sees("screen-column")
        stop("column", ben.page)
        ben.tap("combo-1")
        stop("column-open", ben.page)
        ben.tap("whole")
        ben.sees("whole-turn")
        stop("whole-turn", ben.page)
        ben.tap("whole-cancel")
        ben.tap("nav-column")
        ben.tap("combo-0")
        ben.tap("pick-0")
        ben.sees("hand")
        ben.touch(ben.open_regions()[0])
        ben.sees("take-back")
        stop("map-conquer", ben.page)
        stop("map-watching", ann.page)
        for name in ("purse", "log", "more"):
            ben.tap(f"nav-{name}")
            ben.sees(f"screen-{name}")
            stop(name, ben.page)
        ben.tap("nav-purse")
        ben.sees("setting-cardboard").check()
        ben.page.locator(".count summary").tap()
        ben.tap("count-1-10")
        ben.tap("check-1")
        ben.sees("verdict-1")
        stop("purse-check", ben.page)
        ben.at("purse-1").focus()
        ben.page.keyboard.down(" ")
        ben.sees("diary")
        stop("purse-diary", ben.page)
        ben.page.keyboard.up(" ")
        expect(ben.at("diary")).to_have_count(0)
        ben.tap("explain-hand")
        ben.sees("explain").locator("section").first.wait_for()
        stop("explain", ben.page)
        ben.tap("explain-close")
        ben.tap("nav-more")
        ben.sees("setting-prices").check()
        ben.sees("setting-list").check()
        ben.tap("nav-map")
        ben.sees("region-list")
        stop("list", ben.page)
        ben.tap("nav-more")
        ben.sees("setting-list").uncheck()
        ben.tap("nav-map")
        stop("map-prices", ben.page)
        ben.tap("nav-more")
        ben.sees("setting-prices").uncheck()
        ben.sees("put-right").locator("> summary").tap()
        for part in ("races", "coins", "turn"):
            ben.sees(f"right-{part}").tap()
            stop(f"right-{part}", ben.page)
        for part in ("map", "check"):
            ben.sees(f"right-{part}").tap()
            stop(f"right-{part}", ben.page)
            ben.page.reload()
            ben.tap("nav-more")
            ben.sees("put-right").locator("> summary").tap()
        ben.tap("nav-map")
        ben.tap("offer-finish")
        ben.sees("form-redeploy")
        stop("redeploy", ben.page)
        while ben.at("confirm").is_disabled():
            ben.page.locator("[data-test^='slot-'] button:enabled").last.tap()
        ben.tap("confirm")
        ben.sees("score")
        stop("score", ben.page)
        stop("table-score", screen)
        ben.tap("accept")
        expect(ben.at("turn")).not_to_have_attribute("data-seat", "1")
        stop("turn-of-another", ben.page)


def afterwards(folder: Path, take: Take, wide: Callable[[], Page], stop: Stop) -> None:
    """The reveal and what comes after it."""
    with _table(folder, len(GAME.read_text(encoding="utf-8").splitlines())) as table:
        ann, screen = take(), wide()
        screen.goto(f"{table.address}/table")
        ann.page.goto(table.address)
        ann.tap("rejoin-0")
        ann.sees("screen-end")
        stop("end", ann.page)
        ann.sees("pictures").scroll_into_view_if_needed()
        for name in ("coins", "reasons", "regions", "luck"):
            ann.sees(f"picture-{name}").evaluate("picture => picture.scrollIntoView({ block: 'center' })")
            stop(f"end-{name}", ann.page)
        expect(screen.locator("[data-test='pictures']")).to_be_visible()
        stop("table-end", screen)
        ann.page.goto(f"{table.address}/games")
        ann.sees("game-1")
        stop("games", ann.page)
        ann.tap("look-1")
        ann.sees("pictures")
        stop("games-look", ann.page)


TOUR = {"before": before_the_game, "game": in_the_game, "after": afterwards}
