"""Advice for a person: which combo to take, whether to decline now, and which regions are weakest.

It is made of data; the sentences are in the catalogues.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.rules import column
from companion.rules.commands import Accept, Command, Conquer, Pick
from companion.rules.engine import Refused, offers, quote
from companion.rules.model import Game, Line
from companion.rules.offers import Offer
from companion.rules.score import sheet, total
from companion.seat.moves import blocked, carried_out
from companion.seat.position import seen
from companion.seat.search import Found, Node, Search
from companion.seat.style import STYLES
from companion.seat.threats import WeakRegion, weak_regions

# The level whose thoughts are told.
ADVISER = "normal"


class ComboAdvice(Struct, frozen=True):
    """What a combo would bring, at its `place` in the column.

    `tokens` come with it, `price` coins are paid for it and `coins` lie on it. `income`: the coins of its first score
    sheet as far as it was thought out, whose lines are `lines`. `saves`: what its conquests would cost less by race and
    power, with their regions. `worth`: what the game would bring from here on, in coins more than the others get.
    """

    place: int
    race: str
    power: str
    tokens: int
    coins: int
    price: int
    income: int
    lines: tuple[Line, ...] = ()
    saves: tuple[Line, ...] = ()
    worth: float = 0.0


class Choice(Struct, frozen=True):
    """One of two ways to spend a turn: the coins of its score sheet, and what the game would bring from here on."""

    income: int
    worth: float


class DeclineAdvice(Struct, frozen=True):
    """Whether to decline now: what that brings, and what it brings to go on."""

    decline: Choice
    go_on: Choice

    @property
    def now(self) -> bool:
        """Whether it is better to decline now."""
        return self.decline.worth > self.go_on.worth


class Advice(Struct, frozen=True):
    """The answers to three questions; what does not apply now is empty. The best combo and the weakest region come
    first."""

    combos: tuple[ComboAdvice, ...] = ()
    decline: DeclineAdvice | None = None
    weakest: tuple[WeakRegion, ...] = ()


def advise(game: Game, seat: int) -> Advice:
    """What a seat's player may want to know now; combos and decline only as their turn begins.

    No other purse is looked at.
    """
    if game.over or game.seats[seat].left:
        return Advice()
    view = seen(game, seat)
    weakest = tuple(weak_regions(view, seat))
    if game.turn.seat != seat or game.turn.stage != "begin":
        return Advice(weakest=weakest)
    found = offers(view, seat)
    picks = [offer for offer in found if offer.kind == "pick"]
    search = Search(seat, STYLES[ADVISER], game.board)
    if picks:
        return Advice(tuple(_combo(view, seat, turn) for _, turn in search.sketched(view, picks)), weakest=weakest)
    return Advice(decline=_decline(view, seat, search, found), weakest=weakest)


def _combo(game: Game, seat: int, turn: Found) -> ComboAdvice:
    """A combo by the turn that was thought out for it."""
    pick = turn.commands[0]
    place = pick.place if isinstance(pick, Pick) else 0
    combo = game.column[place]
    lines, saves = reasons(game, seat, turn.commands)
    return ComboAdvice(
        place,
        combo.race,
        combo.power,
        column.tokens(game, combo),
        combo.coins,
        column.price(game, place),
        total(lines),
        lines,
        saves,
        turn.worth - game.seats[seat].coins,
    )


def _decline(game: Game, seat: int, search: Search, found: tuple[Offer, ...]) -> DeclineAdvice | None:
    """Both ways to spend the turn, if a decline is one of them."""
    declined = search.declined(game, found)
    going_on = search.line(Node(0.0, game, ()), search.width)
    if declined is None or going_on is None:
        return None
    return DeclineAdvice(*(_choice(game, seat, turn) for turn in (declined, going_on)))


def _choice(game: Game, seat: int, turn: Found) -> Choice:
    lines, _ = reasons(game, seat, turn.commands)
    return Choice(total(lines), turn.worth - game.seats[seat].coins)


def reasons(game: Game, seat: int, commands: tuple[Command, ...]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The score sheet that a turn comes to, and what race and power save in its conquests, each with the regions.

    What comes after a roll is not foreseen: the sheet is the one without it.
    """
    saved: dict[str, Line] = {}
    for command in commands:
        after = carried_out(game, command)
        if after is None or blocked(after) or isinstance(command, Accept):
            break
        if isinstance(command, Conquer):
            for line in _bill(game, seat, command):
                if line.amount < 0:
                    known = saved.get(line.key, Line(line.key, 0))
                    where = (*known.where, command.region)
                    saved[line.key] = replace(known, amount=known.amount + line.amount, where=where)
        game = after
    return sheet(game, seat), tuple(saved.values())


def _bill(game: Game, seat: int, command: Conquer) -> tuple[Line, ...]:
    """What a conquest costs, line by line; nothing where the troops are still to be readied."""
    try:
        ways = quote(game, seat, command.region).ways
    except Refused:
        return ()
    return next((way.bill for way in ways if (way.name, way.boosts) == (command.way, command.boosts)), ())
