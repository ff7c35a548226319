"""The three races and three special powers of Royal Bonus (expansion sheet, under their names)."""

from companion.rules.boxes.royal_bonus import powers, races

RACES = races.RACES
POWERS = powers.POWERS
PIECES = (*races.PIECES, *powers.PIECES)
