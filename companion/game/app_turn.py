"""A turn that the app has played at its own seat, for the people who move its pieces.

Tokens that went back and forth during the turn are told as they are to stand in the end: whoever moves them does so
once.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.game.hand_steps import besides, followers, gathered, instruction, paying, told_events
from companion.game.history import History
from companion.game.steps import Step
from companion.rules import commands
from companion.rules.events import (
    Attacked,
    BadgeMoved,
    CoinsMoved,
    ComboTaken,
    Event,
    MarkerLifted,
    MarkerPlaced,
    TokensMoved,
)
from companion.rules.model import Game, Message


class AppTurn(Struct, frozen=True):
    """The turn so far: the first of its steps, what it is for in a line each, and what hands do.

    `order` are the regions in the order in which they were conquered, `lost` who lost which of them; `last` is its
    latest row.
    """

    first: int
    last: int
    seat: int
    lead: tuple[Message, ...]
    todo: tuple[Message, ...]
    order: tuple[str, ...]
    lost: tuple[tuple[int, str], ...]


# What the card begins with: everything else in a turn is on the map.
LEADS = (commands.Pick, commands.Decline)


def app_turn(history: History) -> AppTurn | None:
    """The app's turn that is under way; None while a person plays, and before it has done anything."""
    game = history.game
    if game is None or game.over or game.turn.stage == "withdraw":
        return None
    seat = game.turn.seat
    if not history.lobby.places[seat].level:
        return None
    steps = _of_turn(history.steps, game)
    if not steps or not any(step.by_app for step in steps):
        return None
    lead = tuple(history.words(step.row) for step in steps if isinstance(step.command, LEADS))
    won = [event.attack for step in steps for event in step.events if isinstance(event, Attacked) and event.attack.won]
    order = tuple(dict.fromkeys(attack.region for attack in won))
    lost = tuple((attack.against_seat, attack.region) for attack in won if attack.against_seat >= 0)
    start = steps[0].before
    assert start is not None  # noqa: S101  The beginning of a game is nobody's turn.
    todo = tuple(gathered(start, list(_todo(start, steps))))
    return AppTurn(steps[0].row, steps[-1].row, seat, lead, todo, order, lost)


def _of_turn(steps: Sequence[Step], game: Game) -> list[Step]:
    """The steps of the running turn that were not corrections: those the board shows already."""
    this = game.turn.number, game.turn.seat
    found: list[Step] = []
    for step in reversed(steps):
        before = step.before
        if before is None or (before.turn.number, before.turn.seat) != this or before.turn.stage == "withdraw":
            break
        found.insert(0, step)
    return [step for step in found if not isinstance(step.command, commands.DONE_BY_HAND)]


def _todo(start: Game, steps: Sequence[Step]) -> Iterator[Message]:
    """What hands do: coins first, then each conquest with where its tokens stand in the end, then all other regions."""
    after, seat = steps[-1].after, start.turn.seat
    paid: list[CoinsMoved] = []
    told: list[Message] = []
    taken: set[str] = set()
    for game, event, said in _events_of(steps):
        if isinstance(event, CoinsMoved) and event.target.startswith("combo:"):
            paid.append(event)
        elif isinstance(event, Attacked) and event.attack.won:
            region = event.attack.region
            stands = _stands(after, seat, region)
            taken.add(region)
            if stands:
                told.append(stands)
        elif said := _said(game, event, said, seat):
            opposite = _undoes(event, told, game)
            if opposite is None:
                told.append(said)
            else:
                told.remove(opposite)
        told += besides(start, game, event, seat)
    yield from paying(start, paid)
    yield from told
    if any(isinstance(event, ComboTaken | BadgeMoved) for step in steps for event in step.events):
        yield from followers(start, after, seat)
    yield from _others(start, after, seat, taken)


def _events_of(steps: Sequence[Step]) -> Iterator[tuple[Game, Event, Message | None]]:
    """Every event of some steps with the game before it and its words."""
    for step in steps:
        assert step.before is not None  # noqa: S101  As above.
        yield from told_events(step.before, step.events)


def _said(game: Game, event: Event, said: Message | None, seat: int) -> Message | None:
    """The words of an event, but for own tokens that only move between hand and map."""
    if not isinstance(event, TokensMoved) or game.bands[event.band].seat != seat or game.bands[event.band].declined:
        return said
    args = {"race": game.bands[event.band].race, "count": event.count}
    source, target = ("map" if end in game.grounds else end for end in (event.source, event.target))
    if {source, target} <= {"map", "hand"}:
        return None
    if (source, target) == ("tray", "map"):
        return Message("do.from_tray", args)
    if (source, target) == ("map", "tray"):
        return Message("do.tray", args)
    return said


def _undoes(event: Event, told: Sequence[Message], game: Game) -> Message | None:
    """What was told before and is undone by this: a piece that comes back to where it was lifted from."""
    if not isinstance(event, MarkerPlaced):
        return None
    lifted = instruction(game, MarkerLifted(event.region, event.kind, event.band))
    return lifted if lifted in told else None


def _stands(after: Game, seat: int, region: str) -> Message | None:
    """What stands on a region of the seat in the end."""
    ground = after.grounds[region]
    band = after.bands.get(ground.band)
    if band is None or band.seat != seat or not ground.tokens:
        return None
    return Message("do.map", {"race": band.race, "count": ground.tokens, "region": region})


def _others(start: Game, after: Game, seat: int, taken: set[str]) -> Iterator[Message]:
    """The seat's other regions where something changed: as many as are to stand there, or none."""
    for region, before in start.grounds.items():
        now, band = after.grounds[region], start.bands.get(before.band)
        if (
            region in taken
            or band is None
            or band.seat != seat
            or (now.band, now.tokens) == (before.band, before.tokens)
        ):
            continue
        if (left := after.bands.get(before.band)) is None or left.declined:
            continue
        args = {"race": band.race, "region": region}
        if now.band == before.band and now.tokens > before.tokens:
            yield Message("do.map.more", {**args, "count": now.tokens - before.tokens})
        elif now.band == before.band and now.tokens:
            yield Message("do.leave", {**args, "count": now.tokens})
        elif not now.band:
            yield Message("do.abandon", args)
