"""The special powers with pieces of their own (Warcraft rules, Special Powers, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import COUNT, Ability, Fight, Me, Memory, Piece, Toll
from companion.rules.events import Event, MarkerLifted, MarkerPlaced, Remembered
from companion.rules.model import Marker, Say, Way
from companion.rules.sets.followers import Followers

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

    def owned(self, me: Me) -> int:
        return me.band.memo.get(BEASTS, 0)

    def on_fall(self, me: Me) -> Iterable[Event]:
        yield from super().on_fall(me)
        if BEAST_MASTER in me.band.powers:
            yield Remembered(me.band.id, BEASTS, max(0, self.owned(me) - 1))


class BeastMaster(Followers):
    """As each of your turns begins you give all Beasts back, then take one for each Hill you hold, 5 at most. They are
    as good as tokens of your race; one is lost before a race token is."""

    key = BEAST_MASTER
    tokens = 4
    pieces = ("beast",)
    memory = (Memory("beasts", 0, 5, COUNT, told=True),)
    follower = Beast()

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        for region in me.game.pieces(Beast.key, me.band.id):
            yield MarkerLifted(region, Beast.key, me.band.id)
        # A Hill that only Beasts have held is held no more.
        hills = [hill for hill in me.with_terrain("hill") if me.game.grounds[hill].tokens]
        if len(hills) != self.recall(me, "beasts"):
            yield Remembered(me.band.id, BEASTS, min(Beast.supply, len(hills)))


class Championing(Ability):
    """Once a turn your Champion takes a region next to yours alone, whatever defends it, and stays there like one
    token. Who takes him gets 1 coin from you for him, and no token is lost."""

    key = "championing"
    tokens = 5
    pieces = ("champion",)
    once = "turn"

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        for region in me.game.pieces(Champion.key, me.band.id):
            yield MarkerLifted(region, Champion.key, me.band.id)

    def ways(self, me: Me, fight: Fight) -> Iterable[Way | Say]:
        if not fight.held or fight.by_sea:
            return
        away = self.spent(me) or not me.in_hand(Champion.key, Champion.supply)
        closed = Say("refuse.champion_used") if away else None
        yield Way(self.key, (), 0, closed=closed, bodies=1)

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        if fight.way == self.key:
            yield MarkerPlaced(fight.region.id, Champion.key, me.band.id)
            yield self.spend()

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        if Marker(Champion.key, me.band.id) in fight.ground.markers:
            yield Toll(me.band.seat, fight.band.seat)


class Champion(Piece):
    """The Champion is as good as a race token in defence, and comes back to his race when his region is lost."""

    key = "champion"
    supply = 1
    defence = 1
    counts_as_token = True
    returns = True
    fights = True
    body = True
    captive = True

    def owned(self, me: Me) -> int:
        return self.supply if Championing.key in me.band.powers else 0


class Defensive(Ability):
    """When your turn ends a Watch Tower stands in each of your Fields round which you hold more regions than any other
    race (Murlocs are one), and in no other. It makes the Field immune."""

    key = "defensive"
    tokens = 5
    pieces = ("watch-tower",)

    def on_redeployed(self, me: Me) -> Iterable[Event]:
        regions = me.game.board.regions
        safe = [field for field in me.with_terrain("farmland") if me.outnumbers(regions[field].adjacent)]
        standing = me.game.pieces(WatchTower.key, me.band.id)
        for region in standing:
            if region not in safe:
                yield MarkerLifted(region, WatchTower.key, me.band.id)
        staying = sum(region in safe for region in standing)
        for region in [field for field in safe if field not in standing][: WatchTower.supply - staying]:
            yield MarkerPlaced(region, WatchTower.key, me.band.id)


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

    def on_redeployed(self, me: Me) -> Iterable[Event]:
        built = me.game.pieces(Fort.key)
        for region in [held for held in me.holdings() if held not in built][: Fort.supply - len(built)]:
            yield MarkerPlaced(region, Fort.key, me.band.id)


class Fort(Piece):
    """A Fort defends its region like one token."""

    key = "fort"
    supply = 10
    defence = 1
    lasting = True


POWERS: tuple[type[Ability], ...] = (BeastMaster, Championing, Defensive, Garrisoned)
PIECES: tuple[type[Piece], ...] = (Beast, Champion, WatchTower, Fort)
