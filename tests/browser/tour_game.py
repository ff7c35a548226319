"""The parts of the tour that go through recorded games: a turn, all that lies beside it, ghosts, the reveal."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.house import Phone, Table
from tests.browser.positions import Position
from tests.browser.tour_table import Stop, Take, Wide, laid_out, put_notice_away

GAME = Path(__file__).with_name("tour.jsonl")
# The Necromancer, in the fourth seat, goes to market here.
GHOSTS = Path(__file__).with_name("tour-ghosts.jsonl")
# The sixth turn has begun here: Ben picks anew, and everybody has something on the map.
SIXTH_TURN = 116
# Every turn has been played here, and no purse is open.
PURSES = 208
PICTURES = ("coins", "reasons", "regions", "luck")


def in_the_game(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """A turn of the sixth round from the pick to the score, the screens behind its tabs, and the next turn's roll."""
    with laid_out(folder, game=GAME, lines=SIXTH_TURN) as table:
        ann, ben, cid, screen = take(), take(), take(), wide()
        for seat, each in enumerate((ann, ben, cid)):
            each.page.goto(table.address)
            each.sees(f"rejoin-{seat}")
            if seat == 1:
                stop("rejoin", each.page)
            each.tap(f"rejoin-{seat}")
            put_notice_away(each)
        screen.goto(f"{table.address}/table")
        expect(screen.locator("[data-test='table-play']")).to_be_visible()
        stop("table-play", screen)
        ben.sees("screen-column")
        stop("column", ben.page)
        ben.tap("combo-1")
        stop("column-open", ben.page)
        ben.tells_whole_turn()
        ben.sees("whole-turn")
        stop("whole-turn", ben.page)
        ben.tap("whole-cancel")
        ben.tap("nav-column")
        _conquers(ben)
        stop("map-conquer", ben.page)
        stop("map-watching", ann.page)
        for name in ("purse", "log", "more"):
            ben.tap(f"nav-{name}")
            ben.sees(f"screen-{name}")
            stop(name, ben.page)
        ben.tap("nav-purse")
        ben.sees("setting-cardboard").check()
        ben.tap("nav-map")
        ben.tap("offer-finish")
        ben.sees("form-redeploy")
        stop("redeploy", ben.page)
        while ben.at("confirm").is_disabled():
            ben.page.locator("[data-test^='slot-'] button:enabled").last.tap()
        ben.tap("confirm")
        ben.sees("score")
        stop("score", ben.page)
        expect(screen.locator("[data-test='whose']")).to_contain_text("Ben")
        stop("table-score", screen)
        ben.tap("accept")
        expect(ben.at("turn")).not_to_have_attribute("data-seat", "1")
        stop("turn-of-another", ben.page)
        _roll(table, ann, ben, stop, wide)


def beside_the_map(folder: Path, take: Take, _wide: Wide, stop: Stop) -> None:
    """All that Ben can look at beside the map in the middle of that turn; the others' seats are free meanwhile."""
    with laid_out(folder, game=GAME, lines=SIXTH_TURN) as table:
        ben = take()
        ben.page.goto(table.address)
        ben.tap("rejoin-1")
        put_notice_away(ben)
        _conquers(ben)
        _looks_around(ben, stop)
        _put_right(ben, stop)


def _conquers(ben: Phone) -> None:
    """Ben picks the cheapest combo and takes a region."""
    ben.tap("combo-0")
    ben.tap("pick-0")
    ben.sees("hand")
    ben.touch(ben.open_regions()[0])
    ben.sees("take-back")


def _looks_around(ben: Phone, stop: Stop) -> None:
    """What is in the box, what happened, coins, what a name means, the list, and prices."""
    ben.tap("nav-more")
    ben.sees("box").locator("> summary").tap()
    ben.sees("box-left").scroll_into_view_if_needed()
    stop("box", ben.page)
    ben.sees("box").locator("> summary").tap()
    ben.tap("nav-log")
    ben.page.locator(".entry").nth(2).tap()
    ben.page.locator("[data-test^='back-']").first.wait_for()
    stop("log-open", ben.page)
    scored = next(line["row"] for line in reversed(ben.state()["log"]) if line["sheet"])
    ben.tap(f"row-{scored}")
    ben.tap(f"past-{scored}")
    ben.sees("screen-past")
    stop("old-turn", ben.page)
    region = next(
        id for id, lies in ben.state()["game"]["regions"].items() if lies["seat"] == 1 and not lies["declined"]
    )
    ben.touch(region)
    ben.sees("correct-0")
    stop("old-turn-region", ben.page)
    ben.tap("correct-0")
    ben.sees("past-ask")
    stop("old-turn-follows", ben.page)
    ben.tap("past-back")
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


