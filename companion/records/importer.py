"""Imports a record as a game of the log. Its seats have no phones; people take them as they come."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click
import msgspec

from companion.boards import maps
from companion.game import lobby as lobbies
from companion.game import log_entries
from companion.game.entries import Entry, StoreError
from companion.game.history import History
from companion.game.lobby import Lobby
from companion.language import text
from companion.records import replay
from companion.records.notation import Names
from companion.records.record import Halted, Header, Malformed, Record, RecordLine, Step, load, play
from companion.rules import commands, engine, events, hooks
from companion.rules.model import Game, Message, Refused, SeatSetup, Setup
from companion.store.store import Store


def run(folder: Path, dealing: str, path: str) -> int:
    """Make a record the current game of a data folder, and print how to go on.

    `dealing` says who draws if the record does not. Returns the exit status: 0, 1 for a record or a folder that is
    refused, 2 for a file that is no record; then one line on stderr says why, and nothing has changed.
    """
    try:
        record = load(Path(path))
        steps = list(play(record))
        entries = rows(record, steps, dealing)
    except OSError as fault:
        replay.fail(f"{path}: {fault.strerror}")
        return replay.MALFORMED
    except (Malformed, Halted) as fault:
        replay.fail(f"{path}:{fault.line}: {fault.reason}")
        return replay.MALFORMED if isinstance(fault, Malformed) else replay.REFUSED
    except Refused as refused:
        replay.fail(f"{path}: {text.sentence(refused.message)}")
        return replay.REFUSED
    try:
        with closing(Store(folder)) as store:
            if store.notice:
                click.echo(text.sentence(store.notice), err=True)
            number = begin(store, entries)
    except (Refused, StoreError) as refused:
        replay.fail(text.sentence(refused.message) if isinstance(refused, Refused) else str(refused))
        return replay.REFUSED
    click.echo(
        f"This is game {number} now, with {len(steps)} commands. Open the table with companion serve, or, where it is"
        " installed, sudo systemctl start smallworld-companion; then everybody taps the own name under"
        ' "I was already here".'
    )
    return 0


def begin(store: Store, entries: Sequence[Entry]) -> int:
    """Begin the next game of a log with these rows; returns its number. Raises Refused while a game is in progress."""
    number = store.last_game()
    history = History(number, Lobby(), store.rows(number))
    if history.game is not None and not history.game.over:
        raise Refused(Message("table.under_way"))
    # An empty log has no first game yet.
    number += history.game is not None or bool(history.lobby.places)
    store.append(number, entries)
    return number


def rows(
    record: Record, steps: Sequence[Step], dealing: str, choose: Callable[[Sequence[str]], str] = secrets.choice
) -> list[Entry]:
    """The rows of a game that a record tells: the seats, the beginning, each command, and the draws that are due.

    Raises Refused if the table cannot show such a game.
    """
    opening = record.opening
    if lobbies.SHIPPED.name(opening.board.id) is None or maps.load(opening.board.id).board != opening.board:
        raise Refused(Message("table.no_such_map"))
    dealing = _dealing(record.entries) or dealing
    seats = Lobby(dealing=dealing, map=opening.board.id, boxes=opening.boxes, options=opening.options)
    for seat in opening.seats:
        seats = lobbies.join(seats, "", seat.name, None, None, choose)
    seats = msgspec.structs.replace(seats, start=opening.start)
    game = steps[-1].after if steps else opening
    return [
        Entry(kind="new", command={"header": _plain(record.header)}, events=msgspec.json.encode([seats]).decode()),
        Entry(kind="start", events=events.encode(laid(opening)).decode()),
        *(_row(step) for step in steps),
        *(_drawn(game, choose) if dealing == "companion" else ()),
    ]


def laid(game: Game) -> tuple[events.Event, ...]:
    """The events that set up a position from an empty board. Raises Refused if the pieces do not allow it."""
    seats = tuple(SeatSetup(seat.name, seat.coins) for seat in game.seats)
    began = engine.new_game(Setup(game.board, seats, game.start, game.boxes, game.options, game.guard))[0]
    empty = engine.fold([began])
    tribes = {region: ground.tribe - empty.grounds[region].tribe for region, ground in game.grounds.items()}
    # What goes to a pile is taken from the map first.
    moved = [events.TribeMoved(region, count) for region, count in sorted(tribes.items(), key=lambda one: one[1])]
    found = [began, *(each for each in moved if each.count < 0), *_beside(game)]
    found += [each for each in moved if each.count > 0]
    for region, ground in game.grounds.items():
        if ground.tokens:
            found.append(events.TokensMoved(ground.band, ground.tokens, "tray", region))
        found += [events.MarkerPlaced(region, marker.kind, marker.band) for marker in ground.markers]
        if ground.band and not ground.tokens:
            found.append(events.Occupied(region, ground.band))
    # The memory of a piece on the map is kept by the band that holds its region.
    for band in game.bands.values():
        found += [events.Remembered(band.id, key, value) for key, value in band.memo.items()]
    found += _turn(game)
    try:
        laid_out = engine.fold(found)
        if laid_out != game:
            found.append(events.TakenUp.of(game))
        if engine.fold(found) == game:
            return tuple(found)
    except events.Impossible:
        pass
    raise Refused(Message("table.no_such_position"))


def _beside(game: Game) -> Iterator[events.Event]:
    """What is beside the map: races in play, their tokens, piles and the column."""
    for band in game.bands.values():
        yield events.BandEntered(band.id, band.seat, band.race, band.powers, band.declined)
        for hands in events.HANDS:
            if count := getattr(band, hands):
                yield events.TokensMoved(band.id, count, "tray", hands)
    piles = hooks.piles(game)
    for pile, contents in game.piles.items():
        for kind, count in contents.items():
            if piles[pile].badges:
                yield events.BadgeMoved(kind, "badges", events.PILE + pile)
            else:
                yield events.PileChanged(pile, kind, count)
    plain = not any(combo.coins or combo.tokens for combo in game.column)
    if plain and game.drawn == 2 * len(game.column) + bool(game.half):
        # A header deals the column piece by piece, and later draws are numbered after those.
        for combo in game.column:
            yield events.Revealed("banner", combo.race)
            yield events.Revealed("badge", combo.power)
        if game.half:
            yield events.Revealed("banner", game.half)
    elif game.column:
        yield events.ColumnLaid(tuple(msgspec.structs.replace(combo, coins=0, tokens=0) for combo in game.column))
        for place, combo in enumerate(game.column):
            if combo.coins:
                yield events.CoinsMoved(combo.coins, "bank", f"combo:{place}")
            if combo.tokens:
                yield events.TokensLaid(place, combo.tokens)


def _turn(game: Game) -> Iterator[events.Event]:
    """How far the turn has come."""
    turn = game.turn
    yield events.TurnBegan(turn.number, turn.seat)
    yield events.StageBegan(turn.stage, turn.band, turn.cycle)
    for band in turn.mustered:
        yield events.Mustered(band)
    for key in turn.used:
        yield events.Used(key)
    for asked in turn.asked:
        yield events.Asked(asked)
    if turn.pips is not None:
        # The ability that called for the die is forgotten after the roll.
        yield events.DieCalled("position")
        yield events.Rolled(turn.pips, "")


def _plain(header: Header) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(header)
    return plain


def _dealing(lines: Sequence[RecordLine]) -> str:
    """Who drew last according to the record; "" if it does not say."""
    sources = [entry.command.get("source") for entry in lines if entry.command["type"] == "answer"]
    return next((str(source) for source in reversed(sources) if source in lobbies.DEALING), "")


def _row(step: Step) -> Entry:
    """A command of the record as the table would have stored it."""
    entry, before = step.entry, step.before
    kind, seat = "act", log_entries.actor(before, step.command)
    if entry.by != "":
        seat = Names(before).seat(entry.by)
    if isinstance(step.command, commands.CHANCE):
        kind = "chance"
        seat = next(asked.seat for asked in engine.chances(before) if asked.occasion == step.command.occasion)
    elif entry.as_played:
        kind = "as_played"
    elif entry.blind:
        kind = "for_another"
    elif isinstance(step.command, commands.SetCoins) and step.command.seat == seat:
        # Nobody else may learn by how much the owner corrected the coins.
        kind = "purse"
    command, new_events = commands.encode(step.command), events.encode(step.events).decode()
    return Entry(kind=kind, seat=seat, command=command, events=new_events)


def _drawn(game: Game, choose: Callable[[Sequence[str]], str]) -> Iterator[Entry]:
    """The draws that are due when the record ends."""
    while asked := next((asked for asked in engine.chances(game) if asked.kind != "roll"), None):
        answer = commands.Answer(asked.occasion, choose(asked.choices), "companion")
        new_events = engine.decide(game, answer)
        game = engine.fold(new_events, game)
        encoded = events.encode(new_events).decode()
        yield Entry(kind="chance", seat=asked.seat, command=commands.encode(answer), events=encoded)
