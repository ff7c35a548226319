"""The twenty special powers of the base box (base rules, appendix II, Special Powers)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import (
    FAILED_ATTACK,
    SEAT,
    Ability,
    Deed,
    Earn,
    Fight,
    Me,
    Memory,
    Piece,
    Placement,
)
from companion.rules.events import (
    DieCalled,
    Event,
    MarkerLifted,
    MarkerPlaced,
    Remembered,
)
from companion.rules.model import Line, Region, Say, Way
from companion.rules.sets.income import PlunderPays, TerrainPays
from companion.rules.terrain import WATER


class Alchemist(Ability):
    """2 coins more at the end of each turn until you decline."""

    key = "alchemist"
    tokens = 4

    def score(self, me: Me) -> Iterable[Earn]:
        yield Earn(2)


class Berserk(Ability):
    """You may roll the die before each conquest: roll, choose a region, and pay that many
    tokens less. If no region can be paid, that was your final attempt."""

    key = "berserk"
    tokens = 4
    replaces_attempt = True
    calls_die = True

    def acts(self, me: Me) -> Iterable[Deed]:
        turn = me.game.turn
        free = turn.pips is None and turn.stage == "conquer" and turn.band == me.band.id and me.band.hand
        closed = None if free else Say("refuse.no_act", {"ability": self.key})
        yield Deed("roll", "", Say("act.berserk.roll"), closed)

    def hints(self, me: Me) -> Iterable[tuple[Say, str]]:
        if any(not deed.closed for deed in self.acts(me)):
            yield Say("hint.berserk.roll"), f"act:{self.key}:roll:"

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        yield DieCalled(self.key)

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        turn = me.game.turn
        if turn.band == me.band.id and turn.pips:
            yield -turn.pips


class Bivouacking(Ability):
    """While redeploying you put up to 5 Encampments in your regions, several in one if you
    like. Each defends like one token and is never lost."""

    key = "bivouacking"
    tokens = 5
    pieces = ("encampment",)

    def placements(self, me: Me) -> Iterable[Placement]:
        yield Placement(Encampment.key, tuple(me.holdings()), 5, each=5, anew=True)


class Encampment(Piece):
    """An Encampment defends its region like one token."""

    key = "encampment"
    supply = 5
    defence = 1
    counts_as_token = True
    several = True
    returns = True


class Commando(Ability):
    """Any region costs 1 token less."""

    key = "commando"
    tokens = 4

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        yield -1


class Diplomat(Ability):
    """When your turn ends you may name an opponent whose active race you did not attack
    this turn: they cannot attack your active race until your next turn."""

    key = "diplomat"
    tokens = 5
    memory = (Memory("ally", 0, 6, SEAT),)
    options = (FAILED_ATTACK,)

    def acts(self, me: Me) -> Iterable[Deed]:
        turn = me.game.turn
        # Its own turn of conquests is over; that of a declined race before it does not count.
        early = turn.band != me.band.id or turn.stage not in ("redeploy", "score")
        attacked = {attack.against_seat for attack in me.attacks() if attack.active}
        ally = self.recall(me, "ally") - 1
        for number, seat in enumerate(me.game.seats):
            if number in (me.band.seat, ally) or seat.left:
                continue
            closed = Say("refuse.no_act", {"ability": self.key}) if early else None
            if number in attacked:
                closed = Say("refuse.attacked", {"name": seat.name})
            yield Deed("ally", str(number), Say("act.diplomat.ally", {"name": seat.name}), closed)

    def hints(self, me: Me) -> Iterable[tuple[Say, str]]:
        allies = [deed.target for deed in self.acts(me) if not deed.closed]
        if allies and me.game.turn.stage == "score" and not self.recall(me, "ally"):
            yield Say("hint.diplomat.ally"), f"act:{self.key}:ally:{allies[0]}"

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        yield Remembered(me.band.id, f"{self.key}.ally", int(target) + 1)

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        if self.recall(me, "ally"):
            yield Remembered(me.band.id, f"{self.key}.ally", 0)

    def shields(self, me: Me, kind: str, fight: Fight) -> Iterable[Say]:
        # Who has left has no next turn for the peace to end with.
        stays = not me.game.seats[me.band.seat].left
        if stays and self.recall(me, "ally") == fight.band.seat + 1 and fight.by_active:
            yield Say("refuse.peace", {"name": me.game.name(me.band.seat)})


class DragonMaster(Ability):
    """Once a turn you may conquer a region with a single token, whatever defends it. The
    Dragon moves there and makes it immune until it moves on."""

    key = "dragon-master"
    tokens = 5
    pieces = ("dragon",)
    once = "turn"

    def ways(self, me: Me, fight: Fight) -> Iterable[Way | Say]:
        closed = Say("refuse.dragon_used") if self.spent(me) else None
        yield Way(self.key, (Line(self.key, 1),), 1, closed=closed)

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            for region in me.game.pieces(Dragon.key, me.band.id):
                yield MarkerLifted(region, Dragon.key, me.band.id)
            yield MarkerPlaced(fight.region.id, Dragon.key, me.band.id)
            yield self.spend()


class Dragon(Piece):
    """The Dragon makes its region immune to enemy conquests and powers."""

    key = "dragon"
    supply = 1
    immune = True


class Flying(Ability):
    """You may conquer any land region, next to yours or not."""

    key = "flying"
    tokens = 5

    def entries(self, me: Me) -> Iterable[str]:
        return self.neighbours(me, [])

    def neighbours(self, me: Me, held: list[str]) -> Iterable[str]:
        regions = me.game.board.regions.values()
        return [region.id for region in regions if region.terrain not in WATER]


class Forest(TerrainPays):
    """Each Forest you hold is worth 1 coin more."""

    key = "forest"
    tokens = 4
    terrain = "forest"


class Fortified(Ability):
    """Once a turn you may build a Fortress in a region of yours, one a region, 6 in all. It
    defends like one token, even in decline, and pays 1 coin a turn until you decline."""

    key = "fortified"
    tokens = 3
    pieces = ("fortress",)
    keeps_badge = True

    def placements(self, me: Me) -> Iterable[Placement]:
        built = me.game.pieces(Fortress.key)
        free = tuple(held for held in me.holdings() if held not in built)
        if len(built) < Fortress.supply:
            yield Placement(Fortress.key, free, 1)

    def score(self, me: Me) -> Iterable[Earn]:
        held = me.holdings()
        built = tuple(at for at in me.game.pieces(Fortress.key, me.band.id) if at in held)
        yield Earn(len(built), built)


class Fortress(Piece):
    """A Fortress defends its region like one token."""

    key = "fortress"
    supply = 6
    defence = 1
    lasting = True


class Heroic(Ability):
    """When your turn ends you put your 2 Heroes in 2 of your regions, which become immune
    until they move."""

    key = "heroic"
    tokens = 5
    pieces = ("hero",)

    def placements(self, me: Me) -> Iterable[Placement]:
        yield Placement(Hero.key, tuple(me.holdings()), 2, anew=True)


class Hero(Piece):
    """A Hero makes the region immune to enemy conquests and powers."""

    key = "hero"
    supply = 2
    immune = True


class Hill(TerrainPays):
    """Each Hill you hold is worth 1 coin more."""

    key = "hill"
    tokens = 4
    terrain = "hill"


class Merchant(Ability):
    """Each region you hold is worth 1 coin more."""

    key = "merchant"
    tokens = 2

    def score(self, me: Me) -> Iterable[Earn]:
        held = tuple(me.holdings())
        yield Earn(len(held), held)


class Mounted(Ability):
    """A Hill or Farmland costs 1 token less."""

    key = "mounted"
    tokens = 5

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if fight.region.terrain in ("hill", "farmland"):
            yield -1


class Pillaging(PlunderPays):
    """Each region you conquered this turn that was not empty is worth 1 coin more."""

    key = "pillaging"
    tokens = 5


class Seafaring(Ability):
    """You may conquer the Seas and the Lake as empty regions, and keep them in decline."""

    key = "seafaring"
    tokens = 5
    keeps_badge = True

    def may_enter(self, me: Me, region: Region) -> bool:
        return region.terrain in WATER


class Spirit(Ability):
    """In decline you do not count as your player's one race in decline, and stay when
    another one declines."""

    key = "spirit"
    tokens = 5
    column_only = True
    keeps_badge = True
    lasts = frozenset({"outlives_next"})

    def outlives_next(self, me: Me) -> bool:
        return True


class Stout(Ability):
    """You may go into decline at the end of a turn of conquests, after scoring."""

    key = "stout"
    tokens = 4
    column_only = True

    def declines_late(self, me: Me) -> bool:
        return True


class Swamp(TerrainPays):
    """Each Swamp you hold is worth 1 coin more."""

    key = "swamp"
    tokens = 4
    terrain = "swamp"


class Underworld(Ability):
    """A region with a Cavern costs 1 token less, and all Caverns count as next to each other."""

    key = "underworld"
    tokens = 5

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        if "cavern" in fight.region.symbols:
            yield -1

    def neighbours(self, me: Me, held: list[str]) -> Iterable[str]:
        regions = me.game.board.regions
        if any("cavern" in regions[region].symbols for region in held):
            return [region.id for region in regions.values() if "cavern" in region.symbols]
        return ()


class Wealthy(Ability):
    """7 coins more, once, at the end of your first turn."""

    key = "wealthy"
    tokens = 4
    memory = (Memory("paid"),)

    def score(self, me: Me) -> Iterable[Earn]:
        if not self.recall(me, "paid"):
            yield Earn(7, remember=("paid", 1))


POWERS: tuple[type[Ability], ...] = (
    Alchemist,
    Berserk,
    Bivouacking,
    Commando,
    Diplomat,
    DragonMaster,
    Flying,
    Forest,
    Fortified,
    Heroic,
    Hill,
    Merchant,
    Mounted,
    Pillaging,
    Seafaring,
    Spirit,
    Stout,
    Swamp,
    Underworld,
    Wealthy,
)
PIECES: tuple[type[Piece], ...] = (Encampment, Dragon, Fortress, Hero)
