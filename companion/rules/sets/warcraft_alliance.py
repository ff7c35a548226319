"""The six races of the Alliance (Warcraft rules, Races, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import Ability, Fight, Loss, Me, Piece
from companion.rules.events import CoinsMoved, Event, MarkerPlaced
from companion.rules.model import Decision, Say
from companion.rules.sets.warcraft_table import ALLIANCE


class Draenei(Ability):
    """In each opponent's turn the first token you would lose comes back to your hand instead, whatever takes it."""

    key = "draenei"
    tokens = 7
    supply = 12
    faction = ALLIANCE
    once = "theirs"

    def casualties(self, me: Me, loss: Loss) -> int:
        saves = me.game.turn.seat != me.band.seat and not self.spent(me)
        return max(0, loss.tokens - 1) if saves else loss.tokens

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        if loss.spared:
            yield self.spend()


class Dwarves(Ability):
    """A Mountain costs 2 tokens less."""

    key = "warcraft-dwarves"
    tokens = 5
    supply = 10
    faction = ALLIANCE

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if fight.region.terrain == "mountain":
            yield -2


class NightElves(Ability):
    """A Forest costs 1 token less, and each one you conquer gets a Wisp Wall, which defends it like one token, even in
    decline."""

    key = "night-elves"
    tokens = 4
    supply = 9
    faction = ALLIANCE
    pieces = ("wisp-wall",)

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if fight.region.terrain == "forest":
            yield -1

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if fight.region.terrain == "forest" and len(me.game.pieces(WispWall.key)) < WispWall.supply:
            yield MarkerPlaced(fight.region.id, WispWall.key, me.band.id)


class WispWall(Piece):
    """A Wisp Wall defends its region like one token."""

    key = "wisp-wall"
    supply = 9
    defence = 1
    lasting = True


class Worgen(Ability):
    """As each of your turns begins you choose a form: as a human you get 2 coins at once; as a Worgen you pay 1, and
    every region costs 1 token less this turn."""

    key = "worgen"
    tokens = 5
    supply = 10
    faction = ALLIANCE
    once = "turn"
    human, beast = forms = ("human", "beast")

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        yield self.ask(me, me.band.seat, "choice", choices=self.forms, holds=True)

    def on_taken(self, me: Me) -> Iterable[Event]:
        return self.on_turn_begin(me)

    def fee(self, me: Me, decision: Decision, answer: str) -> int:
        return int(answer == self.beast)

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        seat = f"seat:{me.band.seat}"
        if answer == self.beast:
            yield CoinsMoved(1, seat, "bank")
            yield self.spend()
        else:
            yield CoinsMoved(2, "bank", seat)

    def question(self, me: Me, decision: Decision) -> Say:
        return Say("question.worgen")

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if self.spent(me):
            yield -1


RACES: tuple[type[Ability], ...] = (Draenei, Dwarves, NightElves, Worgen)
PIECES: tuple[type[Piece], ...] = (WispWall,)
