"""The six races of the Horde (Warcraft rules, Races, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import COUNT, Ability, Action, Fight, Income, Loss, Memory, Owner, Placement, Strike
from companion.rules.answers import OWN_DECLINED_EMPTY
from companion.rules.boxes.shared.income import SymbolPays
from companion.rules.boxes.warcraft.table import ALLIANCE, HORDE
from companion.rules.events import Event, MarkerLifted, Remembered, TokensMoved
from companion.rules.model import Decision, Message
from companion.rules.piece import Piece


class BloodElves(SymbolPays):
    """Each Magic region you hold is worth 1 extra coin."""

    key = "blood-elves"
    tokens = 5
    supply = 10
    faction = HORDE
    symbol = "magic"


class Forsaken(Ability):
    """When your conquests are over you may pay 1 coin for each token that others lost to you this turn, Murlocs too,
    and take that many of yours from the tray."""

    key = "forsaken"
    tokens = 6
    supply = 20
    faction = HORDE
    memory = (Memory("dead", 0, 30, COUNT),)
    actions_in = ("redeploy",)

    def _remember(self, owner: Owner, dead: int) -> Event:
        """This many can be enlisted now."""
        return Remembered(owner.band.id, f"{self.key}.dead", min(30, dead))

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        if self.recall(owner, "dead"):
            yield self._remember(owner, 0)

    def collects(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        enemies = loss.band is None or loss.band.seat != owner.band.seat
        found = loss.tribe + (loss.tokens + loss.fallen if enemies else 0)
        if loss.by == owner.band.id and found:
            yield self._remember(owner, self.recall(owner, "dead") + found)

    def actions(self, owner: Owner) -> Iterable[Action]:
        for count in range(1, min(self.recall(owner, "dead"), owner.game.tray[self.key]) + 1):
            words = {"count": count, "race": self.key}
            yield Action("enlist", str(count), Message("act.forsaken.enlist", words), price=count)

    def hints(self, owner: Owner) -> Iterable[tuple[Message, str]]:
        for action in [*self.actions(owner)][-1:] if owner.game.turn.stage in self.actions_in else ():
            yield action.message, f"act:{self.key}:{action.act}:{action.target}"

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        yield TokensMoved(owner.band.id, int(target), "tray", "hand")
        yield self._remember(owner, self.recall(owner, "dead") - int(target))


class Goblins(Ability):
    """When your turn ends you may put Bombs face down in adjacent regions held by active races, one in each. When
    your next turn begins they are revealed: where one explodes, its owner loses 1 token and takes the rest in hand,
    and the region is left empty."""

    key = "warcraft-goblins"
    tokens = 6
    supply = 11
    faction = HORDE
    pieces = ("bomb",)
    memory = (Memory("exploded", 0, 6, COUNT), Memory("duds", 0, 6, COUNT))
    of_each = 6

    def _left(self, owner: Owner) -> tuple[str, ...]:
        """The kinds that may still be revealed, each as often as it is among the hidden Bombs."""
        exploded, duds = self.of_each - self.recall(owner, "exploded"), self.of_each - self.recall(owner, "duds")
        return (EXPLOSION,) * exploded + (DUD,) * duds

    def placements(self, owner: Owner) -> Iterable[Placement]:
        left = len(self._left(owner)) - len(owner.game.pieces(Bomb.key))
        targets = self._targets(owner) if left > 0 else ()
        if targets:
            yield Placement(Bomb.key, targets, min(len(targets), left), abroad=True)

    def _targets(self, owner: Owner) -> tuple[str, ...]:
        """The neighbouring regions of opponents' active races without a Bomb."""
        game, held = owner.game, set(owner.holdings())
        rivals = {band.id for band in game.bands.values() if band.seat != owner.band.seat and not band.declined}
        return tuple(
            [
                region
                for region, ground in game.grounds.items()
                if ground.band in rivals
                and not held.isdisjoint(game.board.regions[region].adjacent)
                and not (ground.markers and Bomb.key in [marker.kind for marker in ground.markers])
            ]
        )

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        """Bombs in regions without an opponent return; the first of the others is revealed."""
        waiting = []
        for region in owner.game.pieces(Bomb.key, owner.band.id):
            holder = owner.game.bands.get(owner.game.grounds[region].band)
            if holder and holder.seat != owner.band.seat:
                waiting.append(region)
            else:
                yield MarkerLifted(region, Bomb.key, owner.band.id)
        if waiting:
            yield self.ask(owner, owner.band.seat, "draw", waiting[0], self._left(owner), holds=True)

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        region, kind = decision.about, "exploded" if answer == EXPLOSION else "duds"
        if region not in owner.game.pieces(Bomb.key, owner.band.id):
            return
        counted = Remembered(owner.band.id, f"{self.key}.{kind}", min(self.of_each, self._seen(owner, kind) + 1))
        events: list[Event] = [MarkerLifted(region, Bomb.key, owner.band.id), counted]
        game = owner.game
        for event in events:
            game = event.apply(game)
            yield event
        yield from self.on_turn_begin(Owner(game, game.bands[owner.band.id]))

    def _seen(self, owner: Owner, kind: str) -> int:
        """How many Bombs of a kind have been revealed."""
        return owner.band.memo.get(f"{self.key}.{kind}", 0)

    def strikes(self, owner: Owner, what: str, target: str) -> Iterable[Strike]:
        if target == EXPLOSION:
            yield Strike(what, routs=True)

    def question(self, owner: Owner, decision: Decision) -> Message:
        return Message("question.bomb", {"region": decision.about})


EXPLOSION, DUD = "explosion", "dud"


class Bomb(Piece):
    """A Bomb stays face down until the Goblins' next turn begins."""

    key = "bomb"
    supply = 12
    unheld = True

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        return ()


class Orcs(Ability):
    """Each region you conquered this turn from a race of the Alliance is worth 1 extra coin, on top of the Faction
    Bonus."""

    key = "warcraft-orcs"
    tokens = 6
    supply = 11
    faction = HORDE

    def score(self, owner: Owner) -> Iterable[Income]:
        taken = tuple(attack.region for attack in owner.conquests() if attack.faction == ALLIANCE)
        yield Income(len(taken), taken)


class Tauren(Ability):
    """You cannot take or hold a region with fewer than 2 tokens. In decline 2 stay in each."""

    key = "tauren"
    tells_decline = True
    tokens = 11
    supply = 16
    faction = HORDE
    together = 2

    def least(self, owner: Owner, readying: bool) -> int:
        return self.together

    def stays(self, owner: Owner, region: str, tokens: int) -> int | None:
        return min(self.together, tokens)


class Trolls(Ability):
    """A region with Murlocs or race tokens in it costs 1 token less."""

    key = "warcraft-trolls"
    concerns = (OWN_DECLINED_EMPTY.key,)
    tokens = 6
    supply = 11
    faction = HORDE

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if fight.non_empty:
            yield -1


RACES: tuple[type[Ability], ...] = (BloodElves, Forsaken, Goblins, Orcs, Tauren, Trolls)
PIECES: tuple[type[Piece], ...] = (Bomb,)
