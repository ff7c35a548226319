"""One region in detail: what it costs, why it cannot be had, and how its contents are corrected."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.game import corrections
from companion.language import text
from companion.rules import commands, quotes
from companion.rules.engine import offers, quote
from companion.rules.model import Game, Message, Quote, Refused
from companion.views import game_view

Plain = dict[str, Any]


def quote_view(
    game: Game, region: str, seat: int | None = None, language: str = text.DEFAULT, doubted: Collection[str] = ()
) -> Plain:
    """The price of a region for a seat, or why not, and how to correct its contents.

    Without `seat` it is the one whose turn it is. Only that one has ways to choose from. `doubted` are the regions
    whose counts nobody laid out.

    Raises Refused for an unknown region or seat.
    """
    if region not in game.grounds:
        raise Refused(Message("refuse.no_region"))
    seat = game.turn.seat if seat is None else seat
    if seat not in range(len(game.seats)):
        raise Refused(Message("refuse.no_seat"))
    acting = seat == game.turn.seat
    view: Plain = {
        "region": region,
        "seat": seat,
        "text": game_view.region_text(game, game.board.regions[region], game.grounds[region], language),
        "ways": [
            game_view.offer_view(game, offer, language)
            for offer in offers(game, seat, blind=True)
            if offer.region == region
        ],
        "bills": [],
        "refusal": None,
        "as_played": None,
        "correct": corrections.region_view(game, region, language, corrections.recounts(game, region, doubted)),
    }
    if game.over:
        return view
    try:
        found = quote(game, seat, region)
    except Refused as refused:
        return {**view, "refusal": text.sentence(refused.message, language)}
    view["bills"] = [
        {
            "way": way.name,
            "cost": way.cost,
            "bill": game_view.sum_view(text.bill(way.bill, language)),
        }
        for way in found.ways
        if not way.boosts
    ]
    if not any(way["kind"] == "conquer" for way in view["ways"]):
        view["refusal"] = _refusal(game, found, language)
        view["as_played"] = _as_played(game, found) if acting else None
    return view


def prices(game: Game, seat: int) -> dict[str, Plain]:
    """The price of every region within a seat's reach, {"cost", "chance"}: that of the first way that it can pay, as
    a region's sheet lists them, else of the first there is.

    While the seat conquers, `chance` says in how many of six faces the die would do what the hand cannot: "2/6", or
    "0/6". It is None where no die is needed, and in everybody else's turn. Raises Refused for a seat without a race
    that could attack.
    """
    found: dict[str, Plain] = {}
    band = quotes.attacker(game, seat)
    conquering = game.turn.stage == "conquer" and game.turn.band == band.id
    for region in game.grounds:
        found_ways = quote(game, seat, region).ways
        if not found_ways:
            continue
        way = next((each for each in found_ways if quotes.affordable(each, band.hand)), found_ways[0])
        chance = None
        if conquering and not quotes.affordable(way, band.hand):
            faces, of = quotes.odds(game, band, way)
            chance = f"{faces}/{of}"
        found[region] = {"cost": way.cost, "chance": chance}
    return found


def _refusal(game: Game, found: Quote, language: str) -> str | None:
    """Why a region cannot be conquered outright."""
    if found.refusals and not found.ways:
        return text.sentence(Message("refuse.all", {"reasons": found.refusals}), language)
    acting = game.bands[found.band].seat == game.turn.seat
    if acting and game.turn.stage == "redeploy":
        stage = {"name": game.name(game.turn.seat), "stage": Message("stage.redeploy")}
        return text.sentence(Message("refuse.stage", stage), language)
    if not found.ways or not acting or game.turn.stage != "conquer":
        return None
    way = found.ways[0]
    die = quotes.may_attempt(game, game.bands[found.band], way)
    key = "refuse.short_die" if die else "refuse.short"
    return text.sentence(Message(key, {"bill": way.bill, "hand": found.hand}), language)


def _as_played(game: Game, found: Quote) -> Plain | None:
    """The command that records the conquest anyway, if the pieces allow it."""
    own = game.grounds[found.region].band == found.band
    due = game.turn.attempt or game.turn.called or game.turn.held_up
    if due or own or not found.hand:
        return None
    return commands.encode(commands.Conquer(found.region))
