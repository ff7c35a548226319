"""The values a game is made of.  All are frozen; a change makes a new value.

Seats are numbered 0, 1, 2 ... clockwise.  A band is a race in play, active or
in decline; bands are numbered from 1, and 0 means "no band".  Regions have the
ids of their map ("r07").  Token counts and coins are whole numbers.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct, field

from companion.rules.terrain import WATER


class Message(Struct, frozen=True):
    """A message key with arguments, which companion.language turns into a sentence.

    `args` holds numbers (fractions are told to one place), names of seats, keys of races and powers, region ids,
    further Messages, or tuples of these.
    """

    key: str
    args: dict[str, Any] = field(default_factory=dict)


class Refused(Exception):
    """A command that the rules, or the pieces themselves, do not allow.

    `overridable` is true if people may enter the act "as played" all the same,
    false if it is physically impossible (no such piece, no such region).
    """

    def __init__(self, message: Message, overridable: bool = False) -> None:
        super().__init__(message.key)
        self.message = message
        self.overridable = overridable


class Region(Struct, frozen=True):
    """One region of a map, as printed.

    `border`: a first conquest may enter here.  `edge`: touches the board's
    edge.  `coastal`: a land region next to a Sea or the Lake.
    """

    id: str
    terrain: str
    symbols: tuple[str, ...] = ()
    lost_tribe: bool = False
    border: bool = False
    edge: bool = False
    coastal: bool = False
    adjacent: tuple[str, ...] = ()


class Board(Struct, frozen=True, dict=True):
    """A printed board: its regions by id, in reading order."""

    id: str
    players: int
    turns: int
    regions: dict[str, Region]

    @cached_property
    def border(self) -> frozenset[str]:
        """The regions through which a first conquest may enter."""
        return frozenset(region.id for region in self.regions.values() if region.border)

    @cached_property
    def waters(self) -> tuple[str, ...]:
        """The Seas and Lakes, in reading order."""
        return tuple(region.id for region in self.regions.values() if region.terrain in WATER)

    @cached_property
    def islands(self) -> tuple[frozenset[str], ...]:
        """The parts of the map that one can walk within, in map order; one for an ordinary board."""
        found: list[frozenset[str]] = []
        for start in self.regions:
            if not any(start in part for part in found):
                found.append(self._on_foot(start))
        return tuple(found)

    def _on_foot(self, region: str) -> frozenset[str]:
        """All regions that one can walk to from this one, including itself."""
        reached, ahead = {region}, [region]
        while ahead:
            fresh = set(self.regions[ahead.pop()].adjacent) - reached
            reached |= fresh
            ahead += fresh
        return frozenset(reached)


class SeatSetup(Struct, frozen=True):
    """One player as the game begins."""

    name: str
    coins: int = 5


class Setup(Struct, frozen=True):
    """Everything the table decides before the first turn; facts only.

    `start` is the seat that begins.  `options` holds the table options that
    differ from their default, by key.  `guard`: tokens that nobody lays out go
    where enemies can come; in games of earlier versions they go everywhere.
    """

    board: Board
    seats: tuple[SeatSetup, ...]
    start: int = 0
    boxes: tuple[str, ...] = ("base",)
    options: dict[str, str] = field(default_factory=dict)
    guard: bool = False


class Marker(Struct, frozen=True):
    """A piece on the map other than a race token, and the band it belongs to."""

    kind: str
    band: int = 0


class Ground(Struct, frozen=True):
    """What is on a region: tokens of at most one band, Lost Tribes, pieces."""

    band: int = 0
    tokens: int = 0
    tribe: int = 0
    markers: tuple[Marker, ...] = ()


EMPTY = Ground()


class Band(Struct, frozen=True):
    """A race in play, with its powers, and its tokens that are not on the map.

    `hand`: may be used now.  `withdrawn`: taken back after an attack, to return to
    the map when the attacker's turn ends.  `aside`: off the map until the band's
    own next turn.  `memo`: what its abilities remember, "ability.field" -> n.
    `prizes`: those in its regions, whose abilities it has meanwhile.
    """

    id: int
    seat: int
    race: str
    powers: tuple[str, ...] = ()
    declined: bool = False
    hand: int = 0
    withdrawn: int = 0
    aside: int = 0
    memo: dict[str, int] = field(default_factory=dict)
    prizes: tuple[str, ...] = ()

    @property
    def abilities(self) -> tuple[str, ...]:
        """The keys of its race, its powers and its prizes, in the order in which they are asked."""
        return (self.race, *self.powers, *self.prizes)


NOBODY = Band(0, -1, "")


class Seat(Struct, frozen=True):
    """A player: name, secret coins, and whether they have left the game."""

    name: str
    coins: int
    left: bool = False


class Combo(Struct, frozen=True):
    """A banner and a badge in the column, with the coins and tokens put on them."""

    race: str
    power: str
    coins: int = 0
    tokens: int = 0


class Line(Struct, frozen=True):
    """One item of a price or of a score sheet.

    `key` names the reason (a rule or an ability); `where` the regions it comes
    from; `band` the band that earns it.  `remember` is what the ability notes
    down ("paid", 1) when the sheet is accepted.
    """

    key: str
    amount: int
    where: tuple[str, ...] = ()
    band: int = 0
    remember: tuple[str, int] | None = None


class Attack(Struct, frozen=True):
    """One conquest, or failed attempt, of this turn, with what was in the region, and on whose side (`faction`)."""

    band: int
    region: str
    way: str = "ordinary"
    tribe: int = 0
    against: int = 0
    against_seat: int = -1
    active: bool = False
    tokens: int = 0
    won: bool = True
    faction: str = ""

    @property
    def non_empty(self) -> bool:
        """Whether a Lost Tribe or race token was there (base rules, appendix II)."""
        return self.tribe > 0 or self.tokens > 0


class Attempt(Struct, frozen=True):
    """The final conquest attempt, waiting for the reinforcement die, or, with its `pips`, for a question about it.

    `boosts` help, by ability: how much of each.  A `free` one is no final attempt: the die belongs to its way, and once
    the die has shown how much the way saves, the `lent` pips, the attempt may become the final one.
    """

    region: str
    cost: int
    way: str = "ordinary"
    boosts: dict[str, int] = field(default_factory=dict)
    pips: int | None = None
    free: bool = False
    lent: int = 0


class Stage(Struct, frozen=True):
    """A stage in the plan of a turn: its kind, the acting band (0: none), and its cycle among those of that kind.

    `waits`: somebody ends it; otherwise it ends when everything in it has happened.
    """

    kind: str
    band: int = 0
    cycle: int = 0
    waits: bool = True


class Decision(Struct, frozen=True):
    """A question that a seat or chance must answer before the turn can end.

    `ability` asks it for `band`.  `kind` is "roll" (the die), "draw" (chance reveals one of `choices`) or "choice"
    (`seat` takes one of them); `seat` rolls, draws or chooses.  `about` is what the ability needs to know when the
    answer comes, such as a region.  With `holds` nothing else goes on before it is answered, otherwise it may wait
    until the turn's end.  `number`, from 1, counts the turn's questions and names the occasion.
    """

    ability: str
    band: int
    seat: int
    kind: str = "roll"
    about: str = ""
    choices: tuple[str, ...] = ()
    holds: bool = False
    number: int = 0


class Turn(Struct, frozen=True):
    """How far the running turn has come.

    `stage` is one of begin, conquer, redeploy, score, withdraw, or an ability's own.  `band` acts; `cycle` is above 0
    when a kind of stage comes once more.
    `mustered`: bands that have readied their troops.  `used`: what was done of
    things limited per turn.  `called`: the ability that waits for a die; `pips`:
    the answer, until spent.  `returned`: pieces (band, kind, count) that go back on
    the map when the turn ends.  `asked`: the open questions, `questions` their
    number so far.
    """

    number: int
    seat: int
    stage: str = "begin"
    band: int = 0
    mustered: tuple[int, ...] = ()
    attacks: tuple[Attack, ...] = ()
    used: tuple[str, ...] = ()
    attempt: Attempt | None = None
    called: str = ""
    pips: int | None = None
    rolls: int = 0
    returned: tuple[tuple[int, str, int], ...] = ()
    cycle: int = 0
    asked: tuple[Decision, ...] = ()
    questions: int = 0

    @property
    def rolling(self) -> bool:
        """Whether a roll is due of the seat whose turn it is."""
        return bool(self.called) or (self.attempt is not None and self.attempt.pips is None)

    @property
    def held_up(self) -> bool:
        """Whether nothing goes on before an open question is answered."""
        return bool(self.asked) and any(each.holds for each in self.asked)


class Sheet(Struct, frozen=True):
    """An accepted score sheet: public until the next one is accepted."""

    seat: int
    lines: tuple[Line, ...]


class Game(Struct, frozen=True):
    """The whole state of a table's game.

    `tray`: race tokens in the storage tray.  `banners` and `badges` are unseen
    and in no order; `returned` banners are below them in known order;
    `discards` are badges out of play.  `half` is a banner that waits for its
    badge.  `drawn` counts the pieces revealed so far.  `piles`: what is on piles
    beside the map, pile -> kind -> count.  `won`: the seat that wins by a rule.
    `prizes`: the kinds of pieces that belong to nobody and give their abilities to
    the active race that holds their region.  `guard`: as in `Setup`.
    """

    board: Board
    seats: tuple[Seat, ...]
    start: int
    boxes: tuple[str, ...]
    options: dict[str, str]
    grounds: dict[str, Ground]
    bands: dict[int, Band]
    tray: dict[str, int]
    tribes: int
    column: tuple[Combo, ...] = ()
    banners: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    half: str = ""
    drawn: int = 0
    taken: int = 0
    turn: Turn = Turn(1, 0)
    sheet: Sheet | None = None
    over: bool = False
    stopped: bool = False
    unveiled: tuple[int, ...] = ()
    piles: dict[str, dict[str, int]] = field(default_factory=dict)
    won: int | None = None
    prizes: tuple[str, ...] = ()
    guard: bool = False

    def name(self, seat: int) -> str:
        """The name of a seat's player."""
        return self.seats[seat].name

    def holdings(self, band: int) -> list[str]:
        """The regions that a band holds with tokens or pieces of its own, in map order."""
        return [region for region, ground in self.grounds.items() if ground.band == band]

    def standing(self, band: int) -> dict[str, int]:
        """The tokens in each of those regions; where only a piece is, 0."""
        return {region: ground.tokens for region, ground in self.grounds.items() if ground.band == band}

    def beside(self, band: int, region: str) -> list[str]:
        """The regions next to this one that a band holds."""
        grounds = self.grounds
        return [each for each in self.board.regions[region].adjacent if grounds[each].band == band]

    def bands_of(self, seat: int) -> list[Band]:
        """A seat's bands, the oldest first."""
        return [band for band in self.bands.values() if band.seat == seat]

    def active(self, seat: int) -> Band | None:
        """The seat's active band, or None between two races."""
        for band in self.bands.values():
            if band.seat == seat and not band.declined:
                return band
        return None

    def pieces(self, kind: str, band: int | None = None) -> list[str]:
        """The regions of all pieces of a kind, of one band or all, once for each piece."""
        return [
            region
            for region, ground in self.grounds.items()
            if ground.markers
            for marker in ground.markers
            if marker.kind == kind and band in (None, marker.band)
        ]


