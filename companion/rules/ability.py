"""The base class of abilities: every hook, as a no-op, with one line on what it answers.

An ability is a race, a special power, or a piece on the map.  It is stateless:
what it remembers is in its band's memo, under the fields it declares.  A noun
is a question; `on_...` returns events; `may_...` is a yes or no.  A hook
answers; it never calls the engine and never waits.  Who is asked, in which
order, and how answers combine, is up to `hooks/` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
    Action,
    Boost,
    Garrison,
    Income,
    Memory,
    Option,
    OwedToll,
    Pile,
    Placement,
    Strike,
    Toll,
)
from companion.rules.contexts import Fight, Loss, Owner
from companion.rules.events import Asked, Event, Used
from companion.rules.model import Decision, Message, Region, Stage, Way

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
    "Action",
    "Boost",
    "Fight",
    "Garrison",
    "Income",
    "Loss",
    "Memory",
    "Option",
    "OwedToll",
    "Owner",
    "Pile",
    "Placement",
    "Strike",
    "Toll",
]


class Ability:
    """A race or a power.  Subclasses implement the hooks that concern them; pieces and rules of the table have more."""

    key: ClassVar[str] = ""
    called: ClassVar[tuple[str, str] | None] = None
    """Its singular and plural names, if the catalogues have none."""
    tokens: ClassVar[int] = 0
    """The number printed on the banner or badge: tokens received with it."""
    supply: ClassVar[int] = 0
    """How many tokens or pieces of this kind are in the box."""
    skip_price: ClassVar[int] = 1
    """How many coins go on its combo from each player who picks one below it."""
    counts_declined: ClassVar[bool] = False
    """Other players see the race as declined, though it acts as an active one."""
    deathless: ClassVar[bool] = False
    """The race loses no token when a region is conquered from it."""
    home: ClassVar[str] = ""
    """The piece on the map that holds its tokens in hand."""
    by_border: ClassVar[bool] = True
    """False if the race does not enter the map from its border."""
    symbol: ClassVar[str] = ""
    """The symbol on the map that its rule is about, if it is about one."""
    faction: ClassVar[str] = ""
    """The faction of the race, if its box has factions."""
    sails: ClassVar[bool] = False
    """Its race pays nothing for a sea voyage."""
    column_only: ClassVar[bool] = False
    """The power only works for a race that was picked from the column and declines."""
    stages: ClassVar[tuple[str, ...]] = ()
    """Stages of its own, which somebody has to end."""
    supply_option: ClassVar[Option | None] = None
    """An option for how many there are in the box, if nobody knows for sure."""
    replaces_attempt: ClassVar[bool] = False
    """It replaces the final attempt, which names a region first."""
    keeps_badge: ClassVar[bool] = False
    """The badge stays with its race in decline."""
    lasts: ClassVar[frozenset[str]] = frozenset()
    """The hooks that it still answers in decline."""
    tells_decline: ClassVar[bool] = False
    """Its rule says what holds in decline, though it answers no hook then."""
    pieces: ClassVar[tuple[str, ...]] = ()
    """The kinds of pieces the ability puts on the map."""
    memory: ClassVar[tuple[Memory, ...]] = ()
    """Every field of memory the ability uses."""
    forgotten: ClassVar[tuple[str, ...]] = ()
    """Fields of earlier versions: older logs and records name them, and they are ignored."""
    once: ClassVar[str] = ""
    """How often the record lets it act: once a "turn", once in each turn of "theirs", or once a turn for each
    "opponent"."""
    actions_in: ClassVar[tuple[str, ...]] = ()
    """The stages of a turn in which its actions are open; none means all."""
    tolls_for: ClassVar[str] = ""
    """The kind of piece for whose region alone it demands tolls; without one, it is asked about every region."""
    empty_handed: ClassVar[bool] = False
    """Its ways to conquer need no token in hand."""
    calls_die: ClassVar[bool] = False
    """It may call for the die before a conquest."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The table options that belong to this ability."""
    concerns: ClassVar[tuple[str, ...]] = ()
    """The keys of the table's own options that affect it."""

    def recall(self, owner: Owner, field: str) -> int:
        """What this ability remembers for this band; 0 for nothing."""
        return owner.band.memo.get(f"{self.key}.{field}", 0)

    def mark(self, opponent: int | None = None) -> str:
        """The key in the turn's record for something it does once."""
        return self.key if opponent is None else f"{self.key}:{opponent}"

    def spent(self, owner: Owner, opponent: int | None = None) -> bool:
        """Whether it was done this turn already."""
        return self.mark(opponent) in owner.game.turn.used

    def times(self, owner: Owner) -> int:
        """How often it was done this turn."""
        return owner.game.turn.used.count(self.mark())

    def spend(self, opponent: int | None = None) -> Event:
        """Note that it is done."""
        return Used(self.mark(opponent))

    @classmethod
    def in_box(cls, options: Mapping[str, str]) -> int:
        """How many of its kind are in the box of a table with these options."""
        asked = cls.supply_option
        return int(options.get(asked.key, asked.default)) if asked else cls.supply

    def rule(self) -> str:
        """The ability's rule in our own words: its class's docstring, with apostrophes as they are printed."""
        return " ".join((type(self).__doc__ or "").split()).replace("'", "’")

    # Taking a combo, and the turn.

    def extra_tokens(self, owner: Owner) -> int:
        """Tokens received on top of the printed numbers."""
        return 0

    def on_passed(self, owner: Owner, place: int) -> Iterable[Event]:
        """What happens to a combo in the column when it is passed over; `place` is its index."""
        return ()

    def on_taken(self, owner: Owner) -> Iterable[Event]:
        """What happens when the combo has been picked."""
        return ()

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        """What happens as the owner's turn begins."""
        return ()

    def plan(self, owner: Owner, stages: list[Stage]) -> list[Stage]:
        """The stages of the running turn, from those planned so far; asked again whenever one of them has ended."""
        return stages

    def on_stage(self, owner: Owner, stage: Stage) -> Iterable[Event]:
        """What happens automatically when a stage begins."""
        return ()

    def conquers(self, owner: Owner) -> bool:
        """Whether a band in decline still conquers, before the active one does."""
        return False

    def actions(self, owner: Owner) -> Iterable[Action]:
        """What the owner can do besides conquests, in whichever stage; closed if a rule is against it."""
        return ()

    def used_up(self, owner: Owner) -> Message | None:
        """Why all its actions and ways are closed for the time being, wherever; what is closed is not listed at all."""
        return None

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        """What such an action does."""
        return ()

    def strikes(self, owner: Owner, what: str, target: str) -> Iterable[Strike]:
        """What an action and its target, or a question and its answer, take from others' regions."""
        return ()

    def hints(self, owner: Owner) -> Iterable[tuple[Message, str]]:
        """What the owner could still do and usually wants, and the id of an offer that does it, else ""."""
        return ()

    # Questions inside a turn; any hook that returns events may ask one.

    def ask(
        self, owner: Owner, seat: int, kind: str, about: str = "", choices: tuple[str, ...] = (), holds: bool = False
    ) -> Event:
        """Ask a question: of the die ("roll"), of chance ("draw") or of a seat ("choice")."""
        return Asked(Decision(self.key, owner.band.id, seat, kind, about, choices, holds))

    def question(self, owner: Owner, decision: Decision) -> Message:
        """The words of a question of its own."""
        return Message(f"question.{self.key}", {"name": owner.game.name(decision.seat)})

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        """The words of an answer that a seat can choose."""
        return Message(f"choice.{self.key}.{key}")

    def answers(self, owner: Owner, decision: Decision) -> tuple[str, ...]:
        """The answers that are still possible, of those it was asked with; without any, the question is dropped."""
        return decision.choices

    def consent(self, owner: Owner, decision: Decision) -> bool:
        """Whether the question asks for the seat's own consent, which nobody else can give."""
        return False

    def fee(self, owner: Owner, decision: Decision, answer: str) -> int:
        """The coins that an answer costs whoever gives it."""
        return 0

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        """What happens with the answer: pips, or one of the choices."""
        return ()

    # Where one may conquer.

    def entries(self, owner: Owner) -> Iterable[str]:
        """Regions through which a first conquest may enter, besides the border."""
        return ()

    def neighbours(self, owner: Owner, held: list[str]) -> Iterable[str]:
        """Regions within reach besides those next to one's own."""
        return ()

    def far(self, owner: Owner, held: list[str]) -> Iterable[str]:
        """Regions out of reach that a way of its own can conquer."""
        return ()

    def may_enter(self, owner: Owner, region: Region) -> bool:
        """Whether this Sea or Lake may be conquered."""
        return False

    def shields(self, owner: Owner, kind: str, fight: Fight) -> Iterable[Message]:
        """Why an enemy's "conquest" or "power" cannot affect this region or band."""
        return ()

    # What a conquest costs.

    def least(self, owner: Owner, readying: bool) -> int:
        """How many tokens a region needs at least, however much is saved; `readying`: while readying troops."""
        return 1

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        """What the attacker's ability adds to the cost, or takes off it."""
        yield from ()

    def defence_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        """What the defender's ability, or a piece in the region, adds to the cost."""
        yield from ()

    def ways(self, owner: Owner, fight: Fight) -> Iterable[Way | Message]:
        """The ability's own ways to conquer, closed if a rule is against it; only words if pieces are missing."""
        return ()

    def boost(self, owner: Owner) -> Boost | None:
        """What of the ability's own helps in conquests besides tokens."""
        return None

    # What a conquest does.

    def tolls(self, owner: Owner, fight: Fight) -> Iterable[Toll]:
        """Coins that an opponent owes for taking the owner's region."""
        return ()

    def spoils(self, owner: Owner, fight: Fight) -> Iterable[Toll]:
        """Coins that an opponent owes once the owner has taken its region."""
        return ()

    def owed_tolls(self, owner: Owner, fight: Fight, takes: bool) -> Iterable[Toll]:
        """Coins that another player owes before a power of theirs affects the region, or `takes` tokens from it."""
        return ()

    def casualties(self, owner: Owner, loss: Loss) -> int:
        """How many of the defender's tokens are lost for good, of those that would be."""
        return loss.tokens

    def collects(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        """What anybody's tokens and Lost Tribes pay when they are lost in a conquest and go to no pile."""
        return ()

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        """What the defender's ability does when its tokens are lost; for a piece, when its region is conquered."""
        return ()

    def on_left(self, owner: Owner, cause: str) -> Iterable[Event]:
        """What happens when a region is left: abandoned while readying, emptied while redeploying, or by decline."""
        return ()

    def buries(self, owner: Owner, loss: Loss) -> str | None:
        """The pile to which lost tokens go instead of the tray."""
        return None

    def on_conquest(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        """What the attacker's ability does once the region is taken."""
        return ()

    def on_failure(self, owner: Owner, fight: Fight) -> Iterable[Event]:
        """What the attacker's ability does once a final attempt has failed."""
        return ()

    # Redeployment and scoring.

    def reinforcements(self, owner: Owner) -> int:
        """Tokens that come from the tray when conquests have ended."""
        return 0

    def on_redeployed(self, owner: Owner) -> Iterable[Event]:
        """What happens after the redeployment."""
        return ()

    def placements(self, owner: Owner) -> Iterable[Placement]:
        """Pieces that may be placed while redeploying."""
        return ()

    def garrison(self, owner: Owner) -> Garrison:
        """Where the race's tokens must be when its turn ends."""
        return Garrison()

    def score(self, owner: Owner) -> Iterable[Income]:
        """Coins beyond one for each region, and where they come from."""
        return ()

    def on_scored(self, owner: Owner) -> Iterable[Event]:
        """What happens once the owner's score sheet is accepted."""
        return ()

    # Decline and the end.

    def declines(self, owner: Owner) -> bool:
        """Whether the race may be put in decline at all."""
        return True

    def declines_late(self, owner: Owner) -> bool:
        """Whether the race may go into decline after scoring a turn of conquests."""
        return False

    def gathers(self, owner: Owner) -> bool:
        """Whether, at decline, one token of each region moves to a single region, and the others are given up."""
        return False

    def on_decline(self, owner: Owner) -> Iterable[Event]:
        """What happens when the owner's race goes into decline."""
        return ()

    def witness(self, owner: Owner, event: Event) -> Iterable[Event]:
        """What another race's decline pays; it triggers no further witness."""
        return ()

    def stays(self, owner: Owner, region: str, tokens: int) -> int | None:
        """How many tokens stay in a region at decline; None: one, as usual."""
        return None

    def outlives_next(self, owner: Owner) -> bool:
        """Whether the declined band does not count: it stays when another one declines."""
        return False

    def tie_tokens(self, owner: Owner) -> int:
        """What to add to the race tokens counted in a tie."""
        return 0
