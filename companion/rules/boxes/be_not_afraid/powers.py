"""The special powers of Be Not Afraid (expansion rules, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.rules.ability import (
    Ability,
    Boost,
    Fight,
    Income,
    Owner,
    Toll,
)
from companion.rules.events import (
    AttemptDeclared,
    CoinsMoved,
    Event,
    MarkerLifted,
    MarkerPlaced,
)
from companion.rules.model import Decision, Game, Line, Message, Way
from companion.rules.piece import Piece
from companion.rules.terrain import SEA


class Barricade(Ability):
    """3 extra coins if you hold 4 regions or fewer at the end of your turn."""

    key = "barricade"
    tokens = 4

    def score(self, owner: Owner) -> Iterable[Income]:
        if len(owner.holdings()) <= 4:
            yield Income(3)


class Catapult(Ability):
    """Once a turn you may put the Catapult in a region of yours and conquer one exactly 2 away from it, across the
    Lake too but not across a Sea, for 1 token less. The Catapult makes its region immune."""

    key = "catapult"
    tokens = 4
    pieces = ("catapult",)
    once = "turn"

    def far(self, owner: Owner, held: list[str]) -> Iterable[str]:
        if not self.spent(owner):
            for stand in held:
                yield from beyond(owner.game, stand)

    def used_up(self, owner: Owner) -> Message | None:
        return Message("refuse.catapult_used") if self.spent(owner) else None

    def ways(self, owner: Owner, fight: Fight) -> Iterable[Way | Message]:
        stands = beyond(owner.game, fight.region.id)
        for stand in fight.held:
            if stand in stands:
                saving = (Line(self.key, -1),)
                yield Way(self.key, saving, 0, fixed=False, die=True, far=True, at=stand)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            for region in owner.game.pieces(self.key, owner.band.id):
                yield MarkerLifted(region, self.key, owner.band.id)
            yield MarkerPlaced(fight.at, self.key, owner.band.id)
            yield self.spend()

    def on_failure(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(owner, fight)


def beyond(game: Game, region: str) -> set[str]:
    """The regions exactly two away from another, but not across a Sea."""
    regions = game.board.regions
    near = regions[region].adjacent
    found = {far for middle in near if regions[middle].terrain != SEA for far in regions[middle].adjacent}
    return found.difference(near, (region,))


class CatapultPiece(Piece):
    """The Catapult makes its region immune to enemy conquests and powers."""

    key = "catapult"
    supply = 1
    immune = True


class Corrupt(Ability):
    """Each time an opponent conquers a region of your active race, that player pays you 1 coin if they have one."""

    key = "corrupt"
    tokens = 4

    def tolls(self, owner: Owner, fight: Fight) -> Iterable[Toll]:
        yield Toll(fight.band.seat, owner.band.seat)


class Imperial(Ability):
    """Each region you hold beyond the third is worth 1 extra coin."""

    key = "imperial"
    tokens = 4

    def score(self, owner: Owner) -> Iterable[Income]:
        held = tuple(owner.holdings())
        yield Income(max(0, len(held) - 3), held)


class Mercenary(Ability):
    """For 1 coin a region costs 2 tokens less. In the final attempt you may decide this after the roll."""

    key = "mercenary"
    tokens = 4

    def boost(self, owner: Owner) -> Boost:
        return Boost(1, worth=2, coins=1, after_roll=True)

    def fee(self, owner: Owner, decision: Decision, answer: str) -> int:
        return int(answer == "yes")

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        attempt = owner.game.turn.attempt
        if answer == "yes" and attempt:
            yield AttemptDeclared(replace(attempt, boosts={**attempt.boosts, self.key: 1}))

    def question(self, owner: Owner, decision: Decision) -> Message:
        return Message("question.mercenary", {"region": decision.about})

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if self.key in fight.boosts:
            yield CoinsMoved(1, f"seat:{owner.band.seat}", "bank")

    def on_failure(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(owner, fight)


POWERS: tuple[type[Ability], ...] = (
    Barricade,
    Catapult,
    Corrupt,
    Imperial,
    Mercenary,
)
PIECES: tuple[type[Piece], ...] = (CatapultPiece,)
