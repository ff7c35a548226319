"""The four neutral races (Warcraft rules, Races, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import Ability, Me, Piece
from companion.rules.model import Region
from companion.rules.terrain import WATER


class Kobolds(Ability):
    """All Caverns are next to your regions, and one may be your first: it takes no token more to get there."""

    key = "warcraft-kobolds"
    tokens = 6
    supply = 11

    def entries(self, me: Me) -> Iterable[str]:
        return self.neighbours(me, [])

    def neighbours(self, me: Me, held: list[str]) -> Iterable[str]:
        return [region.id for region in me.game.board.regions.values() if "cavern" in region.symbols]


class Naga(Ability):
    """You may conquer Seas and Lakes, for 2 tokens, begin in one, and keep them in decline."""

    key = "naga"
    tokens = 6
    supply = 11

    def entries(self, me: Me) -> Iterable[str]:
        return [region.id for region in me.game.board.regions.values() if region.terrain in WATER]

    def may_enter(self, me: Me, region: Region) -> bool:
        return region.terrain in WATER


RACES: tuple[type[Ability], ...] = (Kobolds, Naga)
PIECES: tuple[type[Piece], ...] = ()
