"""A record becomes a game of the log. Its seats have no phones; whoever comes first takes one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click
import msgspec

from companion import lobby as lobbies
from companion import maps, replay, text
from companion.ledger import Ledger
from companion.lobby import Lobby
from companion.record import Entry as Told
from companion.record import Halted, Header, Malformed, Record, Step, actor, play, read
from companion.rules import commands, engine, events, hooks
from companion.rules.model import Game, Refused, Say, SeatSetup, Setup
from companion.spelling import Names
from companion.store import Entry, Store, StoreError


def run(folder: Path, dealing: str, path: str) -> int:
    """Make a record the current game of a data folder, and say how to go on.

    `dealing` says who draws where the record does not. Returns the exit status: 0, 1 for a record or a folder that is
    refused, 2 for a file that is no record; then one line on stderr says why, and nothing has changed.
    """
    try:
        record = read(Path(path).read_bytes())
        steps = list(play(record))
        entries = rows(record, steps, dealing)
    except OSError as fault:
        replay.fail(f"{path}: {fault.strerror}")
        return replay.MALFORMED
    except (Malformed, Halted) as fault:
        replay.fail(f"{path}:{fault.line}: {fault.reason}")
        return replay.MALFORMED if isinstance(fault, Malformed) else replay.REFUSED
    except Refused as refused:
        replay.fail(f"{path}: {text.sentence(refused.say)}")
        return replay.REFUSED
    try:
        with closing(Store(folder)) as store:
            number = begin(store, entries)
    except (Refused, StoreError) as refused:
        replay.fail(text.sentence(refused.say) if isinstance(refused, Refused) else str(refused))
        return replay.REFUSED
    click.echo(
        f"This is game {number} now, with {len(steps)} commands. Open the table with companion serve, or, where it is"
        " installed, sudo systemctl start smallworld-companion; then everybody taps the own name under"
        ' "I was already here".'
    )
    return 0


def begin(store: Store, entries: Sequence[Entry]) -> int:
    """Begin the next game of a log with these rows; returns its number. Raises Refused while one is under way."""
    number = store.last_game()
    ledger = Ledger(number, Lobby(), store.rows(number))
    if ledger.game is not None and not ledger.game.over:
        raise Refused(Say("table.under_way"))
    # An empty log has no first game yet.
    number += ledger.game is not None or bool(ledger.lobby.places)
    store.append(number, entries)
    return number


def rows(
    record: Record, steps: Sequence[Step], dealing: str, choose: Callable[[Sequence[str]], str] = secrets.choice
) -> list[Entry]:
    """The rows of a game that a record tells: the seats, the beginning, each command, and the draws that are due.

    Raises Refused where the table cannot show such a game.
    """
    opening = record.opening
    if lobbies.SHIPPED.name(opening.board.id) is None or maps.load(opening.board.id).board != opening.board:
        raise Refused(Say("table.no_such_map"))
    dealing = _dealing(record.entries) or dealing
    seats = Lobby(dealing=dealing, map=opening.board.id, boxes=opening.boxes, options=opening.options)
    for seat in opening.seats:
        seats = lobbies.join(seats, "", seat.name, None, None)
    seats = msgspec.structs.replace(seats, start=opening.start)
    game = steps[-1].after if steps else opening
    return [
        Entry(kind="new", command={"header": _plain(record.header)}, events=msgspec.json.encode([seats]).decode()),
        Entry(kind="start", events=events.encode(laid(opening)).decode()),
        *(_row(step) for step in steps),
        *(_drawn(game, choose) if dealing == "companion" else ()),
    ]


def laid(game: Game) -> tuple[events.Event, ...]:
    """The events that lay out a game before its first command. Raises Refused when the pieces cannot come to it."""
    seats = tuple(SeatSetup(seat.name, seat.coins) for seat in game.seats)
    began = engine.new_game(Setup(game.board, seats, game.start, game.boxes, game.options))[0]
    found = [began, *_beside(game)]
    empty = engine.fold(found)
    for region, ground in game.grounds.items():
        if ground.tribe != empty.grounds[region].tribe:
            found.append(events.TribeMoved(region, ground.tribe - empty.grounds[region].tribe))
        if ground.tokens:
            found.append(events.TokensMoved(ground.band, ground.tokens, "tray", region))
        found += [events.MarkerPlaced(region, marker.kind, marker.band) for marker in ground.markers]
        if ground.band and not ground.tokens:
            found.append(events.Occupied(region, ground.band))
    found += _turn(game)
    try:
        if engine.fold(found) == game:
            return tuple(found)
    except events.Impossible:
        pass
    raise Refused(Say("table.no_such_position"))


def _beside(game: Game) -> Iterator[events.Event]:
    """What lies beside the map: races in play, their tokens and memory, and the column."""
    for band in game.bands.values():
        yield events.BandEntered(band.id, band.seat, band.race, band.powers, band.declined)
        for hands in events.HANDS:
            if count := getattr(band, hands):
                yield events.TokensMoved(band.id, count, "tray", hands)
        for key, value in band.memo.items():
            yield events.Remembered(band.id, key, value)
    heaps = hooks.heaps(game)
    for pile, heap in game.piles.items():
        for kind, count in heap.items():
            if heaps[pile].badges:
                yield events.BadgeMoved(kind, "badges", events.PILE + pile)
            else:
                yield events.PileChanged(pile, kind, count)
    if game.drawn:
        # A header dealt the column piece by piece, and later draws are numbered after them.
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
        # Which ability called for the die is over with the roll.
        yield events.DieCalled("position")
        yield events.Rolled(turn.pips, "")


def _plain(header: Header) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(header)
    return plain


def _dealing(told: Sequence[Told]) -> str:
    """Who drew last, as the record itself says; "" when it does not."""
    sources = [entry.command.get("source") for entry in told if entry.command["type"] == "answer"]
    return next((str(source) for source in reversed(sources) if source in lobbies.DEALING), "")


def _row(step: Step) -> Entry:
    """A command of the record as the table would have stored it."""
    entry, before = step.entry, step.before
    kind, seat = "act", actor(before, step.command)
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
        # By how much their owner corrected the coins is for nobody else.
        kind = "purse"
    command, happening = commands.encode(step.command), events.encode(step.events).decode()
    return Entry(kind=kind, seat=seat, command=command, events=happening)


def _drawn(game: Game, choose: Callable[[Sequence[str]], str]) -> Iterator[Entry]:
    """The draws that are due when the record ends."""
    while asked := next((asked for asked in engine.chances(game) if asked.kind != "roll"), None):
        answer = commands.Answer(asked.occasion, choose(asked.choices), "companion")
        happening = engine.decide(game, answer)
        for event in happening:
            game = engine.evolve(game, event)
        encoded = events.encode(happening).decode()
        yield Entry(kind="chance", seat=asked.seat, command=commands.encode(answer), events=encoded)
