"""Advice on a player's own phone, and a late guest who takes over from the app."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, Table


def test_advice_is_asked_for_on_the_own_phone(pair: list[Phone]) -> None:
    """Ann switches it on under More and asks before she picks; Ben sees that she does, and has no button himself."""
    ann, ben = pair
    ben.sees("screen-play")
    ann.sees("screen-column")
    expect(ann.at("advice-button")).to_have_count(0)
    ann.tap("nav-more")
    ann.tap("setting-advice")
    expect(ann.at("setting-advice")).to_be_checked()
    ann.tap("nav-column")
    ann.tap("advice-button")
    expect(ann.sees("advice").locator("article.best")).to_contain_text("tokens")
    before = ann.state()["changed"]
    ann.tap("advice-close")
    expect(ann.at("advice")).to_have_count(0)
    assert ann.state()["changed"] == before
    expect(ben.sees("player-0").locator("svg[aria-label='gets advice from the app']")).to_be_visible()
    ben.tap("nav-column")
    expect(ben.at("advice-button")).to_have_count(0)


def test_a_house_rule_takes_advice_away(seated: list[Phone]) -> None:
    """Where the table plays without it, the switch refuses with a sentence and stays off."""
    ann, _ = seated
    ann.unfolds("options")
    ann.tap("advice-rule")
    expect(ann.at("advice-rule")).not_to_be_checked()
    ann.tap("start")
    ann.sees("screen-play")
    ann.tap("nav-more")
    ann.tap("setting-advice")
    expect(ann.sees("told")).to_contain_text("Your house rules allow no advice")
    expect(ann.at("setting-advice")).not_to_be_checked()


def test_a_late_guest_takes_over_and_gives_back(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Ann plays with the app; Ben comes, gets its seat with her yes, and goes to bed again by two taps, of which the
    second says how well the app plays for him."""
    table, ann, ben = serve(), phone(), phone()
    ann.sits_down(table.address, "Ann")
    ann.tap("add-app")
    ann.sees("seat-1")
    ann.tap("start")
    ann.sees("screen-column")
    takes_over_from_the_app(ann, ben, table)
    assert ann.state()["seats"][1]["level"] is None
    ben.tap("nav-more")
    ben.tap("entrust-1")
    ben.tap("entrust-1-easy")
    ben.sees("screen-join")
    expect(ben.sees("rejoin-1")).to_contain_text("The app plays here")
    assert ann.state()["seats"][1]["level"] == "easy"


@pytest.mark.long(name="extras")
def test_a_wrong_tap_on_a_seat_of_the_app_leaves_it_to_the_app(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """ "Not me" gives the seat back to the app, which goes on as well as before."""
    table, ann, ben = serve(), phone(), phone()
    ann.sits_down(table.address, "Ann")
    ann.tap("add-app")
    ann.tap("edit-1")
    ann.tap("level-hard")
    ann.tap("join")
    expect(ann.sees("seat-1")).to_contain_text("The app plays here: hard")
    ann.tap("start")
    ann.sees("screen-column")
    takes_over_from_the_app(ann, ben, table)
    expect(ben.sees("told")).to_contain_text("You are playing as App")
    ben.tap("told-back")
    ben.sees("screen-join")
    expect(ben.sees("rejoin-1")).to_contain_text("The app plays here")
    assert ann.state()["seats"][1]["level"] == "hard"


def takes_over_from_the_app(ann: Phone, ben: Phone, table: Table) -> None:
    """Ben asks for the seat that the app plays, and Ann approves."""
    ben.page.goto(table.address)
    expect(ben.sees("rejoin-1")).to_contain_text("The app plays here")
    ben.tap("rejoin-1")
    ann.sees("yes").tap()
    ben.sees("screen-play")
