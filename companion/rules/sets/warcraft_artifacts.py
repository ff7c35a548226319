"""The five artifacts of Small World of Warcraft (Warcraft rules, Artifacts and Legendary Places, under their names).

An artifact stays where it was used last, and serves the active race that holds its region.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import SEAT, Boost, Deed, Fight, Me, Memory, Toll
from companion.rules.events import CoinsMoved, Event, Remembered
from companion.rules.model import Band, Line, Say, Way
from companion.rules.prizes import Prize


class PlacedAtEnd(Prize):
    """An artifact that its owner puts in one of the own regions when the turn ends."""

    # The troops may still be moved then, or stand already.
    acts_in = ("redeploy", "score")

    def acts(self, me: Me) -> Iterable[Deed]:
        lying = self.at(me.game)
        for region in me.holdings():
            if region != lying:
                yield Deed("place", region, Say("act.artifact.place", {"ability": self.key, "region": region}))

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        return self.comes(me.game, target)


class Aegis(PlacedAtEnd):
    """When your turn ends, put it in one of your regions. An opponent who attacks that region, or means it with a
    power, has to pay you 2 coins first."""

    key = "aegis"

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        if self.lies_on(fight.ground):
            yield Toll(fight.band.seat, me.band.seat, 2, before=True)

    def dues(self, me: Me, fight: Fight, takes: bool) -> Iterable[Toll]:
        return self.tolls(me, fight)


class Ashes(Prize):
    """Once a turn you conquer any region of any island as if it were next to yours. They stay there."""

    key = "ashes"
    once = "turn"

    def far(self, me: Me, held: list[str]) -> Iterable[str]:
        return () if self.spent(me) else me.game.board.regions

    def ways(self, me: Me, fight: Fight) -> Iterable[Way | Say]:
        if not set(fight.region.adjacent) & set(fight.held):
            saving = (Line(self.key, -1),) if fight.travels else ()
            closed = Say("refuse.artifact_used", {"ability": self.key}) if self.spent(me) else None
            yield Way(self.key, saving, 0, closed=closed, fixed=False, die=True, far=True)

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            yield self.spend()
            yield from self.comes(me.game, fight.region.id)


class Doomhammer(Prize):
    """Once a turn you conquer a region with 1 token alone. You pay 2 coins for it to the owner before you, or to the
    bank. It stays there."""

    key = "doomhammer"
    once = "turn"
    price = 2
    memory = (Memory("before", 0, 6, SEAT, told=True),)

    def on_gained(self, me: Me, before: Band | None) -> Iterable[Event]:
        owner = before.seat + 1 if before else 0
        if owner != self.recall(me, "before"):
            yield Remembered(me.band.id, f"{self.key}.before", owner)

    def ways(self, me: Me, fight: Fight) -> Iterable[Way | Say]:
        closed = Say("refuse.artifact_used", {"ability": self.key}) if self.spent(me) else None
        yield Way(self.key, (Line(self.key, 1),), 1, closed=closed, coins=self.price)

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            seat = me.band.seat
            before = self.recall(me, "before") - 1
            payee = "bank" if before in (-1, seat) else f"seat:{before}"
            yield self.spend()
            yield CoinsMoved(min(self.price, max(0, me.game.seats[seat].coins)), f"seat:{seat}", payee)
            # Its memory stands with whoever has it, so it comes along.
            yield from self.comes(me.game, fight.region.id)
            yield Remembered(me.band.id, f"{self.key}.before", before + 1)


class Frostmourne(Prize):
    """Once a turn a region costs you 2 tokens less. It stays there."""

    key = "frostmourne"
    once = "turn"

    def boost(self, me: Me) -> Boost:
        return Boost(0 if self.spent(me) else 1, worth=2)

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if self.key in fight.boosts:
            yield self.spend()
            yield from self.comes(me.game, fight.region.id)


class Heart(PlacedAtEnd):
    """When your turn ends, put it in one of your regions. Each opponent whose active race holds a region next to it
    pays you 1 coin."""

    key = "heart"

    def on_scored(self, me: Me) -> Iterable[Event]:
        near = set(me.game.board.regions[self.at(me.game)].adjacent)
        for number, seat in enumerate(me.game.seats):
            band = me.game.active(number)
            if band and number != me.band.seat and seat.coins > 0 and near & set(me.game.holdings(band.id)):
                yield CoinsMoved(1, f"seat:{number}", f"seat:{me.band.seat}")


ARTIFACTS: tuple[type[Prize], ...] = (Aegis, Ashes, Doomhammer, Frostmourne, Heart)
