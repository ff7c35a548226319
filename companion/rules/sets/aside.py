"""What several races share: tokens that wait off the map until their next turn."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import Ability, Me
from companion.rules.events import Event, TokensMoved


class KeepsAside(Ability):
    """Tokens kept off the map come back to hand as the turn begins."""

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        if me.band.aside:
            yield TokensMoved(me.band.id, me.band.aside, "aside", "hand")
