"""Pieces on the map: what each kind does where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.rules.ability import Ability, Fight, Loss, Owner
from companion.rules.events import Event, MarkerLifted, PiecesReturned
from companion.rules.model import Game, Message


class Piece(Ability):
    """A piece on the map: an ability of its region.

    `owner.band` is the band it belongs to and `owner.region` its region.
    """

    defence: ClassVar[int] = 0
    """How many tokens it adds to the price of its region."""
    immune: ClassVar[bool] = False
    """Enemies cannot affect the region, by conquest or by power."""
    counts_as_token: ClassVar[bool] = False
    """It counts as a token for powers that need a single token in the region."""
    lasting: ClassVar[bool] = False
    """It stays when its band goes into decline."""
    unheld: ClassVar[bool] = False
    """It stays in regions that its band has left."""
    coin: ClassVar[bool] = False
    """Any coin marks the region: the tray has no pieces for it."""
    fixed: ClassVar[bool] = False
    """It never moves from its region."""
    several: ClassVar[bool] = False
    """There may be several in a region."""
    returns: ClassVar[bool] = False
    """It is not lost with its region: its owner puts it back where the race still has regions."""
    fights: ClassVar[bool] = False
    """It is picked up with the troops, and placed again with them."""
    body: ClassVar[bool] = False
    """It is as good as a race token, and is lost before the tokens are."""
    captive: ClassVar[bool] = False
    """It is captured with its region, and nothing is lost; only its owner moves it."""

    @property
    def follows(self) -> bool:
        """Whether it stands for a race token: its region is not empty, and who moves a token may move it instead."""
        return self.body and not self.captive

    lost_as_token: ClassVar[bool] = False
    """A piece of nobody's that counts as a token lost when its region is conquered."""

    def owned(self, owner: Owner) -> int:
        """How many of them its band has, on the map, in hand or waiting to go back; 0: they come from the box."""
        return 0

    def holds(self, game: Game) -> bool:
        """Whether a single one holds a region for its band."""
        return self.body

    def strength(self, owner: Owner, fight: Fight | None = None) -> int:
        """How many tokens it is worth now, in its region or under attack."""
        return self.defence

    def defence_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        """What it adds to the price of its region."""
        strength = self.strength(owner, fight)
        if strength:
            yield strength

    def on_fall(self, owner: Owner) -> Iterable[Event]:
        """What happens to a piece that is lost instead of a token."""
        yield MarkerLifted(owner.region, self.key, owner.band.id)

    def shields(self, owner: Owner, kind: str, fight: Fight) -> Iterable[Message]:
        """An immune piece keeps enemies off, but not its owner's own races."""
        if self.immune and fight.band.seat != owner.band.seat:
            yield Message("refuse.held_by", {"piece": self.key})

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        """What happens to the piece when its region is conquered."""
        yield MarkerLifted(owner.region, self.key, owner.band.id)
        own = self.fights and loss.fight is not None and loss.fight.band.seat == owner.band.seat
        if self.returns and owner.band.id and not own:
            yield PiecesReturned(owner.band.id, self.key, owner.waiting(self.key) + 1)

    def on_left(self, owner: Owner, cause: str) -> Iterable[Event]:
        """What happens to the piece when its region is abandoned, or its race leaves it."""
        yield MarkerLifted(owner.region, self.key, owner.band.id)
