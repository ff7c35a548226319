"""Sensor levels and their pips, for a home-made magnetic die."""

import itertools
from collections.abc import Mapping

import msgspec

# Levels are 0 to 1023. The sensor's own noise is some 3, so faces nearer than this cannot be told apart.
APART = 12


class Faces(msgspec.Struct, frozen=True):
    """The level of each face that was laid down so far, by pips."""

    levels: Mapping[int, int] = {}

    def learned(self, pips: int, level: int) -> "Faces":
        """The faces with one more, or with one replaced."""
        return Faces({**self.levels, pips: level})

    @property
    def missing(self) -> list[int]:
        """The faces that were not laid down yet."""
        return [pips for pips in range(4) if pips not in self.levels]

    @property
    def alike(self) -> tuple[int, int] | None:
        """Two faces that the sensor cannot tell apart, if there are any."""
        near = sorted(self.levels, key=lambda pips: self.levels[pips])
        for one, other in itertools.pairwise(near):
            if self.levels[other] - self.levels[one] < APART:
                return min(one, other), max(one, other)
        return None

    @property
    def ready(self) -> bool:
        """Whether the die can be read."""
        return not self.missing and self.alike is None

    def pips(self, level: int) -> int | None:
        """The pips that this level means, None where it lies too far between two faces, or beyond them all."""
        if not self.ready:
            return None
        near = sorted(self.levels, key=lambda pips: abs(self.levels[pips] - level))
        found = self.levels[near[0]]
        # The gap on the side where the level lies; beyond the last face there is only the gap on the other side.
        gaps = sorted((abs(other - found), (other > found) == (level > found)) for other in self.levels.values())[1:]
        gap = next((gap for gap, same_side in gaps if same_side), gaps[0][0])
        return near[0] if 3 * abs(level - found) <= gap else None
