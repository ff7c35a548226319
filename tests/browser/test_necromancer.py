"""A game with Necromancer Island, to its end: the box is ticked, and the Necromancer plays by touch on an own phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Phone, Table, keep_picture
from tests.browser.positions import Position
from tests.browser.test_acts import stage

ORDER = ("pick", "ready", "conquer", "finish", "redeploy", "accept", "withdraw")
GHOSTS = 1  # the first band of the game


def others_play(position: Position, until: int) -> None:
    """Everybody else's turns over HTTP, one conquest each, until it is this seat's."""
    while (game := position.game)["turn"]["seat"] != until:
        attacks = any(each["kind"] == "conquer" for each in game["offers"])
        done = bool(game["record"]["attacks"])
        kinds = [kind for kind in ORDER if kind != ("conquer" if done or not attacks else "finish")]
        offers = [each for kind in kinds for each in game["offers"] if each["kind"] == kind]
        position.post(position.phones[0], "/api/act", by=0, seat=offers[0]["seat"], command=offers[0]["command"])


def pile(game: dict[str, Any], key: str) -> dict[str, int]:
    """What lies on a pile beside the map, by kind."""
    items = next(each["items"] for each in game["piles"] if each["key"] == key)
    return {item["kind"]: item["count"] for item in items}


def redeploys(phone: Phone) -> None:
    """Redeploy as proposed, whether or not there are pieces that could be placed first."""
    expect(phone.page.locator("[data-test^='form-']")).to_be_visible()
    if phone.at("form-place").count():
        phone.page.locator("[data-offer='redeploy']").tap()
    phone.sees("form-redeploy")
    phone.tap("confirm")


@pytest.mark.long(name="extras")
def test_the_necromancer_buys_conquers_spawns_and_wins(
    serve: Callable[..., Table], phone: Callable[..., Phone], screen: Callable[[str], Page]
) -> None:
    """Necromancer Island: market, conquest, souls, spawning and victory, each on the screens it belongs to."""
    table = serve()
    ann, cid = phone(), phone()
    ann.sits_down(table.address, "Ann")
    ann.tap("add-player")
    ann.sees("name").fill("Ben")
    ann.tap("join")
    ann.sees("seat-1")
    cid.sits_down(table.address, "Cid")
    ann.sees("seat-2")
    ann.unfolds("boxes")
    ann.tap("box-necromancer")
    # Who owns the Igors too reads that the Well takes what they would collect.
    ann.tap("box-royal_bonus")
    expect(cid.sees("note")).to_contain_text("Igors")
    keep_picture(cid.page, "necromancer-note", whole=True)
    ann.tap("box-royal_bonus")
    expect(cid.at("note")).to_have_count(0)
    # Who sits to the right of the first player is told so before anybody begins.
    expect(cid.sees("role-2")).to_contain_text("Necromancer")
    ann.tap("start")

    # Six badges lie open, each with its rule; one tap takes the first power into use, and the others wait for it.
    expect(cid.at("offer-choose")).to_have_count(6)
    # The table draws the badges; with these two a conquest is more than one tap.
    lying = [item["kind"] for item in cid.state()["game"]["piles"][0]["items"]]
    power = next(kind for kind in lying if kind not in ("berserk", "dragon-master"))
    keep_picture(cid.page, "necromancer-choice")
    cid.page.locator(f"[data-offer$=':{power}']").tap()
    ann.sees("screen-column")
    position = Position([ann, cid])
    others_play(position, 2)

    # The market: 1 power and 1 Ghost make 2 coins, then one more.
    stage(cid, "market", 2)
    expect(cid.page.locator("[data-offer='act:ghosts:ghost:']")).to_contain_text("2 coins")
    keep_picture(cid.page, "necromancer-market")
    cid.page.locator("[data-offer='act:ghosts:ghost:']").tap()
    expect(cid.at("panel")).to_contain_text("Cid pays 2 coins to the bank")
    expect(ann.at("panel")).to_contain_text("put 1 Ghost from the reserve on Necromancer Island")
    expect(cid.page.locator("[data-offer='act:ghosts:ghost:']")).to_contain_text("3 coins")
    cid.tap("offer-finish")

    # Conquest from the Island: two more Ghosts have been forgotten there, and are put right by anybody.
    stage(cid, "conquer", 2)
    position.enter(type="set_band", band=GHOSTS, hand=6)
    expect(cid.at("hand")).to_have_text("6")
    shore = cid.open_regions()[0]
    cid.touch(shore)
    expect(cid.at("panel")).to_contain_text("Cid conquers")
    cid.tap("offer-finish")
    redeploys(cid)
    expect(cid.sees("score")).to_be_visible()
    position.enter(type="set_pile", pile="well", kinds={"tribe": 1})
    cid.tap("accept")
    stage(ann, "begin", 0)
    assert pile(position.game, "well") == {"tribe": 1, "soul": 1}

    # The Well and the reserve lie open on every phone and on the table's screen, and are put right there.
    ann.tap("nav-column")
    expect(ann.sees("pile-well")).to_contain_text("1 soul")
    keep_picture(ann.page, "necromancer-well", whole=True)
    ann.tap("nav-more")
    ann.page.locator("[data-test='put-right'] summary").first.tap()
    ann.tap("right-piles")
    for count in range(int(ann.sees("pile-well-tribe").inner_text()) + 1, 5):
        ann.tap("pile-well-tribe-plus")
        expect(ann.at("pile-well-tribe")).to_have_text(str(count))
    ann.tap("pile-well-tribe-set")
    shown = screen(table.address)
    expect(shown.locator("[data-test='pile-well']")).to_contain_text("4")
    keep_picture(shown, "necromancer-table")

    # When Ann's turn ends four tokens become a Ghost, and everybody is told what to do with them.
    others_play(position, 1)
    expect(cid.at("panel")).to_contain_text("from the reserve on Necromancer Island")
    others_play(position, 2)

    # All Ghosts are on the map: at the end of his own turn the Necromancer has won.
    stage(cid, "market", 2)
    position.enter(type="set_pile", pile="well", kinds={"soul": 1})
    standing = [each["tokens"] for each in position.game["regions"].values() if each["band"] == GHOSTS]
    position.enter(type="set_band", band=GHOSTS, hand=14 - sum(standing))
    cid.tap("offer-finish")
    if standing:
        # With none on the map, because Ann has driven them off, there is nothing to ready.
        stage(cid, "begin", 2)
        cid.tap("confirm")
    stage(cid, "conquer", 2)
    cid.tap("offer-finish")
    redeploys(cid)
    cid.tap("accept")
    for each in (ann, cid):
        each.sees("screen-end")
    cid.sees("unveil").tap()
    expect(ann.page.locator(".reveal .open")).to_have_count(1)
    for _ in range(2):
        position.enter(type="unveil")
    expect(ann.sees("winner")).to_contain_text("Cid")
    expect(ann.at("screen-end")).to_contain_text("Cid wins at once")
    keep_picture(ann.page, "necromancer-end")
