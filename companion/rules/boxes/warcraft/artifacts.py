"""The five artifacts of Small World of Warcraft (Warcraft rules, Artifacts and Legendary Places, under their names).

An artifact stays in the region where it was last used, and serves the active race that holds that region.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import Action, Boost, Fight, Owner, Toll
from companion.rules.events import CoinsMoved, Event
from companion.rules.model import Line, Message, Way
from companion.rules.prizes import Prize


class PlacedAtEnd(Prize):
    """An artifact that its owner puts in one of their regions when the turn ends."""

    # The troops may be redeployed by then, or not yet.
    actions_in = ("redeploy", "score")

    def actions(self, owner: Owner) -> Iterable[Action]:
        for region, ground in owner.game.grounds.items():
            if ground.band == owner.band.id and not (ground.markers and self.lies_on(ground)):
                yield Action("place", region, Message("act.artifact.place", {"ability": self.key, "region": region}))

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        return self.comes(owner.game, target)


class Aegis(PlacedAtEnd):
    """When your turn ends, put it in one of your regions. An opponent who attacks that region, or targets it with a
    power, must pay you 2 coins first."""

    key = tolls_for = "aegis"

    def tolls(self, owner: Owner, fight: Fight) -> Iterable[Toll]:
        if self.lies_on(fight.ground):
            yield Toll(fight.band.seat, owner.band.seat, 2, before=True)

    def owed_tolls(self, owner: Owner, fight: Fight, takes: bool) -> Iterable[Toll]:
        return self.tolls(owner, fight)


class Ashes(Prize):
    """Once a turn you may conquer any region of any island as if it were next to yours. The Ashes stay there."""

    key = "ashes"
    once = "turn"

    def far(self, owner: Owner, held: list[str]) -> Iterable[str]:
        return () if self.spent(owner) else owner.game.board.regions

    def used_up(self, owner: Owner) -> Message | None:
        return Message("refuse.artifact_used", {"ability": self.key}) if self.spent(owner) else None

    def ways(self, owner: Owner, fight: Fight) -> Iterable[Way | Message]:
        if not fight.beside:
            saving = (Line(self.key, -1),) if fight.travels else ()
            yield Way(self.key, saving, 0, fixed=False, die=True, far=True)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            yield self.spend()
            yield from self.comes(owner.game, fight.region.id)


class Doomhammer(Prize):
    """Once a turn you may conquer a region with only 1 token. First you pay 2 coins to the opponent who held that
    region, or to the bank if there was none. The hammer stays there."""

    key = "doomhammer"
    once = "turn"
    price = 2
    forgotten = ("before",)

    def used_up(self, owner: Owner) -> Message | None:
        return Message("refuse.artifact_used", {"ability": self.key}) if self.spent(owner) else None

    def ways(self, owner: Owner, fight: Fight) -> Iterable[Way | Message]:
        yield Way(self.key, (Line(self.key, 1),), 1, coins=self.price)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            seat = owner.band.seat
            payee = f"seat:{fight.enemy.seat}" if fight.enemy else "bank"
            yield self.spend()
            yield CoinsMoved(min(self.price, max(0, owner.game.seats[seat].coins)), f"seat:{seat}", payee)
            yield from self.comes(owner.game, fight.region.id)


class Frostmourne(Prize):
    """Once a turn a region costs you 2 tokens less. Frostmourne stays there."""

    key = "frostmourne"
    once = "turn"

    def boost(self, owner: Owner) -> Boost:
        return Boost(0 if self.spent(owner) else 1, worth=2)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if self.key in fight.boosts:
            yield self.spend()
            yield from self.comes(owner.game, fight.region.id)


class Heart(PlacedAtEnd):
    """When your turn ends, put it in one of your regions. Each opponent whose active race holds a region next to it
    pays you 1 coin."""

    key = "heart"

    def on_scored(self, owner: Owner) -> Iterable[Event]:
        near = set(owner.game.board.regions[self.at(owner.game)].adjacent)
        for number, seat in enumerate(owner.game.seats):
            band = owner.game.active(number)
            if band and number != owner.band.seat and seat.coins > 0 and near & set(owner.game.holdings(band.id)):
                yield CoinsMoved(1, f"seat:{number}", f"seat:{owner.band.seat}")


ARTIFACTS: tuple[type[Prize], ...] = (Aegis, Ashes, Doomhammer, Frostmourne, Heart)
