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
    """A seat's score sheet as the map stands: its active race first, then those in decline."""
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
    """The coins of a score sheet together."""
    return sum(line.amount for line in lines)


def tokens_on_board(game: Game, seat: int) -> int:
    """A seat's race tokens on the map, active and in decline, as a tie counts them."""
    count = 0
    for band in game.bands_of(seat):
        standing = sum(game.grounds[region].tokens for region in game.holdings(band.id))
        count += max(0, standing + hooks.tie_tokens(game, band))
    return count


def ranked(game: Game) -> list[int]:
    """The seats among whom the coins decide: all that have not left and that no rule leaves out."""
    return [number for number, seat in enumerate(game.seats) if not seat.left and hooks.ranked(game, number)]


def winners(game: Game) -> tuple[int, ...]:
    """The seats that have won: the one a rule says, else most coins, then most race tokens on the board."""
    if game.won is not None:
        return (game.won,)
    ranks = {
        number: (game.seats[number].coins, tokens_on_board(game, number)) for number in ranked(game)
    } or {number: (seat.coins, 0) for number, seat in enumerate(game.seats)}
    best = max(ranks.values())
    first = [number for number, rank in ranks.items() if rank == best]
    if TIE.chosen(game) == "later-seat":
        seats = len(game.seats)
        first = [max(first, key=lambda number: (number - game.start) % seats)]
    return tuple(first)


def unveiling(game: Game) -> list[int]:
    """The seats in the order of the reveal: fewest coins first."""
    return sorted(
        range(len(game.seats)),
        key=lambda seat: (game.seats[seat].coins, tokens_on_board(game, seat), seat),
    )
