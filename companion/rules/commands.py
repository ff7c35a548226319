"""What people may ask for: few, imperative, semantic.

A command names what is meant ("conquer r07 with the ordinary way"), never an
offer's number, so that a record of commands outlives the program.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from companion.rules.model import Attack, Combo, Marker


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something a table asks for."""


class Pick(Command, frozen=True, tag="pick"):
    """Take a combo from the column."""

    place: int


class Ready(Command, frozen=True, tag="ready"):
    """Ready the troops: leave so many tokens in each region; 0 abandons it.

    Regions not named keep one token.
    """

    band: int
    stay: dict[str, int] = field(default_factory=dict)


class Conquer(Command, frozen=True, tag="conquer"):
    """Conquer a region; with `die`, as the final attempt with the reinforcement die.

    `way` is "ordinary" or an ability, with a colon and the region where it puts a piece where it puts one. `boosts`
    says what helps, by ability: how much of each.
    """

    region: str
    way: str = "ordinary"
    die: bool = False
    boosts: dict[str, int] = field(default_factory=dict)


class Act(Command, frozen=True, tag="act"):
    """Do what an ability offers besides conquests."""

    ability: str
    act: str
    target: str = ""


class Finish(Command, frozen=True, tag="finish"):
    """End the conquests; or pass, where there is no combo left to pick."""


class Redeploy(Command, frozen=True, tag="redeploy"):
    """Stand so many tokens on each region held, and end the redeployment.

    Regions not named keep what the form proposes.
    """

    tokens: dict[str, int] = field(default_factory=dict)


class Place(Command, frozen=True, tag="place"):
    """Place pieces of a kind on own regions while redeploying, before `redeploy`.

    Encampments and Heroes are placed all anew: what is not named lies nowhere.
    """

    kind: str
    regions: dict[str, int]


class Accept(Command, frozen=True, tag="accept"):
    """Accept the score sheet; `decline`: and go into decline at once, where allowed, with `regions` as in `decline`."""

    decline: bool = False
    regions: dict[str, int] = field(default_factory=dict)


class Decline(Command, frozen=True, tag="decline"):
    """Put the active race in decline; `regions` names the one in which a race gathers that does so."""

    regions: dict[str, int] = field(default_factory=dict)


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Put a band's withdrawn tokens back: so many more on each region.

    Where none is named they go where the fewest stand.
    """

    band: int
    tokens: dict[str, int] = field(default_factory=dict)


class PutBack(Command, frozen=True, tag="put_back"):
    """Put a band's pieces that returned from conquered regions back on its regions.

    Where no region is named they go where the fewest lie.
    """

    band: int
    kind: str
    regions: dict[str, int] = field(default_factory=dict)


class Conquest(Struct, frozen=True, forbid_unknown_fields=True):
    """One conquest of a turn that is entered at once.

    `pips`: what the die showed, with `die` for the final attempt, else for a roll before the conquest.
    """

    region: str
    way: str = "ordinary"
    die: bool = False
    pips: int | None = None
    boosts: dict[str, int] = field(default_factory=dict)


class PlayTurn(Command, frozen=True, tag="play_turn"):
    """Enter a turn that was played already, or the rest of it: up to the score sheet.

    The conquests are in their order, failed final attempt included; `tokens` and `pieces` say how everything lies at
    the end. A race in decline that conquers has a `play_turn` of its own.
    """

    pick: int | None = None
    band: int = 0
    stay: dict[str, int] = field(default_factory=dict)
    conquests: tuple[Conquest, ...] = ()
    pieces: dict[str, dict[str, int]] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)


class Answer(Command, frozen=True, tag="answer"):
    """Chance has answered: the pips "0" to "3", or the piece that was turned up."""

    occasion: str
    value: str
    source: str = ""


class Choose(Command, frozen=True, tag="choose"):
    """Answer a question that an ability asks a player inside a turn."""

    occasion: str
    choice: str


class Cocked(Command, frozen=True, tag="cocked"):
    """The die lay cocked: what it showed does not count, and the same occasion is rolled again."""

    occasion: str
    value: str
    source: str = ""


class SetRegion(Command, frozen=True, tag="set_region"):
    """Correct what lies on a region.  What is not named lies there no longer."""

    region: str
    band: int = 0
    tokens: int = 0
    tribe: int = 0
    markers: tuple[Marker, ...] = ()


class SetBand(Command, frozen=True, tag="set_band"):
    """Correct a band's tokens and pieces off the map, or what its abilities remember.

    What is not named stays as it is.  `powers` is for a race without a banner: all the badges that lie with it.
    """

    band: int
    hand: int | None = None
    aside: int | None = None
    memo: dict[str, int] = field(default_factory=dict)
    withdrawn: int | None = None
    returned: dict[str, int] = field(default_factory=dict)
    powers: tuple[str, ...] | None = None


class SetPile(Command, frozen=True, tag="set_pile"):
    """Correct what lies on a pile beside the map.  What is not named lies there no longer."""

    pile: str
    kinds: dict[str, int] = field(default_factory=dict)


class SetRecord(Command, frozen=True, tag="set_record"):
    """Correct the turn's record: how far it has come, what was attacked, what was used.

    What is not named stays as it is.  The score sheet follows at once; what came
    of it earlier, such as tokens gained, is corrected for itself.
    """

    stage: str = ""
    band: int = 0
    attacks: tuple[Attack, ...] | None = None
    used: dict[str, bool] = field(default_factory=dict)
    pips: int | None = None


class SetCoins(Command, frozen=True, tag="set_coins"):
    """Correct a seat's coins by a difference; everybody reads the reason, nobody the amount."""

    seat: int
    difference: int
    reason: str = ""
    note: str = ""


