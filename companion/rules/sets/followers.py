"""What several powers share: pieces that are as good as tokens of the race."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.ability import Ability, Boost, Fight, Me, Piece, Placement
from companion.rules.events import Event, MarkerPlaced


class Followers(Ability):
    """Some pieces conquer and stand with the race as its tokens do."""

    follower: ClassVar[Piece]

    def boost(self, me: Me) -> Boost:
        piece = self.follower
        return Boost(me.in_hand(piece.key, piece.owned(me)), worth=1, body=piece.holds(me.game))

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        for _ in range(fight.boosts.get(self.key, 0)):
            yield MarkerPlaced(fight.region.id, self.follower.key, me.band.id)

    def placements(self, me: Me) -> Iterable[Placement]:
        piece = self.follower
        left = piece.owned(me)
        if left:
            yield Placement(piece.key, tuple(me.holdings()), left, left, anew=True, all=True)

    def tie_tokens(self, me: Me) -> int:
        return len(me.game.pieces(self.follower.key, me.band.id))
