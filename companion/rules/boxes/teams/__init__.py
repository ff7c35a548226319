"""Six players in three teams, with Monsters, relics and Popular Places."""

from companion.rules.boxes.teams.relics import PRIZES
from companion.rules.boxes.teams.table import PIECES, RULES

__all__ = ["PIECES", "PRIZES", "RULES"]
