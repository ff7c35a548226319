"""A game of the log as a record: what was taken back is left out, every draw is told, each command has its digest."""

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

from companion import record, show
from companion.ledger import Ledger, Step
from companion.lobby import Lobby
from companion.receipts import Receipt
from companion.record import Entry, Halted, Header
from companion.rules import commands, engine, events
from companion.rules.model import Game, Refused, Setup
from companion.store import Bystander, StoreError
from companion.store import Entry as Line

# Neither, entered for another player, as played, and both.
WAYS = ((False, False), (False, True), (True, False), (True, True))


def purses_are_open(game: Game) -> bool:
    """Whether a record tells no secret: every purse was unveiled, or they were open all along."""
    return show.open_coins(game) is not None or len(game.unveiled) == len(game.seats)


def header(ledger: Ledger) -> Header:
    """The header of a game that has begun: its set-up, or for an imported one what its record said."""
    if ledger.header:
        return msgspec.convert(ledger.header, Header)
    return record.header_of(_setup(ledger))


def written(header: Header, steps: Iterable[Step], receipts: Iterable[Receipt] = ()) -> str:
    """The record of a game whose acts stand, the one that began it first, with all receipts and their salts."""
    return record.write(header, [entry for step in steps if (entry := _entry(step))], receipts)


def _setup(ledger: Ledger) -> Setup:
    return next(event.setup for event in ledger.steps[0].events if isinstance(event, events.GameBegan))


def _entry(step: Step) -> Entry | None:
    """A step as a record has it; None for the beginning, and for a purse that was counted and found right."""
    if step.command is None or step.before is None:
        return None
    if not step.events and not isinstance(step.command, commands.OF_THE_PAST):
        return None
    as_played, blind = _way(step.before, step)
    whose = "" if isinstance(step.command, commands.CHANCE) or step.seat is None else step.before.name(step.seat)
    return Entry(
        commands.encode(step.command),
        by=whose,
        as_played=as_played,
        blind=blind,
        digest=record.digest(step.after),
    )


def _way(before: Game, step: Step) -> tuple[bool, bool]:
    """Whether the rules must be bent, or a purse left alone, for a command to come to what the log says."""
    assert step.command is not None  # noqa: S101  Only the beginning has none.
    for as_played, blind in WAYS:
        with suppress(Refused):
            if engine.decide(before, step.command, as_played=as_played, blind=blind) == step.events:
                return as_played, blind
    # The rules have changed since. The record says what was logged, and its digest where it comes out differently.
    return step.kind == "as_played", step.kind == "for_another"


def run(folder: Path, number: int | None, opening: bool, file: str) -> None:
    """Write a game of a data folder to a new file, or for "-" to the terminal; `number` None: the last that has begun.

    With `opening`, purses that are not open yet are opened, and the log says so before anything is written. Raises
    ClickException with one sentence for people; then nothing was written.
    """
    try:
        with closing(Bystander(folder)) as log:
            _export(log, number, opening, file)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    except sqlite3.Error as error:
        raise click.ClickException(f"The games in {folder} cannot be read: {error}. Nothing was changed.") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}.") from None


def _export(log: Bystander, number: int | None, opening: bool, file: str) -> None:
    begun = log.begun()
    if not begun:
        raise click.ClickException("No game has begun here yet.")
    if number is None:
        number = begun[-1]
    if number not in begun:
        raise click.ClickException(f"There is no game {number}; those that have begun: {', '.join(map(str, begun))}.")
    ledger = Ledger(number, Lobby(), log.rows(number))
    secret = ledger.game is not None and not purses_are_open(ledger.game)
    if secret and not opening:
        raise click.ClickException(
            f"Not every purse of game {number} is open yet, and its record would open them all. With --open it is"
            " written all the same, and the game's log will say so."
        )
    text = written(header(ledger), ledger.steps, ledger.receipts)
    with _beside(file) as out:
        # Where the text finds no room the log does not say that it was written.
        out.write(text)
        out.flush()
        if secret:
            log.leave(log.last_game(), Line(kind="opened", command={"game": number}))
            click.echo("This opens every purse; the game's log says so to everybody.", err=True)
    try:
        for _ in record.play(record.read(text.encode())):
            pass
    except (record.Malformed, Halted) as fault:
        # Nothing is lost: the file says what was logged.
        click.echo(f"This version of the rules plays line {fault.line} differently: {fault.reason}.", err=True)


@contextmanager
def _beside(file: str) -> Iterator[TextIO]:
    """A new file that is there whole or not at all; "-" is the terminal, which gets the text at the end.

    Raises OSError, FileExistsError among them.
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
