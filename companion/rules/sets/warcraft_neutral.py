"""The four neutral races (Warcraft rules, Races, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules import sets
from companion.rules.ability import Ability, Boost, Deed, Fight, Me, Memory, Piece, Toll
from companion.rules.events import Event, Remembered
from companion.rules.model import Region, Say
from companion.rules.terrain import WATER


class Ethereals(Ability):
    """Once a turn you either move an artifact from a neighbouring region into yours beside it, or take a neighbouring
    region with a legendary place for 2 tokens less."""

    key = "ethereals"
    tokens = 5
    supply = 10
    acts_in = ("conquer", "redeploy")
    once = "turn"

    def _lying(self, me: Me, region: str, fixed: bool) -> list[str]:
        """The places on a region, which are fixed, or the artifacts, which are not."""
        lying = me.game.grounds[region].markers
        kinds = [marker.kind for marker in lying if marker.kind in me.game.prizes] if lying else []
        return [kind for kind in kinds if sets.PRIZES[kind].fixed == fixed] if kinds else kinds

    def boost(self, me: Me) -> Boost | None:
        if self.spent(me):
            return None
        regions = me.game.board.regions
        near = {other for held in me.holdings() for other in regions[held].adjacent}
        return Boost(1, worth=2, where=frozenset(each for each in near if self._lying(me, each, fixed=True)))

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if self.key in fight.boosts:
            yield self.spend()

    def on_failure(self, me: Me, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(me, fight)

    def acts(self, me: Me) -> Iterable[Deed]:
        closed = Say("refuse.no_act", {"ability": self.key}) if self.spent(me) else None
        regions, held = me.game.board.regions, set(me.holdings())
        for region in regions.values():
            for kind in self._lying(me, region.id, fixed=False) if region.id not in held else ():
                for near in region.adjacent:
                    if near in held:
                        say = Say("act.ethereals.steal", {"piece": kind, "region": near})
                        yield Deed("steal", f"{kind}:{near}", say, closed, touches=(region.id,), takes=False)

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        kind, _, region = target.partition(":")
        yield self.spend()
        yield from sets.PRIZES[kind].comes(me.game, region)


class Kobolds(Ability):
    """All Caverns are next to your regions, and one may be your first: it takes no token more to get there."""

    key = "warcraft-kobolds"
    tokens = 6
    supply = 11

    def entries(self, me: Me) -> Iterable[str]:
        return self.neighbours(me, [])

    def neighbours(self, me: Me, held: list[str]) -> Iterable[str]:
        return [region.id for region in me.game.board.regions.values() if "cavern" in region.symbols]


class Naga(Ability):
    """You may conquer Seas and Lakes, for 2 tokens, begin in one, and keep them in decline."""

    key = "naga"
    tokens = 6
    supply = 11

    def entries(self, me: Me) -> Iterable[str]:
        return [region.id for region in me.game.board.regions.values() if region.terrain in WATER]

    def may_enter(self, me: Me, region: Region) -> bool:
        return region.terrain in WATER


class Pandaren(Ability):
    """When your turn ends each opponent whose active race you did not attack gets a Harmony token until your next one:
    who has it pays you 2 coins, once, before attacking you or driving tokens of yours from their region."""

    key = "pandaren"
    tokens = 5
    supply = 10
    once = "theirs"
    price = 2
    memory = (Memory("seat1"), Memory("seat2"), Memory("seat3"), Memory("seat4"), Memory("seat5"))

    def _note(self, me: Me, seat: int, has: bool) -> Event:
        """This player has a Harmony token now, or none."""
        return Remembered(me.band.id, f"{self.key}.{self.memory[seat].key}", int(has))

    def _has(self, me: Me, seat: int) -> bool:
        """This player has a Harmony token."""
        return me.band.memo.get(f"{self.key}.{self.memory[seat].key}", 0) > 0

    def on_redeployed(self, me: Me) -> Iterable[Event]:
        attacked = {attack.against_seat for attack in me.attacks() if attack.active} | me.struck()
        for seat in range(min(len(me.game.seats), len(self.memory))):
            gets = seat != me.band.seat and seat not in attacked
            if gets != self._has(me, seat):
                yield self._note(me, seat, gets)

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        return [self._note(me, seat, False) for seat in range(len(self.memory)) if self._has(me, seat)]

    def on_decline(self, me: Me) -> Iterable[Event]:
        return self.on_turn_begin(me)

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        seat = fight.band.seat
        if self._has(me, seat) and not self.spent(me):
            yield Toll(seat, me.band.seat, self.price, before=True, once=self.mark())

    def dues(self, me: Me, fight: Fight, takes: bool) -> Iterable[Toll]:
        return self.tolls(me, fight) if takes else ()


RACES: tuple[type[Ability], ...] = (Ethereals, Kobolds, Naga, Pandaren)
PIECES: tuple[type[Piece], ...] = ()
