"""The demo's players at a real table: they join without phones, play to the end, and start again."""

import secrets
import threading
from contextlib import suppress

from companion.rules.commands import Command, Unveil
from companion.rules.engine import offers
from companion.rules.model import Game, Refused
from companion.seat.player import Plan, next_command
from companion.table.service import TableService

NAMES = ("Ann", "Ben", "Cid")
# Seconds between two acts, so that people can follow, and of rest after a game.
PACE = 2.0
REST = 20.0
# They play as well as the app can, so that a game is worth watching.
LEVEL = "hard"


class Players:
    """What the demo's players do next: they play as the app does at a seat of its own."""

    def __init__(self) -> None:
        self._plans: dict[int, Plan | None] = {}

    def choose(self, game: Game) -> tuple[int, Command] | None:
        """A seat that has something to do, and its command; None when none has."""
        seat = next((seat for seat in range(len(game.seats)) if offers(game, seat)), None)
        if seat is None or game.over:
            return None if seat is None else (seat, Unveil())
        command, self._plans[seat] = next_command(game, seat, LEVEL, self._plans.get(seat))
        return None if command is None else (seat, command)


def play(
    table: TableService,
    ending: threading.Event,
    *,
    pace: float = PACE,
    rest: float = REST,
) -> None:
    """Play one game after another at an empty table, until the event is set."""
    phone, players = secrets.token_hex(), Players()
    for name in NAMES:
        table.seats.join(phone, name)
    while not ending.wait(pace):
        game, roll = table.queries.game(), table.queries.roll_due()
        if game is None:
            table.seats.start(phone)
        elif roll:
            # Time enough for somebody who has a button to press it.
            if not ending.wait(2 * pace) and table.queries.roll_due() == roll:
                table.die.roll(phone, game.turn.seat, roll)
        elif found := players.choose(game):
            # The last purse may have opened by itself meanwhile.
            with suppress(Refused):
                table.act(phone, secrets.token_hex(), *found)
        elif game.over and not ending.wait(rest):
            table.seats.new(phone, 0)
