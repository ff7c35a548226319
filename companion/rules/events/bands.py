"""Events of a race: it is found in play, declines, leaves, and its abilities remember something."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.events.event import (
    Event,
    Impossible,
    tokens_back,
    with_band,
)
from companion.rules.model import (
    Band,
    Game,
)


class BandEntered(Event, frozen=True, tag="band_entered"):
    """A race was in play that the program did not know of.

    Its banner and badges come from wherever they were; what was with them in the
    column goes back to its stack.
    """

    band: int
    seat: int
    race: str
    powers: tuple[str, ...]
    declined: bool

    def apply(self, game: Game) -> Game:
        """The band is in play, without a token."""
        split = [c for c in game.column if c.race == self.race or c.power in self.powers]
        banners = (*game.banners, *(combo.race for combo in split))
        badges = (*game.badges, *(combo.power for combo in split))
        band = Band(self.band, self.seat, self.race, self.powers, self.declined)
        half = "" if game.half == self.race else game.half
        return replace(
            game,
            bands=with_band(game, band),
            tray=tokens_back(game.tray, split),
            taken=max(game.taken, self.band),
            column=tuple(combo for combo in game.column if combo not in split),
            banners=tuple(key for key in banners if key != self.race),
            returned=tuple(key for key in game.returned if key != self.race),
            badges=tuple(key for key in badges if key not in self.powers),
            discards=tuple(key for key in game.discards if key not in self.powers),
            half=half,
        )


class Declined(Event, frozen=True, tag="declined"):
    """A band went into decline and kept these badges; the others were discarded."""

    band: int
    kept: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        """The banner is flipped; a badge that goes takes its memory along."""
        band = game.bands[self.band]
        dropped = tuple(power for power in band.powers if power not in self.kept)
        gone = (*dropped, *band.prizes)
        memo = {key: value for key, value in band.memo.items() if key.partition(".")[0] not in gone}
        band = replace(band, declined=True, powers=self.kept, memo=memo, prizes=())
        return replace(game, bands=with_band(game, band), discards=game.discards + dropped)


class BandVanished(Event, frozen=True, tag="band_vanished"):
    """A race left the game: its banner went below its stack, its badges to the discards."""

    band: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible while tokens of the band are not in the tray."""
        band = game.bands[self.band]
        if band.hand or band.withdrawn or band.aside or game.holdings(self.band):
            raise Impossible(f"band {self.band} still has tokens")
        bands = {key: other for key, other in game.bands.items() if key != self.band}
        return replace(
            game,
            bands=bands,
            returned=(*game.returned, band.race),
            discards=game.discards + band.powers,
        )


class Remembered(Event, frozen=True, tag="remembered"):
    """An ability noted something: "ability.field" and its value."""

    band: int
    key: str
    value: int

    def apply(self, game: Game) -> Game:
        """The note replaces an earlier one."""
        band = game.bands[self.band]
        # A memory of a prize may have gone with its region a moment before; the piece that held the region alone is
        # back.
        if self.key.partition(".")[0] not in band.abilities:
            return game
        memo = {**band.memo, self.key: self.value}
        return replace(game, bands=with_band(game, replace(band, memo=memo)))
