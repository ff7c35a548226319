"""The six races of the Horde (Warcraft rules, Races, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import COUNT, Ability, Deed, Earn, Fight, Loss, Me, Memory, Piece, Placement, Strike
from companion.rules.answers import OWN_DECLINED_EMPTY
from companion.rules.events import Event, MarkerLifted, Remembered, TokensMoved
from companion.rules.model import Decision, Say
from companion.rules.sets.income import SymbolPays
from companion.rules.sets.warcraft_table import ALLIANCE, HORDE


class BloodElves(SymbolPays):
    """Each Magic region you hold is worth 1 coin more."""

    key = "blood-elves"
    tokens = 5
    supply = 10
    faction = HORDE
    symbol = "magic"


class Forsaken(Ability):
    """For each token that you made others lose this turn, Murlocs too, you may pay 1 coin when your conquests are over
    and take 1 of yours from the tray."""

    key = "forsaken"
    tokens = 6
    supply = 20
    faction = HORDE
    memory = (Memory("dead", 0, 30, COUNT),)
    acts_in = ("redeploy",)

    def _remember(self, me: Me, dead: int) -> Event:
        """So many can be enlisted now."""
        return Remembered(me.band.id, f"{self.key}.dead", min(30, dead))

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        if self.recall(me, "dead"):
            yield self._remember(me, 0)

    def collects(self, me: Me, loss: Loss) -> Iterable[Event]:
        enemies = loss.band is None or loss.band.seat != me.band.seat
        found = loss.tribe + (loss.tokens + loss.fallen if enemies else 0)
        if loss.by == me.band.id and found:
            yield self._remember(me, self.recall(me, "dead") + found)

    def acts(self, me: Me) -> Iterable[Deed]:
        for count in range(1, min(self.recall(me, "dead"), me.game.tray[self.key]) + 1):
            words = {"count": count, "race": self.key}
            yield Deed("enlist", str(count), Say("act.forsaken.enlist", words), price=count)

    def hints(self, me: Me) -> Iterable[tuple[Say, str]]:
        for deed in [*self.acts(me)][-1:] if me.game.turn.stage in self.acts_in else ():
            yield deed.say, f"act:{self.key}:{deed.act}:{deed.target}"

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        yield TokensMoved(me.band.id, int(target), "tray", "hand")
        yield self._remember(me, self.recall(me, "dead") - int(target))


class Goblins(Ability):
    """When your turn ends you may put Bombs, unseen, in neighbouring regions of active races, one in each. As your next
    turn begins they are turned up: where one explodes a token is lost, the others are driven out, and nobody holds the
    region."""

    key = "warcraft-goblins"
    tokens = 6
    supply = 11
    faction = HORDE
    pieces = ("bomb",)
    memory = (Memory("exploded", 0, 6, COUNT), Memory("duds", 0, 6, COUNT))
    of_each = 6

    def _left(self, me: Me) -> tuple[str, ...]:
        """What may still come up, each as often as it is among the Bombs that nobody has seen."""
        exploded, duds = self.of_each - self.recall(me, "exploded"), self.of_each - self.recall(me, "duds")
        return (EXPLOSION,) * exploded + (DUD,) * duds

    def placements(self, me: Me) -> Iterable[Placement]:
        lying = me.game.pieces(Bomb.key)
        regions = me.game.board.regions
        near = {other for held in me.holdings() for other in regions[held].adjacent}
        targets = tuple(region for region in regions if region in near and self._may_lie(me, region))
        count = min(len(targets), len(self._left(me)) - len(lying))
        if count > 0:
            yield Placement(Bomb.key, targets, count, abroad=True)

    def _may_lie(self, me: Me, region: str) -> bool:
        """An opponent's active race is there, and no Bomb."""
        holder = me.game.bands.get(me.game.grounds[region].band)
        there = any(marker.kind == Bomb.key for marker in me.game.grounds[region].markers)
        return holder is not None and holder.seat != me.band.seat and not holder.declined and not there

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        """Bombs that lie where no opponent stands go back; the first of the others is turned up."""
        waiting = []
        for region in me.game.pieces(Bomb.key, me.band.id):
            holder = me.game.bands.get(me.game.grounds[region].band)
            if holder and holder.seat != me.band.seat:
                waiting.append(region)
            else:
                yield MarkerLifted(region, Bomb.key, me.band.id)
        if waiting:
            yield self.ask(me, me.band.seat, "draw", waiting[0], self._left(me), holds=True)

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        region, kind = decision.about, "exploded" if answer == EXPLOSION else "duds"
        if region not in me.game.pieces(Bomb.key, me.band.id):
            return
        counted = Remembered(me.band.id, f"{self.key}.{kind}", min(self.of_each, self._seen(me, kind) + 1))
        happening: list[Event] = [MarkerLifted(region, Bomb.key, me.band.id), counted]
        game = me.game
        for event in happening:
            game = event.apply(game)
            yield event
        yield from self.on_turn_begin(Me(game, game.bands[me.band.id]))

    def _seen(self, me: Me, kind: str) -> int:
        """How many Bombs of a kind have come up."""
        return me.band.memo.get(f"{self.key}.{kind}", 0)

    def strikes(self, me: Me, what: str, target: str) -> Iterable[Strike]:
        if target == EXPLOSION:
            yield Strike(what, routs=True)

    def question(self, me: Me, decision: Decision) -> Say:
        return Say("question.bomb", {"region": decision.about})


EXPLOSION, DUD = "explosion", "dud"


class Bomb(Piece):
    """A Bomb lies unseen until the Goblins' next turn begins."""

    key = "bomb"
    supply = 12
    unheld = True

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        return ()


class Orcs(Ability):
    """Each region you conquered this turn from a race of the Alliance is worth 1 coin more, beside the faction
    bonus."""

    key = "warcraft-orcs"
    tokens = 6
    supply = 11
    faction = HORDE

    def score(self, me: Me) -> Iterable[Earn]:
        taken = tuple(attack.region for attack in me.conquests() if attack.faction == ALLIANCE)
        yield Earn(len(taken), taken)


class Tauren(Ability):
    """You never take or hold a region with fewer than 2 tokens. In decline 2 stay in each."""

    key = "tauren"
    tokens = 11
    supply = 16
    faction = HORDE
    together = 2

    def least(self, me: Me, readying: bool) -> int:
        return self.together

    def stays(self, me: Me, region: str, tokens: int) -> int | None:
        return min(self.together, tokens)


class Trolls(Ability):
    """A region with Murlocs or tokens of a race in it costs 1 token less."""

    key = "warcraft-trolls"
    concerns = (OWN_DECLINED_EMPTY.key,)
    tokens = 6
    supply = 11
    faction = HORDE

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if fight.non_empty:
            yield -1


RACES: tuple[type[Ability], ...] = (BloodElves, Forsaken, Goblins, Orcs, Tauren, Trolls)
PIECES: tuple[type[Piece], ...] = (Bomb,)
