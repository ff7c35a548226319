"""Shared by several powers: pieces that are as good as tokens of the race."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.ability import Ability, Boost, Fight, Owner, Placement
from companion.rules.events import Event, MarkerPlaced
from companion.rules.piece import Piece


class Followers(Ability):
    """Pieces that conquer and defend together with the race's tokens."""

    follower: ClassVar[Piece]

    def boost(self, owner: Owner) -> Boost:
        piece = self.follower
        return Boost(owner.in_hand(piece.key, piece.owned(owner)), worth=1, body=piece.holds(owner.game))

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        for _ in range(fight.boosts.get(self.key, 0)):
            yield MarkerPlaced(fight.region.id, self.follower.key, owner.band.id)

    def placements(self, owner: Owner) -> Iterable[Placement]:
        piece = self.follower
        left = piece.owned(owner)
        if left:
            yield Placement(piece.key, tuple(owner.holdings()), left, left, anew=True, all=True)

    def tie_tokens(self, owner: Owner) -> int:
        return len(owner.game.pieces(self.follower.key, owner.band.id))
