"""The special powers with pieces of their own (Warcraft rules, Special Powers, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import COUNT, Ability, Fight, Memory, Owner, Toll
from companion.rules.boxes import registry
from companion.rules.boxes.shared.followers import Followers
from companion.rules.events import Event, MarkerLifted, MarkerPlaced, Remembered
from companion.rules.model import Marker, Message, Way
from companion.rules.piece import Piece

BEAST_MASTER = "beast-master"
BEASTS = f"{BEAST_MASTER}.beasts"


class Beast(Piece):
    """A Beast is as good as a race token."""

    key = "beast"
    supply = 5
    defence = 1
    counts_as_token = True
    several = True
    returns = True
    fights = True
    body = True

    def owned(self, owner: Owner) -> int:
        return owner.band.memo.get(BEASTS, 0)

    def on_fall(self, owner: Owner) -> Iterable[Event]:
        yield from super().on_fall(owner)
        if BEAST_MASTER in owner.band.powers:
            yield Remembered(owner.band.id, BEASTS, max(0, self.owned(owner) - 1))


class BeastMaster(Followers):
    """When your turn begins, return all Beasts, then take one for each Hill you hold, 5 at most. They count as
    tokens of your race; one is lost before a race token is."""

    key = BEAST_MASTER
    tokens = 4
    pieces = ("beast",)
    memory = (Memory("beasts", 0, 5, COUNT, told=True),)
    follower = Beast()

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        for region in owner.game.pieces(Beast.key, owner.band.id):
            yield MarkerLifted(region, Beast.key, owner.band.id)
        # A Hill that was held only by its Beasts is lost.
        least = registry.ABILITIES[owner.band.race].least(owner, readying=True)
        hills = [hill for hill in owner.with_terrain("hill") if owner.game.grounds[hill].tokens >= least]
        if len(hills) != self.recall(owner, "beasts"):
            yield Remembered(owner.band.id, BEASTS, min(Beast.supply, len(hills)))


class Championing(Ability):
    """Once a turn your Champion alone takes a region next to yours, whatever defends it, and stays there like one
    token. Whoever takes that region from him gets 1 coin from you, and no token is lost."""

    key = "championing"
    tokens = 5
    pieces = ("champion",)
    tolls_for = "champion"
    empty_handed = True
    once = "turn"

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        for region in owner.game.pieces(Champion.key, owner.band.id):
            yield MarkerLifted(region, Champion.key, owner.band.id)

    def used_up(self, owner: Owner) -> Message | None:
        ready = not self.spent(owner) and owner.in_hand(Champion.key, Champion.supply) > 0
        return None if ready else Message("refuse.champion_used")

    def ways(self, owner: Owner, fight: Fight) -> Iterable[Way | Message]:
        if not fight.by_sea and (fight.beside or fight.held):
            yield Way(self.key, (), 0, bodies=1)

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            yield MarkerPlaced(fight.region.id, Champion.key, owner.band.id)
            yield self.spend()

    def tolls(self, owner: Owner, fight: Fight) -> Iterable[Toll]:
        if Marker(Champion.key, owner.band.id) in fight.ground.markers:
            yield Toll(owner.band.seat, fight.band.seat)


class Champion(Piece):
    """The Champion defends like a race token, and returns to his race when his region is lost."""

    key = "champion"
    supply = 1
    defence = 1
    counts_as_token = True
    returns = True
    fights = True
    body = True
    captive = True

    def owned(self, owner: Owner) -> int:
        return self.supply if Championing.key in owner.band.powers else 0


class Defensive(Ability):
    """When your turn ends, each Farmland you hold gets a Watch Tower if you hold more of the regions next to it than
    any other race does; if not, it has none. A Watch Tower makes the Farmland immune. Murlocs count as one race."""

    key = "defensive"
    tokens = 5
    pieces = ("watch-tower",)

    def on_redeployed(self, owner: Owner) -> Iterable[Event]:
        regions = owner.game.board.regions
        safe = [field for field in owner.with_terrain("farmland") if owner.outnumbers(regions[field].adjacent)]
        standing = owner.game.pieces(WatchTower.key, owner.band.id)
        for region in standing:
            if region not in safe:
                yield MarkerLifted(region, WatchTower.key, owner.band.id)
        staying = sum(region in safe for region in standing)
        for region in [field for field in safe if field not in standing][: WatchTower.supply - staying]:
            yield MarkerPlaced(region, WatchTower.key, owner.band.id)


class WatchTower(Piece):
    """A Watch Tower makes its region immune to enemy conquests and powers."""

    key = "watch-tower"
    supply = 6
    immune = True


class Garrisoned(Ability):
    """When your turn ends a Fort stands in each of your regions, 10 at most. It defends like one token, even in
    decline."""

    key = "garrisoned"
    tokens = 3
    pieces = ("fort",)
    keeps_badge = True

    def on_redeployed(self, owner: Owner) -> Iterable[Event]:
        built = owner.game.pieces(Fort.key)
        for region in [held for held in owner.holdings() if held not in built][: Fort.supply - len(built)]:
            yield MarkerPlaced(region, Fort.key, owner.band.id)


class Fort(Piece):
    """A Fort defends its region like one token."""

    key = "fort"
    supply = 10
    defence = 1
    lasting = True


POWERS: tuple[type[Ability], ...] = (BeastMaster, Championing, Defensive, Garrisoned)
PIECES: tuple[type[Piece], ...] = (Beast, Champion, WatchTower, Fort)
