"""The three races and three special powers of the Royal Bonus (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import COUNT, Ability, Boost, Deed, Earn, Fight, Loss, Me, Memory, Piece, Placement
from companion.rules.events import Event, MarkerPlaced, Remembered, TokensMoved
from companion.rules.model import Say


class Fauns(Ability):
    """When you redeploy you gain 1 token for each active region of an opponent you conquered this turn. Each victim
    gets 1 of their own for each of those regions too."""

    key = "fauns"
    tokens = 5
    supply = 18

    def reinforcements(self, me: Me) -> int:
        return sum(attack.active and attack.against_seat != me.band.seat for attack in me.conquests())

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        victim = fight.defender
        if victim and fight.by_enemy and fight.against_active and me.game.tray[victim.race]:
            yield TokensMoved(victim.id, 1, "tray", "withdrawn")


class Igors(Ability):
    """You collect all Lost Tribes, Monsters and race tokens lost in conquests, your own too. When your turn begins you
    may exchange them: as many as there are players for 1 token from the tray."""

    key = "igors"
    tokens = 4
    supply = 15
    memory = (Memory("collected", 0, 99, COUNT, told=True),)

    def collects(self, me: Me, loss: Loss) -> Iterable[Event]:
        found = loss.tokens + loss.tribe + loss.others
        if loss.cause == "conquest" and found:
            yield self._collect(me, min(99, self.recall(me, "collected") + found))

    def _collect(self, me: Me, count: int) -> Event:
        """So many lie with the race now."""
        return Remembered(me.band.id, f"{self.key}.collected", count)

    def _bought(self, me: Me) -> int:
        """How many tokens of one's own all that was collected brings, as far as the tray has them."""
        return min(self.recall(me, "collected") // len(me.game.seats), me.game.tray[self.key])

    def acts(self, me: Me) -> Iterable[Deed]:
        turn = me.game.turn
        gain = self._bought(me)
        early = turn.stage == "begin" and not turn.mustered and not turn.attacks
        if gain:
            words = {"paid": gain * len(me.game.seats), "count": gain, "race": self.key}
            closed = None if early else Say("refuse.no_act", {"ability": self.key})
            yield Deed("exchange", str(gain), Say("act.igors.exchange", words), closed)

    def hints(self, me: Me) -> Iterable[tuple[Say, str]]:
        for deed in self.acts(me):
            if not deed.closed:
                yield deed.say, f"act:{self.key}:{deed.act}:{deed.target}"

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        gain = int(target)
        yield TokensMoved(me.band.id, gain, "tray", "hand")
        yield self._collect(me, self.recall(me, "collected") - gain * len(me.game.seats))


class Shrubmen(Ability):
    """Your Forests are immune to your opponents' conquests, races and powers, even in decline."""

    key = "shrubmen"
    tokens = 6
    supply = 11
    lasts = frozenset({"shields"})

    def shields(self, me: Me, kind: str, fight: Fight) -> Iterable[Say]:
        if fight.region.terrain == "forest":
            yield Say("refuse.immune", {"race": self.key})


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


class Behemoth(Ability):
    """Your 2 Behemoths are each worth as many tokens as you hold Swamps, up to 6, in attack and defence. Each goes
    with at least 1 token; when its region is lost it moves to another one of yours."""

    key = "behemoth"
    tokens = 4
    pieces = ("behemoth",)

    def boost(self, me: Me) -> Boost:
        piece = BehemothPiece()
        return Boost(me.in_hand(piece.key, piece.owned(me)), piece.strength(me))

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        for _ in range(fight.boosts.get(self.key, 0)):
            yield MarkerPlaced(fight.region.id, BehemothPiece.key, me.band.id)

    def placements(self, me: Me) -> Iterable[Placement]:
        # Whatever holds a region is a token to go with, or as good as one.
        held, owned = tuple(me.holdings()), BehemothPiece.supply
        yield Placement(BehemothPiece.key, held, owned, owned, anew=True, all=True)


class BehemothPiece(Piece):
    """A Behemoth defends its region like as many tokens as its race holds Swamps, not counting one that is attacked."""

    key = "behemoth"
    supply = 2
    largest = 6
    counts_as_token = True
    several = True
    returns = True
    fights = True

    def owned(self, me: Me) -> int:
        return self.supply if self.key in me.band.powers else 0

    def strength(self, me: Me, fight: Fight | None = None) -> int:
        swamps = [held for held in me.with_terrain("swamp") if fight is None or held != fight.region.id]
        return min(self.largest, len(swamps))


class Fireball(Ability):
    """While redeploying you take 1 Fireball for each Magic region you hold, 4 in all. In a later turn each
    helps once in a conquest like 2 tokens; at least 1 token goes along."""

    key = "fireball"
    tokens = 5
    most = 4
    memory = (Memory("hand", 0, 4, COUNT, told=True),)
    once = "turn"

    def boost(self, me: Me) -> Boost:
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


RACES: tuple[type[Ability], ...] = (Fauns, Igors, Shrubmen)
POWERS: tuple[type[Ability], ...] = (Aquatic, Behemoth, Fireball)
PIECES: tuple[type[Piece], ...] = (BehemothPiece,)
