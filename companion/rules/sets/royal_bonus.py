"""The three races and three special powers of the Royal Bonus (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import COUNT, Ability, Boost, Earn, Fight, Me, Memory, Piece
from companion.rules.events import Event, Remembered


class Aquatic(Ability):
    """Each region you hold on the shore of a Sea or the Lake is worth 1 coin more, any other 1 less."""

    key = "aquatic"
    tokens = 3

    def score(self, me: Me) -> Iterable[Earn]:
        held = me.holdings()
        coast = tuple(region for region in held if me.game.board.regions[region].coastal)
        inland = tuple(region for region in held if region not in coast)
        yield Earn(len(coast), coast)
        yield Earn(-len(inland), inland)


class Fireball(Ability):
    """While redeploying you take 1 Fireball for each Magic region you hold, 4 in all. In a later turn each
    helps once in a conquest like 2 tokens; at least 1 token goes along."""

    key = "fireball"
    tokens = 5
    most = 4
    memory = (Memory("hand", 0, 4, COUNT),)
    once = "turn"

    def boost(self, me: Me, fight: Fight) -> Boost:
        return Boost(self.recall(me, "hand"), worth=2)

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if self.key in fight.boosts:
            yield self._hand(me, self.recall(me, "hand") - fight.boosts[self.key])

    def on_failure(self, me: Me, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(me, fight)

    def on_redeployed(self, me: Me) -> Iterable[Event]:
        found = min(self.most, self.recall(me, "hand") + len(me.with_symbol("magic")))
        if not self.spent(me) and found > self.recall(me, "hand"):
            yield self.spend()
            yield self._hand(me, found)

    def _hand(self, me: Me, hand: int) -> Event:
        """So many Fireballs are in hand."""
        return Remembered(me.band.id, f"{self.key}.hand", hand)


RACES: tuple[type[Ability], ...] = ()
POWERS: tuple[type[Ability], ...] = (Aquatic, Fireball)
PIECES: tuple[type[Piece], ...] = ()
