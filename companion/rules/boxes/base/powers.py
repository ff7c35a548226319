"""The twenty special powers of the base box (base rules, appendix II, Special Powers)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import FAILED_ATTACK, SEAT, Ability, Action, Fight, Income, Memory, Owner, Placement
from companion.rules.boxes.shared.income import PlunderPays, TerrainPays
from companion.rules.events import (
    DieCalled,
    Event,
    MarkerLifted,
    MarkerPlaced,
    Remembered,
)
from companion.rules.model import Line, Message, Region, Way
from companion.rules.piece import Piece
from companion.rules.terrain import WATER


class Alchemist(Ability):
    """2 extra coins at the end of each turn, until you go into decline."""

    key = "alchemist"
    tokens = 4

    def score(self, owner: Owner) -> Iterable[Income]:
        yield Income(2)


class Berserk(Ability):
    """You may roll the die before each conquest: roll, choose a region, and pay 1 token less for each pip. If you
    cannot pay for any region, that was your final attempt."""

    key = "berserk"
    tokens = 4
    replaces_attempt = True
    calls_die = True

    def actions(self, owner: Owner) -> Iterable[Action]:
        turn = owner.game.turn
        free = turn.pips is None and turn.stage == "conquer" and turn.band == owner.band.id
        closed = None if free else Message("refuse.no_act", {"ability": self.key})
        yield Action("roll", "", Message("act.berserk.roll"), closed)

    def hints(self, owner: Owner) -> Iterable[tuple[Message, str]]:
        if any(not action.closed for action in self.actions(owner)):
            yield Message("hint.berserk.roll"), f"act:{self.key}:roll:"
        elif owner.game.turn.stage == "begin" and owner.band.id not in owner.game.turn.mustered:
            yield Message("hint.berserk.ready"), ""

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        yield DieCalled(self.key)

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        turn = owner.game.turn
        if turn.band == owner.band.id and turn.pips:
            yield -turn.pips


class Bivouacking(Ability):
    """When you redeploy, put up to 5 Encampments in your regions, several in one if you like. Each defends like one
    token and is never lost."""

    key = "bivouacking"
    tokens = 5
    pieces = ("encampment",)

    def placements(self, owner: Owner) -> Iterable[Placement]:
        yield Placement(Encampment.key, tuple(owner.holdings()), 5, each=5, anew=True)


class Encampment(Piece):
    """An Encampment defends its region like one token."""

    key = "encampment"
    supply = 5
    defence = 1
    counts_as_token = True
    several = True
    returns = True


class Commando(Ability):
    """Every region costs 1 token less."""

    key = "commando"
    tokens = 4

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        yield -1


class Diplomat(Ability):
    """When your turn ends you may choose an opponent whose active race you did not attack this turn: they cannot
    attack your active race until your next turn."""

    key = "diplomat"
    tokens = 5
    memory = (Memory("ally", 0, 6, SEAT),)
    options = (FAILED_ATTACK,)

    def actions(self, owner: Owner) -> Iterable[Action]:
        turn = owner.game.turn
        # Only the active race's conquests count, not those of a declined race before it.
        early = turn.band != owner.band.id or turn.stage not in ("redeploy", "score")
        attacked = {attack.against_seat for attack in owner.attacks() if attack.active}
        ally = self.recall(owner, "ally") - 1
        for number, seat in enumerate(owner.game.seats):
            if number in (owner.band.seat, ally) or seat.left:
                continue
            closed = Message("refuse.no_act", {"ability": self.key}) if early else None
            if number in attacked:
                closed = Message("refuse.attacked", {"name": seat.name})
            yield Action("ally", str(number), Message("act.diplomat.ally", {"name": seat.name}), closed)

    def hints(self, owner: Owner) -> Iterable[tuple[Message, str]]:
        allies = [action.target for action in self.actions(owner) if not action.closed]
        if allies and owner.game.turn.stage == "score" and not self.recall(owner, "ally"):
            yield Message("hint.diplomat.ally"), f"act:{self.key}:ally:{allies[0]}"

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        yield Remembered(owner.band.id, f"{self.key}.ally", int(target) + 1)

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        if self.recall(owner, "ally"):
            yield Remembered(owner.band.id, f"{self.key}.ally", 0)

    def shields(self, owner: Owner, kind: str, fight: Fight) -> Iterable[Message]:
        # A player who has left has no next turn to end the peace.
        stays = not owner.game.seats[owner.band.seat].left
        if stays and self.recall(owner, "ally") == fight.band.seat + 1 and fight.by_active:
            yield Message("refuse.peace", {"name": owner.game.name(owner.band.seat)})


class DragonMaster(Ability):
    """Once a turn you may conquer a region with a single token, whatever defends it. The Dragon goes there and makes
    the region immune until it moves on."""

    key = "dragon-master"
    tokens = 5
    pieces = ("dragon",)
    once = "turn"

    def used_up(self, owner: Owner) -> Message | None:
        return Message("refuse.dragon_used") if self.spent(owner) else None

    def ways(self, owner: Owner, fight: Fight) -> Iterable[Way | Message]:
        yield Way(self.key, (Line(self.key, 1),), 1)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            for region in owner.game.pieces(Dragon.key, owner.band.id):
                yield MarkerLifted(region, Dragon.key, owner.band.id)
            yield MarkerPlaced(fight.region.id, Dragon.key, owner.band.id)
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

    def entries(self, owner: Owner) -> Iterable[str]:
        return self.neighbours(owner, [])

    def neighbours(self, owner: Owner, held: list[str]) -> Iterable[str]:
        regions = owner.game.board.regions.values()
        return [region.id for region in regions if region.terrain not in WATER]


class Forest(TerrainPays):
    """Each Forest you hold is worth 1 extra coin."""

    key = "forest"
    tokens = 4
    terrain = "forest"


class Fortified(Ability):
    """Once a turn you may build a Fortress in one of your regions, one per region and 6 in all. It defends like one
    token, even in decline, and earns 1 coin a turn until you go into decline."""

    key = "fortified"
    tokens = 3
    pieces = ("fortress",)
    keeps_badge = True

    def placements(self, owner: Owner) -> Iterable[Placement]:
        built = owner.game.pieces(Fortress.key)
        free = tuple(held for held in owner.holdings() if held not in built)
        if len(built) < Fortress.supply:
            yield Placement(Fortress.key, free, 1)

    def score(self, owner: Owner) -> Iterable[Income]:
        held = owner.holdings()
        built = tuple(at for at in owner.game.pieces(Fortress.key, owner.band.id) if at in held)
        yield Income(len(built), built)


class Fortress(Piece):
    """A Fortress defends its region like one token."""

    key = "fortress"
    supply = 6
    defence = 1
    lasting = True


class Heroic(Ability):
    """When your turn ends, put your 2 Heroes in 2 of your regions, which are immune until the Heroes move."""

    key = "heroic"
    tokens = 5
    pieces = ("hero",)

    def placements(self, owner: Owner) -> Iterable[Placement]:
        yield Placement(Hero.key, tuple(owner.holdings()), 2, anew=True)


class Hero(Piece):
    """A Hero makes its region immune to enemy conquests and powers."""

    key = "hero"
    supply = 2
    immune = True


class Hill(TerrainPays):
    """Each Hill you hold is worth 1 extra coin."""

    key = "hill"
    tokens = 4
    terrain = "hill"


class Merchant(Ability):
    """Each region you hold is worth 1 extra coin."""

    key = "merchant"
    tokens = 2

    def score(self, owner: Owner) -> Iterable[Income]:
        held = tuple(owner.holdings())
        yield Income(len(held), held)


class Mounted(Ability):
    """Hills and Farmlands cost 1 token less."""

    key = "mounted"
    tokens = 5

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if fight.region.terrain in ("hill", "farmland"):
            yield -1


class Pillaging(PlunderPays):
    """Each non-empty region you conquered this turn is worth 1 extra coin."""

    key = "pillaging"
    tokens = 5


class Seafaring(Ability):
    """You may conquer the Seas and the Lake as if they were empty regions, and keep them in decline."""

    key = "seafaring"
    tokens = 5
    keeps_badge = True

    def may_enter(self, owner: Owner, region: Region) -> bool:
        return region.terrain in WATER


class Spirit(Ability):
    """This race does not count towards your limit of one race in decline, and it stays on the map when your next race
    goes into decline."""

    key = "spirit"
    tokens = 5
    column_only = True
    keeps_badge = True
    lasts = frozenset({"outlives_next"})

    def outlives_next(self, owner: Owner) -> bool:
        return True


class Stout(Ability):
    """You may go into decline at the end of a normal turn, after scoring."""

    key = "stout"
    tokens = 4
    column_only = True

    def declines_late(self, owner: Owner) -> bool:
        return True


class Swamp(TerrainPays):
    """Each Swamp you hold is worth 1 extra coin."""

    key = "swamp"
    tokens = 4
    terrain = "swamp"


class Underworld(Ability):
    """Regions with a Cavern cost 1 token less, and all Caverns count as next to each other."""

    key = "underworld"
    tokens = 5
    symbol = "cavern"

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if self.symbol in fight.region.symbols:
            yield -1

    def neighbours(self, owner: Owner, held: list[str]) -> Iterable[str]:
        regions = owner.game.board.regions
        if any(self.symbol in regions[region].symbols for region in held):
            return [region.id for region in regions.values() if self.symbol in region.symbols]
        return ()


class Wealthy(Ability):
    """7 extra coins, once, at the end of your first turn."""

    key = "wealthy"
    tokens = 4
    memory = (Memory("paid"),)

    def score(self, owner: Owner) -> Iterable[Income]:
        if not self.recall(owner, "paid"):
            yield Income(7, remember=("paid", 1))


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
