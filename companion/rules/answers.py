"""What abilities declare of themselves, and what they answer when they are asked."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from companion.rules.model import Game, Say

FLAG, COUNT, SEAT, BAND = "flag", "count", "seat", "band"


class Memory(Struct, frozen=True):
    """A field an ability remembers: its key, the range of its value, and what kind of thing it is.

    A flag is 0 or 1.  A seat is 0 for nobody, else the seat's number and 1 more; a band is 0 for none, else its number.
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
        return self.least <= value and (value <= most or self.kind == BAND)


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
OWN_DECLINED_EMPTY = Option("own-declined-empty", ("non-empty", "empty"))
"""Whether a region with nothing but one's own race in decline counts as empty."""
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


class Toll(NamedTuple):
    """Coins that a seat owes another for a conquest, as far as it has them.

    Those due `before` it must all be there, or the region is closed.  `once` names what the turn's record then notes.
    """

    payer: int
    payee: int
    coins: int = 1
    before: bool = False
    once: str = ""


class Due(NamedTuple):
    """A toll, and the ability by whose rule it is owed."""

    ability: str
    toll: Toll


class Strike(NamedTuple):
    """What a power takes from a region without conquering it: one token, or the Murloc there.

    The token goes `to` another region of its race, else it is lost.  With `routs` it is as if the region were
    conquered: all others are taken back in hand, and nobody holds it.
    """

    region: str
    to: str = ""
    routs: bool = False


class Deed(NamedTuple):
    """Something one can do that is no conquest: its name, its target, its words.

    `closed` says why the rules forbid it now; it can then only be entered as played.  `price`: coins that it costs,
    to the bank.  `touches`: the regions on which it does something as a power; whoever stands there may be shielded
    from it, or have `dues` for it.  It `takes` tokens from them, unless it is said not to.
    """

    act: str
    target: str
    say: Say
    closed: Say | None = None
    price: int = 0
    touches: tuple[str, ...] = ()
    dues: tuple[Due, ...] = ()
    takes: bool = True

    @property
    def coins(self) -> int:
        """What it takes from the purse of who does it."""
        return self.price + sum([due.toll.coins for due in self.dues]) if self.dues else self.price


class Boost(NamedTuple):
    """What helps tokens in a conquest: how many there are, what each is worth now, and the coins each takes.

    A `body` stands for a token.  What is said `after_roll` may still be decided when the die of the final attempt
    fell short.  It helps in all regions, or in those of `where` alone.
    """

    most: int
    worth: int
    coins: int = 0
    body: bool = False
    after_roll: bool = False
    where: frozenset[str] | None = None


class Placement(NamedTuple):
    """Pieces that may be put on own regions while redeploying.

    `most` pieces in all, `each` of them at most in one region, on one of
    `regions`.  With `anew` the pieces already there are picked up first, and
    what is not placed anew stays where it was; otherwise they are added.  `all`
    of them must be placed: what is in hand when the troops stand is placed by
    itself, where the fewest stand.  With `abroad` the regions are others' as well.
    """

    kind: str
    regions: tuple[str, ...]
    most: int
    each: int = 1
    anew: bool = False
    all: bool = False
    abroad: bool = False


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
