"""Shared by several races: tokens that wait off the map until their next turn."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import Ability, Owner
from companion.rules.events import Event, TokensMoved


class KeepsAside(Ability):
    """Tokens kept off the map return to hand when the turn begins."""

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        if owner.band.aside:
            yield TokensMoved(owner.band.id, owner.band.aside, "aside", "hand")
