"""The special powers of Grand Dames (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import FAILED_ATTACK, Ability, Income, Owner
from companion.rules.events import CoinsMoved, Event
from companion.rules.piece import Piece


class Historian(Ability):
    """1 coin for each race in decline when you take the badge, 1 whenever another race goes into decline while you
    are active, and 1 when yours does."""

    key = "historian"
    tokens = 5

    def _paid(self, owner: Owner, coins: int) -> Iterable[Event]:
        """Coins from the bank, paid at once and in public."""
        if coins:
            yield CoinsMoved(coins, "bank", f"seat:{owner.band.seat}")

    def on_taken(self, owner: Owner) -> Iterable[Event]:
        return self._paid(owner, sum(band.declined for band in owner.game.bands.values()))

    def witness(self, owner: Owner, event: Event) -> Iterable[Event]:
        return self._paid(owner, 1)

    def on_decline(self, owner: Owner) -> Iterable[Event]:
        return self._paid(owner, 1)


class PeaceLoving(Ability):
    """3 extra coins at the end of each turn in which you did not attack another player's active race."""

    key = "peace-loving"
    tokens = 4
    options = (FAILED_ATTACK,)

    def score(self, owner: Owner) -> Iterable[Income]:
        if not any(attack.active and attack.against_seat != owner.band.seat for attack in owner.attacks()):
            yield Income(3)


POWERS: tuple[type[Ability], ...] = (
    Historian,
    PeaceLoving,
)
PIECES: tuple[type[Piece], ...] = ()
