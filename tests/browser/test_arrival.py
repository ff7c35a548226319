"""Who comes to the table: what the page shows before there is a seat, the lobby's first screen, and the next game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.house import SMALL, Phone, Table, keep_picture, resize
from tests.browser.positions import Position
from tests.browser.tour_boxes import ISLES, SEVENTH_TURN
from tests.browser.tour_table import laid_out

FIVE = ("Ann", "Ben", "Cleo", "Dee", "Eve")


def join(phone: Phone, table: Table, name: str) -> None:
    """Take a seat without a tap."""
    answer = phone.context.request.post(f"{table.address}/api/join", data={"name": name, "another": True})
    assert answer.ok, answer.text()


def test_who_comes_sees_the_game_and_who_sits_there(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The page has the game's name, its board and those who sit there; each of them as they come."""
    table, ann, ben = serve(), phone(), phone()
    ann.page.goto(table.address)
    ann.sees("screen-join")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Small World")
    expect(ann.page.locator(".miniature .map")).to_be_visible()
    expect(ann.at("sitting")).to_have_count(0)
    # Also on the smallest phone the button is on the first screen.
    resize(ann.page, 360, 640)
    expect(ann.at("join")).to_be_in_viewport(ratio=1)
    ben.sits_down(table.address, "Ben")
    expect(ann.sees("sitting")).to_have_text(re.compile(r"Already here:\s*Ben\s*$"))
    keep_picture(ann.page, "join-with-ben")


def test_the_first_screen_of_the_lobby_has_all_one_needs(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Five players, the code, the board and Begin are in sight at once on the smallest phone; all else is folded."""
    # Without the notice of a machine, which comes above all else.
    table, ann = serve("--pins", "off"), phone(SMALL)
    for name in FIVE:
        join(ann, table, name)
    ann.page.goto(table.address)
    for place in (ann.at("start"), ann.page.locator(".invite img"), ann.page.locator(".round-table .map")):
        expect(place).to_be_visible()
        # Without scrolling.
        expect(place).to_be_in_viewport(ratio=1)
    for seat in range(len(FIVE)):
        expect(ann.at(f"seat-{seat}")).to_be_in_viewport(ratio=1)
    keep_picture(ann.page, "lobby-five")
    for name in ("boxes", "dealing", "options", "begun"):
        expect(ann.at(name)).not_to_have_attribute("open", re.compile(""))


def test_who_comes_late_is_in_the_next_game(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """The page says that a game runs; Cleo watches it, and sits at the table as soon as the next one is set up."""
    ann, ben = pair
    cleo = phone()
    cleo.page.goto(ann.home)
    expect(cleo.sees("screen-join")).to_contain_text(re.compile(r"in progress: turn 1 of \d+"))
    cleo.sees("next-name").fill("Cleo")
    cleo.tap("next-join")
    expect(cleo.sees("next-waits")).to_contain_text("Cleo is in the next game")
    cleo.tap("watch")
    for each in (ann, ben, cleo):
        each.sees("screen-play")
    again(pair)
    for each in (ann, ben, cleo):
        expect(each.sees("seat-2")).to_contain_text("Cleo")
    # Kept once: after that the phone has a seat like all others.
    cleo.page.reload()
    cleo.sees("screen-lobby")


@pytest.mark.long(name="moments")
def test_a_state_that_comes_before_the_answer_leaves_nobody_outside(
    pair: list[Phone], phone: Callable[..., Phone]
) -> None:
    """Cleo's phone sees her seat and asks whose it is before the answer has made it hers: it asks once more."""
    cleo = phone()
    cleo.page.goto(pair[0].home)
    cleo.sees("next-name").fill("Cleo")
    cleo.tap("next-join")
    cleo.sees("next-waits")
    nobody = {"seats": [], "new": [], "moved": [], "waiting": False, "sign": None}
    joined = []
    cleo.last_page().on("request", lambda request: joined.append(request) if request.url.endswith("api/join") else None)

    def too_early(route: Route) -> None:
        """Answers the first question after the seat was asked for as it would have been answered a moment before."""
        if len(joined) == 1:
            joined.append(route.request)
            route.fulfill(json=nobody)
        else:
            route.continue_()

    cleo.page.route("**/api/me", too_early)
    again(pair)
    cleo.sees("screen-lobby")
    expect(cleo.sees("seat-2")).to_contain_text("Cleo")


def test_the_lobby_says_who_goes_first(seated: list[Phone]) -> None:
    """Below the board, on every phone, as soon as somebody has chosen."""
    ann, ben = seated
    ben.sees("screen-lobby")
    ann.page.locator("label", has=ann.at("start-1")).tap()
    for each in (ann, ben):
        expect(each.page.locator(".ways-in span.first")).to_have_text("Ben goes first")


def test_nothing_moves_when_the_map_comes(tmp_path: Path, phone: Callable[..., Phone]) -> None:
    """Whoever comes back may tap away what they are told before the map is there: no tap lands on a region instead."""
    with laid_out(tmp_path, game=ISLES, lines=SEVENTH_TURN) as table:
        ann = phone(SMALL)
        held: list[Route] = []
        ann.page.route("**/api/map/*", lambda asked: held.append(asked))
        ann.page.goto(table.address)
        ann.tap("rejoin-0")
        before = [ann.sees(name).bounding_box() for name in ("told", "player-2", "panel")]
        for each in held:
            each.continue_()
        expect(ann.region("r30")).to_be_visible()
        assert [ann.sees(name).bounding_box() for name in ("told", "player-2", "panel")] == before


def test_who_waited_for_a_name_that_is_taken_is_asked_once_more(pair: list[Phone], phone: Callable[..., Phone]) -> None:
    """Somebody else has the name by then: the phone says so, and offers a seat under another one."""
    cleo = phone()
    cleo.page.goto(pair[0].home)
    cleo.sees("next-name").fill("Ann")
    cleo.tap("next-join")
    cleo.sees("next-waits")
    again(pair)
    expect(cleo.sees("told")).to_contain_text("Ann")
    cleo.sees("name").fill("Cleo")
    cleo.tap("join")
    cleo.sees("seat-2")


def again(pair: list[Phone]) -> None:
    """The game is ended and laid open, and another one is set up."""
    table = Position(pair)
    table.post(pair[1], "/api/consent", by=1, ask=table.enter(type="stop")["ask"], yes=True)
    table.enter(type="unveil")
    table.enter(type="unveil")
    answer = pair[0].context.request.post(f"{pair[0].home}api/new", data={"by": 0})
    assert answer.ok, answer.text()
