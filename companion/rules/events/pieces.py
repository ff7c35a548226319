"""Events of what is where: tokens, Lost Tribes, pieces, badges and the piles beside the map."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.events.event import (
    HANDS,
    PILE,
    TRIBE,
    Event,
    Impossible,
    controlled,
    prized,
    with_band,
    with_ground,
    with_pile,
)
from companion.rules.model import (
    Game,
    Ground,
    Marker,
)


class TokensMoved(Event, frozen=True, tag="tokens_moved"):
    """Race tokens of a band went from one place to another.

    A place is "tray", "hand", "withdrawn", "aside", "pile:NAME" or a region's id.
    """

    band: int
    count: int
    source: str
    target: str

    def apply(self, game: Game) -> Game:
        """Raises Impossible if the tokens are not there or the region is not free."""
        band = game.bands[self.band]
        tray = game.tray
        grounds = game.grounds
        held_anew: tuple[int, ...] = ()
        for place, change in ((self.source, -self.count), (self.target, self.count)):
            if place == "tray":
                left = tray.get(band.race, 0) + change
                if left < 0:
                    raise Impossible(f"the tray has no {self.count} {band.race}")
                tray = {**tray, band.race: left}
            elif place in HANDS:
                left = getattr(band, place) + change
                if left < 0:
                    raise Impossible(f"band {band.id} has no {self.count} tokens {place}")
                band = replace(band, **{place: left})
            elif place.startswith(PILE):
                game = replace(game, piles=with_pile(game, place.removeprefix(PILE), band.race, change))
            else:
                ground = grounds[place]
                left = ground.tokens + change
                if left < 0 or (ground.band not in (0, band.id)):
                    raise Impossible(f"{place} is not held by band {band.id} with {self.count}")
                holder = band.id if left else 0
                if holder != ground.band and prized(game, ground):
                    held_anew += (ground.band, holder)
                grounds = dict(grounds)
                grounds[place] = Ground(holder, left, ground.tribe, ground.markers)
        game = replace(game, bands=with_band(game, band), tray=tray, grounds=grounds)
        return controlled(game, *held_anew) if held_anew else game


class Occupied(Event, frozen=True, tag="occupied"):
    """A region is held only by a piece of a band; band 0: by nobody any more."""

    region: str
    band: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible if tokens are there."""
        ground = game.grounds[self.region]
        if ground.tokens:
            raise Impossible(f"{self.region} is held with tokens")
        grounds = with_ground(game, self.region, replace(ground, band=self.band))
        return controlled(replace(game, grounds=grounds), ground.band, self.band)


class Swapped(Event, frozen=True, tag="swapped"):
    """Two regions exchanged everything on them, and their holders; pieces of the `staying` kinds did not move."""

    region: str
    other: str
    staying: tuple[str, ...] = ()

    def apply(self, game: Game) -> Game:
        """Each has what the other had."""
        grounds = dict(game.grounds)
        for here, there in ((self.region, self.other), (self.other, self.region)):
            fixed = tuple(marker for marker in game.grounds[here].markers if marker.kind in self.staying)
            moved = tuple(marker for marker in game.grounds[there].markers if marker.kind not in self.staying)
            grounds[here] = replace(game.grounds[there], markers=fixed + moved)
        holders = [grounds[region].band for region in (self.region, self.other)]
        return controlled(replace(game, grounds=grounds), *holders)


class TribeMoved(Event, frozen=True, tag="tribe_moved"):
    """Lost Tribe tokens came onto a region (count above 0) or left it, for the tray or for a pile."""

    region: str
    count: int
    pile: str = ""

    def apply(self, game: Game) -> Game:
        """Raises Impossible if there are not enough."""
        ground = game.grounds[self.region]
        if ground.tribe + self.count < 0 or game.tribes < self.count:
            raise Impossible(f"not so many Lost Tribes: {self.count} to {self.region}")
        grounds = with_ground(game, self.region, replace(ground, tribe=ground.tribe + self.count))
        if self.pile:
            return replace(game, grounds=grounds, piles=with_pile(game, self.pile, TRIBE, -self.count))
        return replace(game, grounds=grounds, tribes=game.tribes - self.count)


