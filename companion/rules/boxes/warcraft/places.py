"""The seven legendary places of Small World of Warcraft, and the markers on top of them (Warcraft rules, Artifacts
and Legendary Places, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import COUNT, Action, Income, Loss, Memory, Owner, Pile
from companion.rules.boxes.warcraft.artifacts import ARTIFACTS
from companion.rules.boxes.warcraft.table import FACTIONS, SIZE, beaten, faction_of
from companion.rules.events import Event, MarkerPlaced, PileChanged, Remembered, TokensMoved
from companion.rules.model import Decision, Game, Message, Stage
from companion.rules.prizes import Hoard, Prize
from companion.rules.table_rule import TableRule

UNUSED = "unused"


class Place(Prize):
    """A legendary place stays in its region."""

    fixed = True


class Battleground(Place):
    """Races of the other side from which you took 2 or more regions in a turn count twice for your Faction Bonus. A
    neutral race may fight for the Alliance or the Horde for a turn."""

    key = "battleground"
    actions_in = ("begin", "conquer", "redeploy")
    memory = (Memory("side", 0, len(FACTIONS), COUNT),)

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        if self.recall(owner, "side"):
            yield Remembered(owner.band.id, f"{self.key}.side", 0)

    def actions(self, owner: Owner) -> Iterable[Action]:
        closed = Message("refuse.no_act", {"ability": self.key}) if self.recall(owner, "side") else None
        for side in () if faction_of(owner.band.race) else FACTIONS:
            yield Action("side", side, Message(f"act.battleground.{side}"), closed)

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        yield Remembered(owner.band.id, f"{self.key}.side", FACTIONS.index(target) + 1)

    def score(self, owner: Owner) -> Iterable[Income]:
        twice = [regions[1] for regions in beaten(owner).values() if len(regions) > 1]
        yield Income(len(twice), tuple(twice))


class DarkPortal(Place):
    """Earns its holder 2 coins when the turn ends."""

    key = "dark-portal"

    def score(self, owner: Owner) -> Iterable[Income]:
        yield Income(2, (self.at(owner.game),))


class Karazhan(Place):
    """Earns 1 coin for each other region you hold with the same terrain."""

    key = "karazhan"

    def score(self, owner: Owner) -> Iterable[Income]:
        lying = self.at(owner.game)
        same = owner.with_terrain(owner.game.board.regions[lying].terrain)
        others = tuple(region for region in same if region != lying)
        yield Income(len(others), others)


class Chapel(Place):
    """You lose no tokens when you are attacked; that still applies when the Chapel itself is taken."""

    key = "chapel"

    def casualties(self, owner: Owner, loss: Loss) -> int:
        return 0 if loss.cause == "conquest" else loss.tokens


class MeetingStone(Place):
    """Entry Regions away from yours cost no extra tokens."""

    key = "meeting-stone"
    sails = True


class SpiritHealer(Place):
    """When you redeploy you gain 1 token, as long as the tray has one."""

    key = "spirit-healer"
    once = "turn"

    def on_stage(self, owner: Owner, stage: Stage) -> Iterable[Event]:
        if (stage.kind, stage.band) == ("redeploy", owner.band.id):
            yield from self._heal(owner, "hand")

    def on_gained(self, owner: Owner) -> Iterable[Event]:
        turn = owner.game.turn
        if turn.band == owner.band.id and turn.stage in ("redeploy", "score"):
            # Turned up over the score sheet, where the troops stand already.
            yield from self._heal(owner, "hand" if turn.stage == "redeploy" else owner.region)

    def _heal(self, owner: Owner, to: str) -> Iterator[Event]:
        """One token comes from the tray."""
        if not self.spent(owner) and owner.game.tray[owner.band.race]:
            yield self.spend()
            yield TokensMoved(owner.band.id, 1, "tray", to)


class Eternity(Place):
    """It moves to a Sea or Lake of its island at once. Whoever holds more of the regions around it than any other
    race (Murlocs count as one), even in decline, gains 2 coins when their turn ends."""

    key = "eternity"

    def on_gained(self, owner: Owner) -> Iterable[Event]:
        to = waters(owner.game, owner.region)
        waits = any(asked.ability == self.key for asked in owner.game.turn.asked)
        if owner.region in to or not to or waits:
            return
        if len(to) == 1:
            yield from self.comes(owner.game, to[0])
        else:
            yield self.ask(owner, owner.band.seat, "choice", owner.region, to)

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        return Message("choice.region", {"region": key})

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        return self.comes(owner.game, answer)


def waters(game: Game, region: str) -> tuple[str, ...]:
    """The Seas and Lakes of a region's island."""
    near = next(island for island in game.board.islands if region in island)
    return tuple(each for each in game.board.waters if each in near)


class Shores(TableRule):
    """The Well of Eternity may be on water that nobody holds, so it applies to everybody."""

    key = "shores"

    def score(self, owner: Owner) -> Iterable[Income]:
        grounds = owner.game.grounds
        for lying in owner.game.board.waters:
            if grounds[lying].markers and Eternity().lies_on(grounds[lying]):
                near = owner.game.board.regions[lying].adjacent
                if owner.outnumbers(near):
                    yield Income(2, tuple(region for region in near if grounds[region].band == owner.band.id))


PLACES: tuple[type[Prize], ...] = (Battleground, DarkPortal, Karazhan, Chapel, MeetingStone, SpiritHealer, Eternity)
PRIZES: tuple[type[Prize], ...] = (*ARTIFACTS, *PLACES)


class FaceDown(Hoard):
    """A face-down marker. Whoever takes its region reveals an artifact or a legendary place."""

    key = "face-down"
    supply = 12
    fixed = True
    finds = PRIZES

    def unseen(self, game: Game) -> tuple[str, ...]:
        aside = game.piles.get(UNUSED, {})
        return tuple(key for key in super().unseen(game) if key not in aside)

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        if answer != Eternity.key or waters(owner.game, decision.about):
            yield from super().on_answer(owner, decision, answer)
            return
        yield PileChanged(UNUSED, Eternity.key, 1)
        unseen = self.unseen(owner.game)
        left = tuple(place.key for place in PLACES if place.key in unseen)
        if left:
            yield self.ask(owner, decision.seat, "draw", decision.about, left)


class Discovery(TableRule):
    """The region with the size symbol of its board starts with a face-down marker: an artifact or a legendary place."""

    key = "discovery"
    piles = (Pile(UNUSED, besides=(Eternity.key,)),)
    pieces = (FaceDown.key, *(prize.key for prize in PRIZES))

    def lays_out(self, owner: Owner) -> Iterable[Event]:
        for region in owner.game.board.regions.values():
            if any(symbol.startswith(SIZE) for symbol in region.symbols):
                yield MarkerPlaced(region.id, FaceDown.key, 0)


RULES: tuple[type[TableRule], ...] = (Discovery, Shores)
PIECES: tuple[type[Hoard], ...] = (FaceDown,)
