"""The commands that people may give: few, imperative, semantic.

A command names what is meant ("conquer r07 with the ordinary way"), never an
offer's number, so that a record of commands outlives the program.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from companion.rules.model import Attack, Combo, Ground, Marker


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something a table asks for."""


class Pick(Command, frozen=True, tag="pick"):
    """Take a combo from the column."""

    place: int


class Ready(Command, frozen=True, tag="ready"):
    """Ready the troops: leave this many tokens in each region; 0 abandons it.

    Regions not named keep one token.
    """

    band: int
    stay: dict[str, int] = field(default_factory=dict)


class Conquer(Command, frozen=True, tag="conquer"):
    """Conquer a region; with `die`, as the final attempt with the reinforcement die.

    At the beginning of a turn the race readies its troops first and leaves one token in each region.

    `way` is "ordinary" or an ability; if that puts a piece in a region, a colon and the region follow. `boosts` says
    what helps, by ability: how much of each.
    """

    region: str
    way: str = "ordinary"
    die: bool = False
    boosts: dict[str, int] = field(default_factory=dict)


class UseAbility(Command, frozen=True, tag="act"):
    """Use an action that an ability offers besides conquests."""

    ability: str
    act: str
    target: str = ""


class Finish(Command, frozen=True, tag="finish"):
    """End the conquests; or pass, if there is no combo left to pick."""


class Redeploy(Command, frozen=True, tag="redeploy"):
    """Put this many tokens in each region held, and end the redeployment.

    Regions not named keep what the form proposes.
    """

    tokens: dict[str, int] = field(default_factory=dict)


class EndTurn(Command, frozen=True, tag="end_turn"):
    """Done: the conquests are over, the tokens stand as named or else as the form proposes, and the turn is scored.

    It stops earlier where somebody has to choose first: an answer, or whether to go into decline as well.
    """

    tokens: dict[str, int] = field(default_factory=dict)


class Place(Command, frozen=True, tag="place"):
    """Place pieces of a kind in own regions while redeploying, before `redeploy`.

    Encampments and Heroes are all placed afresh: regions that are not named have
    none. Of pieces that are added once a turn, at least one is named.
    """

    kind: str
    regions: dict[str, int]


class Accept(Command, frozen=True, tag="accept"):
    """Accept the score sheet; `decline`: and go into decline at once, if that is allowed, with `regions` as in
    `decline`."""

    decline: bool = False
    regions: dict[str, int] = field(default_factory=dict)


class Decline(Command, frozen=True, tag="decline"):
    """Put the active race in decline; `regions` names the region for a race that gathers in one."""

    regions: dict[str, int] = field(default_factory=dict)


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Put a band's withdrawn tokens back: this many more in each region.

    Without regions they go where the fewest tokens are.
    """

    band: int
    tokens: dict[str, int] = field(default_factory=dict)


class PutBack(Command, frozen=True, tag="put_back"):
    """Put a band's pieces that returned from conquered regions back in its regions.

    Without regions they go where the fewest pieces are.
    """

    band: int
    kind: str
    regions: dict[str, int] = field(default_factory=dict)


class Conquest(Struct, frozen=True, forbid_unknown_fields=True):
    """One conquest of a turn that is entered at once.

    `pips`: what the die showed, for the final attempt with `die`, else for a roll before the conquest. `late`: the
    question after the roll was answered with yes: something helped after all, or a way with a die of its own became the
    final attempt, and `again` is what the die showed for that. `found`: what was revealed in the region. `wave`: the
    wave of conquests it was made in, if a race has several; by default the first that fits.
    """

    region: str
    way: str = "ordinary"
    die: bool = False
    pips: int | None = None
    boosts: dict[str, int] = field(default_factory=dict)
    late: bool = False
    again: int | None = None
    found: str = ""
    wave: int = 0


class Done(Struct, frozen=True, forbid_unknown_fields=True):
    """What an ability did besides conquests, in a turn that is entered at once."""

    ability: str
    act: str
    target: str = ""


class PlayTurn(Command, frozen=True, tag="play_turn"):
    """Enter a turn that was played already, or the rest of it: up to the score sheet.

    The conquests are in order, including a failed final attempt; `tokens` and `pieces` say where everything is at the
    end, and `acts` what abilities did in between, in order. What they did before the last conquest comes before the
    turn,
    each as an `act`. A declined race that conquers has a `play_turn` of its own.
    """

    pick: int | None = None
    band: int = 0
    stay: dict[str, int] = field(default_factory=dict)
    conquests: tuple[Conquest, ...] = ()
    pieces: dict[str, dict[str, int]] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    acts: tuple[Done, ...] = ()


class Answer(Command, frozen=True, tag="answer"):
    """Chance has answered: the pips "0" to "3", or the piece that was revealed."""

    occasion: str
    value: str
    source: str = ""


class Choose(Command, frozen=True, tag="choose"):
    """Answer a question that an ability asks a player inside a turn."""

    occasion: str
    choice: str


class Cocked(Command, frozen=True, tag="cocked"):
    """The die was cocked: what it showed does not count, and the same occasion is rolled again."""

    occasion: str
    value: str
    source: str = ""


class SetRegion(Command, frozen=True, tag="set_region"):
    """Correct what is on a region.  Everything is named that is there."""

    region: str
    band: int = 0
    tokens: int = 0
    tribe: int = 0
    markers: tuple[Marker, ...] = ()


# The place of the tokens that a race has in hand, beside regions.
HAND = "hand"


class Recount(Command, frozen=True, tag="recount"):
    """Settle how many of a race's tokens stand on a region; the difference is in its `others`, or in its hand."""

    region: str
    tokens: int
    others: tuple[str, ...] = ()


