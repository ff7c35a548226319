"""The figures of a position: a dozen numbers for each seat that say how it stands, whichever races and powers it has.

Everything here is read from what the table sees: score sheets, tokens, prices. No purse is looked at.
"""

from __future__ import annotations

from msgspec import Struct

from companion.rules import column
from companion.rules.boxes.registry import PIECES
from companion.rules.model import Band, Board, Game, Ground
from companion.rules.score import sheet
from companion.rules.terrain import MOUNTAIN, WATER

NAMES = (
    "income",  # coins for the regions and abilities it has, were its turn scored now without any conquest
    "bonus",  # of these, what is not for regions
    "active",  # regions of its active race
    "declined",  # regions of its races in decline
    "tokens",  # tokens of its active race, wherever they are
    "spare",  # of these, what is beyond one a region
    "weak",  # how cheap the regions of its active race are to those who reach them
    "weak_declined",  # the same for its races in decline
    "exposed",  # regions of its active race that others reach
    "room",  # regions beside its active race that it could take for a few tokens
    "growth",  # of these, how many its spare tokens would take
    "pool",  # if it picks a combo next: the best of the first few by the coins on it less its price
    "picks",  # 1 if it picks a combo next
    "one",  # always 1
)
# Tokens at which a region is no longer cheap, and what divides the difference: a region with a single token and nothing
# else costs 3 and counts as 1.
DEAR = 6
CHEAP = 3.0
# Combos of which the best counts: further ones are seldom worth their price.
FIRST = 4
# The price of a region that nobody can take.
NEVER = 99


class Lie(Struct, frozen=True):
    """What the figures of all seats share: who holds what, what it costs, and which seats reach it."""

    held: dict[int, list[str]]
    prices: dict[str, int]
    reached: dict[int, set[str]]


def lie(game: Game) -> Lie:
    """How the land lies."""
    held: dict[int, list[str]] = {}
    prices: dict[str, int] = {}
    regions = game.board.regions
    for region, ground in game.grounds.items():
        if ground.band:
            held.setdefault(ground.band, []).append(region)
        prices[region] = price(ground, regions[region].terrain)
    return Lie(held, prices, {seat: reach(game, seat) for seat in range(len(game.seats))})


def reach(game: Game, seat: int) -> set[str]:
    """The regions next to those of a seat's active race; without any, those through which one enters the map."""
    active = game.active(seat)
    own = game.holdings(active.id) if active else []
    return beside(game.board, own) if own else set(game.board.border)


def price(ground: Ground, terrain: str) -> int:
    """What a region costs somebody without any help, as near as can be said without asking every ability."""
    if terrain in WATER and not ground.band:
        return NEVER
    cost = 2 + ground.tokens + ground.tribe + (terrain == MOUNTAIN)
    for marker in ground.markers:
        piece = PIECES[marker.kind]
        if piece.immune:
            return NEVER
        cost += piece.defence + piece.body
    return cost


def beside(board: Board, held: list[str]) -> set[str]:
    """The regions next to these."""
    return {other for region in held for other in board.regions[region].adjacent}


def figures(game: Game, seat: int, land: Lie) -> tuple[float, ...]:
    """The figures of a seat, in the order of NAMES."""
    lines = sheet(game, seat)
    income = bonus = 0
    for line in lines:
        income += line.amount
        if line.key not in ("regions", "declined"):
            bonus += line.amount
    bands = game.bands_of(seat)
    own = [band for band in bands if not band.declined]
    mine = [region for band in own for region in land.held.get(band.id, ())]
    old = [region for band in bands if band.declined for region in land.held.get(band.id, ())]
    tokens = sum(game.grounds[region].tokens for region in mine) + sum(map(in_hand, own))
    reached = [land.reached[other] for other in land.reached if other != seat]
    near = [region for region in mine if any(region in each for each in reached)]
    room = 0.0
    if mine:
        held = {*mine, *old}
        room = sum(land.prices[region] <= CHEAP for region in land.reached[seat] if region not in held)
    return (
        income,
        bonus,
        len(mine),
        len(old),
        tokens,
        tokens - len(mine),
        sum(cheapness(land.prices[region]) for region in near),
        sum(cheapness(land.prices[region]) for region in old if any(region in each for each in reached)),
        len(near),
        room,
        min(room, (tokens - len(mine)) / CHEAP),
        0.0 if own else pool(game),
        0.0 if own else 1.0,
        1.0,
    )


def in_hand(band: Band) -> int:
    """A band's tokens that are not on the map."""
    return band.hand + band.withdrawn + band.aside


def cheapness(cost: int) -> float:
    """How cheap a region of this price is: 1 for a single token and nothing else, 0 for a dear one."""
    return max(0, DEAR - cost) / CHEAP


def pool(game: Game) -> float:
    """The best of the first few combos by the coins on it less its price."""
    found = [combo.coins - column.price(game, place) for place, combo in enumerate(game.column[:FIRST])]
    return float(max(found, default=0))


def turns_left(game: Game, seat: int) -> int:
    """How many turns a seat will still play and score, the running one among them until it is scored."""
    if game.over:
        return 0
    turn, seats = game.turn, len(game.seats)
    place, now = (seat - game.start) % seats, (turn.seat - game.start) % seats
    to_come = place > now or (place == now and turn.stage != "withdraw")
    return game.board.turns - turn.number + to_come
