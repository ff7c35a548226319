"""The five races and five special powers of Be Not Afraid... (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.rules.ability import Ability, Boost, Fight, Me, Piece, Toll
from companion.rules.events import AttemptDeclared, CoinsMoved, Event
from companion.rules.model import Decision, Say


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
POWERS: tuple[type[Ability], ...] = (Corrupt, Mercenary)
PIECES: tuple[type[Piece], ...] = ()
