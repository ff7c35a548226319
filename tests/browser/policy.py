"""What quarrelsome but sensible people would do next, judged from what all may see.

They fight somebody who stands strong while nobody has had to withdraw for long, else take what is cheapest; they dare
the die, and decline when they are spread thin, or tired of a race.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

Plain = dict[str, Any]
# They never pay more than this for a combo: even the poorest purse has it.
DEAREST = 2
FIGHTS = 4
# By this turn somebody has declined, thin or not.
LATE = 7


class Temper(NamedTuple):
    """How people play: they make at most so many conquests a turn, and decline so many turns after they took a race."""

    conquests: int = 99
    tires: int = 99


EAGER = Temper()


def choose(state: Plain, done: Counter[str], temper: Temper = EAGER) -> Plain:
    """The next offer to take, of whoever has something to do. `done` is what `note` counted so far."""
    game = state["game"]
    seat = game["offers"][0]["seat"]
    kinds: dict[str, list[Plain]] = {}
    for offer in game["offers"]:
        if offer["seat"] == seat:
            kinds.setdefault(offer["kind"], []).append(offer)
    if "pick" in kinds:
        cheap = [one for one in kinds["pick"] if one["command"]["place"] <= DEAREST]
        return max(cheap, key=lambda one: worth(game, one))
    if "choose" in kinds:
        return kinds["choose"][0]
    late = game["turn"]["number"] >= LATE and not done["decline"]
    tired = done[f"race of {seat}"] and game["turn"]["number"] - done[f"race of {seat}"] >= temper.tires
    tired = tired and game["turn"]["number"] < game["turn"]["of"]
    if tired and "accept" in kinds:
        # Stout: over the score sheet, with which the turn is over as well.
        return kinds["accept"][-1]
    stout = any(band["seat"] == seat and band["power"] == "stout" and not band["declined"] for band in game["bands"])
    if "decline" in kinds and (late or spread_thin(game) or tired) and not (tired and stout):
        return kinds["decline"][0]
    for offer in [*kinds.get("act", []), *kinds.get("place", [])]:
        # Once each, so that every kind is seen and the game goes on.
        if not done[offer["id"]]:
            return offer
    if "ready" in kinds and not done["ready"]:
        return kinds["ready"][0]
    if done[f"conquests of {seat} in {game['turn']['number']}"] >= temper.conquests and "finish" in kinds:
        return ending(kinds, done)
    fights = [one for one in kinds.get("conquer", []) if stands_strong(game, one["region"])]
    if fights and done["withdraw"] < FIGHTS:
        return min(fights, key=lambda one: one["cost"])
    if "conquer" in kinds:
        # Of the cheapest the sea first, which hardly anybody can have.
        return min(kinds["conquer"], key=lambda one: (one["cost"], not water(game, one["region"])))
    if "attempt" in kinds and "ready" not in kinds:
        # The die comes last, for what is left in hand then.
        return max(kinds["attempt"], key=lambda one: one["chance"])
    for kind in ("ready", "withdraw"):
        if kind in kinds:
            return kinds[kind][0]
    return ending(kinds, done)


def ending(kinds: dict[str, list[Plain]], done: Counter[str]) -> Plain:
    """Once they go through the end of a turn step by step, and from then on they tap Done."""
    steps = ("finish", "redeploy", "accept")
    for kind in ("done", *steps) if done["accept"] else (*steps, "done"):
        if kind in kinds:
            return kinds[kind][0]
    raise AssertionError(f"nothing to choose from: {kinds}")


def note(done: Counter[str], state: Plain, offer: Plain) -> None:
    """Count an offer that is being taken, by kind and by id, and what a temper asks for."""
    turn = state["game"]["turn"]
    done.update({offer["kind"], offer["id"]})
    band = offer["command"].get("band")
    done["ready of a race in decline"] += offer["kind"] == "ready" and any(
        each["id"] == band and each["declined"] for each in state["game"]["bands"]
    )
    if offer["kind"] == "conquer":
        done[f"a way by {offer['command']['way']}"] += 1
        done[f"conquests of {turn['seat']} in {turn['number']}"] += 1
    if offer["kind"] == "pick":
        done[f"race of {turn['seat']}"] = turn["number"]


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


def water(game: Plain, region: str) -> bool:
    """A sea or a lake."""
    return any(kind in game["regions"][region]["text"] for kind in ("sea,", "lake,"))


def stands_strong(game: Plain, region: str) -> bool:
    """An active race of somebody else stands there with tokens to spare, so that some of them will withdraw."""
    lies = game["regions"][region]
    return lies["seat"] not in (None, game["turn"]["seat"]) and not lies["declined"] and lies["tokens"] > 1
