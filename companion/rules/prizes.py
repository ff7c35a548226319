"""Prizes: pieces on the board that belong to nobody and serve the active race that holds their region.

These are relics and popular places, artifacts and legendary places. A prize is on the map as a marker of band 0. The
events keep track in `Band.prizes` of the band that controls it, so all hooks of an ability are asked of it like those
of a power, at once, and never for a declined race. Hooks of the region, `GROUND`, are asked of it as of every piece
there. Its memory is kept by the band that controls it, and is lost with the control.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.rules.ability import Loss, Owner
from companion.rules.events import Event, MarkerLifted, MarkerPlaced
from companion.rules.model import NOBODY, Decision, Game, Ground, Message
from companion.rules.piece import Piece

GROUND = frozenset({"shields", "defence_cost", "on_loss", "on_left"})
"""The hooks that are asked of the pieces in a region, whoever they belong to."""


class Prize(Piece):
    """A piece that stays on the board and serves whoever holds its region.

    In hooks of the region `owner.band` is the active band that holds it, else NOBODY.
    """

    supply = 1

    def at(self, game: Game) -> str:
        """Its region; "" while nobody has found it."""
        for region, ground in game.grounds.items():
            if ground.markers and self.lies_on(ground):
                return region
        return ""

    def lies_on(self, ground: Ground) -> bool:
        """Whether it is on this region."""
        return self.key in [marker.kind for marker in ground.markers]

    def on_gained(self, owner: Owner) -> Iterable[Event]:
        """What happens when a band gains control of it: its region was taken, or it was moved there."""
        return ()

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        """It stays for whoever conquers its region."""
        return ()

    def on_left(self, owner: Owner, cause: str) -> Iterable[Event]:
        """It stays in the region that was left."""
        return ()

    def comes(self, game: Game, region: str) -> Iterator[Event]:
        """Move it to a region, from wherever it was; whoever holds that region gains it."""
        lying = self.at(game)
        lifted = (MarkerLifted(lying, self.key, 0),) if lying else ()
        events: tuple[Event, ...] = (*lifted, MarkerPlaced(region, self.key, 0))
        yield from events
        if type(self).on_gained is Prize.on_gained:
            return
        for event in events:
            game = event.apply(game)
        yield from self.arrived(game, region)

    def arrived(self, game: Game, region: str) -> Iterable[Event]:
        """What happens now that it has come to a region, or somebody else to its own."""
        band = game.bands.get(game.grounds[region].band)
        if band and self.key in band.prizes:
            yield from self.on_gained(Owner(game, band, region))


class Hoard(Piece):
    """A piece of nobody's under which a prize is revealed when its region is conquered."""

    finds: ClassVar[tuple[type[Prize], ...]] = ()
    """The prizes that may be under it."""

    def unseen(self, game: Game) -> tuple[str, ...]:
        """The prizes that may still be revealed."""
        lying = {marker.kind for ground in game.grounds.values() for marker in ground.markers}
        return tuple(prize.key for prize in self.finds if prize.key in game.prizes and prize.key not in lying)

    def on_loss(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        """It goes back to the box, and chance reveals a prize."""
        yield MarkerLifted(owner.region, self.key, owner.band.id)
        unseen = self.unseen(owner.game)
        if loss.fight and unseen:
            yield self.ask(Owner(owner.game, NOBODY), loss.fight.band.seat, "draw", owner.region, unseen)

    def question(self, owner: Owner, decision: Decision) -> Message:
        return Message("question.hoard", {"name": owner.game.name(decision.seat), "region": decision.about})

    def answers(self, owner: Owner, decision: Decision) -> tuple[str, ...]:
        unseen = self.unseen(owner.game)
        return tuple(key for key in decision.choices if key in unseen)

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        for prize in self.finds:
            if prize.key == answer:
                yield from prize().comes(owner.game, decision.about)
