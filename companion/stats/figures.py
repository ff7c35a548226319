"""The figures of a game: coins by turn and by reason, regions held, conquests, and the luck of the die.

They are computed from what happened and never stored. They show every purse, so they are only for games whose purses
are revealed. Turns count from 1; 0 is before the first. Seats and band ids are those of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from companion.rules import quotes, score
from companion.rules.boxes.registry import BOXES
from companion.rules.engine import evolve
from companion.rules.events import (
    COUNTED,
    Attacked,
    CoinsMoved,
    ComboTaken,
    Event,
    GameEnded,
    Rolled,
    Scored,
    StageBegan,
    TurnBegan,
)
from companion.rules.model import Attack, Band, Game

# Reasons for coins beside the items of a score sheet: the other side of a payment.
PAID, FOUND, GAINED, SPENT, DEALT, MENDED = "paid", "found", "gained", "spent", "dealt", "mended"
# The groups of reasons, in the order in which they are shown.
GROUPS = ("start", "regions", "declined", "race", "power", "bonus", "column", "other")
_OTHER_SIDE = {"combo": (FOUND, PAID), "bank": (GAINED, SPENT), "seat": (DEALT, DEALT), COUNTED: (MENDED, MENDED)}
_GROUP_OF = {
    "regions": "regions",
    "declined": "declined",
    PAID: "column",
    FOUND: "column",
    **dict.fromkeys((GAINED, SPENT, DEALT, MENDED), "other"),
}
_RACES = frozenset(kind.key for box in BOXES.values() for kind in box.races + box.bannerless)
_POWERS = frozenset(kind.key for box in BOXES.values() for kind in box.powers)


class Coins(Struct, frozen=True):
    """Coins that a seat gained (above 0) or lost.

    `reason` is the key of an item on a score sheet, or one of those above. `race` is the race that earned them, "" if
    none did.
    """

    turn: int
    seat: int
    reason: str
    amount: int
    race: str = ""


class Held(Struct, frozen=True):
    """The regions of a seat when its turn was scored."""

    turn: int
    seat: int
    active: int
    declined: int


class Conquest(Struct, frozen=True):
    """An attack in the turn's record: `race` attacked a region with this `tribe` and these `tokens`.

    `against` is the seat that held it, if any; `pips` what the die showed for it, if it was rolled.
    """

    turn: int
    seat: int
    race: str
    region: str
    way: str
    won: bool
    tribe: int
    tokens: int
    against: int | None
    pips: int | None


class Roll(Struct, frozen=True):
    """A roll that counted. One without a source only describes a position."""

    turn: int
    seat: int
    pips: int
    source: str


class Choice(Struct, frozen=True):
    """A combo that a seat picked."""

    turn: int
    seat: int
    race: str
    power: str


class Figures(Struct, frozen=True):
    """The figures of a game; `turns` is the last turn that was played.

    `start`, `totals`, `tokens` and `left` have an item for each seat: its coins at the beginning and now, its race
    tokens on the map as counted in a tie, and whether it has left. `open` says that every purse is revealed; before
    that `winners` is empty.
    """

    board: str
    turns: int
    names: tuple[str, ...]
    start: tuple[int, ...]
    totals: tuple[int, ...]
    tokens: tuple[int, ...]
    left: tuple[bool, ...]
    winners: tuple[int, ...]
    over: bool
    open: bool
    stopped: bool
    coins: tuple[Coins, ...]
    held: tuple[Held, ...]
    conquests: tuple[Conquest, ...]
    rolls: tuple[Roll, ...]
    choices: tuple[Choice, ...]

    def running(self, seat: int) -> list[int]:
        """A seat's coins at the beginning and at the end of each turn."""
        return [
            self.start[seat] + sum(each.amount for each in self.coins if each.seat == seat and each.turn <= turn)
            for turn in range(self.turns + 1)
        ]

    def regions(self, seat: int) -> list[Held | None]:
        """What a seat held when it scored, turn by turn, or None. A turn played again counts once."""
        held = {each.turn: each for each in self.held if each.seat == seat}
        return [held.get(turn) for turn in range(1, self.turns + 1)]

    def by(self, key: Callable[[Coins], str], seat: int) -> dict[str, int]:
        """A seat's coins summed by the `key` of each, in order of first appearance."""
        found: dict[str, int] = {}
        for each in self.coins:
            if each.seat == seat:
                found[key(each)] = found.get(key(each), 0) + each.amount
        return found

    def groups(self, seat: int) -> dict[str, int]:
        """A seat's coins by group of reasons: every group, and the coins it began with."""
        found = self.by(lambda each: group(each.reason), seat)
        return {key: self.start[seat] if key == "start" else found.get(key, 0) for key in GROUPS}

    def earned_by(self, choice: Choice) -> int:
        """What the race of a combo earned for the seat that picked it, until that seat picked the same race again."""
        same = [each.turn for each in self.choices if (each.seat, each.race) == (choice.seat, choice.race)]
        until = min((turn for turn in same if turn > choice.turn), default=self.turns + 1)
        return sum(
            each.amount
            for each in self.coins
            if (each.seat, each.race) == (choice.seat, choice.race) and choice.turn <= each.turn < until
        )


def group(reason: str) -> str:
    """The group that a reason for coins belongs to; what a score sheet pays besides races and powers is a bonus."""
    if reason in _RACES:
        return "race"
    if reason in _POWERS:
        return "power"
    return _GROUP_OF.get(reason, "bonus")


