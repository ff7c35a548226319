"""Hooks of decline and of the end."""

from __future__ import annotations

from companion.rules.ability import Owner
from companion.rules.boxes.registry import ABILITIES
from companion.rules.events import Event
from companion.rules.hooks.asked import answering, rules
from companion.rules.model import NOBODY, Band, Game


def declines(game: Game, band: Band) -> bool:
    """Whether the race may be put in decline (all)."""
    owner = Owner(game, band)
    return all(ability.declines(owner) for ability in answering(band, "declines"))


def declines_late(game: Game, band: Band) -> bool:
    """Whether any ability lets the band decline after scoring."""
    owner = Owner(game, band)
    return any(ability.declines_late(owner) for ability in answering(band, "declines_late"))


def gathers(game: Game, band: Band) -> bool:
    """Whether any ability gathers the band in one region at decline."""
    owner = Owner(game, band)
    return any(ability.gathers(owner) for ability in answering(band, "gathers"))


def at_decline(game: Game, band: Band) -> list[Event]:
    """What happens when a band goes into decline (in order)."""
    owner = Owner(game, band)
    return [event for ability in answering(band, "on_decline") for event in ability.on_decline(owner)]


def witness(game: Game, event: Event, band: int) -> list[Event]:
    """How all other bands react to something that a band did or suffered (in order)."""
    return [
        found
        for other in game.bands.values()
        if other.id != band
        for ability in answering(other, "witness")
        for found in ability.witness(Owner(game, other), event)
    ]


def stays(game: Game, band: Band, region: str, tokens: int) -> int:
    """How many tokens stay at decline: the first answer, else one."""
    owner = Owner(game, band, region)
    for ability in answering(band, "stays"):
        answer = ability.stays(owner, region, tokens)
        if answer is not None:
            return answer
    return min(1, tokens)


def outlives_next(game: Game, band: Band) -> bool:
    """Whether any ability keeps the band in play beside another declined one."""
    owner = Owner(game, band)
    return any(ability.outlives_next(owner) for ability in answering(band, "outlives_next"))


def kept_badges(band: Band) -> tuple[str, ...]:
    """The badges that stay with a race in decline."""
    return tuple(power for power in band.powers if ABILITIES[power].keeps_badge)


def allies(boxes: tuple[str, ...], seat: int, seats: int) -> tuple[int, ...]:
    """The seats that win or lose together with one (first answer): it alone if no rule says otherwise."""
    return next((rule.allies(seat, seats) for rule in rules(boxes, "allies")), (seat,))


def ranked(game: Game, seat: int) -> bool:
    """Whether the seat competes by coins (all)."""
    return all(rule.ranked(Owner(game, NOBODY), seat) for rule in rules(game.boxes, "ranked"))


def tie_tokens(game: Game, band: Band) -> int:
    """What abilities add to the tokens counted in a tie (sum)."""
    owner = Owner(game, band)
    return sum(ability.tie_tokens(owner) for ability in answering(band, "tie_tokens"))
