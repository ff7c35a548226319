"""The six races of the Alliance (Warcraft rules, Races, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.rules.ability import Ability, Fight, Loss, Owner, Placement
from companion.rules.boxes.warcraft.table import ALLIANCE, HORDE, faction_of
from companion.rules.events import AttemptDeclared, CoinsMoved, Event, MarkerLifted, MarkerPlaced
from companion.rules.model import Decision, Line, Message, Way
from companion.rules.piece import Piece


class Draenei(Ability):
    """In each opponent's turn the first token you would lose returns to your hand instead, whatever the cause."""

    key = "draenei"
    tokens = 7
    supply = 12
    faction = ALLIANCE
    once = "theirs"

    def casualties(self, owner: Owner, loss: Loss) -> int:
        saves = owner.game.turn.seat != owner.band.seat and not self.spent(owner)
        return max(0, loss.tokens - 1) if saves else loss.tokens

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        if self.key in loss.savers:
            yield self.spend()


class Dwarves(Ability):
    """Mountains cost 2 tokens less."""

    key = "warcraft-dwarves"
    tokens = 5
    supply = 10
    faction = ALLIANCE

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if fight.region.terrain == "mountain":
            yield -2


class Gnomes(Ability):
    """Once a turn you may fly to any region of any island as if it were next to yours. Roll the die first: its pips
    lower the cost. If that is not enough, you may roll again and make it your final attempt."""

    key = "gnomes"
    tokens = 5
    supply = 10
    faction = ALLIANCE
    once = "turn"

    def far(self, owner: Owner, held: list[str]) -> Iterable[str]:
        return () if self.spent(owner) else owner.game.board.regions

    def used_up(self, owner: Owner) -> Message | None:
        return Message("refuse.flight_used") if self.spent(owner) else None

    def ways(self, owner: Owner, fight: Fight) -> Iterable[Way | Message]:
        attempt = owner.game.turn.attempt
        flying = attempt is not None and attempt.way == self.key and attempt.region == fight.region.id
        saved = int(fight.travels) + (attempt.lent if attempt and flying else 0)
        saving = (Line(self.key, -saved),) if saved else ()
        yield Way(self.key, saving, 0, fixed=False, far=True, rolls=True)

    def question(self, owner: Owner, decision: Decision) -> Message:
        return Message("question.gnomes", {"region": decision.about})

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        attempt = owner.game.turn.attempt
        if answer == "yes" and attempt:
            yield AttemptDeclared(replace(attempt, free=False, pips=None))

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            yield self.spend()

    def on_failure(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(owner, fight)


class Humans(Ability):
    """When your turn ends, put your 2 Military Objectives in regions that no race of the Alliance holds. Whoever
    conquers one of them next gets 2 coins, unless with a race of the Horde; if it is somebody else, you get 2 as
    well."""

    key = "warcraft-humans"
    tokens = 5
    supply = 10
    faction = ALLIANCE
    pieces = ("objective",)

    def placements(self, owner: Owner) -> Iterable[Placement]:
        game = owner.game
        # Not where a race of the Alliance is, nor on water that nobody holds.
        others = {band.id for band in game.bands.values() if faction_of(band.race) != ALLIANCE}
        waters = game.board.waters
        free = tuple(
            [
                region
                for region, ground in game.grounds.items()
                if ground.band in others or (ground.band not in game.bands and region not in waters)
            ]
        )
        yield Placement(Objective.key, free, Objective.supply, anew=True, abroad=True)


class Objective(Piece):
    """A Military Objective gives 2 coins to whoever conquers its region with a race that is not of the Horde, and 2
    to its owner."""

    key = "objective"
    supply = 2
    unheld = True
    reward = 2

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        winner = loss.fight.band if loss.fight else None
        if winner is None or faction_of(winner.race) == HORDE:
            return
        yield MarkerLifted(owner.region, self.key, owner.band.id)
        for seat in dict.fromkeys((winner.seat, owner.band.seat)):
            if seat >= 0:
                yield CoinsMoved(self.reward, "bank", f"seat:{seat}")

    def on_left(self, owner: Owner, cause: str) -> Iterable[Event]:
        return ()


class NightElves(Ability):
    """Forests cost 1 token less, and each one you conquer gets a Wisp Wall, which defends it like one token, even in
    decline."""

    key = "night-elves"
    tokens = 4
    supply = 9
    faction = ALLIANCE
    pieces = ("wisp-wall",)

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if fight.region.terrain == "forest":
            yield -1

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if fight.region.terrain == "forest" and len(owner.game.pieces(WispWall.key)) < WispWall.supply:
            yield MarkerPlaced(fight.region.id, WispWall.key, owner.band.id)


class WispWall(Piece):
    """A Wisp Wall defends its region like one token."""

    key = "wisp-wall"
    supply = 9
    defence = 1
    lasting = True


class Worgen(Ability):
    """When your turn begins, choose a form: as a human you get 2 coins at once; as a Worgen you pay 1, and every
    region costs 1 token less this turn."""

    key = "worgen"
    tokens = 5
    supply = 10
    faction = ALLIANCE
    once = "turn"
    human, beast = forms = ("human", "beast")

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        yield self.ask(owner, owner.band.seat, "choice", choices=self.forms, holds=True)

    def on_taken(self, owner: Owner) -> Iterable[Event]:
        return self.on_turn_begin(owner)

    def fee(self, owner: Owner, decision: Decision, answer: str) -> int:
        return int(answer == self.beast)

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        seat = f"seat:{owner.band.seat}"
        if answer == self.beast:
            yield CoinsMoved(1, seat, "bank")
            yield self.spend()
        else:
            yield CoinsMoved(2, "bank", seat)

    def question(self, owner: Owner, decision: Decision) -> Message:
        return Message("question.worgen")

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if self.spent(owner):
            yield -1


RACES: tuple[type[Ability], ...] = (Draenei, Dwarves, Gnomes, Humans, NightElves, Worgen)
PIECES: tuple[type[Piece], ...] = (Objective, WispWall)
