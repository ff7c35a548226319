"""Necromancer Island: the Ghosts and their player."""

from companion.rules.boxes.necromancer.ghosts import BANNERLESS, PIECES, RULES

__all__ = ["BANNERLESS", "PIECES", "RULES"]