class SetSheet(Command, frozen=True, tag="set_sheet"):
    """Correct a line of a score sheet that was accepted, by a difference.

    `line` is what the sheet calls it, `regions`, `declined`, a race or a power; or why one is added, as in `set_coins`.
    """

    turn: int
    seat: int
    line: str
    difference: int
    note: str = ""


class OldSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A score sheet that was accepted, and by how many coins it differs when it is put right.

    `regions` are those that lay otherwise on it; none means all that are put right.
    """

    turn: int
    seat: int
    coins: int = 0
    regions: tuple[str, ...] = ()


class Lay(Struct, frozen=True, forbid_unknown_fields=True):
    """What lay on a region, and whether whoever held it had conquered it in that very turn: None as was entered."""

    region: str
    band: int = 0
    tokens: int = 0
    tribe: int = 0
    markers: tuple[Marker, ...] = ()
    conquered: bool | None = None


class SetPast(Command, frozen=True, tag="set_past"):
    """Correct what lay on a region, `also` on others, when the score sheet of `turn` and `seat` was accepted.

    `conquered` says whether it counts as conquered in that turn. `sheets` are all those that follow from it, with what
    each differs by. The board of today is left alone but with `today`.
    """

    turn: int
    seat: int
    region: str
    band: int = 0
    tokens: int = 0
    tribe: int = 0
    markers: tuple[Marker, ...] = ()
    sheets: tuple[OldSheet, ...] = ()
    today: bool = False
    conquered: bool | None = None
    also: tuple[Lay, ...] = ()

    @property
    def lays(self) -> tuple[Lay, ...]:
        """What lay where, region by region."""
        first = Lay(self.region, self.band, self.tokens, self.tribe, self.markers, self.conquered)
        return (first, *self.also)

    def of(self, lays: tuple[Lay, ...]) -> SetPast:
        """The same with other regions, of which there is one at least."""
        first, *also = lays
        plain = {name: getattr(first, name) for name in Lay.__struct_fields__}
        return replace(self, **plain, also=tuple(also))


class SetTurn(Command, frozen=True, tag="set_turn"):
    """Correct whose turn it is, from its beginning."""

    number: int
    seat: int


class SetRace(Command, frozen=True, tag="set_race"):
    """Correct which race a seat has, active or in decline; it comes without tokens.

    The banner and the badge are taken from wherever they lie, the column included.
    A race in decline has the badge only if that stays with it.
    """

    seat: int
    race: str
    power: str = ""
    declined: bool = False


class DropRace(Command, frozen=True, tag="drop_race"):
    """Correct that a race is not in play: tokens, pieces, banner and badge go back."""

    band: int


class SetColumn(Command, frozen=True, tag="set_column"):
    """Correct the column: what really lies there from the top, with the coins on it."""

    combos: tuple[Combo, ...]


class Leave(Command, frozen=True, tag="leave"):
    """A player leaves the game; what stands on the map stays."""

    seat: int


class Stop(Command, frozen=True, tag="stop"):
    """End the game early and score it as it stands."""


class Unveil(Command, frozen=True, tag="unveil"):
    """Lay open the next player's coins, the fewest first."""


ANY_COMMAND = (
    Pick
    | Ready
    | Conquer
    | Act
    | Finish
    | Redeploy
    | Place
    | Accept
    | Decline
    | Withdraw
    | PutBack
    | PlayTurn
    | Answer
    | Choose
    | Cocked
    | SetRegion
    | SetBand
    | SetPile
    | SetRecord
    | SetCoins
    | SetSheet
    | SetPast
    | SetTurn
    | SetRace
    | DropRace
    | SetColumn
    | Leave
    | Stop
    | Unveil
)


# What chance brings: nobody's act.
CHANCE = (Answer, Cocked)
# Score sheets that were accepted are put right: each changes coins alone, and no move made since.
OF_THE_PAST = (SetSheet, SetPast)
# The cardboard was right: the program follows it, and hands have nothing to do.
CORRECTIONS = (SetRegion, SetBand, SetPile, SetRecord, SetCoins, *OF_THE_PAST, SetRace, DropRace, SetColumn)
# Of these the cardboard has everything already.
DONE_BY_HAND = (*CORRECTIONS, PlayTurn)


def cocked(command: Command | None) -> Cocked | None:
    """What says that the die which gave this answer was cocked; None for anything but an answer."""
    return Cocked(command.occasion, command.value, command.source) if isinstance(command, Answer) else None


def decode(value: bytes | str | dict[str, Any]) -> Command:
    """A command from JSON text or from the plain dict of it.

    Raises msgspec.ValidationError (or DecodeError) with what is wrong.
    """
    command: Command
    if isinstance(value, dict):
        command = msgspec.convert(value, ANY_COMMAND)
    else:
        command = msgspec.json.decode(value, type=ANY_COMMAND)
    return command


def encode(command: Command) -> dict[str, Any]:
    """A command as a plain dict."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    return plain
