"""The fourteen races of the base box (base rules, appendix II, The Races)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import COUNT, Ability, Fight, Garrison, Loss, Memory, Option, Owner
from companion.rules.boxes.shared.aside import KeepsAside
from companion.rules.boxes.shared.income import PlunderPays, SymbolPays, TerrainPays
from companion.rules.events import Event, MarkerPlaced, Remembered
from companion.rules.model import Line, Message, Way
from companion.rules.piece import Piece


class Amazons(KeepsAside):
    """4 of your tokens are for conquest only: they leave the map when your turn ends and return to your hand when
    the next one begins."""

    key = "amazons"
    tokens = 6
    supply = 15
    attackers = 4

    def extra_tokens(self, owner: Owner) -> int:
        return self.attackers

    def garrison(self, owner: Owner) -> Garrison:
        return Garrison(aside=self.attackers)

    def tie_tokens(self, owner: Owner) -> int:
        return -max(0, self.attackers - owner.band.aside - owner.band.hand)


class Dwarves(SymbolPays):
    """Each Mine the Dwarves hold is worth 1 extra coin, even in decline."""

    key = "dwarves"
    tokens = 3
    supply = 8
    lasts = frozenset({"score"})
    symbol = "mine"


class Elves(Ability):
    """You lose no tokens when an enemy conquers one of your regions: they all return to your hand."""

    key = "elves"
    tokens = 6
    supply = 11
    deathless = True

    def casualties(self, owner: Owner, loss: Loss) -> int:
        # Your own declined race is not an enemy.
        return 0 if loss.fight and loss.fight.by_enemy else loss.tokens


class Ghouls(Ability):
    """In decline all your tokens stay on the map, and they go on conquering at the start of your turns, before your
    active race. They may even attack that race."""

    key = "ghouls"
    concerns = ("declined-die", "declined-losses")
    tokens = 5
    supply = 10
    lasts = frozenset({"conquers"})

    def stays(self, owner: Owner, region: str, tokens: int) -> int | None:
        return tokens

    def conquers(self, owner: Owner) -> bool:
        return True


class Giants(Ability):
    """Regions next to a Mountain you hold cost 1 token less."""

    key = "giants"
    tokens = 6
    supply = 11

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        regions = owner.game.board.regions
        if any(regions[held].terrain == "mountain" for held in fight.beside):
            yield -1


class Halflings(Ability):
    """You may enter the map through any region. The first 2 regions you conquer get a Hole-in-the-Ground, which
    makes them immune until you leave them or go into decline."""

    key = "halflings"
    tokens = 6
    supply = 11
    pieces = ("hole",)
    holes = 2
    memory = (Memory("dug", 0, 2, COUNT),)

    def entries(self, owner: Owner) -> Iterable[str]:
        return owner.game.board.regions

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        dug = self.recall(owner, "dug")
        if dug < self.holes and len(owner.game.pieces(Hole.key)) < Hole.supply:
            yield MarkerPlaced(fight.region.id, Hole.key, owner.band.id)
            yield Remembered(owner.band.id, f"{self.key}.dug", dug + 1)


class Hole(Piece):
    """A Hole-in-the-Ground makes its region immune to enemy conquests and powers."""

    key = "hole"
    supply = 2
    immune = True


class Humans(TerrainPays):
    """Each Farmland you hold is worth 1 extra coin."""

    key = "humans"
    tokens = 5
    supply = 10
    terrain = "farmland"


class Orcs(PlunderPays):
    """Each non-empty region you conquered this turn is worth 1 extra coin."""

    key = "orcs"
    tokens = 5
    supply = 10


class Ratmen(Ability):
    """No benefit: there are just a lot of them."""

    key = "ratmen"
    tokens = 8
    supply = 13


class Skeletons(Ability):
    """When you redeploy you gain 1 token for every 2 non-empty regions you conquered this turn, as long as the tray
    has any."""

    key = "skeletons"
    concerns = ("own-declined-empty",)
    tokens = 6
    supply = 20

    def reinforcements(self, owner: Owner) -> int:
        return len(owner.non_empty_conquests()) // 2


class Sorcerers(Ability):
    """Once a turn against each opponent you may take a region next to yours by replacing a single active token there
    with one of yours from the tray."""

    key = "sorcerers"
    tokens = 5
    supply = 18
    once = "opponent"
    empty_handed = True
    options = (Option("sorcerers-empty-hand", ("allowed", "refused")),)

    def ways(self, owner: Owner, fight: Fight) -> Iterable[Way | Message]:
        enemy = fight.enemy
        if enemy is None or fight.in_decline(enemy) or not (fight.beside or fight.held):
            return
        closed = None
        if self.spent(owner, enemy.seat):
            closed = Message("refuse.sorcery.once", {"name": owner.game.name(enemy.seat)})
        elif fight.tokens_there != 1:
            closed = Message("refuse.sorcery.alone")
        elif not owner.game.tray[self.key]:
            yield Message("refuse.sorcery.tray")
            return
        elif not owner.band.hand and self.options[0].chosen(owner.game) == "refused":
            closed = Message("refuse.sorcery.hand")
        yield Way(self.key, (Line(self.key, 1),), 1, "tray", closed)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key and fight.defender:
            yield self.spend(fight.defender.seat)


class Tritons(Ability):
    """Regions next to a Sea or the Lake cost 1 token less."""

    key = "tritons"
    tokens = 6
    supply = 11

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        if fight.region.coastal:
            yield -1


class Trolls(Ability):
    """Each region you occupy gets a Troll's Lair, which defends it like one token, even in decline, until you
    abandon the region or lose it."""

    key = "trolls"
    tokens = 5
    supply = 10
    pieces = ("lair",)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if len(owner.game.pieces(Lair.key)) < Lair.supply:
            yield MarkerPlaced(fight.region.id, Lair.key, owner.band.id)


class Lair(Piece):
    """A Troll's Lair defends its region like one token."""

    key = "lair"
    supply = 10
    defence = 1
    lasting = True


class Wizards(SymbolPays):
    """Each Magic region you hold is worth 1 extra coin."""

    key = "wizards"
    tokens = 5
    supply = 10
    symbol = "magic"


RACES: tuple[type[Ability], ...] = (
    Amazons,
    Dwarves,
    Elves,
    Ghouls,
    Giants,
    Halflings,
    Humans,
    Orcs,
    Ratmen,
    Skeletons,
    Sorcerers,
    Tritons,
    Trolls,
    Wizards,
)
PIECES: tuple[type[Piece], ...] = (Hole, Lair)
