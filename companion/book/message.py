"""What a table tells the book, and what the book answers, as JSON."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

# Bytes: twelve seats with a dozen combos each take 12 kB.
LARGEST = 32 * 1024

Id = Annotated[str, Meta(pattern="^[0-9a-f]{16,64}$")]
Key = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Count = Annotated[int, Meta(ge=0, le=10**9)]
# In UTC, as the log has it.
Time = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$")]


class Combo(Struct, frozen=True, forbid_unknown_fields=True):
    """A combo that a player took in a turn, and the coins that its race earned."""

    race: Key
    power: Key
    turn: Count
    coins: Annotated[int, Meta(ge=-9999, le=9999)]


class Seat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat of a game that is over: its place, 1 is the best, and the side it was on.

    Only who wants to be remembered has a `name`, `coins` and `combos`; `after` is how many players the book had
    forgotten when the table heard that name, and `person` an id of whoever gave it as a new one. `app`: the app played
    it. `left`: its player had left the game.
    """

    place: Annotated[int, Meta(ge=1, le=12)]
    side: Annotated[int, Meta(ge=0, le=11)]
    won: bool = False
    left: bool = False
    app: bool = False
    name: Name | None = None
    after: Count = 0
    person: Id | None = None
    coins: Annotated[int, Meta(ge=-9999, le=9999)] | None = None
    combos: Annotated[tuple[Combo, ...], Meta(max_length=60)] = ()


class Played(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is over. `ended` is None if the clock was not right; `stopped`: the players ended it early.

    `minutes` is how long it took until its end, None if the clock was not right.
    """

    ended: Time | None
    board: Key
    boxes: Annotated[tuple[Key, ...], Meta(max_length=30)]
    turns: Annotated[int, Meta(ge=0, le=99)]
    stopped: bool
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=12)]
    minutes: Count | None = None


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a game. `game` is its id, the same whenever and from wherever it is told; `row` grows with each
    correction. `played` is None once its end was taken back.
    """

    game: Id
    row: Count
    played: Played | None


class ForgetRequest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's wish to be forgotten; the same `id` is the same wish. `person` is who had given that name as new."""

    id: Id
    name: Name
    person: Id | None = None


class KnownPlayer(Struct, frozen=True):
    """A player as a table lists them: the name, the games, and the day of the last one."""

    name: str
    games: int
    last: str


class Players(Struct, frozen=True):
    """Everybody who is in the book, and how many players it has forgotten so far."""

    forgotten: int = 0
    players: tuple[KnownPlayer, ...] = ()
