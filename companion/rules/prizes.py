"""Prizes: things on the board, nobody's own, that serve the active race on whose region they lie.

Relics and popular places, artifacts and legendary places. A prize lies there as a marker of band 0. The events keep in
`Band.prizes` which band controls it, so all hooks of an ability are asked of it like those of a power, at once, and
never for a race in decline. What concerns the ground alone, `GROUND`, is asked of it as of every piece that lies there.
Its memory stands with the band that controls it, and goes with the control.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.rules.ability import Loss, Me, Piece
from companion.rules.events import Event, MarkerLifted, MarkerPlaced
from companion.rules.model import NOBODY, Band, Decision, Game, Ground, Say

GROUND = frozenset({"shields", "defence_cost", "on_loss", "on_left"})
"""What is asked of the pieces on a region, whoever they belong to."""


class Prize(Piece):
    """A thing that stays on the board and gives what it can do to whoever holds its region.

    In hooks of the ground `me.band` is the active band that holds the region, NOBODY without one.
    """

    supply = 1

    def at(self, game: Game) -> str:
        """The region where it lies; "" while nobody has found it."""
        laid = (region for region, ground in game.grounds.items() if ground.markers and self.lies_on(ground))
        return next(laid, "")

    def lies_on(self, ground: Ground) -> bool:
        """It lies on this region."""
        return self.key in [marker.kind for marker in ground.markers]

    def on_gained(self, me: Me, before: Band | None) -> Iterable[Event]:
        """What happens as it comes under a band's control: its region was taken (from `before`), or it came there."""
        return ()

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        """It stays for whoever conquers its region."""
        return ()

    def on_left(self, me: Me, cause: str) -> Iterable[Event]:
        """It stays on the region that was left."""
        return ()

    def comes(self, game: Game, region: str) -> Iterator[Event]:
        """It comes to lie on a region, from wherever it was; whoever holds that gains it."""
        lying = self.at(game)
        before = game.bands.get(game.grounds[lying].band) if lying else None
        lifted = (MarkerLifted(lying, self.key, 0),) if lying else ()
        happening: tuple[Event, ...] = (*lifted, MarkerPlaced(region, self.key, 0))
        yield from happening
        if type(self).on_gained is Prize.on_gained:
            return
        for event in happening:
            game = event.apply(game)
        band = game.bands.get(game.grounds[region].band)
        if band and self.key in band.prizes:
            yield from self.on_gained(Me(game, band, region), before if before and before.id != band.id else None)


class Hoard(Piece):
    """A piece of nobody's under which a prize comes to light when its region is conquered."""

    finds: ClassVar[tuple[type[Prize], ...]] = ()
    """What may lie under it."""

    def unseen(self, game: Game) -> tuple[str, ...]:
        """The prizes that may still come to light."""
        lying = {marker.kind for ground in game.grounds.values() for marker in ground.markers}
        return tuple(prize.key for prize in self.finds if prize.key in game.prizes and prize.key not in lying)

    def on_loss(self, me: Me, loss: Loss) -> Iterable[Event]:
        """It goes back to the box, and chance turns up a prize."""
        yield MarkerLifted(me.region, self.key, me.band.id)
        unseen = self.unseen(me.game)
        if loss.fight and unseen:
            yield self.ask(Me(me.game, NOBODY), loss.fight.band.seat, "draw", me.region, unseen)

    def question(self, me: Me, decision: Decision) -> Say:
        return Say("question.hoard", {"name": me.game.name(decision.seat), "region": decision.about})

    def answers(self, me: Me, decision: Decision) -> tuple[str, ...]:
        unseen = self.unseen(me.game)
        return tuple(key for key in decision.choices if key in unseen)

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        for prize in self.finds:
            if prize.key == answer:
                yield from prize().comes(me.game, decision.about)
