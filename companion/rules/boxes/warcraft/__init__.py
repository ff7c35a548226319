"""The Small World of Warcraft box."""

from __future__ import annotations

from companion.rules.ability import Ability
from companion.rules.boxes.warcraft import alliance, horde, magic, neutral, pieces, places, powers, table
from companion.rules.piece import Piece
from companion.rules.prizes import Prize
from companion.rules.table_rule import TableRule

RACES: tuple[type[Ability], ...] = (*alliance.RACES, *horde.RACES, *neutral.RACES)
POWERS: tuple[type[Ability], ...] = (*powers.POWERS, *pieces.POWERS, *magic.POWERS)
PIECES: tuple[type[Piece], ...] = (
    *alliance.PIECES,
    *horde.PIECES,
    *neutral.PIECES,
    *pieces.PIECES,
    *places.PIECES,
)
RULES: tuple[type[TableRule], ...] = (*table.RULES, *places.RULES)
PRIZES: tuple[type[Prize], ...] = places.PRIZES
