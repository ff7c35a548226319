"""A game of the log as a record: without what was taken back, with every draw and with digests."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import TextIO

import click
import msgspec

from companion.game.entries import Entry, StoreError
from companion.game.history import History
from companion.game.lobby import Lobby
from companion.game.steps import Step
from companion.records import record
from companion.records.record import Halted, Header, RecordLine
from companion.rules import commands, engine, events
from companion.rules.model import Game, Refused, Setup
from companion.store.store import ReadOnlyStore
from companion.views import game_view

# Neither, entered for another player, as played, and both.
WAYS = ((False, False), (False, True), (True, False), (True, True))


def purses_are_open(game: Game) -> bool:
    """Whether a record tells no secret: every purse was revealed, or they were open all along."""
    return game_view.open_coins(game) is not None or len(game.unveiled) == len(game.seats)


def header(history: History) -> Header:
    """The header of a game that has begun: its set-up, or for an imported one that of its record."""
    if history.header:
        return msgspec.convert(history.header, Header)
    return record.header_of(_setup(history))


def written(header: Header, steps: Iterable[Step]) -> str:
    """The record of a game, from the steps that stand, the beginning first."""
    return record.write(header, [entry for step in steps if (entry := _entry(step))])


def _setup(history: History) -> Setup:
    return next(event.setup for event in history.steps[0].events if isinstance(event, events.GameBegan))


def _entry(step: Step) -> RecordLine | None:
    """A step as a record has it; None for the beginning, and for a purse that was counted and was right."""
    if step.command is None or step.before is None:
        return None
    if not step.events and not isinstance(step.command, commands.OF_THE_PAST):
        return None
    as_played, blind = _way(step.before, step)
    whose = "" if isinstance(step.command, commands.CHANCE) or step.seat is None else step.before.name(step.seat)
    return RecordLine(
        commands.encode(step.command),
        by=whose,
        as_played=as_played,
        blind=blind,
        digest=record.digest(step.after),
    )


def _way(before: Game, step: Step) -> tuple[bool, bool]:
    """Whether a command needs the rules bent, or the purse ignored, to have the same result as in the log."""
    assert step.command is not None  # noqa: S101  Only the beginning has none.
    for as_played, blind in WAYS:
        with suppress(Refused):
            if engine.decide(before, step.command, as_played=as_played, blind=blind) == step.events:
                return as_played, blind
    # The rules have changed since. The record has what was logged, and its digest shows the difference.
    return step.kind == "as_played", step.kind == "for_another"


def run(folder: Path, number: int | None, opening: bool, file: str) -> None:
    """Write a game of a data folder to a new file, or for "-" to the terminal; `number` None: the latest that has
    begun.

    With `opening`, purses that are still secret are revealed, and the log says so before anything is written. Raises
    ClickException with one sentence for people; then nothing was written.
    """
    try:
        with closing(ReadOnlyStore(folder)) as log:
            _export(log, number, opening, file)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    except sqlite3.Error as error:
        raise click.ClickException(f"The games in {folder} cannot be read: {error}. Nothing was changed.") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}.") from None


def _export(log: ReadOnlyStore, number: int | None, opening: bool, file: str) -> None:
    begun = log.begun()
    if not begun:
        raise click.ClickException("No game has begun here yet.")
    if number is None:
        number = begun[-1]
    if number not in begun:
        raise click.ClickException(f"There is no game {number}. These have begun: {', '.join(map(str, begun))}.")
    history = History(number, Lobby(), log.rows(number))
    secret = history.game is not None and not purses_are_open(history.game)
    if secret and not opening:
        raise click.ClickException(
            f"The coins of game {number} are not all revealed yet, and its record would reveal them. To write it"
            " anyway, use --open; the game's log will say so."
        )
    text = written(header(history), history.steps)
    with _beside(file) as out:
        # The log must not say that it was written if the text finds no room.
        out.write(text)
        out.flush()
        if secret:
            log.append_from_outside(log.last_game(), Entry(kind="opened", command={"game": number}))
            click.echo("This opens every purse; the game's log says so to everybody.", err=True)
    try:
        for _ in record.play(record.read(text.encode())):
            pass
    except (record.Malformed, Halted) as fault:
        # Nothing is lost: the file has what was logged.
        click.echo(f"This version of the rules plays line {fault.line} differently: {fault.reason}.", err=True)


@contextmanager
def _beside(file: str) -> Iterator[TextIO]:
    """A new file, written atomically; "-" is the terminal, which gets the text at the end.

    Raises OSError, such as FileExistsError.
    """
    if file == "-":
        with StringIO() as text:
            yield text
            click.echo(text.getvalue(), nl=False)
        return
    place = Path(file)
    if place.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    part = place.with_name(f"{place.name}.part")
    try:
        with part.open("w", encoding="utf-8") as out:
            yield out
            os.fsync(out.fileno())
        part.rename(place)
    finally:
        part.unlink(missing_ok=True)
