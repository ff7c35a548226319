"""The special powers of Cursed! (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import COUNT, Ability, Fight, Memory, Option, Owner, Toll
from companion.rules.boxes.shared.followers import Followers
from companion.rules.events import Event, Remembered
from companion.rules.model import Game, Stage
from companion.rules.piece import Piece


class Cursed(Ability):
    """No benefit: whoever passes over this combo puts 3 coins on it instead of 1."""

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

    def owned(self, owner: Owner) -> int:
        return self.supply - owner.band.memo.get(LOST, 0) if HORDES_OF in owner.band.powers else 0

    def holds(self, game: Game) -> bool:
        return ALONE.chosen(game) == "allowed"

    def on_fall(self, owner: Owner) -> Iterable[Event]:
        yield from super().on_fall(owner)
        if HORDES_OF in owner.band.powers:
            yield Remembered(owner.band.id, LOST, min(self.supply, owner.band.memo.get(LOST, 0) + 1))


class HordesOf(Followers):
    """You also have 2 Hordes tokens, which count as tokens of your race until you go into decline. One is lost
    before a race token is."""

    key = HORDES_OF
    tokens = 5
    pieces = ("hordes",)
    memory = (Memory("lost", 0, 2, COUNT),)
    options = (ALONE,)
    follower = Hordes()


class Marauding(Ability):
    """When your conquests are over you pick up your tokens, all but one in each region, and conquer once more. An
    attempt with the die ends both rounds."""

    key = "marauding"
    tokens = 5

    def plan(self, owner: Owner, stages: list[Stage]) -> list[Stage]:
        first = Stage("conquer", owner.band.id)
        if first not in stages:
            return stages
        place = stages.index(first) + 1
        return [*stages[:place], Stage("conquer", owner.band.id, 1), *stages[place:]]


class Ransacking(Ability):
    """Each time you conquer a region of an opponent's active race, that player pays you 1 coin if they have one."""

    key = "ransacking"
    tokens = 4

    def spoils(self, owner: Owner, fight: Fight) -> Iterable[Toll]:
        if fight.enemy and fight.against_active:
            yield Toll(fight.enemy.seat, owner.band.seat)


class ByNight(Ability):
    """By night, that is in game turns with an even number, every region costs 2 tokens less."""

    key = "were-"
    tokens = 4

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if owner.game.turn.number % 2 == 0:
            yield -2


POWERS: tuple[type[Ability], ...] = (
    Cursed,
    HordesOf,
    Marauding,
    Ransacking,
    ByNight,
)
PIECES: tuple[type[Piece], ...] = (Hordes,)
