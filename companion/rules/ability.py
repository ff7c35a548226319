"""What an ability is: every hook, as a no-op, with one line on what it answers.

An ability is a race, a special power, or a piece on the map.  It is stateless:
what it remembers stands in its band's memo, under the fields it declares.  A
noun asks a question; `on_...` returns events; `may_...` is a yes or no.  A
hook answers; it never calls the engine and never waits.  Who is asked, in
which order, and how answers combine, is settled in `hooks.py` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from msgspec import Struct

from companion.rules.events import Asked, Event, MarkerLifted, PiecesReturned, Used
from companion.rules.model import Attack, Band, Board, Decision, Game, Ground, Region, Say, Stage, Way

FLAG, COUNT, SEAT = "flag", "count", "seat"


class Memory(Struct, frozen=True):
    """A field an ability remembers: its key, the range of its value, and what kind of thing it is.

    A flag is 0 or 1.  A seat is 0 for nobody, else the seat's number and 1 more.
    What is `told` is said with what hands have to do whenever it changes.
    """

    key: str
    least: int = 0
    most: int = 1
    kind: str = FLAG
    told: bool = False

    def fits(self, value: int, seats: int) -> bool:
        """Whether a table of so many seats can have this value here."""
        most = min(self.most, seats) if self.kind == SEAT else self.most
        return self.least <= value <= most


class Option(Struct, frozen=True):
    """A question on which tables differ: its choices, the default first.

    The words are the messages `option.KEY` and `option.KEY.CHOICE`; those of a number are the number.  With `longest`
    the answer is any line of so many letters.
    """

    key: str
    choices: tuple[str, ...]
    longest: int = 0

    def takes(self, choice: str) -> bool:
        """Whether a table may choose this."""
        # What stands for something else in a position, or in a sentence with gaps, is no letter.
        line = choice.isprintable() and choice == choice.strip() and not set("|={}") & set(choice)
        return choice in self.choices or (0 < len(choice) <= self.longest and line)

    @property
    def default(self) -> str:
        """The choice that holds unless the table says otherwise."""
        return self.choices[0]

    def chosen(self, game: Game) -> str:
        """What this table has chosen."""
        return game.options.get(self.key, self.default)


FAILED_ATTACK = Option("failed-attack", ("counts", "does-not-count"))
"""Whether a final attempt that failed is an attack on whoever stands there."""
PRINTING = Option("printing", ("first", "later"))
"""Which names the pieces bear. Whatever is called otherwise in a later printing of its box lists this option; the rules
never ask it, the shell says `race.KEY@later` for `race.KEY`."""


class Heap(Struct, frozen=True):
    """A pile beside the map that people may find otherwise than it is told: of badges, or of tokens.

    `besides`: kinds of tokens on it that nobody counts.
    """

    key: str
    badges: bool = False
    besides: tuple[str, ...] = ()


class Earn(NamedTuple):
    """Coins for the score sheet: how many, from which regions, and what to note down."""

    amount: int
    where: tuple[str, ...] = ()
    remember: tuple[str, int] | None = None


class Deed(NamedTuple):
    """Something one can do that is no conquest: its name, its target, its words.

    `closed` says why the rules forbid it now; it can then only be entered as played.  `price`: coins that it costs,
    to the bank.
    """

    act: str
    target: str
    say: Say
    closed: Say | None = None
    price: int = 0


class Loss(NamedTuple):
    """Tokens that leave the map for good: of a band, or Lost Tribes (`band` is None).

    `cause` is "conquest", "replaced" (another token takes its place) or "decline".  `deathless`: the race loses none
    in conquests.  A conquest also says on which `region`, how many `tokens` and Lost Tribes, and in which `fight`.
    """

    cause: str
    band: Band | None = None
    deathless: bool = False
    region: str = ""
    tokens: int = 0
    tribe: int = 0
    fight: Fight | None = None


class Boost(NamedTuple):
    """What helps tokens in a conquest: how many there are, what each is worth now, and the coins each takes.

    A `body` stands for a token.  What is said `after_roll` may still be decided when the die of the final attempt
    fell short.
    """

    most: int
    worth: int
    coins: int = 0
    body: bool = False
    after_roll: bool = False


class Toll(NamedTuple):
    """Coins that a seat owes another for a conquest, as far as it has them."""

    payer: int
    payee: int
    coins: int = 1


class Placement(NamedTuple):
    """Pieces that may be put on own regions while redeploying.

    `most` pieces in all, `each` of them at most in one region, on one of
    `regions`.  With `anew` the pieces already there are picked up first, and
    what is not placed anew stays where it was; otherwise they are added.  `all`
    of them must be placed: what is in hand when the troops stand is placed by
    itself, where the fewest stand.
    """

    kind: str
    regions: tuple[str, ...]
    most: int
    each: int = 1
    anew: bool = False
    all: bool = False


class Garrison(NamedTuple):
    """How a race must stand when its turn ends.

    `aside` tokens come off the map, with `rest` all that need not stand.  In a region stand at `most` so many, and
    just those that stand there if none `moves`.  Unless they come `back`, tokens driven out of a region wait off the
    map as well.  With `spare` its tokens may also stay in hand.
    """

    aside: int = 0
    rest: bool = False
    most: int | None = None
    moves: bool = True
    back: bool = True
    spare: bool = False


ABANDONED, EMPTIED, DECLINED = "abandoned", "emptied", "declined"
"""Why a region is left."""


class Me:
    """Whose ability is asked: the game and the band.  For a piece also its region."""

    __slots__ = ("band", "game", "region")

    def __init__(self, game: Game, band: Band, region: str = "") -> None:
        self.game = game
        self.band = band
        self.region = region

    def holdings(self) -> list[str]:
        """The regions this band holds."""
        return self.game.holdings(self.band.id)

    def waiting(self, kind: str) -> int:
        """How many of this band's pieces wait to go back on the map when the turn ends."""
        return sum([n for band, each, n in self.game.turn.returned if (band, each) == (self.band.id, kind)])

    def in_hand(self, kind: str, owned: int) -> int:
        """How many of the pieces that this band has are neither on the map nor waiting to go back to it."""
        return max(0, owned - len(self.game.pieces(kind, self.band.id)) - self.waiting(kind))

    def with_symbol(self, symbol: str) -> tuple[str, ...]:
        """The regions this band holds that bear a symbol."""
        regions = self.game.board.regions
        return tuple(held for held in self.holdings() if symbol in regions[held].symbols)

    def with_terrain(self, *terrains: str) -> tuple[str, ...]:
        """The regions this band holds of some terrains."""
        regions = self.game.board.regions
        return tuple(held for held in self.holdings() if regions[held].terrain in terrains)

    def conquests(self) -> list[Attack]:
        """The regions this band has conquered this turn."""
        return [a for a in self.game.turn.attacks if a.band == self.band.id and a.won]

    def attacks(self) -> list[Attack]:
        """What this band has attacked this turn: its conquests and, where the table has it so, failed attempts."""
        failed = FAILED_ATTACK.chosen(self.game) == "counts"
        return [a for a in self.game.turn.attacks if a.band == self.band.id and (a.won or failed)]

    def non_empty_conquests(self) -> tuple[str, ...]:
        """Those of them that were not empty (base rules, appendix II)."""
        return tuple(attack.region for attack in self.conquests() if attack.non_empty)