def _put_right(ben: Phone, stop: Stop) -> None:
    """Each part of what can be put right, and below it what ends the game."""
    ben.unfolds("ending")
    ben.sees("stop").scroll_into_view_if_needed()
    stop("more-ending", ben.page)
    ben.sees("put-right").locator("> summary").tap()
    for part in ("record", "races", "column", "coins", "turn"):
        ben.sees(f"right-{part}").tap()
        ben.page.locator(f"[data-test='right-{part}']").evaluate("part => part.scrollIntoView()")
        stop(f"right-{part}", ben.page)
    for part, leads_to in (("past", "screen-turns"), ("map", "laying"), ("check", "screen-check")):
        ben.sees(f"right-{part}").tap()
        ben.sees(leads_to)
        stop(f"right-{part}", ben.page)
        ben.page.reload()
        ben.tap("nav-more")
        ben.sees("put-right").locator("> summary").tap()


def _roll(table: Table, ann: Phone, ben: Phone, stop: Stop, wide: Wide) -> None:
    """Ann readies a race that rolls before it conquers; the table's screen is opened anew for it."""
    position = Position([ann, ben])
    game = position.game
    for band in game["bands"]:
        if band["seat"] == 0 and not band["declined"]:
            position.enter(type="drop_race", band=band["id"])
    free = [region for region, lies in game["regions"].items() if not lies["tokens"] and not lies["tribe"]]
    position.race(0, "orcs", "berserk", **dict.fromkeys(free[1:4], 3))
    position.turn(7, 0)
    screen = wide()
    screen.goto(f"{table.address}/table")
    ann.sees("form-ready")
    stop("ready", ann.page)
    ann.tap("confirm")
    ann.tap("offer-act")
    ann.sees("roll-due")
    stop("die-due", ann.page)
    expect(screen.locator(".due")).to_be_visible()
    stop("table-die-due", screen)
    ann.region(free[1]).focus()
    ann.tap("roll")
    ann.sees("rolled")
    stop("rolled", ann.page)
    ann.puts_roll_away()
    expect(screen.locator(".roll-last")).to_be_visible()
    expect(screen.locator("[data-test='rolled']")).to_have_count(0)
    stop("table-rolled", screen)
    ann.region(free[1]).focus()
    ann.page.keyboard.press("Space")
    ann.sees("correct-0")
    stop("region-sheet", ann.page)
    ann.tap("correct-other")
    ann.sees("set-region").scroll_into_view_if_needed()
    stop("region-editor", ann.page)
    ann.page.goto(f"{table.address}/dice")
    expect(ann.page.locator(".bars").first).to_be_visible()
    stop("dice", ann.page)


def with_ghosts(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """Necromancer Island: the market, and what lies open to everybody."""
    with laid_out(folder, game=GHOSTS) as table:
        dee, screen = take(), wide()
        screen.goto(f"{table.address}/table")
        expect(screen.locator("[data-test='piles']")).to_be_visible()
        dee.page.goto(table.address)
        dee.tap("rejoin-3")
        put_notice_away(dee)
        dee.sees("screen-play")
        stop("market", dee.page)
        stop("table-ghosts", screen)
        dee.tap("nav-column")
        dee.sees("pile-well").scroll_into_view_if_needed()
        stop("column-ghosts", dee.page)
        dee.tap("nav-more")
        dee.sees("put-right").locator("> summary").tap()
        dee.tap("right-piles")
        dee.page.locator("[data-test='right-piles']").evaluate("part => part.scrollIntoView()")
        stop("right-piles", dee.page)


def afterwards(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """The reveal and what comes after it."""
    with laid_out(folder, game=GAME, lines=PURSES) as table:
        ann, screen = take(), wide()
        screen.goto(f"{table.address}/table")
        ann.page.goto(table.address)
        ann.tap("rejoin-0")
        put_notice_away(ann)
        ann.sees("unveil")
        stop("reveal", ann.page)
        ann.tap("unveil")
        # The others open by themselves, one after the other.
        expect(ann.page.locator(".reveal .open").first).to_be_visible()
        stop("reveal-one", ann.page)
        expect(screen.locator(".reveal .open").first).to_be_visible()
        stop("table-reveal", screen)
        ann.sees("winner")
        for name in PICTURES:
            ann.sees(f"picture-{name}")
        stop("end", ann.page)
        for name in PICTURES:
            ann.sees(f"picture-{name}").evaluate("picture => picture.scrollIntoView({ block: 'center' })")
            stop(f"end-{name}", ann.page)
        expect(screen.locator("[data-test='pictures']")).to_be_visible()
        stop("table-end", screen)
        ann.tap("make-postcard")
        ann.sees("postcard").evaluate("image => image.decode()")
        ann.sees("save-postcard").scroll_into_view_if_needed()
        stop("end-postcard", ann.page)
        ann.page.goto(f"{table.address}/games")
        ann.sees("game-1")
        stop("games", ann.page)
        ann.tap("look-1")
        ann.sees("pictures")
        stop("games-look", ann.page)
