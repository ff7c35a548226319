"""The execution of a command: events happen one by one, and the game follows."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.boxes.registry import PIECES
from companion.rules.events import Event, MarkerLifted, MarkerPlaced, Occupied, Remembered, TokensMoved
from companion.rules.model import Band, Game, Message, Refused

MARKED = (MarkerPlaced, MarkerLifted)


class Execution:
    """The game as it changes while a command is decided; `before` is the game at the start.

    `as_played` bends the rules of the game, never the limits of the pieces;
    `blind` ignores purses, for acts entered for another player.
    """

    def __init__(self, game: Game, as_played: bool = False, blind: bool = False) -> None:
        self.game = self.before = game
        self.as_played = as_played
        self.blind = blind
        self.events: list[Event] = []

    def apply(self, event: Event) -> None:
        """Apply an event; who holds a region follows from what is left there."""
        before = self.game
        self.game = after = event.apply(before)
        self.events.append(event)
        if after.grounds is before.grounds:
            return
        if isinstance(event, TokensMoved):
            if event.source in after.grounds:
                self.hold(event.source)
                self.remember(before, event.band)
        elif isinstance(event, MARKED):
            self.hold(event.region)

    def remember(self, before: Game, number: int) -> None:
        """What a prize remembers goes with its region; if a band still has that, restore it.

        Without its last token a region is nobody's for a moment, before a piece there holds it.
        """
        was, now = before.bands.get(number), self.game.bands.get(number)
        if was is None or now is None or not was.prizes or was.memo.keys() <= now.memo.keys():
            return
        for key, value in was.memo.items():
            if key not in now.memo and key.partition(".")[0] in now.prizes:
                self.apply(Remembered(number, key, value))

    def hold(self, place: str) -> None:
        """A region without tokens is held by the band whose piece counts as one; without such a piece it is
        nobody's."""
        ground = self.game.grounds[place]
        if not ground.tokens and (ground.band or ground.markers):
            bodies = [each.band for each in ground.markers if each.band and PIECES[each.kind].holds(self.game)]
            holder = bodies[0] if bodies else 0
            if holder != ground.band:
                self.apply(Occupied(place, holder))

    def apply_all(self, events: Iterable[Event]) -> None:
        """Apply the events that a hook returned, one after the other."""
        for event in events:
            self.apply(event)

    def rule(self, holds: bool, key: str, **args: object) -> None:
        """Refuse unless a rule holds, or the act is entered as played."""
        if not holds and not self.as_played:
            raise Refused(Message(key, args), overridable=True)

    def need(self, holds: bool, key: str, **args: object) -> None:
        """Refuse what is impossible, whatever the table says."""
        if not holds:
            raise Refused(Message(key, args))

    def band(self, band: int) -> Band:
        """The current state of a band; refuses an unknown number."""
        self.need(band in self.game.bands, "refuse.no_band", number=band)
        return self.game.bands[band]

    def stage(self, *stages: str, done: tuple[str, ...] = ()) -> None:
        """Refuse an act in any stage but these; in the `done` ones it cannot be done once more, even as played.

        Nothing goes on before a roll that is due, nor before a question that holds everything up.
        """
        turn = self.game.turn
        if self.game.over or turn.asked or turn.rolling:
            self.need(not self.game.over, "refuse.over")
            self.need(not turn.held_up, "refuse.answer_first")
            self.need(not turn.rolling, "refuse.roll_first")
        if turn.stage not in stages:
            hold = self.need if turn.stage in done else self.rule
            hold(False, "refuse.stage", name=self.game.name(turn.seat), stage=Message(f"stage.{turn.stage}"))
