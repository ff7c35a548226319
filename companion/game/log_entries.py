"""Makes the rows of the log: what is stored of a command and its events."""

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.game.entries import Decided, Entry
from companion.game.lobby import InBook, Lobby
from companion.game.steps import Step
from companion.rules import commands, decisions, engine, events
from companion.rules.model import Game


def actor(game: Game, command: commands.Command) -> int | None:
    """The seat whose move a command is; None for what anybody may do: answers, corrections, leaving, the end."""
    match command:
        case commands.Withdraw(band=band) | commands.PutBack(band=band):
            return game.bands[band].seat if band in game.bands else None
        case commands.Choose(occasion=occasion):
            asked = decisions.asked_on(game, occasion)
            return asked.seat if asked else None
    return None if isinstance(command, (*commands.CHANCE, *commands.ANYBODYS)) else game.turn.seat


def whose_act(game: Game, command: commands.Command, by: int) -> int:
    """The seat in whose name a command is stored: the actor's, who leaves, or else `by`, who entered it."""
    if isinstance(command, commands.Leave) and 0 <= command.seat < len(game.seats):
        return command.seat
    seat = actor(game, command)
    return by if seat is None else seat


def asks_consent(game: Game, command: commands.Command) -> bool:
    """Whether a command answers a question that asks for a seat's own consent."""
    return isinstance(command, commands.Choose) and decisions.consent(game, command.occasion)


def purse_of(command: commands.Command, whose: int) -> int:
    """The seat whose purse a command may look at."""
    return command.seat if isinstance(command, commands.SetCoins | commands.SetSheet | commands.Leave) else whose


def decided(
    kind: str,
    seat: int | None,
    by: int | None,
    request: str | None,
    command: commands.Command,
    outcome: engine.Outcome,
) -> Decided:
    """The entry of a command and its events."""
    entry = Entry(
        kind=kind,
        seat=seat,
        entered_by=by,
        request=request,
        command=commands.encode(command),
        events=events.encode(outcome.events).decode(),
    )
    return Decided(entry, outcome.game)


def settled(kind: str, after: Lobby, seat: int | None, command: dict[str, Any], request: str | None = None) -> Entry:
    """An entry that changes the lobby: what was asked for, and the lobby after it."""
    events_ = msgspec.json.encode([after]).decode()
    return Entry(kind=kind, seat=seat, request=request, command=command, events=events_)


def handed(before: Lobby, seat: int, phone: str, level: str = "") -> Lobby:
    """The lobby with a seat held by this phone; by none, it is free, or played by the app at a level."""
    places = list(before.places)
    places[seat] = msgspec.structs.replace(places[seat], phone=phone, level=level, advised=False, book=None)
    return msgspec.structs.replace(before, places=tuple(places))


def seats_handed(before: Lobby, seats: Iterable[int], phone: str, **command: Any) -> list[Entry]:
    """The entries that hand seats to a phone, or with "" to nobody."""
    after, entries = before, []
    for seat in seats:
        after = handed(after, seat, phone)
        entries.append(settled("seat", after, seat, command))
    return entries


def entrusted(before: Lobby, seat: int, level: str) -> Entry:
    """The entry that gives a seat to the app."""
    return settled("seat", handed(before, seat, "", level), seat, {"level": level})


def advised(before: Lobby, seat: int, on: bool) -> Entry:
    """The entry by which the app advises the player of a seat, or no longer does."""
    places = list(before.places)
    places[seat] = msgspec.structs.replace(places[seat], advised=on)
    return settled("lobby", msgspec.structs.replace(before, places=tuple(places)), seat, {"advice": on})


def remembered(before: Lobby, seat: int, book: InBook | None) -> Entry:
    """The entry by which a player is remembered in the club's book under a name, or with None is not."""
    places = list(before.places)
    places[seat] = msgspec.structs.replace(places[seat], book=book)
    command = {"book": book.name if book else ""}
    return settled("lobby", msgspec.structs.replace(before, places=tuple(places)), seat, command)


def counted(game: Game, command: commands.SetCoins) -> engine.Outcome:
    """What comes of a counted purse: nothing if the count was right."""
    if not command.difference:
        return engine.Outcome((), game)
    event = events.CoinsMoved(command.difference, events.COUNTED, f"seat:{command.seat}")
    return engine.Outcome((event,), event.apply(game))


def redone(game: Game, step: Step) -> engine.Outcome:
    """What comes of an act on an earlier game. Raises Refused if it does not fit there."""
    if step.kind == "purse" and isinstance(step.command, commands.SetCoins):
        return counted(game, step.command)
    assert step.command is not None  # noqa: S101  Only acts with a command are kept.
    return engine.outcome(game, step.command, as_played=True, blind=True)
