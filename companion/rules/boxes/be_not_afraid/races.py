"""The races of Be Not Afraid (expansion rules, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import (
    COUNT,
    PRINTING,
    Ability,
    Garrison,
    Loss,
    Memory,
    Option,
    Owner,
    Placement,
)
from companion.rules.boxes.shared.aside import KeepsAside
from companion.rules.events import (
    CoinsMoved,
    Event,
    MarkerLifted,
    Remembered,
    TokensLaid,
    TokensMoved,
)
from companion.rules.model import Decision, Message
from companion.rules.piece import Piece


class Barbarians(KeepsAside):
    """You do not redeploy: your tokens stay where they are. Those left in hand wait off the map until your next
    turn."""

    key = "barbarians"
    tokens = 9
    supply = 14
    options = (Option("barbarians-withdrawn", ("placed", "kept")),)

    def garrison(self, owner: Owner) -> Garrison:
        return Garrison(rest=True, moves=False, back=self.options[0].chosen(owner.game) == "placed")


class Homunculi(Ability):
    """Whenever this combo is passed over, 1 token from the tray is put on it as well; whoever picks it gets them
    too."""

    key = "homunculi"
    tokens = 5
    supply = 18
    supply_option = Option("homunculi-tokens", ("18", "10", "13", "15"))
    options = (supply_option,)

    def on_passed(self, owner: Owner, place: int) -> Iterable[Event]:
        if owner.game.tray[self.key]:
            yield TokensLaid(place, 1)


class Leprechauns(Ability):
    """When you redeploy you may put 1 of your Pots of Gold in each of your regions. Each earns you 1 coin when your
    next turn begins, or 1 for the opponent who conquers it before then, and is used up."""

    key = "leprechauns"
    tokens = 6
    supply = 11
    pieces = ("pot",)
    pots = Option("leprechauns-pots", ("9", "6", "7", "8"))
    options = (pots,)
    memory = (Memory("spent", 0, 9, COUNT),)

    def placements(self, owner: Owner) -> Iterable[Placement]:
        lying = owner.game.pieces(Pot.key, owner.band.id)
        left = int(self.pots.chosen(owner.game)) - self.recall(owner, "spent") - len(lying)
        free = tuple(held for held in owner.holdings() if held not in lying)
        if left > 0:
            yield Placement(Pot.key, free, min(left, len(free)))

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        lying = owner.game.pieces(Pot.key, owner.band.id)
        for region in lying:
            yield MarkerLifted(region, Pot.key, owner.band.id)
        if lying:
            yield CoinsMoved(len(lying), "bank", f"seat:{owner.band.seat}")
            yield Remembered(
                owner.band.id, f"{self.key}.spent", min(Pot.supply, self.recall(owner, "spent") + len(lying))
            )


class Pot(Piece):
    """A Pot of Gold is worth 1 coin to an opponent who conquers its region."""

    key = "pot"
    supply = 9

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        yield MarkerLifted(owner.region, self.key, owner.band.id)
        winner = loss.fight.band.seat if loss.fight else owner.band.seat
        if winner == owner.band.seat:
            return
        yield CoinsMoved(1, "bank", f"seat:{winner}")
        if owner.band.id:
            field = f"{Leprechauns.key}.spent"
            yield Remembered(owner.band.id, field, min(self.supply, owner.band.memo.get(field, 0) + 1))


class Pixies(KeepsAside):
    """When your turn ends only one token stays in each region. All others wait off the map until your next turn."""

    key = "pixies"
    tokens = 11
    supply = 16

    def garrison(self, owner: Owner) -> Garrison:
        return Garrison(rest=True, most=1)


class Pygmies(Ability):
    """For each token you lose, roll the die and take as many new ones from the tray as it shows pips. They go on the
    map when that turn ends."""

    key = "pygmies"
    tokens = 6
    supply = 15
    supply_option = Option("pygmies-tokens", ("15", "11", "13", "18"))
    options = (PRINTING, supply_option)

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        for _ in range(loss.tokens):
            yield self.ask(owner, owner.band.seat, "roll", loss.region)

    def question(self, owner: Owner, decision: Decision) -> Message:
        return Message("question.pygmies", {"name": owner.game.name(decision.seat), "race": self.key})

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        if owner.band.declined or not owner.band.id:
            return
        gained = min(int(answer), owner.game.tray[self.key])
        if gained:
            # In their own player's turn, too, they wait for its end.
            yield TokensMoved(owner.band.id, gained, "tray", "withdrawn")


RACES: tuple[type[Ability], ...] = (
    Barbarians,
    Homunculi,
    Leprechauns,
    Pixies,
    Pygmies,
)
PIECES: tuple[type[Piece], ...] = (Pot,)
