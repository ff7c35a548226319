"""The six races of the Alliance (Warcraft rules, Races, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.rules.ability import Ability, Fight, Loss, Me, Piece, Placement
from companion.rules.events import AttemptDeclared, CoinsMoved, Event, MarkerLifted, MarkerPlaced
from companion.rules.model import Decision, Line, Say, Way
from companion.rules.sets.warcraft_table import ALLIANCE, HORDE, faction_of
from companion.rules.terrain import WATER


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
        if self.key in loss.savers:
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


class Gnomes(Ability):
    """Once a turn you may fly to any region of any island as if it were next to yours. You roll the die first, and its
    pips take off the price; if that is too little, it may become your final attempt with another roll."""

    key = "gnomes"
    tokens = 5
    supply = 10
    faction = ALLIANCE
    once = "turn"

    def far(self, me: Me, held: list[str]) -> Iterable[str]:
        return () if self.spent(me) else me.game.board.regions

    def ways(self, me: Me, fight: Fight) -> Iterable[Way | Say]:
        closed = Say("refuse.flight_used") if self.spent(me) else None
        attempt = me.game.turn.attempt
        flying = attempt is not None and attempt.way == self.key and attempt.region == fight.region.id
        saved = int(fight.travels) + (attempt.lent if attempt and flying else 0)
        saving = (Line(self.key, -saved),) if saved else ()
        yield Way(self.key, saving, 0, closed=closed, fixed=False, far=True, rolls=True)

    def question(self, me: Me, decision: Decision) -> Say:
        return Say("question.gnomes", {"region": decision.about})

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        attempt = me.game.turn.attempt
        if answer == "yes" and attempt:
            yield AttemptDeclared(replace(attempt, free=False, pips=None))

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            yield self.spend()

    def on_failure(self, me: Me, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(me, fight)


class Humans(Ability):
    """When your turn ends you put your 2 Military Objectives in regions that no race of the Alliance holds. Who then
    conquers one, unless with a race of the Horde, gets 2 coins, and you get 2 as well if it is somebody else."""

    key = "warcraft-humans"
    tokens = 5
    supply = 10
    faction = ALLIANCE
    pieces = ("objective",)

    def placements(self, me: Me) -> Iterable[Placement]:
        free = tuple(region for region in me.game.grounds if self._may_lie(me, region))
        yield Placement(Objective.key, free, Objective.supply, anew=True, abroad=True)

    def _may_lie(self, me: Me, region: str) -> bool:
        """No race of the Alliance holds it, and it is not water that nobody holds."""
        holder = me.game.bands.get(me.game.grounds[region].band)
        if holder is None:
            return me.game.board.regions[region].terrain not in WATER
        return faction_of(holder.race) != ALLIANCE


class Objective(Piece):
    """A Military Objective brings 2 coins to who conquers its region with no race of the Horde, and 2 to its owner."""

    key = "objective"
    supply = 2
    unheld = True
    reward = 2

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        winner = loss.fight.band if loss.fight else None
        if winner is None or faction_of(winner.race) == HORDE:
            return
        yield MarkerLifted(me.region, self.key, me.band.id)
        for seat in dict.fromkeys((winner.seat, me.band.seat)):
            if seat >= 0:
                yield CoinsMoved(self.reward, "bank", f"seat:{seat}")

    def on_left(self, me: Me, cause: str) -> Iterable[Event]:
        return ()


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


RACES: tuple[type[Ability], ...] = (Draenei, Dwarves, Gnomes, Humans, NightElves, Worgen)
PIECES: tuple[type[Piece], ...] = (Objective, WispWall)
