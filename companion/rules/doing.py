"""A command being carried out: events happen one by one, and the game follows."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.events import Event, MarkerLifted, MarkerPlaced, Occupied, TokensMoved
from companion.rules.model import Band, Game, Refused, Say
from companion.rules.sets import PIECES

MARKED = (MarkerPlaced, MarkerLifted)


class Doing:
    """The game as it changes while one command is decided; `before` stays as it was.

    `as_played` bends the rules of the game, never the limits of the pieces;
    `blind` leaves purses out of account, for acts entered for another player.
    """

    def __init__(self, game: Game, as_played: bool = False, blind: bool = False) -> None:
        self.game = self.before = game
        self.as_played = as_played
        self.blind = blind
        self.events: list[Event] = []

    def do(self, *events: Event) -> None:
        """Let events happen, one after the other."""
        for event in events:
            self.game = event.apply(self.game)
            self.events.append(event)
            if isinstance(event, TokensMoved):
                if event.source in self.game.grounds:
                    self.hold(event.source)
            elif isinstance(event, MARKED):
                self.hold(event.region)

    def hold(self, place: str) -> None:
        """A region without tokens is held by the band whose piece stands for them; with none it is nobody's."""
        ground = self.game.grounds[place]
        if not ground.tokens and (ground.band or ground.markers):
            bodies = [each.band for each in ground.markers if each.band and PIECES[each.kind].holds(self.game)]
            holder = bodies[0] if bodies else 0
            if holder != ground.band:
                self.do(Occupied(place, holder))

    def do_all(self, events: Iterable[Event]) -> None:
        """Let all events of a hook's answer happen."""
        self.do(*events)

    def rule(self, holds: bool, key: str, **args: object) -> None:
        """Refuse, unless a rule holds or the act is entered as it was played."""
        if not holds and not self.as_played:
            raise Refused(Say(key, args), bendable=True)

    def need(self, holds: bool, key: str, **args: object) -> None:
        """Refuse what cannot be, whatever the table says."""
        if not holds:
            raise Refused(Say(key, args))

    def band(self, band: int) -> Band:
        """A band as it is now; refuses an unknown number."""
        self.need(band in self.game.bands, "refuse.no_band", number=band)
        return self.game.bands[band]

    def stage(self, *stages: str, done: tuple[str, ...] = ()) -> None:
        """Refuse an act in another stage than these; in those where it is `done` it cannot be done once more.

        Nothing goes on before a roll that is due, nor before a question that holds everything up.
        """
        turn = self.game.turn
        self.need(not self.game.over, "refuse.over")
        self.need(not turn.held_up, "refuse.answer_first")
        self.need(not turn.rolling, "refuse.roll_first")
        if turn.stage not in stages:
            hold = self.need if turn.stage in done else self.rule
            hold(False, "refuse.stage", name=self.game.name(turn.seat), stage=Say(f"stage.{turn.stage}"))
