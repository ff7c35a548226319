"""Every screen once, from real games: for whoever looks at them, and for what is to hold on all of them."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import expect

from companion.store import snapshots
from companion.store.store import FILE
from tests.browser.house import Phone, Table
from tests.browser.picture import board_of, photographed
from tests.browser.positions import COMBOS, Position
from tests.browser.tour_boxes import in_teams, on_isles
from tests.browser.tour_game import afterwards, beside_the_map, in_the_game, with_ghosts
from tests.browser.tour_table import Stop, Take, Wide, laid_out, two_sit_down
from tests.hardware.heard import ask
from tests.web.hotspots import Helper, hotspot
from tests.web.house import Stream, house

PLACES = 6  # for those who watch; the fewest that there may be


def before_the_game(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """Sitting down, setting up, and a game that is under way already."""
    with laid_out(folder) as table:
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
        stop("table-lobby", screen)
        ann.tap("edit-0")
        ann.sees("stand-up")
        stop("seat-edit", ann.page)
        ann.tap("join")
        ann.sees("screen-lobby")
        _asks_for_a_seat(table, ann, take(), stop)
        ann.unfolds("options")
        stop("lobby-options", ann.page)
        for name in ("maker", "card", "rules", "nowhere"):
            ben.page.goto(f"{table.address}/{name}")
            expect(ben.page.locator("main").first).to_be_visible()
            stop(name, ben.page)
        _makes_a_board(table, ben, stop)
        ann.at("photo-file").set_input_files(photographed(board_of("base-2"), folder / "board.jpg"))
        ann.sees("photo-corners")
        stop("photo", ann.page)
        ann.tap("photo-straighten")
        ann.sees("photo-done")
        stop("photo-done", ann.page)
        ann.tap("photo-cancel")
        ann.unfolds("begun")
        ann.tap("under-way")
        ann.tap("start")
        _enters_what_lies_there(ann, stop)


def _asks_for_a_seat(table: Table, ann: Phone, other: Phone, stop: Stop) -> None:
    """A new phone asks for Ben's seat, and Ann is asked; nobody without a seat makes boards."""
    other.page.goto(f"{table.address}/maker")
    other.sees("maker-sit")
    stop("maker-without-seat", other.page)
    other.page.goto(table.address)
    other.tap("rejoin-1")
    other.sees("waiting")
    stop("seat-waits", other.page)
    ann.sees("no")
    stop("seat-asked", ann.page)
    ann.tap("no")
    expect(ann.at("no")).to_have_count(0)


def _makes_a_board(table: Table, ben: Phone, stop: Stop) -> None:
    ben.page.goto(f"{table.address}/maker")
    ben.sees("board-name").fill("Attic")
    ben.tap("board-bare")
    ben.sees("screen-draft")
    ben.tap("brush-hill")
    for x, y in ((0.2, 0.3), (0.5, 0.6), (0.8, 0.3)):
        box = ben.sees("maker-board").bounding_box()
        assert box
        ben.page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])
    ben.sees("spot-2")
    stop("maker-draft", ben.page)
    ben.tap("draft-close")
    ben.sees("edit-attic")
    stop("maker-made", ben.page)
    ben.tap("lay-islands")
    ben.sees("screen-islands")
    stop("maker-islands", ben.page)


def _enters_what_lies_there(ann: Phone, stop: Stop) -> None:
    """The five steps of a game under way; then what the table has turned up is tapped in."""
    ann.sees("guide-races")
    stop("guide-races", ann.page)
    ann.tap("guide-next")
    ann.sees("laying")
    stop("guide-map", ann.page)
    ann.tap("guide-next")
    ann.tap("lay-anew")
    for piece in COMBOS[0]:
        ann.tap(f"piece-{piece}")
    ann.page.evaluate("document.querySelector('.scroll').scrollTo(0, 0)")
    stop("guide-column", ann.page)
    ann.tap("lay-cancel")
    for name in ("turn", "coins"):
        ann.tap("guide-next")
        ann.sees(f"guide-{name}")
        stop(f"guide-{name}", ann.page)
    ann.tap("guide-next")
    ann.sees("deal-banner")
    stop("deal", ann.page)