class SetBand(Command, frozen=True, tag="set_band"):
    """Correct a band's tokens and pieces off the map, or what its abilities remember.

    What is not named stays as it is.  `powers`, for a race without a banner: all the badges that it has.
    """

    band: int
    hand: int | None = None
    aside: int | None = None
    memo: dict[str, int] = field(default_factory=dict)
    withdrawn: int | None = None
    returned: dict[str, int] = field(default_factory=dict)
    powers: tuple[str, ...] | None = None


class SetPile(Command, frozen=True, tag="set_pile"):
    """Correct what is on a pile beside the map.  Everything is named that is there."""

    pile: str
    kinds: dict[str, int] = field(default_factory=dict)


class SetRecord(Command, frozen=True, tag="set_record"):
    """Correct the turn's record: how far it has come, what was attacked, what was used.

    What is not named stays as it is.  The score sheet follows at once; earlier
    consequences, such as tokens gained, are corrected separately.
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
    """Correct a line of an accepted score sheet by a difference.

    `line` is what the sheet calls it, `regions`, `declined`, a race or a power; or why one is added, as in `set_coins`.
    """

    turn: int
    seat: int
    line: str
    difference: int
    note: str = ""


class OldSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """An accepted score sheet, and by how many coins it differs after a correction.

    `regions` are those that were different; none means all that are corrected.
    """

    turn: int
    seat: int
    coins: int = 0
    regions: tuple[str, ...] = ()


class Lay(Struct, frozen=True, forbid_unknown_fields=True):
    """What was on a region, and whether its holder had conquered it in that turn: None as it was entered."""

    region: str
    band: int = 0
    tokens: int = 0
    tribe: int = 0
    markers: tuple[Marker, ...] = ()
    conquered: bool | None = None

    @property
    def ground(self) -> Ground:
        """The region as it was."""
        return Ground(self.band, self.tokens, self.tribe, self.markers)


class SetPast(Command, frozen=True, tag="set_past"):
    """Correct what was on a region, `also` on others, when the score sheet of `turn` and `seat` was accepted.

    `conquered` says whether it counts as conquered in that turn. `sheets` are all those that follow from it, with their
    differences. Today's board only changes with `today`.
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
        """What was where, region by region."""
        first = Lay(self.region, self.band, self.tokens, self.tribe, self.markers, self.conquered)
        return (first, *self.also)

    def of(self, lays: tuple[Lay, ...]) -> SetPast:
        """The same with other regions, at least one."""
        first, *also = lays
        plain = {name: getattr(first, name) for name in Lay.__struct_fields__}
        return replace(self, **plain, also=tuple(also))


class SetTurn(Command, frozen=True, tag="set_turn"):
    """Correct whose turn it is, from its beginning."""

    number: int
    seat: int


class SetRace(Command, frozen=True, tag="set_race"):
    """Correct which race a seat has, active or in decline; it comes without tokens.

    The banner and the badge are taken from wherever they are, the column included.
    A race in decline has the badge only if that stays with it.
    """

    seat: int
    race: str
    power: str = ""
    declined: bool = False


class DropRace(Command, frozen=True, tag="drop_race"):
    """Remove a race that is not in play: tokens, pieces, banner and badge go back."""

    band: int


class SetColumn(Command, frozen=True, tag="set_column"):
    """Correct the column: what is really in it from the top, with the coins on it."""

    combos: tuple[Combo, ...]


class Leave(Command, frozen=True, tag="leave"):
    """A player leaves the game; what is on the map stays."""

    seat: int


class Stop(Command, frozen=True, tag="stop"):
    """End the game early and score it as it is."""


class Unveil(Command, frozen=True, tag="unveil"):
    """Reveal the next player's coins, the fewest first."""


ANY_COMMAND = (
    Pick
    | Ready
    | Conquer
    | UseAbility
    | Finish
    | Redeploy
    | EndTurn
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
    | Recount
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


# The answers of chance: nobody's act.
CHANCE = (Answer, Cocked)
# Corrections of accepted score sheets, which only move coins and change no later move.
OF_THE_PAST = (SetSheet, SetPast)
# Corrections: the board was right and the program follows, so people have nothing to do by hand.
CORRECTIONS = (SetRegion, Recount, SetBand, SetPile, SetRecord, SetCoins, *OF_THE_PAST, SetRace, DropRace, SetColumn)
# What any player may do at any time, whoever's turn it is.
ANYBODYS = (*CORRECTIONS, SetTurn, Leave, Stop, Unveil)
# What these say is on the board already.
DONE_BY_HAND = (*CORRECTIONS, PlayTurn)


def cocked(command: Command | None) -> Cocked | None:
    """The command that the die of this answer was cocked; None for anything but an answer."""
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


# Fields that later versions added to turns entered at once, with the value that means nothing was said.
ADDED: dict[str, Any] = {"late": False, "again": None, "found": "", "wave": 0, "acts": ()}


def encode(command: Command) -> dict[str, Any]:
    """A command as a plain dict, without added fields that say nothing, so that older records stay as they are."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    if isinstance(command, PlayTurn):
        plain = _told(plain) | {"conquests": tuple(_told(each) for each in plain["conquests"])}
    return plain


def _told(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if key not in ADDED or value != ADDED[key]}
