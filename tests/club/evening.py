"""A club's evening: phones that never rest, at a table whose games come to their end and stand in the club's book."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import closing
from pathlib import Path

from companion.game.history import History
from companion.game.lobby import Lobby
from companion.store.store import ReadOnlyStore
from tests.faults.evening import MAP, PLAYERS, Evening

# Who sits at each table; the first so many of them want to stand in the book.
CALLED, KNOWN = ("Ann", "Ben", "Cid"), 2
# How often somebody says that it is the last turn, of all that is tapped.
LAST = 0.04

# A game by its seats: the name in the book, and the coins; nothing of somebody who is not in it.
Seats = tuple[tuple[str | None, int | None], ...]


def called(seat: int, table: str) -> str:
    """The name of whoever sits there: no other table has anybody of that name."""
    return f"{CALLED[seat]} {table}"


class ClubEvening(Evening):
    """The phones of a table of a club, from game to game; `ends` makes the game on the table the last one."""

    def __init__(self, port: int, chance: random.Random, table: str) -> None:
        super().__init__(port, chance, f"/t/{table}")
        self.table = table
        self.ends = False

    def sit_down(self) -> None:
        """Take the seats, have the book remember all but one, and begin."""
        for seat, (phone, hand) in enumerate(zip(self.phones, self.hands, strict=True)):
            assert phone.post("/api/join", name=called(seat, self.table))["seat"] == seat
            hand.cookie = phone.cookie
            if seat < KNOWN:
                phone.post("/api/book", seat=seat, name=called(seat, self.table), mine=True)
        self.phones[0].post("/api/lobby", map=MAP)
        self.phones[0].post("/api/start")

    def to_the_end(self) -> None:
        """Play until a game is over and every purse is open."""
        self.ends = True
        while not self._over():
            self._plays()

    def _over(self) -> bool:
        state = self.phones[0].state()
        return state["phase"] == "reveal" and len(state["game"]["reveal"]) == PLAYERS

    def _plays(self) -> None:
        state = self.phones[0].state()
        game = state.get("game")
        for ask in state["asks"]:
            self._send(ask["may"][0], "/api/consent", ask=ask["id"], yes=True)
        if state["phase"] == "reveal" and len(game["reveal"]) < PLAYERS:
            self._send(self.chance.randrange(PLAYERS), "/api/act", command={"type": "unveil"})
        elif state["phase"] == "play" and game["turn"]["number"] < game["turn"]["of"] and self._is_last():
            last = {"type": "set_turn", "number": game["turn"]["of"], "seat": PLAYERS - 1}
            self._send(0, "/api/act", command=last)
        else:
            super()._plays()

    def _is_last(self) -> bool:
        return self.ends or self.chance.random() < LAST


def games_in_log(data: Path, table: str) -> Counter[Seats]:
    """The games of a table that came to their end and showed every purse, as the book has to have them."""
    found: Counter[Seats] = Counter()
    with closing(ReadOnlyStore(data)) as log:
        for begun in log.games():
            game = History(begun.game, Lobby(), log.rows(begun.game)).game
            if game and game.over and len(game.unveiled) == PLAYERS:
                coins = [seat.coins for seat in game.seats]
                found[
                    tuple(
                        (called(seat, table), coins[seat]) if seat < KNOWN else (None, None) for seat in range(PLAYERS)
                    )
                ] += 1
    return found
