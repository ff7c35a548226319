"""The seven legendary places of Small World of Warcraft, and what they lie under (Warcraft rules, Artifacts and
Legendary Places, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import COUNT, Ability, Deed, Earn, Heap, Loss, Me, Memory
from companion.rules.events import Event, MarkerPlaced, PileChanged, Remembered
from companion.rules.model import Band, Decision, Game, Say
from companion.rules.prizes import Hoard, Prize
from companion.rules.sets.warcraft_artifacts import ARTIFACTS
from companion.rules.sets.warcraft_table import FACTIONS, SIZE, beaten, faction_of

UNUSED = "unused"


class Place(Prize):
    """A legendary place stays in its region."""

    fixed = True


class Battleground(Place):
    """Races of the other side from which you took 2 regions or more in a turn bring their Faction Bonus twice. A
    neutral race may fight for the Alliance or the Horde for a turn."""

    key = "battleground"
    acts_in = ("begin", "conquer", "redeploy")
    memory = (Memory("side", 0, len(FACTIONS), COUNT, told=True),)

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        if self.recall(me, "side"):
            yield Remembered(me.band.id, f"{self.key}.side", 0)

    def acts(self, me: Me) -> Iterable[Deed]:
        closed = Say("refuse.no_act", {"ability": self.key}) if self.recall(me, "side") else None
        for side in () if faction_of(me.band.race) else FACTIONS:
            yield Deed("side", side, Say(f"act.battleground.{side}"), closed)

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        yield Remembered(me.band.id, f"{self.key}.side", FACTIONS.index(target) + 1)

    def score(self, me: Me) -> Iterable[Earn]:
        twice = [regions[1] for regions in beaten(me).values() if len(regions) > 1]
        yield Earn(len(twice), tuple(twice))


class DarkPortal(Place):
    """It brings its holder 2 coins when the turn ends."""

    key = "dark-portal"

    def score(self, me: Me) -> Iterable[Earn]:
        yield Earn(2, (self.at(me.game),))


class Karazhan(Place):
    """It brings 1 coin for each other region that you hold with the same terrain."""

    key = "karazhan"

    def score(self, me: Me) -> Iterable[Earn]:
        lying = self.at(me.game)
        same = me.with_terrain(me.game.board.regions[lying].terrain)
        others = tuple(region for region in same if region != lying)
        yield Earn(len(others), others)


class Chapel(Place):
    """You lose no token when you are attacked, once more when the Chapel itself is taken."""

    key = "chapel"

    def casualties(self, me: Me, loss: Loss) -> int:
        return 0 if loss.cause == "conquest" else loss.tokens


class MeetingStone(Place):
    """Entry Regions away from yours cost you no token more."""

    key = "meeting-stone"
    sails = True


class SpiritHealer(Place):
    """When you redeploy you gain 1 token, as long as the tray has one."""

    key = "spirit-healer"

    def reinforcements(self, me: Me) -> int:
        return 1


class Eternity(Place):
    """It goes to a Sea or Lake of its island at once. Who holds more regions round it than any other race (Murlocs
    are one), in decline too, gains 2 coins when their turn ends."""

    key = "eternity"

    def on_gained(self, me: Me, before: Band | None) -> Iterable[Event]:
        to = waters(me.game, me.region)
        if me.region in to or not to:
            return
        if len(to) == 1:
            yield from self.comes(me.game, to[0])
        else:
            yield self.ask(me, me.band.seat, "choice", me.region, to)

    def choice(self, me: Me, decision: Decision, key: str) -> Say:
        return Say("choice.region", {"region": key})

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        return self.comes(me.game, answer)


def waters(game: Game, region: str) -> tuple[str, ...]:
    """The Seas and Lakes of a region's island."""
    near = next(island for island in game.board.islands if region in island)
    return tuple(each for each in game.board.waters if each in near)


class Shores(Ability):
    """The Well of Eternity lies on water that nobody holds, so everybody is asked about it."""

    key = "shores"

    def score(self, me: Me) -> Iterable[Earn]:
        for lying in me.game.board.waters:
            if me.game.grounds[lying].markers and Eternity().lies_on(me.game.grounds[lying]):
                near = me.game.board.regions[lying].adjacent
                if me.outnumbers(near):
                    yield Earn(2, tuple(region for region in near if me.game.grounds[region].band == me.band.id))


PLACES: tuple[type[Prize], ...] = (Battleground, DarkPortal, Karazhan, Chapel, MeetingStone, SpiritHealer, Eternity)
PRIZES: tuple[type[Prize], ...] = (*ARTIFACTS, *PLACES)


class FaceDown(Hoard):
    """A marker that lies face down. Whoever takes its region turns up an artifact or a legendary place."""

    key = "face-down"
    supply = 12
    fixed = True
    finds = PRIZES

    def unseen(self, game: Game) -> tuple[str, ...]:
        aside = game.piles.get(UNUSED, {})
        return tuple(key for key in super().unseen(game) if key not in aside)

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        if answer != Eternity.key or waters(me.game, decision.about):
            yield from super().on_answer(me, decision, answer)
            return
        yield PileChanged(UNUSED, Eternity.key, 1)
        unseen = self.unseen(me.game)
        left = tuple(place.key for place in PLACES if place.key in unseen)
        if left:
            yield self.ask(me, decision.seat, "draw", decision.about, left)


class Discovery(Ability):
    """On the region of each board that shows its size lies a marker face down, an artifact or a legendary place."""

    key = "discovery"
    heaps = (Heap(UNUSED, besides=(Eternity.key,)),)
    pieces = (FaceDown.key, *(prize.key for prize in PRIZES))

    def lays_out(self, me: Me) -> Iterable[Event]:
        for region in me.game.board.regions.values():
            if any(symbol.startswith(SIZE) for symbol in region.symbols):
                yield MarkerPlaced(region.id, FaceDown.key, 0)


RULES: tuple[type[Ability], ...] = (Discovery, Shores)
PIECES: tuple[type[Hoard], ...] = (FaceDown,)
