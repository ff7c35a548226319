"""The two races and five special powers of Cursed! (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.ability import Ability, Fight, Me, Piece


class Goblins(Ability):
    """Whatever is in decline costs 1 token less, Lost Tribes too."""

    key = "goblins"
    tokens = 6
    supply = 11

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if fight.against_declined:
            yield -1


class ByNight(Ability):
    """By night, that is in game turns of even number, any region costs 2 tokens less."""

    key = "were-"
    tokens = 4

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if me.game.turn.number % 2 == 0:
            yield -2


RACES: tuple[type[Ability], ...] = (Goblins,)
POWERS: tuple[type[Ability], ...] = (ByNight,)
PIECES: tuple[type[Piece], ...] = ()
