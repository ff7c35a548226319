"""Rows of the log in the making: what is stored of an act, and what comes of it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from companion import receipts
from companion.ledger import Ledger, Step
from companion.lobby import Lobby
from companion.rules import commands, decisions, engine, events
from companion.rules.model import Game
from companion.store import PLAYED, Entry


def whose_act(game: Game, command: commands.Command, by: int) -> int:
    """The seat whose act a command is: the one whose turn it is, the defenders', or whoever corrects."""
    match command:
        case commands.Withdraw(band=band) | commands.PutBack(band=band):
            return game.bands[band].seat if band in game.bands else by
        case commands.Choose(occasion=occasion):
            asked = decisions.asked_on(game, occasion)
            return asked.seat if asked else by
        case commands.Leave(seat=seat) if 0 <= seat < len(game.seats):
            return seat
        case (
            commands.SetRegion()
            | commands.SetBand()
            | commands.SetRecord()
            | commands.SetCoins()
            | commands.SetSheet()
            | commands.SetPast()
            | commands.SetTurn()
            | commands.SetRace()
            | commands.DropRace()
            | commands.SetColumn()
            | commands.Stop()
            | commands.Unveil()
            | commands.Leave()
        ):
            return by
        case _:
            return game.turn.seat


def asks_consent(game: Game, command: commands.Command) -> bool:
    """Whether a command answers a question that asks a seat for its own consent."""
    return isinstance(command, commands.Choose) and decisions.consent(game, command.occasion)


def purse_of(command: commands.Command, whose: int) -> int:
    """The seat whose purse a command may look at."""
    return command.seat if isinstance(command, commands.SetCoins | commands.SetSheet | commands.Leave) else whose


def entry(
    kind: str,
    seat: int | None,
    by: int | None,
    request: str | None,
    command: commands.Command,
    happening: tuple[events.Event, ...],
) -> dict[str, Any]:
    return {
        "kind": kind,
        "seat": seat,
        "entered_by": by,
        "request": request,
        "command": commands.encode(command),
        "events": events.encode(happening).decode(),
    }


def settled(
    kind: str, after: Lobby, seat: int | None, command: dict[str, Any], request: str | None = None
) -> Entry:
    """A row of the lobby: what was asked for, and the lobby as it is then."""
    events_ = msgspec.json.encode([after]).decode()
    return Entry(kind=kind, seat=seat, request=request, command=command, events=events_)


def handed(before: Lobby, seat: int, phone: str) -> Lobby:
    """The lobby with a seat in the hands of a phone."""
    places = list(before.places)
    places[seat] = msgspec.structs.replace(places[seat], phone=phone)
    return msgspec.structs.replace(before, places=tuple(places))


def after(game: Game, happening: tuple[events.Event, ...]) -> Game:
    for event in happening:
        game = engine.evolve(game, event)
    return game


def counted(command: commands.SetCoins) -> tuple[events.Event, ...]:
    """The events of a counted purse: none when the count was right."""
    counted = events.CoinsMoved(command.difference, events.COUNTED, f"seat:{command.seat}")
    return (counted,) if command.difference else ()


def redone(game: Game, step: Step) -> tuple[events.Event, ...]:
    """What an act brings about on an earlier game. Raises Refused when it does not fit there."""
    if step.kind == "purse" and isinstance(step.command, commands.SetCoins):
        return counted(step.command)
    assert step.command is not None  # noqa: S101  Only acts with a command are kept.
    return engine.decide(game, step.command, as_played=True, blind=True)


def receipted(ledger: Ledger, entries: Sequence[Entry], salt: Callable[[], str]) -> list[Entry]:
    """Entries that are about to be stored, with the receipts that they make."""
    said = list(_said(ledger, entries))
    made = ledger.receipts.following([each for row in said for each in row], salt)
    return [
        msgspec.structs.replace(entry, receipts=receipts.stored([next(made) for _ in row]))
        for entry, row in zip(entries, said, strict=True)
    ]


def _said(
    ledger: Ledger, entries: Sequence[Entry]
) -> Iterator[Sequence[receipts.Sheet | receipts.Correction | receipts.TakenBack]]:
    """What each entry says of purses."""
    game = ledger.game
    for entry in entries:
        if entry.kind not in PLAYED:
            yield []
            continue
        happening = events.decode(entry.events)
        if entry.kind == "takeback":
            # What others did since, and is kept, has its receipts already.
            gone, game = ledger.gone(entry)
            yield ledger.receipts.undone(gone)
        else:
            command = commands.decode(entry.command) if entry.command else None
            yield list(receipts.told(game, command, happening, entry.seat)) if game else []
        for event in happening:
            game = engine.evolve(game, event)
