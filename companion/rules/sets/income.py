"""What several races and powers share: a coin for each region of some kind that is held."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.ability import Ability, Earn, Me


class TerrainPays(Ability):
    """One coin more for each region of a terrain."""

    terrain: ClassVar[str]

    def score(self, me: Me) -> Iterable[Earn]:
        held = me.with_terrain(self.terrain)
        yield Earn(len(held), held)


class SymbolPays(Ability):
    """One coin more for each region that bears a symbol."""

    symbol: ClassVar[str]

    def score(self, me: Me) -> Iterable[Earn]:
        held = me.with_symbol(self.symbol)
        yield Earn(len(held), held)


class PlunderPays(Ability):
    """One coin more for each region conquered this turn that was not empty."""

    concerns = ("own-declined-empty",)

    def score(self, me: Me) -> Iterable[Earn]:
        taken = me.non_empty_conquests()
        yield Earn(len(taken), taken)
