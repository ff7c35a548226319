"""The base box."""

from companion.rules.boxes.base import powers, races

RACES = races.RACES
POWERS = powers.POWERS
PIECES = (*races.PIECES, *powers.PIECES)
