"""The part of the tour that shows what other boxes bring: six players in teams, and boards that lie apart."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.house import Phone, Table
from tests.browser.tour_table import Stop, Take, Wide, laid_out, put_notice_away, scores
from tests.web.house import Phone as Other

# Ann is in the middle of her fifth turn here; and here every turn has been played.
TEAMS = Path(__file__).with_name("tour-teams.jsonl")
FIFTH_TURN = 202
PURSES = 320
# Ann has conquered twice in her seventh turn here, on three islands.
ISLES = Path(__file__).with_name("tour-isles.jsonl")
SEVENTH_TURN = 164
SIX = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")


def _join(table: Table, *names: str) -> None:
    """Others sit down, each on a phone that nobody looks at."""
    for name in names:
        other = Other(table.port)
        other.post("/api/join", name=name)
        other.connection.close()


def _sits_again(phone: Phone, address: str) -> None:
    phone.page.goto(address)
    phone.tap("rejoin-0")
    put_notice_away(phone)


def in_teams(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """Who plays with whom, monsters, a turn with prizes on the map, and the poorer partner's coins."""
    with laid_out(folder / "lobby") as table:
        ann, screen = take(), wide()
        ann.sits_down(table.address, "Ann")
        _join(table, *SIX[1:])
        ann.unfolds("boxes")
        ann.tap("box-teams")
        ann.sees("teams").evaluate("part => part.scrollIntoView({ block: 'center' })")
        stop("teams-lobby", ann.page)
        screen.goto(f"{table.address}/table")
        ann.tap("start")
        ann.sees("screen-play")
        expect(screen.locator(".due")).to_be_visible()
        stop("table-teams-monsters", screen)
    with laid_out(folder / "turn", game=TEAMS, lines=FIFTH_TURN) as table:
        ann, screen = take(), wide()
        _sits_again(ann, table.address)
        ann.sees("screen-play")
        stop("teams-map", ann.page)
        screen.goto(f"{table.address}/table")
        expect(screen.locator("[data-test='table-play']")).to_be_visible()
        stop("table-teams", screen)
        scores(ann)
        stop("teams-score", ann.page)
    with laid_out(folder / "end", game=TEAMS, lines=PURSES) as table:
        ann, screen = take(), wide()
        screen.goto(f"{table.address}/table")
        _sits_again(ann, table.address)
        ann.tap("unveil")
        expect(ann.page.locator(".reveal .open").first).to_be_visible()
        stop("teams-reveal", ann.page)
        expect(screen.locator(".reveal .open").first).to_be_visible()
        stop("table-teams-reveal", screen)
        ann.sees("winner")
        stop("teams-end", ann.page)


def on_isles(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """Boards chosen in the lobby; a turn from one to the other, and what its score says."""
    with laid_out(folder / "lobby") as table:
        ann = take()
        ann.sits_down(table.address, "Ann")
        _join(table, *SIX[1:3])
        ann.unfolds("boxes")
        ann.tap("box-warcraft")
        ann.sees("face-l1a").evaluate("part => part.scrollIntoView({ block: 'center' })")
        stop("isles-lobby", ann.page)
    with laid_out(folder / "turn", game=ISLES, lines=SEVENTH_TURN) as table:
        ann, screen = take(), wide()
        _sits_again(ann, table.address)
        ann.sees("isle-0")
        stop("isles-map", ann.page)
        ann.tap("map-whole")
        expect(ann.region("r30")).to_be_in_viewport()
        stop("isles-whole", ann.page)
        ann.tap("isle-1")
        expect(ann.at("isle-1")).to_have_attribute("aria-current", "true")
        ann.tap("nav-column")
        ann.sees("screen-column")
        stop("isles-column", ann.page)
        screen.goto(f"{table.address}/table")
        expect(screen.locator("[data-test='table-play']")).to_be_visible()
        stop("table-isles", screen)
        ann.tap("nav-map")
        ann.tap("done")
        ann.sees("score")
        stop("isles-score", ann.page)
