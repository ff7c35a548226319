"""Events of the whole game: how it began, who left it, how it ended."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.events.event import (
    Event,
)
from companion.rules.model import (
    Game,
    Ground,
    Seat,
    Setup,
    Sheet,
    Turn,
)


class GameBegan(Event, frozen=True, tag="game_began"):
    """The table is set: pieces of these boxes, tribes on their symbols, coins dealt."""

    setup: Setup
    banners: tuple[str, ...]
    badges: tuple[str, ...]
    tray: dict[str, int]
    tribes: int
    prizes: tuple[str, ...] = ()

    def begin(self) -> Game:
        """The game as it is set up."""
        setup = self.setup
        grounds = {
            region.id: Ground(tribe=1) if region.lost_tribe else Ground() for region in setup.board.regions.values()
        }
        return Game(
            board=setup.board,
            seats=tuple(Seat(seat.name, seat.coins) for seat in setup.seats),
            start=setup.start,
            boxes=setup.boxes,
            options=setup.options,
            grounds=grounds,
            bands={},
            tray=self.tray,
            tribes=self.tribes - sum(ground.tribe for ground in grounds.values()),
            banners=self.banners,
            badges=self.badges,
            turn=Turn(1, setup.start),
            prizes=self.prizes,
            guard=setup.guard,
        )

    def apply(self, game: Game) -> Game:
        """A new game replaces any other."""
        return self.begin()


class TakenUp(Event, frozen=True, tag="taken_up"):
    """A game that was written down was resumed: everything of it that cannot be seen on the table.

    Its fields are those of the game by these names; `left` are the seats that have left it.
    """

    turn: Turn
    taken: int
    banners: tuple[str, ...]
    returned: tuple[str, ...]
    badges: tuple[str, ...]
    discards: tuple[str, ...]
    half: str = ""
    drawn: int = 0
    sheet: Sheet | None = None
    over: bool = False
    stopped: bool = False
    unveiled: tuple[int, ...] = ()
    won: int | None = None
    left: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Game) -> TakenUp:
        """What has to be known of a game besides what can be seen on the table."""
        plain = {name: getattr(game, name) for name in cls.__struct_fields__ if name != "left"}
        return cls(**plain, left=tuple(number for number, seat in enumerate(game.seats) if seat.left))

    def apply(self, game: Game) -> Game:
        """The fields of the game are these."""
        seats = tuple(replace(seat, left=number in self.left) for number, seat in enumerate(game.seats))
        plain = {name: getattr(self, name) for name in self.__struct_fields__ if name != "left"}
        return replace(game, **plain, seats=seats)


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A player left the game; what is on the map stays."""

    seat: int

    def apply(self, game: Game) -> Game:
        """The seat's turns are skipped."""
        seats = list(game.seats)
        seats[self.seat] = replace(seats[self.seat], left=True)
        return replace(game, seats=tuple(seats))


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The last turn was played, the table stopped early, or a rule gave the game to a seat, the `winner`."""

    stopped: bool = False
    winner: int | None = None

    def apply(self, game: Game) -> Game:
        """Only the reveal is left."""
        turn = replace(game.turn, stage="over", attempt=None, called="", pips=None)
        return replace(game, over=True, stopped=self.stopped, won=self.winner, turn=turn)
