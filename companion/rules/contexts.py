"""The contexts that hooks are given: who is asked, and about what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.rules.answers import FAILED_ATTACK, OWN_DECLINED_EMPTY
from companion.rules.model import Attack, Band, Game, Ground, Line, Message, Region

STRUCK = "struck"
"""The note in the turn's record for an active race that lost something to a power: "struck:SEAT"."""
TRIBES = -1
"""The holder of regions with Lost Tribes when races are counted: they count as one declined race."""


class Owner(Struct, frozen=True):
    """Whose ability is asked: the game and the band, and for a piece also its region."""

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
        """How many of this band's pieces are neither on the map nor waiting to go back to it."""
        return max(0, owned - len(self.game.pieces(kind, self.band.id)) - self.waiting(kind)) if owned else 0

    @property
    def sets_out(self) -> bool:
        """Whether the owner's turn is still at its conquests or before them."""
        return self.band.seat == self.game.turn.seat and self.game.turn.stage in ("begin", "conquer")

    @property
    def taken_back(self) -> str:
        """Where this band's withdrawn tokens go: to its hand if it may still use them, else they wait for the turn's
        end."""
        own = self.band.seat == self.game.turn.seat and not self.band.declined
        return "hand" if own and self.game.turn.stage in ("begin", "conquer", "redeploy") else "withdrawn"

    def with_symbol(self, symbol: str) -> tuple[str, ...]:
        """The regions of this band with a symbol."""
        regions = self.game.board.regions
        return tuple(held for held in self.holdings() if symbol in regions[held].symbols)

    def with_terrain(self, *terrains: str) -> tuple[str, ...]:
        """The regions of this band with one of these terrains."""
        regions = self.game.board.regions
        return tuple(held for held in self.holdings() if regions[held].terrain in terrains)

    def outnumbers(self, regions: Iterable[str]) -> bool:
        """Whether the band holds more of these regions than any other race; Lost Tribes count as one race in
        decline."""
        grounds = [self.game.grounds[region] for region in regions]
        holders = [ground.band or TRIBES for ground in grounds if ground.band or ground.tribe]
        own = holders.count(self.band.id)
        return own > 0 and all(holders.count(other) < own for other in {*holders} - {self.band.id})

    def conquests(self) -> list[Attack]:
        """The regions this band has conquered this turn."""
        return [a for a in self.game.turn.attacks if a.band == self.band.id and a.won]

    def attacks(self) -> list[Attack]:
        """What this band has attacked this turn: its conquests and, if the table counts them, failed attempts."""
        failed = FAILED_ATTACK.chosen(self.game) == "counts"
        return [a for a in self.game.turn.attacks if a.band == self.band.id and (a.won or failed)]

    def struck(self) -> set[int]:
        """The seats whose active races lost something to this turn's powers."""
        marks = [mark.partition(":") for mark in self.game.turn.used]
        return {int(seat) for kind, _, seat in marks if kind == STRUCK}

    def non_empty_conquests(self) -> tuple[str, ...]:
        """Those that were not empty (base rules, appendix II)."""
        return tuple(attack.region for attack in self.conquests() if attack.non_empty)


class Fight(Struct):
    """An attack being priced: who attacks which region, and what is there.

    `defender` is the band that holds it, and `enemy` the same if it is another player's.  `at` is where a piece is put
    for the way, `boosts` what helps, by ability.  The other players see the bands in `seen_declined` as declined.
    `by_sea`: the region can only be reached by sea, if a rule of the table allows that; `voyage` says what that adds,
    `waived` names the ability that makes it free.  `tokens_there` includes pieces that are as good as a token.
    `race_there`: a race token is there, or a piece that stands for one, not only a piece that holds the region.  `bare`
    says why race and power of the attacker do not help against the defender, else None.
    """

    game: Game
    band: Band
    region: Region
    ground: Ground
    defender: Band | None
    enemy: Band | None
    way: str
    at: str
    boosts: Mapping[str, int]
    seen_declined: tuple[int, ...]
    by_sea: bool
    tokens_there: int
    race_there: bool
    bare: Message | None = None
    voyage: tuple[Line, ...] = ()
    waived: str = ""

    @property
    def held(self) -> list[str]:
        """The attacker's own regions."""
        return self.game.holdings(self.band.id)

    @property
    def beside(self) -> list[str]:
        """Those of them that are next to this one: fewer regions are looked at for these."""
        return self.game.beside(self.band.id, self.region.id)

    @property
    def travels(self) -> bool:
        """Whether the sea voyage must be paid for."""
        return self.by_sea and not self.waived

    @property
    def non_empty(self) -> bool:
        """Whether a race token or Lost Tribe is there; an option decides about one's own declined race."""
        own = self.defender is not None and OWN_DECLINED_EMPTY.chosen(self.game) == "non-empty"
        return self.ground.tribe > 0 or (self.race_there and (self.by_enemy or own))

    @property
    def by_enemy(self) -> bool:
        """The region is held by another player's band."""
        return self.enemy is not None

    @property
    def against_declined(self) -> bool:
        """Whether the attacker meets a declined race, or Lost Tribes."""
        return self.ground.tribe > 0 or (self.defender is not None and not self.against_active)

    @property
    def against_active(self) -> bool:
        """Whether the region is held by a race that the others see as active."""
        return self.defender is not None and not self.in_decline(self.defender)

    @property
    def by_active(self) -> bool:
        """Whether the others see the attacker as active."""
        return not self.in_decline(self.band)

    def in_decline(self, band: Band) -> bool:
        """Whether the others see this band as declined, whichever way its banner lies."""
        return band.declined or band.id in self.seen_declined


class Loss(Struct, frozen=True):
    """Tokens that leave the map for good: of a band, or Lost Tribes (`band` is None).

    `cause` is "conquest", "replaced" (another token takes its place) or "decline".  `deathless`: the race loses none in
    conquests.  For a conquest: the `region`, the number of `tokens` and Lost Tribes, and of `others` that are lost as
    tokens, such as those that were taken back before the last region fell, and the `fight`.
    `savers` are the abilities that prevented further losses, `fallen` the pieces lost in place of tokens; `by` is the
    band that caused the loss, 0 for none.
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
