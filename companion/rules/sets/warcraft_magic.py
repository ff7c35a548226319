"""The special powers that move what others have (Warcraft rules, Special Powers, under their names)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from msgspec.structs import replace

from companion.rules import sets
from companion.rules.ability import Ability, Deed, Me, Piece, Strike
from companion.rules.events import Event, MarkerLifted, Swapped
from companion.rules.model import Band, Decision, Ground, Marker, Say
from companion.rules.sets.warcraft_alliance import WispWall
from companion.rules.sets.warcraft_pieces import Fort
from companion.rules.terrain import WATER


class Intimidating(Ability):
    """Three times a turn while you conquer you may move a token from an opponent's neighbouring region to another one
    of its race; without one it is lost. Murlocs are lost at once. A Wisp Wall or Fort goes first, and counts as one."""

    key = "intimidating"
    tokens = 4
    acts_in = ("conquer",)
    once = "turn"
    most = 3
    walls = (WispWall.key, Fort.key)

    def acts(self, me: Me) -> Iterable[Deed]:
        closed = Say("refuse.intimidating_used") if self.times(me) >= self.most else None
        regions = me.game.board.regions
        near = {other for held in me.holdings() for other in regions[held].adjacent}
        for region in regions:
            ground = me.game.grounds[region]
            holder = me.game.bands.get(ground.band)
            moves = ground.tokens or any(sets.PIECES[marker.kind].follows for marker in ground.markers)
            if region in near and (ground.tribe or (holder and holder.seat != me.band.seat and moves)):
                yield Deed("move", region, self._say(me, region, holder), closed, touches=(region,))

    def _say(self, me: Me, region: str, holder: Band | None) -> Say:
        """What it would do there."""
        if wall := self._wall(me, region):
            return Say("act.intimidating.wall", {"region": region, "piece": wall.kind})
        if holder is None:
            return Say("act.intimidating.tribe", {"region": region})
        key = "act.intimidating.move" if self._others(me, region) else "act.intimidating.lose"
        return Say(key, {"region": region, "race": holder.race})

    def _wall(self, me: Me, region: str) -> Marker | None:
        """The Wisp Wall or Fort there."""
        markers = me.game.grounds[region].markers
        return next((marker for marker in markers if marker.kind in self.walls), None)

    def _others(self, me: Me, region: str) -> tuple[str, ...]:
        """The other regions that the same race holds."""
        holder = me.game.grounds[region].band
        return tuple(other for other in me.game.holdings(holder) if other != region) if holder else ()

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        yield self.spend()
        wall, others = self._wall(me, target), self._others(me, target)
        if wall:
            yield MarkerLifted(target, wall.kind, wall.band)
        elif len(others) > 1:
            yield self.ask(me, me.band.seat, "choice", target, others, holds=True)

    def strikes(self, me: Me, what: str, target: str) -> Iterable[Strike]:
        if what != "move":
            yield Strike(what, to=target)
        elif not self._wall(me, target):
            others = self._others(me, target)
            if len(others) < 2:
                yield Strike(target, to=next(iter(others), ""))

    def question(self, me: Me, decision: Decision) -> Say:
        return Say("question.intimidating", {"region": decision.about})

    def choice(self, me: Me, decision: Decision, key: str) -> Say:
        return Say("choice.to", {"region": key})


class PortalMage(Ability):
    """Twice a turn you may exchange everything that lies on two Magic regions, whoever holds them; places stay."""

    key = "portal-mage"
    tokens = 5
    acts_in = ("conquer", "redeploy")
    once = "turn"
    most = 2

    def acts(self, me: Me) -> Iterable[Deed]:
        closed = Say("refuse.portal_used") if self.times(me) >= self.most else None
        regions = me.game.board.regions.values()
        magic = [region.id for region in regions if "magic" in region.symbols and region.terrain not in WATER]
        for one, other in combinations(magic, 2):
            if self._goes(me, one) != self._goes(me, other):
                say = Say("act.portal-mage.swap", {"region": one, "stand": other})
                yield Deed("swap", f"{one}:{other}", say, closed, touches=(one, other))

    def _goes(self, me: Me, region: str) -> Ground:
        """What of a region goes through a portal."""
        ground = me.game.grounds[region]
        return replace(ground, markers=tuple(each for each in ground.markers if not sets.PIECES[each.kind].fixed))

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        one, _, other = target.partition(":")
        yield self.spend()
        lying = (*me.game.grounds[one].markers, *me.game.grounds[other].markers)
        yield Swapped(one, other, tuple({marker.kind: 0 for marker in lying if sets.PIECES[marker.kind].fixed}))


POWERS: tuple[type[Ability], ...] = (Intimidating, PortalMage)
PIECES: tuple[type[Piece], ...] = ()
