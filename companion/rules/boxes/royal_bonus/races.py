"""The races of Royal Bonus (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import COUNT, Ability, Action, Fight, Loss, Memory, Owner
from companion.rules.events import Event, Remembered, TokensMoved
from companion.rules.model import Message
from companion.rules.piece import Piece


class Fauns(Ability):
    """When you redeploy you gain 1 token for each region you conquered this turn from an opponent's active race. The
    victim gains 1 of their own for each of those regions too."""

    key = "fauns"
    tokens = 5
    supply = 18

    def reinforcements(self, owner: Owner) -> int:
        return sum(attack.active and attack.against_seat != owner.band.seat for attack in owner.conquests())

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        victim = fight.defender
        if victim and fight.by_enemy and fight.against_active and owner.game.tray[victim.race]:
            yield TokensMoved(victim.id, 1, "tray", "withdrawn")


class Igors(Ability):
    """You collect all Lost Tribes, Monsters and race tokens lost in conquests, your own too. When your turn begins
    you may exchange them: as many as there are players for 1 token from the tray."""

    key = "igors"
    tokens = 4
    supply = 15
    memory = (Memory("collected", 0, 99, COUNT, told=True),)

    def collects(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        found = loss.tokens + loss.tribe + loss.others
        if loss.cause == "conquest" and found:
            yield self._collect(owner, min(99, self.recall(owner, "collected") + found))

    def _collect(self, owner: Owner, count: int) -> Event:
        """The race has this many now."""
        return Remembered(owner.band.id, f"{self.key}.collected", count)

    def _bought(self, owner: Owner) -> int:
        """How many of its own tokens it gets for everything collected, as far as the tray has them."""
        return min(self.recall(owner, "collected") // len(owner.game.seats), owner.game.tray[self.key])

    def actions(self, owner: Owner) -> Iterable[Action]:
        turn = owner.game.turn
        gain = self._bought(owner)
        early = turn.stage == "begin" and not turn.mustered and not turn.attacks
        if gain:
            words = {"paid": gain * len(owner.game.seats), "count": gain, "race": self.key}
            closed = None if early else Message("refuse.no_act", {"ability": self.key})
            yield Action("exchange", str(gain), Message("act.igors.exchange", words), closed)

    def hints(self, owner: Owner) -> Iterable[tuple[Message, str]]:
        for action in self.actions(owner):
            if not action.closed:
                yield action.message, f"act:{self.key}:{action.act}:{action.target}"

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        gain = int(target)
        yield TokensMoved(owner.band.id, gain, "tray", "hand")
        yield self._collect(owner, self.recall(owner, "collected") - gain * len(owner.game.seats))


class Shrubmen(Ability):
    """Your Forests are immune to your opponents' conquests, races and powers, even in decline."""

    key = "shrubmen"
    tokens = 6
    supply = 11
    lasts = frozenset({"shields"})

    def shields(self, owner: Owner, kind: str, fight: Fight) -> Iterable[Message]:
        if fight.region.terrain == "forest":
            yield Message("refuse.immune", {"race": self.key})


RACES: tuple[type[Ability], ...] = (
    Fauns,
    Igors,
    Shrubmen,
)
PIECES: tuple[type[Piece], ...] = ()
