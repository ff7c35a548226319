"""The five races and five special powers of Be Not Afraid... (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.rules.ability import Ability, Boost, Fight, Me, Piece, Toll
from companion.rules.events import AttemptDeclared, CoinsMoved, Event, MarkerLifted, MarkerPlaced
from companion.rules.model import Decision, Game, Line, Say, Way
from companion.rules.terrain import SEA


class Catapult(Ability):
    """Once a turn you may put the Catapult in a region of yours and conquer one exactly 2 away from it,
    over the Lake too but not over a Sea, for 1 token less. Where it stands is immune."""

    key = "catapult"
    tokens = 4
    pieces = ("catapult",)
    once = "turn"

    def far(self, me: Me, held: list[str]) -> Iterable[str]:
        if not self.spent(me):
            for stand in held:
                yield from beyond(me.game, stand)

    def ways(self, me: Me, fight: Fight) -> Iterable[Way | Say]:
        closed = Say("refuse.catapult_used") if self.spent(me) else None
        reached = beyond(me.game, fight.region.id)
        for stand in fight.held:
            if stand in reached:
                saving = (Line(self.key, -1),)
                yield Way(self.key, saving, 0, closed=closed, fixed=False, die=True, far=True, at=stand)

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            for region in me.game.pieces(self.key, me.band.id):
                yield MarkerLifted(region, self.key, me.band.id)
            yield MarkerPlaced(fight.at, self.key, me.band.id)
            yield self.spend()

    def on_failure(self, me: Me, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(me, fight)


def beyond(game: Game, region: str) -> set[str]:
    """The regions exactly two away from another, not over a Sea."""
    regions = game.board.regions
    near = set(regions[region].adjacent)
    middles = (middle for middle in near if regions[middle].terrain != SEA)
    return {far for middle in middles for far in regions[middle].adjacent} - near - {region}


class CatapultPiece(Piece):
    """The Catapult makes its region immune to enemy conquests and powers."""

    key = "catapult"
    supply = 1
    immune = True


class Corrupt(Ability):
    """Each time an opponent conquers a region of your active race that player pays you 1 coin, if there is one."""

    key = "corrupt"
    tokens = 4

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        yield Toll(fight.band.seat, me.band.seat)


class Mercenary(Ability):
    """For 1 coin a region costs 2 tokens less. In the final attempt this may be decided after the roll."""

    key = "mercenary"
    tokens = 4

    def boost(self, me: Me, fight: Fight) -> Boost:
        return Boost(1, worth=2, coins=1, after_roll=True)

    def fee(self, me: Me, decision: Decision, answer: str) -> int:
        return int(answer == "yes")

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        attempt = me.game.turn.attempt
        if answer == "yes" and attempt:
            yield AttemptDeclared(replace(attempt, boosts={**attempt.boosts, self.key: 1}))

    def question(self, me: Me, decision: Decision) -> Say:
        return Say("question.mercenary", {"region": decision.about})

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if self.key in fight.boosts:
            yield CoinsMoved(1, f"seat:{me.band.seat}", "bank")

    def on_failure(self, me: Me, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(me, fight)


RACES: tuple[type[Ability], ...] = ()
POWERS: tuple[type[Ability], ...] = (Catapult, Corrupt, Mercenary)
PIECES: tuple[type[Piece], ...] = (CatapultPiece,)