class Slot(Struct, frozen=True):
    """One line of an allocation form: a region and how many may be there; with `none`, zero is allowed too."""

    id: str
    least: int
    most: int
    start: int
    none: bool = False

    def takes(self, count: int) -> bool:
        """Whether this many may be there."""
        return self.least <= count <= self.most or (self.none and count == 0)


class Form(Struct, frozen=True):
    """An allocation form: counts for its slots whose sum is between two bounds.

    `field` is the command's field that the counts go into.  `what` is the race
    or piece that is counted out.  `there` is how many there are in all: as
    played, the sum may be anything up to that.  If the slots start with fewer
    than the least sum, somebody has to choose.
    """

    slots: tuple[Slot, ...]
    least_total: int
    total: int
    field: str
    what: str
    there: int
    spare: str = "hand"

    @property
    def room(self) -> int:
        """How many can stand at once."""
        return min(self.total, self.there, sum(slot.most for slot in self.slots))


class Way(Struct, frozen=True):
    """One way to conquer a region: "ordinary" or an ability's own.

    `cost` tokens come from `source`: the hand, or the tray.  `closed` says why
    the rules forbid it here; it can then only be entered as played.  If the price
    is not `fixed`, the bill of an ability's own way says what it saves, and
    `boosts` may help: how much of each ability's, worth `bodies` tokens and
    costing `coins`.  With `die` it may be tried as the final attempt, with `far`
    it reaches beyond the regions next to one's own; `at` is the region where a
    piece is put for it.  One that `rolls` has a die of its own, which comes first.
    """

    key: str
    bill: tuple[Line, ...]
    cost: int
    source: str = "hand"
    closed: Message | None = None
    fixed: bool = True
    die: bool = False
    far: bool = False
    at: str = ""
    boosts: dict[str, int] = field(default_factory=dict)
    bodies: int = 0
    coins: int = 0
    rolls: bool = False

    @property
    def name(self) -> str:
        """The name by which commands know it."""
        return f"{self.key}:{self.at}" if self.at else self.key


class Quote(Struct, frozen=True):
    """What conquering a region takes: ways, or why not.  `hand` is what there is; `tolls` say who will owe whom.

    `first`: the coins that the attacker must pay before.
    """

    region: str
    band: int
    hand: int
    ways: tuple[Way, ...]
    refusals: tuple[Message, ...]
    tolls: tuple[Message, ...] = ()
    first: int = 0


class Chance(Struct, frozen=True):
    """A question that only chance can answer: a roll, a banner, a badge, or another draw.

    `occasion` names it for ever: a move that was taken back meets the same answer.  Unless it `holds`, the turn goes on
    meanwhile.
    """

    kind: str
    occasion: str
    choices: tuple[str, ...]
    seat: int
    message: Message
    holds: bool = True
