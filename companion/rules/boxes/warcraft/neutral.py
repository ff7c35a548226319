"""The four neutral races (Warcraft rules, Races, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import Ability, Action, Boost, Fight, Memory, Owner, Toll
from companion.rules.boxes import registry
from companion.rules.events import Event, Remembered
from companion.rules.model import Message, Region
from companion.rules.piece import Piece
from companion.rules.terrain import WATER


class Ethereals(Ability):
    """Once a turn you may either move an artifact from a neighbouring region into yours, or take a neighbouring
    region with a legendary place for 2 tokens less."""

    key = "ethereals"
    tokens = 5
    supply = 10
    actions_in = ("conquer", "redeploy")
    once = "turn"

    def _lying(self, owner: Owner, region: str, fixed: bool) -> list[str]:
        """The places on a region, if `fixed`, or else the artifacts."""
        kinds = [marker.kind for marker in owner.game.grounds[region].markers if marker.kind in owner.game.prizes]
        return [kind for kind in kinds if registry.PRIZES[kind].fixed == fixed]

    def boost(self, owner: Owner) -> Boost | None:
        if self.spent(owner):
            return None
        regions, grounds = owner.game.board.regions, owner.game.grounds
        near = {other for held in owner.holdings() for other in regions[held].adjacent}
        places = [each for each in near if grounds[each].markers and self._lying(owner, each, fixed=True)]
        return Boost(1, worth=2, where=frozenset(places))

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if self.key in fight.boosts:
            yield self.spend()

    def on_failure(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(owner, fight)

    def used_up(self, owner: Owner) -> Message | None:
        return Message("refuse.no_act", {"ability": self.key}) if self.spent(owner) else None

    def actions(self, owner: Owner) -> Iterable[Action]:
        grounds = owner.game.grounds
        marked = [region for region, ground in grounds.items() if ground.markers and ground.band != owner.band.id]
        for region in marked:
            for kind in self._lying(owner, region, fixed=False):
                for near in owner.game.board.regions[region].adjacent:
                    if grounds[near].band == owner.band.id:
                        say = Message("act.ethereals.steal", {"piece": kind, "region": near})
                        yield Action("steal", f"{kind}:{near}", say, touches=(region,), takes=False)

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        kind, _, region = target.partition(":")
        yield self.spend()
        yield from registry.PRIZES[kind].comes(owner.game, region)


class Kobolds(Ability):
    """All Caverns count as next to your regions, and one may be your first region; reaching it costs no extra
    tokens."""

    key = "warcraft-kobolds"
    tokens = 6
    supply = 11
    symbol = "cavern"

    def entries(self, owner: Owner) -> Iterable[str]:
        return self.neighbours(owner, [])

    def neighbours(self, owner: Owner, held: list[str]) -> Iterable[str]:
        return [region.id for region in owner.game.board.regions.values() if self.symbol in region.symbols]


class Naga(Ability):
    """You may conquer Seas and Lakes for 2 tokens, start in one, and keep them in decline."""

    key = "naga"
    tells_decline = True
    tokens = 6
    supply = 11

    def entries(self, owner: Owner) -> Iterable[str]:
        return [region.id for region in owner.game.board.regions.values() if region.terrain in WATER]

    def may_enter(self, owner: Owner, region: Region) -> bool:
        return region.terrain in WATER


class Pandaren(Ability):
    """When your turn ends, each opponent whose active race you did not attack gets a Harmony token until your next
    turn: the first time they want to attack you or drive your tokens from a region, they must pay you 2 coins."""

    key = "pandaren"
    tokens = 5
    supply = 10
    once = "theirs"
    price = 2
    memory = (Memory("seat1"), Memory("seat2"), Memory("seat3"), Memory("seat4"), Memory("seat5"))

    def _note(self, owner: Owner, seat: int, has: bool) -> Event:
        """Whether this player has a Harmony token now."""
        return Remembered(owner.band.id, f"{self.key}.{self.memory[seat].key}", int(has))

    def _has(self, owner: Owner, seat: int) -> bool:
        """Whether this player has a Harmony token."""
        return owner.band.memo.get(f"{self.key}.{self.memory[seat].key}", 0) > 0

    def on_redeployed(self, owner: Owner) -> Iterable[Event]:
        attacked = {attack.against_seat for attack in owner.attacks() if attack.active} | owner.struck()
        for seat in range(min(len(owner.game.seats), len(self.memory))):
            gets = seat != owner.band.seat and seat not in attacked
            if gets != self._has(owner, seat):
                yield self._note(owner, seat, gets)

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        return [self._note(owner, seat, False) for seat in range(len(self.memory)) if self._has(owner, seat)]

    def on_decline(self, owner: Owner) -> Iterable[Event]:
        return self.on_turn_begin(owner)

    def tolls(self, owner: Owner, fight: Fight) -> Iterable[Toll]:
        seat = fight.band.seat
        if self._has(owner, seat) and not self.spent(owner):
            yield Toll(seat, owner.band.seat, self.price, before=True, once=self.mark())

    def owed_tolls(self, owner: Owner, fight: Fight, takes: bool) -> Iterable[Toll]:
        return self.tolls(owner, fight) if takes else ()


RACES: tuple[type[Ability], ...] = (Ethereals, Kobolds, Naga, Pandaren)
PIECES: tuple[type[Piece], ...] = ()
