"""The five races and five special powers of Be Not Afraid (expansion sheet, under their names)."""

from companion.rules.boxes.be_not_afraid import powers, races

RACES = races.RACES
POWERS = powers.POWERS
PIECES = (*races.PIECES, *powers.PIECES)
