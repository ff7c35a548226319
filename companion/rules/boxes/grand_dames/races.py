"""The races of Grand Dames (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import ABANDONED, PRINTING, Ability, Fight, Income, Owner
from companion.rules.events import Event, MarkerLifted, MarkerPlaced
from companion.rules.model import Message, Stage
from companion.rules.piece import Piece


class Gypsies(Ability):
    """Each region you abandon while picking up your tokens earns 1 coin at the end of the turn. You cannot conquer it
    again this turn."""

    key = "gypsies"
    tokens = 6
    supply = 11
    pieces = ("gypsy-coin",)
    options = (PRINTING,)

    def on_left(self, owner: Owner, cause: str) -> Iterable[Event]:
        if cause == ABANDONED:
            yield MarkerPlaced(owner.region, GypsyCoin.key, owner.band.id)

    def score(self, owner: Owner) -> Iterable[Income]:
        left = tuple(owner.game.pieces(GypsyCoin.key, owner.band.id))
        yield Income(len(left), left)

    def on_stage(self, owner: Owner, stage: Stage) -> Iterable[Event]:
        if stage.kind == "withdraw":
            for region in owner.game.pieces(GypsyCoin.key, owner.band.id):
                yield MarkerLifted(region, GypsyCoin.key, owner.band.id)


class GypsyCoin(Piece):
    """A coin on a region that the Gypsies have abandoned keeps them out of it for this turn."""

    key = "gypsy-coin"
    supply = 35
    coin = True
    unheld = True

    def shields(self, owner: Owner, kind: str, fight: Fight) -> Iterable[Message]:
        if fight.band.id == owner.band.id:
            yield Message("refuse.abandoned")


class Priestesses(Ability):
    """When you go into decline, 1 token of each region moves to one of your regions as an Ivory Tower, and the
    others are given up. The Tower earns 1 coin for each of its tokens, in place of the region's coin."""

    key = "priestesses"
    tokens = 4
    supply = 9
    lasts = frozenset({"score"})

    def gathers(self, owner: Owner) -> bool:
        return True

    def score(self, owner: Owner) -> Iterable[Income]:
        if owner.band.declined:
            held = tuple(owner.holdings())
            standing = sum(owner.game.grounds[region].tokens for region in held)
            yield Income(standing - len(held), held)


class WhiteLadies(Ability):
    """In decline your regions are immune to your opponents' conquests, races and powers."""

    key = "white-ladies"
    tokens = 2
    supply = 7
    lasts = frozenset({"shields"})

    def shields(self, owner: Owner, kind: str, fight: Fight) -> Iterable[Message]:
        if owner.band.declined:
            yield Message("refuse.immune", {"race": self.key})


RACES: tuple[type[Ability], ...] = (
    Gypsies,
    Priestesses,
    WhiteLadies,
)
PIECES: tuple[type[Piece], ...] = (GypsyCoin,)
