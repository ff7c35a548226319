"""The special powers of Royal Bonus (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import COUNT, Ability, Boost, Fight, Income, Memory, Owner, Placement
from companion.rules.events import Event, MarkerPlaced, Remembered
from companion.rules.piece import Piece


class Aquatic(Ability):
    """Each region you hold next to a Sea or the Lake is worth 1 extra coin, every other one 1 coin less."""

    key = "aquatic"
    tokens = 3

    def score(self, owner: Owner) -> Iterable[Income]:
        held = owner.holdings()
        coast = tuple(region for region in held if owner.game.board.regions[region].coastal)
        inland = tuple(region for region in held if region not in coast)
        yield Income(len(coast), coast)
        yield Income(-len(inland), inland)


class Behemoth(Ability):
    """Each of your 2 Behemoths is worth as many tokens as you hold Swamps, up to 6, in attack and defence. It needs
    at least 1 token with it; when its region is lost it moves to another one of yours."""

    key = "behemoth"
    tokens = 4
    pieces = ("behemoth",)

    def boost(self, owner: Owner) -> Boost:
        piece = BehemothPiece()
        return Boost(owner.in_hand(piece.key, piece.owned(owner)), piece.strength(owner))

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        for _ in range(fight.boosts.get(self.key, 0)):
            yield MarkerPlaced(fight.region.id, BehemothPiece.key, owner.band.id)

    def placements(self, owner: Owner) -> Iterable[Placement]:
        # It needs a token beside it, or a piece that is as good as one.
        held, owned = tuple(owner.holdings()), BehemothPiece.supply
        yield Placement(BehemothPiece.key, held, owned, owned, anew=True, all=True)


class BehemothPiece(Piece):
    """A Behemoth defends its region like as many tokens as its race holds Swamps, not counting the one under attack."""

    key = "behemoth"
    supply = 2
    largest = 6
    counts_as_token = True
    several = True
    returns = True
    fights = True

    def owned(self, owner: Owner) -> int:
        return self.supply if self.key in owner.band.powers else 0

    def strength(self, owner: Owner, fight: Fight | None = None) -> int:
        swamps = [held for held in owner.with_terrain("swamp") if fight is None or held != fight.region.id]
        return min(self.largest, len(swamps))


class Fireball(Ability):
    """When you redeploy, take 1 Fireball for each Magic region you hold, 4 in all. In a later turn each helps once
    in a conquest, like 2 tokens; at least 1 token goes with it."""

    key = "fireball"
    tokens = 5
    symbol = "magic"
    most = 4
    memory = (Memory("hand", 0, 4, COUNT, told=True),)
    once = "turn"

    def boost(self, owner: Owner) -> Boost:
        return Boost(self.recall(owner, "hand"), worth=2)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if self.key in fight.boosts:
            yield self._hand(owner, self.recall(owner, "hand") - fight.boosts[self.key])

    def on_failure(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(owner, fight)

    def on_redeployed(self, owner: Owner) -> Iterable[Event]:
        found = min(self.most, self.recall(owner, "hand") + len(owner.with_symbol(self.symbol)))
        if not self.spent(owner) and found > self.recall(owner, "hand"):
            yield self.spend()
            yield self._hand(owner, found)

    def _hand(self, owner: Owner, hand: int) -> Event:
        """This many Fireballs are in hand."""
        return Remembered(owner.band.id, f"{self.key}.hand", hand)


POWERS: tuple[type[Ability], ...] = (
    Aquatic,
    Behemoth,
    Fireball,
)
PIECES: tuple[type[Piece], ...] = (BehemothPiece,)
