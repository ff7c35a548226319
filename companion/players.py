"""Players at a real table who need no phone: they sit down, play to the end, and begin again."""

import random
import secrets
import threading
from contextlib import suppress

from companion.demo import NAMES, choose
from companion.rules.engine import offers
from companion.rules.model import Refused
from companion.table import TableService

# Seconds between two acts, so that people can follow, and of rest after a game.
PACE = 2.0
REST = 20.0


def play(
    table: TableService,
    ending: threading.Event,
    *,
    pace: float = PACE,
    rest: float = REST,
    chance: random.Random | None = None,
) -> None:
    """Play one game after the other at a table where nobody sits yet, until the event is set."""
    chance = chance or random.Random()  # noqa: S311  These players' choices are no secret; the table draws its own.
    phone = secrets.token_hex()
    for name in NAMES:
        table.join(phone, name)
    while not ending.wait(pace):
        game, roll = table.game(), table.roll_due()
        if game is None:
            table.start(phone)
        elif roll:
            # Time enough for somebody who has a button to press it.
            if not ending.wait(2 * pace) and table.roll_due() == roll:
                table.roll(phone, game.turn.seat, roll)
        elif command := choose(game, chance):
            seat = next(seat for seat in range(len(game.seats)) if offers(game, seat))
            # The last purse may have opened by itself meanwhile.
            with suppress(Refused):
                table.act(phone, secrets.token_hex(), seat, command)
        elif game.over and not ending.wait(rest):
            table.new(phone, 0)
