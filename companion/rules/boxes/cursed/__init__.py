"""The two races and five special powers of Cursed! (expansion sheet, under their names)."""

from companion.rules.boxes.cursed import powers, races

RACES = races.RACES
POWERS = powers.POWERS
PIECES = (*races.PIECES, *powers.PIECES)