class Fight:
    """An attack as it is weighed: who attacks which region, and what lies there."""

    __slots__ = (
        "at",
        "band",
        "boosts",
        "defender",
        "game",
        "ground",
        "held",
        "region",
        "seen_declined",
        "tokens_there",
        "way",
    )

    def __init__(
        self,
        game: Game,
        band: Band,
        region: str,
        held: list[str],
        stand_ins: int = 0,
        way: str = "ordinary",
        boosts: Mapping[str, int] = MappingProxyType({}),
        seen_declined: tuple[int, ...] = (),
    ) -> None:
        self.game = game
        self.band = band
        self.region: Region = game.board.regions[region]
        self.ground: Ground = game.grounds[region]
        self.defender: Band | None = game.bands.get(self.ground.band)
        self.held = held
        self.tokens_there = self.ground.tokens + stand_ins
        self.way, self.at = way, ""
        if ":" in way:
            self.way, _, self.at = way.partition(":")
        self.boosts = boosts
        self.seen_declined = seen_declined

    @property
    def by_enemy(self) -> bool:
        """The region is held by another player's band."""
        return self.defender is not None and self.defender.seat != self.band.seat

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


class Ability:
    """A race, a power or a piece.  Subclasses answer the hooks that concern them."""

    key: ClassVar[str] = ""
    called: ClassVar[tuple[str, str] | None] = None
    """What one and several of them are called, where the words do not know it."""
    tokens: ClassVar[int] = 0
    """The number printed on the banner or badge: tokens received with it."""
    supply: ClassVar[int] = 0
    """How many tokens or pieces of this kind are in the box."""
    skip_price: ClassVar[int] = 1
    """How many coins go on its combo from each player who picks one below it."""
    counts_declined: ClassVar[bool] = False
    """To other players the race counts as one in decline, though it acts as an active one."""
    deathless: ClassVar[bool] = False
    """The race loses no token when it is conquered."""
    home: ClassVar[str] = ""
    """The piece on the map on which its tokens lie that are in hand."""
    by_border: ClassVar[bool] = True
    """False where the race does not enter the map over its border."""
    column_only: ClassVar[bool] = False
    """The power means something only to a race that was picked from the column and declines."""
    stages: ClassVar[tuple[str, ...]] = ()
    """The stages of its own in which a turn waits."""
    heaps: ClassVar[tuple[Heap, ...]] = ()
    """A rule of the table: the piles beside the map that it uses."""
    apart: ClassVar[int] = 0
    """A rule of the table: so many players play beside those whom the map is made for."""
    supply_option: ClassVar[Option | None] = None
    """How many there are in the box, where nobody has found that out for sure."""
    named_attempt: ClassVar[bool] = True
    """False where the final attempt with a region named first is replaced."""
    keeps_badge: ClassVar[bool] = False
    """The badge stays with its race in decline."""
    lasts: ClassVar[frozenset[str]] = frozenset()
    """The hooks that still answer when the race is in decline."""
    pieces: ClassVar[tuple[str, ...]] = ()
    """The kinds of pieces the ability puts on the map."""
    memory: ClassVar[tuple[Memory, ...]] = ()
    """Every field of memory the ability uses."""
    once: ClassVar[str] = ""
    """What it does once a "turn", or once a turn against each "opponent", it notes in the turn's record."""
    calls_die: ClassVar[bool] = False
    """It may have the die rolled before a conquest."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The table options that belong to this ability."""
    concerns: ClassVar[tuple[str, ...]] = ()
    """The keys of the table's own options that touch it."""

    def recall(self, me: Me, field: str) -> int:
        """What this ability remembers for this band; 0 when nothing."""
        return me.band.memo.get(f"{self.key}.{field}", 0)

    def mark(self, opponent: int | None = None) -> str:
        """How the turn's record names what it does once."""
        return self.key if opponent is None else f"{self.key}:{opponent}"

    def spent(self, me: Me, opponent: int | None = None) -> bool:
        """It was done this turn already."""
        return self.mark(opponent) in me.game.turn.used

    def spend(self, opponent: int | None = None) -> Event:
        """It is done now."""
        return Used(self.mark(opponent))

    @classmethod
    def in_box(cls, options: Mapping[str, str]) -> int:
        """How many of its kind are in the box of a table with these options."""
        asked = cls.supply_option
        return int(options.get(asked.key, asked.default)) if asked else cls.supply

    def rule(self) -> str:
        """The ability's rule in our own words: its class's docstring."""
        return " ".join((type(self).__doc__ or "").split())

    # The table.

    def beside(self, start: int, seats: int) -> int:
        """The seat that plays beside those whom the map is made for."""
        return start

    def unfit(self, board: Board) -> Say | None:
        """Why a rule of the table cannot be played with on a board."""
        return None

    def lays_out(self, me: Me) -> Iterable[Event]:
        """What a rule of the table lays out before the first turn."""
        return ()

    def ranked(self, me: Me, seat: int) -> bool:
        """The seat is among those of whom the one with most coins wins."""
        return True

    # Taking a combo, and the turn.

    def extra_tokens(self, me: Me) -> int:
        """Tokens received on top of the printed numbers."""
        return 0

    def on_passed(self, me: Me, place: int) -> Iterable[Event]:
        """What happens to a combo in the column when it is passed over; `place` is where it lies."""
        return ()

    def on_taken(self, me: Me) -> Iterable[Event]:
        """What happens when the combo has been taken."""
        return ()

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        """What happens as the owner's turn begins."""
        return ()

    def plan(self, me: Me, stages: list[Stage]) -> list[Stage]:
        """The stages of the running turn, made of what they are so far; asked anew whenever one of them has ended."""
        return stages

    def on_stage(self, me: Me, stage: Stage) -> Iterable[Event]:
        """What happens by itself as a stage begins."""
        return ()

    def conquers(self, me: Me) -> bool:
        """A band in decline still conquers, before the active one does."""
        return False

    def acts(self, me: Me) -> Iterable[Deed]:
        """What the owner can do that is no conquest; closed in the wrong stage, or where a rule is against it."""
        return ()

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        """What such a deed does."""
        return ()

    def hints(self, me: Me) -> Iterable[tuple[Say, str]]:
        """What the owner could still do and usually wants, and the id of an offer that does it, else ""."""
        return ()

    # Questions inside a turn; any hook that returns events may ask one.

    def ask(
        self, me: Me, seat: int, kind: str, about: str = "", choices: tuple[str, ...] = (), holds: bool = False
    ) -> Event:
        """Ask a question: of the die ("roll"), of chance ("draw") or of a seat ("choice")."""
        return Asked(Decision(self.key, me.band.id, seat, kind, about, choices, holds))

    def question(self, me: Me, decision: Decision) -> Say:
        """The words of a question of its own."""
        return Say(f"question.{self.key}", {"name": me.game.name(decision.seat)})

    def choice(self, me: Me, decision: Decision, key: str) -> Say:
        """The words of one of the answers that a seat can choose."""
        return Say(f"choice.{self.key}.{key}")

    def fee(self, me: Me, decision: Decision, answer: str) -> int:
        """The coins that an answer takes from who gives it."""
        return 0

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        """What comes of the answer: pips, or one of the choices."""
        return ()

    # Where one may conquer.

    def entries(self, me: Me) -> Iterable[str]:
        """Regions through which a first conquest may enter, besides the border."""
        return ()

    def neighbours(self, me: Me, held: list[str]) -> Iterable[str]:
        """Regions within reach besides those that border on one's own."""
        return ()

    def far(self, me: Me, held: list[str]) -> Iterable[str]:
        """Regions beyond those within reach that a way of its own conquers."""
        return ()

    def may_enter(self, me: Me, region: Region) -> bool:
        """This Sea or Lake may be conquered."""
        return False

    def shields(self, me: Me, kind: str, fight: Fight) -> Iterable[Say]:
        """Why an enemy's "conquest" or "power" cannot touch this region or band."""
        return ()

    # What a conquest costs.

    def least(self, me: Me, readying: bool) -> int:
        """How many tokens a region is taken and held with, whatever is saved; `readying`: while the troops are."""
        return 1

    def attack_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        """What the attacker's ability adds to the cost, or takes off it."""
        yield from ()

    def defence_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        """What the defender's ability, or a piece on the ground, adds to the cost."""
        yield from ()

    def ways(self, me: Me, fight: Fight) -> Iterable[Way | Say]:
        """Ways to conquer of the ability's own, closed where a rule is against it; words alone where pieces are."""
        return ()

    def boost(self, me: Me, fight: Fight) -> Boost | None:
        """What of the ability's own helps in a conquest besides tokens."""
        return None

    # What a conquest does.

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        """Coins that one player owes another once the region is taken."""
        return ()

    def casualties(self, me: Me, loss: Loss) -> int:
        """How many of the defender's tokens are lost for good, of those that would be."""
        return loss.tokens

    def collects(self, me: Me, loss: Loss) -> Iterable[Event]:
        """What anybody's tokens and Lost Tribes bring that are lost in a conquest and go to no pile."""
        return ()

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        """What the defender's ability does when its tokens are lost; for a piece, when its region is conquered."""
        return ()

    def on_left(self, me: Me, cause: str) -> Iterable[Event]:
        """What happens when a region is left: abandoned while readying, emptied while redeploying, or declined."""
        return ()

    def buries(self, me: Me, loss: Loss) -> str | None:
        """The pile to which lost tokens go instead of to the tray."""
        return None

    def on_conquest(self, me: Me, fight: Fight) -> Iterable[Event]:
        """What the attacker's ability does once the region is taken."""
        return ()

    def on_failure(self, me: Me, fight: Fight) -> Iterable[Event]:
        """What the attacker's ability does once a final attempt has failed."""
        return ()

    # Redeployment and scoring.

    def reinforcements(self, me: Me) -> int:
        """Tokens that come from the tray when conquests have ended."""
        return 0

    def on_redeployed(self, me: Me) -> Iterable[Event]:
        """What happens once the troops stand as they end the turn."""
        return ()

    def placements(self, me: Me) -> Iterable[Placement]:
        """Pieces one may place while redeploying."""
        return ()

    def garrison(self, me: Me) -> Garrison:
        """How the race must stand when its turn ends."""
        return Garrison()

    def score(self, me: Me) -> Iterable[Earn]:
        """Coins beyond one for each region, and where they come from."""
        return ()

    # Decline and the end.

    def declines(self, me: Me) -> bool:
        """The race may be put in decline at all."""
        return True

    def declines_late(self, me: Me) -> bool:
        """The race may go into decline after scoring a turn of conquests."""
        return False

    def gathers(self, me: Me) -> bool:
        """At decline one token of each region comes together in one of them, and the others are given up."""
        return False

    def on_decline(self, me: Me) -> Iterable[Event]:
        """What happens as the own race goes into decline."""
        return ()

    def witness(self, me: Me, event: Event) -> Iterable[Event]:
        """What another race's decline brings; it wakes no further witness."""
        return ()

    def stays(self, me: Me, region: str, tokens: int) -> int | None:
        """How many tokens stay on a region at decline; None: one, as usual."""
        return None

    def outlives_next(self, me: Me) -> bool:
        """In decline, the band does not count: it stays when another one declines."""
        return False

    def tie_tokens(self, me: Me) -> int:
        """What to add to the race tokens counted in a tie."""
        return 0


