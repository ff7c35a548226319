"""Small World of Warcraft: what its box holds."""

from __future__ import annotations

from companion.rules.ability import Ability, Piece
from companion.rules.prizes import Prize
from companion.rules.sets import (
    warcraft_alliance,
    warcraft_horde,
    warcraft_magic,
    warcraft_neutral,
    warcraft_pieces,
    warcraft_places,
    warcraft_powers,
    warcraft_table,
)

RACES: tuple[type[Ability], ...] = (*warcraft_alliance.RACES, *warcraft_horde.RACES, *warcraft_neutral.RACES)
POWERS: tuple[type[Ability], ...] = (*warcraft_powers.POWERS, *warcraft_pieces.POWERS, *warcraft_magic.POWERS)
PIECES: tuple[type[Piece], ...] = (
    *warcraft_alliance.PIECES,
    *warcraft_horde.PIECES,
    *warcraft_neutral.PIECES,
    *warcraft_pieces.PIECES,
    *warcraft_places.PIECES,
)
RULES: tuple[type[Ability], ...] = (*warcraft_table.RULES, *warcraft_places.RULES)
PRIZES: tuple[type[Prize], ...] = warcraft_places.PRIZES
