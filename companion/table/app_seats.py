"""The seats that the app plays: it thinks while people move, and everybody may go on meanwhile.

Its commands are taken as a person's are, one after the other. The last one of a turn, which accepts the score sheet, it
leaves to whoever moves its pieces: their tap says that the board is ready for the next player.
"""

from __future__ import annotations

import logging
import time

from msgspec import Struct

from companion.game import log_entries
from companion.game.permissions import Changed
from companion.rules import commands, engine
from companion.rules.model import Game, Message
from companion.seat.player import Plan, next_command
from companion.store.store import NotStored
from companion.table.hub import Hub
from companion.table.session import Session

log = logging.getLogger(__name__)
# Seconds until it tries again when the disk has taken nothing.
REST = 60.0


class Awaited(Struct, frozen=True):
    """A seat of the app that has something to do in this game, which is as it was after `row`."""

    row: int
    game: Game
    seat: int
    level: str

    def same(self, other: Awaited) -> bool:
        """Whether nothing has happened between the two."""
        return self.game is other.game and (self.row, self.seat, self.level) == (other.row, other.seat, other.level)


class AppSeats:
    """What the app does at its seats. `go_on` is called by one thread; the lock is never held while it thinks."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._plan: Plan | None = None
        # Where it had nothing more to do: it thinks again when something happens there.
        self._idle: Awaited | None = None

    def go_on(self) -> bool:
        """Do the next thing; returns whether it did something. Raises NotStored."""
        found = self._awaited()
        if found is None:
            # Somebody else plays where it was stuck.
            self._session.tell("seat", None)
        if found is None or (self._idle is not None and found.same(self._idle)):
            return False
        try:
            command, self._plan = next_command(found.game, found.seat, found.level, self._plan)
            if command is not None:
                self._do(found, _in_parts(found.game, command))
        except (Changed, NotStored) as error:
            self._plan = None
            if isinstance(error, NotStored):
                raise
            # Somebody was quicker: think again.
            return True
        except Exception:
            # A fault of the player must stop neither the table nor this thread: people can play on for the seat.
            command, self._plan = None, None
            log.exception("The app does not know what to do at its seat.")
        if command is None:
            self._idle = found
            self._session.tell("seat", Message("table.app_stuck", {"name": found.game.name(found.seat)}))
        else:
            self._session.tell("seat", None)
        return command is not None

    def _awaited(self) -> Awaited | None:
        with self._session.lock:
            history = self._session.history
            game, places = history.game, history.lobby.places
            # What chance has to answer comes first: people roll, and lay out banners and badges.
            if game is None or game.over or engine.chances(game) or not any(place.level for place in places):
                return None
            row = history.changes[-1]
            for seat, place in enumerate(places):
                if place.level and not game.seats[seat].left and engine.offers(game, seat):
                    return Awaited(row, game, seat, place.level)
            return None

    def _do(self, found: Awaited, command: commands.Command) -> None:
        session = self._session
        with session.lock:
            places = session.history.lobby.places
            same = session.history.game is found.game and session.history.changes[-1:] == [found.row]
            if not same or places[found.seat].level != found.level:
                raise Changed(Message("table.late"))
            if isinstance(command, commands.Accept):
                self._idle = found
                session.app_ends = found.row, command
                session.publish()
                return
            outcome = engine.outcome(found.game, command)
            session.carry_out(log_entries.decided("act", found.seat, None, None, command, outcome))


def _in_parts(game: Game, command: commands.Command) -> commands.Command:
    """The next part of a command that would also accept the sheet: that waits for whoever moves the pieces."""
    if not isinstance(command, commands.EndTurn):
        return command
    return commands.Finish() if game.turn.stage == "conquer" else commands.Redeploy(command.tokens)


def keep(seats: AppSeats, hub: Hub) -> None:
    """Play the app's seats until the hub is closed."""
    seen = -1
    while (seen := hub.wait(seen, REST)) >= 0:
        try:
            while not hub.closed and seats.go_on():
                pass
        except NotStored:
            # A tap reports that; this tries again after a while.
            time.sleep(1)
