"""Who may do what: which phone holds which seat, and whose approval is needed.

One rule for all: another seat approves, on another phone or by the table's button if the table wants that. A table
with a single phone hands it over to another of its seats, or presses the button; if only one seat is left, that one
decides.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from companion.game.lobby import Lobby, Place
from companion.rules.model import Message, Refused

# What is asked about a row that would be taken back.
BACK = ("takeback", "cocked")


class NoSeat(Refused):
    """This phone holds no seat."""


class NotYours(Refused):
    """This phone does not hold that seat, or may not approve this."""


class Changed(Refused):
    """The request is out of date: something else came first."""


class Ask(Struct, frozen=True):
    """A request that waits for approval. `number` is its row in the log.

    `what` is "act", "takeback", "cocked", "seat" or "pause"; `by` the seat that asks, or for "seat" the one that is
    asked for. `agreed` are seats that have approved, if more than one has to. `kept` is what is said of
    it once it has been answered, if that is not what was asked: a question becomes a statement, and the log has no
    amounts of a score.
    """

    number: int
    by: int
    what: str
    command: dict[str, Any]
    message: Message
    agreed: tuple[int, ...] = ()
    kept: Message | None = None

    @property
    def id(self) -> str:
        """Its name for phones."""
        return f"a{self.number}"

    @property
    def pairing_code(self) -> str:
        """Two digits that a phone without a seat shows, so that whoever approves it can tell that it is this phone."""
        return pairing_code(self.number, self.command)


def pairing_code(row: int, command: dict[str, Any]) -> str:
    """The pairing code of a request for a seat; older rows have none of their own."""
    return str(command.get("sign") or f"{row % 100:02}")


def holder(places: tuple[Place, ...], phone: str | None, seat: int) -> None:
    """Require that a phone holds a seat. Raises NoSeat or NotYours."""
    held = held_by(places, phone)
    if not held:
        raise NoSeat(Message("table.no_seat"))
    if seat not in held:
        raise NotYours(Message("table.not_yours"))


def held_by(places: tuple[Place, ...], phone: str | None) -> list[int]:
    """The seats that a phone holds."""
    return [seat for seat, place in enumerate(places) if phone and place.phone == phone]


def single_phone(places: tuple[Place, ...], left: frozenset[int]) -> bool:
    """Whether one phone holds every seat, so that no other phone can approve anything."""
    return len({place.phone for seat, place in enumerate(places) if seat not in left and place.phone}) == 1


def by_button(lobby: Lobby, left: frozenset[int], asks: Iterable[Ask]) -> Ask | None:
    """The request that a press of the table's button approves, if the table wants that or has a single phone.

    It is up to the table that nobody presses for their own request. With two requests open the button does nothing,
    as nobody knows which one is meant; but a request for the only phone's seats comes first, since nobody can go on
    without that phone.
    """
    waiting = list(asks)
    lost = [ask for ask in waiting if ask.what == "seat"]
    single = single_phone(lobby.places, left)
    if single and len({ask.command["phone"] for ask in lost}) == 1:
        return lost[0]
    if len(waiting) != 1:
        return None
    # A break is for everybody, so whoever is at the button may approve it.
    return waiting[0] if single or lobby.button_yes or waiting[0].what == "pause" else None


def eligible_approvers(places: tuple[Place, ...], left: frozenset[int], ask: Ask) -> list[int]:
    """Seats that can approve this request; for a break, those that have not approved it yet.

    Another player's acts are undone with that player's approval. A requested seat can also be handed on by the phone
    that holds it, but not taken by the one that asks.
    """
    present = [seat for seat in range(len(places)) if seat not in left and places[seat].phone]
    if ask.what == "seat":
        return [seat for seat in present if places[seat].phone != ask.command["phone"]]
    own = places[ask.by].phone
    if ask.what == "pause":
        said = {own, *(places[seat].phone for seat in ask.agreed)}
        return [seat for seat in present if places[seat].phone not in said]
    theirs = [seat for seat in present if seat in ask.command.get("of", ()) and places[seat].phone != own]
    return (
        theirs
        or [seat for seat in present if places[seat].phone != own]
        or [seat for seat in present if seat != ask.by]
        or [ask.by]
    )
