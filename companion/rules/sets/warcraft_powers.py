"""The special powers that pay, save tokens or ask for coins (Warcraft rules, Special Powers, under their names)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import Ability, Earn, Fight, Me, Piece, Toll
from companion.rules.sets.income import PlunderPays, SymbolPays, TerrainPays


class Archaeologist(Ability):
    """Each artifact and each legendary place that you hold is worth 1 coin more."""

    key = "archaeologist"
    tokens = 5

    def score(self, me: Me) -> Iterable[Earn]:
        held = tuple(region for kind in me.band.prizes for region in me.game.pieces(kind))
        yield Earn(len(held), held)


class BattleMaster(PlunderPays):
    """Each region you conquered this turn that was not empty is worth 1 coin more."""

    key = "battle-master"
    tokens = 5


class Blacksmith(Ability):
    """Any region costs 1 token less."""

    key = "blacksmith"
    tokens = 4

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        yield -1


class Enraged(Ability):
    """Each region you conquered this turn from 2 or more tokens of a race is worth as many coins more as there were."""

    key = "enraged"
    tokens = 4

    def score(self, me: Me) -> Iterable[Earn]:
        met = [attack for attack in me.conquests() if attack.tokens >= 2]
        yield Earn(sum(attack.tokens for attack in met), tuple(attack.region for attack in met))


class Explorer(Ability):
    """Each island on which you hold a region is worth 1 coin more."""

    key = "explorer"
    tokens = 4

    def score(self, me: Me) -> Iterable[Earn]:
        held = me.holdings()
        first = [next((region for region in held if region in island), "") for island in me.game.board.islands]
        found = tuple(region for region in first if region)
        yield Earn(len(found), found)


class Farmer(TerrainPays):
    """Each Field you hold is worth 1 coin more."""

    key = "farmer"
    tokens = 4
    terrain = "farmland"


class Fishing(Ability):
    """Each region you hold on the shore of a Sea or a Lake is worth 1 coin more."""

    key = "fishing"
    tokens = 3

    def score(self, me: Me) -> Iterable[Earn]:
        coast = tuple(held for held in me.holdings() if me.game.board.regions[held].coastal)
        yield Earn(len(coast), coast)


class Herbalist(TerrainPays):
    """Each Hill you hold is worth 1 coin more."""

    key = "herbalist"
    tokens = 4
    terrain = "hill"


class Marshdweller(Ability):
    """An opponent pays you 1 coin before conquering a Swamp of yours, even in decline."""

    key = "marshdweller"
    tokens = 4
    keeps_badge = True
    lasts = frozenset({"tolls"})

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        if fight.region.terrain == "swamp" and fight.defender and fight.defender.id == me.band.id:
            yield Toll(fight.band.seat, me.band.seat, before=True)


class Mining(SymbolPays):
    """Each Cavern you hold is worth 1 coin more."""

    key = "mining"
    tokens = 4
    symbol = "cavern"


class Mountaineer(TerrainPays):
    """Each Mountain you hold is worth 1 coin more."""

    key = "mountaineer"
    tokens = 4
    terrain = "mountain"


class Ranger(TerrainPays):
    """Each Forest you hold is worth 1 coin more."""

    key = "ranger"
    tokens = 4
    terrain = "forest"


class Sailing(Ability):
    """It takes you no token more to travel to a far Entry Region."""

    key = "sailing"
    tokens = 5
    sails = True


class SwampWalker(TerrainPays):
    """Each Swamp you hold is worth 1 coin more."""

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
