"""Shared by several races and powers: a coin for each region of some kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.ability import Ability, Income, Owner


class TerrainPays(Ability):
    """One coin more for each region with a terrain."""

    terrain: ClassVar[str]

    def score(self, owner: Owner) -> Iterable[Income]:
        held = owner.with_terrain(self.terrain)
        yield Income(len(held), held)


class SymbolPays(Ability):
    """One coin more for each region with its symbol."""

    def score(self, owner: Owner) -> Iterable[Income]:
        held = owner.with_symbol(self.symbol)
        yield Income(len(held), held)


class PlunderPays(Ability):
    """One coin more for each non-empty region conquered this turn."""

    concerns = ("own-declined-empty",)

    def score(self, owner: Owner) -> Iterable[Income]:
        taken = owner.non_empty_conquests()
        yield Income(len(taken), taken)
