"""Whole evenings at a real table with its log on the disk, to be written down as records."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from companion.rules import commands, engine
from companion.rules.model import Refused
from tests.rules.walker import EAGERNESS, choose
from tests.table.sitting import NAMES, Sitting

ROUGH = 0.12
"""How often somebody takes back, counts, corrects, bends a rule or enters for another player."""


def evening(table: Sitting, seed: int, players: int = 3, most: int = 100_000) -> None:
    """Players at a table, each on a phone, play a rough game to its last purse, or to so many acts."""
    dice = Random(seed)
    table.sit(*(name.lower() for name in NAMES[:players]))
    for _ in range(most):
        if dice.random() < ROUGH and not table.game.over:
            with suppress(Refused):
                roughly(table, dice)
        if not play_on(table, dice):
            return


def play_on(table: Sitting, dice: Random) -> bool:
    """One act of the game, entered by anybody; False when nothing is left to do."""
    game = table.game
    waiting = engine.chances(game)
    if waiting and waiting[0].kind == "roll":
        table.table.die.roll(NAMES[0].lower(), 0, waiting[0].occasion)
        return True
    command = choose(game, dice, EAGERNESS)
    if command is None and not game.over:
        # Somebody owes more than the purse holds: they count again.
        seat = game.turn.seat
        table.table.count_purse(NAMES[seat].lower(), next(table.ids), seat, 5)
        return True
    if command is None:
        return False
    by = dice.randrange(len(game.seats))
    # What is entered for another player is not refused for the purse.
    table.act(NAMES[by].lower(), by, command)
    return True


def roughly(table: Sitting, dice: Random) -> None:
    """Something that happens at a real table. Raises Refused when it cannot be, and then nothing has happened."""
    game, history = table.game, table.history
    by = dice.randrange(len(game.seats))
    phone, other = NAMES[by].lower(), (by + 1) % len(game.seats)
    match dice.choice(("back", "back", "count", "correct", "bend", "buy", "coins")):
        case "back":
            step = dice.choice([step for step in history.steps if history.step(step.row)][-12:])
            settle(table, other, table.back(phone, by, step.row))
            if table.table.queries.game() is None:
                # Back at the seats, the game begins anew.
                table.table.seats.start(phone)
        case "count":
            coins = max(game.seats[by].coins + dice.choice((-1, 0, 2)), 0)
            table.table.count_purse(phone, next(table.ids), by, coins)
        case "correct":
            region = dice.choice(list(game.grounds))
            ground = game.grounds[region]
            held = ground.tokens + bool(ground.band)
            table.act(phone, by, commands.SetRegion(region, ground.band, held, 0, ground.markers))
        case "coins":
            table.act(phone, by, commands.SetCoins(dice.randrange(len(game.seats)), dice.choice((-20, -1, 2))))
        case "buy":
            # A combo for another player, who may not have the coins.
            table.act(phone, by, commands.Pick(5))
        case "bend":
            conquest = commands.Conquer(dice.choice(list(game.grounds)))
            settle(table, other, table.act(phone, by, conquest, as_played=True))


def settle(table: Sitting, other: int, answer: dict[str, object]) -> None:
    """Another player approves, where one is asked: `other`, or whose acts they are."""
    if "ask" in answer:
        may = next(each["may"] for each in table.state["asks"] if each["id"] == answer["ask"])
        seat = other if other in may else may[0]
        table.say(NAMES[seat].lower(), seat, str(answer["ask"]))
