"""Positions with Necromancer Island.

Dee is the Necromancer of the positions here, on the map for three; the Lake with the Island is region 16, and its shore
10, 11, 15, 17, 20, 21 and 22.
"""

from __future__ import annotations

from companion.rules.commands import Answer
from companion.rules.engine import chances, fold, new_game
from companion.rules.model import Game, SeatSetup, Setup
from tests.rules.moves import band
from tests.rules.position import after, board

SEATS = "seats Ann Ben Cid Dee | board base-3 | 16: [island]"
MARKET = f"turn 3 Dee market | {SEATS}"
CONQUER = f"turn 3 Dee conquer | {SEATS}"
END = f"turn 3 Ann score | {SEATS} | 15: 1 orcs+hill@Ann"
OWN_END = f"turn 3 Dee score | {SEATS} | 10: 1 ghosts+swamp@Dee | 11: 2 ghosts@Dee"
NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")


def began(players: int = 4, start: int = 0, boxes: tuple[str, ...] = ("base", "necromancer"), **options: str) -> Game:
    """A game as it is laid out."""
    seats = tuple(SeatSetup(name) for name in NAMES[:players])
    return fold(new_game(Setup(board(f"base-{players - 1}"), seats, start, boxes, options)))


def drawn(game: Game, count: int = 6) -> Game:
    """The game after so many badges were drawn for the Ghosts, the first ones there are."""
    for _ in range(count):
        due = chances(game)[0]
        game = after(game, Answer(due.occasion, due.choices[0]))
    return game


def ghosts(game: Game) -> int:
    """The Ghosts on the Island."""
    return band(game, "ghosts").hand
