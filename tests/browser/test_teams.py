"""Six people with six phones in three teams, on our own board for six, from the lobby to the reveal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Phone, Table, keep_picture
from tests.browser.positions import Position

SIX = ("Ann", "Ben", "Cleo", "Dee", "Eve", "Fay")


def stage(phone: Phone, stage: str, seat: int) -> None:
    """Wait until a phone shows whose turn it is and how far it has come."""
    expect(phone.at("turn")).to_have_attribute("data-stage", stage)
    expect(phone.at("turn")).to_have_attribute("data-seat", str(seat))


def ends_turn(phone: Phone, seat: int) -> None:
    """From the conquests to the score sheet, by taps."""
    stage(phone, "conquer", seat)
    phone.tap("offer-finish")
    phone.sees("form-redeploy")
    phone.tap("confirm")
    phone.sees("score")


def map_of(phone: Phone) -> dict[str, list[str]]:
    """The neighbours of each region."""
    drawn = phone.context.request.get(f"{phone.home.rstrip('/')}/api/map/practice-6").json()
    return {region["id"]: region["adjacent"] for region in drawn["regions"]}


def lies(position: Position, kind: str) -> list[str]:
    """Where a piece lies."""
    regions: dict[str, Any] = position.game["regions"]
    return [id for id, each in regions.items() if kind in [marker["kind"] for marker in each["markers"]]]


@pytest.mark.long(name="evenings")
def test_a_team_game_to_the_reveal(
    serve: Callable[..., Table], phone: Callable[..., Phone], screen: Callable[[str], Page]
) -> None:
    """Teams are seen and changed in the lobby, monsters put with taps; a prize comes to light; Tavern, Vale, Boneyard,
    Sigil with the other player's consent, and Soapbar are tapped; the poorer partner's coins decide."""
    table = serve()
    six = [phone(dark=place == 1) for place in range(6)]
    ann, ben, cleo, dee, eve, fay = six
    ann.sits_down(table.address, "Ann")
    for each, name in zip(six[1:], SIX[1:], strict=True):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    expect(ann.sees("why-not")).to_contain_text("Six players in three teams")
    ann.unfolds("boxes")
    ann.tap("box-teams")
    expect(ann.sees("team-0")).to_contain_text("Dee")
    # The app has no part in it, and the lobby says so where it would be added.
    expect(ann.sees("app-out")).to_contain_text("does not play in teams")
    expect(ann.at("add-app")).to_have_count(0)
    # Two taps change who plays with whom, and two more change it back.
    for partner in ("Eve", "Dee"):
        for seat in (3, 4):
            ann.tap(f"partner-{seat}")
        expect(ann.at("team-0")).to_contain_text(partner)
    ann.at("teams").scroll_into_view_if_needed()
    keep_picture(ann.page, "teams-lobby")
    shown = screen(table.address)
    ann.tap("start")
    for each in six[1:]:
        each.page.goto(table.address)
        each.sees("screen-play")

    # Everybody but the first player puts a monster on the map: the table waits, and one tap is enough.
    position = Position(six)
    expect(shown.locator(".due")).to_have_text(re.compile(r"put a Monster in a region with a Lost Tribe\s*$"))
    keep_picture(ben.page, "teams-monster")
    keep_picture(shown, "teams-table")
    for each, wanted in zip(six[1:], ("r06", "r03", "r26", "r33", "r51"), strict=True):
        assert wanted in each.open_regions()
        with each.gets_through():
            each.touch(wanted)
        expect(each.at("panel")).to_contain_text("onster")
    assert lies(position, "monster") == ["r03", "r06", "r26", "r33", "r51"]

    # A conquered monster shows what lies under it.
    ann.picks()
    race = position.game["bands"][0]["id"]
    # As many as the smallest race has in the box, whichever was drawn.
    position.enter(type="set_band", band=race, hand=8)
    expect(ann.at("hand")).to_have_text("8")
    with ann.gets_through():
        ann.touch("r03")
    expect(ann.at("panel")).to_contain_text("region 3")
    found = {each["kind"] for each in position.game["regions"]["r03"]["markers"]}
    assert found & {"soapbar", "tavern", "boneyard", "vale", "sigil"}, found
    keep_picture(ann.page, "teams-found")
    position.enter(type="drop_race", band=race)

    # What they own in the fourth turn, and what each of them holds.
    for id in ("r03", *lies(position, "monster")):
        position.enter(type="set_region", region=id)
    bands = {
        "ann": position.race(0, "orcs", "forest", r11=3, r17=2),
        "dee": position.race(3, "dwarves", "swamp", r39=2),
        "ben": position.race(1, "humans", "hill", r43=2, r50=2),
        "cleo": position.race(2, "giants", "merchant", r44=3, r45=2),
        "eve": position.race(4, "ratmen", "alchemist", r20=2),
        "old": position.race(4, "wizards", r30=1),
    }
    for region, owner, tokens, kind in (
        ("r11", "ann", 3, "vale"),
        ("r17", "ann", 2, "tavern"),
        ("r39", "dee", 2, "boneyard"),
        ("r43", "ben", 2, "sigil"),
        ("r45", "cleo", 2, "soapbar"),
    ):
        prize = [{"kind": kind, "band": 0}]
        position.enter(type="set_region", region=region, band=bands[owner], tokens=tokens, markers=prize)
    for seat, coins in enumerate((20, 25, 40, 30, 24, 10)):
        position.coins(seat, coins)
    position.turn(4, 0)

    # Mirror's Vale: Ann and Dee exchange their powers as the turn begins.
    stage(ann, "begin", 0)
    keep_picture(ann.page, "teams-vale")
    ann.page.locator("[data-offer='act:vale:swap:']").tap()
    expect(ann.at("panel")).to_contain_text("Swamp")
    assert {each["seat"]: each["power"] for each in position.game["bands"]}[3] == "forest"
    ann.tap("confirm")
    ends_turn(ann, 0)

    # Glandulf's Tavern: one of the two coins goes to Eve, who is no partner.
    expect(ann.at("score")).to_contain_text("Tavern")
    keep_picture(ann.page, "teams-tavern")
    ann.page.locator("[data-offer='act:tavern:give:4']").tap()
    expect(ann.at("panel")).to_contain_text("Eve")
    ann.tap("accept")

    # Sigil of Sacrifice: Ben asks Eve to lose tokens in his stead.
    stage(ben, "begin", 1)
    ben.page.locator("[data-offer='act:sigil:name:']").tap()
    keep_picture(ben.page, "teams-sigil")
    ben.page.locator("[data-offer$=':asks:ratmen']").tap()
    ben.tap("confirm")
    ends_turn(ben, 1)
    ben.tap("accept")

    # Cleo conquers Ben's region. Eve is asked on her phone, and Cleo goes on meanwhile.
    stage(cleo, "begin", 2)
    cleo.tap("confirm")
    stage(cleo, "conquer", 2)
    position.enter(type="set_band", band=bands["cleo"], hand=9)
    expect(cleo.at("hand")).to_have_text("9")
    cleo.touch("r50")
    expect(cleo.at("panel")).to_contain_text("Cleo conquers region 50")
    ends_turn(cleo, 2)
    cleo.tap("accept")

    # The Soapbar has to move on, with a tap on the map; and Eve gives a token for Ben, with another.
    near = {region for held in ("r44", "r45", "r50") for region in map_of(cleo)[held]}
    assert set(cleo.open_regions()) == near - {"r44", "r45", "r50"}
    keep_picture(cleo.page, "teams-soapbar")
    cleo.touch("r52")
    expect(eve.at("panel")).to_contain_text("save one of: Ben’s Humans")
    keep_picture(eve.page, "teams-consent")
    # Nobody agrees for her: on another phone it can only be told as it was played.
    cleo.plays_for(4)
    cleo.touch("r20")
    expect(cleo.sees("told")).to_contain_text("Only Eve can approve that")
    expect(cleo.at("as-played")).to_be_visible()
    keep_picture(cleo.page, "teams-not-yours")
    eve.touch("r20")
    stage(dee, "begin", 3)
    tokens = {id: each["tokens"] for id, each in position.game["regions"].items()}
    assert (tokens["r20"], tokens["r43"], tokens["r50"]) == (1, 4, 3)
    assert lies(position, "soapbar") == ["r52"]

    # Bony's Boneyard: Dee puts Bony on the banner of the Wizards in decline, and everybody may read it.
    dee.page.locator("[data-offer='act:boneyard:place:']").tap()
    dee.page.locator("[data-offer$=':wizards']").tap()
    expect(ann.at("panel")).to_contain_text("Wizards")
    keep_picture(dee.page, "teams-boneyard")

    # The last turn of the last player, and then the purses: nobody saw another's before, not even a partner's.
    position.turn(8, 5)
    fay.picks()
    ends_turn(fay, 5)
    fay.tap("accept")
    for each in (ann, eve):
        each.sees("screen-end")
        expect(each.at("winner")).to_have_count(0)
    expect(ann.page.locator(".team .covered")).to_have_count(6)
    ann.tap("unveil")
    expect(ann.page.locator(".reveal .open")).to_have_count(1)
    # Fay's ten and what the turn brought are not yet a score: Cleo's purse is still covered.
    expect(ann.at("team-score-2")).to_have_count(0)
    keep_picture(ann.page, "teams-reveal")
    while not position.game["winner"]:
        position.enter(type="unveil")
    expect(ann.sees("winner")).to_have_text("Team 2 wins")
    coins = {each["seat"]: each["coins"] for each in position.game["reveal"]}
    for team in range(3):
        expect(eve.at(f"team-score-{team}")).to_contain_text(str(min(coins[team], coins[team + 3])))
    assert coins[2] > coins[1] > coins[4] > coins[0]
    keep_picture(eve.page, "teams-end")
    keep_picture(shown, "teams-table-end")
