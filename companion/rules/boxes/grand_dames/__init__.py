"""The three races and two special powers of Grand Dames (expansion sheet, under their names)."""

from companion.rules.boxes.grand_dames import powers, races

RACES = races.RACES
POWERS = powers.POWERS
PIECES = (*races.PIECES, *powers.PIECES)
