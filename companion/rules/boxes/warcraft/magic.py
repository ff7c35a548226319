"""The special powers that move other players' pieces (Warcraft rules, Special Powers, under their names)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from msgspec.structs import replace

from companion.rules.ability import Ability, Action, Owner, Strike
from companion.rules.boxes import registry
from companion.rules.boxes.warcraft.alliance import WispWall
from companion.rules.boxes.warcraft.pieces import Fort
from companion.rules.events import Event, MarkerLifted, Swapped
from companion.rules.model import Band, Decision, Ground, Marker, Message
from companion.rules.piece import Piece
from companion.rules.terrain import WATER


class Intimidating(Ability):
    """Three times a turn, while you conquer, you may move a token from an opponent's neighbouring region to another
    region of its race; if there is none the token is lost. Murlocs are lost at once. A Wisp Wall or Fort goes first,
    and counts as one of the three."""

    key = "intimidating"
    tokens = 4
    actions_in = ("conquer",)
    once = "turn"
    most = 3
    walls = (WispWall.key, Fort.key)

    def used_up(self, owner: Owner) -> Message | None:
        return Message("refuse.intimidating_used") if self.times(owner) >= self.most else None

    def actions(self, owner: Owner) -> Iterable[Action]:
        game, held = owner.game, set(owner.holdings())
        for region, ground in game.grounds.items():
            if not (ground.band or ground.tribe) or held.isdisjoint(game.board.regions[region].adjacent):
                continue
            holder = game.bands.get(ground.band)
            moves = ground.tokens or any(registry.PIECES[marker.kind].follows for marker in ground.markers)
            if ground.tribe or (holder and holder.seat != owner.band.seat and moves):
                takes = self._wall(owner, region) is None
                yield Action("move", region, self._say(owner, region, holder), touches=(region,), takes=takes)

    def _say(self, owner: Owner, region: str, holder: Band | None) -> Message:
        """What it would do there."""
        if wall := self._wall(owner, region):
            return Message("act.intimidating.wall", {"region": region, "piece": wall.kind})
        if holder is None:
            return Message("act.intimidating.tribe", {"region": region})
        key = "act.intimidating.move" if self._others(owner, region) else "act.intimidating.lose"
        return Message(key, {"region": region, "race": holder.race, "count": 1})

    def _wall(self, owner: Owner, region: str) -> Marker | None:
        """The Wisp Wall or Fort there."""
        markers = owner.game.grounds[region].markers
        return next((marker for marker in markers if marker.kind in self.walls), None)

    def _others(self, owner: Owner, region: str) -> tuple[str, ...]:
        """The other regions of the same race."""
        holder = owner.game.grounds[region].band
        return tuple(other for other in owner.game.holdings(holder) if other != region) if holder else ()

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        yield self.spend()
        wall, others = self._wall(owner, target), self._others(owner, target)
        if wall:
            yield MarkerLifted(target, wall.kind, wall.band)
        elif len(others) > 1:
            yield self.ask(owner, owner.band.seat, "choice", target, others, holds=True)

    def strikes(self, owner: Owner, what: str, target: str) -> Iterable[Strike]:
        if what != "move":
            yield Strike(what, to=target)
        elif not self._wall(owner, target):
            others = self._others(owner, target)
            if len(others) < 2:
                yield Strike(target, to=next(iter(others), ""))

    def question(self, owner: Owner, decision: Decision) -> Message:
        return Message("question.intimidating", {"region": decision.about})

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        return Message("choice.to", {"region": key})


class PortalMage(Ability):
    """Twice a turn you may exchange everything in two Magic regions, whoever holds them; places stay."""

    key = "portal-mage"
    tokens = 5
    symbol = "magic"
    actions_in = ("conquer", "redeploy")
    once = "turn"
    most = 2

    def used_up(self, owner: Owner) -> Message | None:
        return Message("refuse.portal_used") if self.times(owner) >= self.most else None

    def actions(self, owner: Owner) -> Iterable[Action]:
        regions = owner.game.board.regions.values()
        magic = [region.id for region in regions if self.symbol in region.symbols and region.terrain not in WATER]
        goes = {region: self._goes(owner, region) for region in magic}
        for one, other in combinations(magic, 2):
            if goes[one] != goes[other]:
                say = Message("act.portal-mage.swap", {"region": one, "stand": other})
                yield Action("swap", f"{one}:{other}", say, touches=(one, other))

    def _goes(self, owner: Owner, region: str) -> Ground:
        """What of a region goes through a portal."""
        ground = owner.game.grounds[region]
        if not ground.markers:
            return ground
        return replace(ground, markers=tuple(each for each in ground.markers if not registry.PIECES[each.kind].fixed))

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        one, _, other = target.partition(":")
        yield self.spend()
        lying = (*owner.game.grounds[one].markers, *owner.game.grounds[other].markers)
        swapped = Swapped(one, other, tuple({marker.kind: 0 for marker in lying if registry.PIECES[marker.kind].fixed}))
        yield swapped
        game = swapped.apply(owner.game)
        for region in (one, other):
            for marker in game.grounds[region].markers:
                if marker.kind in game.prizes:
                    yield from registry.PRIZES[marker.kind].arrived(game, region)


POWERS: tuple[type[Ability], ...] = (Intimidating, PortalMage)
PIECES: tuple[type[Piece], ...] = ()
