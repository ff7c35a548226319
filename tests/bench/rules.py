"""Whole games at the speed of the rules alone: how long it takes to list, to decide, and to play a log again.

The players follow one fixed policy: chance is answered first, they never stop while they can conquer, and otherwise
they do anything that is offered. The same seed plays the same games on every machine.
"""

from __future__ import annotations

import random
from time import perf_counter
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.boards import maps
from companion.rules import events, quotes
from companion.rules.commands import Answer, Command, Place
from companion.rules.engine import Offer, chances, fold, new_game, offers, outcome
from companion.rules.model import Chance, Form, Game, SeatSetup, Setup
from tests.bench.figure import Figure

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")
SEED = 2009
# Other programs disturb a measurement and never help it, so a command's quickest of several rounds is the truest.
ROUNDS = 10
STEPS = 1000
LOOP = "a plain loop of 1,000 steps"


class Table(NamedTuple):
    """Who plays on which map with which boxes."""

    players: int
    map: str
    boxes: tuple[str, ...] = ("base",)


TWO, FOUR, FIVE = (Table(players, f"base-{players}") for players in (2, 4, 5))
EXPANSIONS = ("base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus")
# Beside each, the base box with as many players; it has no more than five.
BOXES: dict[str, tuple[Table, str, Table]] = {
    "all expansions": (Table(2, "base-2", EXPANSIONS), "base box", TWO),
    "these, Necromancer Island": (Table(4, "base-3", (*EXPANSIONS, "necromancer")), "base box, four", FOUR),
    "these, six in teams": (Table(6, "practice-6", (*EXPANSIONS, "teams")), "base box, five", FIVE),
    "Warcraft": (Table(2, "isles-l1a-s2b", ("warcraft",)), "base box", TWO),
}


class Round(Struct):
    """What was counted while games were played, times in seconds.

    `listing` are the times in chances() and offers(), `deciding` those in outcome(), for each command in turn; `total`
    has the players' choices in it as well. `logs` holds the events of each game.
    """

    logs: list[tuple[events.Event, ...]]
    listing: list[float]
    deciding: list[float]
    total: float = 0.0

    @property
    def commands(self) -> int:
        """How many there were."""
        return len(self.deciding)


def quickest(*rounds: list[float]) -> float:
    """How long all commands took of which these are the times in each round, in µs for one."""
    best: list[float] = [min(times) for times in zip(*rounds, strict=True)]
    return 1e6 * sum(best) / len(best)


def games(count: int, most: int = ROUNDS) -> list[Figure]:
    """Play so many games for two players in each round, of which there are at most so many."""
    # The loop runs between the rounds, so that both are disturbed alike.
    rounds, loops = zip(*((play(count), _loop()) for _ in range(min(ROUNDS, most))), strict=True)
    loop = 1e6 * min(loops)
    commands = rounds[0].commands
    listing = quickest(*(played.listing for played in rounds))
    deciding = quickest(*(played.deciding for played in rounds))
    return [
        Figure("full games for two players", count / min(played.total for played in rounds), "a second"),
        Figure("commands in a game", commands / count, "a game"),
        Figure("listing what may be done", listing, "µs", LOOP, loop),
        Figure("deciding a command and applying its events", deciding, "µs", LOOP, loop),
        Figure("both together, for a command", listing + deciding, "µs", LOOP, loop, "at most 50 µs"),
    ]


def boxes(count: int, most: int = ROUNDS) -> list[Figure]:
    """Play so many games with each of the boxes, and so many with the base box alone, in turns."""
    found = []
    for name, (table, beside, usual) in BOXES.items():
        rounds = [(play(count, table=usual), play(count, table=table)) for _ in range(min(ROUNDS, most))]
        base, mixed = (
            quickest(*(played.listing for played in kind)) + quickest(*(played.deciding for played in kind))
            for kind in zip(*rounds, strict=True)
        )
        found.append(Figure(f"a command with {name}", mixed, "µs", f"with the {beside}", base, "at most 1.2 times"))
    return found


def replay(count: int, most: int = ROUNDS) -> list[Figure]:
    """Play the logs of so many games again, as when a file is opened: their events are read and applied."""
    rounds = [play(count) for _ in range(min(ROUNDS, most))]
    commands = rounds[0].commands
    texts = [events.encode(log) for log in rounds[0].logs]
    again = min(_again(texts) for _ in range(min(ROUNDS, most)))
    # Microseconds a command are milliseconds for a thousand.
    deciding = quickest(*(played.deciding for played in rounds))
    return [Figure("a log of 1,000 commands played again", 1e6 * again / commands, "ms", "deciding", deciding)]


def _again(texts: list[bytes]) -> float:
    """How long it takes to read and apply these logs."""
    began = perf_counter()
    for text in texts:
        fold(events.decode(text))
    return perf_counter() - began


def _loop() -> float:
    """How long something takes that every Python does alike."""
    times = []
    for _ in range(20):
        counts: dict[int, int] = {}
        began = perf_counter()
        for step in range(STEPS):
            counts[step & 15] = counts.get(step & 15, 0) + 1
        times.append(perf_counter() - began)
    return min(times)


def play(count: int, seed: int = SEED, table: Table = TWO) -> Round:
    """Play so many full games at a table."""
    played = Round([], [], [])
    dice = random.Random(seed)
    began = perf_counter()
    for _ in range(count):
        _play_one(played, dice, table)
    played.total = perf_counter() - began
    return played


def _play_one(played: Round, dice: random.Random, table: Table) -> None:
    seats = tuple(SeatSetup(name) for name in NAMES[: table.players])
    log = list(new_game(Setup(maps.load(table.map).board, seats, boxes=table.boxes)))
    game = fold(log)
    while True:
        began = perf_counter()
        waiting = chances(game)
        found = () if waiting else listed(game)
        listing = perf_counter() - began
        if not waiting and not found:
            break
        played.listing.append(listing)
        command = _answer(waiting[0], dice) if waiting else choose(found, dice)
        began = perf_counter()
        new_events, game = outcome(game, command)
        played.deciding.append(perf_counter() - began)
        log += new_events
    played.logs.append(tuple(log))


def listed(game: Game) -> tuple[Offer, ...]:
    """What the first seat that has anything to do may do."""
    for seat in range(len(game.seats)):
        if found := offers(game, seat):
            return found
    return ()


def _answer(chance: Chance, dice: random.Random) -> Answer:
    faces = [str(pips) for pips in quotes.DIE] if chance.kind == "roll" else chance.choices
    return Answer(chance.occasion, dice.choice(faces), "companion")


def choose(found: tuple[Offer, ...], dice: random.Random) -> Command:
    """One of the offers, by the policy; forms are left as they are proposed, but pieces are put out."""
    for kind in ("conquer", "attempt"):
        if conquests := [offer for offer in found if offer.kind == kind]:
            return dice.choice(conquests).command
    chosen = dice.choice(found)
    if isinstance(chosen.command, Place) and chosen.form:
        return replace(chosen.command, regions=_put_out(chosen.form, dice))
    return chosen.command


def _put_out(form: Form, dice: random.Random) -> dict[str, int]:
    """Pieces where some must stand, the others on one region each as far as that goes."""
    counts = {slot.id: slot.least for slot in form.slots}
    regions = [slot.id for slot in form.slots if slot.least < slot.most]
    for region in dice.sample(regions, min(form.total - sum(counts.values()), len(regions))):
        counts[region] += 1
    for slot in form.slots:
        counts[slot.id] += min(slot.most - counts[slot.id], max(0, form.least_total - sum(counts.values())))
    return counts
