"""Small World of Warcraft: what its box holds."""

from __future__ import annotations

from companion.rules.ability import Ability, Piece
from companion.rules.sets import warcraft_table

RACES: tuple[type[Ability], ...] = ()
POWERS: tuple[type[Ability], ...] = ()
PIECES: tuple[type[Piece], ...] = ()
RULES: tuple[type[Ability], ...] = (*warcraft_table.RULES,)
