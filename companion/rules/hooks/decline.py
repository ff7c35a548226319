"""Decline and the end."""

from __future__ import annotations

from companion.rules.ability import Me
from companion.rules.events import Event
from companion.rules.hooks.asked import answering, rules
from companion.rules.model import NOBODY, Band, Game
from companion.rules.sets import ABILITIES


def declines(game: Game, band: Band) -> bool:
    """The race may be put in decline (all)."""
    me = Me(game, band)
    return all(ability.declines(me) for ability in answering(band, "declines"))


def declines_late(game: Game, band: Band) -> bool:
    """Any ability lets the band decline after scoring."""
    me = Me(game, band)
    return any(ability.declines_late(me) for ability in answering(band, "declines_late"))


def gathers(game: Game, band: Band) -> bool:
    """Any ability brings the band together in one region at decline."""
    me = Me(game, band)
    return any(ability.gathers(me) for ability in answering(band, "gathers"))


def at_decline(game: Game, band: Band) -> list[Event]:
    """What happens as a band goes into decline (in order)."""
    me = Me(game, band)
    return [event for ability in answering(band, "on_decline") for event in ability.on_decline(me)]


def witness(game: Game, event: Event, band: int) -> list[Event]:
    """What something that a band did or suffered brings to all others (in order)."""
    return [
        found
        for other in game.bands.values()
        if other.id != band
        for ability in answering(other, "witness")
        for found in ability.witness(Me(game, other), event)
    ]


def stays(game: Game, band: Band, region: str, tokens: int) -> int:
    """How many tokens stay at decline: the first answer, else one."""
    me = Me(game, band, region)
    for ability in answering(band, "stays"):
        answer = ability.stays(me, region, tokens)
        if answer is not None:
            return answer
    return min(1, tokens)


def outlives_next(game: Game, band: Band) -> bool:
    """Any ability keeps the band in play beside another one in decline."""
    me = Me(game, band)
    return any(ability.outlives_next(me) for ability in answering(band, "outlives_next"))


def kept_badges(band: Band) -> tuple[str, ...]:
    """The badges that stay with a race in decline."""
    return tuple(power for power in band.powers if ABILITIES[power].keeps_badge)


def allies(boxes: tuple[str, ...], seat: int, seats: int) -> tuple[int, ...]:
    """The seats that win or lose together with one, of so many (first answer): it alone where no rule has one."""
    return next((rule.allies(seat, seats) for rule in rules(boxes, "allies")), (seat,))


def ranked(game: Game, seat: int) -> bool:
    """The seat is among those of whom one with most coins wins (all)."""
    return all(rule.ranked(Me(game, NOBODY), seat) for rule in rules(game.boxes, "ranked"))


def tie_tokens(game: Game, band: Band) -> int:
    """What abilities add to the tokens counted in a tie (sum)."""
    me = Me(game, band)
    return sum(ability.tie_tokens(me) for ability in answering(band, "tie_tokens"))
