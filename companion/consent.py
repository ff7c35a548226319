"""Who may do what: whose phone it is, and whose yes is needed.

One rule for all: another seat's yes, on another phone, or by the table's button where the table wants that. Where the
table has one phone it is handed over and answers for another of its seats, or the button says yes; where one seat is
left, that one decides.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from companion.lobby import Lobby, Place
from companion.rules.model import Refused, Say


class NoSeat(Refused):
    """This phone holds no seat."""


class NotYours(Refused):
    """This phone does not hold that seat, or may not say yes to this."""


class Changed(Refused):
    """What the phone asked for does not stand any more: something else came first."""


class Ask(Struct, frozen=True):
    """Something that waits for a yes. `number` is its row in the log.

    `what` is "act", "takeback", "cocked", "seat" or "pause"; `by` the seat that asks, for "seat" the one that is asked
    for. `agreed` are seats that have said yes where one is not enough. `kept` is what the log says of it, where that is
    less than what was asked: it keeps no amount of a scoring.
    """

    number: int
    by: int
    what: str
    command: dict[str, Any]
    say: Say
    agreed: tuple[int, ...] = ()
    kept: Say | None = None

    @property
    def id(self) -> str:
        """As phones name it."""
        return f"a{self.number}"


def sign(ask: int) -> str:
    """Two digits that a phone without a seat shows, so that whoever says yes knows that it is that phone."""
    return f"{ask % 100:02}"


def holder(places: tuple[Place, ...], phone: str | None, seat: int) -> None:
    """Let a phone act for a seat. Raises NoSeat or NotYours."""
    held = held_by(places, phone)
    if not held:
        raise NoSeat(Say("table.no_seat"))
    if seat not in held:
        raise NotYours(Say("table.not_yours"))


def held_by(places: tuple[Place, ...], phone: str | None) -> list[int]:
    """The seats that a phone holds."""
    return [seat for seat, place in enumerate(places) if phone and place.phone == phone]


def alone(places: tuple[Place, ...], left: frozenset[int]) -> bool:
    """Whether one phone holds every seat, so that no other one can say yes."""
    return len({place.phone for seat, place in enumerate(places) if seat not in left and place.phone}) == 1


def by_button(lobby: Lobby, left: frozenset[int], asks: Iterable[Ask]) -> Ask | None:
    """What a press of the table's button says yes to, where the table has it so or has one phone.

    That nobody presses for the own question is up to the table. With two questions open nobody knows which is meant;
    but a phone that asks for seats of the only one comes first, for without it nobody goes on.
    """
    waiting = list(asks)
    lost = [ask for ask in waiting if ask.what == "seat"]
    single = alone(lobby.places, left)
    if single and len({ask.command["phone"] for ask in lost}) == 1:
        return lost[0]
    if len(waiting) != 1:
        return None
    # A break is for everybody, so whoever is at the button may say yes to it.
    return waiting[0] if single or lobby.button_yes or waiting[0].what == "pause" else None


def may(places: tuple[Place, ...], left: frozenset[int], ask: Ask) -> list[int]:
    """The seats whose yes is enough; for a break, those who have not said it yet.

    A seat that is asked for can also be handed on by the phone that holds it, but not taken by the one that asks.
    """
    present = [seat for seat in range(len(places)) if seat not in left and places[seat].phone]
    if ask.what == "seat":
        return [seat for seat in present if places[seat].phone != ask.command["phone"]]
    own = places[ask.by].phone
    if ask.what == "pause":
        said = {own, *(places[seat].phone for seat in ask.agreed)}
        return [seat for seat in present if places[seat].phone not in said]
    return (
        [seat for seat in present if places[seat].phone != own]
        or [seat for seat in present if seat != ask.by]
        or [ask.by]
    )
