"""What a table tells the book of a game: made from its log, once the game is over and every purse is open."""

from __future__ import annotations

from datetime import datetime
from hashlib import blake2b

import msgspec

from companion.book.message import Combo, Played, Result, Seat
from companion.game.entries import Row
from companion.game.history import LOBBY
from companion.game.lobby import Lobby, Place
from companion.rules import engine, events, score
from companion.rules.model import Game
from companion.stats.figures import Figures, figures
from companion.store.rows import PLAYED, Begun
from companion.store.store import ReadOnlyStore

ENDED = f'"{events.GameEnded.__struct_config__.tag}"'


def result(log: ReadOnlyStore, begun: Begun) -> Result | None:
    """What came of a game; None where nobody wants to be remembered, or this version cannot replay it.

    While the game is under way, or its coins are still secret, nothing is told but that it has not come to an end.
    """
    try:
        # Without this, an end taken back meanwhile would be given the time at which it was taken back.
        with log.at_once():
            return _result(log, begun)
    except (LookupError, ValueError, msgspec.MsgspecError):
        return None


def _result(log: ReadOnlyStore, begun: Begun) -> Result | None:
    rows = list(log.rows(begun.game))
    settled = _places(rows, begun)
    if not any(place.book for place in settled):
        return None
    id, row = _id(rows, begun), max(row.row for row in rows if row.kind in PLAYED)
    happened = [event for told in log.events_of(begun.game) for event in events.decode(told)]
    found, game = figures(happened), engine.fold(happened)
    if not (found.over and found.open):
        return Result(id, row, None)
    seats = _seats(game, found, settled)
    took = _minutes(log, rows, begun)
    played = Played(log.ended(begun), found.board, game.boxes, found.turns, found.stopped, seats, took)
    return Result(id, row, played)


def _minutes(log: ReadOnlyStore, rows: list[Row], begun: Begun) -> int | None:
    """How long a game took from its beginning to its end, which a correction afterwards does not put off."""
    end = _end(rows)
    # Where the clock was set in between, the first time that was right says nothing of how long it took.
    began, ended = log.time_at(begun.row), log.time_at(end.row) if end else None
    if began is None or ended is None:
        return None
    took = (datetime.fromisoformat(ended) - datetime.fromisoformat(began)).total_seconds() / 60
    # The clock was put back.
    return int(took) if took >= 0 else None


def _end(rows: list[Row]) -> Row | None:
    """The row with the end of a game, the last one where it ended again."""
    return next((row for row in reversed(rows) if row.kind in PLAYED and ENDED in row.events), None)


def _places(rows: list[Row], begun: Begun) -> tuple[Place, ...]:
    """Who sat where when the game ended: what happens to a seat afterwards changes nothing of that."""
    end = _end(rows)
    ended = end.row if end else begun.last
    told = next((row.events for row in reversed(rows) if row.kind in LOBBY and row.row <= ended), None)
    return msgspec.json.decode(told, type=tuple[Lobby])[0].places if told else ()


def _id(rows: list[Row], begun: Begun) -> str:
    """The game's id: from its beginning and the lobby before it, which no other game anywhere shares.

    The lobby has the secret ids of the phones, so two tables have different ones, and nobody reads them out of it. A
    copy of the log has the same.
    """
    (start,) = (row for row in rows if row.row == begun.row)
    before = next((row.events for row in reversed(rows) if row.kind in LOBBY and row.row < begun.row), "")
    told = "\n".join((str(start.row), start.time, start.events, before))
    return blake2b(told.encode(), digest_size=16).hexdigest()


def _seats(game: Game, found: Figures, settled: tuple[Place, ...]) -> tuple[Seat, ...]:
    sides = _sides(game)
    places = _ranking(game, sides, found.winners)
    told = []
    for number, place in enumerate(settled):
        side = next(index for index, each in enumerate(sides) if number in each)
        book = None if place.level else place.book
        told.append(
            Seat(
                place=places[side],
                side=side,
                won=number in found.winners,
                left=found.left[number],
                app=bool(place.level),
                name=book.name if book else None,
                after=book.after if book else 0,
                person=(book.person or None) if book else None,
                coins=found.totals[number] if book else None,
                combos=_combos(found, number) if book else (),
            )
        )
    return tuple(told)


def _combos(found: Figures, seat: int) -> tuple[Combo, ...]:
    mine = [each for each in found.choices if each.seat == seat]
    return tuple(Combo(each.race, each.power, each.turn, found.earned_by(each)) for each in mine)


def _sides(game: Game) -> list[tuple[int, ...]]:
    """Who won or lost together; whoever left, or whom a rule leaves out of the ranking, stands alone."""
    ranked = score.ranked(game)
    sides = [tuple(seat for seat in side if seat in ranked) for side in score.sides(game)] if ranked else []
    alone = [(seat,) for seat in range(len(game.seats)) if seat not in ranked]
    return [side for side in sides if side] + alone


def _ranking(game: Game, sides: list[tuple[int, ...]], winners: tuple[int, ...]) -> list[int]:
    """The place of each side: the winners, the others by the rules' own tie-breakers, and who is not ranked."""
    ranked = score.ranked(game)
    ranks = {number: score.rank(game, side) for number, side in enumerate(sides) if side[0] in ranked}
    first = {number for number, side in enumerate(sides) if set(side) & set(winners)}
    places = []
    for number in range(len(sides)):
        own = ranks.get(number)
        ahead = first | {other for other, rank in ranks.items() if own is None or rank > own}
        places.append(1 if number in first else len(ahead) + 1)
    return places