def expected(rolls: int) -> float:
    """The average sum of pips in that many rolls of a fair die."""
    return rolls * sum(quotes.DIE) / len(quotes.DIE)


def deviation(rolls: int) -> float:
    """The standard deviation of that sum."""
    faces = len(quotes.DIE)
    mean = sum(quotes.DIE) / faces
    return float((rolls * sum((pips - mean) ** 2 for pips in quotes.DIE) / faces) ** 0.5)


def figures(happened: Iterable[Event]) -> Figures:
    """The figures of a game, from everything that happened in it and was not taken back, from its beginning.

    Raises ValueError if the beginning is missing.
    """
    fold = _Fold()
    for event in happened:
        fold.take(event)
    return fold.figures()


class _Fold:
    """The game event by event, and what is noted of it on the way."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.start: tuple[int, ...] = ()
        self.last_turn = 1
        self.coins: list[Coins] = []
        self.held: list[Held] = []
        self.conquests: list[Conquest] = []
        self.rolls: list[Roll] = []
        self.choices: list[Choice] = []
        # Races that have left the game may still be in this turn's record.
        self.bands: dict[int, Band] = {}
        self.pips: int | None = None
        self.rolled: dict[str, int] = {}

    def take(self, event: Event) -> None:
        before = self.game
        self.game = evolve(before, event)
        if before is None:
            self.start = tuple(seat.coins for seat in self.game.seats)
            return
        self.bands |= before.bands
        turn = before.turn
        match event:
            case TurnBegan() | GameEnded():
                self._close(before)
                self.last_turn = max(self.last_turn, self.game.turn.number)
            case StageBegan():
                self.pips = None
            case Rolled(pips=pips, source=source, asked=asked) if source:
                # A roll that answers a question decides no conquest.
                seat = next((each.seat for each in turn.asked if each.number == asked), turn.seat)
                self.rolls.append(Roll(turn.number, seat, pips, source))
                self.pips = self.pips if asked else pips
            case Attacked(attack=attack):
                if self.pips is not None:
                    self.rolled[attack.region] = self.pips
                self.pips = None
            case ComboTaken(place=place, seat=seat):
                combo = before.column[place]
                self.choices.append(Choice(turn.number, seat, combo.race, combo.power))
            case CoinsMoved():
                self._pay(turn.number, event)
            case Scored(seat=seat, lines=lines):
                for line in lines:
                    race = self.bands[line.band].race if line.band in self.bands else ""
                    if line.amount:
                        self.coins.append(Coins(turn.number, seat, line.key, line.amount, race))
                self.held.append(_held(before, seat))
            case _:
                pass

    def _close(self, game: Game) -> None:
        """A turn is over: its record is final."""
        self.conquests += [self._conquest(game, attack) for attack in game.turn.attacks]
        self.pips = None
        self.rolled = {}

    def _conquest(self, game: Game, attack: Attack) -> Conquest:
        band = self.bands[attack.band]
        return Conquest(
            turn=game.turn.number,
            seat=band.seat,
            race=band.race,
            region=attack.region,
            way=attack.way,
            won=attack.won,
            tribe=attack.tribe,
            tokens=attack.tokens,
            against=attack.against_seat if attack.against_seat >= 0 else None,
            pips=self.rolled.get(attack.region),
        )

    def _pay(self, turn: int, event: CoinsMoved) -> None:
        for place, other, change, side in (
            (event.source, event.target, -event.amount, 1),
            (event.target, event.source, event.amount, 0),
        ):
            kind, _, number = place.partition(":")
            if kind == "seat" and change:
                reason = _OTHER_SIDE[other.partition(":")[0]][side]
                self.coins.append(Coins(turn, int(number), reason, change))

    def _turns(self, game: Game) -> int:
        """How many turns were played: one that was broken off before anybody did anything is none."""
        if not game.stopped:
            return self.last_turn
        done = {each.turn for each in self.coins} | {each.turn for each in self.held}
        done |= {each.turn for found in (self.conquests, self.choices, self.rolls) for each in found}
        return max(done, default=self.last_turn)

    def figures(self) -> Figures:
        game = self.game
        if game is None:
            raise ValueError("a game begins with its set-up")
        if not game.over:
            self._close(game)
        seats = range(len(game.seats))
        is_open = game.over and (score.COINS.chosen(game) == "open" or len(game.unveiled) == len(game.seats))
        return Figures(
            board=game.board.id,
            turns=self._turns(game),
            names=tuple(seat.name for seat in game.seats),
            start=self.start,
            totals=tuple(seat.coins for seat in game.seats),
            tokens=tuple(score.tokens_on_board(game, seat) for seat in seats),
            left=tuple(seat.left for seat in game.seats),
            winners=score.winners(game) if is_open else (),
            over=game.over,
            open=is_open,
            stopped=game.stopped,
            coins=tuple(self.coins),
            held=tuple(self.held),
            conquests=tuple(self.conquests),
            rolls=tuple(self.rolls),
            choices=tuple(self.choices),
        )


def _held(game: Game, seat: int) -> Held:
    active = sum(len(game.holdings(band.id)) for band in game.bands_of(seat) if not band.declined)
    declined = sum(len(game.holdings(band.id)) for band in game.bands_of(seat) if band.declined)
    return Held(game.turn.number, seat, active, declined)
