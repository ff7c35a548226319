"""The three races and two special powers of Grand Dames (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import ABANDONED, FAILED_ATTACK, PRINTING, Ability, Earn, Fight, Me, Piece
from companion.rules.events import CoinsMoved, Event, MarkerLifted, MarkerPlaced
from companion.rules.model import Say, Stage


class Gypsies(Ability):
    """Each region you abandon while readying your troops brings 1 coin at the end of the turn. You cannot conquer
    it again this turn."""

    key = "gypsies"
    tokens = 6
    supply = 11
    pieces = ("gypsy-coin",)
    options = (PRINTING,)

    def on_left(self, me: Me, cause: str) -> Iterable[Event]:
        if cause == ABANDONED:
            yield MarkerPlaced(me.region, GypsyCoin.key, me.band.id)

    def score(self, me: Me) -> Iterable[Earn]:
        left = tuple(me.game.pieces(GypsyCoin.key, me.band.id))
        yield Earn(len(left), left)

    def on_stage(self, me: Me, stage: Stage) -> Iterable[Event]:
        if stage.kind == "withdraw":
            for region in me.game.pieces(GypsyCoin.key, me.band.id):
                yield MarkerLifted(region, GypsyCoin.key, me.band.id)


class GypsyCoin(Piece):
    """A coin on a region that the Gypsies have abandoned keeps them out of it for this turn."""

    key = "gypsy-coin"
    supply = 35
    unheld = True

    def shields(self, me: Me, kind: str, fight: Fight) -> Iterable[Say]:
        if fight.band.id == me.band.id:
            yield Say("refuse.abandoned")


class Priestesses(Ability):
    """At decline 1 token of each region gathers in one region of yours as an Ivory Tower, and the others are given
    up. The Tower brings 1 coin for each of its tokens, in place of the region's coin."""

    key = "priestesses"
    tokens = 4
    supply = 9
    lasts = frozenset({"score"})

    def gathers(self, me: Me) -> bool:
        return True

    def score(self, me: Me) -> Iterable[Earn]:
        if me.band.declined:
            held = tuple(me.holdings())
            standing = sum(me.game.grounds[region].tokens for region in held)
            yield Earn(standing - len(held), held)


class WhiteLadies(Ability):
    """In decline your regions are immune to your opponents' conquests, races and powers."""

    key = "white-ladies"
    tokens = 2
    supply = 7
    lasts = frozenset({"shields"})

    def shields(self, me: Me, kind: str, fight: Fight) -> Iterable[Say]:
        if me.band.declined:
            yield Say("refuse.immune", {"race": self.key})


class Historian(Ability):
    """1 coin for each race in decline when you take the badge, 1 whenever another race goes into decline while you
    are active, and 1 when your own does."""

    key = "historian"
    tokens = 5

    def _paid(self, me: Me, coins: int) -> Iterable[Event]:
        """Coins from the bank, at once and for everybody to see."""
        if coins:
            yield CoinsMoved(coins, "bank", f"seat:{me.band.seat}")

    def on_taken(self, me: Me) -> Iterable[Event]:
        return self._paid(me, sum(band.declined for band in me.game.bands.values()))

    def witness(self, me: Me, event: Event) -> Iterable[Event]:
        return self._paid(me, 1)

    def on_decline(self, me: Me) -> Iterable[Event]:
        return self._paid(me, 1)


class PeaceLoving(Ability):
    """3 coins more at the end of each turn in which you have attacked no other player's active race."""

    key = "peace-loving"
    tokens = 4
    options = (FAILED_ATTACK,)

    def score(self, me: Me) -> Iterable[Earn]:
        if not any(attack.active and attack.against_seat != me.band.seat for attack in me.attacks()):
            yield Earn(3)


RACES: tuple[type[Ability], ...] = (Gypsies, Priestesses, WhiteLadies)
POWERS: tuple[type[Ability], ...] = (Historian, PeaceLoving)
PIECES: tuple[type[Piece], ...] = (GypsyCoin,)