class Piece(Ability):
    """A piece on the map: an ability of the ground it lies on.

    `me.band` is the band it belongs to and `me.region` its region.
    """

    defence: ClassVar[int] = 0
    """How many tokens it adds to what the region costs."""
    immune: ClassVar[bool] = False
    """Enemies cannot touch the region, by conquest or by power."""
    counts_as_token: ClassVar[bool] = False
    """It stands in for a race token when a token must be alone."""
    lasting: ClassVar[bool] = False
    """It stays when its band goes into decline."""
    unheld: ClassVar[bool] = False
    """It lies on regions that its band has left."""
    several: ClassVar[bool] = False
    """More than one of them may lie on a region."""
    returns: ClassVar[bool] = False
    """It is not lost with its region: its owner puts it back where the race still stands."""
    fights: ClassVar[bool] = False
    """It is taken in hand with the troops, and placed again with them."""
    body: ClassVar[bool] = False
    """It is as good as a race token: it falls like one, before the others do."""

    def owned(self, me: Me) -> int:
        """How many of them its band has, on the map, in hand or waiting to go back; 0: they come from the box."""
        return 0

    def holds(self, game: Game) -> bool:
        """One of them alone holds a region for its band."""
        return self.body

    def strength(self, me: Me, fight: Fight | None = None) -> int:
        """How many tokens it is worth now, where it stands or where it is attacked."""
        return self.defence

    def defence_cost(self, me: Me, fight: Fight) -> Iterator[int]:
        """What it is worth there."""
        strength = self.strength(me, fight)
        if strength:
            yield strength

    def on_fall(self, me: Me) -> Iterable[Event]:
        """What becomes of a piece that is lost instead of a token."""
        yield MarkerLifted(me.region, self.key, me.band.id)

    def shields(self, me: Me, kind: str, fight: Fight) -> Iterable[Say]:
        """An immune piece keeps enemies off, not its owner's own races."""
        if self.immune and fight.band.seat != me.band.seat:
            yield Say("refuse.held_by", {"piece": self.key})

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        """What becomes of the piece when its region is conquered."""
        yield MarkerLifted(me.region, self.key, me.band.id)
        own = self.fights and loss.fight is not None and loss.fight.band.seat == me.band.seat
        if self.returns and me.band.id and not own:
            yield PiecesReturned(me.band.id, self.key, me.waiting(self.key) + 1)

    def on_left(self, me: Me, cause: str) -> Iterable[Event]:
        """What becomes of the piece when its region is abandoned, or its race leaves it."""
        yield MarkerLifted(me.region, self.key, me.band.id)
