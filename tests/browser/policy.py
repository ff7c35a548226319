"""What three quarrelsome but sensible people would do next, judged from what all may see.

They fight somebody who stands strong while nobody has had to withdraw for long, else take what is cheapest; they dare
the die, and decline when they are spread thin.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

Plain = dict[str, Any]
# They never pay more than this for a combo: even the poorest purse has it.
DEAREST = 2
FIGHTS = 4
# By this turn somebody has declined, thin or not.
LATE = 7


def choose(state: Plain, done: Counter[str]) -> Plain:
    """The next offer to take, of whoever has something to do. `done` counts those taken so far, by kind and by id."""
    game = state["game"]
    seat = game["offers"][0]["seat"]
    kinds: dict[str, list[Plain]] = {}
    for offer in game["offers"]:
        if offer["seat"] == seat:
            kinds.setdefault(offer["kind"], []).append(offer)
    if "pick" in kinds:
        cheap = [one for one in kinds["pick"] if one["command"]["place"] <= DEAREST]
        return max(cheap, key=lambda one: worth(game, one))
    late = game["turn"]["number"] >= LATE and not done["decline"]
    if "decline" in kinds and (late or spread_thin(game)):
        return kinds["decline"][0]
    for offer in [*kinds.get("act", []), *kinds.get("place", [])]:
        # Once each, so that every kind is seen and the game goes on.
        if not done[offer["id"]]:
            return offer
    fights = [one for one in kinds.get("conquer", []) if stands_strong(game, one["region"])]
    if fights and done["withdraw"] < FIGHTS:
        return min(fights, key=lambda one: one["cost"])
    if "conquer" in kinds:
        return min(kinds["conquer"], key=lambda one: one["cost"])
    if "attempt" in kinds:
        return max(kinds["attempt"], key=lambda one: one["chance"])
    for kind in ("ready", "withdraw", "finish", "redeploy", "accept"):
        if kind in kinds:
            return kinds[kind][0]
    raise AssertionError(f"nothing to choose from: {kinds}")


def filled(offer: Plain) -> dict[str, int]:
    """How an offer's form is filled in: as it starts, but pieces are all laid out, one to a region."""
    form = offer["form"]
    counts = {slot["id"]: slot["start"] for slot in form["slots"]}
    if offer["kind"] == "place":
        for slot in form["slots"]:
            if sum(counts.values()) < form["total"] and counts[slot["id"]] < slot["most"]:
                counts[slot["id"]] += 1
    return counts


def worth(game: Plain, pick: Plain) -> int:
    """What a combo brings."""
    combo = game["column"][pick["command"]["place"]]
    return int(combo["tokens"] + combo["coins"] - 2 * combo["price"])


def spread_thin(game: Plain) -> bool:
    """The active race has hardly a token to spare, and turns are left for another one."""
    turn = game["turn"]
    band = next(band for band in game["bands"] if band["seat"] == turn["seat"] and not band["declined"])
    held = [lies["tokens"] for lies in game["regions"].values() if lies["band"] == band["id"]]
    return turn["number"] < turn["of"] and bool(held) and sum(held) - len(held) + band["hand"] <= 2


def stands_strong(game: Plain, region: str) -> bool:
    """An active race of somebody else stands there with tokens to spare, so that some of them will withdraw."""
    lies = game["regions"][region]
    return lies["seat"] not in (None, game["turn"]["seat"]) and not lies["declined"] and lies["tokens"] > 1
