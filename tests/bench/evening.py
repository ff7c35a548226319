"""Whole games between players that are programs: who plays, what chance deals, and how it ended."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import process_time
from typing import NamedTuple

from msgspec import Struct, field

from companion.boards import maps
from companion.boards.islands import drawn
from companion.rules import quotes
from companion.rules.commands import Answer, Command
from companion.rules.engine import chances, decide, evolve, fold, islands, new_game, offers, on_map
from companion.rules.model import Chance, Game, SeatSetup, Setup
from companion.rules.score import winners
from tests.bench.rules import EXPANSIONS, NAMES

# A player: the next command of a seat that has something to do.
Player = Callable[[Game, int], Command | None]
# What is called after every turn, with the game and the seat whose turn it was.
Watcher = Callable[[Game, int], None]
# The boxes that are played, by a name for them.
TABLES: dict[str, tuple[str, ...]] = {"base": ("base",), "expansions": EXPANSIONS, "Warcraft": ("warcraft",)}


class Played(Struct):
    """A game that was played: the coins of each seat, who won, and the seconds that each seat thought in each turn."""

    coins: list[int]
    won: tuple[int, ...]
    seconds: list[dict[int, float]] = field(default_factory=list)
    commands: int = 0


class Deal(NamedTuple):
    """What chance has in store: the same question gets the same answer, whoever sits where."""

    seed: str

    def answer(self, chance: Chance) -> Answer:
        """The answer to a question."""
        faces = [str(pips) for pips in quotes.DIE] if chance.kind == "roll" else chance.choices
        return Answer(chance.occasion, random.Random(f"{self.seed} {chance.occasion}").choice(faces), "companion")


def set_up(boxes: tuple[str, ...], players: int, seed: str) -> Game:
    """A table at its first turn. The same seed draws the same islands and the same first player."""
    dice = random.Random(f"{seed} table")
    many = on_map(boxes, players)
    printed = f"base-{many}" if many < 6 else "practice-6"
    board = maps.load(drawn(players, dice.choice) if islands(boxes) else printed).board
    seats = tuple(SeatSetup(name) for name in NAMES[:players])
    return fold(new_game(Setup(board, seats, dice.randrange(players), boxes)))


def play(
    players: Sequence[Player],
    seed: str,
    boxes: tuple[str, ...] = ("base",),
    watch: Watcher | None = None,
    clock: Callable[[], float] = process_time,
) -> Played:
    """A game from its first turn to its last, thinking timed by a clock in seconds.

    Raises Refused if a player gives a command that is none.
    """
    game, deal = set_up(boxes, len(players), seed), Deal(seed)
    played = Played([], (), [{} for _ in players])
    while not game.over:
        waiting = chances(game)
        if waiting:
            command: Command | None = deal.answer(waiting[0])
        else:
            seat = next(seat for seat in _order(game) if offers(game, seat))
            began = clock()
            command = players[seat](game, seat)
            turns = played.seconds[seat]
            turns[game.turn.number] = turns.get(game.turn.number, 0.0) + clock() - began
        assert command is not None
        before = game.turn
        for event in decide(game, command):
            game = evolve(game, event)
        played.commands += 1
        assert played.commands < 10_000, "a game without end"
        if watch and (game.over or (game.turn.number, game.turn.seat) != (before.number, before.seat)):
            watch(game, before.seat)
    played.coins = [seat.coins for seat in game.seats]
    played.won = winners(game)
    return played


def _order(game: Game) -> list[int]:
    """All seats, the one whose turn it is first."""
    return [(game.turn.seat + step) % len(game.seats) for step in range(len(game.seats))]
