"""The names of terrains and symbols that the rules ask about."""

from __future__ import annotations

MOUNTAIN = "mountain"
SEA = "sea"
WATER = frozenset({SEA, "lake"})
