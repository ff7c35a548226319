"""The two races and five special powers of Cursed! (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import Ability, Fight, Me, Option, Piece, Toll
from companion.rules.model import Stage


class Goblins(Ability):
    """Whatever is in decline costs 1 token less, Lost Tribes too."""

    key = "goblins"
    tokens = 6
    supply = 11

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if fight.against_declined:
            yield -1


class Kobolds(Ability):
    """You never take or hold a region with fewer than 2 tokens. In decline one stays in each, as usual."""

    key = "kobolds"
    tokens = 11
    supply = 16
    together = 2
    options = (Option("kobolds-ready", ("two", "single")),)

    def least(self, me: Me, readying: bool) -> int:
        return 1 if readying and self.options[0].chosen(me.game) == "single" else self.together


class Cursed(Ability):
    """No benefit: whoever passes this combo over pays 3 coins on it instead of 1."""

    key = "cursed"
    column_only = True
    skip_price = 3


class Marauding(Ability):
    """When your conquests are over you take up your troops, all but one in each region, and conquer once more.
    A try with the die ends both."""

    key = "marauding"
    tokens = 5

    def plan(self, me: Me, stages: list[Stage]) -> list[Stage]:
        first = Stage("conquer", me.band.id)
        if first not in stages:
            return stages
        place = stages.index(first) + 1
        return [*stages[:place], Stage("conquer", me.band.id, 1), *stages[place:]]


class Ransacking(Ability):
    """Each time you conquer a region of an opponent's active race that player pays you 1 coin, if there is one."""

    key = "ransacking"
    tokens = 4

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        if fight.by_enemy and fight.defender and fight.against_active:
            yield Toll(fight.defender.seat, me.band.seat)


class ByNight(Ability):
    """By night, that is in game turns of even number, any region costs 2 tokens less."""

    key = "were-"
    tokens = 4

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if me.game.turn.number % 2 == 0:
            yield -2


RACES: tuple[type[Ability], ...] = (Goblins, Kobolds)
POWERS: tuple[type[Ability], ...] = (Cursed, Marauding, Ransacking, ByNight)
PIECES: tuple[type[Piece], ...] = ()