class PileChanged(Event, frozen=True, tag="pile_changed"):
    """Tokens of a kind came onto a pile beside the map (count above 0), or went back from it to where they came
    from.

    Race tokens and Lost Tribes come from the tray; other kinds are unlimited.
    """

    pile: str
    kind: str
    count: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible if there are not enough."""
        tray, tribes = game.tray, game.tribes
        if self.kind == TRIBE:
            tribes -= self.count
        elif self.kind in tray:
            tray = {**tray, self.kind: tray[self.kind] - self.count}
        if tribes < 0 or tray.get(self.kind, 0) < 0:
            raise Impossible(f"the tray has no {self.count} {self.kind}")
        return replace(game, tray=tray, tribes=tribes, piles=with_pile(game, self.pile, self.kind, self.count))


class BadgeMoved(Event, frozen=True, tag="badge_moved"):
    """A badge went from one place to another: the stack of badges, a pile, or the band that has its power.

    A place is "badges", "discards", "pile:NAME" or "band:N".
    """

    power: str
    source: str
    target: str

    def apply(self, game: Game) -> Game:
        """Raises Impossible if the badge is not there."""
        for place, change in ((self.source, -1), (self.target, 1)):
            kind, _, name = place.partition(":")
            if kind == "pile":
                game = replace(game, piles=with_pile(game, name, self.power, change))
                continue
            band = game.bands[int(name)] if kind == "band" else None
            lying = band.powers if band else getattr(game, kind)
            if change < 0 and self.power not in lying:
                raise Impossible(f"{self.power} is not at {place}")
            moved = (*lying, self.power) if change > 0 else tuple(key for key in lying if key != self.power)
            if band is None:
                game = replace(game, **{kind: moved})
                continue
            kept = (band.race, *moved, *band.prizes)
            memo = {key: value for key, value in band.memo.items() if key.partition(".")[0] in kept}
            game = replace(game, bands=with_band(game, replace(band, powers=moved, memo=memo)))
        return game


class MarkerPlaced(Event, frozen=True, tag="marker_placed"):
    """A piece was put on a region."""

    region: str
    kind: str
    band: int

    def apply(self, game: Game) -> Game:
        """The piece is there."""
        ground = game.grounds[self.region]
        markers = (*ground.markers, Marker(self.kind, self.band))
        game = replace(game, grounds=with_ground(game, self.region, replace(ground, markers=markers)))
        return controlled(game, ground.band) if self.kind in game.prizes else game


class MarkerLifted(Event, frozen=True, tag="marker_lifted"):
    """A piece was taken off a region, back to its owner or the box."""

    region: str
    kind: str
    band: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible if there is no such piece."""
        ground = game.grounds[self.region]
        marker = Marker(self.kind, self.band)
        if marker not in ground.markers:
            raise Impossible(f"no {self.kind} on {self.region}")
        markers = list(ground.markers)
        markers.remove(marker)
        game = replace(game, grounds=with_ground(game, self.region, replace(ground, markers=tuple(markers))))
        return controlled(game, ground.band) if self.kind in game.prizes else game


class PiecesReturned(Event, frozen=True, tag="pieces_returned"):
    """How many of a band's pieces wait to go back on the map when the turn ends."""

    band: int
    kind: str
    count: int

    def apply(self, game: Game) -> Game:
        """The number replaces an earlier one; 0 clears it."""
        others = tuple(item for item in game.turn.returned if item[:2] != (self.band, self.kind))
        item = ((self.band, self.kind, self.count),) if self.count else ()
        return replace(game, turn=replace(game.turn, returned=others + item))
