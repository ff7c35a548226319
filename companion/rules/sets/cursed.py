"""The two races and five special powers of Cursed! (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import COUNT, Ability, Fight, Me, Memory, Option, Piece, Toll
from companion.rules.events import Event, Remembered
from companion.rules.model import Game, Stage
from companion.rules.sets.followers import Followers


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


HORDES_OF = "hordes-of"
LOST = f"{HORDES_OF}.lost"
ALONE = Option("hordes-alone", ("allowed", "accompanied"))


class Hordes(Piece):
    """A Hordes token is as good as a race token."""

    key = "hordes"
    supply = 2
    defence = 1
    counts_as_token = True
    several = True
    returns = True
    fights = True
    body = True

    def owned(self, me: Me) -> int:
        return self.supply - me.band.memo.get(LOST, 0) if HORDES_OF in me.band.powers else 0

    def holds(self, game: Game) -> bool:
        return ALONE.chosen(game) == "allowed"

    def on_fall(self, me: Me) -> Iterable[Event]:
        yield from super().on_fall(me)
        if HORDES_OF in me.band.powers:
            yield Remembered(me.band.id, LOST, min(self.supply, me.band.memo.get(LOST, 0) + 1))


class HordesOf(Followers):
    """You have 2 Hordes tokens besides, which are as good as tokens of your race until you decline. One is lost
    before a race token is."""

    key = HORDES_OF
    tokens = 5
    pieces = ("hordes",)
    memory = (Memory("lost", 0, 2, COUNT),)
    options = (ALONE,)
    follower = Hordes()


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
POWERS: tuple[type[Ability], ...] = (Cursed, HordesOf, Marauding, Ransacking, ByNight)
PIECES: tuple[type[Piece], ...] = (Hordes,)