def at_the_machines(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """What is connected: nothing, a tray that learns its die, and the table's own Wi-Fi with its codes."""
    with laid_out(folder / "tray", "--tray", "virtual", "--streams", str(PLACES)) as table:
        ann = take()
        # Without a page that watches: the table notices only some seconds later that one was left, and keeps its place.
        assert ann.context.request.post(f"{table.address}/api/join", data={"name": "Ann"}).ok
        ann.page.goto(f"{table.address}/dice")
        stop("dice-none", ann.page)
        ann.page.goto(f"{table.address}/games")
        ann.sees("no-games")
        stop("games-none", ann.page)
        ann.page.goto(f"{table.address}/status")
        ann.sees("status-table")
        stop("status", ann.page)
        ann.sees("teaching").locator("summary").tap()
        for pips, level in enumerate((512, 520)):
            ask(table.data / "tray.sock", f"level {level}")
            ann.tap(f"lay-{pips}")
        ann.sees("tray-alike").scroll_into_view_if_needed()
        stop("status-tray", ann.page)
        _too_many_watch(table, take, wide, stop)
    _offers_a_copy(folder / "copy", take, wide, stop)
    own, sees = hotspot(folder / "cafe", helper=folder / "cafe.sock")
    with Helper(folder / "cafe.sock", sees) as helper, house(folder / "cafe", hotspot=own) as cafe:
        cid, screen = take(), wide()
        address = f"http://127.0.0.1:{cafe.port}"
        screen.goto(f"{address}/table")
        expect(screen.locator("[data-test='two-steps']")).to_be_visible()
        stop("table-hotspot", screen)
        for path in ("portal", "portal/done", "wifi"):
            cid.page.goto(f"{address}/{path}")
            expect(cid.page.locator("main")).to_be_visible()
            stop(path.replace("/", "-"), cid.page)
        _types_a_wifi_in(cid, helper, stop)
        cafe.seated(2)
        expect(screen.locator("[data-test='table-play']")).to_be_visible()
        stop("table-hotspot-play", screen)
    helper = folder / "helper.sock"
    helper.touch()  # Nobody listens there.
    own, _ = hotspot(folder / "home", on=False, helper=helper)
    with house(folder / "home", hotspot=own) as home:
        dee = take()
        dee.page.goto(f"http://127.0.0.1:{home.port}/status")
        dee.sees("hotspot-switch").locator("summary").tap()
        dee.sees("hotspot-sure").scroll_into_view_if_needed()
        stop("status-hotspot", dee.page)


def _types_a_wifi_in(cid: Phone, helper: Helper, stop: Stop) -> None:
    """The home's Wi-Fi, mistyped: it is tried, the phone loses the table for a while, and then reads what was wrong."""
    helper.answers.append("password")
    helper.may_answer.clear()
    cid.sees("home-name").fill("Grandmother's")
    cid.sees("home-password").fill("bakolutine")
    cid.tap("home-try")
    expect(cid.sees("home-told")).to_contain_text("Grandmother")
    stop("wifi-trying", cid.page)
    cid.page.route("**/api/wifi/home", lambda asked: asked.abort())
    expect(cid.sees("home-told")).to_contain_text(".local")
    stop("wifi-away", cid.page)
    helper.may_answer.set()
    cid.page.unroute("**/api/wifi/home")
    expect(cid.sees("home-try")).to_be_enabled()
    stop("wifi-wrong", cid.page)


def _too_many_watch(table: Table, take: Take, wide: Wide, stop: Stop) -> None:
    """Every place of those who watch is taken."""
    with ExitStack() as crowd:
        for _ in range(PLACES):
            stream = Stream(table.port, "")
            crowd.callback(stream.close)
            assert stream.status == 200, "somebody else keeps a place"
        cid, screen = take(), wide()
        cid.page.goto(table.address)
        cid.sees("full")
        stop("full", cid.page)
        screen.goto(f"{table.address}/table")
        expect(screen.locator("[data-test='full']")).to_be_visible()
        stop("table-full", screen)


def _offers_a_copy(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """The file of the games has been damaged, and the table has a copy of it."""
    with laid_out(folder) as table:
        ann, _ = two_sit_down(table, take)
        table.kill()
        snapshots.make(table.data)
        for file in (FILE, f"{FILE}-wal"):
            (table.data / file).write_bytes(bytes(8192))
        table.start()
        screen = wide()
        screen.goto(f"{table.address}/table")
        expect(screen.locator("[data-test='copy']")).to_be_visible()
        stop("table-copy", screen)
        ann.page.goto(table.address)
        ann.sees("copy")
        stop("copy", ann.page)


def between_two(folder: Path, take: Take, wide: Wide, stop: Stop) -> None:
    """What one asks of the other, what is done in seldom turns, and a table that is out of reach."""
    with laid_out(folder) as table:
        ann, ben = two_sit_down(table, take, clock=True)
        screen = wide()
        screen.goto(f"{table.address}/table")
        position = Position([ann, ben])
        position.race(0, "trolls", "dragon-master", r03=8, r02=1)
        position.race(1, "humans", "fortified", r04=3, r10=2, r15=1)
        position.turn(4, 0)
        ann.sees("form-ready")
        ann.tap("confirm")
        expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
        ann.touch("r04")
        ann.sees("way-conquer")
        stop("region-ways", ann.page)
        ann.at("way-conquer").last.tap()
        expect(ann.region("r04")).to_have_attribute("aria-label", re.compile("Ann"))
        expect(ann.at("sheet")).to_have_count(0)
        stop("map-markers", ann.page)
        ann.touch("r20")
        ann.sees("refusal")
        stop("region-refused", ann.page)
        ann.tap("enter-as-played")
        ben.sees("yes")
        expect(ann.page.locator(".ask.waits")).to_be_visible()
        stop("ask-waits", ann.page)
        stop("ask", ben.page)
        ben.tap("no")
        expect(ann.page.locator(".ask")).to_have_count(0)
        stop("rejected", ann.page)
        ann.tap("rejected-close")
        ann.tells_whole_turn()
        ann.sees("whole-enter")
        ann.touch("r09")
        expect(ann.page.locator(".map .order")).to_have_count(1)
        stop("whole-told", ann.page)
        ann.tap("whole-cancel")
        _comes_and_goes(table, take, ann, ben, stop)
        ann.tap("offer-finish")
        ann.sees("form-redeploy")
        ann.tap("confirm")
        ann.tap("accept")
        _back_on_the_map(ben, stop)
        ann.page.locator("[data-test='offer-decline']").tap()
        ann.sees("score")
        stop("decline", ann.page)
        ben.tap("nav-more")
        ben.sees("pause").scroll_into_view_if_needed()
        stop("more-players", ben.page)
        ben.tap("pause")
        ann.tap("yes")
        ann.sees("paused")
        stop("paused", ann.page)
        stop("table-paused", screen)
        table.kill()
        ann.sees("lost")
        stop("lost", ann.page)
        expect(screen.locator(".link-lost")).to_be_visible()
        stop("table-lost", screen)
        table.start()
        expect(ann.at("lost")).to_have_count(0)


def _comes_and_goes(table: Table, take: Take, ann: Phone, ben: Phone, stop: Stop) -> None:
    """Somebody only looks on; Ben's phone is away and comes back; Ben enters for Ann, who is in the kitchen."""
    cid = take()
    cid.page.goto(table.address)
    cid.tap("watch")
    cid.sees("screen-play")
    stop("watching", cid.page)
    ben.page.goto("about:blank")
    ann.sees("offline-1")
    stop("away", ann.page)
    ben.page.goto(table.address)
    ben.plays_for(0)
    ben.sees("stop-entering")
    stop("entering-for", ben.page)
    ben.tap("stop-entering")
    expect(ann.at("offline-1")).to_have_count(0)


def _back_on_the_map(ben: Phone, stop: Stop) -> None:
    """Ben's turn: what came back to hand is put down, the Fortress is pointed out and built."""
    ben.sees("form-withdraw")
    stop("withdraw", ben.page)
    ben.tap("confirm")
    ben.sees("form-ready")
    ben.tap("confirm")
    ben.tap("offer-finish")
    ben.sees("form-place")
    ben.sees("hint-fortress")
    stop("hints", ben.page)
    ben.tap("hint-fortress")
    ben.sees("form-place")
    stop("place", ben.page)
    ben.touch("r10")
    expect(ben.at("form-place")).to_have_count(0)
    while ben.at("confirm").is_disabled():
        ben.page.locator("[data-test^='slot-'] button:enabled").last.tap()
    ben.tap("confirm")
    ben.tap("accept")


TOUR = {
    "before": before_the_game,
    "machines": at_the_machines,
    "game": in_the_game,
    "two": between_two,
    "ghosts": with_ghosts,
    "teams": in_teams,
    "isles": on_isles,
    "after": afterwards,
    "beside": beside_the_map,
}
