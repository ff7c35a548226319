"""The special powers that pay, save tokens or demand coins (Warcraft rules, Special Powers, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import Ability, Fight, Income, Owner, Toll
from companion.rules.boxes.shared.income import PlunderPays, SymbolPays, TerrainPays
from companion.rules.piece import Piece


class Archaeologist(Ability):
    """Each artifact and each legendary place you hold is worth 1 extra coin."""

    key = "archaeologist"
    tokens = 5

    def score(self, owner: Owner) -> Iterable[Income]:
        held = tuple(region for kind in owner.band.prizes for region in owner.game.pieces(kind))
        yield Income(len(held), held)


class BattleMaster(PlunderPays):
    """Each non-empty region you conquered this turn is worth 1 extra coin."""

    key = "battle-master"
    tokens = 5


class Blacksmith(Ability):
    """Every region costs 1 token less."""

    key = "blacksmith"
    tokens = 4

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        yield -1


class Enraged(Ability):
    """Each region you conquered this turn from 2 or more race tokens is worth as many extra coins as there were
    tokens."""

    key = "enraged"
    tokens = 4

    def score(self, owner: Owner) -> Iterable[Income]:
        met = [attack for attack in owner.conquests() if attack.tokens >= 2]
        yield Income(sum(attack.tokens for attack in met), tuple(attack.region for attack in met))


class Explorer(Ability):
    """Each island on which you hold a region is worth 1 extra coin."""

    key = "explorer"
    tokens = 4

    def score(self, owner: Owner) -> Iterable[Income]:
        held = owner.holdings()
        first = [next((region for region in held if region in island), "") for island in owner.game.board.islands]
        found = tuple(region for region in first if region)
        yield Income(len(found), found)


class Farmer(TerrainPays):
    """Each Farmland you hold is worth 1 extra coin."""

    key = "farmer"
    tokens = 4
    terrain = "farmland"


class Fishing(Ability):
    """Each region you hold next to a Sea or a Lake is worth 1 extra coin."""

    key = "fishing"
    tokens = 3

    def score(self, owner: Owner) -> Iterable[Income]:
        # A Sea or Lake that is held may be next to another one, though it is not coastal.
        board = owner.game.board
        shore = tuple(held for held in owner.holdings() if not {*board.waters}.isdisjoint(board.regions[held].adjacent))
        yield Income(len(shore), shore)


class Herbalist(TerrainPays):
    """Each Hill you hold is worth 1 extra coin."""

    key = "herbalist"
    tokens = 4
    terrain = "hill"


class Marshdweller(Ability):
    """An opponent must pay you 1 coin before conquering a Swamp of yours, even in decline."""

    key = "marshdweller"
    tokens = 4
    keeps_badge = True
    lasts = frozenset({"tolls"})

    def tolls(self, owner: Owner, fight: Fight) -> Iterable[Toll]:
        if fight.region.terrain == "swamp":
            yield Toll(fight.band.seat, owner.band.seat, before=True)


class Mining(SymbolPays):
    """Each Cavern you hold is worth 1 extra coin."""

    key = "mining"
    tokens = 4
    symbol = "cavern"


class Mountaineer(TerrainPays):
    """Each Mountain you hold is worth 1 extra coin."""

    key = "mountaineer"
    tokens = 4
    terrain = "mountain"


class Ranger(TerrainPays):
    """Each Forest you hold is worth 1 extra coin."""

    key = "ranger"
    tokens = 4
    terrain = "forest"


class Sailing(Ability):
    """Travelling to a distant Entry Region costs you no extra tokens."""

    key = "sailing"
    tokens = 5
    sails = True


class SwampWalker(TerrainPays):
    """Each Swamp you hold is worth 1 extra coin."""

    key = "swamp-walker"
    tokens = 4
    terrain = "swamp"


POWERS: tuple[type[Ability], ...] = (
    Archaeologist,
    BattleMaster,
    Blacksmith,
    Enraged,
    Explorer,
    Farmer,
    Fishing,
    Herbalist,
    Marshdweller,
    Mining,
    Mountaineer,
    Ranger,
    Sailing,
    SwampWalker,
)
PIECES: tuple[type[Piece], ...] = ()
