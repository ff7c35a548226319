"""The five races and five special powers of Be Not Afraid... (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import Ability, Fight, Me, Piece, Toll


class Corrupt(Ability):
    """Each time an opponent conquers a region of your active race that player pays you 1 coin, if there is one."""

    key = "corrupt"
    tokens = 4

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        yield Toll(fight.band.seat, me.band.seat)


RACES: tuple[type[Ability], ...] = ()
POWERS: tuple[type[Ability], ...] = (Corrupt,)
PIECES: tuple[type[Piece], ...] = ()
