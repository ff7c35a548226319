"""Scoring: every coin with its reason, and who wins.

Base rules, Scoring Victory Coins and End of the game.
"""

from __future__ import annotations

from companion.rules import hooks
from companion.rules.ability import Option
from companion.rules.model import Game, Line

TIE = Option("full-tie", ("shared", "later-seat"))
COINS = Option("coins", ("secret", "open"))
OPTIONS = (TIE, COINS)


def sheet(game: Game, seat: int) -> tuple[Line, ...]:
    """A seat's score sheet for the present board: its active race first, then those in decline."""
    lines: list[Line] = []
    for band in sorted(game.bands_of(seat), key=lambda band: band.declined):
        held = tuple(game.holdings(band.id))
        if held:
            key = "declined" if band.declined else "regions"
            lines.append(Line(key, len(held), held, band.id))
        for ability, earn in hooks.earnings(game, band):
            lines.append(Line(ability.key, earn.amount, earn.where, band.id, earn.remember))
    return tuple(lines)


def total(lines: tuple[Line, ...]) -> int:
    """The sum of a score sheet."""
    return sum(line.amount for line in lines)


def tokens_on_board(game: Game, seat: int) -> int:
    """A seat's race tokens on the map, active and in decline, as counted in a tie."""
    count = 0
    for band in game.bands_of(seat):
        standing = sum(game.standing(band.id).values())
        count += max(0, standing + hooks.tie_tokens(game, band))
    return count


def ranked(game: Game) -> list[int]:
    """The seats that compete by coins: all that have not left and that no rule leaves out."""
    return [number for number, seat in enumerate(game.seats) if not seat.left and hooks.ranked(game, number)]


def sides(game: Game) -> list[tuple[int, ...]]:
    """The sides of the ranked seats that win or lose together; most play alone."""
    seats = len(game.seats)
    staying = ranked(game) or range(seats)
    return list(dict.fromkeys(hooks.allies(game.boxes, seat, seats) for seat in staying))


def rank(game: Game, side: tuple[int, ...]) -> tuple[int, int]:
    """The tie-breakers: the coins of the poorest, then of the richest; for a player alone race tokens on the board."""
    coins = [game.seats[seat].coins for seat in side]
    return min(coins), max(coins) if len(side) > 1 else tokens_on_board(game, side[0])


def winners(game: Game) -> tuple[int, ...]:
    """The winning seats: by a rule, else the side with most coins, with ties broken.

    A player who has left the game cannot win.
    """
    if game.won is not None:
        return (game.won,)
    ranks = {side: rank(game, side) for side in sides(game)}
    best = max(ranks.values())
    first = [side for side, found in ranks.items() if found == best]
    if TIE.chosen(game) == "later-seat":
        seats = len(game.seats)
        first = [max(first, key=lambda side: max((seat - game.start) % seats for seat in side))]
    staying = ranked(game) or range(len(game.seats))
    return tuple(sorted(seat for side in first for seat in side if seat in staying))


def unveiling(game: Game) -> list[int]:
    """The seats in the order of the reveal: fewest coins first, then fewest tokens on the board."""
    coins = [seat.coins for seat in game.seats]

    def place(seat: int) -> tuple[int, int, int]:
        tied = coins.count(coins[seat]) > 1
        return coins[seat], tokens_on_board(game, seat) if tied else 0, seat

    return sorted(range(len(coins)), key=place)
