"""The races of Cursed! (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.ability import Ability, Fight, Option, Owner
from companion.rules.piece import Piece


class Goblins(Ability):
    """Regions in decline cost 1 token less, and so do those with a Lost Tribe."""

    key = "goblins"
    tokens = 6
    supply = 11

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if fight.against_declined:
            yield -1


class Kobolds(Ability):
    """You cannot take or hold a region with fewer than 2 tokens. In decline one stays in each, as usual."""

    key = "kobolds"
    tokens = 11
    supply = 16
    together = 2
    options = (Option("kobolds-ready", ("two", "single")),)

    def least(self, owner: Owner, readying: bool) -> int:
        return 1 if readying and self.options[0].chosen(owner.game) == "single" else self.together


RACES: tuple[type[Ability], ...] = (
    Goblins,
    Kobolds,
)
PIECES: tuple[type[Piece], ...] = ()
