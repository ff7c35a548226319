"""The five races and five special powers of Be Not Afraid (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.rules.ability import (
    COUNT,
    PRINTING,
    Ability,
    Boost,
    Earn,
    Fight,
    Garrison,
    Loss,
    Me,
    Memory,
    Option,
    Piece,
    Placement,
    Toll,
)
from companion.rules.events import (
    AttemptDeclared,
    CoinsMoved,
    Event,
    MarkerLifted,
    MarkerPlaced,
    Remembered,
    TokensLaid,
    TokensMoved,
)
from companion.rules.model import Decision, Game, Line, Say, Way
from companion.rules.sets.aside import KeepsAside
from companion.rules.terrain import SEA


class Barbarians(KeepsAside):
    """You do not redeploy: your tokens stay where they are. What is left in hand waits off the map until your next
    turn."""

    key = "barbarians"
    tokens = 9
    supply = 14
    options = (Option("barbarians-withdrawn", ("placed", "kept")),)

    def garrison(self, me: Me) -> Garrison:
        return Garrison(rest=True, moves=False, back=self.options[0].chosen(me.game) == "placed")


class Homunculi(Ability):
    """Whenever your combo is passed over in the column, 1 token from the tray is laid on it as well, and comes with
    it when it is taken."""

    key = "homunculi"
    tokens = 5
    supply = 18
    supply_option = Option("homunculi-tokens", ("18", "10", "13", "15"))
    options = (supply_option,)

    def on_passed(self, me: Me, place: int) -> Iterable[Event]:
        if me.game.tray[self.key]:
            yield TokensLaid(place, 1)


class Leprechauns(Ability):
    """While redeploying you may put 1 of your Pots of Gold in each of your regions. Each brings you 1 coin when
    your next turn begins, or 1 to the opponent who conquers it before, and is then used up."""

    key = "leprechauns"
    tokens = 6
    supply = 11
    pieces = ("pot",)
    pots = Option("leprechauns-pots", ("9", "6", "7", "8"))
    options = (pots,)
    memory = (Memory("spent", 0, 9, COUNT),)

    def placements(self, me: Me) -> Iterable[Placement]:
        lying = me.game.pieces(Pot.key, me.band.id)
        left = int(self.pots.chosen(me.game)) - self.recall(me, "spent") - len(lying)
        free = tuple(held for held in me.holdings() if held not in lying)
        if left > 0:
            yield Placement(Pot.key, free, min(left, len(free)))

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        lying = me.game.pieces(Pot.key, me.band.id)
        for region in lying:
            yield MarkerLifted(region, Pot.key, me.band.id)
        if lying:
            yield CoinsMoved(len(lying), "bank", f"seat:{me.band.seat}")
            yield Remembered(me.band.id, f"{self.key}.spent", min(Pot.supply, self.recall(me, "spent") + len(lying)))


class Pot(Piece):
    """A Pot of Gold is worth 1 coin to an opponent who conquers its region."""

    key = "pot"
    supply = 9

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        yield MarkerLifted(me.region, self.key, me.band.id)
        winner = loss.fight.band.seat if loss.fight else me.band.seat
        if winner == me.band.seat:
            return
        yield CoinsMoved(1, "bank", f"seat:{winner}")
        if me.band.id:
            field = f"{Leprechauns.key}.spent"
            yield Remembered(me.band.id, field, min(self.supply, me.band.memo.get(field, 0) + 1))


class Pixies(KeepsAside):
    """When your turn ends a single token stays in each region. All others wait off the map until your next turn."""

    key = "pixies"
    tokens = 11
    supply = 16

    def garrison(self, me: Me) -> Garrison:
        return Garrison(rest=True, most=1)


class Pygmies(Ability):
    """For each token you lose you roll the die, and get as many new ones from the tray as it shows pips. They go on
    the map when that turn ends."""

    key = "pygmies"
    tokens = 6
    supply = 15
    supply_option = Option("pygmies-tokens", ("15", "11", "13", "18"))
    options = (PRINTING, supply_option)

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        for _ in range(loss.tokens):
            yield self.ask(me, me.band.seat, "roll", loss.region)

    def question(self, me: Me, decision: Decision) -> Say:
        return Say("question.pygmies", {"name": me.game.name(decision.seat), "race": self.key})

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        if me.band.declined or not me.band.id:
            return
        gained = min(int(answer), me.game.tray[self.key])
        own = me.game.turn.seat == me.band.seat
        if gained:
            yield TokensMoved(me.band.id, gained, "tray", "hand" if own else "withdrawn")


class Barricade(Ability):
    """3 coins more when you hold 4 regions or fewer at the end of your turn."""

    key = "barricade"
    tokens = 4

    def score(self, me: Me) -> Iterable[Earn]:
        if len(me.holdings()) <= 4:
            yield Earn(3)


class Catapult(Ability):
    """Once a turn you may put the Catapult in a region of yours and conquer one exactly 2 away from it,
    over the Lake too but not over a Sea, for 1 token less. Where it stands is immune."""

    key = "catapult"
    tokens = 4
    pieces = ("catapult",)
    once = "turn"

    def far(self, me: Me, held: list[str]) -> Iterable[str]:
        if not self.spent(me):
            for stand in held:
                yield from beyond(me.game, stand)

    def ways(self, me: Me, fight: Fight) -> Iterable[Way | Say]:
        closed = Say("refuse.catapult_used") if self.spent(me) else None
        reached = beyond(me.game, fight.region.id)
        for stand in fight.held:
            if stand in reached:
                saving = (Line(self.key, -1),)
                yield Way(self.key, saving, 0, closed=closed, fixed=False, die=True, far=True, at=stand)

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            for region in me.game.pieces(self.key, me.band.id):
                yield MarkerLifted(region, self.key, me.band.id)
            yield MarkerPlaced(fight.at, self.key, me.band.id)
            yield self.spend()

    def on_failure(self, me: Me, fight: Fight) -> Iterable[Event]:
        return self.on_conquest(me, fight)


def beyond(game: Game, region: str) -> set[str]:
    """The regions exactly two away from another, not over a Sea."""
    regions = game.board.regions
    near = set(regions[region].adjacent)
    middles = (middle for middle in near if regions[middle].terrain != SEA)
    return {far for middle in middles for far in regions[middle].adjacent} - near - {region}


class CatapultPiece(Piece):
    """The Catapult makes its region immune to enemy conquests and powers."""

    key = "catapult"
    supply = 1
    immune = True


class Corrupt(Ability):
    """Each time an opponent conquers a region of your active race that player pays you 1 coin, if there is one."""

    key = "corrupt"
    tokens = 4

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        yield Toll(fight.band.seat, me.band.seat)


class Imperial(Ability):
    """Each region you hold beyond the third is worth 1 coin more."""

    key = "imperial"
    tokens = 4

    def score(self, me: Me) -> Iterable[Earn]:
        held = tuple(me.holdings())
        yield Earn(max(0, len(held) - 3), held)


class Mercenary(Ability):
    """For 1 coin a region costs 2 tokens less. In the final attempt this may be decided after the roll."""

    key = "mercenary"
    tokens = 4

    def boost(self, me: Me) -> Boost:
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


RACES: tuple[type[Ability], ...] = (Barbarians, Homunculi, Leprechauns, Pixies, Pygmies)
POWERS: tuple[type[Ability], ...] = (Barricade, Catapult, Corrupt, Imperial, Mercenary)
PIECES: tuple[type[Piece], ...] = (Pot, CatapultPiece)
