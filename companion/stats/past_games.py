"""The games of this table: how each ended, and how its players have done over all of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from companion.game.entries import StoreError
from companion.game.history import LOBBY
from companion.game.lobby import Lobby
from companion.language import text
from companion.rules import events
from companion.rules.model import Message
from companion.stats.figures import Figures, figures
from companion.store.rows import Begun
from companion.store.store import ReadOnlyStore

# How many of a player's combos are named.
MOST_COMBOS = 3


class Player(Struct, frozen=True):
    """A player of a game: until the purses are revealed, `coins` is None and `won` False."""

    name: str
    colour: str
    shape: str
    coins: int | None
    won: bool


class Taken(Struct, frozen=True):
    """A combo that a seat picked, and what its race earned."""

    seat: int
    race: str
    power: str
    coins: int


class Past(Struct, frozen=True):
    """A game of this table. `begun` is None if the clock was not right; `over`: it has come to its reveal.

    `ended` is when the last thing was played, None like `begun`; `start` is the seat that began, None if no row says
    it. `combos` are known once all coins are revealed. A game that this version cannot replay has no `players`.
    """

    number: int
    begun: str | None
    board: str
    turns: int
    players: tuple[Player, ...]
    over: bool
    open: bool
    combos: tuple[Taken, ...]
    ended: str | None = None
    start: int | None = None


class Combo(Struct):
    """A combo over all of a player's games: how often it was picked, and what its race earned in all."""

    race: str
    power: str
    times: int = 0
    coins: int = 0


class Career(Struct):
    """A player over all games whose purses were revealed; a shared win is a win. `combos`: the favourite first."""

    name: str
    games: int
    wins: int
    best: int
    mean: float
    combos: list[Combo]


