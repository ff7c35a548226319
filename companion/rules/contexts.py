"""Who is asked, and about what: the contexts that every hook is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from companion.rules.answers import FAILED_ATTACK, OWN_DECLINED_EMPTY
from companion.rules.model import Attack, Band, Game, Ground, Line, Region

STRUCK = "struck"
"""How the turn's record notes from whose active race a power took something: "struck:SEAT"."""
TRIBES = -1
"""Who holds the regions of Lost Tribes, where races are counted: they are one in decline."""


class Me(Struct, frozen=True):
    """Whose ability is asked: the game and the band.  For a piece also its region."""

    game: Game
    band: Band
    region: str = ""

    def holdings(self) -> list[str]:
        """The regions this band holds."""
        return self.game.holdings(self.band.id)

    def waiting(self, kind: str) -> int:
        """How many of this band's pieces wait to go back on the map when the turn ends."""
        return sum([n for band, each, n in self.game.turn.returned if (band, each) == (self.band.id, kind)])

    def in_hand(self, kind: str, owned: int) -> int:
        """How many of the pieces that this band has are neither on the map nor waiting to go back to it."""
        return max(0, owned - len(self.game.pieces(kind, self.band.id)) - self.waiting(kind)) if owned else 0

    def with_symbol(self, symbol: str) -> tuple[str, ...]:
        """The regions this band holds that bear a symbol."""
        regions = self.game.board.regions
        return tuple(held for held in self.holdings() if symbol in regions[held].symbols)

    def with_terrain(self, *terrains: str) -> tuple[str, ...]:
        """The regions this band holds of some terrains."""
        regions = self.game.board.regions
        return tuple(held for held in self.holdings() if regions[held].terrain in terrains)

    def outnumbers(self, regions: Iterable[str]) -> bool:
        """The band holds more of these regions than any other race; Lost Tribes are one race in decline."""
        grounds = [self.game.grounds[region] for region in regions]
        holders = [ground.band or TRIBES for ground in grounds if ground.band or ground.tribe]
        own = holders.count(self.band.id)
        return own > 0 and all(holders.count(other) < own for other in {*holders} - {self.band.id})

    def conquests(self) -> list[Attack]:
        """The regions this band has conquered this turn."""
        return [a for a in self.game.turn.attacks if a.band == self.band.id and a.won]

    def attacks(self) -> list[Attack]:
        """What this band has attacked this turn: its conquests and, where the table has it so, failed attempts."""
        failed = FAILED_ATTACK.chosen(self.game) == "counts"
        return [a for a in self.game.turn.attacks if a.band == self.band.id and (a.won or failed)]

    def struck(self) -> set[int]:
        """The seats whose active races this turn's powers have taken something from."""
        marks = [mark.partition(":") for mark in self.game.turn.used]
        return {int(seat) for kind, _, seat in marks if kind == STRUCK}

    def non_empty_conquests(self) -> tuple[str, ...]:
        """Those of them that were not empty (base rules, appendix II)."""
        return tuple(attack.region for attack in self.conquests() if attack.non_empty)


class Fight(Struct):
    """An attack as it is weighed: who attacks which region, and what lies there.

    `defender` is the band that holds it, and `enemy` the same where it is another player's.  `held` are the attacker's
    own regions.  `at` is where a piece is put for the way, `boosts` what helps, by ability.  Others see the bands in
    `seen_declined` as races in decline.  `by_sea`: nothing but the way over the sea leads there, where a rule of the
    table lets races go it; `voyage` says what that adds, `waived` names the ability that makes it as cheap as any
    other.  `tokens_there` counts pieces that are as good as a token too.  `bare`: race and power of the attacker do not
    help, as something protects what lies there from them alone.
    """

    game: Game
    band: Band
    region: Region
    ground: Ground
    defender: Band | None
    enemy: Band | None
    held: list[str]
    way: str
    at: str
    boosts: Mapping[str, int]
    seen_declined: tuple[int, ...]
    by_sea: bool
    tokens_there: int
    bare: bool = False
    voyage: tuple[Line, ...] = ()
    waived: str = ""

    @property
    def travels(self) -> bool:
        """The way over the sea is paid for."""
        return self.by_sea and not self.waived

    @property
    def non_empty(self) -> bool:
        """A race or Lost Tribes stand there; one's own race in decline as the table has it."""
        own = self.defender is not None and not self.by_enemy
        return self.ground.tribe > 0 or self.by_enemy or (own and OWN_DECLINED_EMPTY.chosen(self.game) == "non-empty")

    @property
    def by_enemy(self) -> bool:
        """The region is held by another player's band."""
        return self.enemy is not None

    @property
    def against_declined(self) -> bool:
        """What lies there is in decline to the attacker: a race, or Lost Tribes."""
        return self.ground.tribe > 0 or (self.defender is not None and not self.against_active)

    @property
    def against_active(self) -> bool:
        """The region is held by a race that is active in the eyes of others."""
        return self.defender is not None and not self.in_decline(self.defender)

    @property
    def by_active(self) -> bool:
        """The attacker is a race that is active in the eyes of others."""
        return not self.in_decline(self.band)

    def in_decline(self, band: Band) -> bool:
        """Others see this band as one in decline, whichever way its banner lies."""
        return band.declined or band.id in self.seen_declined


class Loss(NamedTuple):
    """Tokens that leave the map for good: of a band, or Lost Tribes (`band` is None).

    `cause` is "conquest", "replaced" (another token takes its place) or "decline".  `deathless`: the race loses none
    in conquests.  A conquest also says on which `region`, how many `tokens` and Lost Tribes, how many `others` that
    count as lost tokens, and in which `fight`.
    `savers` are the abilities but for which more would have been lost, `fallen` the pieces that fell in place of
    tokens; `by` is the band that forced the loss, 0 where none did.
    """

    cause: str
    band: Band | None = None
    deathless: bool = False
    region: str = ""
    tokens: int = 0
    tribe: int = 0
    fight: Fight | None = None
    savers: tuple[str, ...] = ()
    by: int = 0
    others: int = 0
    fallen: int = 0
