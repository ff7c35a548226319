"""Rules of the table: what a box changes for everybody, asked before all bands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from companion.rules.ability import Ability, Owner, Pile
from companion.rules.events import Event
from companion.rules.model import Board, Message


class TableRule(Ability):
    """A rule that a box adds for the whole table. It belongs to nobody."""

    passage: ClassVar[int] = 0
    """Races on the map may also enter from the border, for this many extra tokens."""
    islands: ClassVar[Mapping[int, str]] = MappingProxyType({})
    """The boards that are used together, a letter for each size, by the number of players."""
    settles: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The table options that it decides, with their values."""
    piles: ClassVar[tuple[Pile, ...]] = ()
    """The piles beside the map that it uses."""
    apart: ClassVar[int] = 0
    """How many players play beside those whom the map is for."""
    players: ClassVar[tuple[int, ...]] = ()
    """The numbers of players it is for, if the box does not say."""

    def beside(self, start: int, seats: int) -> int:
        """The seat that plays beside those whom the map is for."""
        return start

    def unfit(self, board: Board) -> Message | None:
        """Why a rule of the table cannot be used on a board."""
        return None

    def lays_out(self, owner: Owner) -> Iterable[Event]:
        """What a rule of the table sets up before the first turn."""
        return ()

    def spares(self, owner: Owner) -> Mapping[int, Message]:
        """The bands against which neither race nor powers of the owner help, and why; they can still be attacked."""
        return {}

    def allies(self, seat: int, seats: int) -> tuple[int, ...]:
        """The seats that win or lose together with this one, itself included."""
        return (seat,)

    def ranked(self, owner: Owner, seat: int) -> bool:
        """Whether the seat competes by coins."""
        return True
