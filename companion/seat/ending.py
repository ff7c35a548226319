"""The end of a turn: from wherever it stands to its accepted score sheet, as everybody would play it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from companion.rules import placing, troops, turn
from companion.rules.commands import Accept, Answer, Choose, Command, Finish, Place, Ready, Redeploy
from companion.rules.model import Form, Game, Ground
from companion.seat.figures import price, reach
from companion.seat.habits import filled
from companion.seat.moves import carried_out, likely

# Commands after which an end is given up; no turn needs so many.
LONGEST = 24


class End(NamedTuple):
    """The end of a turn: its worth, its commands as far as nobody else has to answer, and the game then."""

    worth: float
    commands: tuple[Command, ...]
    game: Game


def to_the_end(game: Game, seat: int, worth: Callable[[Game], float]) -> End | None:
    """The turn played to its end, with the better way to accept the sheet where there are two; None if it cannot end.

    Chance and whoever is asked on the way give a likely answer. What comes after that is foreseen and not among the
    commands, nor is what comes after a new chance to conquer: it will be thought out when it has come to that.
    """
    commands: list[Command] = []
    foreseen = False
    for _ in range(LONGEST):
        if game.over or game.turn.seat != seat or game.turn.stage == "withdraw":
            return End(worth(game), tuple(commands), game)
        if game.turn.stage == "score" and not game.turn.asked and turn.late_decliner(game):
            best = _accepted(game, worth)
            return best and best._replace(commands=tuple(commands) if foreseen else (*commands, *best.commands))
        command = _next(game)
        after = carried_out(game, command) if command else None
        if command is None or after is None:
            return None
        foreseen = foreseen or isinstance(command, Answer | Choose)
        if not foreseen:
            commands.append(command)
        foreseen = foreseen or (isinstance(command, Finish | Redeploy) and after.turn.stage in ("begin", "conquer"))
        game = after
    return None


def _accepted(game: Game, worth: Callable[[Game], float]) -> End | None:
    """The sheet accepted, with a decline or without."""
    both = [(command, carried_out(game, command)) for command in (Accept(), Accept(decline=True))]
    ends = [End(worth(after), (command,), after) for command, after in both if after]
    return max(ends, key=lambda end: end.worth, default=None)


def _next(game: Game) -> Command | None:
    """What everybody would do next at the end of a turn; None if there is no end from here."""
    now = game.turn
    if now.rolling or now.asked:
        return likely(game)
    if now.stage == "begin":
        able = troops.musterable(game)
        if game.active(now.seat) is None and game.column:
            return None
        return Ready(able[0].id) if able else Finish()
    if now.stage == "redeploy":
        band = game.bands[now.band]
        for placement in placing.placements(game, band):
            if counts := posted(game, now.seat, placing.placement_form(game, band, placement)):
                return Place(placement.kind, counts)
        return Redeploy(guarded(game, now.seat, troops.redeploy_form(game, band)))
    return Accept() if now.stage == "score" else Finish()


def posted(game: Game, seat: int, form: Form) -> dict[str, int]:
    """Counts that put as many pieces as there are where they are needed most; none if they stand like that."""
    start = {slot.id: slot.start for slot in form.slots}
    counts = filled(form, most=True)
    if all(holder_of(game, region) == seat for region in counts):
        counts = spread(game, seat, form, sum(counts.values()))
    return counts if counts != start and sum(counts.values()) >= sum(start.values()) else {}


def holder_of(game: Game, region: str) -> int:
    """The seat that holds a region, or -1."""
    band = game.bands.get(game.grounds[region].band)
    return band.seat if band else -1


def guarded(game: Game, seat: int, form: Form) -> dict[str, int]:
    """Counts that put spare tokens where they are needed most; none if there is nothing to choose."""
    least = sum(slot.least for slot in form.slots)
    if form.total <= least or any(slot.none for slot in form.slots) or form.least_total < form.total:
        return {}
    counts = spread(game, seat, form, form.total)
    return counts if sum(counts.values()) == form.total else {}


def spread(game: Game, seat: int, form: Form, total: int) -> dict[str, int]:
    """So many tokens or pieces where others reach the race, the cheapest region first, as far as there is room."""
    reached = set().union(*(reach(game, other) for other in range(len(game.seats)) if other != seat))
    counts = {slot.id: slot.least for slot in form.slots}
    regions = game.board.regions
    bare = {slot.id: price(without(game.grounds[slot.id], form), regions[slot.id].terrain) for slot in form.slots}
    for _ in range(total - sum(counts.values())):
        room = [slot.id for slot in form.slots if counts[slot.id] < slot.most]
        if not room:
            break
        weakest = min(room, key=lambda region: (region not in reached, bare[region] + counts[region]))
        counts[weakest] += 1
    return counts


def without(ground: Ground, form: Form) -> Ground:
    """What is on a region besides what a form puts there: tokens, or pieces of a kind."""
    if form.field == "tokens":
        return replace(ground, tokens=0)
    return replace(ground, markers=tuple(each for each in ground.markers if each.kind != form.what))