class Archive:
    """Reads the games of a data folder, and caches those that are over. Any thread may ask."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[int, tuple[int, Past]] = {}
        self._known: dict[int, frozenset[str]] = {}

    def games(self) -> list[Past]:
        """All games that have begun, the newest first. Raises StoreError."""
        found = []
        with _opened(self._folder) as log:
            for begun in log.games():
                last, past = self._kept.get(begun.game, (0, None))
                if past is None or last != begun.last:
                    past = _past(log, begun, _figures(log, begun.game))
                    self._kept[begun.game] = (begun.last, past)
                found.append(past)
        return found[::-1]

    def played_before(self, game: int) -> frozenset[str]:
        """The names, in small letters, of all who sat in a game before this one. Raises StoreError."""
        if game not in self._known:
            with _opened(self._folder) as log:
                earlier = [settled for begun in log.games() if begun.game < game and (settled := _settled(log, begun))]
            self._known = {game: frozenset(place.name.casefold() for each in earlier for place in each.places)}
        return self._known[game]

    def game(self, number: int) -> tuple[Past, Figures] | None:
        """The figures of a game; None if there is no such game or not all purses are revealed. Raises StoreError."""
        with _opened(self._folder) as log:
            begun = next((begun for begun in log.games() if begun.game == number), None)
            found = _figures(log, number) if begun else None
            return (_past(log, begun, found), found) if begun and found and found.open else None


@contextmanager
def _opened(folder: Path) -> Iterator[ReadOnlyStore]:
    """The log of a folder, closed afterwards. Raises StoreError, also for what SQLite reports while it is read."""
    try:
        with closing(ReadOnlyStore(folder)) as log:
            yield log
    except sqlite3.Error as error:
        raise StoreError(f"The games in {folder} cannot be read: {error}. Nothing was changed.") from error


def careers(games: Iterable[Past]) -> list[Career]:
    """How each player has done, most wins first. Names that differ only in capitals are one player."""
    played: dict[str, list[tuple[Past, int]]] = {}
    for game in games:
        for seat, player in enumerate(game.players):
            if game.open:
                played.setdefault(player.name.casefold(), []).append((game, seat))
    found = [_career(each) for each in played.values()]
    return sorted(found, key=lambda career: (-career.wins, -career.games, -career.mean, career.name))


def _career(played: list[tuple[Past, int]]) -> Career:
    # The newest game comes first, and its spelling of the name is used.
    sat = [game.players[seat] for game, seat in played]
    coins = [player.coins or 0 for player in sat]
    combos: dict[tuple[str, str], Combo] = {}
    for game, seat in played:
        for taken in game.combos:
            if taken.seat == seat:
                combo = combos.setdefault((taken.race, taken.power), Combo(taken.race, taken.power))
                combo.times += 1
                combo.coins += taken.coins
    return Career(
        name=sat[0].name,
        games=len(sat),
        wins=sum(player.won for player in sat),
        best=max(coins),
        mean=sum(coins) / len(coins),
        combos=sorted(combos.values(), key=lambda each: (-each.times, -each.coins, each.race))[:MOST_COMBOS],
    )


def _figures(log: ReadOnlyStore, game: int) -> Figures | None:
    """The figures of a game; None if this version cannot replay it, for example because a race was removed."""
    try:
        return figures(event for told in log.events_of(game) for event in events.decode(told))
    except (LookupError, ValueError, msgspec.MsgspecError):
        return None


def _settled(log: ReadOnlyStore, begun: Begun) -> Lobby | None:
    """The lobby from which the game began."""
    told = log.last_of(begun.game, LOBBY, begun.row)
    return msgspec.json.decode(told, type=tuple[Lobby])[0] if told else None


def _past(log: ReadOnlyStore, begun: Begun, found: Figures | None) -> Past:
    if found is None:
        return Past(begun.game, log.time_of(begun), "", 0, (), over=False, open=False, combos=())
    settled, players = _settled(log, begun), []
    places = settled.places if settled else ()
    for seat, name in enumerate(found.names):
        colour, shape = (places[seat].colour, places[seat].shape) if seat < len(places) else ("grey", "circle")
        coins = found.totals[seat] if found.open else None
        players.append(Player(name, colour, shape, coins, seat in found.winners))
    return Past(
        number=begun.game,
        begun=log.time_of(begun),
        board=found.board,
        turns=found.turns,
        players=tuple(players),
        over=found.over,
        open=found.open,
        combos=tuple(Taken(choice.seat, choice.race, choice.power, found.earned_by(choice)) for choice in found.choices)
        if found.open
        else (),
        ended=log.ended(begun),
        start=settled.start if settled else None,
    )


# For the terminal.


def run(folder: Path) -> None:
    """Print the games of a data folder and its players. Raises ClickException with a sentence for people."""
    try:
        games = Archive(folder).games()
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    for line in printed(games):
        click.echo(line)


def printed(games: list[Past]) -> Iterator[str]:
    """Games and players, a line each; the newest game and the best player first."""
    if not games:
        yield "No game has begun here yet."
        return
    yield "Games, the newest first"
    for game in games:
        played = f"{game.board}: {', '.join(_result(game))}" if game.players else "this version cannot play it again"
        yield f"  {game.number:>3}  {_date(game):10}  {played}"
    yield ""
    yield "Players, over all games whose purses were opened"
    for each in careers(games):
        yield f"  {each.name}: games {each.games}, won {each.wins}, best {each.best} coins, {each.mean:.0f} on average"
        if each.combos:
            yield f"    favourites: {'; '.join(map(_combo, each.combos))}"


def _combo(combo: Combo) -> str:
    words = Message("combo", {"race": combo.race, "power": combo.power})
    return f"{text.say(words)} ({combo.times}×, {combo.coins} coins)"


def _date(game: Past) -> str:
    """The day in local time, or nothing if it is not known."""
    return f"{datetime.fromisoformat(game.begun).astimezone():%Y-%m-%d}" if game.begun else ""


def _result(game: Past) -> Iterator[str]:
    if not game.open:
        yield "its purses stayed closed" if game.over else "under way"
    for player in sorted(game.players, key=lambda player: -(player.coins or 0)):
        coins = "" if player.coins is None else f" {player.coins}"
        yield f"{player.name}{coins}{' (won)' if player.won else ''}"
