"""The values that abilities declare about themselves, and with which they answer hooks."""

from __future__ import annotations

from msgspec import Struct

from companion.rules.model import Game, Message

FLAG, COUNT, SEAT, BAND = "flag", "count", "seat", "band"


class Memory(Struct, frozen=True):
    """A field an ability remembers: its key, the range of its value, and its kind.

    A flag is 0 or 1.  A seat is 0 for nobody, else the seat's number plus 1; a band is 0 for none, else its number.
    A `told` value is part of the instructions for people's hands whenever it changes.
    """

    key: str
    least: int = 0
    most: int = 1
    kind: str = FLAG
    told: bool = False

    def fits(self, value: int, seats: int) -> bool:
        """Whether a table with this many seats can have this value here."""
        most = min(self.most, seats) if self.kind == SEAT else self.most
        return self.least <= value and (value <= most or self.kind == BAND)


class Option(Struct, frozen=True):
    """A question on which tables differ: its choices, the default first.

    The words are the messages `option.KEY` and `option.KEY.CHOICE`; those of a number are the number.  With `longest`
    the answer is any line of at most that many letters.
    """

    key: str
    choices: tuple[str, ...]
    longest: int = 0

    def takes(self, choice: str) -> bool:
        """Whether a table may choose this."""
        # Characters with a meaning of their own in a position, or in a sentence with placeholders, are not allowed.
        line = choice.isprintable() and choice == choice.strip() and not set("|={}") & set(choice)
        return choice in self.choices or (0 < len(choice) <= self.longest and line)

    @property
    def default(self) -> str:
        """The choice of a table that says nothing."""
        return self.choices[0]

    def chosen(self, game: Game) -> str:
        """What this table has chosen."""
        return game.options.get(self.key, self.default)


FAILED_ATTACK = Option("failed-attack", ("counts", "does-not-count"))
"""Whether a failed final attempt counts as an attack on the region's holder."""
OWN_DECLINED_EMPTY = Option("own-declined-empty", ("non-empty", "empty"))
"""Whether a region with only one's own declined race counts as empty."""
PRINTING = Option("printing", ("first", "later"))
"""The edition whose names are used. A piece that a later edition of its box renames lists this option; the rules ignore
it, and `race.KEY@later` replaces `race.KEY` on screens."""


class Pile(Struct, frozen=True):
    """A pile beside the map that people may correct: of badges, or of tokens.

    `besides`: kinds of tokens on it that are in no tray.
    """

    key: str
    badges: bool = False
    besides: tuple[str, ...] = ()


class Income(Struct, frozen=True):
    """Coins for the score sheet: how many, from which regions, and what to note down."""

    amount: int
    where: tuple[str, ...] = ()
    remember: tuple[str, int] | None = None


class Toll(Struct, frozen=True):
    """Coins that a seat owes another for a conquest, as far as it has them.

    Those due `before` it must be there in full, or the region is closed.  `once` is what the turn's record then notes.
    """

    payer: int
    payee: int
    coins: int = 1
    before: bool = False
    once: str = ""


class OwedToll(Struct, frozen=True):
    """A toll, and the ability by whose rule it is owed."""

    ability: str
    toll: Toll


class Strike(Struct, frozen=True):
    """What a power takes from a region without conquering it: one token, or the Murloc there.

    The token goes `to` another region of its race, else it is lost.  With `routs`, as in a conquest, all others are
    taken back in hand, and nobody holds the region.
    """

    region: str
    to: str = ""
    routs: bool = False


class Action(Struct, frozen=True):
    """Something one can do besides conquests: its name, its target, its words.

    `closed` says why the rules forbid it now; it can then only be entered as played.  `price`: coins that it costs,
    paid to the bank.  `touches`: the regions that it affects as a power; their holders may be shielded from it, or be
    owed coins for it.  Unless `takes` is false, it takes tokens from them.
    """

    act: str
    target: str
    message: Message
    closed: Message | None = None
    price: int = 0
    touches: tuple[str, ...] = ()
    owed_tolls: tuple[OwedToll, ...] = ()
    takes: bool = True

    @property
    def coins(self) -> int:
        """What it takes from the purse of the player who does it."""
        return self.price + sum([due.toll.coins for due in self.owed_tolls]) if self.owed_tolls else self.price


class Boost(Struct, frozen=True):
    """What helps tokens in a conquest: how many there are, what each is worth now, and the coins each costs.

    A `body` counts as a token.  With `after_roll` it may still be decided on when the die of the final attempt fell
    short.  It helps in all regions, or only in those of `where`.
    """

    most: int
    worth: int
    coins: int = 0
    body: bool = False
    after_roll: bool = False
    where: frozenset[str] | None = None


class Placement(Struct, frozen=True):
    """Pieces that may be put on own regions while redeploying.

    `most` pieces in all, at most `each` of them in one region, on `regions`.
    With `anew` the pieces on the map are picked up first, and those that are not
    placed again stay where they were; otherwise pieces are added.  `all` of them
    must be placed: those left in hand after the redeployment are placed
    automatically, where the fewest are.  With `abroad` the regions are others' too.
    """

    kind: str
    regions: tuple[str, ...]
    most: int
    each: int = 1
    anew: bool = False
    all: bool = False
    abroad: bool = False


class Garrison(Struct, frozen=True):
    """Where a race's tokens must be when its turn ends.

    `aside` tokens leave the map, with `rest` all that are not needed to hold regions.  A region has at `most` this
    many,
    and exactly those that are there if none `moves`.  Unless they come `back`, tokens driven out of a region wait off
    the map too.  With `spare` tokens may also stay in hand.
    """

    aside: int = 0
    rest: bool = False
    most: int | None = None
    moves: bool = True
    back: bool = True
    spare: bool = False


ABANDONED, EMPTIED, DECLINED = "abandoned", "emptied", "declined"
"""Why a region is left."""
