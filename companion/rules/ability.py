"""What an ability is: every hook, as a no-op, with one line on what it answers.

An ability is a race, a special power, or a piece on the map.  It is stateless:
what it remembers stands in its band's memo, under the fields it declares.  A
noun asks a question; `on_...` returns events; `may_...` is a yes or no.  A
hook answers; it never calls the engine and never waits.  Who is asked, in
which order, and how answers combine, is settled in `hooks/` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from companion.rules.answers import (
    ABANDONED,
    BAND,
    COUNT,
    DECLINED,
    EMPTIED,
    FAILED_ATTACK,
    FLAG,
    PRINTING,
    SEAT,
    Boost,
    Deed,
    Due,
    Earn,
    Garrison,
    Heap,
    Memory,
    Option,
    Placement,
    Strike,
    Toll,
)
from companion.rules.contexts import Fight, Loss, Me
from companion.rules.events import Asked, Event, MarkerLifted, PiecesReturned, Used
from companion.rules.model import Board, Decision, Game, Region, Say, Stage, Way

__all__ = [
    "ABANDONED",
    "BAND",
    "COUNT",
    "DECLINED",
    "EMPTIED",
    "FAILED_ATTACK",
    "FLAG",
    "PRINTING",
    "SEAT",
    "Ability",
    "Boost",
    "Deed",
    "Due",
    "Earn",
    "Fight",
    "Garrison",
    "Heap",
    "Loss",
    "Me",
    "Memory",
    "Option",
    "Piece",
    "Placement",
    "Strike",
    "Toll",
]


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
    faction: ClassVar[str] = ""
    """The side on which the race stands, where a box has sides."""
    passage: ClassVar[int] = 0
    """A rule of the table: races that are on the map, too, may enter over the border, for so many tokens more."""
    sails: ClassVar[bool] = False
    """What the way over the sea adds to the cost is not asked of its race."""
    islands: ClassVar[Mapping[int, str]] = MappingProxyType({})
    """A rule of the table: the boards that lie on it together, a letter for each size, by the number of players."""
    settles: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """A rule of the table: the table options that nobody is asked about, and what holds."""
    column_only: ClassVar[bool] = False
    """The power means something only to a race that was picked from the column and declines."""
    stages: ClassVar[tuple[str, ...]] = ()
    """The stages of its own in which a turn waits."""
    heaps: ClassVar[tuple[Heap, ...]] = ()
    """A rule of the table: the piles beside the map that it uses."""
    apart: ClassVar[int] = 0
    """A rule of the table: so many players play beside those whom the map is made for."""
    players: ClassVar[tuple[int, ...]] = ()
    """A rule of the table: for how many players it is, where that is not for the box to say."""
    supply_option: ClassVar[Option | None] = None
    """How many there are in the box, where nobody has found that out for sure."""
    replaces_attempt: ClassVar[bool] = False
    """It replaces the final attempt, in which a region is named first."""
    keeps_badge: ClassVar[bool] = False
    """The badge stays with its race in decline."""
    lasts: ClassVar[frozenset[str]] = frozenset()
    """The hooks that still answer when the race is in decline."""
    pieces: ClassVar[tuple[str, ...]] = ()
    """The kinds of pieces the ability puts on the map."""
    memory: ClassVar[tuple[Memory, ...]] = ()
    """Every field of memory the ability uses."""
    once: ClassVar[str] = ""
    """What it does once a "turn", or in each turn of "theirs", or against each "opponent" in it, the record notes."""
    acts_in: ClassVar[tuple[str, ...]] = ()
    """The stages of a turn in which its acts are open; all of them where none is named."""
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

    def times(self, me: Me) -> int:
        """How often it was done this turn."""
        return me.game.turn.used.count(self.mark())

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

    def allies(self, seat: int, seats: int) -> tuple[int, ...]:
        """The seats that win or lose together with this one, itself among them, of so many."""
        return (seat,)

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
        """What the owner can do that is no conquest, in whichever stage; closed where a rule is against it."""
        return ()

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        """What such a deed does."""
        return ()

    def strikes(self, me: Me, what: str, target: str) -> Iterable[Strike]:
        """What a deed and its target, or what a question was about and its answer, take from others' regions."""
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

    def answers(self, me: Me, decision: Decision) -> tuple[str, ...]:
        """What a question may be answered with by now, of what it was asked with; nothing left, and it is dropped."""
        return decision.choices

    def consent(self, me: Me, decision: Decision) -> bool:
        """What is asked is the seat's own consent: nobody gives it for them."""
        return False

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

    def boost(self, me: Me) -> Boost | None:
        """What of the ability's own helps in conquests besides tokens."""
        return None

    # What a conquest does.

    def tolls(self, me: Me, fight: Fight) -> Iterable[Toll]:
        """Coins that one player owes another once the region is taken."""
        return ()

    def dues(self, me: Me, fight: Fight, takes: bool) -> Iterable[Toll]:
        """Coins that another player owes before a power of theirs touches the region, or `takes` tokens from it."""
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

    def on_scored(self, me: Me) -> Iterable[Event]:
        """What happens once the owner's score sheet is accepted."""
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
    fixed: ClassVar[bool] = False
    """It never moves from its region."""
    several: ClassVar[bool] = False
    """More than one of them may lie on a region."""
    returns: ClassVar[bool] = False
    """It is not lost with its region: its owner puts it back where the race still stands."""
    fights: ClassVar[bool] = False
    """It is taken in hand with the troops, and placed again with them."""
    body: ClassVar[bool] = False
    """It is as good as a race token: it falls like one, before the others do."""
    captive: ClassVar[bool] = False
    """Nothing is lost with its region, as it is taken itself; and nobody but its owner moves it."""

    @property
    def follows(self) -> bool:
        """Whoever moves a race token may move it in its place."""
        return self.body and not self.captive

    lost_as_token: ClassVar[bool] = False
    """Nobody's, it is among the tokens that are lost when its region is conquered."""

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
